"""What must always hold (``Rules.audit``): every card in one place, every cube accounted for, no debt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.core.game import Broken
from boxcars.games.silverton.restrictions import may_own
from boxcars.games.silverton.state import DISCARDED, DRAWN, HIDDEN, OPEN, PLACED, VISIBLE, Table
from boxcars.games.silverton.steps import AnswerDraw

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


def check(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def audit(rules: Silverton, state: Table) -> None:
    atlas = rules.atlas
    seats = range(rules.players)
    check(len(state.players) == rules.players, "a player is missing")
    check(sorted(state.order) == list(seats) or state.turn == 0, "the turn order is not an order of the seats")
    for length, name in (
        (len(state.owner) == len(atlas.segments), "segments"),
        (len(state.claim_at) == len(state.goods) == len(state.worked) == len(state.depleted) == len(atlas.claims), "claims"),
        (len(state.card_at) == len(state.partner) == len(atlas.cards), "passenger cards"),
        (len(state.price) == len(state.sold) == len(atlas.markers), "markers"),
        (len(state.train_at) == len(state.train_home) == len(atlas.trains), "trains"),
        (len(state.plow_at) == len(atlas.plows), "plows"),
        (len(state.event_in_deck) == len(atlas.events), "events"),
    ):
        check(length, f"the number of {name} is wrong")
    _players(rules, state)
    _claims(rules, state)
    _passengers(rules, state)
    for number, marker in enumerate(atlas.markers):
        check(marker.low <= state.price[number] <= marker.high, f"the {marker.id} marker is in a shaded box")
        sold = sum(player.sold[number] for player in state.players)
        check(state.sold[number] == sold, f"the units sold at {marker.id} do not add up")
    check(all(-2 <= owner < rules.players for owner in state.train_at), "a train has no place")
    check(all(-1 <= owner < rules.players for owner in state.plow_at), "a plow has no place")
    for order in state.orders:
        check(state.goods[order.claim] >= order.units, "freight is not there")


def _players(rules: Silverton, state: Table) -> None:
    atlas = rules.atlas
    check(sorted(p.position for p in state.players) == list(range(rules.players)), "the positions are not dealt")
    for seat, player in enumerate(state.players):
        check(player.cash >= 0, "a debt (SIL-1.9)")
        check(player.track == [s for s, owner in enumerate(state.owner) if owner == seat], "cubes and owners differ")
        check(len(player.track) <= atlas.cubes, "more than 32 cubes (SIL-1.4)")
        check(all(may_own(rules, player.track, s) for s in player.track), "parallel segments (SIL-13.1)")
        check(len([t for t in state.train_at if t == seat]) <= atlas.most_trains, "more than four trains (SIL-18.5)")
        check(len(player.sold) == len(atlas.markers), "the units sold of a player are missing")
        for number, marker in enumerate(atlas.markers):
            check(marker.limit == 0 or player.sold[number] <= marker.limit, f"too much sold at {marker.id} (SIL-14.6.5)")
        for piece in player.pieces:
            check(0 <= piece.bonus <= 2, "a piece without a disc")
            check(piece.task > 0 or piece.status != PLACED, "a placed piece that stands nowhere")
        if rules.announce >= 0:
            check(player.announced or player.cash <= rules.announce, "cash that should have been announced (SIL-2.8)")
    check(all(-1 <= owner < rules.players for owner in state.owner), "a segment has no owner")


def _claims(rules: Silverton, state: Table) -> None:
    claims = len(rules.atlas.claims)
    looked_at = [step.claim for step in state.agenda if isinstance(step, AnswerDraw)]

    def at(place: int) -> list[int]:
        return [claim for claim, there in enumerate(state.claim_at) if there == place]

    check(all(DRAWN <= place < rules.players for place in state.claim_at), "a claim has no place")
    check(sorted(card for card in state.row if card >= 0) == at(OPEN), "the open claims differ from the row")
    check(sorted(card for card in state.discards if card < claims) == at(DISCARDED), "the discard pile differs")
    check(sorted(looked_at) == at(DRAWN), "a claim is lost between deck and table")
    check(min(state.goods) >= 0, "less than no goods")
    for goods, place, depleted in zip(state.goods, state.claim_at, state.depleted, strict=True):
        if goods:
            check(place >= 0, "goods on a claim without an owner")
        elif depleted:
            check(place < 0, "an empty depleted claim (SIL-6.8)")
    for event in range(len(rules.atlas.events)):
        places = int(state.event_in_deck[event]) + state.bottom.count(event) + state.discards.count(claims + event)
        check(places == 1, "an event has no place")
    check(len(state.discards) == len(set(state.discards)), "a card was discarded twice")


def _passengers(rules: Silverton, state: Table) -> None:
    shown = [c for c in state.tops if c >= 0] + state.released + [-1 - c for c in state.row if c < 0]
    check(len(shown) == len(set(shown)), "a passenger card lies in two places")
    for card, place in enumerate(state.card_at):
        check((place == VISIBLE) == (card in shown), "the visible passenger cards differ")
        check(state.partner[card] < 0 or place >= 0, "a partner without a card")
    hidden = sum(1 for place in state.card_at if place == HIDDEN)
    check(sum(state.below) == hidden, "the face-down passenger cards do not add up")
