"""The actions of Spike. Steps, events and the observation have files of their own. Structs only."""

from __future__ import annotations

from typing import Literal

from boxcars.core.types import Action

Part = Literal["locomotive", "tender", "freight"]


class ChooseSide(Action, frozen=True):
    """Advanced game: put the contract card with this side up."""

    card: str
    side: str

    def path(self) -> tuple[str, ...]:
        return (f"side:{self.card}:{self.side}",)


class Give(Action, frozen=True):
    """Give a rail card of this colour to the right-hand neighbour."""

    colour: str

    def path(self) -> tuple[str, ...]:
        return (f"give:{self.colour}",)


class KeepRoute(Action, frozen=True):
    """Advanced game: keep this route card, discard the other."""

    route: str

    def path(self) -> tuple[str, ...]:
        return (f"route:{self.route}",)


class Place(Action, frozen=True):
    """Put the train into a city; the network begins there."""

    city: str

    def path(self) -> tuple[str, ...]:
        return (f"city:{self.city}",)


def place_target(to: str) -> str:
    """Return the target of a place of a train: ``city:columbia`` or ``run:s301>r09c09``."""
    return f"run:{to}" if ">" in to else f"city:{to}"


class Move(Action, frozen=True):
    """Free movement to a place: a city, or ``segment>point`` (on that track, heading for the point). The own place: wait."""

    to: str

    def path(self) -> tuple[str, ...]:
        return (place_target(self.to),)


class Deliver(Action, frozen=True):
    """Deliver this commodity in the city where the train stands."""

    commodity: str

    def path(self) -> tuple[str, ...]:
        return (f"deliver:{self.commodity}",)


class KeepCargo(Action, frozen=True):
    """Deliver nothing now."""

    def path(self) -> tuple[str, ...]:
        return ("do:keep",)


class Draw(Action, frozen=True):
    """Action A: take a card, ``deck`` or a face-up colour."""

    card: str

    def path(self) -> tuple[str, ...]:
        return ("deck",) if self.card == "deck" else (f"row:{self.card}",)


class StopDrawing(Action, frozen=True):
    """Take no further card."""

    def path(self) -> tuple[str, ...]:
        return ("do:stop",)


class Build(Action, frozen=True):
    """Action B: lay a line, its segments in order from the own network to the new city, and play these cards for it."""

    line: tuple[str, ...]
    pay: dict[str, int]
    city: str = ""
    """The new city; may be left out."""

    def __hash__(self) -> int:
        return hash((self.line, frozenset(self.pay.items())))

    def path(self) -> tuple[str, ...]:
        """One payment is suggested for a line, so the payment is no part of the path; ``BeginLine`` leads to every other."""
        return (f"city:{self.city}", "line:" + "+".join(self.line))


def pay_target(pay: dict[str, int]) -> str:
    return "pay:" + "+".join(f"{colour}:{n}" for colour, n in pay.items())


class BeginLine(Action, frozen=True):
    """Action B by hand: choose a line of one's own segment by segment, then its payment."""

    def path(self) -> tuple[str, ...]:
        return ("do:line",)


class AddTrack(Action, frozen=True):
    """Append a segment to the line that is being chosen."""

    segment: str

    def path(self) -> tuple[str, ...]:
        return (f"seg:{self.segment}",)


class Pay(Action, frozen=True):
    """Play these cards for the sketched line and lay it."""

    pay: dict[str, int]

    def __hash__(self) -> int:
        return hash(frozenset(self.pay.items()))

    def path(self) -> tuple[str, ...]:
        return (pay_target(self.pay),)


class DropLine(Action, frozen=True):
    """Give up the sketch and choose an action again."""

    def path(self) -> tuple[str, ...]:
        return ("do:drop",)


class Start(Action, frozen=True):
    """Action C: unload, load, then move the train out of its city to a place (SPK-15.9)."""

    to: str
    load: str | None = None
    unload: tuple[str, ...] = ()

    def path(self) -> tuple[str, ...]:
        cargo = "".join(f"-{g}" for g in self.unload) + (f"+{self.load}" if self.load else "")
        return (f"start:{cargo or 'as-is'}", place_target(self.to))


class Extra(Action, frozen=True):
    """Action D: one space further."""

    to: str

    def path(self) -> tuple[str, ...]:
        return (place_target(self.to),)


class Upgrade(Action, frozen=True):
    """Action E: the next level of a part of the train."""

    part: Part

    def path(self) -> tuple[str, ...]:
        return (f"upgrade:{self.part}",)


class Pass(Action, frozen=True):
    """Nothing else is possible (SPK-5.4)."""

    def path(self) -> tuple[str, ...]:
        return ("do:pass",)


SpikeAction = (
    ChooseSide
    | Give
    | KeepRoute
    | Place
    | Move
    | Deliver
    | KeepCargo
    | Draw
    | StopDrawing
    | Build
    | BeginLine
    | AddTrack
    | Pay
    | DropLine
    | Start
    | Extra
    | Upgrade
    | Pass
)
