"""Answers to puzzles about Steam, found by the rules themselves on a copy of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxcars.games.steam.money import pay
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.state import Table
from boxcars.games.steam.turn_order import OrderOfPlay
from boxcars.games.steam.types import TurnOrder
from boxcars.rail.actions import MoveGoods


def forbidden(rules: Steam, table: Table, seat: int, origin: str, ways: dict[str, dict[str, Any]]) -> list[str]:
    """Return those of the given ways of a cube that the rules refuse (STM-10)."""
    moves = {key: MoveGoods(origin, way["colour"], way["to"], tuple(way["sides"])) for key, way in ways.items()}
    return [f"option:{key}" for key, move in moves.items() if rules.refuse(table, seat, move) is not None]


def left_after_paying(rules: Steam, table: Table, seat: int, amount: int) -> int:
    """Return the cash of a seat after a payment, with the loans that it requires (STM-3.5)."""
    then = table.clone()
    pay(rules, then, seat, amount, [])
    return then.cash[seat]


def next_order(rules: Steam, table: Table, seat: int) -> list[str]:
    """Return the order of play of the next turn (STM-13.1)."""
    then = table.clone()
    OrderOfPlay().run(rules, then, TurnOrder(), [])
    return [f"seat:{other}" for other in then.order]


ANSWERS: dict[str, Callable[..., Any]] = {
    "forbidden": forbidden,
    "left_after_paying": left_after_paying,
    "next_order": next_order,
}
