"""The vocabulary of Age of Steam: steps, actions, events, observation."""

from __future__ import annotations

from typing import ClassVar, Literal

from boxcars.core.words import Action, Event, Observation, Step
from boxcars.rail.words import (
    Bid as Bid,
)
from boxcars.rail.words import (
    BidMade as BidMade,
)
from boxcars.rail.words import (
    BidPassed as BidPassed,
)
from boxcars.rail.words import (
    BuildEnded as BuildEnded,
)
from boxcars.rail.words import (
    DoNothing as DoNothing,
)
from boxcars.rail.words import (
    DropOut as DropOut,
)
from boxcars.rail.words import (
    EndBuild as EndBuild,
)
from boxcars.rail.words import (
    GoodsMoved as GoodsMoved,
)
from boxcars.rail.words import (
    LayTrack as LayTrack,
)
from boxcars.rail.words import (
    LinkCompleted as LinkCompleted,
)
from boxcars.rail.words import (
    LocomotiveRaised as LocomotiveRaised,
)
from boxcars.rail.words import (
    MoveSkipped as MoveSkipped,
)
from boxcars.rail.words import (
    OwnershipLost as OwnershipLost,
)
from boxcars.rail.words import (
    PassBid as PassBid,
)
from boxcars.rail.words import (
    PlaceTaken as PlaceTaken,
)
from boxcars.rail.words import (
    PlayerEliminated as PlayerEliminated,
)
from boxcars.rail.words import (
    RaiseLocomotive as RaiseLocomotive,
)
from boxcars.rail.words import (
    TrackLaid as TrackLaid,
)
from boxcars.rail.words import (
    TurnBegan as TurnBegan,
)

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

# -- steps: what is due ----------------------------------------------------------------------------------------------


class SetUp(Step, frozen=True):
    """Fill the display, put out the starting cubes, roll for the first order of play (AOS-3)."""


class Phase(Step, frozen=True):
    """A phase of the turn begins (AOS-4.1)."""

    name: str = ""


class DecideShares(Step, frozen=True):
    """Issue shares or not (AOS-5.1)."""


class BidOrDrop(Step, frozen=True):
    """The auction for the order of play (AOS-6.2)."""


class DecideFirst(Step, frozen=True):
    """St. Lucia: pay to be first, or not (AOS-19.4). ``holder`` has the right of first refusal."""

    holder: int = -1


class ChooseAction(Step, frozen=True):
    """Take one of the actions of the turn (AOS-7.1)."""


class BuildTrack(Step, frozen=True):
    """A build turn goes on (AOS-8.1)."""


class CloseBuild(Step, frozen=True):
    """A build turn ends: unfinished track that was not extended loses its owner (AOS-8.25)."""

    builder: int = -1


class ShareReward(Step, frozen=True):
    """Western US: who is rewarded for the transcontinental railroad (AOS-15.11)."""

    choices: list[tuple[int, ...]] = []


class MoveRound(Step, frozen=True):
    """A round of the goods phase begins (AOS-11.1)."""

    round: int = 1


class MoveOne(Step, frozen=True):
    """Move a cube, raise the locomotive, or do nothing (AOS-11.1)."""

    round: int = 1


class DecideProduction(Step, frozen=True):
    """Draw two cubes for the display, or not (AOS-13.2)."""


class PlaceDrawn(Step, frozen=True):
    """Put a drawn cube on an empty space of the display (AOS-13.2)."""


class Grow(Step, frozen=True):
    """The map's extra cubes, then dice for each half (AOS-13.1)."""


AOSStep = (
    SetUp
    | Phase
    | DecideShares
    | BidOrDrop
    | DecideFirst
    | ChooseAction
    | BuildTrack
    | CloseBuild
    | ShareReward
    | MoveRound
    | MoveOne
    | DecideProduction
    | PlaceDrawn
    | Grow
)

# -- actions: what a seat may ask ------------------------------------------------------------------------------------


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

# -- events: what happened -------------------------------------------------------------------------------------------


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
    """By seat: what was paid, and the income lost for what could not be paid (AOS-12.3)."""

    paid: list[int]
    lost: list[int]


class IncomeReduced(Event, frozen=True):
    amounts: list[int]


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

# -- what a seat may know --------------------------------------------------------------------------------------------


class Seen(Observation, frozen=True, kw_only=True):
    """Everything but future dice and draws: nobody has private information (section 24 of the rules)."""

    agenda: list[AOSStep]
    turn: int
    turns: int
    order: list[int]
    cash: list[int]
    shares: list[int]
    income: list[int]
    locomotive: list[int]
    actions: list[str]
    """Per seat: the action taken this turn, "" for none."""
    gone: list[int]
    """Per seat: the turn of its elimination, 0 while in the game."""
    tiles: list[int]
    """Per hex: the form that lies there (see the tile set), -1 for none."""
    places: list[int]
    """Per hex: 0 land, 1 town, 2 city."""
    sections: list[tuple[int, list[int], list[int], list[int]]]
    """Each section of track: owner (-1 nobody), its two ends (hex, -1 open), the ports there, its segments in order."""
    tiles_left: list[int]
    town_discs_left: int
    accepts: list[int]
    """Per hex: bit mask of the colours its city takes."""
    cubes: list[list[int]]
    """Per hex: the goods that lie there, by colour index."""
    display: list[int]
    """Per space: the colour index, -1 for empty; [] on maps without a display."""
    bag: list[int]
    """Cubes in the bag by colour: everybody can work it out."""
    new_cities: list[int]
    """Per letter A to H: the hex of the New City, -1 beside the board, -2 not in this game."""
    bids: list[int]
    """During the auction: each seat's own highest bid, -1 for none; [] otherwise."""
    dropped: list[int]
    high_bid: int
    may_pass: int
    """During the auction: who may still pass, -1 for nobody."""
    plays: int
    """Tile plays made in the current build turn."""
    played: list[int]
    """Hexes played in it."""
    full_costs: list[int]
    """Full price of each of its plays."""
    urbanized: bool
    raised: list[bool]
    drawn: list[int]
    blocked: list[str]
    """Barbados: actions that are blocked until all have been chosen."""
    right: int
    """St. Lucia: whose right of first refusal the alternation stands at; -1 elsewhere."""
    transcontinental: bool
    delivered_cotton: int
    points: list[int]
    """Victory points if the game ended now."""
