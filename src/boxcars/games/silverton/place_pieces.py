"""Phase II: placing surveyors and prospectors (SIL-9, SIL-11). What a tie has left over stands on its target: it is ``tied``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import EndPlacement, KeepPiece, PlaceProspector, PlaceSurveyor, RecallPiece, SendNeutral
from boxcars.games.silverton.passengers import visible
from boxcars.games.silverton.placement_rules import (
    deck_size,
    first_of,
    standing_on,
    still_legal,
    surveyed,
    why_not_build,
    why_not_card,
    why_not_dismantle,
    why_not_prospect,
)
from boxcars.games.silverton.placing_events import NeutralPlaced, PieceKept, PiecePlaced, PieceRecalled
from boxcars.games.silverton.restrictions import may_own, purposes
from boxcars.games.silverton.state import (
    BUILD,
    CARD,
    CLAIM,
    DECK,
    DISMANTLE,
    FREE,
    NOTHING,
    PLACED,
    PROSPECTOR,
    STEAL,
    SURVEYOR,
    TASKS,
    Piece,
    Table,
)
from boxcars.games.silverton.steps import BeginPlacing, PlaceNeutral, PlacePieces

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

PIECE_BUSY: Final = no("piece_unavailable", "SIL-9.3", T("That piece is in jail, dead or already placed this turn."))
UNKNOWN_PIECE: Final = no("unknown_id", "SIL-9.1", T("You don't have that piece."))
WRONG_KIND: Final = no("piece_unavailable", "SIL-9.1", T("Surveyors go to track, prospectors to cards."))


class BeginPlacingChapter(Chapter[Table]):
    """A player whose every piece is away has nothing to place (SIL-10.4)."""

    def run(self, rules: Silverton, state: Table, step: BeginPlacing, events: list[Event]) -> None:
        for piece in state.players[step.who].pieces:
            if piece.status == FREE or piece.tied:
                state.agenda.append(PlacePieces(step.who))
                return


class Ground:
    """Where surveyors of a seat may go, as far as it is the same for all of them: it is looked at once for a list of actions."""

    def __init__(self, rules: Silverton, state: Table, seat: int) -> None:
        lines, white = rules.lines(state, seat), rules.atlas.white
        self.winter = rules.winter(state)
        self.label = lines.label
        self.sites = [s for s in purposes(rules, state, seat).sites() if not (self.winter and white[s])]
        """To build (SIL-11.3–11.8),"""
        self.own = [s for s in lines.track if not (self.winter and white[s]) and lines.connected(s)]
        """and to dismantle (SIL-11.10)."""


class PlacePiecesChapter(Chapter[Table]):
    verbs = (PlaceSurveyor, PlaceProspector, KeepPiece, RecallPiece, EndPlacement)

    def legal(self, rules: Silverton, state: Table, step: PlacePieces) -> list[Any]:
        seat = step.seat
        out: list[Any] = []
        undecided = False
        ground: Ground | None = None
        prospect_targets: list[str] | None = None
        for number, piece in enumerate(state.players[seat].pieces):
            if piece.tied:
                undecided = True
                if still_legal(rules, state, seat, number) is None:
                    out.append(KeepPiece(number))
                out.append(RecallPiece(number))
            elif piece.status != FREE:
                continue
            if piece.kind == SURVEYOR:
                if ground is None:
                    ground = Ground(rules, state, seat)
                self._surveyor(rules, state, seat, number, ground, out)
            else:
                if prospect_targets is None:
                    prospect_targets = self._prospect_targets(rules, state, seat, number)
                here = rules.prospector_actions[number]
                out += [here[target] for target in prospect_targets]
        if not undecided:
            out.append(rules.end_placement)
        return out

    def _surveyor(self, rules: Silverton, state: Table, seat: int, number: int, ground: Ground, out: list[Any]) -> None:
        piece = state.players[seat].pieces[number]
        atlas = rules.atlas
        others = surveyed(state, seat, number)
        actions = rules.surveyor_actions[number]
        sites, own = ground.sites, ground.own
        if piece.home >= 0:
            label = ground.label
            sites = [s for s in sites if any(label.get(t, -1) == piece.home for t in atlas.ends[s])]
            own = [s for s in own if label[atlas.ends[s][0]] == piece.home]
        found = [s for s in sites if s not in others and may_own(rules, others, s)]
        out += [actions[s] for s in found]
        if others and not ground.winter and rules.players <= 4:
            near: set[int] = set()
            for other in others:
                for town in atlas.ends[other]:
                    near.update(atlas.lines_at[town])
            for s in sorted(near):
                if s not in found and why_not_build(rules, state, seat, number, s) is None:
                    out.append(actions[s])
        for s in own:
            if not standing_on(state, seat, SURVEYOR, DISMANTLE, s, number):
                out.append(rules.dismantle_actions[number][s])

    def _prospect_targets(self, rules: Silverton, state: Table, seat: int, number: int) -> list[str]:
        """Return where a prospector may go: the same for all of them, as none that stands somewhere blocks another but itself."""
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
            if any(piece.tied for piece in pieces):
                return no("must_move", "SIL-11.2", T("First decide what to do with your pieces left over from a tie."))
            return None
        if not 0 <= action.piece < len(pieces):
            return UNKNOWN_PIECE
        piece = pieces[action.piece]
        leftover = piece.tied
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
                return no("unknown_id", "SIL-5.1", T("There's no segment {segment}.", segment=action.segment))
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
        if any(piece.status == FREE or piece.tied for piece in state.players[seat].pieces):
            state.agenda.append(step)

    def _first(self, rules: Silverton, state: Table, seat: int, number: int, segment: int) -> int:
        """Return the segment this one must follow; -1 where it touches own track by itself (SIL-11.5)."""
        piece = state.players[seat].pieces[number]
        label = rules.lines(state, seat).label
        labels = [label[town] for town in rules.atlas.ends[segment] if town in label]
        if labels and (piece.home < 0 or piece.home in labels) and purposes(rules, state, seat).passes(segment):
            return -1
        return first_of(rules, state, seat, number, segment)


def target_id(rules: Silverton, piece: Piece) -> str:
    """Return the segment or card a piece stands on, as its id."""
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
        return no("unknown_id", "SIL-19.6", T("Choose a face-up card where you don't already have a prospector."))

    def apply(self, rules: Silverton, state: Table, step: PlaceNeutral, action: SendNeutral, events: list[Event]) -> None:
        state.neutral = action.card
        events.append(NeutralPlaced(action.card))


def neutral_targets(rules: Silverton, state: Table, seat: int) -> list[str]:
    atlas = rules.atlas
    taken = [(piece.task, piece.target) for piece in state.players[seat].pieces if piece.status == PLACED]
    out = [atlas.claims[c] for c in state.row if (CLAIM, c) not in taken]
    return out + [atlas.cards[c] for c in range(len(atlas.cards)) if visible(state, c) and (CARD, c) not in taken]
