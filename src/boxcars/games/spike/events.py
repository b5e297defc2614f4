"""What happened in a game of Spike. Structs only."""

from __future__ import annotations

from typing import ClassVar

from boxcars.core.types import Event
from boxcars.games.spike.actions import Part


class FirstPlayerDrawn(Event, frozen=True):
    """The lot fell on this seat: it begins (SPK-3.8)."""

    seat: int


class ContractsDealt(Event, frozen=True):
    """Every seat has its contract cards; in the base game by the side in force, in the advanced game by the card."""

    seat: int
    contracts: list[str]


class SideChosen(Event, frozen=True):
    seat: int
    side: str


class HandDealt(Event, frozen=True):
    """The first hand; only its owner sees the colours."""

    reveals: ClassVar[bool] = True
    seat: int
    count: int
    cards: dict[str, int] | None


class CardGiven(Event, frozen=True):
    """The gift; only giver and receiver see the colour (SPK-16.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    to: int
    colour: str | None


class RowTurnedUp(Event, frozen=True):
    """Cards of the deck were turned up into the row."""

    reveals: ClassVar[bool] = True
    cards: list[str]


class RoutesDealt(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: int
    count: int
    routes: list[str] | None


class RouteKept(Event, frozen=True):
    seat: int
    route: str | None


class TrainPlaced(Event, frozen=True):
    seat: int
    city: str


class TrainMoved(Event, frozen=True):
    """``how``: free, start or extra. ``way``: every place from the first space to the last."""

    seat: int
    how: str
    way: list[str]


class TrainWaited(Event, frozen=True):
    """Free movement of no space."""

    seat: int


class CargoLoaded(Event, frozen=True):
    seat: int
    commodity: str
    city: str


class CargoUnloaded(Event, frozen=True):
    seat: int
    commodity: str


class GoodsDelivered(Event, frozen=True):
    seat: int
    commodity: str
    city: str
    value: int


class CardTaken(Event, frozen=True):
    """A face-up card went to a hand."""

    seat: int
    colour: str


class CardDrawn(Event, frozen=True):
    """A card of the deck went to a hand; only its owner sees the colour."""

    reveals: ClassVar[bool] = True
    seat: int
    colour: str | None


class TimeCardDrawn(Event, frozen=True):
    """Round 3: a time card left the deck; ``count`` lie on the board now."""

    reveals: ClassVar[bool] = True
    count: int


class RoundBegan(Event, frozen=True):
    """The deck ran out: a new round, a new deck, a new row (SPK-9.2)."""

    reveals: ClassVar[bool] = True
    round: int
    row: list[str]
    deck: int


class LineBuilt(Event, frozen=True):
    """A line was laid and paid; its city earned ``money`` for its commodity (SPK-10.12)."""

    seat: int
    line: list[str]
    pay: dict[str, int]
    city: str
    commodity: str
    money: int


class PartUpgraded(Event, frozen=True):
    seat: int
    part: Part
    level: int
    price: int


class Passed(Event, frozen=True):
    seat: int


class LastTurnsBegan(Event, frozen=True):
    """That seat has no track and no delivery left: everybody else has one more turn (SPK-12.2)."""

    seat: int


class RouteScored(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: int
    route: str
    points: int


class GameEnded(Event, frozen=True):
    """``by``: time (the third time card) or turns (the special end)."""

    by: str


SpikeEvent = (
    FirstPlayerDrawn
    | ContractsDealt
    | SideChosen
    | HandDealt
    | CardGiven
    | RowTurnedUp
    | RoutesDealt
    | RouteKept
    | TrainPlaced
    | TrainMoved
    | TrainWaited
    | CargoLoaded
    | CargoUnloaded
    | GoodsDelivered
    | CardTaken
    | CardDrawn
    | TimeCardDrawn
    | RoundBegan
    | LineBuilt
    | PartUpgraded
    | Passed
    | LastTurnsBegan
    | RouteScored
    | GameEnded
)
