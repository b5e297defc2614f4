"""What ``boxcars static`` writes: small enough, complete, and nothing that comes from elsewhere."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import pytest

from boxcars.tab import build as tab_build
from boxcars.tab.build import Entry, pack, version_of_page

MEGA = 1_000_000


def unpacked(data: bytes) -> dict[str, bytes]:
    start = 4 + int.from_bytes(data[:4], "little")
    out, at = {}, start
    for name, size, _, *like in json.loads(data[4:start]):
        out[name] = data[at : at + size]
        at += size
        if like:
            base, begin, end = out[like[0]], like[1], like[2]
            out[name] = base[:begin] + out[name] + base[len(base) - end :]
    return out


def test_a_pack_holds_what_was_put_in() -> None:
    assert unpacked(pack([Entry("/a", b"one", "x"), Entry("/ä", b"")])) == {"/a": b"one", "/ä": b""}


@pytest.mark.parametrize("other", [b"one two three", b"one 2 three", b"one", b"", b"one two two three", b"e", b"four"])
def test_of_a_file_like_another_only_the_difference_is_packed(other: bytes) -> None:
    files = [Entry("/a", b"one two three", "x"), Entry("/b", other, "x", like="/a")]
    assert unpacked(pack(files)) == {"/a": b"one two three", "/b": other}


def test_every_file_that_differs_in_a_tab_is_one_of_the_page() -> None:
    own = {path.relative_to(tab_build.PAGE / "client").as_posix() for path in (tab_build.PAGE / "client").rglob("*.js")}
    assert own <= set(tab_build.FILES.current_version().files)
    version = version_of_page()
    for name in own:
        assert version.files[name].data != tab_build.FILES.current_version().files[name].data
        exported = {
            frozenset(re.findall(r"^export (?:async )?function (\w+)", files[name].data.decode(), re.MULTILINE))
            for files in (version.files, tab_build.FILES.current_version().files)
        }
        assert len(exported) == 1


def test_the_policy_allows_webassembly_and_nothing_else() -> None:
    policy = tab_build.CSP_OF_TAB
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "'unsafe-eval'" not in policy and "http" not in policy


@pytest.mark.slow
def test_the_folder_is_small_and_names_no_other_site(static_folder: Path) -> None:
    sizes = {path: path.stat().st_size for path in static_folder.rglob("*") if path.is_file()}
    assert sum(sizes.values()) <= 12 * MEGA
    worker = (static_folder / "sw.js").read_text(encoding="utf-8")
    told = json.loads(worker.split("\n", 1)[0].removeprefix("self.BUILD = ").removesuffix(";"))
    parts = {}
    for part in told["PARTS"]:
        packed = (static_folder / part["from"].lstrip("/")).read_bytes()
        assert sha256(packed).hexdigest() == part["hash"] and len(packed) == part["size"]
        parts[part["name"]] = gzip.decompress(packed)
    page = unpacked(parts["page.pack"])
    assert {"/page/lobby", "/page/t", "/page/?", "/index.html", "/api/words?lang=it", "/api/poster?theme=dark"} <= set(page)
    modules = unpacked(parts["python.pack"])
    assert "boxcars/tab/worker.pyc" in modules and "boxcars/docs/rules/steam.md" in modules
    assert not [name for name in modules if name.endswith((".py", ".npz"))]
    for name, data in page.items():
        if name.endswith((".js", ".html")) or name.startswith("/page/"):
            assert not re.search(rb"""(?:src|href|from|import|fetch)[=( ]+["'`]https?://""", data), name
