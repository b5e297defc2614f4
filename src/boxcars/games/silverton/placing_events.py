"""What happened while the order was dealt, pieces were placed and disputes settled (SIL-10 to 12). Structs only."""

from __future__ import annotations

from boxcars.core.types import Event


class PositionsDealt(Event, frozen=True):
    """SIL-3.1: the home cities of each seat."""

    homes: list[list[str]]


class OrderDealt(Event, frozen=True):
    turn: int
    order: list[int]


class PiecesChosen(Event, frozen=True):
    seat: int
    surveyors: list[int]
    prospectors: list[int]


class Assigned(Event, frozen=True):
    """SIL-19.9, 19.12; ``train`` is empty where a surveyor was assigned."""

    seat: int
    home: str
    piece: int = -1
    train: str = ""


class PiecePlaced(Event, frozen=True):
    """``task``: build, dismantle, claim, card, steal or deck; ``target`` the segment or card."""

    seat: int
    piece: int
    kind: int
    task: str
    target: str


class PieceKept(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    target: str


class PieceRecalled(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    target: str


class NeutralPlaced(Event, frozen=True):
    card: str


class ParallelTaken(Event, frozen=True):
    seat: int
    piece: int
    segment: str


class DisputeRolled(Event, frozen=True):
    """A dispute about a segment or card. ``seats`` roll in order; two equal seats in ``partners`` roll one die each."""

    target: str
    seats: list[int]
    partners: list[int]
    dice: list[list[int]]
    totals: list[int]
    winner: int
    """Index into ``seats``; -1 for a tie."""
    rival: str = ""
    """Special dispute: the other segment (SIL-12.10)."""


class TheftRolled(Event, frozen=True):
    thief: int
    owner: int
    card: str
    paid: int
    dice: list[list[int]]
    totals: list[int]
    success: bool
    partner: int = -1
    """A joint theft: the second thief, and the part of ``paid`` that was the partner's (SIL-20.19)."""
    share: int = 0


class TheftWithdrawn(Event, frozen=True):
    seat: int
    card: str


class PieceJailed(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    fine: int


class PieceDied(Event, frozen=True):
    seat: int
    piece: int
    fine: int


class JointAgreed(Event, frozen=True):
    card: str
    seats: list[int]


class JointDeclined(Event, frozen=True):
    card: str
    seats: list[int]


class JointBought(Event, frozen=True):
    card: str
    seats: list[int]
    shares: list[int]


class JointUnpaid(Event, frozen=True):
    card: str
    seats: list[int]


class JointEnded(Event, frozen=True):
    card: str
    seat: int
