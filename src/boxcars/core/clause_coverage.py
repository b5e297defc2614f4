"""Clause coverage: every numbered clause of a game's rules has a test that cites it.

Clauses are the ids that stand in bold or in the first cell of a table row in the rules text of a game (``registry.rules_path``).
Tests cite them with ``@pytest.mark.clause("TTR-3.4")``.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from boxcars.core import registry

DEFINED = re.compile(r"(?:\*\*|^\|\s*(?:\*\*)?)([A-Z]{2,4}-[A-Z0-9]+(?:[.-][A-Za-z0-9]+)*)(?:\*\*|\s*(?:\*\*)?\s*\|)", re.M)


def defined(game: str) -> list[str]:
    """Return the clauses of a game, in the order of its rules text; [] if it has no rules text."""
    path = registry.rules_path(game)
    return list(dict.fromkeys(DEFINED.findall(path.read_text(encoding="utf-8")))) if path is not None else []


def cited(tests: Path) -> dict[str, list[str]]:
    """Return clause -> the tests that cite it, as file:line."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.setdefault(argument.value, []).append(f"{path.name}:{node.lineno}")
    return found


def coverage(tests: Path) -> dict[str, dict[str, int | list[str]]]:
    """Return, per game, how many clauses there are, how many are tested, and which are not."""
    have = cited(tests)
    out: dict[str, dict[str, int | list[str]]] = {}
    for game in registry.games():
        clauses = defined(game)
        missing = [c for c in clauses if c not in have]
        out[game] = {"clauses": len(clauses), "tested": len(clauses) - len(missing), "untested": missing}
    return out
