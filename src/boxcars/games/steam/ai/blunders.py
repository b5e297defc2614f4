"""Blunders in Steam: decisions that no good player makes."""

from __future__ import annotations

from typing import Any

from boxcars.core.blunders import Found, Watch
from boxcars.core.types import Action, Event
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import BidForOrder, ChooseReward, IncomeSettled, LoansTaken, MoveRound
from boxcars.rail.actions import Bid, MoveGoods, RaiseLocomotive
from boxcars.rail.network import follow

DEAR = 8
"""A bid of this many dollars counts as a blunder in any place."""
RICH = 20
"""Dollars left at the end from which not having built counts as a blunder."""
DEEP = -6
"""Income below which a loan hardly pays off."""


class Blunders(Watch[Table]):
    things = {
        "for_others": "a delivery that brought others points and oneself none",
        "more_for_others": "a delivery that brought others more, though one that did not was possible",
        "short": "a delivery over one link with a locomotive of 4 or more, though three own links were possible",
        "idle_move": "a move was let go though a delivery brought points",
        "late_engine": "the locomotive was raised with the last move though a delivery brought points",
        "late_income": "income was taken in the last turn though it was above zero",
        "deep_debt": "loans led to an income below -6",
        "paid_with_points": "expenses were paid with points or income",
        "dear_bid": "a bid of eight dollars or more",
        "rich_end": "twenty dollars or more were left at the end",
        "weak_engine": "a locomotive of 3 or less at the end",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.game = rules

    def own(self, state: Table, seat: int, action: MoveGoods) -> tuple[int, int]:
        """Return the numbers of own and of other links on a delivery's way."""
        _, sections, _ = follow(state.track, self.game.board.grid.number[action.origin], list(action.sides))
        owners = [state.track.sections[i].owner for i in sections]
        own = owners.count(seat)
        return own, sum(1 for owner in owners if owner >= 0) - own

    def before(self, state: Table, seat: int, action: Action) -> list[str]:
        found = []
        step = state.agenda[-1]
        last = state.turn == self.game.turns
        if isinstance(step, MoveRound):
            gains = [self.own(state, seat, other) for other in self.game.legal(state) if isinstance(other, MoveGoods)]
            best = max([own for own, _ in gains], default=0)
            if isinstance(action, MoveGoods):
                own, others = self.own(state, seat, action)
                if not own and others:
                    found.append("for_others")
                elif others > own and any(mine >= own and theirs < others for mine, theirs in gains):
                    found.append("more_for_others")
                if own == 1 and best >= 3 and state.locomotive[seat] >= 4:
                    found.append("short")
            elif isinstance(action, RaiseLocomotive):
                found += ["late_engine"] * bool(best and last and step.round == 2)
            elif best:
                found.append("idle_move")
        if isinstance(step, ChooseReward) and getattr(action, "to", "") == "income" and last and state.income[seat] >= 0:
            found.append("late_income")
        if isinstance(action, Bid) and action.amount >= DEAR and isinstance(step, BidForOrder):
            found.append("dear_bid")
        return found

    def after(self, state: Table, seat: int, action: Action, events: list[Event]) -> Found:
        found: Found = []
        for event in events:
            if isinstance(event, LoansTaken) and event.income < DEEP:
                found.append((event.seat, "deep_debt"))
            if isinstance(event, IncomeSettled) and (event.points_lost or event.income_lost):
                found.append((event.seat, "paid_with_points"))
        return found

    def over(self, state: Table) -> Found:
        found: Found = []
        for seat in range(self.rules.players):
            if not state.gone[seat]:
                found += [(seat, "rich_end")] * (state.cash[seat] >= RICH)
                found += [(seat, "weak_engine")] * (state.locomotive[seat] <= 3)
        return found
