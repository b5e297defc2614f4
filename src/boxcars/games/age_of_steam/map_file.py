"""A map as it stands in its TOML file, and the check of a map somebody made (docs/maps.md)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from boxcars.core import map_loader
from boxcars.games.age_of_steam.actions import ACTIONS, ActionName, Colour
from boxcars.games.age_of_steam.components import COLOURS, GOODS, LETTERS
from boxcars.rail.hexgrid import Grid

TERRAIN = {
    ".": "plain",
    "r": "river",
    "m": "mountain",
    "s": "swamp",
    "$": "special",
    "~": "water",
    "C": "city",
    " ": "",
}
"""The letters of a terrain row; a space is off the board."""

PhaseName = Literal[
    "issue_shares",
    "turn_order",
    "select_actions",
    "build_track",
    "move_goods",
    "collect_income",
    "pay_expenses",
    "income_reduction",
    "goods_growth",
    "advance_turn",
]
PHASES: tuple[PhaseName, ...] = (
    "issue_shares",
    "turn_order",
    "select_actions",
    "build_track",
    "move_goods",
    "collect_income",
    "pay_expenses",
    "income_reduction",
    "goods_growth",
    "advance_turn",
)
PlaysLike = Literal["rust_belt", "western_us", "southern_us", "germany", "barbados", "st_lucia"]


class WaterName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A name on the picture, near a hex; dx and dy move it (a hex is 100 wide), turn rotates it."""

    text: str
    hex: str
    dx: int = 0
    dy: int = 0
    size: int = 18
    turn: int = 0


class BoardData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: list[str]
    orientation: Literal["flat", "pointy"] = "flat"
    costs: dict[str, int] = {}
    rivers: dict[str, list[int]] = {}
    blocked: list[tuple[str, int]] = []
    sea: bool = False
    """For the picture: whether the sea surrounds the map."""
    compass: str = ""
    """For the picture: the hex of the compass rose."""
    names: list[WaterName] = []


class CityData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    hex: str
    kind: Literal["city", "terminal"] = "city"
    colours: list[Colour] = []
    growth: str = ""
    cubes: int = 0
    cubes_public: int | None = None
    region: Literal["", "east", "west"] = ""
    label: str = ""


class TownData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    hex: str
    region: Literal["", "east", "west"] = ""
    label: str = ""


class DirectLinkData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    cities: tuple[str, str]
    cost: int


class ExtraCubes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    city: str
    first_turn: int = 1
    last_turn: int = 99


class RulesData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a map may change without code; the defaults are the base game."""

    starting_cash: int = 10
    max_shares_per_turn: int = 15
    phases: tuple[PhaseName, ...] = PHASES
    actions: tuple[ActionName, ...] = ACTIONS
    new_cities: str = LETTERS
    bag: dict[Colour, int] = msgspec.field(default_factory=lambda: dict(GOODS))
    display: Literal["full", "light_top", "none"] = "full"
    display_redraw: dict[str, Colour] = {}
    easy_city_cubes: int | None = None
    growth_dice: int = 0
    """0: as many as there were players at the start (AOS-13.3)."""
    growth_halves: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    extra_cubes: list[ExtraCubes] = []
    town_cubes: Literal["none", "bag", "cotton"] = "none"
    urbanized_cubes: Literal["none", "bag", "stay"] = "none"
    hex_cubes: list[str] = []
    cotton_bonus: int = 0
    income_reduction_factor: dict[int, int] = {}
    ownership_discs: int = 20


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    provenance: str
    licence: str = ""
    """What others may do with the map, in a line."""
    players: dict[int, int]
    board: BoardData
    track_costs: dict[str, tuple[int, int, int]]
    plays_like: PlaysLike = "rust_belt"
    notes: list[str] = []
    rules: RulesData = RulesData()
    cities: list[CityData] = []
    towns: list[TownData] = []
    direct_links: list[DirectLinkData] = []


CHOICES: dict[str, tuple[str, ...]] = {
    "colours": get_args(Colour),
    "phases": PHASES,
    "actions": ACTIONS,
    "plays_like": get_args(PlaysLike),
    "orientation": ("flat", "pointy"),
    "kind": ("city", "terminal"),
    "region": ("east", "west"),
    "display": ("full", "light_top", "none"),
    "growth_halves": ("light", "dark"),
    "town_cubes": ("none", "bag", "cotton"),
    "urbanized_cubes": ("none", "bag", "stay"),
    "bag": get_args(Colour),
    "display_redraw": get_args(Colour),
}
"""What may stand under a key that takes one of a few words."""


def read_map(text: str) -> MapFile:
    """Raises BadMap naming what is wrong and where."""
    return map_loader.decode(text, MapFile, CHOICES)


def positions(data: MapFile) -> list[tuple[int, int]]:
    """(col, row) of each hex, column by column."""
    found = [(col, row) for row, line in enumerate(data.board.terrain) for col, letter in enumerate(line) if letter != " "]
    return sorted(found)


def terrain_at(data: MapFile, col: int, row: int) -> str:
    return TERRAIN[data.board.terrain[row][col]]


def grid_of(data: MapFile) -> Grid:
    places = positions(data)
    number = {f"c{col}r{row}": i for i, (col, row) in enumerate(places)}
    water = {i for i, (col, row) in enumerate(places) if terrain_at(data, col, row) == "water"}
    blocked = [(number[hex], side) for hex, side in data.board.blocked]
    return Grid(places, water, blocked, data.board.orientation == "pointy")


assert set(GOODS) == set(COLOURS) - {"white"}
