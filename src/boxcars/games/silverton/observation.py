"""What a seat sees of a game of Silverton (Structs only, never compiled). All is public but the cash of others (SIL-22)."""

from __future__ import annotations

import msgspec

from boxcars.core.types import Observation, SeenSeat
from boxcars.games.silverton.deal_actions import Bundle, Freight
from boxcars.games.silverton.steps import AnyStep

FACE_DOWN = ""
"""Placeholder for a card that the seat may not look at now."""


class SeenPiece(msgspec.Struct, frozen=True):
    kind: int
    bonus: int
    status: int
    task: int
    target: str
    right: bool
    tied: bool
    first: str
    home: int
    fine: int
    tried: bool


class SeenPlayer(SeenSeat, frozen=True):
    homes: list[str]
    cash: int | None
    """None where it is hidden (SIL-2.8)."""
    announced: bool
    joined: bool
    pieces: list[SeenPiece]
    track: list[str]
    claims: list[str]
    cards: list[str]
    trains: list[str]
    train_homes: list[int]
    plows: list[str]
    sold: list[int]


class SeenClaim(msgspec.Struct, frozen=True):
    """A claim on the table: open (``owner`` -1) or owned."""

    id: str
    owner: int
    goods: int
    worked: bool
    depleted: bool


class SeenDeal(msgspec.Struct, frozen=True):
    to: int
    give: Bundle
    take: Bundle
    freight: Freight | None
    counter: bool


class SilvertonObservation(Observation, frozen=True, kw_only=True):
    """All that one seat may know."""

    turn: int
    phase: int
    part: int
    active: int
    winter: bool
    order: list[int]
    step: AnyStep | None
    """What is due now."""
    players: list[SeenPlayer]
    claims: list[SeenClaim]
    row: list[str]
    """The open cards beside the board, moved passenger cards included."""
    deck: int
    bottom: list[str]
    discards: list[str]
    """In one's own turn each is ``FACE_DOWN`` where the option ``closed_discards`` is on (SIL-6.10)."""
    places: list[str]
    """The face-up passenger card of each place, "" for none."""
    below: list[int]
    released: list[str]
    joint: dict[str, list[int]]
    removed: list[str]
    depletions: dict[str, int]
    pacts: list[list[int]]
    neutral: str
    prices: list[int]
    """For each marker the box in which it stands."""
    sold: list[int]
    train_supply: list[int]
    plow_supply: list[int]
    used_trains: list[str]
    used_plows: list[str]
    plowing: list[list[str]]
    cleared: list[str]
    coupled: list[str]
    operated: list[str]
    deliveries: int
    offers: int
    orders: list[Freight]
    deal: SeenDeal | None
    scores: list[int] | None
