"""Blunders in Silverton: decisions that no good player makes."""

from __future__ import annotations

from typing import Any

from boxcars.core.blunders import Found, Watch
from boxcars.core.types import Action, Event
from boxcars.games.silverton import actions as w
from boxcars.games.silverton import deal_actions as d
from boxcars.games.silverton.ai.evaluator import SilvertonEvaluator
from boxcars.games.silverton.events import (
    CardBought,
    ClaimOperated,
    DealDone,
    GoodsDelivered,
    GoodsTransferred,
    RightLapsed,
)
from boxcars.games.silverton.map import Atlas
from boxcars.games.silverton.state import OPEN, VISIBLE, Table

LAST = 2
"""Number of turns before the end in which buying a train or a claim no longer pays."""
STOCK = 6
"""Number of unsold units at the end from which holding them counts as a blunder."""
FAR = 3
"""Distance of a claim, in segments, from which operating it is too early."""
DEAR = 2
"""A claim bought for more than this multiple of its price counts as a blunder."""


class Blunders(Watch[Table]):
    things = {
        "claim_unused": "a claim was bought and nothing of it was ever delivered",
        "claim_emptied": "a claim was worked until it was empty and nothing of it was delivered",
        "offer_again": "an offer was made once more after it had been declined",
        "no_money": "a prospector won a claim or a passenger card that there was no money for",
        "stock_left": "six units or more lay at a connected claim at the end",
        "card_unused": "a passenger card was held at the end without its route",
        "late_train": "a train was bought in the last two turns",
        "late_claim": "a claim was bought in the last two turns",
        "dear_claim": "more than twice its price was paid to another player for a claim",
        "far_mine": "a claim was operated that is more than three segments from the network",
        "lost_track": "track was built that does not touch the home network",
    }

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.game = rules
        self.evaluator = SilvertonEvaluator(rules)
        self.offered: set[tuple[int, d.Offer]] = set()
        """All offers so far. A seat that repeats one was declined before."""
        self.bought: dict[str, int] = {}
        """Claim -> the seat that bought it."""
        self.emptied: dict[str, int] = {}
        """Claim -> the seat that exhausted it."""
        self.sold: set[str] = set()
        """Claim -> the number of its units that were delivered."""

    def before(self, state: Table, seat: int, action: Action) -> list[str]:
        found = []
        atlas = self.game.atlas
        left = self.evaluator.rounds_left(state)
        if isinstance(action, d.Offer):
            if (seat, action) in self.offered:
                found.append("offer_again")
            self.offered.add((seat, action))
        elif isinstance(action, d.Accept):
            self.offered.clear()
        elif isinstance(action, w.BuyTrain) and left <= LAST:
            found.append("late_train")
        elif isinstance(action, w.Buy) and action.card in atlas.claim_no and left <= LAST:
            found.append("late_claim")
        elif isinstance(action, w.Operate):
            town = atlas.claim_town[atlas.claim_no[action.claim]]
            if self.evaluator.view(state, seat).segments_to(town) > FAR:
                found.append("far_mine")
        elif isinstance(action, w.Build):
            lines = self.game.lines(state, seat)
            if not any(lines.at_home(town) for town in atlas.ends[atlas.segment_no[action.segment]]):
                found.append("lost_track")
        return found

    def after(self, state: Table, seat: int, action: Action, events: list[Event]) -> Found:
        found: Found = []
        for event in events:
            if isinstance(event, RightLapsed):
                found += [(event.seat, "no_money")] * self.too_dear(state, event)
            elif isinstance(event, CardBought) and event.card in self.game.atlas.claim_no:
                self.bought[event.card] = event.seat
            elif isinstance(event, DealDone):
                found += self.overpaid(event)
            elif isinstance(event, ClaimOperated) and event.depleted:
                self.emptied[event.claim] = event.seat
            elif isinstance(event, (GoodsDelivered, GoodsTransferred)):
                self.sold.add(event.claim)
        return found

    def overpaid(self, deal: DealDone) -> Found:
        """Return the seats that paid too much for a deal of claims only."""
        atlas: Atlas = self.game.atlas
        found: Found = []
        for payer, paid, got in ((deal.seat, deal.give, deal.take), (deal.to, deal.take, deal.give)):
            worth = sum(atlas.claim_cost[atlas.claim_no[claim]] for claim in got.claims)
            if got.claims and not (got.segments or got.trains or got.plows) and paid.money > DEAR * worth:
                found.append((payer, "dear_claim"))
        return found

    def too_dear(self, state: Table, lapsed: RightLapsed) -> bool:
        """Return whether a seat that has the right to an available card could not pay for it (SIL-14.1.5)."""
        atlas: Atlas = self.game.atlas
        cash = state.players[lapsed.seat].cash
        if lapsed.target in atlas.claim_no:
            claim = atlas.claim_no[lapsed.target]
            return state.claim_at[claim] == OPEN and atlas.claim_cost[claim] > cash
        card = atlas.card_no[lapsed.target]
        return state.card_at[card] == VISIBLE and atlas.card_price[card] > cash

    def over(self, state: Table) -> Found:
        found: Found = []
        atlas = self.game.atlas
        for claim, seat in self.bought.items():
            if claim not in self.sold:
                found.append((seat, "claim_emptied" if claim in self.emptied else "claim_unused"))
        for number, seat in enumerate(state.claim_at):
            if seat >= 0 and state.goods[number] >= STOCK:
                found += [(seat, "stock_left")] * self.game.lines(state, seat).at_home(atlas.claim_town[number])
        for card, seat in enumerate(state.card_at):
            if 0 <= seat < self.rules.players and self.evaluator.view(state, seat).missing_segments(card):
                found.append((seat, "card_unused"))
        return found
