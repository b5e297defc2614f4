"""The page's files: named by their version, kept for good, packed, and light."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import httpx
import pytest

from boxcars.server.page import static_files
from boxcars.server.page.static_files import ENTRIES, HOME, NO_PAGE, PageFiles, resolve_import, without_comments
from tests.server.running import Server

BUDGET = 250_000
"""Bytes over the wire before the board: document, styles, modules, every font."""


def test_the_document_names_a_version_and_its_files_are_kept_for_good(server: Server) -> None:
    document = httpx.get(server.url)
    assert "no-cache" in document.headers["cache-control"]
    assert document.headers["content-encoding"] == "gzip"
    names = re.findall(r'(?:href|src)="(/client/[0-9a-f]{16}/[^"]+)"', document.text)
    assert any(name.endswith("main.js") for name in names) and any(name.endswith(".css") for name in names)
    for name in names:
        answer = httpx.get(server.url + name)
        assert answer.status_code == 200, name
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith(("text/javascript", "text/css"))


def test_another_version_gets_the_current_file_but_does_not_keep_it(server: Server) -> None:
    answer = httpx.get(f"{server.url}/client/{'0' * 16}/main.js")
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-cache"
    again = httpx.get(f"{server.url}/client/main.js", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304 and not again.content


def test_who_cannot_unpack_gets_it_plain(server: Server) -> None:
    plain = httpx.get(f"{server.url}/client/main.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    source = (HOME / "client" / "main.js").read_text(encoding="utf-8")
    assert plain.text.splitlines()[1:6] == source.splitlines()[1:6]


def test_only_comments_that_stand_alone_are_left_out_and_lines_keep_their_numbers() -> None:
    source = '// a\n/**\n * b\n */\nconst c = "// d"; // e\n  /** f */ (g);\n  /* h */\nconst i = `\n/* j */ k\n`;\n'
    assert without_comments(source) == '\n\n\n\nconst c = "// d"; // e\n  /** f */ (g);\n\nconst i = `\n/* j */ k\n`;\n'


def test_nothing_but_the_page_is_served(server: Server) -> None:
    for path in ("types.d.ts", "0123456789abcdef/types.d.ts", "../server/http/app.py", "board/../../svg.py", "fonts"):
        assert httpx.get(f"{server.url}/client/{path}").status_code in (400, 404), path


@pytest.mark.parametrize("kind", ENTRIES)
def test_every_import_leads_to_a_file_and_the_page_is_light(kind: str) -> None:
    version = PageFiles().current_version()
    names = version.modules_of_page(kind)
    assert set(names) <= set(version.files)
    styles = re.findall(r"/client/[0-9a-f]{16}/([^\"]+\.css)", version.page_document(kind).data.decode())
    fonts = [name for name in version.files if name.endswith(".woff2")]
    sent = [version.page_document(kind), *(version.files[name] for name in [*names, *styles, *fonts])]
    assert sum(len(file.packed_body or file.data) for file in sent) < BUDGET


def test_every_module_and_style_is_used() -> None:
    version = PageFiles().current_version()
    used = {name for kind in ENTRIES for name in version.modules_of_page(kind, later=True)}
    styles = re.compile(r'new URL\("(\.[^"]+)"')
    used |= {resolve_import(name, other) for name in used for other in styles.findall(version.files[name].data.decode())}
    document = version.files["index.html"].data.decode().replace("{hash}", version.hash)
    document += "".join(version.page_document(kind).data.decode() for kind in [*ENTRIES, NO_PAGE])
    left = {name for name in version.files if name.endswith((".js", ".css"))} - used - {static_files.SHEET, "sw.js"}
    assert [name for name in left if f"/client/{version.hash}/{name}" not in document] == []


def test_what_moves_and_sounds_is_fetched_when_the_page_stands() -> None:
    version = PageFiles().current_version()
    first, all = version.modules_of_page("t"), version.modules_of_page("t", later=True)
    later = {"table/motion/animation.js", "table/motion/movements.js", "lib/sound_synthesis.js", "table/after/score_sheet.js"}
    assert later <= set(all) <= set(version.files) and not later & set(first)


def test_the_style_sheets_go_out_as_one_in_their_order() -> None:
    version = PageFiles().current_version()
    page = version.page_document("t").data.decode()
    assert page.count('rel="stylesheet"') == 2, "the fonts, and all others"
    whole = version.files[static_files.SHEET].data
    assert whole.index(version.files["board/tokens.css"].data) < whole.index(version.files["styles/dock.css"].data)


def test_addresses_that_lead_nowhere_share_one_document() -> None:
    version = PageFiles().current_version()
    assert version.page_document("nothing") is version.page_document("wp-admin")
    assert "table/table.js" not in version.page_document("nothing").data.decode()


def test_a_changed_file_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HOME / "client", tmp_path / "client")
    monkeypatch.setattr(static_files, "FOLDERS", {tmp_path / "client": "", HOME / "view" / "styles": "board/"})
    files = PageFiles()
    first = files.current_version()
    assert files.current_version() is first
    (tmp_path / "client" / "lib" / "translate.js").write_text("export const changed = true;\n", encoding="utf-8")
    monkeypatch.setattr(static_files, "FRESH", 0.0)
    second = files.current_version()
    assert second.hash != first.hash and second.hash in second.page_document("t").data.decode()
    assert files.known_version() is second


def rules_of(folder: Path) -> list[tuple[str, str]]:
    """Selector and declarations of every rule of the style sheets in a folder."""
    sheets = "\n".join(without_comments(path.read_text()) for path in sorted(folder.rglob("*.css")))
    return [(one.strip(), body) for many, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheets) for one in many.split(",")]


def test_the_page_hides_nothing_that_boards_draw() -> None:
    """A board is drawn inside the page: a class of its drawing must not be one that the page hides wherever it stands."""
    drawn = {name for selector, _ in rules_of(HOME / "view" / "styles") for name in re.findall(r"\.([a-z][\w-]*)", selector)}
    assert "run" in drawn
    hidden = {
        one[1:] for one, body in rules_of(HOME / "client") if re.fullmatch(r"\.[a-z][\w-]*", one) and "display: none" in body
    }
    assert "think" in hidden
    assert not drawn & hidden
