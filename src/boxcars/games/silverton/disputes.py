"""Phase III: disputes over segments, claims and passenger cards (SIL-12.1–12.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import No, Yes
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import joint_route
from boxcars.games.silverton.place_pieces import send_home
from boxcars.games.silverton.placement_rules import surveyed
from boxcars.games.silverton.placing_events import DisputeRolled, ParallelTaken, PieceJailed
from boxcars.games.silverton.restrictions import may_own
from boxcars.games.silverton.state import BUILD, CARD, CLAIM, DECK, DISMANTLE, JAILED, PLACED, STEAL, Piece, Table
from boxcars.games.silverton.steps import (
    MoveParallel,
    ResolveClaims,
    ResolvePassengers,
    ResolveSurveyors,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

JAIL_FINE: Final = 200
"""SIL-14.7.2."""

Side = list[tuple[int, int]]
"""One or, with a joint route, two (seat, piece) that fight together (SIL-20.6)."""


def on_target(state: Table, task: int, target: int) -> Side:
    """Return the pieces that stand on a target for the same purpose, in turn order."""
    found: Side = []
    for seat in state.order:
        for number, piece in enumerate(state.players[seat].pieces):
            if piece.task == task and piece.target == target and piece.status == PLACED and not piece.tied:
                found.append((seat, number))
    return found


def piece_of(state: Table, one: tuple[int, int]) -> Piece:
    return state.players[one[0]].pieces[one[1]]


def targets(state: Table, task: int) -> list[int]:
    """Return the segments or cards on which pieces stand for a purpose, ascending (SIL-12.1)."""
    return sorted(
        {
            piece.target
            for player in state.players
            for piece in player.pieces
            if piece.task == task and piece.status == PLACED and not piece.tied
        }
    )


def roll_two(rules: Silverton, state: Table) -> list[int]:
    return [state.chance.die("dice:dispute"), state.chance.die("dice:dispute")]


def jail(state: Table, one: tuple[int, int], fine: int, events: list[Event]) -> None:
    """The piece goes to jail; a right it has won stays good for this turn (SIL-12.6)."""
    piece = piece_of(state, one)
    piece.status = JAILED
    piece.fine = fine
    events.append(PieceJailed(one[0], one[1], piece.kind, fine))


def dispute(
    rules: Silverton, state: Table, sides: list[Side], bonuses: list[int], target: str, events: list[Event], rival: str = ""
) -> int:
    """Return every side rolls 2d6 and adds its bonus; the highest total wins the right (SIL-12.3–12.6). Returns the winner or
    -1."""
    dice = [roll_two(rules, state) for _ in sides]
    totals = [sum(pair) + bonus for pair, bonus in zip(dice, bonuses, strict=True)]
    top = max(totals)
    winner = totals.index(top) if totals.count(top) == 1 else -1
    seats = [side[0][0] for side in sides]
    partners = [side[-1][0] for side in sides]
    events.append(DisputeRolled(target, seats, partners, dice, totals, winner, rival))
    for number, side in enumerate(sides):
        for one in side:
            piece = piece_of(state, one)
            if number == winner:
                piece.right = piece.won = True
            elif totals[number] == top:
                piece.tied = True
                piece.right = False
                piece.first = -1
            else:
                send_home(piece)
            if sum(dice[number]) == 2:
                if number != winner:
                    send_home(piece)
                jail(state, one, JAIL_FINE, events)
    return winner


class ResolveSurveyorsChapter(Chapter[Table]):
    """Surveyor disputes by ascending segment; before the dice, the empty parallel box (SIL-12.7, 12.18)."""

    def run(self, rules: Silverton, state: Table, step: ResolveSurveyors, events: list[Event]) -> None:
        asked = step.asked
        for segment in targets(state, BUILD):
            if segment < step.at:
                continue
            here = on_target(state, BUILD, segment)
            if len(here) < 2:
                asked = 0
                continue
            question = self._escape(rules, state, segment, here, asked)
            if question is not None:
                position = state.order.index(question.seat)
                state.agenda += [ResolveSurveyors(-1, segment, position + 1), question]
                return
            bonuses = [piece_of(state, one).bonus for one in here]
            dispute(rules, state, [[one] for one in here], bonuses, rules.atlas.segments[segment], events)
            asked = 0
        for player in state.players:
            for piece in player.pieces:
                if not piece.tied and piece.task in (BUILD, DISMANTLE):
                    piece.right = True

    def _escape(self, rules: Silverton, state: Table, segment: int, here: Side, asked: int) -> MoveParallel | None:
        """Return the next surveyor that may move to an empty parallel box of the same cost."""
        atlas = rules.atlas
        for twin in atlas.twins[segment]:
            if state.owner[twin] >= 0 or on_target(state, BUILD, twin) or (atlas.white[twin] and rules.winter(state)):
                continue
            if any(p.task == BUILD and p.target == twin and p.tied for player in state.players for p in player.pieces):
                continue
            for seat, number in here:
                if state.order.index(seat) < asked:
                    continue
                if may_own(rules, state.players[seat].track, twin) and may_own(rules, surveyed(state, seat, number), twin):
                    return MoveParallel(seat, number, twin)
        return None


class MoveParallelChapter(Chapter[Table]):
    verbs = (Yes, No)

    def legal(self, rules: Silverton, state: Table, step: MoveParallel) -> list[Any]:
        return [rules.yes, rules.no]

    def refuse(self, rules: Silverton, state: Table, step: MoveParallel, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Silverton, state: Table, step: MoveParallel, action: Any, events: list[Event]) -> None:
        if isinstance(action, No):
            return
        player = state.players[step.seat]
        old = player.pieces[step.piece].target
        player.pieces[step.piece].target = step.segment
        for piece in player.pieces:
            if piece.first == old:
                piece.first = step.segment
        events.append(ParallelTaken(step.seat, step.piece, rules.atlas.segments[step.segment]))


class ResolveClaimsChapter(Chapter[Table]):
    """Claim disputes by ascending number: +3 for a route from home to the claim (SIL-12.8)."""

    def run(self, rules: Silverton, state: Table, step: ResolveClaims, events: list[Event]) -> None:
        for claim in targets(state, CLAIM):
            here = on_target(state, CLAIM, claim)
            if len(here) < 2:
                continue
            town = rules.atlas.claim_town[claim]
            bonuses = [piece_of(state, one).bonus + (3 if rules.lines(state, one[0]).at_home(town) else 0) for one in here]
            dispute(rules, state, [[one] for one in here], bonuses, rules.atlas.claims[claim], events)
        for player in state.players:
            for piece in player.pieces:
                if not piece.tied and piece.task in (CLAIM, DECK):
                    piece.right = True


# -- passenger cards -------------------------------------------------------------------------------------------------


def pact_of(state: Table, card: int, seat: int) -> int:
    """Return the partner with whom the seat has agreed on a joint route this turn, -1 for none."""
    for pact in state.pacts:
        if pact[0] == card and seat in pact[1:]:
            return pact[2] if pact[1] == seat else pact[1]
    return -1


def sides_on(state: Table, task: int, card: int) -> list[Side]:
    """Return the sides of a passenger dispute: single players, and pairs with an agreement (SIL-20.19)."""
    here = on_target(state, task, card)
    sides: list[Side] = []
    for one in here:
        mate = pact_of(state, card, one[0])
        if mate < 0:
            sides.append([one])
        elif state.order.index(one[0]) < state.order.index(mate):
            sides.append([one, *(other for other in here if other[0] == mate)])
    return sides


def side_length(rules: Silverton, state: Table, side: Side, card: int) -> int:
    """Return the length that counts for a side, in winter without closed segments; a pair's is the joint length + 2 (SIL-5.7,
    20.20)."""
    a, b = rules.atlas.card_ends[card]
    if len(side) == 1:
        lines = rules.lines(state, side[0][0])
        return lines.length(a, b, rules.snow(state, lines, []))
    return joint_route(rules, state, side[0][0], side[1][0], card, True)[0] + 2


def card_bonuses(rules: Silverton, state: Table, sides: list[Side], card: int) -> list[int]:
    """SIL-12.9, 20.3: the difference to the longest route among the disputants, plus the prospector's bonus."""
    lengths = [side_length(rules, state, side, card) for side in sides]
    longest = max((length for length in lengths if length < NO_ROUTE), default=0)
    return [
        max(piece_of(state, one).bonus for one in side) + (longest - length if length < NO_ROUTE else 0)
        for side, length in zip(sides, lengths, strict=True)
    ]


class ResolvePassengersChapter(Chapter[Table]):
    """Disputes over passenger cards without an owner, by ascending number (SIL-12.9)."""

    def run(self, rules: Silverton, state: Table, step: ResolvePassengers, events: list[Event]) -> None:
        from boxcars.games.silverton.joint_routes import buy_together, prune

        for card in targets(state, CARD):
            prune(rules, state, card, CARD)
            sides = sides_on(state, CARD, card)
            if not sides:
                continue
            winner = 0
            if len(sides) > 1:
                winner = dispute(rules, state, sides, card_bonuses(rules, state, sides, card), rules.atlas.cards[card], events)
            if winner < 0:
                continue
            for one in sides[winner]:
                piece_of(state, one).right = True
            if len(sides[winner]) == 2:
                buy_together(rules, state, sides[winner], card, events)
        for card in targets(state, STEAL):
            prune(rules, state, card, STEAL)
