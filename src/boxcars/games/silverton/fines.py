"""Step IV.7: fines, jail, replacements (SIL-14.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import EndFines, PayFine, RollRelease
from boxcars.games.silverton.events import FinePaid, ReleaseRolled
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.state import DEAD, FREE, JAILED, Piece, Table
from boxcars.games.silverton.steps import FreePieces

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

LUCKY: Final = (7, 11)


def choices(state: Table, seat: int) -> list[Any]:
    player = state.players[seat]
    out: list[Any] = []
    for number, piece in enumerate(player.pieces):
        if piece.status >= JAILED and not piece.tried:
            if piece.status == JAILED:
                out.append(RollRelease(number))
            if piece.fine <= player.cash:
                out.append(PayFine(number))
    return out


def open_step(rules: Silverton, state: Table, seat: int, events: list[Event]) -> None:
    if choices(state, seat):
        state.agenda.append(FreePieces(seat))


class FreePiecesChapter(Chapter[Table]):
    """One attempt or payment for each piece and turn (SIL-14.7.1)."""

    verbs = (RollRelease, PayFine, EndFines)

    def legal(self, rules: Silverton, state: Table, step: FreePieces) -> list[Any]:
        return [*choices(state, step.seat), rules.end_fines]

    def refuse(self, rules: Silverton, state: Table, step: FreePieces, action: Any) -> Reason | None:
        if isinstance(action, EndFines):
            return None
        pieces = state.players[step.seat].pieces
        if not 0 <= action.piece < len(pieces):
            return no("unknown_id", "SIL-14.7.1", T("You don't have that piece."))
        piece = pieces[action.piece]
        if piece.tried:
            return no("one_attempt", "SIL-14.7.2", T("You can only try once per piece each turn."))
        if piece.status < JAILED or (piece.status == DEAD and isinstance(action, RollRelease)):
            return no("piece_unavailable", "SIL-14.7.1", T("That piece isn't in jail."))
        if isinstance(action, PayFine):
            return short(state, step.seat, piece.fine, "SIL-14.7.2")
        return None

    def apply(self, rules: Silverton, state: Table, step: FreePieces, action: Any, events: list[Event]) -> None:
        if isinstance(action, EndFines):
            return
        seat = step.seat
        piece = state.players[seat].pieces[action.piece]
        piece.tried = True
        if isinstance(action, RollRelease):
            dice = [state.chance.die("dice:jail"), state.chance.die("dice:jail")]
            free = sum(dice) in LUCKY
            events.append(ReleaseRolled(seat, action.piece, piece.kind, dice, free))
            if free:
                set_free(piece)
        else:
            pay(state, seat, piece.fine)
            events.append(FinePaid(seat, action.piece, piece.kind, piece.fine, piece.status == DEAD))
            set_free(piece)
        open_step(rules, state, seat, events)


def set_free(piece: Piece) -> None:
    """Available from the next phase II (SIL-14.7.5)."""
    piece.status = FREE
    piece.fine = 0
