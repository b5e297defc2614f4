"""What a seat may know, as a Struct (AOS-23)."""

from __future__ import annotations

from boxcars.core.types import Observation
from boxcars.games.age_of_steam.steps import AOSStep


class AgeOfSteamObservation(Observation, frozen=True, kw_only=True):
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
    built: list[bool]
    """Per seat: has laid a tile in this game."""
    points: list[int]
    """Victory points if the game ended now."""
