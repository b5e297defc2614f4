"""What happened in a game of Age of Steam. Structs only."""

from __future__ import annotations

from typing import ClassVar

from boxcars.core.types import Event
from boxcars.games.age_of_steam.actions import ActionName, Colour, Letter
from boxcars.rail.actions import (
    BidMade,
    BidPassed,
    BuildEnded,
    GoodsMoved,
    LinkCompleted,
    LocomotiveRaised,
    MoveSkipped,
    OwnershipLost,
    PlaceTaken,
    PlayerEliminated,
    TrackLaid,
    TurnBegan,
)


class OrderRolled(Event, frozen=True):
    """Three dice each, ties rolled again: the first order of play (AOS-3.7). ``rolls``: totals by seat."""

    order: list[int]
    rolls: list[int]


class RightDrawn(Event, frozen=True):
    """St. Lucia: who has the right of first refusal on turn 1 (AOS-19.4)."""

    seat: int


class SharesIssued(Event, frozen=True):
    seat: int
    shares: int
    cash: int


class FirstDeclined(Event, frozen=True):
    """St. Lucia: did not pay to be first. ``asked``: False if he could not have paid."""

    seat: int
    asked: bool


class ActionTaken(Event, frozen=True):
    seat: int
    action: ActionName


class CityFounded(Event, frozen=True):
    """A New City on a town (AOS-9). ``cubes`` that lay there went into the bag (AOS-15.3)."""

    seat: int
    hex: str
    city: Letter
    returned: list[Colour]


class DirectLinkBought(Event, frozen=True):
    seat: int
    link: str
    paid: int


class Transcontinental(Event, frozen=True):
    """East and west are joined (AOS-15.10); the rewarded seats and what each gets."""

    seats: list[int]
    income: int


class IncomeCollected(Event, frozen=True):
    """By seat; 0 for players who are out."""

    amounts: list[int]


class ExpensesPaid(Event, frozen=True):
    """By seat: what was paid, and the income lost for what could not be paid (AOS-12.3); what was due for shares and locomotive,
    and the cash that is left."""

    paid: list[int]
    lost: list[int]
    shares: list[int] = []
    engine: list[int] = []
    cash: list[int] = []


class IncomeReduced(Event, frozen=True):
    """By seat: by how much, and the income that is left."""

    amounts: list[int]
    income: list[int] = []


class GoodsDrawn(Event, frozen=True):
    """Production: the cubes drawn, seen by everybody (AOS-13.2)."""

    reveals: ClassVar[bool] = True
    seat: int
    colours: list[Colour]


class ProductionDeclined(Event, frozen=True):
    seat: int


class GoodsPlaced(Event, frozen=True):
    seat: int
    colour: Colour
    column: str
    space: int


class GoodsReturned(Event, frozen=True):
    """A drawn cube found no space and went back into the bag."""

    seat: int
    colours: list[Colour]


class ExtraCube(Event, frozen=True):
    """The map's own cube from the bag (AOS-16.6, 17.11)."""

    reveals: ClassVar[bool] = True
    hex: str
    colour: Colour


class GoodsGrown(Event, frozen=True):
    """Dice of one half, and each cube that moved: (column, hex, colour) (AOS-13.4)."""

    reveals: ClassVar[bool] = True
    half: str
    dice: list[int]
    moved: list[tuple[str, str, Colour]]


class TieRolled(Event, frozen=True):
    """Western US: one die each, rolled again while tied; best first (AOS-15.14)."""

    seats: list[int]


class GameEnded(Event, frozen=True):
    """``reason``: "turns", "one_left" or "none_left"."""

    reason: str


AOSEvent = (
    OrderRolled
    | RightDrawn
    | TurnBegan
    | SharesIssued
    | BidMade
    | BidPassed
    | PlaceTaken
    | FirstDeclined
    | ActionTaken
    | CityFounded
    | TrackLaid
    | LinkCompleted
    | DirectLinkBought
    | OwnershipLost
    | BuildEnded
    | Transcontinental
    | GoodsMoved
    | LocomotiveRaised
    | MoveSkipped
    | IncomeCollected
    | ExpensesPaid
    | PlayerEliminated
    | IncomeReduced
    | GoodsDrawn
    | ProductionDeclined
    | GoodsPlaced
    | GoodsReturned
    | ExtraCube
    | GoodsGrown
    | TieRolled
    | GameEnded
)
