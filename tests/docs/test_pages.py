"""The pages keep their rules, the checks notice what breaks them, and the programs of the pages run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.games import golden
from tests.docs.commands import ROOT, docs_check

FRAGMENTS = {"docs/develop/add-an-option.md", "docs/develop/add-a-sentence.md"}
"""Pages whose Python is cut out of the repository's own files."""
ELSEWHERE = {"docs/datasets.md"}
"""Pages whose programs need files that another test makes: tests/envs/test_dataset.py runs them."""
SLOW = {"docs/research/batches.md", "docs/research/first-agent.md", "docs/analysis.md"}
"""Pages whose programs start processes, play whole games or review one."""


def programs(path: Path) -> list[Any]:
    return [block for block in docs_check.blocks(path) if block.language == "python"]


PAGES = [path for path in docs_check.pages() if not docs_check.is_lab(path) and programs(path)]
RUN = [path for path in PAGES if path.relative_to(ROOT).as_posix() not in FRAGMENTS | ELSEWHERE]
CASES = [
    pytest.param(path, id=name, marks=[pytest.mark.slow] if name in SLOW else [])
    for path in RUN
    if (name := path.relative_to(ROOT).as_posix())
]


def test_the_pages_keep_their_rules() -> None:
    problems = [str(problem) for path in docs_check.pages() for problem in docs_check.check(path)]
    assert not problems


def test_files_in_git_are_small() -> None:
    assert not [str(problem) for problem in docs_check.check_sizes()]


BAD = {
    "a paragraph of 130 words": "word " * 130,
    "a line of 120 columns": "words " * 20,
    "there is no nowhere.md": "See [this](nowhere.md).",
    "has no heading #there": "# Here\n\nSee [this](#there).",
    "write": "Whoever comes, wins.",
    "a code block without a language": "```\nboxcars games\n```",
    "there is no command 'dance'": "```sh\nboxcars dance\n```",
    "No such option: --gamez": "```sh\nboxcars simulate spike --gamez 3\n```",
    "make has no 'tea'": "```sh\nmake tea\n```",
    "there is no tools/none.py": "```sh\npython tools/none.py\n```",
    "there is no tests/none": "```sh\n.venv/bin/pytest -q tests/none\n```",
}


@pytest.mark.parametrize("told", BAD)
def test_a_bad_page_is_noticed(told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text(BAD[told] + "\n", encoding="utf-8")
    monkeypatch.setattr(docs_check, "ROOT", tmp_path if "nowhere" in told else ROOT)
    assert [problem for problem in docs_check.check(page) if told in problem.text]


def test_a_good_page_passes(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Here\n\nYou see [this](#here).\n\n```sh\nboxcars bench spike  # how fast\n```\n", encoding="utf-8")
    assert docs_check.check(page) == []


@pytest.mark.parametrize("path", CASES)
def test_programs_of_a_page_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each by itself, as a reader copies it, beside a saved game."""
    (tmp_path / "game.jsonl").write_bytes(golden("spike/golden/eastern_usa-2-heuristic.jsonl", 12).write())
    monkeypatch.chdir(tmp_path)
    for block in programs(path):
        names: dict[str, Any] = {"__name__": "page"}
        exec(compile(block.text, f"{path}:{block.line}", "exec"), names)


def test_fragments_are_python() -> None:
    for name in FRAGMENTS | ELSEWHERE:
        for block in programs(ROOT / name):
            compile(block.text, name, "exec")


def test_the_tutorials_bot_is_the_one_that_is_measured() -> None:
    """docs/develop/add-a-bot.md measures the class that it shows."""
    text = (ROOT / "docs/develop/add-a-bot.md").read_text(encoding="utf-8")
    assert set(re.findall(r"class (\w+)\(Bot\)", text)) == set(re.findall(r"my_bots\.(?:py:)?(\w+)", text)) - {"py"}


def test_the_lab_lists_its_pages() -> None:
    text = (ROOT / "docs/lab/index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\]\((2[\w-]+\.md)\)", text)) == {path.name for path in (ROOT / "docs/lab").glob("2*.md")}
