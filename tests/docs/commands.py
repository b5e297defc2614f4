"""The commands of README, the documentation and ``--help``: which there are, and a folder in which they can run."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import Any

from tests.analysis.games import golden

ROOT = Path(__file__).parents[2]
spec = util.spec_from_file_location("docs_check", ROOT / "tools" / "docs_check.py")
assert spec and spec.loader
docs_check: Any = util.module_from_spec(spec)
sys.modules["docs_check"] = docs_check
spec.loader.exec_module(docs_check)

NOT_RUN = {
    r"git clone|cd |export |nano |chmod |cp \.env|useradd|systemctl|curl ": "for the reader's own machine",
    r"docker ": "needs Docker",
    r"(\S+/)?pip |python3 -m venv": "installs packages; tools/release.py installs into an empty environment",
    r"createdb|pg_dump|pg_restore": "tests/server/test_postgres.py runs them",
    r"make (play|test|check|release|slow)": "make itself; CI runs the last four",
    r"(\S+/)?pytest ": "a test suite",
    r"python tools/mutation": "tests/core/test_mutants.py runs it",
    r"(\S+/)?python examples/train": "tests/envs/test_training.py runs it, smaller",
    r"(\S+/)?python -m http.server": "serves until it is stopped",
    r"boxcars static": "tests/tab builds it",
    r"(\S+/)?boxcars serve|boxcars$": "serves until it is stopped: test_servers_of_the_documentation_start",
    r"boxcars analyse games.parquet": "reviews whole games: tests/arena/test_ray.py and tests/cli/test_commands.py run it",
    r"boxcars bench": "measures for a minute: tests/cli/test_commands.py runs it, smaller",
    r"boxcars conformance": "plays every option: tests/core/test_conformance.py runs it",
    r"boxcars .*milk_run": "tests/examples/test_sixth_game.py installs the game and runs them",
    r"boxcars referee": "asks at the terminal: tests/arena",
    r"boxcars ladder": "hundreds of games: tests/arena/test_designer.py runs it, smaller",
}
"""Commands that the tests of the documentation do not run, and why."""
FEW = {"simulate": 4, "arena": 2, "balance": 2, "tune": 2, "measure": 2, "blunders": 1, "dataset": 2}
"""Games that these commands play here; their pages name more."""
MY_BOTS = """
import random
from boxcars.bots import Bot
class Hasty(Bot):
    def __init__(self, rules, seed, *, looks=3):
        super().__init__(rules, seed)
        self.random, self.looks = random.Random(seed), looks
    def choose(self, view):
        return self.random.choice(view.legal())
class Patient(Hasty): pass
"""


def page_commands(path: Path) -> list[str]:
    return [command for block in docs_check.shell_blocks(path) for command in docs_check.command_lines(block.text)]


def help_examples() -> Iterator[tuple[str, str]]:
    """Yield each command of the program with each example that its ``--help`` shows."""

    def walk(name: str, command: Any) -> Iterator[tuple[str, str]]:
        if hasattr(command, "commands"):
            for sub in command.commands:
                yield from walk(f"{name} {sub}", command.commands[sub])
        else:
            _, *examples = (command.help or "").split("Example:")
            yield from ((name.strip(), " ".join(example.split())) for example in examples or [""])

    yield from walk("", docs_check.program())


def why_not_run(command: str) -> str | None:
    return next((reason for pattern, reason in NOT_RUN.items() if re.match(pattern, command)), None)


def with_few_games(words: list[str]) -> list[str]:
    """The same command with few games of quick bots, few iterations and one process."""
    if words[0] == "analyse":
        return [words[0], "end.jsonl", *words[2:], "--worlds", "2"]
    few = FEW.get(words[0])
    if few is None:
        return words
    out = [*words, *([] if {"--games", "-g"} & set(words) else ["--games", str(few)])]
    for name, most in (("--games", few), ("--jobs", 1), ("-j", 1), ("--iterations", 2)):
        if name in out:
            out[out.index(name) + 1] = str(most)
    if words[0] in ("arena", "measure"):  # as many as seats, in every seat
        out[out.index("--games") + 1] = "2"
    if "--level" in out:  # an expert thinks for minutes in a game
        out[out.index("--level") + 1] = "heuristic"
    return [*out, "--trials", "2"] if words[0] == "tune" else out


def split_redirect(command: str) -> tuple[list[str], str]:
    """The words of a command without variables and program, and the file its output goes to."""
    line, _, target = re.sub(r"\$\([^)]*\)", "today", command).partition(" > ")
    words = shlex.split(line)
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    return words[1:], target.strip()


def furnish(at: Path, corrections: str) -> None:
    """Put what the pages speak of into a folder: saved games, maps, a bot, lessons."""
    for name in ("tests", "docs", "src"):
        (at / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "examples", at / "examples", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copy(ROOT / "tests/ticket_to_ride/golden/usa-2.jsonl", at / "game.jsonl")
    (at / "end.jsonl").write_bytes(golden("spike/golden/eastern_usa-2-heuristic.jsonl", 4).write())  # the end of a game
    shutil.copy(ROOT / "examples/my_agent.py", at)
    for name in ("mymap.toml", "my_map.toml"):
        shutil.copy(ROOT / "examples/two_rivers.toml", at / name)
    (at / "my_bots.py").write_text(MY_BOTS, encoding="utf-8")
    (at / "corrections.toml").write_text(corrections, encoding="utf-8")
    shutil.copy(ROOT / "src/boxcars/lessons/ticket_to_ride/1_first_ticket.toml", at / "my_lesson.toml")
