"""The state of a game of Age of Steam: everything that changes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from boxcars.core.chance import Chance
from boxcars.core.game import State
from boxcars.games.age_of_steam.steps import AOSStep
from boxcars.rail.auction import Auction
from boxcars.rail.track import Track
from boxcars.rail.turn_sequence import draw, holder


@dataclass
class Table(State):
    """Hexes, seats, colours and actions are numbers; cubes of a hex are a sorted tuple of colours."""

    chance: Chance
    agenda: list[AOSStep]
    turn: int
    order: list[int]
    """The order of play; players who are out are not in it."""
    cash: list[int]
    shares: list[int]
    income: list[int]
    locomotive: list[int]
    action: list[int]
    """For each seat the action of the turn (its index in ``ACTIONS``), -1 for none."""
    gone: list[int]
    """Per seat: the turn of its elimination, 0 while in the game (AOS-12.6)."""
    track: Track
    accepts: list[int]
    """Per hex: bit mask of the colours its city takes."""
    cubes: list[tuple[int, ...]]
    display: list[int]
    """Per space of the goods display: its colour, -1 for empty; [] where the map has no display."""
    bag: list[int]
    new_cities: list[int]
    """Per letter: the hex of the New City, -1 beside the board, -2 not in this game."""
    auction: Auction | None = None
    raised: list[bool] = field(default_factory=list)
    """Per seat: locomotive raised in this goods phase (AOS-11.2)."""
    plays: int = 0
    """Tile plays of the current build turn."""
    played: list[int] = field(default_factory=list)
    """Hexes played in the current build turn (AOS-8.4)."""
    urbanized: bool = False
    full_costs: list[int] = field(default_factory=list)
    """Full price of each play of the current build turn (AOS-17.6)."""
    drawn: list[int] = field(default_factory=list)
    """The cubes drawn for Production and not yet placed."""
    cotton_gone: int = 0
    """White cubes delivered: out of the game (AOS-16.5)."""
    blocked: int = 0
    """Barbados: bit mask of the actions chosen since all were free (AOS-18.6)."""
    right: int = -1
    """St. Lucia: the seat the right of first refusal has alternated to (AOS-19.4)."""
    transcontinental: bool = False
    ties: list[int] = field(default_factory=list)
    """Western US: per seat, its place in the die rolls that broke a tie at the end (AOS-15.14)."""
    built: int = 0
    """Bit mask of the seats that have laid a tile in this game (AOS-8.11)."""

    def clone(self) -> Table:
        return Table(
            self.chance.clone(),
            self.agenda.copy(),
            self.turn,
            self.order.copy(),
            self.cash.copy(),
            self.shares.copy(),
            self.income.copy(),
            self.locomotive.copy(),
            self.action.copy(),
            self.gone.copy(),
            self.track.clone(),
            self.accepts.copy(),
            self.cubes.copy(),
            self.display.copy(),
            self.bag.copy(),
            self.new_cities.copy(),
            self.auction.clone() if self.auction is not None else None,
            self.raised.copy(),
            self.plays,
            self.played.copy(),
            self.urbanized,
            self.full_costs.copy(),
            self.drawn.copy(),
            self.cotton_gone,
            self.blocked,
            self.right,
            self.transcontinental,
            self.ties.copy(),
            self.built,
        )

    def has_built(self, seat: int) -> bool:
        return bool(self.built >> seat & 1)

    def draw(self) -> int:
        """One cube from the bag; the bag must not be empty."""
        return draw(self.chance, self.bag)

    def add_cube(self, hex: int, colour: int) -> None:
        self.cubes[hex] = tuple(sorted((*self.cubes[hex], colour)))

    def take_cube(self, hex: int, colour: int) -> None:
        left = list(self.cubes[hex])
        left.remove(colour)
        self.cubes[hex] = tuple(left)

    def with_action(self, number: int) -> int:
        """Return the seat that took the action this turn, -1 for nobody."""
        return holder(self.action, number)

    def reset_build(self) -> None:
        self.plays = 0
        self.played = []
        self.urbanized = False
        self.full_costs = []
