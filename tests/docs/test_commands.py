"""Every command of README, of the documentation and of ``--help`` runs, smaller where it plays many games."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.arena.command import boxcars, typed
from tests.docs.commands import (
    NOT_RUN,
    ROOT,
    docs_check,
    furnish,
    help_examples,
    page_commands,
    split_redirect,
    why_not_run,
    with_few_games,
)

PAGES = [path for path in docs_check.pages() if not docs_check.is_lab(path) and page_commands(path)]
QUICK = {"games", "bots", "replay", "map", "lessons", "store", "backup", "verify-store", "ratings"}
"""Commands that take well under a second each, unless they read a parquet table."""
INTERACTIVE = {"play"}
"""They ask at the terminal: a few answers, then the end of the input."""
ABSENT = re.compile(r"nothing is stored|no such|no map", re.IGNORECASE)
"""What a command answers that names a person, a link or a map which only the reader's own server has."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages speak of, and a database with one table."""
    at = tmp_path_factory.mktemp("prepared")
    text = (ROOT / "docs/maps.md").read_text(encoding="utf-8")
    corrections = re.search(r"```toml\n(game = \"steam\"\ncorrects.*?)```", text, re.S)
    assert corrections
    furnish(at, corrections[1])
    typed("import-table", str(at / "game.jsonl"), "--database", str(at / "boxcars.sqlite"))
    return at


@pytest.fixture
def work(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that folder, in which the commands of one page run."""
    at = tmp_path / "work"
    shutil.copytree(prepared, at, symlinks=True)
    monkeypatch.chdir(at)
    monkeypatch.syspath_prepend(str(at))
    monkeypatch.setenv("BOXCARS_DATABASE", str(at / "boxcars.sqlite"))
    return at


@pytest.fixture(scope="module")
def tables(prepared: Path) -> Path:
    """The same folder with tables of games."""
    for name in ("games.parquet", "games.jsonl"):
        typed("simulate", "ticket_to_ride", "--bots", "random,random", "--games", "4", "--out", str(prepared / name))
    for name in ("t.parquet", "results.parquet"):
        shutil.copy(prepared / "games.parquet", prepared / name)
    return prepared


def answer(words: list[str], keys: str) -> None:
    """Run a command that asks at the terminal."""
    command = [sys.executable, "-m", "boxcars", *words]
    done = subprocess.run(command, input=keys, capture_output=True, text=True, timeout=240)
    assert "Traceback" not in done.stderr and done.returncode in (0, 130), (words, done.stdout, done.stderr)


def run(command: str, work: Path) -> None:
    """Run a command of ``boxcars`` as a page has it, with files of the folder in place of the reader's."""
    words, target = split_redirect(command)
    if words[:1] and words[0] in INTERACTIVE:
        answer(words, "1\n1\nq\n")
        return
    if "TABLE" in words:
        table = re.search(r"/t/(\w+)", typed("import-table", "game.jsonl"))
        assert table
        words[words.index("TABLE")] = table[1]
    places = {
        "/backups/": f"{work}/",
        "/var/lib/boxcars/": f"{work}/",
        "/tmp/restored.sqlite": "boxcars.sqlite",
        "games.db": "boxcars.sqlite",
    }
    for there, here in places.items():
        words = [word.replace(there, here) for word in words]
    if words[:2] == ["map", "export"]:  # it writes over nothing
        Path(words[-1]).unlink(missing_ok=True)
    if words[:2] == ["map", "diff"] and "--against" in words:
        Path("mymap.toml").write_text(typed("map", "correct", "corrections.toml"), encoding="utf-8")
    if words[:2] == ["map", "correct"]:
        Path(words[-1]).unlink()
    done = boxcars(*with_few_games(words))
    told = done.stdout + done.stderr
    absent = words[:2] in (["store", "person"], ["store", "remove-map"]) and ABSENT.search(told)
    assert done.returncode == 0 or absent, (command, told)
    if target:
        Path(target).write_text(done.stdout, encoding="utf-8")


def runs(command: str, quick: bool) -> bool:
    """Whether the tests run this command, among the quick ones or the others."""
    if why_not_run(command) is not None or not re.match(r"([A-Z_]+=\S+ )?(\.venv/bin/)?boxcars\b", command):
        return False
    words, _ = split_redirect(command)
    return (not words or (words[0] in QUICK and "parquet" not in command)) == quick


def page_id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [path for path in PAGES if any(runs(c, quick=True) for c in page_commands(path))], ids=page_id)
def test_quick_commands_of_a_page_run(path: Path, work: Path) -> None:
    for command in page_commands(path):
        if runs(command, quick=True):
            run(command, work)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in PAGES if any(runs(c, quick=False) for c in page_commands(path))], ids=page_id)
def test_all_commands_of_a_page_run(path: Path, tables: Path, work: Path) -> None:
    for command in page_commands(path):
        if runs(command, quick=True) or runs(command, quick=False):
            run(command, work)


def test_every_command_has_an_example() -> None:
    missing = [name for name, example in help_examples() if not example]
    assert not missing
    commands = [command for _, example in help_examples() for command in docs_check.command_lines(example)]
    wrong = {command: problem for command in commands if (problem := docs_check.command_problem(command))}
    assert not wrong


@pytest.mark.parametrize("example", [example for _, example in help_examples() if runs(example, quick=True)])
def test_quick_examples_of_help_run(example: str, work: Path) -> None:
    run(example, work)


@pytest.mark.slow
@pytest.mark.parametrize("example", [example for _, example in help_examples() if runs(example, quick=False)])
def test_other_examples_of_help_run(example: str, tables: Path, work: Path) -> None:
    run(example, work)


def test_what_is_not_run_is_said() -> None:
    """Each command runs, or has a reason not to; each reason is needed."""
    commands = [command for path in PAGES for command in page_commands(path)] + [example for _, example in help_examples()]
    left = [c for c in commands if why_not_run(c) is None and not runs(c, quick=True) and not runs(c, quick=False)]
    assert set(left) <= {"cp examples/two_rivers.toml mymap.toml", "cp .env.example .env"}
    used = Counter(reason for command in commands if (reason := why_not_run(command)))
    assert set(used) == set(NOT_RUN.values())


SERVERS = (
    "boxcars serve",
    "boxcars serve --map ./mymap.toml",
    "boxcars serve --behind-proxy --public-url https://boxcars.example",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", SERVERS)
def test_servers_of_the_documentation_start(command: str, work: Path) -> None:
    words = [sys.executable, "-m", "boxcars", *command.split()[1:], "--port", "0", "--workers", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            assert b"http" in server.stdout.readline()
        finally:
            server.terminate()
