"""Phase II: placing surveyors and prospectors (SIL-9, SIL-11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.words import Event, Reason, T
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import joint_partners, owners_length, visible
from boxcars.games.silverton.placing_events import NeutralPlaced, PieceKept, PiecePlaced, PieceRecalled
from boxcars.games.silverton.restrictions import may_own, purposes
from boxcars.games.silverton.steps import BeginPlacing, PlaceNeutral, PlacePieces
from boxcars.games.silverton.table import (
    BUILD,
    CARD,
    CLAIM,
    DECK,
    DISMANTLE,
    FREE,
    IN_DECK,
    NOTHING,
    OPEN,
    PLACED,
    PROSPECTOR,
    STEAL,
    SURVEYOR,
    TASKS,
    VISIBLE,
    Piece,
    Table,
)
from boxcars.games.silverton.words import (
    EndPlacement,
    KeepPiece,
    PlaceProspector,
    PlaceSurveyor,
    RecallPiece,
    SendNeutral,
)

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

PIECE_BUSY: Final = no("piece_unavailable", "SIL-9.3", T("That piece is jailed, dead or already placed this turn."))
UNKNOWN_PIECE: Final = no("unknown_id", "SIL-9.1", T("You have no such piece."))
WRONG_KIND: Final = no("piece_unavailable", "SIL-9.1", T("Surveyors work on track, prospectors on cards."))
TWICE: Final = no("piece_unavailable", "SIL-11.9", T("Another of your pieces stands there."))


def deck_size(state: Table) -> int:
    """Cards left in the claims deck, events included."""
    return state.claim_at.count(IN_DECK) + state.event_in_deck.count(True) + len(state.bottom)


def standing_on(state: Table, seat: int, kind: int, task: int, target: int, but: int) -> bool:
    """Whether another piece of the seat is on the target (SIL-11.9): a segment, a claim, a passenger card."""
    tasks = (CARD, STEAL) if task in (CARD, STEAL) else (BUILD, DISMANTLE) if kind == SURVEYOR else (task,)
    for number, piece in enumerate(state.players[seat].pieces):
        if number != but and piece.task in tasks and piece.target == target and piece.status == PLACED and not piece.tied:
            return True
    return False


# -- surveyors -------------------------------------------------------------------------------------------------------


def surveyed(state: Table, seat: int, but: int) -> list[int]:
    """Segments on which the seat's other surveyors stand to build this turn (SIL-11.8)."""
    return [
        piece.target
        for number, piece in enumerate(state.players[seat].pieces)
        if number != but and piece.task == BUILD and piece.status == PLACED and not piece.tied
    ]


def first_of(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> int:
    """Consecutive build: the surveyed segment that this one would follow, -1 if there is none (SIL-11.5, 11.17, 19.19)."""
    if rules.players > 4 or rules.winter(state):
        return -1
    pieces = state.players[seat].pieces
    for piece in pieces:
        if piece.status == PLACED and piece.first >= 0:
            return -1
    mine = pieces[number]
    ends = rules.atlas.ends[segment]
    for other, piece in enumerate(pieces):
        if other == number or piece.task != BUILD or piece.status != PLACED or piece.tied or piece.home != mine.home:
            continue
        touching = any(town in rules.atlas.ends[piece.target] for town in ends) and may_own(rules, [piece.target], segment)
        if touching and purposes(rules, state, seat, piece.target).passes(segment):
            return piece.target
    return -1


def why_not_build(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> Reason | None:
    """Why the surveyor may not be placed to build there (SIL-11.3–11.8)."""
    player = state.players[seat]
    piece = player.pieces[number]
    atlas = rules.atlas
    if state.owner[segment] >= 0:
        return no("occupied", "SIL-11.3", T("That segment is built already."))
    if atlas.white[segment] and rules.winter(state):
        return no("winter", "SIL-11.7", T("White segments are closed in winter."))
    if standing_on(state, seat, SURVEYOR, BUILD, segment, number):
        return TWICE
    if not may_own(rules, player.track, segment) or not may_own(rules, surveyed(state, seat, number), segment):
        return no("parallel", "SIL-13.1", T("You may not own two parallel segments."))
    lines = rules.lines(state, seat)
    labels = [lines.label[town] for town in atlas.ends[segment] if town in lines.label]
    if labels and (piece.home < 0 or piece.home in labels):
        if purposes(rules, state, seat).passes(segment):
            return None
        if first_of(rules, state, seat, number, segment) >= 0:
            return None
        return no("blocking", "SIL-13.5", T("That segment would serve no purpose but to block."))
    if first_of(rules, state, seat, number, segment) >= 0:
        return None
    if labels:
        return no("wrong_network", "SIL-19.9", T("That surveyor works for your other home network."))
    return no("not_connected", "SIL-11.4", T("That segment touches neither your home nor your track."))


def why_not_dismantle(rules: Silverton, state: Table, seat: int, number: int, segment: int) -> Reason | None:
    """Why the surveyor may not be placed to dismantle there (SIL-11.10)."""
    piece = state.players[seat].pieces[number]
    if state.owner[segment] != seat:
        return no("not_owner", "SIL-11.10", T("That is not your track."))
    if rules.atlas.white[segment] and rules.winter(state):
        return no("winter", "SIL-11.7", T("White segments are closed in winter."))
    lines = rules.lines(state, seat)
    if not lines.connected(segment):
        return no("disconnected", "SIL-5.9", T("Track that is not connected to your home cannot be dismantled."))
    if piece.home >= 0 and lines.label[rules.atlas.ends[segment][0]] != piece.home:
        return no("wrong_network", "SIL-19.9", T("That surveyor works for your other home network."))
    if standing_on(state, seat, SURVEYOR, DISMANTLE, segment, number):
        return TWICE
    return None


# -- prospectors -----------------------------------------------------------------------------------------------------


def why_not_card(rules: Silverton, state: Table, seat: int, number: int, card: int) -> Reason | None:
    """Why the prospector may not be placed on that passenger card (SIL-11.13, 11.14, 20.1, 20.16)."""
    place = state.card_at[card]
    if standing_on(state, seat, PROSPECTOR, CARD, card, number):
        return TWICE
    if state.neutral == rules.atlas.cards[card]:
        return no("piece_unavailable", "SIL-19.6", T("The neutral prospector stands there."))
    a, b = rules.atlas.card_ends[card]
    lines = rules.lines(state, seat)
    length = lines.length(a, b)
    opened = lines.open(a, b, rules.snow(state, lines, []))
    if place == VISIBLE:
        if opened:
            return None
        if rules.variable and rules.atlas.card_class[card] != "C":
            return None
        if rules.joint and joint_partners(rules, state, seat, card):
            return None
        if length < NO_ROUTE:
            return no("winter", "SIL-8.3", T("Snow closes your route between the two cities."))
        return no("no_route", "SIL-8.3", T("You have no route between the two cities."))
    if place < 0:
        return no("unknown_id", "SIL-11.13", T("That passenger card is not to be had."))
    if seat in (place, state.partner[card]):
        if state.partner[card] < 0:
            return no("not_owner", "SIL-11.14", T("That card is your own."))
        return None if opened else no("no_route", "SIL-20.7", T("You have no open route of your own between the two cities."))
    owners = owners_length(rules, state, card)
    if length < owners:
        return None if opened else no("winter", "SIL-11.14", T("Snow closes your route between the two cities."))
    if rules.joint and joint_partners(rules, state, seat, card, owners - 2):
        return None
    return no("no_route", "SIL-11.14", T("Only a route shorter than the owner's can steal the card."))


def why_not_prospect(rules: Silverton, state: Table, seat: int, number: int, target: str) -> Reason | None:
    atlas = rules.atlas
    if target == "deck":
        if deck_size(state) == 0:
            return no("deck_empty", "SIL-6.9", T("The claims deck is empty."))
        return None
    claim = atlas.claim_no.get(target, -1)
    if claim >= 0:
        if state.claim_at[claim] != OPEN:
            return no("unknown_id", "SIL-11.11", T("That claim is not open."))
        if standing_on(state, seat, PROSPECTOR, CLAIM, claim, number):
            return TWICE
        if state.neutral == target:
            return no("piece_unavailable", "SIL-19.6", T("The neutral prospector stands there."))
        return None
    card = atlas.card_no.get(target, -1)
    if card < 0:
        return no("unknown_id", "SIL-11.11", T("There is no card {card}.", card=target))
    return why_not_card(rules, state, seat, number, card)


def still_legal(rules: Silverton, state: Table, seat: int, number: int) -> Reason | None:
    """Why a leftover piece may not stay: its target would not be a legal new placement (SIL-11.16)."""
    piece = state.players[seat].pieces[number]
    if piece.task == BUILD:
        reason = why_not_build(rules, state, seat, number, piece.target)
    elif piece.task == CLAIM:
        reason = why_not_prospect(rules, state, seat, number, rules.atlas.claims[piece.target])
    else:
        reason = why_not_card(rules, state, seat, number, piece.target)
    if reason is None:
        return None
    return no("must_move", "SIL-11.16", T("That piece cannot stay where it is: {why}", why=reason.text))


class BeginPlacingChapter(Chapter[Table]):
    """A player whose every piece is away has nothing to place (SIL-10.4)."""

    def run(self, rules: Silverton, state: Table, step: BeginPlacing, events: list[Event]) -> None:
        for piece in state.players[step.who].pieces:
            if piece.status == FREE or (piece.status == PLACED and piece.tied):
                state.agenda.append(PlacePieces(step.who))
                return


class PlacePiecesChapter(Chapter[Table]):
    verbs = (PlaceSurveyor, PlaceProspector, KeepPiece, RecallPiece, EndPlacement)

    def legal(self, rules: Silverton, state: Table, step: PlacePieces) -> list[Any]:
        seat = step.seat
        out: list[Any] = []
        undecided = False
        prospects: list[str] | None = None
        for number, piece in enumerate(state.players[seat].pieces):
            if piece.status == PLACED and piece.tied:
                undecided = True
                if still_legal(rules, state, seat, number) is None:
                    out.append(KeepPiece(number))
                out.append(RecallPiece(number))
            elif piece.status != FREE:
                continue
            if piece.kind == SURVEYOR:
                self._surveyor(rules, state, seat, number, out)
            else:
                if prospects is None:
                    prospects = self._prospects(rules, state, seat, number)
                here = rules.prospector_actions[number]
                out += [here[target] for target in prospects]
        if not undecided:
            out.append(rules.end_placement)
        return out

    def _surveyor(self, rules: Silverton, state: Table, seat: int, number: int, out: list[Any]) -> None:
        player = state.players[seat]
        piece = player.pieces[number]
        atlas = rules.atlas
        winter = rules.winter(state)
        others = surveyed(state, seat, number)
        actions = rules.surveyor_actions[number]
        sites = purposes(rules, state, seat).sites()
        if piece.home >= 0:
            label = rules.lines(state, seat).label
            sites = tuple(s for s in sites if any(label.get(t, -1) == piece.home for t in atlas.ends[s]))
        found = [
            s for s in sites if not (winter and atlas.white[s]) and s not in others and (not others or may_own(rules, others, s))
        ]
        out += [actions[s] for s in found]
        if others and not winter and rules.players <= 4:
            near: set[int] = set()
            for other in others:
                for town in atlas.ends[other]:
                    near.update(atlas.lines_at[town])
            for s in sorted(near):
                if s not in found and why_not_build(rules, state, seat, number, s) is None:
                    out.append(actions[s])
        for s in player.track:
            if why_not_dismantle(rules, state, seat, number, s) is None:
                out.append(rules.dismantle_actions[number][s])

    def _prospects(self, rules: Silverton, state: Table, seat: int, number: int) -> list[str]:
        """Where a prospector may go: the same for all of them, as none that stands somewhere blocks another but itself."""
        atlas = rules.atlas
        out = [atlas.claims[c] for c in state.row if c >= 0 and why_not_prospect(rules, state, seat, -1, atlas.claims[c]) is None]
        if deck_size(state):
            out.append("deck")
        for card in range(len(atlas.cards)):
            if (state.card_at[card] >= 0 or visible(state, card)) and why_not_card(rules, state, seat, -1, card) is None:
                out.append(atlas.cards[card])
        return out

    def refuse(self, rules: Silverton, state: Table, step: PlacePieces, action: Any) -> Reason | None:
        seat = step.seat
        pieces = state.players[seat].pieces
        if isinstance(action, EndPlacement):
            if any(piece.status == PLACED and piece.tied for piece in pieces):
                return no("must_move", "SIL-11.2", T("Decide first about your pieces left over from a tie."))
            return None
        if not 0 <= action.piece < len(pieces):
            return UNKNOWN_PIECE
        piece = pieces[action.piece]
        leftover = piece.status == PLACED and piece.tied
        if isinstance(action, KeepPiece):
            return still_legal(rules, state, seat, action.piece) if leftover else PIECE_BUSY
        if isinstance(action, RecallPiece):
            return None if leftover else PIECE_BUSY
        if piece.status != FREE and not leftover:
            return PIECE_BUSY
        if isinstance(action, PlaceSurveyor):
            if piece.kind != SURVEYOR:
                return WRONG_KIND
            segment = rules.atlas.segment_no.get(action.segment, -1)
            if segment < 0:
                return no("unknown_id", "SIL-5.1", T("There is no segment {segment}.", segment=action.segment))
            if action.dismantle:
                return why_not_dismantle(rules, state, seat, action.piece, segment)
            return why_not_build(rules, state, seat, action.piece, segment)
        if piece.kind != PROSPECTOR:
            return WRONG_KIND
        return why_not_prospect(rules, state, seat, action.piece, action.target)

    def apply(self, rules: Silverton, state: Table, step: PlacePieces, action: Any, events: list[Event]) -> None:
        if isinstance(action, EndPlacement):
            return
        seat = step.seat
        atlas = rules.atlas
        piece = state.players[seat].pieces[action.piece]
        if isinstance(action, KeepPiece):
            piece.tied = False
            if piece.task == STEAL and visible(state, piece.target):
                piece.task = CARD  # its owner has lost the card since (SIL-8.5): there is nobody to steal it from
            piece.first = self._first(rules, state, seat, action.piece, piece.target) if piece.task == BUILD else -1
            events.append(PieceKept(seat, action.piece, piece.kind, target_id(rules, piece)))
        elif isinstance(action, RecallPiece):
            events.append(PieceRecalled(seat, action.piece, piece.kind, target_id(rules, piece)))
            send_home(piece)
        else:
            send_home(piece)
            if isinstance(action, PlaceSurveyor):
                target = atlas.segment_no[action.segment]
                task = DISMANTLE if action.dismantle else BUILD
                first = -1 if action.dismantle else self._first(rules, state, seat, action.piece, target)
            else:
                first = -1
                if action.target == "deck":
                    task, target = DECK, -1
                elif action.target in atlas.claim_no:
                    task, target = CLAIM, atlas.claim_no[action.target]
                else:
                    target = atlas.card_no[action.target]
                    owned = state.card_at[target] >= 0 and seat not in (state.card_at[target], state.partner[target])
                    task = STEAL if owned else CARD
            piece.status, piece.task, piece.target, piece.first = PLACED, task, target, first
            events.append(PiecePlaced(seat, action.piece, piece.kind, TASKS[task], target_id(rules, piece)))
        if any(piece.status == FREE or (piece.status == PLACED and piece.tied) for piece in state.players[seat].pieces):
            state.agenda.append(step)

    def _first(self, rules: Silverton, state: Table, seat: int, number: int, segment: int) -> int:
        """The segment this one must follow; -1 where it touches own track by itself (SIL-11.5)."""
        piece = state.players[seat].pieces[number]
        label = rules.lines(state, seat).label
        labels = [label[town] for town in rules.atlas.ends[segment] if town in label]
        if labels and (piece.home < 0 or piece.home in labels) and purposes(rules, state, seat).passes(segment):
            return -1
        return first_of(rules, state, seat, number, segment)


def target_id(rules: Silverton, piece: Piece) -> str:
    """The segment or card a piece stands on, as its id."""
    if piece.kind == SURVEYOR:
        return rules.atlas.segments[piece.target]
    if piece.task == CLAIM:
        return rules.atlas.claims[piece.target]
    if piece.task in (CARD, STEAL):
        return rules.atlas.cards[piece.target]
    return "deck"


def send_home(piece: Piece) -> None:
    """The piece returns to its owner (SIL-9.4, 12.4); a jailed or dead one stays where it is."""
    if piece.status == PLACED:
        piece.status = FREE
    piece.task = NOTHING
    piece.target = piece.first = -1
    piece.right = piece.won = piece.tied = False


class PlaceNeutralChapter(Chapter[Table]):
    """Salt Lake City solitaire: the neutral prospector must go on a card without an own one (SIL-19.6)."""

    verbs = (SendNeutral,)

    def legal(self, rules: Silverton, state: Table, step: PlaceNeutral) -> list[Any]:
        return [SendNeutral(card) for card in neutral_targets(rules, state, step.seat)]

    def refuse(self, rules: Silverton, state: Table, step: PlaceNeutral, action: SendNeutral) -> Reason | None:
        if action.card in neutral_targets(rules, state, step.seat):
            return None
        return no("unknown_id", "SIL-19.6", T("Choose an open card without a prospector of your own."))

    def apply(self, rules: Silverton, state: Table, step: PlaceNeutral, action: SendNeutral, events: list[Event]) -> None:
        state.neutral = action.card
        events.append(NeutralPlaced(action.card))


def neutral_targets(rules: Silverton, state: Table, seat: int) -> list[str]:
    atlas = rules.atlas
    taken = [(piece.task, piece.target) for piece in state.players[seat].pieces if piece.status == PLACED]
    out = [atlas.claims[c] for c in state.row if c >= 0 and (CLAIM, c) not in taken]
    return out + [atlas.cards[c] for c in range(len(atlas.cards)) if visible(state, c) and (CARD, c) not in taken]
