"""Break the rules one at a time, and see whether the game's own fast tests notice.

python tools/mutate.py ticket_to_ride                 60 mutants of one game
python tools/mutate.py --mutants 300 --seed 7         300 over all games
python tools/mutate.py spike --survivors out.json     what nothing noticed, for a closer look
python tools/mutate.py --again out.json               those once more, after writing tests
python tools/mutate.py rail                           the toolbox, by its own tests and those of both games that use it

A mutant changes one place of a chapter: a comparison, a number, a sum, a condition that is dropped or turned round, the order
of two statements, a refusal that is forgotten. Only tests that run through the changed line can notice it, so only those are
run (found out once for each game by coverage), in a process of its own (mutate_in_place.py);
no file is touched. Golden games, playouts and conformance do not count: they would notice almost anything, and tell nobody
which rule.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
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

from mutate_in_place import QUIET, SECONDS, in_a_fork, try_in_place, watch

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "boxcars" / "games"
RAIL = "rail"
"""Not a game, but rules that two games share."""
NOT_COUNTED = ("playouts", "golden", "slow", "conformance", "test_board.py", "test_bot.py")
"""Tests whose files say these words notice by playing whole games, or look at something else than the rules."""
NOT_RULES = {
    "__init__.py",
    "words.py",
    "steps.py",
    "events.py",
    "sight.py",
    "names.py",
    "audit.py",
    "map_file.py",
    "map_check.py",
}
"""Files of a game's folder that hold no rule."""


@dataclass(frozen=True)
class Mutant:
    """One change: ``place`` counts the places of a file where ``kind`` applies."""

    game: str
    file: str
    line: int
    kind: str
    place: int
    before: str
    after: str


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    killed: bool
    why: str
    seconds: float


# -- how a rule is broken ------------------------------------------------------------------------------------------------

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}


def _reason(node: ast.AST) -> bool:
    """Whether this makes a sentence or a reason: words are no rule."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
        "T",
        "no",
        "Text",
        "Reason",
    )


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The ways in which this node can be broken: (kind, what stands there instead)."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in TURNED:
        other = copy.deepcopy(node)
        other.ops = [TURNED[type(node.ops[0])]()]
        yield "comparison", other
    if isinstance(node, ast.Constant) and type(node.value) is int and 0 <= node.value < 1000:
        yield "number", ast.Constant(node.value + 1)
        if node.value > 0:
            yield "number", ast.Constant(node.value - 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "switch", ast.Constant(not node.value)
    if (
        isinstance(node, ast.BinOp)
        and type(node.op) in COUNTED
        and not isinstance(node.left, (ast.List, ast.ListComp, ast.JoinedStr))
    ):
        other_sum = copy.deepcopy(node)
        other_sum.op = COUNTED[type(node.op)]()
        yield "sum", other_sum
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            rest = [copy.deepcopy(value) for j, value in enumerate(node.values) if j != i]
            yield "dropped condition", rest[0] if len(rest) == 1 else ast.BoolOp(copy.deepcopy(node.op), rest)
    if isinstance(node, (ast.If, ast.IfExp)):
        turned = copy.deepcopy(node)
        turned.test = ast.UnaryOp(ast.Not(), turned.test)
        yield "turned condition", turned
    if isinstance(node, ast.If) and not node.orelse:
        dropped = copy.deepcopy(node)
        dropped.test = ast.Constant(False)
        yield "dropped rule", dropped
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max", "any", "all"):
        swapped = copy.deepcopy(node)
        names = {"min": "max", "max": "min", "any": "all", "all": "any"}
        swapped.func = ast.Name(names[node.func.id], ast.Load())
        yield "swapped function", swapped


class Breaker(ast.NodeTransformer):
    """Walks over a module; breaks the ``wanted``-th place, or lists them all."""

    def __init__(self, wanted: int | None = None) -> None:
        self.wanted = wanted
        self.found: list[tuple[str, int, ast.AST, ast.AST]] = []

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            return node
        if _reason(node) or (isinstance(node, (ast.Import, ast.ImportFrom, ast.AnnAssign)) and not getattr(node, "value", None)):
            return node
        for kind, instead in changes(node):
            self.found.append((kind, getattr(node, "lineno", 0), node, instead))
            if self.wanted == len(self.found) - 1:
                return ast.fix_missing_locations(ast.copy_location(instead, node))
        return super().generic_visit(node)

    def visit_arguments(self, node: ast.arguments) -> Any:
        return node


def folder_of(game: str) -> Path:
    return GAMES.parent / RAIL if game == RAIL else GAMES / game


def chapters(game: str) -> list[Path]:
    """The files that hold the rules of a game: its chapters, and its maps' own."""
    folder = folder_of(game)
    found = [p for p in sorted(folder.glob("*.py")) if p.name not in NOT_RULES]
    return found + [p for p in sorted((folder / "maps").glob("*.py")) if p.name != "__init__.py"]


def mutants(game: str) -> list[Mutant]:
    """Every place where a rule of the game can be broken."""
    out = []
    for path in chapters(game):
        breaker = Breaker()
        breaker.visit(ast.parse(path.read_text(encoding="utf-8")))
        for place, (kind, line, before, after) in enumerate(breaker.found):
            texts = [ast.unparse(ast.fix_missing_locations(copy.deepcopy(x))).partition("\n")[0][:100] for x in (before, after)]
            out.append(Mutant(game, str(path.relative_to(ROOT)), line, kind, place, *texts))
    return out


def source(mutant: Mutant) -> Any:
    """The module as it is, compiled."""
    path = ROOT / mutant.file
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def broken_source(mutant: Mutant) -> Any:
    """The module with that one change, compiled."""
    path = ROOT / mutant.file
    tree = Breaker(mutant.place).visit(ast.parse(path.read_text(encoding="utf-8")))
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


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
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main([*tests, *QUIET])
    failed = [line for line in said.getvalue().splitlines() if line.startswith(("FAILED", "ERROR"))]
    pipe.send((code != 0, failed[0][:160] if failed else ""))


def noticed(mutant: Mutant, tests: list[str]) -> Verdict:
    """Whether one of these tests fails in a process that imports the mutant."""
    began = time.monotonic()
    said = in_a_fork(lambda pipe: _try(mutant, tests, pipe))
    killed, why = (True, said) if isinstance(said, str) else said
    return Verdict(mutant, killed, why, time.monotonic() - began)


def sample(games: list[str], count: int, seed: str) -> list[Mutant]:
    """Mutants by lot, as many of each game as it has rules to break."""
    every = [mutant for game in games for mutant in mutants(game)]
    return random.Random(seed).sample(every, min(count, len(every)))


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
    """Judge them all, some at once, each told as it is known."""
    ready()
    by_game: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in chosen:
        by_game[mutant.game].append(mutant)
    for game, some in by_game.items():
        files = test_files(game)
        seen, seconds = watch(files, folder_of(game))
        passing = [seen.get(str(ROOT / m.file), {}).get(m.line, []) for m in some]
        tests = [sorted({test for test in them if test}, key=lambda test: seconds[test]) for them in passing]
        each = [(source(m), broken_source(m), them) for m, them in zip(some, tests, strict=True)]
        for number, killed, why, took in try_in_place(files, each, jobs):
            mutant = some[number]
            if not passing[number]:
                yield Verdict(mutant, False, "no test runs through this line", took)
            elif killed is not None:
                yield Verdict(mutant, killed, why, took)
            else:  # it cannot be tried in place
                yield noticed(mutant, files if "" in passing[number] else tests[number])


def every_game() -> list[str]:
    return sorted(p.name for p in GAMES.iterdir() if (p / "rules.py").is_file())


def still_there(verdicts: list[dict[str, Any]]) -> list[Mutant]:
    """The mutants of a file of survivors, found again by what they change: lines move."""
    there = [mutant for game in {v["mutant"]["game"] for v in verdicts} for mutant in mutants(game)]
    found = []
    for old in (Mutant(**v["mutant"]) for v in verdicts):
        same = [m for m in there if (m.file, m.kind, m.before, m.after) == (old.file, old.kind, old.before, old.after)]
        found += sorted(same, key=lambda m, old=old: abs(m.line - old.line))[:1]  # type: ignore[misc]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all, if none is named")
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--survivors", type=Path, help="write what nothing noticed to this file, as JSON")
    parser.add_argument("--again", type=Path, help="only the mutants of such a file, if they still exist")
    given = parser.parse_args()
    games = given.games or every_game()
    if given.again:
        chosen = still_there(json.loads(given.again.read_text(encoding="utf-8")))
        games = sorted({mutant.game for mutant in chosen})
    else:
        chosen = sample(games, given.mutants, given.seed)
    verdicts = []
    for v in run(chosen, given.jobs):
        verdicts.append(v)
        m = v.mutant
        if not v.killed:
            print(f"{m.file}:{m.line}  {m.kind}: {m.before}  ->  {m.after}{f'  ({v.why})' if v.why else ''}", flush=True)
    alive = [v for v in verdicts if not v.killed]
    for game in games:
        of = [v for v in verdicts if v.mutant.game == game]
        if of:
            print(f"{game}: {sum(v.killed for v in of)} of {len(of)} noticed")
    print(f"noticed: {len(verdicts) - len(alive)} of {len(verdicts)} ({100 * (1 - len(alive) / max(1, len(verdicts))):.1f} %)")
    if given.survivors:
        given.survivors.write_text(json.dumps([asdict(v) for v in alive], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
