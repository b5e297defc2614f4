"""The vocabulary of Spike: steps, actions, events, observation. Ids are those of the map's data files."""

from __future__ import annotations

from typing import ClassVar, Literal

from boxcars.core.words import Action, Event, Step

Part = Literal["locomotive", "tender", "freight"]

# -- steps: what is due ----------------------------------------------------------------------------------------------


class NameFirst(Step, frozen=True):
    """The lot is drawn: tell who begins (SPK-3.8)."""


class DealContracts(Step, frozen=True):
    """One contract card of each commodity, equally to all seats (SPK-3.4)."""


class DealHands(Step, frozen=True):
    """Five rail cards to each seat (SPK-3.7, 3.8)."""


class OpenTable(Step, frozen=True):
    """Turn up the face-up row and deal the route cards (SPK-3.10, 3.11)."""


class PickSide(Step, frozen=True):
    """Advanced game: a side for the next contract card (SPK-13.1)."""


class GiveCard(Step, frozen=True):
    """The first player gives a rail card to the right-hand neighbour (SPK-3.9)."""


class PickRoute(Step, frozen=True):
    """Advanced game: keep one of two route cards (SPK-13.2)."""


class PlaceTrain(Step, frozen=True):
    """Put the train into a city (SPK-3.12)."""


class FreeMovement(Step, frozen=True):
    """The train is in transit: it may move before the action (SPK-5.2)."""


class DeliverGoods(Step, frozen=True):
    """The train has entered a city where something on board can be delivered (SPK-7.5)."""


class TakeAction(Step, frozen=True):
    """One of the five actions (SPK-5.3)."""


class DrawMore(Step, frozen=True):
    """Action A goes on: ``left`` more cards may be taken, ``taken`` are in the hand (SPK-8.2)."""

    left: int = 0
    taken: int = 0


class SketchLine(Step, frozen=True):
    """Action B, segment by segment: the line so far, a sketch that nobody else sees."""

    line: tuple[str, ...] = ()


class PayForLine(Step, frozen=True):
    """Action B: the sketch reaches a new city and is to be paid (SPK-10.9)."""

    line: tuple[str, ...] = ()


class EndTurn(Step, frozen=True):
    """The turn of ``who`` is over (SPK-5.6)."""

    who: int = 0


class RevealRoutes(Step, frozen=True):
    """The game is over: route cards are scored (SPK-12.5)."""


SpikeStep = (
    NameFirst
    | DealContracts
    | DealHands
    | OpenTable
    | PickSide
    | GiveCard
    | PickRoute
    | PlaceTrain
    | FreeMovement
    | DeliverGoods
    | TakeAction
    | DrawMore
    | SketchLine
    | PayForLine
    | EndTurn
    | RevealRoutes
)

# -- actions: what a seat may ask ------------------------------------------------------------------------------------


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
    """The target of a place of a train: ``city:columbia`` or ``run:s301>r09c09``."""
    return f"run:{to}" if ">" in to else f"city:{to}"


class Move(Action, frozen=True):
    """Free movement to a place: a city, or ``segment>point`` (on that track, heading for the point). The own place: wait."""

    to: str

    def path(self) -> tuple[str, ...]:
        return (place_target(self.to),)


class Deliver(Action, frozen=True):
    """Deliver this commodity in the city just entered."""

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
    """The next segment of the sketch."""

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

# -- events: what happened -------------------------------------------------------------------------------------------


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
