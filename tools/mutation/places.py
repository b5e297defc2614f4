"""Mutants: every place in the rules of a game where one small change can be made, and the module with that change."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "boxcars" / "games"
RAIL = "rail"
"""Not a game, but rules that two games share."""
NOT_RULES = {
    "__init__.py",
    "types.py",
    "actions.py",
    "deal_actions.py",
    "steps.py",
    "events.py",
    "placing_events.py",
    "observation.py",
    "names.py",
    "invariants.py",
    "map_file.py",
    "map_check.py",
}
"""Files of a game's folder that hold no rule."""


@dataclass(frozen=True)
class Mutant:
    """One change: ``place`` counts the places of a file where ``kind`` applies; -1: a whole line is replaced, by hand."""

    game: str
    file: str
    line: int
    kind: str
    place: int
    before: str
    after: str
    text: str
    """The line as it is written: what a mutant is found again by when lines have moved."""


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


def _no_rule(node: ast.AST) -> bool:
    """Whether no player could ever see what stands here: imports for the type checker, how large a memory may grow,
    ``zip(strict=True)``, how a record is made, which edition of the rules it is."""
    if isinstance(node, ast.If):
        first = node.body[0]
        emptied = isinstance(first, ast.Delete) or (isinstance(first, ast.Expr) and ast.unparse(first).endswith(".clear()"))
        return getattr(node.test, "id", "") == "TYPE_CHECKING" or (emptied and ast.unparse(node.test).startswith("len("))
    if isinstance(node, ast.AnnAssign) and (node.value is None or getattr(node.target, "id", "") == "version"):
        return True
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    return isinstance(node, ast.keyword) and node.arg in ("strict", "maxsize", "frozen", "kw_only")


def _below_zero(node: ast.AST) -> int:
    """The number that is written here with a minus sign, 0 where none is."""
    written = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
    return -node.operand.value if written and type(node.operand.value) is int else 0  # type: ignore[attr-defined]


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
    number = _below_zero(node)
    if number:
        yield "number", ast.Constant(number + 1)
        if number < -1:  # -1 is how nobody and nothing are written, and so would -2 be
            yield "number", ast.Constant(number - 1)
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
        if _reason(node) or _no_rule(node):
            return node
        for kind, instead in changes(node):
            self.found.append((kind, getattr(node, "lineno", 0), node, instead))
            if self.wanted == len(self.found) - 1:
                return ast.fix_missing_locations(ast.copy_location(instead, node))
        return node if _below_zero(node) else super().generic_visit(node)


def folder_of(game: str) -> Path:
    return GAMES.parent / RAIL if game == RAIL else GAMES / game


def chapters(game: str) -> list[Path]:
    """The files that hold the rules of a game: its chapters, and its maps' own."""
    folder = folder_of(game)
    found = [p for p in sorted(folder.glob("*.py")) if p.name not in NOT_RULES]
    return found + [p for p in sorted((folder / "maps").glob("*.py")) if p.name != "__init__.py"]


def _written(node: ast.AST) -> str:
    """The beginning of it, as it would be written."""
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).partition("\n")[0][:100]


def mutants(game: str) -> list[Mutant]:
    """Every place where a rule of the game can be broken."""
    out = []
    for path in chapters(game):
        breaker = Breaker()
        written = path.read_text(encoding="utf-8")
        breaker.visit(ast.parse(written))
        lines = ["", *(line.strip() for line in written.splitlines())]
        for place, (kind, line, before, after) in enumerate(breaker.found):
            old, new = (_written(node) for node in (before, after))
            out.append(Mutant(game, str(path.relative_to(ROOT)), line, kind, place, old, new, lines[line]))
    return out


def source(mutant: Mutant) -> Any:
    """The module as it is, compiled."""
    path = ROOT / mutant.file
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def broken_source(mutant: Mutant) -> Any:
    """The module with that one change, compiled."""
    path = ROOT / mutant.file
    written = path.read_text(encoding="utf-8")
    if mutant.place < 0:
        lines = written.splitlines()
        lines[mutant.line - 1] = lines[mutant.line - 1].replace(mutant.before, mutant.after)
        return compile("\n".join(lines) + "\n", str(path), "exec")
    tree = Breaker(mutant.place).visit(ast.parse(written))
    return compile(ast.fix_missing_locations(tree), str(path), "exec")
