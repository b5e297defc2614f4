"""Routes of files: the page, backgrounds of boards, the rules as help."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
import polib
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from boxcars.core import registry
from boxcars.locale import LANGUAGES, catalogue
from boxcars.server.http import guest_identity
from boxcars.server.http.auth import JSON, as_json, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.static_files import FILES, PageFile

FOREVER = "public, max-age=31536000, immutable"
VERSIONED = re.compile(r"[0-9a-f]{16}/(.+)")
"""Pattern of a file name with the hash of its version."""


def file_response(request: WebRequest, file: PageFile, keep: str = "no-cache", status: int = 200) -> Response[bytes]:
    """Return a file, compressed if the browser accepts that; status 304 if it has it already."""
    headers = {"ETag": file.etag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if file.packed_body is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed_body, status_code=status, headers=headers, media_type=file.kind)
    return Response(file.data, status_code=status, headers=headers, media_type=file.kind)


def send_page(request: WebRequest, keep: str = "no-cache", status: int = 200) -> Response[bytes]:
    """Return the HTML document: the same for all pages but for what the browser is asked to fetch ahead."""
    return file_response(request, FILES.current_version().page_document(request.url.path.split("/")[1]), keep, status)


PAGES = [
    "/",
    "/t/{id:str}",
    "/new",
    "/learn",
    "/open",
    "/move/{id:str}",
    "/profile",
    "/profile/{id:str}",
    "/mail/{id:str}",
    "/tournaments",
    "/tournaments/{id:str}",
    "/people",
    "/people/{id:str}",
    "/groups/{id:str}",
    "/rules/{game:str}",
    "/rules/{game:str}/exact",
    "/reference/{game:str}",
    "/workshop",
    "/workshop/{game:str}",
]


@get(PAGES, include_in_schema=False, sync_to_thread=False, opt=declare_limits("anyone", 2))
def get_page(request: WebRequest) -> Response[bytes]:
    return guest_identity.set_identity_cookie(request, send_page(request))


FORMER_PAGES = {"card": "profile", "events": "tournaments"}
"""The first part of a page's former address -> what it is now."""


@get(
    ["/card", "/card/{id:str}", "/events", "/events/{id:str}"],
    include_in_schema=False,
    sync_to_thread=False,
    opt=declare_limits("anyone", 1),
)
def redirect_page(request: WebRequest) -> Redirect:
    """Redirect a former address to the page's current one."""
    _, kind, *rest = request.url.path.split("/")
    return Redirect("/" + "/".join([FORMER_PAGES[kind], *rest]), status_code=308)


@get("/client/{path:path}", include_in_schema=False, sync_to_thread=False, opt=declare_limits("anyone", 1))
def client_file(request: WebRequest, path: Path) -> Response[bytes]:
    """Return a file of the page. Under the hash of this version, and for fonts, browsers may cache it for ever."""
    name = str(path).lstrip("/")
    asked = VERSIONED.fullmatch(name)
    version = FILES.known_version()
    file = version.files.get(asked[1] if asked else name)
    if file is None:
        raise NotFoundException("no such file")
    own = asked is not None and name.startswith(version.hash)
    return file_response(request, file, FOREVER if own or file.kind == "font/woff2" else "no-cache")


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False, opt=declare_limits("anyone", 1))
def get_favicon(request: WebRequest) -> Response[bytes]:
    return file_response(request, FILES.known_version().files["favicon.svg"])


@lru_cache(maxsize=64)
def ground_file(data: bytes) -> PageFile:
    """Return a board's background, already compressed. It runs off the event loop, since large ones take a moment."""
    file = PageFile(data, "image/svg+xml")
    assert file.packed_body is not None
    return file


@get(
    "/api/ground/{key:str}",
    tags=["boards"],
    summary="The unchanging part of a board, as an SVG fragment",
    opt=declare_limits("anyone", 2),
)
async def get_ground(request: WebRequest, key: str) -> Response[bytes]:
    hall = request.app.state.hall
    data = await hall.assets.draw_ground(key[:4000])
    return file_response(request, await hall.run_blocking(ground_file, data), FOREVER)


@get(
    ["/api/poster", "/api/picture/{game:str}/{map:str}"],
    tags=["boards"],
    summary="A map in small, or the lobby's poster",
    opt=declare_limits("anyone", 2),
)
async def get_picture(request: WebRequest, game: str = "", map: str = "") -> Response[bytes]:
    theme = request.query_params.get("theme", "light")
    data = await request.app.state.hall.assets.draw_thumbnail(game, map, theme)
    headers = {"Cache-Control": "public, max-age=86400"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="image/svg+xml", headers=headers)
    return Response(data, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})


@get(
    "/api/rules/{game:str}",
    tags=["boards"],
    summary="The rules of a game as HTML in the reader's language; every clause has its id as anchor",
    opt=declare_limits("anyone", 2),
)
async def get_rules(request: WebRequest, game: str) -> Response[bytes]:
    found = registry.game(game)
    told = await request.app.state.hall.assets.rules_html(found.key, requested_language(request))
    if told is None:
        raise NotFoundException("no such rules")
    html, lang = told
    return as_json({"game": found.key, "name": found.name, "html": html, "lang": lang})


@lru_cache(maxsize=32)
def guide_file(data: bytes) -> PageFile:
    """Return the rules for players, compressed once, since their pictures make them large."""
    file = PageFile(data, JSON)
    assert file.packed_body is not None
    return file


@get(
    "/api/rules/{game:str}/guide",
    tags=["boards"],
    summary="The rules of a game for players: sections with pictures, and which part of them explains a clause",
    opt=declare_limits("anyone", 4),
)
async def get_rules_guide(request: WebRequest, game: str) -> Response[bytes]:
    hall = request.app.state.hall
    told = await hall.assets.rules_guide(registry.game(game).key, requested_language(request))
    if told is None:
        raise NotFoundException("no such rules")
    return file_response(request, await hall.run_blocking(guide_file, told))


@lru_cache(maxsize=8)
def page_words(lang: str, catalogues: Sequence[str] = ("page",)) -> dict[str, list[str]]:
    """Return the page's texts in a language (locale/<lang>/page.po): message -> its forms. English has none."""
    if lang not in LANGUAGES or lang == "en":
        return {}
    known = catalogue(lang)
    paths = [files("boxcars.locale") / lang / f"{name}.po" for name in catalogues]
    entries = [entry for path in paths if path.is_file() for entry in polib.pofile(path.read_text(encoding="utf-8"))]
    return {entry.msgid: list(known[entry.msgid]) for entry in entries if entry.msgid in known}


@lru_cache(maxsize=8)
def words_file(lang: str) -> PageFile:
    return PageFile(msgspec.json.encode(page_words(lang)), JSON)


@get(
    "/api/words",
    tags=["boards"],
    summary="The page's own sentences in a language: message -> [forms]",
    opt=declare_limits("anyone", 1),
)
async def get_messages(request: WebRequest) -> Response[bytes]:
    return file_response(request, words_file(requested_language(request)))


HANDLERS = [get_page, redirect_page, client_file, get_favicon, get_ground, get_picture, get_rules, get_rules_guide, get_messages]
