"""The state of a game of Silverton: everything that changes, and nothing else.

Cards, segments, trains and plows are numbers here: their places in the lists of the ``Atlas`` (``map.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from boxcars.core.chance import Chance
from boxcars.core.game import State
from boxcars.games.silverton.deal_actions import Bundle, Freight
from boxcars.games.silverton.steps import AnyStep

SURVEYOR: Final = 0
PROSPECTOR: Final = 1
"""The kinds of pieces (SIL-1.6)."""

FREE: Final = 0
PLACED: Final = 1
JAILED: Final = 2
DEAD: Final = 3
"""The states of a piece (SIL-9.3)."""

NOTHING: Final = 0
BUILD: Final = 1
DISMANTLE: Final = 2
CLAIM: Final = 3
CARD: Final = 4
STEAL: Final = 5
DECK: Final = 6
"""The purposes of a placed piece (SIL-9.1)."""

TASKS: Final = ("", "build", "dismantle", "claim", "card", "steal", "deck")

IN_DECK: Final = -1
OPEN: Final = -2
DISCARDED: Final = -3
DRAWN: Final = -4
"""The places of a claim; a number from 0 on is the seat that owns it (SIL-6)."""

HIDDEN: Final = -1
VISIBLE: Final = -2
REMOVED: Final = -3
"""The places of a passenger card; a number from 0 on is the seat that owns it (SIL-8)."""


@dataclass
class Piece:
    """A surveyor or prospector disc (SIL-9)."""

    kind: int
    bonus: int
    status: int = FREE
    task: int = NOTHING
    target: int = -1
    right: bool = False
    """It holds the right to its target in phase IV (SIL-12.2)."""
    won: bool = False
    """It won that right in a dispute against another player (SIL-20.13)."""
    tied: bool = False
    """It stands on its target since a tie (SIL-12.5); in phase II: its owner has not decided about it yet."""
    first: int = -1
    """Consecutive build: the segment that must be built before this one (SIL-11.5)."""
    home: int = -1
    """Spike scenarios: the home network it works for, 0 or 1; -1 where it is free (SIL-19.9)."""
    fine: int = 0
    tried: bool = False
    """An attempt to free or replace it was made this turn (SIL-14.7.1)."""

    def clone(self) -> Piece:
        return Piece(
            self.kind,
            self.bonus,
            self.status,
            self.task,
            self.target,
            self.right,
            self.won,
            self.tied,
            self.first,
            self.home,
            self.fine,
            self.tried,
        )


@dataclass
class Player:
    """One seat: its position in the start table, money, discs and track."""

    position: int
    cash: int
    announced: bool = False
    joined: bool = False
    """Spike scenarios: the two home networks have met (SIL-19.9)."""
    pieces: list[Piece] = field(default_factory=list)
    track: list[int] = field(default_factory=list)
    """Own segments in ascending order."""
    sold: list[int] = field(default_factory=list)
    """Units sold this turn by marker (SIL-14.6.5)."""

    def clone(self) -> Player:
        return Player(
            self.position,
            self.cash,
            self.announced,
            self.joined,
            [piece.clone() for piece in self.pieces],
            self.track.copy(),
            self.sold.copy(),
        )


@dataclass
class Order:
    """Freight bought and not yet delivered (SIL-15.20)."""

    claim: int
    units: int
    city: int
    trains: list[int] = field(default_factory=list)


@dataclass
class Deal:
    """The open offer of step IV.4 (SIL-15.4)."""

    to: int
    give: Bundle
    take: Bundle
    freight: Freight | None = None
    counter: bool = False


@dataclass
class Table(State):
    """A game of Silverton in play."""

    chance: Chance
    agenda: list[AnyStep]
    turn: int = 0
    order: list[int] = field(default_factory=list)
    """The seats in this turn's order (SIL-10.1)."""
    active: int = -1
    """The seat that plays its phase IV."""
    part: int = 0
    """The current step of phase IV, 1–7."""
    phase: int = 0
    """Phase 1–7 of the turn; 8 when the game is over."""
    players: list[Player] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    """For each segment the seat that owns it, -1 where vacant (SIL-5.2)."""

    claim_at: list[int] = field(default_factory=list)
    goods: list[int] = field(default_factory=list)
    worked: list[bool] = field(default_factory=list)
    """Claims that have been operated in this game (SIL-6.5)."""
    depleted: list[bool] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    """The open cards in order: claims, and -1 - card for a passenger card in a claim place (SIL-6.2, 20.2)."""
    event_in_deck: list[bool] = field(default_factory=list)
    bottom: list[int] = field(default_factory=list)
    """Events put under the deck, the uppermost first (SIL-7.1)."""
    discards: list[int] = field(default_factory=list)
    """Claims in the discard pile; events as claims + their number (SIL-6.10)."""
    operated: list[int] = field(default_factory=list)
    """Claims paid for or operated this turn (SIL-14.3.2)."""
    produced: int = 0
    """How many of ``operated`` have made their production roll."""
    depletions: list[int] = field(default_factory=list)
    """Depleted claims by town (SIL-8.6)."""

    card_at: list[int] = field(default_factory=list)
    partner: list[int] = field(default_factory=list)
    """Joint passenger cards: the second owner, else -1 (SIL-20.4)."""
    tops: list[int] = field(default_factory=list)
    """The face-up card of each passenger place, -1 for none (SIL-4.5)."""
    below: list[int] = field(default_factory=list)
    """Face-down cards in each passenger place."""
    released: list[int] = field(default_factory=list)
    """Piles of released passenger cards, one card each (SIL-8.9)."""
    pacts: list[list[int]] = field(default_factory=list)
    """Joint routes agreed in this phase III: card, seat, seat (SIL-20.18)."""
    proposed: list[list[int]] = field(default_factory=list)
    """Proposals already made: card, seat."""
    neutral: str = ""
    """The card under the neutral prospector (SIL-19.6)."""

    price: list[int] = field(default_factory=list)
    """For each marker the box in which it stands (SIL-16.5)."""
    sold: list[int] = field(default_factory=list)
    """Units sold this turn by marker (SIL-14.6.7)."""

    train_at: list[int] = field(default_factory=list)
    """For each train card its seat, -1 in the supply, -2 not in the game."""
    train_home: list[int] = field(default_factory=list)
    plow_at: list[int] = field(default_factory=list)
    used_trains: list[int] = field(default_factory=list)
    used_plows: list[int] = field(default_factory=list)
    plowing: list[list[int]] = field(default_factory=list)
    """Assigned plows that have not rolled yet, as (plow, segment)."""
    cleared: list[int] = field(default_factory=list)
    """White segments cleared this turn (SIL-18.18)."""
    coupled: list[int] = field(default_factory=list)
    """The train that is being loaded (SIL-18.6)."""

    peak: int = 0
    """The highest total that anybody had at the end of a turn since turn 24, and that turn (SIL-2.12)."""
    peak_turn: int = 0

    deliveries: int = 0
    offers: int = 0
    """Valid offers of this step IV.4 (SIL-15.3)."""
    orders: list[Order] = field(default_factory=list)
    deal: Deal | None = None

    def clone(self) -> Table:
        return Table(
            self.chance.clone(),
            self.agenda.copy(),
            self.turn,
            self.order.copy(),
            self.active,
            self.part,
            self.phase,
            [player.clone() for player in self.players],
            self.owner.copy(),
            self.claim_at.copy(),
            self.goods.copy(),
            self.worked.copy(),
            self.depleted.copy(),
            self.row.copy(),
            self.event_in_deck.copy(),
            self.bottom.copy(),
            self.discards.copy(),
            self.operated.copy(),
            self.produced,
            self.depletions.copy(),
            self.card_at.copy(),
            self.partner.copy(),
            self.tops.copy(),
            self.below.copy(),
            self.released.copy(),
            [pact.copy() for pact in self.pacts],
            [pair.copy() for pair in self.proposed],
            self.neutral,
            self.price.copy(),
            self.sold.copy(),
            self.train_at.copy(),
            self.train_home.copy(),
            self.plow_at.copy(),
            self.used_trains.copy(),
            self.used_plows.copy(),
            [pair.copy() for pair in self.plowing],
            self.cleared.copy(),
            self.coupled.copy(),
            self.peak,
            self.peak_turn,
            self.deliveries,
            self.offers,
            [Order(o.claim, o.units, o.city, o.trains.copy()) for o in self.orders],
            self.deal,
        )
