"""``boxcars static``: the folder of files that plays everything without a server.

The small files of the page go out in one pack, Python's modules in another; large files are compressed here, because many
servers of plain files compress nothing. The service worker unpacks them (``page/sw.js``).
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b, sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import registry
from boxcars.locale import LANGUAGES
from boxcars.server.http.middleware import CSP
from boxcars.server.http.routes_static import page_words
from boxcars.server.page.position_payload import small_picture
from boxcars.server.page.static_files import (
    ENTRIES,
    FILES,
    NO_PAGE,
    TYPES,
    Version,
    page_file,
    resolve_import,
)
from boxcars.server.page.static_files import IMPORT as STATIC_IMPORT
from boxcars.tab.packages import fetched, pyodide_files, run

HOME = Path(str(files("boxcars")))
PAGE = HOME / "tab" / "page"
MANIFEST = "manifest.webmanifest"
THEMES = ("light", "dark")
CATALOGUES = ("page", "tab")
"""The catalogues with the words of the page, and of what is only in a tab."""
MESSAGE = re.compile(r'\btn?\(\s*"((?:[^"\\]|\\.)*)"')
"""What the page around the program says."""
NOT_IN_A_TAB = ("client/", "training/", "envs/", "cli/", "tab/page/", "tab/locks/")
"""Folders of Boxcars that the server does not need in a tab."""
NEEDS_NUMPY = re.compile(
    r"^games/[a-z_]+/ai/(encoding|fast_encoding|blunders|network_input|network_input_from_view|board_arrays|city_distances"
    r"|learned_player|duel|master)\."
)
"""The learned player and what learning needs: there is no numpy for a tab, and its weights alone are 14 MB."""
LEFT_OUT_KINDS = (".npz", ".so", ".pyd", ".pyc", ".parquet", ".md", ".mjs", ".lock")
NOT_IN_SITE = re.compile(
    r"\.(pyi|typed|pyx|pxd|c|h|exe)$|\.dist-info/|\.data/|/(testing|tests)/|^litestar/cli/|^_yaml/"
    r"|^anyio/_backends/_trio\.|^idna/|^sqlalchemy/(orm|ext)/|^sqlalchemy/dialects/(mssql|mysql|oracle|postgresql)/"
)
"""Files of libraries that nobody loads in a tab."""
NO_INTERPRETERS = {
    "anyio/to_interpreter.py": "def run_sync(*args, **kwargs):\n    raise NotImplementedError('a tab has one interpreter')\n\n"
    "current_default_interpreter_limiter = run_sync\n"
}
"""Files of libraries that a tab cannot import, and what stands there instead: Python in a browser has no further interpreters."""
CSP_OF_TAB = (
    CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    .replace("default-src 'none'", "default-src 'none'; frame-src 'self'")
    .replace("; frame-ancestors 'none'", "")
)
"""As on a server, but for WebAssembly, for the frame in which the page is shown, and that other pages may show it in frames:
nobody is signed in here, and browsers keep what a frame stores apart for each site around it."""


@dataclass
class Entry:
    """A file in a pack: its name, and how the browser is to take it."""

    name: str
    data: bytes
    kind: str = ""
    like: str = ""
    """An earlier file that differs in one stretch only: just that stretch is packed."""


def pack(entries: Iterable[Entry]) -> bytes:
    """Return the files as one: the length of the list, the list, and then one file after another.

    The list: [name, size, kind], or [name, size, kind, like, bytes that are the same at the beginning, and at the end]."""
    index: list[list[Any]] = []
    parts: list[bytes] = []
    known: dict[str, bytes] = {}
    for entry in entries:
        known[entry.name] = entry.data
        if entry.like:
            begin, end = same_ends(known[entry.like], entry.data)
            parts.append(entry.data[begin : len(entry.data) - end])
            index.append([entry.name, len(parts[-1]), entry.kind, entry.like, begin, end])
        else:
            parts.append(entry.data)
            index.append([entry.name, len(entry.data), entry.kind])
    listed = json.dumps(index, separators=(",", ":")).encode()
    return b"".join([len(listed).to_bytes(4, "little"), listed, *parts])


def same_ends(one: bytes, other: bytes) -> tuple[int, int]:
    """How many bytes are the same at the beginning of both, and how many of the rest at the end."""
    begin = same_begin(one, other)
    end = same_begin(one[::-1], other[::-1])
    return begin, min(end, min(len(one), len(other)) - begin)


def same_begin(one: bytes, other: bytes) -> int:
    differing = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def version_of_page() -> Version:
    """Return the files of the page, with those that are others in a tab."""
    known = FILES.current_version()
    read = dict(known.files)
    for path in sorted((PAGE / "client").rglob("*.js")):
        read[path.relative_to(PAGE / "client").as_posix()] = page_file(path)
    digest = blake2b(digest_size=8)
    for name, file in sorted(read.items()):
        digest.update(f"{name}\0{file.etag}\0".encode())
    return Version(known.stamp, read, digest.hexdigest())


def page_entries(version: Version) -> Iterator[Entry]:
    """Yield everything the page asks for that is the same for everybody: its own files, its documents, words, pictures."""
    for name, file in version.files.items():
        yield Entry(f"/client/{version.hash}/{name}", file.data, file.kind)
        if file.kind == "font/woff2" or name.startswith(("icons/", "fonts/")) or name == "favicon.svg":
            yield Entry(f"/client/{name}", file.data, file.kind, f"/client/{version.hash}/{name}")
    for kind in [*ENTRIES, NO_PAGE]:
        yield Entry(f"/page/{kind or 'lobby'}", version.page_document(kind).data, TYPES[".html"])
    for lang in LANGUAGES:
        yield Entry(f"/api/words?lang={lang}", msgspec.json.encode(page_words(lang, CATALOGUES)), "application/json")
    pictures = [("/api/poster", "", "")]
    pictures += [
        (f"/api/picture/{game.key}/{map.key}", game.key, map.key) for game in registry.games().values() for map in game.maps
    ]
    for address, key, board in pictures:
        for theme in THEMES:
            like = "" if theme == THEMES[0] else f"{address}?theme={THEMES[0]}"
            yield Entry(f"{address}?theme={theme}", gzip.decompress(small_picture(key, board, theme)), "image/svg+xml", like)


def wanted_of_boxcars() -> Iterator[tuple[str, Path]]:
    """Name under ``site-packages`` and file, of everything of Boxcars that the tab needs."""
    for path in sorted(HOME.rglob("*")):
        name = path.relative_to(HOME).as_posix()
        needed = not (NEEDS_NUMPY.match(name) or path.suffix in LEFT_OUT_KINDS or name.startswith(NOT_IN_A_TAB))
        if path.is_file() and needed:
            yield f"boxcars/{name}", path
    for game in registry.games():
        for lang in LANGUAGES:
            rules = registry.rules_path(game, lang)
            if rules is not None:
                yield f"boxcars/docs/rules/{rules.relative_to(rules_home(rules)).as_posix()}", rules


def rules_home(rules: Path) -> Path:
    """Return the folder ``rules`` in which a file with rules lies, perhaps one deeper."""
    return next(folder for folder in rules.parents if folder.name == "rules")


def wanted_of_libraries(site: Path) -> Iterator[tuple[str, bytes]]:
    """Name under ``site-packages`` and content, of everything of the libraries that the tab needs."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if name.endswith(".dist-info/METADATA"):  # (libraries look up their own versions)
            yield name, path.read_bytes().partition(b"\n\n")[0]
        elif path.is_file() and not NOT_IN_SITE.search(name):
            yield name, NO_INTERPRETERS.get(name, "").encode() or path.read_bytes()


def compile_archives(pyodide: Path, given: Path, made: Path) -> None:
    """Turn the archives of one folder into archives with bytecode in another."""
    here = HOME / "tab"
    command = ["node", str(here / "compile.mjs"), str(pyodide), str(here / "compile_in_tab.py"), f"in={given}", f"out={made}"]
    run(command, made, "compiling the modules")


def compiled_libraries(got: Path) -> Path:
    """Return the folder with the libraries and Python's own, as bytecode. It changes only with the lock files and what
    compiles."""
    digest = blake2b((HOME / "tab" / "compile_in_tab.py").read_bytes(), digest_size=8)
    digest.update(Path(__file__).read_bytes())
    made = got / digest.hexdigest()
    if (made / "complete").is_file():
        return made
    for folder in (made, made / "in"):
        folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(made / "in" / "site.zip", "w", zipfile.ZIP_STORED) as site:
        for name, data in wanted_of_libraries(got / "site-packages"):
            site.writestr(name, data)
    shutil.copy(pyodide_files(got) / "python_stdlib.zip", made / "in")
    compile_archives(pyodide_files(got), made / "in", made)
    (made / "complete").touch()
    return made


def compiled_python(got: Path) -> tuple[bytes, bytes]:
    """Return the pack of all modules that the tab needs, and Python's own library; both as bytecode."""
    libraries = compiled_libraries(got)
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "in"), Path(folder, "out")
        given.mkdir()
        made.mkdir()
        with zipfile.ZipFile(given / "boxcars.zip", "w", zipfile.ZIP_STORED) as own:
            for name, path in wanted_of_boxcars():
                own.write(path, name)
        compile_archives(pyodide_files(got), given, made)
        with zipfile.ZipFile(made / "boxcars.zip") as own, zipfile.ZipFile(libraries / "site.zip") as site:
            entries = [Entry(name, one.read(name)) for one in (own, site) for name in one.namelist()]
    return pack(entries), (libraries / "python_stdlib.zip").read_bytes()


def shell_files(version: Version) -> Iterator[tuple[str, bytes]]:
    """Yield the page around the program, and what of the page's own files it uses before anything else is there."""
    ahead = [path for path in sorted(PAGE.glob("*.js")) if path.name != "sw.js"]
    named: set[str] = set()
    for path in ahead:
        text = page_file(path).data.decode().replace('"../../client/', f'"/client/{version.hash}/')
        yield f"tab/{version.hash}/{path.name}", text.encode()
        named |= set(re.findall(rf'"/client/{version.hash}/([^"]+)"', text))
    waiting = list(named | {"fonts/fonts.css", "board/tokens.css", "theme.js", "lib/translate.js", "lib/dom.js"})
    done: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        data = version.files[name].data
        yield f"client/{version.hash}/{name}", data
        if name.endswith(".js"):
            waiting += [resolve_import(name, other) for other in STATIC_IMPORT.findall(data.decode())]
    for path in sorted(PAGE.glob("*.css")):
        yield f"tab/{version.hash}/{path.name}", page_file(path).data
    for name, file in version.files.items():
        if file.kind == "font/woff2" or name.startswith("icons/") or name == "favicon.svg":
            yield f"client/{name}", file.data
    for theme in THEMES:
        yield f"tab/{version.hash}/poster.{theme}.svg", gzip.decompress(small_picture("", "", theme))
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    index = index.replace("{hash}", version.hash).replace("{csp}", CSP_OF_TAB)
    yield "index.html", index.encode()
    said = {message for path in ahead for message in MESSAGE.findall(path.read_text(encoding="utf-8"))}
    for lang in LANGUAGES:
        words = {message: forms for message, forms in page_words(lang, CATALOGUES).items() if message in said}
        yield f"tab/{version.hash}/words.{lang}.json", msgspec.json.encode(words)


Say = Callable[[str], None]


def build(out: Path, cache: Path, say: Say = lambda _: None, docs: Path | None = None) -> dict[str, int]:
    """Write the folder. Return the size of every file that goes over the wire. ``docs``: a site to be put beside it."""
    say("Fetching Python for WebAssembly and the wheels (once)…")
    got = fetched(cache.resolve())
    pyodide = pyodide_files(got)
    version = version_of_page()
    say("Compiling the modules…")
    python, library = compiled_python(got)
    say("Drawing the maps, packing…")
    shell = dict(shell_files(version))
    large = {
        "page.pack": pack([*page_entries(version), *shell_entries(shell)]),
        "pyodide.asm.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "pyodide.asm.mjs": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "pyodide.mjs": (pyodide / "pyodide.mjs").read_bytes(),
        "pyodide-lock.json": lock_of(pyodide),
        "python_stdlib.zip": library,
        "python.pack": python,
    }
    digest = blake2b(digest_size=8)
    for data in large.values():
        digest.update(blake2b(data).digest())
    name = digest.hexdigest()
    sizes: dict[str, int] = {}
    if out.exists():
        shutil.rmtree(out)
    folder_of = out / "tab" / "parts"
    folder_of.mkdir(parents=True)
    parts = []
    for file, data in large.items():
        packed = gzip.compress(data, 9, mtime=0)
        to = f"tab/parts/{sha256(packed).hexdigest()[:16]}.gz"
        (out / to).write_bytes(packed)
        sizes[file] = len(packed)
        parts.append({"name": file, "from": f"/{to}", "size": len(packed), "hash": sha256(packed).hexdigest()})
    told = {"VERSION": name, "PARTS": parts, "CSP": CSP_OF_TAB}
    shell["sw.js"] = f"self.BUILD = {json.dumps(told)};\n".encode() + page_file(PAGE / "sw.js").data
    shell[MANIFEST] = manifest()
    for path, data in shell.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
        sizes[path] = len(data)
    if docs is not None:
        shutil.copytree(docs, out / "docs")
    return sizes


def lock_of(pyodide: Path) -> bytes:
    """Pyodide's list of packages, without the packages: none of them is used."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_bytes())
    return json.dumps(lock | {"packages": {}}).encode()


def shell_entries(shell: dict[str, bytes]) -> Iterator[Entry]:
    """Yield the page around the program once more, for the service worker to keep."""
    for path, data in shell.items():
        if path.startswith("tab/") or path == "index.html":
            suffix = Path(path).suffix
            yield Entry(f"/{path}", data, "application/json" if suffix == ".json" else TYPES[suffix])


def manifest() -> bytes:
    """Return what makes it an app that can be installed."""
    icons = [{"src": f"/client/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)]
    told = {"name": "Boxcars", "short_name": "Boxcars", "start_url": "/", "scope": "/", "display": "standalone", "icons": icons}
    return msgspec.json.encode(told | {"background_color": "#f4efe4", "theme_color": "#f4efe4"})
