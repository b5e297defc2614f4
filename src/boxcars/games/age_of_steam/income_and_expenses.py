"""Phases VI to VIII: income, expenses, insolvency, income reduction (AOS-12)."""

from __future__ import annotations

from typing import Any

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.age_of_steam.events import ExpensesPaid, GameEnded, IncomeCollected, IncomeReduced
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.actions import PlayerEliminated
from boxcars.rail.track import eliminate


class CollectIncome(Chapter[Table]):
    """Dollars equal to the income (AOS-12.1)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        amounts = [0] * rules.players
        for seat in state.order:
            amounts[seat] = state.income[seat]
            state.cash[seat] += state.income[seat]
        events.append(IncomeCollected(amounts))


class PayExpenses(Chapter[Table]):
    """$1 per share and per link of the locomotive; what is missing costs income, and below 0 the game (AOS-12.2 to 12.7)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        paid, lost = [0] * rules.players, [0] * rules.players
        out: list[int] = []
        for seat in state.order:
            due = state.shares[seat] + state.locomotive[seat]
            paid[seat] = min(due, state.cash[seat])
            lost[seat] = due - paid[seat]
            state.cash[seat] -= paid[seat]
            state.income[seat] -= lost[seat]
            if state.income[seat] < 0:
                out.append(seat)
        events.append(ExpensesPaid(paid, lost, state.shares.copy(), state.locomotive.copy(), state.cash.copy()))
        for seat in out:
            remove_player(state, seat)
            events.append(PlayerEliminated(seat))
        if not state.order or (out and len(state.order) == 1):
            # Nothing else is played (AOS-12.7).
            state.agenda.clear()
            events.append(GameEnded("one_left" if state.order else "none_left"))


def remove_player(table: Table, seat: int) -> None:
    """Discs leave the tracks, all track loses its owner, the cash is gone (AOS-12.6)."""
    table.gone[seat] = table.turn
    table.order.remove(seat)
    table.cash[seat] = 0
    table.income[seat] = 0
    table.action[seat] = -1
    eliminate(table.track, seat)


class ReduceIncome(Chapter[Table]):
    """Every ten steps of income above ten cost two more (AOS-12.8)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        factor = rules.board.data.rules.income_reduction_factor.get(state.turn, 1)
        amounts = [0] * rules.players
        for seat in state.order:
            amounts[seat] = factor * reduction(state.income[seat])
            state.income[seat] -= amounts[seat]
        events.append(IncomeReduced(amounts, state.income.copy()))


def reduction(income: int) -> int:
    """0-10: 0, 11-20: 2, 21-30: 4, 31-40: 6, 41-50: 8, above: 10 (AOS-12.8)."""
    return min(10, 2 * (max(income - 1, 0) // 10))
