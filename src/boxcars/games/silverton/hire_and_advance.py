"""Option: hire and advance (SIL-20.12, 20.13, 20.25, 20.26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.silverton.actions import Hire, Pass
from boxcars.games.silverton.events import PieceAdvanced, PieceHired
from boxcars.games.silverton.money import pay, short
from boxcars.games.silverton.state import PROSPECTOR, SURVEYOR, Piece, Table
from boxcars.games.silverton.steps import AssignSurveyor, BeginHiring, HirePiece

if TYPE_CHECKING:
    from boxcars.games.silverton.rules import Silverton

KINDS: Final = {"surveyor": SURVEYOR, "prospector": PROSPECTOR}


def disc_left(rules: Silverton, state: Table, seat: int, kind: int, bonus: int) -> bool:
    """Return whether an unused disc of that kind and bonus is left: one colour, two with two or three players (SIL-20.12)."""
    colours = 2 if rules.players <= 3 else 1
    there = rules.disc_limit[bonus] * colours
    used = sum(1 for piece in state.players[seat].pieces if piece.kind == kind and piece.bonus == bonus)
    return used < there


def advance(rules: Silverton, state: Table, seat: int, number: int, events: list[Event]) -> None:
    """SIL-20.13: a piece that won a dispute and then takes what it was about gains +1, up to +2."""
    piece = state.players[seat].pieces[number]
    if rules.hire and piece.bonus < 2 and disc_left(rules, state, seat, piece.kind, piece.bonus + 1):
        piece.bonus += 1
        events.append(PieceAdvanced(seat, number, piece.kind, piece.bonus))


def why_not_hire(rules: Silverton, state: Table, seat: int, kind: int) -> Reason | None:
    if len(state.players[seat].pieces) >= rules.most_pieces:
        return no("no_disc", "SIL-20.25", T("You already have the most pieces allowed: {count}.", count=rules.most_pieces))
    if not disc_left(rules, state, seat, kind, 0):
        return no("no_disc", "SIL-20.25", T("There are no plain discs of that kind left."))
    return short(state, seat, rules.hire_cost, "SIL-20.12")


class BeginHiringChapter(Chapter[Table]):
    def run(self, rules: Silverton, state: Table, step: BeginHiring, events: list[Event]) -> None:
        if any(why_not_hire(rules, state, step.who, kind) is None for kind in KINDS.values()):
            state.agenda.append(HirePiece(step.who))


class HirePieceChapter(Chapter[Table]):
    """Phase VI: one plain piece for $400, free from the next phase II (SIL-20.25)."""

    verbs = (Hire, Pass)

    def legal(self, rules: Silverton, state: Table, step: HirePiece) -> list[Any]:
        out: list[Any] = [rules.pass_]
        return out + [Hire(name) for name, kind in KINDS.items() if why_not_hire(rules, state, step.seat, kind) is None]

    def refuse(self, rules: Silverton, state: Table, step: HirePiece, action: Any) -> Reason | None:
        if isinstance(action, Pass):
            return None
        if action.kind not in KINDS:
            return no("unknown_id", "SIL-20.12", T("Hire a surveyor or a prospector."))
        return why_not_hire(rules, state, step.seat, KINDS[action.kind])

    def apply(self, rules: Silverton, state: Table, step: HirePiece, action: Any, events: list[Event]) -> None:
        if isinstance(action, Pass):
            return
        player = state.players[step.seat]
        kind = KINDS[action.kind]
        pay(state, step.seat, rules.hire_cost)
        player.pieces.append(Piece(kind, 0))
        number = len(player.pieces) - 1
        events.append(PieceHired(step.seat, number, kind, rules.hire_cost))
        if kind == SURVEYOR and not player.joined:
            state.agenda.append(AssignSurveyor(step.seat, number))
