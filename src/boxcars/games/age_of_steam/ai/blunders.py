"""Blunders in Age of Steam: decisions that no good player makes."""

from __future__ import annotations

from typing import Any

from boxcars.core.blunders import Found, Watch
from boxcars.core.types import Action, Event
from boxcars.games.age_of_steam.actions import IssueShares, MoveGoods
from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE, MAX_SHARES
from boxcars.games.age_of_steam.events import ExpensesPaid
from boxcars.games.age_of_steam.move_goods import walk
from boxcars.games.age_of_steam.state import Table
from boxcars.rail.actions import Bid, DoNothing, EndBuild, RaiseLocomotive

RICH = 25
"""A seat that issues shares and leaves this many dollars unused commits a blunder."""
DEAR = 8
"""A bid of this many dollars counts as a blunder in any place."""


class Blunders(Watch[Table]):
    things = {
        "bankrupt": "out of the game, though shares could have been issued",
        "expenses": "income lost for expenses that a share would have paid",
        "for_others": "a delivery that earned others alone",
        "more_for_others": "a delivery that earned others more, though one that did not was possible",
        "short": "a delivery over one link with a locomotive of 4 or more, though three own links were possible",
        "idle_move": "a move was let go though a delivery earned something",
        "late_engine": "the locomotive was raised in the last turn though a delivery earned something",
        "unfinished": "track of one's own was never finished",
        "idle_shares": "three or more shares were issued and the money was not used",
        "dear_bid": "a bid of eight dollars or more",
        "weak_engine": "a locomotive of 3 or less at the end",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.game = rules
        self.out = [False] * rules.players
        self.issued = [0] * rules.players

    def own(self, state: Table, seat: int, action: MoveGoods) -> tuple[int, int]:
        """Return the numbers of own and of other links on a delivery's way."""
        _, used, _ = walk(self.game, state, self.game.board.grid.number[action.origin], action.sides)
        owners = [state.track.sections[i].owner for i in used]
        own = sum(1 for owner in owners if owner == seat)
        return own, sum(1 for owner in owners if owner >= 0) - own

    def before(self, state: Table, seat: int, action: Action) -> list[str]:
        found = []
        if isinstance(action, (MoveGoods, DoNothing, RaiseLocomotive)):
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
            elif best and isinstance(action, DoNothing):
                found.append("idle_move")
            elif best and state.turn == self.game.turns:
                found.append("late_engine")
        if isinstance(action, Bid) and action.amount >= DEAR:
            found.append("dear_bid")
        if isinstance(action, IssueShares):
            self.issued[seat] = action.shares
        if isinstance(action, EndBuild) and self.issued[seat] >= 3 and state.cash[seat] >= RICH:
            found.append("idle_shares")
        return found

    def plans_after_new_city(self, state: Table, seat: int, action: Action, events: list[Event]) -> Found:
        found: Found = []
        for event in events:
            if isinstance(event, ExpensesPaid):
                found += [(s, "expenses") for s, lost in enumerate(event.lost) if lost and state.shares[s] < MAX_SHARES]
        for s, gone in enumerate(state.gone):
            if gone and not self.out[s]:
                self.out[s] = True
                if state.shares[s] < MAX_SHARES:
                    found.append((s, "bankrupt"))
        return found

    def over(self, state: Table) -> Found:
        found: Found = []
        for seat in range(self.rules.players):
            if not state.gone[seat]:
                found += [(seat, "unfinished")] * bool(state.track.unfinished(seat))
                found += [(seat, "weak_engine")] * (state.locomotive[seat] <= MAX_LOCOMOTIVE // 2)
        return found
