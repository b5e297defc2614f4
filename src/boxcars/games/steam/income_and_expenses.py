"""Income, expenses and bankruptcy (STM-12; Standard: STM-15.14 … 15.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.steam.money import loan_steps, pay, purse, take_loans
from boxcars.games.steam.state import Table
from boxcars.games.steam.turn_sequence import end_game
from boxcars.games.steam.types import NO_TILE, IncomeAndExpenses, IncomeSettled
from boxcars.rail import track
from boxcars.rail.actions import PlayerEliminated

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


class Settlement(Chapter[Table]):
    """Player by player in turn order; the last turn, and with it the game, ends here (STM-12.1, 14.1)."""

    def run(self, rules: Steam, state: Table, step: IncomeAndExpenses, events: list[Event]) -> None:
        for seat in state.order[:]:
            solvent = settle_standard(rules, state, seat, events) if rules.standard else settle_basic(rules, state, seat, events)
            if not solvent:
                eliminate(rules, state, seat, events)
                if len(state.order) == 1:
                    end_game(state, True, events)  # STM-12.5
                    return
        if state.turn == rules.turns:
            end_game(state, False, events)


def settle_basic(rules: Steam, table: Table, seat: int, events: list[Event]) -> bool:
    """Receive income, or pay it if negative, with loans if needed; False if that is impossible (STM-12.1 … 12.3)."""
    income = table.income[seat]
    if income >= 0:
        table.cash[seat] += income
    elif purse(rules, table, seat) < -income:
        return False
    else:
        pay(rules, table, seat, -income, events)
    events.append(IncomeSettled(seat, income, 0, 0, 0, table.cash[seat]))
    return True


def settle_standard(rules: Steam, table: Table, seat: int, events: list[Event]) -> bool:
    """Income and $1 per locomotive level; what cash cannot pay costs points, then income, 1 for $2 (STM-15.14 … 15.16).

    Where loans are given at any time they come first (STM-15.20).
    """
    income, upkeep = table.income[seat], table.locomotive[seat]
    table.cash[seat] += max(0, income)
    owed = max(0, -income) + upkeep
    lent: list[Event] = []
    if rules.lends_always and owed > table.cash[seat]:
        steps = min(-((table.cash[seat] - owed) // rules.loan), loan_steps(rules, table, seat))
        if steps:
            take_loans(rules, table, seat, steps, lent)
    paid = min(table.cash[seat], owed)
    table.cash[seat] -= paid
    short = owed - paid
    points_lost = min(table.points[seat], (short + 1) // 2)
    short -= 2 * points_lost
    income_lost = min(table.income[seat] - rules.income_min, (short + 1) // 2) if short > 0 else 0
    short -= 2 * income_lost
    table.points[seat] -= points_lost
    table.income[seat] -= income_lost
    if short > 0:
        return False
    events += lent
    table.cash[seat] -= short  # the change of a last odd dollar
    events.append(IncomeSettled(seat, income, upkeep, points_lost, income_lost, table.cash[seat]))
    return True


def eliminate(rules: Steam, table: Table, seat: int, events: list[Event]) -> None:
    """All markers go; links become neutral, unfinished sections unowned (STM-12.3 … 12.6)."""
    table.gone[seat] = max(table.gone) + 1
    table.order.remove(seat)
    table.cash[seat] = table.income[seat] = table.points[seat] = 0
    table.tile[seat] = NO_TILE
    table.city_action[seat] = 0
    track.eliminate(table.track, seat)
    events.append(PlayerEliminated(seat))
