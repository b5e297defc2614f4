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
    "caretaker",
    "chronicle",
    "counsel",
    "ears",
    "easel",
    "farewell",
    "foresight",
    "heralds",
    "hopes",
    "nursery",
    "outlook",
    "outlooks",
    "prospects",
    "schemes",
    "stir",
    "studio",
    "taste",
]
"""Words that occur nowhere, neither in names nor in comments. Extend this list when a word is gone."""
GONE_FROM_NAMES = [
    "caution",
    "doubt",
    "heat",
    "judge",
    "judges",
    "loud",
    "mind",
    "minds",
    "phrases",
    "shelf",
    "sight",
    "thrift",
]
"""Ordinary words that had a private meaning: no identifier has them."""
GONE_MODULES = [
    "advice",
    "appraisal",
    "asked",
    "audit",
    "bearings",
    "caller",
    "caretaker",
    "chronicle",
    "counsel",
    "doors",
    "drafting",
    "drawn",
    "ears",
    "easel",
    "face",
    "farewell",
    "foresight",
    "gate",
    "hall",
    "heralds",
    "hub",
    "inks",
    "judge",
    "kinds",
    "laying",
    "line",
    "looking_back",
    "losses",
    "master",
    "memory",
    "mind",
    "minds",
    "nursery",
    "own",
    "outlook",
    "phrases",
    "play",
    "prospects",
    "quick",
    "rarely",
    "scan",
    "schemes",
    "secrets_kept",
    "seeing",
    "seen",
    "shares",
    "shelf",
    "sight",
    "spelling",
    "studio",
    "survey",
    "taste",
    "team",
    "telling",
    "thinking",
    "trials",
    "tunings",
    "walking",
    "wire",
    "words",
]
"""Former names of modules, without a suffix. Some are fine for a variable but say too little for a module."""
KEPT = {
    "src/boxcars/core/judge.py": "judge judges hopes",  # the alias for evaluators of other distributions
    "src/boxcars/core/registry.py": "judge",  # a former field of Game, for other distributions
    "src/boxcars/bots/search_settings.py": "stir caution doubt heat judge",  # former names of settings, which warn
    "src/boxcars/bots/rollout_search.py": "stir",  # in a seed: another word would be other random numbers
    "src/boxcars/analysis/lookahead.py": "stir",  # in a seed
    "src/boxcars/cli/play.py": "play",  # the name of a command
    "tools/name_report.py": " ".join(report.PRIVATE),  # the list of words with their replacements
}
"""What must keep a former word: file -> words."""
EVERYWHERE = ("src", "tests", "tools", "benchmarks", "examples")
HERE = Path(__file__).relative_to(ROOT).as_posix()


def without_kept(found: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Return what was found, without this file and what must keep a word."""
    left = {word: {f: n for f, n in w.items() if f != HERE and word not in KEPT.get(f, "").split()} for word, w in found.items()}
    return {word: where for word, where in left.items() if where}


def test_private_words_are_gone() -> None:
    assert not without_kept(report.find_words(GONE, *EVERYWHERE))


def test_private_words_are_gone_from_identifiers() -> None:
    assert not without_kept(report.find_identifiers(GONE + GONE_FROM_NAMES, *EVERYWHERE))


def test_private_words_are_gone_from_module_names() -> None:
    paths = [path.relative_to(ROOT).as_posix() for path in report.source_files("src") if path.suffix == ".py"]
    found = {path: set(path.removesuffix(".py").split("/")[1:]) & set(GONE_MODULES) for path in paths}
    assert {path: words for path, words in found.items() if words - set(KEPT.get(path, "").split())} == {}


def test_a_search_for_the_words_of_the_field_finds_them() -> None:
    words = ["temperature", "rollout", "evaluator", "determinized", "middleware", "queue", "policy", "observation"]
    found = report.find_words(words, "src")
    assert {word: sum(found[word].values()) >= 5 for word in words} == dict.fromkeys(words, True)


def test_less_than_half_of_the_function_names_are_one_word() -> None:
    names = [name for path in report.source_files("src") if path.suffix == ".py" for name in report.function_names(path)]
    assert len(names) > 4000
    assert sum("_" not in name.strip("_") for name in names) / len(names) < 0.5


def test_every_listed_word_has_its_replacement() -> None:
    assert all(report.PRIVATE.values())


def test_the_search_finds_words_and_parts_of_identifiers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text("draw_easel = 1  # the easel\nweasel = easels\nEASEL = Easel\n")
    monkeypatch.setattr(report, "ROOT", tmp_path)
    assert report.find_words(["easel"], "src") == {"easel": {"src/one.py": 2}}


def test_identifiers_are_taken_apart_and_prose_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "one.py").write_text("class OldEasel: ...  # easel\ndef f(easel, *, of_easel=1): return easel.x\n")
    monkeypatch.setattr(report, "ROOT", tmp_path)
    assert report.find_identifiers(["easel"], "src") == {"easel": {"src/one.py": 4}}


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
