"""Clause coverage: every numbered clause of a game's rules has a test that cites it.

Clauses are the ids in ``docs/rules/<game>.md`` that stand in bold or in the first cell of a table row; tests cite them with
``@pytest.mark.clause("TTR-3.4")``.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

DEFINED = re.compile(
    r"(?:\*\*|^\|\s*(?:\*\*)?)((?:TTR|AOS|STM|SIL|SPK)-[A-Z0-9]+(?:[.-][A-Za-z0-9]+)*)(?:\*\*|\s*(?:\*\*)?\s*\|)", re.M
)


def rules_folder() -> Path:
    """Where the rules texts are: in the installed package, or in the checkout."""
    package = Path(__file__).parents[1] / "docs" / "rules"
    return package if package.is_dir() else Path(__file__).parents[3] / "docs" / "rules"


def defined(game: str) -> list[str]:
    """The clauses of a game, in the order of its rules text."""
    text = (rules_folder() / f"{game}.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(DEFINED.findall(text)))


def cited(tests: Path) -> dict[str, list[str]]:
    """Clause -> the tests that cite it, as file::line."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        found.setdefault(argument.value, []).append(f"{path.name}:{node.lineno}")
    return found


def coverage(tests: Path) -> dict[str, dict[str, int | list[str]]]:
    """Per game: how many clauses there are, how many are tested, and which are not."""
    have = cited(tests)
    out: dict[str, dict[str, int | list[str]]] = {}
    for path in sorted(rules_folder().glob("*.md")):
        clauses = defined(path.stem)
        missing = [c for c in clauses if c not in have]
        out[path.stem] = {"clauses": len(clauses), "tested": len(clauses) - len(missing), "untested": missing}
    return out
