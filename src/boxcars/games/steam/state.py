"""The state of a game of Steam: everything that changes, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boxcars.core.chance import Chance
from boxcars.core.game import State
from boxcars.games.steam.types import SteamStep
from boxcars.rail.auction import Auction
from boxcars.rail.track import Track
from boxcars.rail.turn_sequence import first_then, holder

KINDS: Final = 5
"""Colours of goods."""


@dataclass
class Table(State):
    """Hexes, seats, colours and action tiles are numbers; a *place* is a city or town by its number on the map."""

    chance: Chance
    agenda: list[SteamStep]
    turn: int
    order: list[int]
    """The order of play; players who are out are not in it."""
    cash: list[int]
    income: list[int]
    points: list[int]
    """Victory points."""
    locomotive: list[int]
    tile: list[int]
    """Per seat: the number of its action tile this turn, 0 for none."""
    city_action: list[int]
    """Per seat: 1 while its City Growth or Urbanization is still to be done."""
    gone: list[int]
    """Per seat: 1 for the first player eliminated, 2 for the second …; 0 while in the game."""
    raised: list[bool]
    """Per seat: locomotive raised in this goods phase (STM-10.2)."""
    built: list[bool]
    """Per seat: has ever laid a tile (STM-8.13)."""
    track: Track
    accepts: list[int]
    """Per hex: bit mask of the colour its city takes."""
    cubes: list[int]
    """Goods on the map, at [KINDS * place + colour]."""
    supply: list[int]
    """Goods beside the map, at [KINDS * space + colour]."""
    new_cities: list[int]
    """New City tiles left, by colour."""
    grown: list[bool]
    """Per place: a growth marker, or a New City (STM-8.39)."""
    bag: list[int]
    privilege: int = -1
    """Who held the Turn Order tile last turn: may pass once in the auction (STM-15.9)."""
    auction: Auction | None = None

    def clone(self) -> Table:
        return Table(
            self.chance.clone(),
            self.agenda.copy(),
            self.turn,
            self.order.copy(),
            self.cash.copy(),
            self.income.copy(),
            self.points.copy(),
            self.locomotive.copy(),
            self.tile.copy(),
            self.city_action.copy(),
            self.gone.copy(),
            self.raised.copy(),
            self.built.copy(),
            self.track.clone(),
            self.accepts.copy(),
            self.cubes.copy(),
            self.supply.copy(),
            self.new_cities.copy(),
            self.grown.copy(),
            self.bag.copy(),
            self.privilege,
            self.auction.clone() if self.auction is not None else None,
        )

    def holder(self, tile: int) -> int:
        """Return the seat with that action tile, -1 for nobody."""
        return holder(self.tile, tile)

    def in_order(self, first_tile: int) -> list[int]:
        """Return the order of play, but the holder of that action tile first (STM-6.3)."""
        return first_then(self.order, self.holder(first_tile))

    def sets_left(self) -> list[int]:
        """Return the supply spaces that hold goods."""
        supply = self.supply
        return [space for space in range(len(supply) // KINDS) if any(supply[KINDS * space : KINDS * space + KINDS])]

    def move_set(self, space: int, place: int) -> list[int]:
        """Return all goods of a supply space go to a place (STM-8.38, 8.41)."""
        goods = self.supply[KINDS * space : KINDS * space + KINDS]
        for colour, n in enumerate(goods):
            self.supply[KINDS * space + colour] = 0
            self.cubes[KINDS * place + colour] += n
        return goods
