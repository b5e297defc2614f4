"""The vocabulary of Steam: steps, actions, events, observation."""

from __future__ import annotations

from typing import Literal

from boxcars.core.types import Action, Event, Observation, Step
from boxcars.rail.actions import (
    Bid,
    BidMade,
    BidPassed,
    BuildEnded,
    DoNothing,
    DropOut,
    EndBuild,
    GoodsMoved,
    LayTrack,
    LinkCompleted,
    LocomotiveRaised,
    MoveGoods,
    MoveSkipped,
    OwnershipLost,
    PassBid,
    PlaceTaken,
    PlayerEliminated,
    RaiseLocomotive,
    TrackLaid,
    TurnBegan,
)
from boxcars.rail.auction import Auction
from boxcars.rail.track import Track

Colour = Literal["red", "blue", "yellow", "purple", "gray"]
COLOURS: tuple[Colour, ...] = ("red", "blue", "yellow", "purple", "gray")
"""Goods and cities; gray cities are always New Cities (STM-1.2, 1.3)."""
ActionName = Literal["turn_order", "first_move", "engineer", "first_build", "city_growth", "locomotive", "urbanization"]
ACTIONS: tuple[ActionName, ...] = (
    "turn_order",
    "first_move",
    "engineer",
    "first_build",
    "city_growth",
    "locomotive",
    "urbanization",
)
"""The action tiles; number n stands at place n - 1 (STM-7.1)."""
NO_TILE, TURN_ORDER, FIRST_MOVE, ENGINEER, FIRST_BUILD, CITY_GROWTH, LOCOMOTIVE, URBANIZATION = range(8)

# -- steps: what is due ----------------------------------------------------------------------------------------------


class StartingAuction(Step, frozen=True):
    """The next place in the starting order is put up for auction (STM-5.1)."""


class DrawOrder(Step, frozen=True):
    """Every seat draws an action tile for the starting order (STM-5.7, 15.1)."""


class BidForStart(Step, frozen=True):
    """Bid for a place in the starting order, or drop out (STM-5.3)."""


class RaiseCapital(Step, frozen=True):
    """Standard, phase 1: take loans (STM-15.4). Without a seat: the phase begins."""


class TurnOrder(Step, frozen=True):
    """The order of play is settled: by tile number (STM-13.1) or by auction (STM-15.6)."""


class BidForOrder(Step, frozen=True):
    """Standard, phase 2: bid, pass by privilege or drop out (STM-15.6)."""


class SelectAction(Step, frozen=True):
    """Take an action tile (STM-7.1). Without a seat: the phase begins."""


class BuildTrack(Step, frozen=True):
    """A build turn with so many tile plays left (STM-8.2). Without a seat: the phase begins."""

    plays: int = 0


class ChooseNewCity(Step, frozen=True):
    """Urbanization: which New City goes on the town (STM-8.34)."""

    hex: int = -1


class ChooseSupply(Step, frozen=True):
    """Which supply space goes to the city; ``colour``: of the New City to be placed, -1 for City Growth (STM-8.38, 8.41)."""

    hex: int = -1
    colour: int = -1


class MoveRound(Step, frozen=True):
    """Move a cube, raise the locomotive or do nothing (STM-10.1). Without a seat: the round begins."""

    round: int = 1


class ChooseReward(Step, frozen=True):
    """Track points to income or to victory points (STM-11.2)."""

    points: int = 0


class IncomeAndExpenses(Step, frozen=True):
    """Everybody receives or pays (STM-12.1, 15.14)."""


class NewTurn(Step, frozen=True):
    """Tiles go back, the turn marker advances (STM-13.2, 15.17)."""


SteamStep = (
    StartingAuction
    | DrawOrder
    | BidForStart
    | RaiseCapital
    | TurnOrder
    | BidForOrder
    | SelectAction
    | BuildTrack
    | ChooseNewCity
    | ChooseSupply
    | MoveRound
    | ChooseReward
    | IncomeAndExpenses
    | NewTurn
)

# -- actions: what a seat may ask ------------------------------------------------------------------------------------


class TakeLoans(Action, frozen=True):
    """So many loan steps of $5 (STM-15.4)."""

    steps: int

    def path(self) -> tuple[str, ...]:
        return (f"n:{self.steps}",)


class TakeTile(Action, frozen=True):
    """Take this action tile; in the Basic game say at once whether City Growth or Urbanization will be used (STM-7.2)."""

    action: ActionName
    use: bool | None = None

    def path(self) -> tuple[str, ...]:
        if self.use is None:
            return (f"action:{self.action}",)
        return (f"action:{self.action}", "use:yes" if self.use else "use:no")


class Urbanize(Action, frozen=True):
    """Put a New City on this town; its colour and its goods follow (STM-8.34)."""

    hex: str

    def path(self) -> tuple[str, ...]:
        return (f"hex:{self.hex}", "do:urbanize")


class PickNewCity(Action, frozen=True):
    """The New City tile of this colour (STM-8.34)."""

    colour: Colour

    def path(self) -> tuple[str, ...]:
        return (f"city:{self.colour}",)


class GrowCity(Action, frozen=True):
    """City Growth in this city; its goods follow (STM-8.41)."""

    hex: str

    def path(self) -> tuple[str, ...]:
        return (f"hex:{self.hex}", "do:grow")


class PickSupply(Action, frozen=True):
    """All cubes of this supply space (STM-8.38, 8.41)."""

    space: int

    def path(self) -> tuple[str, ...]:
        return (f"supply:{self.space}",)


class TakeReward(Action, frozen=True):
    """All track points of this cube to income, or all to victory points (STM-11.2)."""

    to: Literal["income", "vp"]

    def path(self) -> tuple[str, ...]:
        return (f"reward:{self.to}",)


SteamAction = (
    Bid
    | PassBid
    | DropOut
    | TakeLoans
    | TakeTile
    | LayTrack
    | Urbanize
    | PickNewCity
    | GrowCity
    | PickSupply
    | EndBuild
    | MoveGoods
    | RaiseLocomotive
    | DoNothing
    | TakeReward
)

# -- events: what happened -------------------------------------------------------------------------------------------


class OrderDrawn(Event, frozen=True):
    """Each seat drew an action tile for the starting order (STM-5.7, 15.1). ``numbers`` by seat."""

    numbers: list[int]
    order: list[int]


class AuctionOpened(Event, frozen=True):
    """A place of the starting order is on offer; ``seat`` bids first (STM-5.2)."""

    place: int
    seat: int


class LoansTaken(Event, frozen=True):
    """Loan steps: $5 each against income, then victory points (STM-3.4)."""

    seat: int
    steps: int
    income: int
    points: int


class TileTaken(Event, frozen=True):
    seat: int
    action: ActionName
    use: bool | None
    paid: int


class CityFounded(Event, frozen=True):
    """A New City stands on a town (STM-8.35). ``supply``: the space whose goods it got, -1 for none."""

    seat: int
    hex: str
    colour: Colour
    supply: int
    goods: list[int]


class CityGrown(Event, frozen=True):
    """A city got a growth marker and the goods of a supply space (STM-8.41)."""

    seat: int
    hex: str
    supply: int
    goods: list[int]


class CityActionLapsed(Event, frozen=True):
    """What was paid for has become impossible (STM-8.43, 8.44)."""

    seat: int
    action: ActionName


class RewardTaken(Event, frozen=True):
    """Track points were taken; ``to``: "income" or "vp"; ``lost`` beyond the end of the income track (STM-11.4)."""

    seat: int
    points: int
    to: Literal["income", "vp"]
    lost: int


class IncomeSettled(Event, frozen=True):
    """What a seat received (negative: paid), what a shortfall cost it (STM-12.1, 15.14), and the cash that is left."""

    seat: int
    amount: int
    maintenance: int
    points_lost: int
    income_lost: int
    cash: int = 0


class OrderSettled(Event, frozen=True):
    """The order of play of the next turn, by tile number (STM-13.1)."""

    order: list[int]


class GameEnded(Event, frozen=True):
    """``alone``: only one player is left (STM-12.5)."""

    alone: bool


SteamEvent = (
    OrderDrawn
    | AuctionOpened
    | BidMade
    | BidPassed
    | PlaceTaken
    | LoansTaken
    | TileTaken
    | TrackLaid
    | LinkCompleted
    | OwnershipLost
    | BuildEnded
    | CityFounded
    | CityGrown
    | CityActionLapsed
    | GoodsMoved
    | LocomotiveRaised
    | MoveSkipped
    | RewardTaken
    | IncomeSettled
    | PlayerEliminated
    | OrderSettled
    | TurnBegan
    | GameEnded
)

# -- what a seat may know --------------------------------------------------------------------------------------------


class SteamObservation(Observation, frozen=True, kw_only=True):
    """The whole position: nothing is hidden between players (section 21 of the rules)."""

    agenda: list[SteamStep]
    turn: int
    turns: int
    order: list[int]
    cash: list[int]
    income: list[int]
    points: list[int]
    """Victory points by seat."""
    locomotive: list[int]
    tiles: list[int]
    """Number of each seat's action tile this turn, 0 for none."""
    city_action: list[int]
    """Per seat: 1 while its City Growth or Urbanization is still to be done."""
    gone: list[int]
    """Per seat: how many were eliminated up to it, itself included; 0 while it is in the game."""
    raised: list[bool]
    built: list[bool]
    privilege: int
    auction: Auction | None
    track: Track
    accepts: list[int]
    """Per hex: bit mask of the colours its city takes."""
    cubes: list[list[int]]
    """Goods by place (cities, then towns, as the map lists them) and colour."""
    supply: list[list[int]]
    """Goods by supply space and colour."""
    new_cities: list[int]
    """New City tiles left, by colour."""
    grown: list[bool]
    """By place: a growth marker, or a New City."""
    bag: list[int]
    standing: list[int]
    """Victory points if the game ended now."""
