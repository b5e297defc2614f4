"""What happened in a game of Silverton: past tense, with the ids of the data files. Structs only (never compiled)."""

from __future__ import annotations

from typing import ClassVar

from boxcars.core.types import Event
from boxcars.games.silverton.deal_actions import Bundle, Freight
from boxcars.games.silverton.placing_events import (
    Assigned,
    DisputeRolled,
    JointAgreed,
    JointBought,
    JointDeclined,
    JointEnded,
    JointUnpaid,
    NeutralPlaced,
    OrderDealt,
    ParallelTaken,
    PieceDied,
    PieceJailed,
    PieceKept,
    PiecePlaced,
    PieceRecalled,
    PiecesChosen,
    PositionsDealt,
    TheftRolled,
    TheftWithdrawn,
)


class CardBought(Event, frozen=True):
    """A claim or passenger card was paid for."""

    seat: int
    card: str
    cost: int


class CardDeclined(Event, frozen=True):
    seat: int
    card: str


class CardDrawn(Event, frozen=True):
    reveals: ClassVar[bool] = True
    seat: int
    card: str


class DeckFoundEmpty(Event, frozen=True):
    seat: int


class RightLapsed(Event, frozen=True):
    seat: int
    target: str


class CardMoved(Event, frozen=True):
    seat: int
    card: str
    place: str


class TrackBuilt(Event, frozen=True):
    seat: int
    segment: str
    cost: int


class ConsecutiveRolled(Event, frozen=True):
    seat: int
    segment: str
    dice: list[int]
    success: bool


class TrackRemoved(Event, frozen=True):
    """Dismantled (``refund`` > 0) or abandoned."""

    seat: int
    segment: str
    refund: int


class NetworksJoined(Event, frozen=True):
    """SIL-19.9: the assignments end."""

    seat: int


class ClaimOperated(Event, frozen=True):
    """``units`` 0: depleted by this roll."""

    seat: int
    claim: str
    dice: list[int]
    roll: int
    units: int
    depleted: bool


class ClaimPaid(Event, frozen=True):
    seat: int
    claim: str
    cost: int


class ClaimDiscarded(Event, frozen=True):
    claim: str


class CardRemoved(Event, frozen=True):
    """A passenger card left the game (SIL-8.6, 19.6, 20.2)."""

    card: str


class CardReleased(Event, frozen=True):
    """A passenger card lost its route (SIL-8.5)."""

    seat: int
    card: str


class PlowRolled(Event, frozen=True):
    seat: int
    plow: str
    segment: str
    die: int
    cleared: bool


class Offered(Event, frozen=True):
    seat: int
    to: int
    give: Bundle
    take: Bundle
    freight: Freight | None
    counter: bool = False


class OfferRefused(Event, frozen=True):
    seat: int
    to: int


class DealDone(Event, frozen=True):
    seat: int
    to: int
    give: Bundle
    take: Bundle
    freight: Freight | None


class FaresCollected(Event, frozen=True):
    seat: int
    card: str
    income: int


class GoodsDelivered(Event, frozen=True):
    seat: int
    claim: str
    city: str
    units: int
    income: int
    trains: list[str]


class GoodsTransferred(Event, frozen=True):
    seat: int
    claim: str
    to: str
    units: int
    trains: list[str]


class ReleaseRolled(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    dice: list[int]
    free: bool


class FinePaid(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    fine: int
    hired: bool
    """True: a dead prospector was replaced (SIL-14.7.4)."""


class PriceChanged(Event, frozen=True):
    """A marker moved by its dice, the units sold and the demand of the turn (SIL-16.2); prices, and the boxes they stand in."""

    marker: str
    dice: list[int]
    sold: int
    old: int
    new: int
    demand: int = 0
    old_box: int = -1
    new_box: int = -1


class ClaimTurnedUp(Event, frozen=True):
    reveals: ClassVar[bool] = True
    claim: str


class EventTurnedUp(Event, frozen=True):
    """SIL-7.3: the cards it took away, the deck's top card first."""

    reveals: ClassVar[bool] = True
    title: str
    discarded: list[str]


class CardRevealed(Event, frozen=True):
    reveals: ClassVar[bool] = True
    card: str


class PieceHired(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    cost: int


class PieceAdvanced(Event, frozen=True):
    seat: int
    piece: int
    kind: int
    bonus: int


class TrainBought(Event, frozen=True):
    seat: int
    train: str
    cost: int
    trade_in: str


class PlowBought(Event, frozen=True):
    seat: int
    plow: str
    cost: int
    trade_in: str


class CashAnnounced(Event, frozen=True):
    """SIL-2.8: from now on this seat's cash is public."""

    seat: int
    cash: int


class GameEnded(Event, frozen=True):
    turn: int
    cash: list[int]


AnyEvent = (
    PositionsDealt
    | OrderDealt
    | PiecesChosen
    | Assigned
    | PiecePlaced
    | PieceKept
    | PieceRecalled
    | NeutralPlaced
    | ParallelTaken
    | DisputeRolled
    | TheftRolled
    | TheftWithdrawn
    | PieceJailed
    | PieceDied
    | JointAgreed
    | JointDeclined
    | JointBought
    | JointUnpaid
    | JointEnded
    | CardBought
    | CardDeclined
    | CardDrawn
    | DeckFoundEmpty
    | RightLapsed
    | CardMoved
    | TrackBuilt
    | ConsecutiveRolled
    | TrackRemoved
    | NetworksJoined
    | ClaimOperated
    | ClaimPaid
    | ClaimDiscarded
    | CardRemoved
    | CardReleased
    | PlowRolled
    | Offered
    | OfferRefused
    | DealDone
    | FaresCollected
    | GoodsDelivered
    | GoodsTransferred
    | ReleaseRolled
    | FinePaid
    | PriceChanged
    | ClaimTurnedUp
    | EventTurnedUp
    | CardRevealed
    | PieceHired
    | PieceAdvanced
    | TrainBought
    | PlowBought
    | CashAnnounced
    | GameEnded
)
