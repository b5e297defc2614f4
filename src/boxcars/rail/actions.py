"""The actions and events that games on hexes share: building, moving goods, bidding. (Structs only: never compiled.)"""

from __future__ import annotations

from boxcars.core.types import Action, Event

# -- actions ---------------------------------------------------------------------------------------------------------


class Bid(Action, frozen=True):
    """Raise the bid to this amount (AOS-6.2, STM-15.6)."""

    amount: int

    def path(self) -> tuple[str, ...]:
        return (f"n:{self.amount}",)


class PassBid(Action, frozen=True):
    """Stay in the auction without raising: the right of the Turn Order action (AOS-6.2, STM-15.9)."""

    def path(self) -> tuple[str, ...]:
        return ("do:pass",)


class DropOut(Action, frozen=True):
    """Leave the auction (AOS-6.5, STM-15.7)."""

    def path(self) -> tuple[str, ...]:
        return ("do:drop",)


class LayTrack(Action, frozen=True):
    """Place a tile, replace one, or redirect track (AOS-8.2, STM-8.3)."""

    hex: str
    tile: str
    rotation: int

    def path(self) -> tuple[str, ...]:
        return (f"hex:{self.hex}", f"tile:{self.tile}", f"turn:{self.tile}:{self.rotation}")


class EndBuild(Action, frozen=True):
    """Stop building (AOS-8.30, STM-8.45)."""

    def path(self) -> tuple[str, ...]:
        return ("do:end",)


class MoveGoods(Action, frozen=True, gc=False):
    """Move a cube from ``origin`` to the city ``to``: the sides by which it leaves each stop (AOS-11.12, STM-10.12)."""

    origin: str
    colour: str
    to: str
    sides: tuple[int, ...]

    def path(self) -> tuple[str, ...]:
        way = "way:" + ".".join(str(side) for side in self.sides)
        return (f"cube:{self.origin}:{self.colour}", f"hex:{self.to}", way)


class RaiseLocomotive(Action, frozen=True):
    """Raise the locomotive by one link instead of moving a cube (AOS-11.2, STM-10.2)."""

    def path(self) -> tuple[str, ...]:
        return ("do:locomotive",)


class DoNothing(Action, frozen=True):
    """Neither move nor raise the locomotive (AOS-11.1, STM-10.1)."""

    def path(self) -> tuple[str, ...]:
        return ("do:nothing",)


# -- events ----------------------------------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True):
    turn: int


class BidMade(Event, frozen=True):
    seat: int
    amount: int


class BidPassed(Event, frozen=True):
    seat: int


class PlaceTaken(Event, frozen=True):
    """A seat took a place in the order of play, at a price (AOS-6.5, 6.6, STM-5.5, 15.10)."""

    seat: int
    place: int
    paid: int


class TrackLaid(Event, frozen=True):
    """A tile was laid; ``kind``: "place", "replace", "town" or "redirect"."""

    seat: int
    hex: str
    tile: str
    rotation: int
    kind: str
    paid: int


class LinkCompleted(Event, frozen=True):
    """A section became a link between two stops (hex ids)."""

    seat: int
    ends: tuple[str, str]
    segments: int


class OwnershipLost(Event, frozen=True):
    """Unfinished sections that were not extended have lost their owner (AOS-8.25, STM-8.28): a hex of each."""

    seat: int
    hexes: list[str]


class BuildEnded(Event, frozen=True):
    seat: int


class GoodsMoved(Event, frozen=True):
    """A delivery. ``stops`` entered in order, ``sides`` by which each stop was left, ``owners`` of the links (-1: nobody)."""

    seat: int
    origin: str
    colour: str
    stops: list[str]
    sides: list[int]
    owners: list[int]
    gains: list[int]


class LocomotiveRaised(Event, frozen=True):
    seat: int
    links: int


class MoveSkipped(Event, frozen=True):
    seat: int


class PlayerEliminated(Event, frozen=True):
    seat: int
