"""Phase I: issue shares (AOS-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import IssueShares
from boxcars.games.age_of_steam.components import MAX_SHARES
from boxcars.games.age_of_steam.events import SharesIssued
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import DecideShares

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

PRICE: Final = 5
"""What a share brings (AOS-5.1)."""
ISSUES: Final = tuple(IssueShares(n) for n in range(MAX_SHARES + 1))


class SharesPhase(Chapter[Table]):
    """Everybody in turn order (AOS-5.1)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.agenda.extend(DecideShares(seat) for seat in reversed(state.order))


class Issuing(Chapter[Table]):
    verbs = (IssueShares,)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        return list(ISSUES[: most(rules, state, step.seat) + 1])

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        if action.shares < 0:
            return no("bad_number", "AOS-5.1", T("You can't issue a negative number of shares."))
        if action.shares > rules.board.data.rules.max_shares_per_turn:
            most_now = rules.board.data.rules.max_shares_per_turn
            return no("too_many_shares", "AOS-18.4", T("You can issue at most {number} per turn.", number=most_now))
        if action.shares > most(rules, state, step.seat):
            return no("too_many_shares", "AOS-5.2", T("You can't issue more than {number} shares in total.", number=MAX_SHARES))
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        state.shares[step.seat] += action.shares
        state.cash[step.seat] += PRICE * action.shares
        events.append(SharesIssued(step.seat, action.shares, PRICE * action.shares))


def most(rules: AgeOfSteam, table: Table, seat: int) -> int:
    """Return how many shares the seat may still issue now (AOS-5.2, 18.4)."""
    return min(MAX_SHARES - table.shares[seat], rules.board.data.rules.max_shares_per_turn)
