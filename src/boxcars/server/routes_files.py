"""Files: the page itself, the boards' grounds, the rules as help."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import polib
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.locale import LANGUAGES, catalogue
from boxcars.server import guests
from boxcars.server.caller import as_json, language

CLIENT = Path(str(files("boxcars"))) / "client"
SHARED = {name: CLIENT.parent / "view" / name for name in ("tokens.css", "board.css")}
"""Styles that pages and stand-alone pictures share."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}


@lru_cache(maxsize=256)
def _file(path: Path, changed: float) -> tuple[bytes, str]:
    data = path.read_bytes()
    return data, blake2b(data, digest_size=8).hexdigest()


def send_file(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A file of the client's folder, checked by its hash so that a new version is seen at once."""
    try:
        path = SHARED.get(name) or (CLIENT / name).resolve()
        ours = (name in SHARED or path.is_relative_to(CLIENT.resolve())) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        ours = False
    if not ours or path.suffix in (".py", ".pyc"):
        raise NotFoundException("no such file")
    data, etag = _file(path, path.stat().st_mtime)
    headers = {"ETag": f'"{etag}"', "Cache-Control": "no-cache"}
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".woff2":
        headers["Cache-Control"] = "public, max-age=31536000"
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=304, headers=headers, media_type=kind)
    return Response(data, headers=headers, media_type=kind)


@get(["/", "/t/{id:str}", "/new", "/rules/{game:str}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    return guests.introduce(request, send_file(request, "index.html"))


@get("/client/{path:path}", include_in_schema=False, sync_to_thread=False)
def client_file(request: Request[Any, Any, Any], path: Path) -> Response[bytes]:
    return send_file(request, str(path).lstrip("/"))


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def favicon(request: Request[Any, Any, Any]) -> Response[bytes]:
    return send_file(request, "favicon.svg")


@get("/api/ground/{key:str}", tags=["boards"], summary="The unchanging part of a board, as an SVG fragment")
async def ground(request: Request[Any, Any, Any], key: str) -> Response[bytes]:
    data = await request.app.state.hall.studio.ground(key[:4000])
    return Response(data, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=31536000, immutable"})


@get(["/api/poster", "/api/picture/{game:str}/{map:str}"], tags=["boards"], summary="A map in small, or the lobby's poster")
async def picture(request: Request[Any, Any, Any], game: str = "", map: str = "") -> Response[bytes]:
    theme = request.query_params.get("theme", "light")
    data = await request.app.state.hall.studio.small(game, map, theme)
    headers = {"Cache-Control": "public, max-age=86400"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="image/svg+xml", headers=headers)
    return Response(data, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})


@get(
    "/api/rules/{game:str}",
    tags=["boards"],
    summary="The rules of a game as HTML in the reader's language; every clause has its id as anchor",
)
async def rules(request: Request[Any, Any, Any], game: str) -> Response[bytes]:
    found = registry.game(game)
    told = await request.app.state.hall.studio.rules(found.key, language(request))
    if told is None:
        raise NotFoundException("no such rules")
    html, lang = told
    return as_json({"game": found.key, "name": found.name, "html": html, "lang": lang})


@lru_cache(maxsize=8)
def page_words(lang: str) -> dict[str, list[str]]:
    """The page's own sentences in a language (locale/<lang>/page.po): message -> its forms. English has none."""
    path = files("boxcars.locale") / lang / "page.po"
    if lang not in LANGUAGES or lang == "en" or not path.is_file():
        return {}
    known = catalogue(lang)
    entries = polib.pofile(path.read_text(encoding="utf-8"))
    return {entry.msgid: list(known[entry.msgid]) for entry in entries if entry.msgid in known}


@get("/api/words", tags=["boards"], summary="The page's own sentences in a language: message -> [forms]")
async def words(request: Request[Any, Any, Any]) -> Response[bytes]:
    answer = as_json(page_words(language(request)))
    answer.headers["Cache-Control"] = "no-cache"
    return answer


HANDLERS = [page, client_file, favicon, ground, picture, rules, words]
