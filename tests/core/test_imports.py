"""Imports go one way: core <- {rail, view} <- games <- {bots, arena, envs, server}; no game imports another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import boxcars

HOME = Path(boxcars.__file__).parent
ALLOWED = {
    "core": {"core"},
    "rail": {"core", "rail"},
    "view": {"core", "view", "locale"},
    "games": {"core", "rail", "view", "games"},
    "bots": {"core", "bots"},
    "locale": {"core", "locale"},
}


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("boxcars.")}


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_go_one_way(package: str) -> None:
    wrong = {
        f"{path.relative_to(HOME)}: {name}"
        for path in (HOME / package).rglob("*.py")
        for name in imports(path)
        if name.split(".")[1] not in ALLOWED[package]
    }
    assert not wrong


def test_no_game_imports_another() -> None:
    wrong = {
        f"{path.relative_to(HOME)}: {name}"
        for path in (HOME / "games").rglob("*.py")
        for name in imports(path)
        if name.startswith("boxcars.games.") and name.split(".")[2] != path.relative_to(HOME / "games").parts[0]
    }
    assert not wrong
