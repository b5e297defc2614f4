"""The state of a game of Spike: everything that changes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from boxcars.core.chance import Chance
from boxcars.core.game import State
from boxcars.games.spike.steps import SpikeStep


@dataclass
class Player:
    """What one seat has. Cards are counts by colour; everything else is an index of the chart."""

    hand: list[int]
    known: list[int]
    """The part of the hand that everybody saw being taken (SPK-16.1)."""
    dealt: list[int]
    """Contract cards in the order dealt."""
    contracts: list[int]
    """Open contracts: the sides in force. Their tokens lie on them unless they are in ``cargo``."""
    delivered: list[int]
    """Contracts fulfilled, in order."""
    routes: list[int]
    """Route cards dealt; two in the advanced game."""
    route: int
    """The route card kept; -1 before the choice."""
    segment: int
    """The own track the train stands on; -1 when it is stopped in a city."""
    point: int
    """The point of the city, or the point the train is heading for; -1 before the train is placed."""
    levels: list[int]
    """Level of locomotive, tender and freight cars (SPK-4)."""
    cargo: list[int]
    """The commodities on the train."""
    markers: list[int]
    """Cities where this seat has delivered."""
    tracks: list[int]
    """The own segments in the order laid."""
    points: list[int]
    """The network: the starting city's point and all end points of own segments (SPK-2.5)."""
    cities: list[int]
    """Connected cities in the order of connection; the first is the starting city."""
    tracks_left: int
    market_money: int = 0
    delivery_money: int = 0
    spent: int = 0
    route_points: int = 0

    @property
    def money(self) -> int:
        """Money and score are the same number (SPK-1.11)."""
        return self.market_money + self.delivery_money - self.spent + self.route_points

    def clone(self) -> Player:
        return Player(
            self.hand[:],
            self.known[:],
            self.dealt,  # never changes after the deal
            self.contracts[:],
            self.delivered[:],
            self.routes[:],
            self.route,
            self.segment,
            self.point,
            self.levels[:],
            self.cargo[:],
            self.markers[:],
            self.tracks[:],
            self.points[:],
            self.cities[:],
            self.tracks_left,
            self.market_money,
            self.delivery_money,
            self.spent,
            self.route_points,
        )


@dataclass
class Table(State):
    """The deck has no order: a card is drawn from its counts when it leaves the deck, which is the same to everyone."""

    chance: Chance
    agenda: list[SpikeStep]
    first: int
    """The seat that begins, drawn by lot (SPK-3.8)."""
    players: list[Player]
    market: list[list[int]]
    """Columns of commodities, best row first (SPK-3.2)."""
    deck: list[int]
    """Counts by colour, and last the time cards (only in round 3)."""
    row: list[int]
    """Colours of the face-up cards."""
    discard: list[int]
    owner: list[int]
    """Owner of each segment, -1 for none."""
    round: int = 1
    safe: int = 0
    """Round 3: cards on top of the deck, all of them rail cards (SPK-9.3)."""
    time_cards: int = 0
    """Time cards drawn in round 3."""
    gift: int = -1
    """The colour of the card that the first player gave away."""
    gift_known: int = 0
    """What the giver, the first player, knows of the last player's cards of that colour: at least so many (SPK-16)."""
    last_turns: int = -1
    """Turns left after a special end; -1 before it (SPK-12.4)."""
    entered: bool = False
    """The train of the seat to act entered a city by free movement this turn (SPK-6.9)."""

    @property
    def last(self) -> int:
        """The right-hand neighbour of the first player, who is given a card and moves last (SPK-3.9)."""
        return (self.first - 1) % len(self.players)

    def clone(self) -> Table:
        return Table(
            self.chance.clone(),
            self.agenda[:],
            self.first,
            [p.clone() for p in self.players],
            [c[:] for c in self.market],
            self.deck[:],
            self.row[:],
            self.discard[:],
            self.owner[:],
            self.round,
            self.safe,
            self.time_cards,
            self.gift,
            self.gift_known,
            self.last_turns,
            self.entered,
        )
