"""Standard game, phase 1: raise capital (STM-15.4, 15.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.steam.money import loan_steps, take_loans
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import RaiseCapital, TakeLoans

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

RAISING: Final = tuple(RaiseCapital(seat) for seat in range(6))
LOANS: Final = tuple(TakeLoans(n) for n in range(200))


class Capital(Chapter[Table]):
    """Any number of loan steps, also none, in the order of the previous turn (STM-15.4, 15.19)."""

    verbs = (TakeLoans,)

    def run(self, rules: Steam, state: Table, step: RaiseCapital, events: list[Event]) -> None:
        state.agenda.extend([RAISING[seat] for seat in reversed(state.order)])

    def legal(self, rules: Steam, state: Table, step: RaiseCapital) -> list[TakeLoans]:
        return list(LOANS[: loan_steps(rules, state, step.seat) + 1])

    def refuse(self, rules: Steam, state: Table, step: RaiseCapital, action: TakeLoans) -> Reason | None:
        most = min(loan_steps(rules, state, step.seat), len(LOANS) - 1)
        if not 0 <= action.steps <= most:
            return no("too_many_loans", "STM-15.4", T("You can take 0 to {most} loans.", most=most))
        return None

    def apply(self, rules: Steam, state: Table, step: RaiseCapital, action: TakeLoans, events: list[Event]) -> None:
        take_loans(rules, state, step.seat, action.steps, events)
