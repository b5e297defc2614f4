"""Mutation testing: break the rules one at a time, and see whether the game's own fast tests notice.

python tools/mutation ticket_to_ride                 60 mutants of one game
python tools/mutation --mutants 300 --seed 7         300 over all games
python tools/mutation spike --survivors out.json     write down what nothing noticed
python tools/mutation --retry out.json               only those once more, after writing tests
python tools/mutation silverton --file deals.py      every mutant of one file
python tools/mutation silverton --equivalent         only the listed equivalent ones: is it still true that nothing notices them?
python tools/mutation --by-hand                      the mutants that were made by hand (of all games, or of those named)
python tools/mutation rail                           the hex toolbox, by its own tests and those of the two games that use it

docs/develop/mutation-testing.md explains how it works and how to read the figures.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.abc import SourceLoader
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, PathFinder, SourceFileLoader
from pathlib import Path
from typing import Any

from by_hand import read_by_hand
from equivalent import find_equivalent
from fork_runner import QUIET, SECONDS, in_a_fork, try_in_place, watch
from places import GAMES, RAIL, ROOT, Mutant, broken_source, folder_of, mutants, source

NOT_COUNTED = ("playouts", "golden", "long_games", "conformance", "test_board.py", "test_bot.py")
"""Tests in files with these words in their names do not count: they play whole games, or test something else than the rules."""
PLAYERS = [ROOT / "src" / "boxcars" / "core" / "conformance.py", *ROOT.glob("tests/*/oracle.py")]
"""Tests that run code of these files do not count either: they play whole games, too."""


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    killed: bool
    why: str
    seconds: float


# -- who could notice ----------------------------------------------------------------------------------------------------


def test_files(game: str) -> list[str]:
    folders = (RAIL, "age_of_steam", "steam") if game == RAIL else (game,)
    found = [path for folder in folders for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))]
    return [str(p.relative_to(ROOT)) for p in found if not any(word in p.name for word in NOT_COUNTED)]


# -- judging one mutant --------------------------------------------------------------------------------------------------


class _Mutated(SourceLoader):
    def __init__(self, path: str, code: Any) -> None:
        self.path, self.code = path, code

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: str | bytes) -> bytes:
        return Path(os.fsdecode(path)).read_bytes()

    def get_code(self, fullname: str) -> Any:
        return self.code


class _Finder:
    """Gives the mutated module where the original is asked for."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.file.removeprefix("src/").removesuffix(".py").replace("/", ".")
        self.loader = _Mutated(str(ROOT / mutant.file), broken_source(mutant))

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != self.name:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None:
            spec.loader = self.loader
        return spec


def _try(mutant: Mutant, tests: list[str], pipe: Any) -> None:
    import pytest

    if mutant.game == RAIL:
        for name in [name for name in sys.modules if name.partition(".")[0] == "boxcars"]:
            del sys.modules[name]  # what stands on the toolbox must be imported anew
    sys.meta_path.insert(0, _Finder(mutant))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * 3, SECONDS * 3))  # imports, and as a rule few tests
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main([*tests, *QUIET])
    failed = [line for line in said.getvalue().splitlines() if line.startswith(("FAILED", "ERROR"))]
    pipe.send((code != 0, failed[0][:160] if failed else ""))


def noticed(mutant: Mutant, tests: list[str]) -> Verdict:
    """Return whether one of these tests fails in a process that imports the mutant."""
    began = time.monotonic()
    said = in_a_fork(lambda pipe: _try(mutant, tests, pipe))
    killed, why = (True, said) if isinstance(said, str) else said
    return Verdict(mutant, killed, why, time.monotonic() - began)


def from_source(path: str) -> Any:
    """Finds our modules as sources, even where compiled ones lie beside them: a mutant is a changed source."""
    if not Path(path).is_relative_to(ROOT / "src"):
        raise ImportError
    return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))


def ready() -> None:
    """Import once what no mutant changes."""
    sys.path_hooks.insert(0, from_source)
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(ROOT / "src"))
    os.chdir(ROOT)
    import pytest

    import boxcars.bots
    import boxcars.core.conformance
    import boxcars.rail

    assert pytest and boxcars.bots and boxcars.rail


def run(chosen: list[Mutant], jobs: int) -> Iterator[Verdict]:
    """Try all mutants, some at once, and yield each verdict as it is known."""
    ready()
    by_game: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in chosen:
        by_game[mutant.game].append(mutant)
    for game, some in by_game.items():
        files = test_files(game)
        seen, seconds = watch(files, folder_of(game), PLAYERS)
        passing = [seen.get(str(ROOT / m.file), {}).get(m.line, []) for m in some]
        tests = [sorted({test for test in them if test}, key=seconds.__getitem__) for them in passing]
        each = [(source(m), broken_source(m), them) for m, them in zip(some, tests, strict=True)]
        for number, killed, why, took in try_in_place(files, each, jobs):
            mutant = some[number]
            at_import = "" in passing[number]
            if not passing[number]:
                yield Verdict(mutant, False, "no test runs through this line", took)
            elif killed or (killed is not None and not at_import):
                yield Verdict(mutant, killed, why, took)
            else:  # it cannot be tried in place, or what was worked out at import was right and is remembered
                yield noticed(mutant, sorted(seconds, key=seconds.__getitem__) if at_import else tests[number])


def every_game() -> list[str]:
    return sorted(p.name for p in GAMES.iterdir() if (p / "rules.py").is_file())


def still_there(verdicts: list[dict[str, Any]]) -> list[Mutant]:
    """The mutants of a file of survivors, found again by what they change: lines move."""
    there = [mutant for game in {v["mutant"]["game"] for v in verdicts} for mutant in mutants(game)] + read_by_hand()[0]
    found = []
    for old in (Mutant(**v["mutant"]) for v in verdicts):
        same = [m for m in there if (m.file, m.text, m.before, m.after) == (old.file, old.text, old.before, old.after)]
        found += sorted(same, key=lambda m, old=old: abs(m.line - old.line))[:1]  # type: ignore[misc]
    return found


def chosen(given: argparse.Namespace, every: list[Mutant], why: dict[Mutant, str]) -> list[Mutant]:
    """What is asked for: by lot, as many of each game as it has rules to break, unless something else is said."""
    if given.retry:
        return still_there(json.loads(given.retry.read_text(encoding="utf-8")))
    if given.by_hand:
        return [m for m in read_by_hand()[0] if not given.games or m.game in given.games]
    if given.equivalent:
        return list(why)
    if given.file:
        return [m for m in every if Path(m.file).name in given.file]
    return random.Random(given.seed).sample(every, min(given.mutants, len(every)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all games, if none is given")
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", action="append", help="every mutant of this file")
    parser.add_argument("--equivalent", action="store_true", help="the equivalent ones, which are not tried otherwise")
    parser.add_argument("--by-hand", action="store_true", help="the ones that were made by hand, none by lot")
    parser.add_argument("--survivors", type=Path, help="write the mutants that nothing noticed to this file, as JSON")
    parser.add_argument("--retry", type=Path, help="only the mutants of such a file, if they still exist")
    given = parser.parse_args()
    every = [mutant for game in given.games or every_game() for mutant in mutants(game)]
    why, lost = find_equivalent(every)
    some = chosen(given, every, why)
    tried = some if given.equivalent else [m for m in some if m not in why]
    verdicts = []
    for v in run(tried, given.jobs):
        verdicts.append(v)
        m = v.mutant
        if v.killed == given.equivalent:
            print(f"{m.file}:{m.line}  {m.kind}: {m.before}  ->  {m.after}{f'  ({v.why})' if v.why else ''}", flush=True)
    alive = [v for v in verdicts if not v.killed]
    for game in sorted({mutant.game for mutant in some}):
        of = [v for v in verdicts if v.mutant.game == game]
        left = sum(mutant.game == game for mutant in some) - len(of)
        print(f"{game}: {sum(v.killed for v in of)} of {len(of)} noticed{f', {left} more are equivalent' if left else ''}")
    print(f"noticed: {len(verdicts) - len(alive)} of {len(verdicts)} ({100 * (1 - len(alive) / max(1, len(verdicts))):.1f} %)")
    for entry in lost:
        print(f"listed as equivalent, but not there: {entry}")
    if given.survivors:
        given.survivors.write_text(json.dumps([asdict(v) for v in alive], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
