"""Phase III: special disputes between surveyors on different segments (SIL-12.10–12.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import No, Yes
from boxcars.games.silverton.disputes import dispute, piece_of
from boxcars.games.silverton.restrictions import Purposes, may_own, purposes
from boxcars.games.silverton.state import BUILD, REMOVED, Table
from boxcars.games.silverton.steps import DemandDispute, ResolveSpecial

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

Claimant = tuple[int, int, int]
"""Segment, seat, piece of a surveyor that holds the right to build."""


def claimants(state: Table) -> list[Claimant]:
    found = [
        (piece.target, seat, number)
        for seat, player in enumerate(state.players)
        for number, piece in enumerate(player.pieces)
        if piece.right and piece.task == BUILD
    ]
    return sorted(found)


def conflict(rules: Silverton, state: Table, one: Claimant, two: Claimant) -> bool:
    """Return the decidable test SIL-12.12: whether building both would leave one of the two segments without a use."""
    useless = [x for x in (one, two) if not _intrinsic(rules, state, x)]
    if not useless:
        return False
    after = state.owner.copy()
    for segment, seat, number in (one, two):
        after[segment] = seat
        first = state.players[seat].pieces[number].first
        if first >= 0:
            after[first] = seat
    ways = [_continuations(rules, state, after, x) for x in useless]
    if len(useless) == 1:
        return not ways[0]
    return not any(a != b for a in ways[0] for b in ways[1])


def _intrinsic(rules: Silverton, state: Table, one: Claimant) -> bool:
    segment, seat, number = one
    return purposes(rules, state, seat, state.players[seat].pieces[number].first).intrinsic(segment)


def _continuations(rules: Silverton, state: Table, after: list[int], one: Claimant) -> list[int]:
    """C(X): the vacant segments that lead on from the towns the segment newly adds."""
    segment, seat, number = one
    player = state.players[seat]
    first = player.pieces[number].first
    before = purposes(rules, state, seat, first)
    track = sorted({*player.track, segment, *([first] if first >= 0 else [])})
    lines = rules.lines_of(rules.homes[player.position], tuple(track))
    cards = [card for card, place in enumerate(state.card_at) if place != REMOVED]
    test = Purposes(rules, lines, after, seat, cards)
    found = {line for town in before.new_towns(segment) for line in rules.atlas.lines_at[town]}
    return [line for line in sorted(found) if after[line] < 0 and may_own(rules, track, line) and test.passes(line)]


class ResolveSpecialChapter(Chapter[Table]):
    """Conflict pairs by ascending segments; each owner is asked once, in turn order (SIL-12.11)."""

    def run(self, rules: Silverton, state: Table, step: ResolveSpecial, events: list[Event]) -> None:
        holders = claimants(state)
        for i, one in enumerate(holders):
            for two in holders[i + 1 :]:
                pair = (one[0], two[0])
                if one[1] == two[1] or pair < (step.a, step.b):
                    continue
                asked = step.asked if pair == (step.a, step.b) else 0
                if asked > 1 or not conflict(rules, state, one, two):
                    continue
                first, second = sorted((one, two), key=lambda x: state.order.index(x[1]))
                if asked:
                    first, second = second, first
                state.agenda.append(ResolveSpecial(-1, *pair, asked + 1))
                state.agenda.append(DemandDispute(first[1], first[2], second[1], second[2]))
                return


class DemandDisputeChapter(Chapter[Table]):
    """Either owner may demand a roll: 2d6 + surveyor bonus (SIL-12.10)."""

    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: DemandDispute) -> list[Any]:
        return [rules.yes, rules.no]

    def refuse(self, rules: Silverton, state: Table, step: DemandDispute, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Silverton, state: Table, step: DemandDispute, action: Any, events: list[Event]) -> None:
        if isinstance(action, No):
            return
        pair = [(step.seat, step.piece), (step.rival, step.rival_piece)]
        pair.sort(key=lambda one: state.order.index(one[0]))
        bonuses = [piece_of(state, one).bonus for one in pair]
        names = [rules.atlas.segments[piece_of(state, one).target] for one in pair]
        dispute(rules, state, [[one] for one in pair], bonuses, names[0], events, names[1])
