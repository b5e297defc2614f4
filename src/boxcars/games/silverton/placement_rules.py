"""Where a piece may be placed, and why not elsewhere (SIL-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import no
from boxcars.core.messages import T
from boxcars.core.types import Reason
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import joint_partners, owners_length
from boxcars.games.silverton.restrictions import may_own, purposes
from boxcars.games.silverton.state import (
    BUILD,
    CARD,
    CLAIM,
    DISMANTLE,
    IN_DECK,
    OPEN,
    PROSPECTOR,
    STEAL,
    SURVEYOR,
    VISIBLE,
    Table,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton


TWICE: Final = no("piece_unavailable", "SIL-11.9", T("You already have another piece there."))
BLOCKING: Final = no("blocking", "SIL-13.5", T("That segment would only block others."))
NOT_CONNECTED: Final = no("not_connected", "SIL-11.4", T("That segment isn't next to your home city or your track."))
OWN_CARD: Final = no("not_owner", "SIL-11.14", T("That card is already yours."))
NO_WAY: Final = no("no_route", "SIL-8.3", T("You don't have a route between the two cities."))
NOT_SHORTER: Final = no("no_route", "SIL-11.14", T("You can only steal the card with a route shorter than the owner's."))
"""Refusals that lists of actions meet often are made once."""


def deck_size(state: Table) -> int:
    """Cards left in the claims deck, events included."""
    return state.claim_at.count(IN_DECK) + state.event_in_deck.count(True) + len(state.bottom)


def standing_on(state: Table, seat: int, kind: int, task: int, target: int, but: int) -> bool:
    """Return whether another piece of the seat is on the target (SIL-11.9): a segment, a claim, a passenger card."""
    tasks = (CARD, STEAL) if task in (CARD, STEAL) else (BUILD, DISMANTLE) if kind == SURVEYOR else (task,)
    for number, piece in enumerate(state.players[seat].pieces):
        if number != but and piece.task in tasks and piece.target == target and not piece.tied:
            return True
    return False


def surveyed(state: Table, seat: int, but: int) -> list[int]:
    """Segments that the seat's other surveyors are to build this turn (SIL-11.8)."""
    return [
        piece.target
        for number, piece in enumerate(state.players[seat].pieces)
        if number != but and piece.task == BUILD and not piece.tied
    ]


def first_of(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> int:
    """Consecutive build: the surveyed segment that this one would follow, -1 if there is none (SIL-11.5, 11.17, 19.19).
    The parallel limit has been looked at before."""
    if rules.players > 4 or rules.winter(state):
        return -1
    pieces = state.players[seat].pieces
    if any(piece.first >= 0 for piece in pieces):
        return -1
    mine = pieces[number]
    ends = rules.atlas.ends[segment]
    for other, piece in enumerate(pieces):
        if other == number or piece.task != BUILD or piece.tied or piece.home != mine.home:
            continue
        touching = any(town in rules.atlas.ends[piece.target] for town in ends)
        if touching and purposes(rules, state, seat, piece.target).passes(segment):
            return piece.target
    return -1


def why_not_build(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> Reason | None:
    """Return why the surveyor may not be placed to build there (SIL-11.3–11.8)."""
    player = state.players[seat]
    piece = player.pieces[number]
    atlas = rules.atlas
    if state.owner[segment] >= 0:
        return no("occupied", "SIL-11.3", T("That segment is already built. Choose another one."))
    if atlas.white[segment] and rules.winter(state):
        return no("winter", "SIL-11.7", T("White segments are closed in winter."))
    if standing_on(state, seat, SURVEYOR, BUILD, segment, number):
        return TWICE
    if not may_own(rules, player.track, segment) or not may_own(rules, surveyed(state, seat, number), segment):
        return no("parallel", "SIL-13.1", T("You can't own two parallel segments."))
    lines = rules.lines(state, seat)
    labels = [lines.label[town] for town in atlas.ends[segment] if town in lines.label]
    if labels and (piece.home < 0 or piece.home in labels):
        if purposes(rules, state, seat).passes(segment):
            return None
        if first_of(rules, state, seat, number, segment) >= 0:
            return None
        return BLOCKING
    if first_of(rules, state, seat, number, segment) >= 0:
        return None
    if labels:
        return no("wrong_network", "SIL-19.9", T("That surveyor works for your other home network."))
    return NOT_CONNECTED


def why_not_dismantle(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> Reason | None:
    """Return why the surveyor may not be placed to dismantle there (SIL-11.10)."""
    piece = state.players[seat].pieces[number]
    if state.owner[segment] != seat:
        return no("not_owner", "SIL-11.10", T("That isn't your track."))
    if rules.atlas.white[segment] and rules.winter(state):
        return no("winter", "SIL-11.7", T("White segments are closed in winter."))
    lines = rules.lines(state, seat)
    if not lines.connected(segment):
        return no("disconnected", "SIL-5.9", T("You can't dismantle track that isn't connected to your home city."))
    if piece.home >= 0 and lines.label[rules.atlas.ends[segment][0]] != piece.home:
        return no("wrong_network", "SIL-19.9", T("That surveyor works for your other home network."))
    if standing_on(state, seat, SURVEYOR, DISMANTLE, segment, number):
        return TWICE
    return None


def why_not_card(rules: Silverton, state: Table, seat: int, number: int, card: int) -> Reason | None:
    """Return why the prospector may not be placed on that passenger card (SIL-11.13, 11.14, 20.1, 20.16)."""
    place = state.card_at[card]
    if standing_on(state, seat, PROSPECTOR, CARD, card, number):
        return TWICE
    if state.neutral == rules.atlas.cards[card]:
        return no("piece_unavailable", "SIL-19.6", T("The neutral prospector is already there."))
    a, b = rules.atlas.card_ends[card]
    lines = rules.lines(state, seat)
    length = lines.length(a, b)
    open_length = lines.length(a, b, rules.snow(state, lines, []))
    opened = open_length < NO_ROUTE
    if place == VISIBLE:
        if opened:
            return None
        if rules.variable and rules.atlas.card_class[card] != "C":
            return None
        if rules.joint and joint_partners(rules, state, seat, card):
            return None
        if length < NO_ROUTE:
            return no("winter", "SIL-8.3", T("Snow blocks your route between the two cities."))
        return NO_WAY
    if place < 0:
        return no("unknown_id", "SIL-11.13", T("That passenger card isn't available."))
    if seat in (place, state.partner[card]):
        if state.partner[card] < 0:
            return OWN_CARD
        return (
            None if opened else no("no_route", "SIL-20.7", T("You don't have an open route of your own between the two cities."))
        )
    owners = owners_length(rules, state, card)
    if open_length < owners:
        return None
    if rules.joint and joint_partners(rules, state, seat, card, owners - 2):
        return None
    if length < owners:
        return no("winter", "SIL-11.14", T("Snow blocks your route between the two cities."))
    return NOT_SHORTER


def why_not_prospect(rules: Silverton, state: Table, seat: int, number: int, target: str) -> Reason | None:
    atlas = rules.atlas
    if target == "deck":
        if deck_size(state) == 0:
            return no("deck_empty", "SIL-6.9", T("The claims deck is empty."))
        return None
    claim = atlas.claim_no.get(target, -1)
    if claim >= 0:
        if state.claim_at[claim] != OPEN:
            return no("unknown_id", "SIL-11.11", T("That claim isn't face up."))
        if standing_on(state, seat, PROSPECTOR, CLAIM, claim, number):
            return TWICE
        if state.neutral == target:
            return no("piece_unavailable", "SIL-19.6", T("The neutral prospector is already there."))
        return None
    card = atlas.card_no.get(target, -1)
    if card < 0:
        return no("unknown_id", "SIL-11.11", T("There's no card {card}.", card=target))
    return why_not_card(rules, state, seat, number, card)


def still_legal(rules: Silverton, state: Table, seat: int, number: int) -> Reason | None:
    """Return why a leftover piece may not stay: its target would not be a legal new placement (SIL-11.16)."""
    piece = state.players[seat].pieces[number]
    if piece.task == BUILD:
        reason = why_not_build(rules, state, seat, number, piece.target)
    elif piece.task == CLAIM:
        reason = why_not_prospect(rules, state, seat, number, rules.atlas.claims[piece.target])
    else:
        reason = why_not_card(rules, state, seat, number, piece.target)
    if reason is None:
        return None
    return no("must_move", "SIL-11.16", T("That piece can't stay where it is. {why}", why=reason.text))
