"""Money, loans, income and victory points (STM-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.types import Event
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import LoansTaken

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def loan_steps(rules: Steam, table: Table, seat: int) -> int:
    """Return how many loan steps the seat can take: against income down to its minimum, then 2 points each (STM-3.4)."""
    return table.income[seat] - rules.income_min + table.points[seat] // rules.loan_points


def purse(rules: Steam, table: Table, seat: int) -> int:
    """Return the most the seat can pay for track: its cash, and all loans where they are given at any time (STM-3.6, 15.20)."""
    if not rules.lends_always:
        return table.cash[seat]
    return table.cash[seat] + rules.loan * loan_steps(rules, table, seat)


def take_loans(rules: Steam, table: Table, seat: int, steps: int, events: list[Event]) -> None:
    """Income is used before points (STM-3.4)."""
    on_income = min(steps, table.income[seat] - rules.income_min)
    on_points = (steps - on_income) * rules.loan_points
    table.cash[seat] += rules.loan * steps
    table.income[seat] -= on_income
    table.points[seat] -= on_points
    events.append(LoansTaken(seat, steps, on_income, on_points))


def pay(rules: Steam, table: Table, seat: int, amount: int, events: list[Event]) -> None:
    """Cash first; what is missing comes from as few loans as will do, and the change is kept (STM-3.5)."""
    short = amount - table.cash[seat]
    if short > 0:
        take_loans(rules, table, seat, -(-short // rules.loan), events)
    table.cash[seat] -= amount
