"""A map of Steam as it stands in a TOML file of one's own (STM-23, docs/maps.md).

``laid_out`` gives the form of the maps that ship (``rail/hexmap``); ``described`` is its reverse.
"""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

import msgspec

from boxcars.core import map_loader
from boxcars.rail import hexmap
from boxcars.rail.hexgrid import Grid

Colour = Literal["red", "blue", "yellow", "purple"]
GoodsColour = Literal["red", "blue", "yellow", "purple", "gray"]
TERRAIN: Final[dict[str, tuple[str, bool]]] = {
    ".": ("plain", False),
    "r": ("plain", True),
    "m": ("mountain", False),
    "M": ("mountain", True),
    "c": ("coast", False),
    "R": ("coast", True),
    "~": ("water", False),
    "C": ("city", False),
    "W": ("city", True),
}
"""The letters of a terrain row: the terrain, and whether there is a river; a space is off the board."""
BAG: Final[dict[GoodsColour, int]] = {"red": 20, "blue": 20, "yellow": 20, "purple": 20, "gray": 16}
SUPPLY_SPACES: Final = 12
FACES: Final = ("21", "T21", "23", "T11", "42", "T31", "T42", "43", "T32")
"""The counters whose number a map may change, by their fronts; 44 to 47 are tied to one another (STM-1.12)."""


class Water(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body of water: its name, and the hexes that bear it. ``sea``: it goes on beyond the board."""

    name: str
    hexes: list[str]
    sea: bool = False


class BoardData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: list[str]
    orientation: Literal["flat", "pointy"] = "flat"
    blocked: list[tuple[str, int]] = []
    rivers: dict[str, list[int]] = {}
    """For the picture: the sides a river crosses."""
    waters: list[Water] = []


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """STM-9.1 … 9.3."""

    per_exit: int = 1
    town: int = 1
    river: int = 1
    mountain: int = 2


class CityData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    hex: str
    colour: Colour
    cubes: int = 2


class TownData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    hex: str


class RulesData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a map may change; the defaults are the rulebook's."""

    starting_cash: int = 0
    starting_income: int = 0
    starting_vp: int = 0
    starting_locomotive: int = 1
    max_locomotive: int = 6
    income_min: int = -10
    income_max: int | None = 10
    loan_amount: int = 5
    loan_vp_cost: int = 2
    tiles_per_turn: int = 3
    supply_cubes: dict[int, int] = msgspec.field(default_factory=lambda: {3: 2, 4: 3, 5: 3, 6: 3})
    """Players -> cubes on each space of the goods supply (STM-4.4)."""
    city_cube_adjustment: dict[int, int] = {}
    """Players -> cubes more (or, negative, fewer) on each city at the start (STM-4.3)."""
    bag: dict[GoodsColour, int] = msgspec.field(default_factory=lambda: dict(BAG))


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    name: str
    provenance: str
    licence: str = ""
    notes: list[str] = []
    players: dict[int, int]
    """Players -> turns."""
    board: BoardData
    cities: list[CityData] = []
    towns: list[TownData] = []
    track_costs: Costs = Costs()
    rules: RulesData = RulesData()
    tiles: dict[str, int] = {}
    """Face -> counters in the box, where it differs from the rulebook's (STM-1.11)."""


CHOICES: Final = {
    "colour": get_args(Colour),
    "orientation": ("flat", "pointy"),
    "bag": get_args(GoodsColour),
}


def read_map(text: str) -> MapFile:
    """Raises BadMap naming what is wrong and where."""
    return map_loader.decode(text, MapFile, CHOICES)


# -- to the form of the maps that ship, and back ---------------------------------------------------------------------------------


def laid_out(data: MapFile) -> hexmap.MapFile:
    """Return the map ready for ``SteamMap``; hexes column by column."""
    city = {c.hex: c.id for c in data.cities}
    town = {t.hex: t.id for t in data.towns}
    water = {hex: w for w in data.board.waters for hex in w.hexes}
    courses = river_courses(data)
    hexes = []
    for id, (col, row, letter) in spots(data).items():
        terrain, river = TERRAIN[letter]
        hexes.append(
            hexmap.Hex(
                id=id,
                col=col,
                row=row,
                terrain=terrain,
                river=river,
                river_sides=courses.get(id, []),
                city=city.get(id),
                town=town.get(id),
                water_name=water[id].name if id in water else "",
                sea=id in water and water[id].sea,
            )
        )
    rules = msgspec.structs.asdict(data.rules)
    rules["goods_supply_cubes_per_space"] = {str(n): cubes for n, cubes in data.rules.supply_cubes.items()}
    rules["city_cube_adjustment"] = {str(n): data.rules.city_cube_adjustment.get(n, 0) for n in range(3, 7)}
    rules |= {"one_play_per_hex": False, "tie_break": ["lowest_action_tile_of_last_turn"]}
    return hexmap.MapFile(
        schema="steam.map/1",
        id="own",
        name=data.name,
        players=hexmap.Players(
            min=min(data.players), max=max(data.players), game_length={str(n): t for n, t in data.players.items()}
        ),
        orientation=data.board.orientation,
        offset_layout="odd-r" if data.board.orientation == "pointy" else "odd-q",
        track_costs=msgspec.structs.asdict(data.track_costs),
        rules=rules,
        cities=[hexmap.City(id=c.id, name=c.name, hex=c.hex, colors=[c.colour], starting_cubes=c.cubes) for c in data.cities],
        towns=[hexmap.Town(id=t.id, name=t.name, hex=t.hex) for t in data.towns],
        hexes=hexes,
        provenance={"note": data.provenance},
        notes=data.notes,
        blocked_sides=[hexmap.BlockedSide(hex=hex, side=side) for hex, side in data.board.blocked],
    )


def river_courses(data: MapFile) -> dict[str, list[int]]:
    """Return for the picture: the sides each river crosses. Where the file does not say: those towards rivers, and to water or a
    city where it would end."""
    grid, letters = grid_of(data), [letter for _, _, letter in spots(data).values()]
    found = {}
    for hex, letter in enumerate(letters):
        if TERRAIN[letter][1]:
            beside = {side: letters[n] for side, n in enumerate(grid.beside[6 * hex : 6 * hex + 6]) if n >= 0}
            on = [side for side, there in beside.items() if TERRAIN[there][1]]
            mouth = [side for side, there in beside.items() if there in "~C"][: max(0, 2 - len(on))]
            found[grid.ids[hex]] = sorted(on + mouth)
    return {**found, **data.board.rivers}


def described(file: hexmap.MapFile) -> MapFile:
    """Return a map that ships, as a map file."""
    letter = {kind: sign for sign, kind in TERRAIN.items()}
    rows = [[" "] * (1 + max(h.col for h in file.hexes)) for _ in range(1 + max(h.row for h in file.hexes))]
    waters: dict[str, list[str]] = {}
    for h in file.hexes:
        rows[h.row][h.col] = letter[h.terrain, h.river]
        if h.water_name:
            waters.setdefault(h.water_name, []).append(h.id)
    n = file.rules
    usual = RulesData()
    numbers: dict[str, Any] = {name: n[name] for name in RulesData.__struct_fields__ if name in n}
    numbers["supply_cubes"] = {int(k): v for k, v in n["goods_supply_cubes_per_space"].items()}
    numbers["city_cube_adjustment"] = {int(k): v for k, v in n["city_cube_adjustment"].items() if v}
    changed = {name: value for name, value in numbers.items() if value != getattr(usual, name)}
    return MapFile(
        name=file.name,
        provenance=str(file.provenance.get("note", "")),
        players={int(k): v for k, v in file.players.game_length.items()},
        board=BoardData(
            terrain=["".join(row).rstrip() for row in rows],
            orientation="pointy" if file.orientation == "pointy" else "flat",
            blocked=[(side.hex, side.side) for side in file.blocked_sides],
            rivers={h.id: h.river_sides for h in file.hexes if h.river_sides},
            waters=[Water(name, hexes, "Ocean" in name) for name, hexes in waters.items()],
        ),
        cities=[
            CityData(id=c.id, name=c.name, hex=c.hex, colour=c.colors[0], cubes=c.starting_cubes)  # type: ignore[arg-type]
            for c in file.cities
        ],
        towns=[TownData(id=t.id, name=t.name, hex=t.hex) for t in file.towns],
        track_costs=Costs(**{name: file.track_costs[name] for name in Costs.__struct_fields__}),
        rules=RulesData(**changed),
    )


def spots(data: MapFile) -> dict[str, tuple[int, int, str]]:
    """Hex -> column, row, letter, column by column."""
    rows = enumerate(data.board.terrain)
    found = sorted((col, row, letter) for row, line in rows for col, letter in enumerate(line) if letter != " ")
    return {f"c{col}r{row}": (col, row, letter) for col, row, letter in found}


def grid_of(data: MapFile) -> Grid:
    there = spots(data)
    number = {id: i for i, id in enumerate(there)}
    water = {i for i, (_, _, letter) in enumerate(there.values()) if letter == "~"}
    blocked = [(number[hex], side) for hex, side in data.board.blocked]
    return Grid([(col, row) for col, row, _ in there.values()], water, blocked, data.board.orientation == "pointy")
