"""The page's files, as they go out: packed once, kept by browsers for good.

One hash over all of them stands in their addresses (``/client/<hash>/table/table.js``). Modules import each other by relative
paths, so every file of a version comes from the same folder, and no build step rewrites anything: only the document itself,
which is never kept, says which version it is. The style sheets that it names go out as one. A changed file is seen at the next
visit, as the folder is looked at again.
"""

from __future__ import annotations

import gzip
import re
import time
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

HOME = Path(str(files("boxcars")))
FOLDERS = {HOME / "client": "", HOME / "view" / "styles": "board/"}
"""Where the files lie -> under which name they are served. The board's styles belong to stand-alone pictures, too."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
ENTRIES = {
    "": "lobby/lobby.js",
    "new": "lobby/new_table.js",
    "profile": "profile/profile.js",
    "mail": "notices/mail_links.js",
    "tournaments": "tournament/tournament.js",
    "people": "people/people.js",
    "groups": "people/group.js",
    "rules": "rules/rules_page.js",
    "learn": "learn/learn.js",
    "open": "lobby/open_game.js",
    "move": "lobby/move_game.js",
    "reference": "lobby/reference_card.js",
    "workshop": "map_editor/map_editor.js",
    "t": "table/table.js",
    "s": "analysis/shared_position.js",
}
"""The first part of a page's address -> the module that draws it."""
NO_PAGE = "?"
SHEET = "styles.css"
OWN_STYLES = {
    "": ("pages", "lobby"),
    "new": ("pages", "new_table"),
    "profile": ("pages", "profile", "notices"),
    "mail": ("pages", "notices"),
    "tournaments": ("pages", "new_table", "tournament"),
    "people": ("pages", "people"),
    "groups": ("pages", "lobby", "tournament", "people"),
    "rules": ("pages", "rules_page"),
    "learn": ("pages", "lobby"),
    "open": ("pages", "lobby"),
    "move": ("pages", "lobby"),
    "reference": ("pages", "rules_page", "reference_card"),
    "workshop": ("pages", "map_editor"),
    "t": (),
    "s": ("pages",),
    NO_PAGE: ("pages",),
}
"""The style sheets of a kind of page, beside those that the document names for all."""
IMPORT = re.compile(r'^(?:import .*|\} )from "(\.[^"]+)";$', re.MULTILINE)
"""A static import, as the formatter writes it."""
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
"""An import that a page makes when it needs it: not asked for with the page."""
STYLES = re.compile(r'^<link rel="stylesheet" href="/client/\{hash\}/((?:board|styles)/[^"]+)">\n', re.MULTILINE)
"""A style sheet that the document names. They go out as one file, in that order: thirty small ones weigh twice as much."""
COMMENT = re.compile(r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)$", re.MULTILINE | re.DOTALL)
"""A comment that has its lines to itself."""
PACKED = (".woff2", ".png")
"""Kinds of file that are packed already."""

Stamp = tuple[tuple[str, int, int], ...]


@dataclass
class PageFile:
    """A file as it is sent. Packed when somebody first asks for it."""

    data: bytes
    kind: str
    etag: str = ""
    plain: bool = False
    """Not worth packing."""

    def __post_init__(self) -> None:
        self.etag = f'"{blake2b(self.data, digest_size=8).hexdigest()}"'

    @cached_property
    def packed_body(self) -> bytes | None:
        return None if self.plain else gzip.compress(self.data, 9, mtime=0)


@dataclass
class Version:
    """All files of the page as they are now."""

    stamp: Stamp
    files: dict[str, PageFile]
    hash: str
    pages: dict[str, PageFile] = field(default_factory=dict)

    def page_document(self, kind: str) -> PageFile:
        """The document for a kind of page: it names this version, and the modules that the page will need."""
        kind = kind if kind in ENTRIES else NO_PAGE  # (anything may be asked for: only so many are kept)
        if kind not in self.pages:
            text = self.files["index.html"].data.decode()
            base = f"/client/{self.hash}"
            links = "\n".join(f'<link rel="modulepreload" href="{base}/{name}">' for name in self.modules_of_page(kind))
            first, rest = STYLES.split(text, maxsplit=1)[0], STYLES.sub("", text)
            text = first + f'<link rel="stylesheet" href="{base}/{SHEET}">\n' + rest[len(first) :]
            own = "\n".join(f'<link rel="stylesheet" href="{base}/styles/{name}.css">' for name in OWN_STYLES[kind])
            text = text.replace("<!-- styles -->", own).replace("<!-- modules -->", links).replace("/client/{hash}", base)
            self.pages[kind] = PageFile(text.encode(), TYPES[".html"])
        return self.pages[kind]

    def modules_of_page(self, kind: str, later: bool = False) -> list[str]:
        """Every module the page will import: asked for at once, instead of one after another as they are found.

        ``later``: with those that it may come to need."""
        found: dict[str, None] = {}
        ahead = ["main.js", ENTRIES[kind]] if kind in ENTRIES else ["main.js"]
        while ahead:
            name = ahead.pop()
            if name not in found:
                found[name] = None
                text = self.files[name].data.decode()
                named = IMPORT.findall(text) + (LATER.findall(text) if later else [])
                ahead += [resolve_import(name, other) for other in named]
        return list(found)


def resolve_import(name: str, relative: str) -> str:
    """The name that a module means by a relative path."""
    parts = name.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def found_files() -> dict[str, Path]:
    """Name -> file, of everything that is served."""
    out: dict[str, Path] = {}
    for folder, prefix in FOLDERS.items():
        for path in sorted(folder.rglob("*")):
            if path.suffix in TYPES:
                out[prefix + path.relative_to(folder).as_posix()] = path
    return out


FRESH = 1.0
"""Seconds for which a look at the folder counts: it asks the system about every file."""


class PageFiles:
    """The files of the page, read again when one of them has changed."""

    def __init__(self) -> None:
        self._version: Version | None = None
        self._looked = 0.0

    def current_version(self) -> Version:
        """Looks at the folder, at most once a second: for documents, which are asked for once a visit."""
        if self._version is not None and time.monotonic() - self._looked < FRESH:
            return self._version
        self._looked = time.monotonic()
        found = found_files()
        stats = {name: path.stat() for name, path in found.items()}
        stamp = tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats.items())
        if self._version is None or self._version.stamp != stamp:
            read = {name: page_file(path) for name, path in found.items()}
            named = STYLES.findall(read["index.html"].data.decode())
            read[SHEET] = PageFile(b"\n".join(read[name].data for name in named), TYPES[".css"])
            digest = blake2b(digest_size=8)
            for name, file in read.items():
                digest.update(f"{name}\0{file.etag}\0".encode())
            self._version = Version(stamp, read, digest.hexdigest())
        return self._version

    def known_version(self) -> Version:
        """Does not look again: for the files that a document has named."""
        return self._version or self.current_version()


def without_comments(text: str) -> str:
    """The source as the browser needs it: a third of it is written for people. Lines keep their numbers, for error messages."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def page_file(path: Path) -> PageFile:
    data = path.read_bytes()
    if path.suffix in (".js", ".css"):
        data = without_comments(data.decode("utf-8")).encode()
    return PageFile(data, TYPES[path.suffix], plain=path.suffix in PACKED)


FILES = PageFiles()
