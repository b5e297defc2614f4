"""Words that the glossary replaced do not come back (docs/glossary.md).

``python tools/name_report.py words`` shows which remain.
"""

from __future__ import annotations

import ast
from importlib import util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
spec = util.spec_from_file_location("name_report", ROOT / "tools" / "name_report.py")
assert spec and spec.loader
report = util.module_from_spec(spec)
spec.loader.exec_module(report)

GONE = [
    "appraisal",
    "bearings",
    "chronicle",
    "counsel",
    "easel",
    "farewell",
    "heralds",
    "nursery",
    "schemes",
]
"""Extend this list when a word is gone. What must keep such a word (a column, a tag on the wire) is no reason to shorten it."""
EVERYWHERE = ("src", "tests", "tools", "benchmarks", "examples")


def test_private_words_are_gone() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    found = {
        word: {file: n for file, n in where.items() if file != here}
        for word, where in report.find_words(GONE, *EVERYWHERE).items()
    }
    assert not {word: where for word, where in found.items() if where}


def test_every_listed_word_has_its_replacement() -> None:
    assert all(report.PRIVATE.values())


def test_the_search_finds_words_and_parts_of_identifiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text("draw_easel = 1  # the easel\nweasel = easels\nEASEL = Easel\n")
    monkeypatch.setattr(report, "ROOT", tmp_path)
    assert report.find_words(["easel"], "src") == {"easel": {"src/one.py": 2}}


def test_one_word_names_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "one.py"
    path.write_text("class A:\n    def __init__(self): ...\n    def draw(self): ...\n    async def _claim_route(self): ...\n")
    assert report.function_names(path) == ["draw", "_claim_route"]


def modules_of(package: Path) -> set[str]:
    return {path.stem if path.is_file() else path.name for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}


@pytest.mark.parametrize("package", ["http", "table", "store", "page", "profiles", "jobs"])
def test_the_docstring_of_a_server_package_names_modules_that_exist(package: str) -> None:
    folder = ROOT / "src" / "boxcars" / "server" / package
    doc = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = {part for part in doc.split("``")[1::2] if part.isidentifier()}
    assert named and named <= modules_of(folder)
