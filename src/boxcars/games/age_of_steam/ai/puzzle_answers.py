"""Answers to puzzles about Age of Steam, computed by the chapters of the rules on a copy of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxcars.games.age_of_steam.components import MAX_SHARES
from boxcars.games.age_of_steam.income_and_expenses import CollectIncome, PayExpenses
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BidOrDrop
from boxcars.rail.actions import DropOut


def fewest_shares(rules: AgeOfSteam, table: Table, seat: int, build: int, deliver: int) -> int:
    """Return the fewest shares with which ``cost`` dollars can be spent on track and, after ``income`` more income, all expenses
    are paid (AOS-12.3)."""
    for shares in range(MAX_SHARES - table.shares[seat] + 1):
        then = table.clone()
        then.shares[seat] += shares
        then.cash[seat] += 5 * shares - build
        then.income[seat] += deliver
        if then.cash[seat] >= 0:
            income = then.income[seat]
            CollectIncome().run(rules, then, None, [])
            PayExpenses().run(rules, then, None, [])
            if then.income[seat] == income:
                return shares
    return -1


def price_of_place(rules: AgeOfSteam, table: Table, seat: int) -> int:
    """Return what the seat pays in the end if everybody drops out of the auction now (AOS-6.6)."""
    then = table.clone()
    while isinstance(then.agenda[-1], BidOrDrop):
        rules.apply(then, DropOut())
    return table.cash[seat] - then.cash[seat]


ANSWERS: dict[str, Callable[..., Any]] = {"fewest_shares": fewest_shares, "price_of_place": price_of_place}
