"""The actions of Age of Steam. Steps, events and the observation have files of their own. Structs only."""

from __future__ import annotations

from typing import Literal

from boxcars.core.types import Action
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, LayTrack, PassBid, RaiseLocomotive

Colour = Literal["red", "blue", "purple", "yellow", "black", "white"]
ActionName = Literal["first_move", "first_build", "engineer", "locomotive", "urbanization", "production", "turn_order"]
ACTIONS: tuple[ActionName, ...] = (
    "first_move",
    "first_build",
    "engineer",
    "locomotive",
    "urbanization",
    "production",
    "turn_order",
)
Letter = Literal["A", "B", "C", "D", "E", "F", "G", "H"]


class IssueShares(Action, frozen=True):
    """Issue that many shares for $5 each (AOS-5.1)."""

    shares: int

    def path(self) -> tuple[str, ...]:
        return (f"n:{self.shares}",)


class PayForFirst(Action, frozen=True):
    """St. Lucia: pay $5 to be first (AOS-19.4)."""

    def path(self) -> tuple[str, ...]:
        return ("do:pay_first",)


class DeclineFirst(Action, frozen=True):
    """St. Lucia: do not pay (AOS-19.4)."""

    def path(self) -> tuple[str, ...]:
        return ("do:decline_first",)


class TakeAction(Action, frozen=True):
    """Take this action for the turn (AOS-7.1)."""

    action: ActionName

    def path(self) -> tuple[str, ...]:
        return (f"action:{self.action}",)


class Urbanize(Action, frozen=True):
    """Put a New City on a town (AOS-9.2)."""

    hex: str
    city: Letter

    def path(self) -> tuple[str, ...]:
        return (f"city:{self.city}", f"hex:{self.hex}")


class BuyDirectLink(Action, frozen=True):
    """Buy the link between two adjacent cities (AOS-17.9)."""

    link: str

    def path(self) -> tuple[str, ...]:
        return (f"link:{self.link}",)


class RewardRailroads(Action, frozen=True):
    """Western US: these players share the transcontinental reward (AOS-15.11)."""

    seats: tuple[int, ...]

    def path(self) -> tuple[str, ...]:
        return ("reward:" + "+".join(str(seat) for seat in self.seats),)


class MoveGoods(Action, frozen=True, gc=False):
    """Move a cube from ``origin`` to the city ``to``: the sides by which it leaves each stop (AOS-11.12).

    ``bonus``: Western US, which link of the path (0 is the first) gets the east-west bonus; -1 where there is none.
    """

    origin: str
    colour: Colour
    to: str
    sides: tuple[int, ...]
    bonus: int = -1

    def path(self) -> tuple[str, ...]:
        way = "way:" + ".".join(str(side) for side in self.sides)
        start = (f"cube:{self.origin}:{self.colour}", f"hex:{self.to}", way)
        return start if self.bonus < 0 else (*start, f"bonus:{self.bonus}")


class DrawGoods(Action, frozen=True):
    """Use Production: draw two cubes (AOS-13.2)."""

    def path(self) -> tuple[str, ...]:
        return ("do:draw",)


class DeclineProduction(Action, frozen=True):
    """Do not use Production (AOS-13.2)."""

    def path(self) -> tuple[str, ...]:
        return ("do:decline",)


class PlaceGoods(Action, frozen=True):
    """Put a drawn cube on a space of the display (AOS-13.2)."""

    colour: Colour
    column: str
    space: int

    def path(self) -> tuple[str, ...]:
        return (f"drawn:{self.colour}", f"space:{self.column}:{self.space}")


AOSAction = (
    IssueShares
    | Bid
    | PassBid
    | DropOut
    | PayForFirst
    | DeclineFirst
    | TakeAction
    | Urbanize
    | LayTrack
    | BuyDirectLink
    | EndBuild
    | RewardRailroads
    | MoveGoods
    | RaiseLocomotive
    | DoNothing
    | DrawGoods
    | DeclineProduction
    | PlaceGoods
)
