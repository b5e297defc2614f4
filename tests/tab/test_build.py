"""What ``boxcars static`` writes: small enough, complete, and nothing that comes from elsewhere."""

from __future__ import annotations

import ast
import gzip
import json
import re
import sys
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


def stdlib_imports(source: str) -> set[str]:
    """The modules that a file imports as soon as it is loaded."""
    found: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
        waiting += ast.iter_child_nodes(node)
    return {name for name in found if name.partition(".")[0] in sys.stdlib_module_names}


def test_nothing_is_loaded_that_a_tab_lacks() -> None:
    """What is left out of Python's library, and what no browser has, is imported where it is used, if at all."""
    source = (tab_build.HOME / "tab" / "compile_in_tab.py").read_text(encoding="utf-8")
    (named,) = re.findall(r"^LEFT_OUT = \((.*?)^\)", source, re.MULTILINE | re.DOTALL)
    left_out = re.findall(r'"([^"]+)"', named)
    lacking = {name.removesuffix(".py").rstrip("/").replace("/", ".") for name in left_out} | {"ssl", "fcntl", "resource", "lzma"}
    for name, path in tab_build.wanted_of_boxcars():
        if path.suffix == ".py" and not name.startswith(("boxcars/server/store/postgres", "boxcars/server/jobs/worker_")):
            loaded = {
                part for module in stdlib_imports(path.read_text(encoding="utf-8")) for part in (module, module.split(".")[0])
            }
            assert not loaded & lacking, (name, loaded & lacking)


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
