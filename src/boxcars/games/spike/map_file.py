"""The data files of a map as they are written: Structs only. `map.py` turns them into the tables the rules use (SPK-20.5a).

A map file (docs/maps/spike.md) holds five parts: ``board``, ``contracts``, ``routes``, ``market`` and ``train``; the last two may
be left out and are then those of the rulebook. The map that ships has its parts in files of their own.
"""

from __future__ import annotations

import msgspec


class ColourRecord(msgspec.Struct):
    id: str
    pattern: str = "solid"
    hex: str = ""


class CommodityRecord(msgspec.Struct):
    id: str
    name: str


class PointRecord(msgspec.Struct):
    id: str
    x: float
    y: float
    city: str | None = None


class CityRecord(msgspec.Struct):
    id: str
    name: str
    point: str
    commodity: str
    state: str = ""


class SegmentRecord(msgspec.Struct):
    id: str
    a: str
    b: str
    colour: str


class Components(msgspec.Struct):
    """Numbers of the box (SPK-1.2, 1.3, 3.7, 3.8, 3.10)."""

    rail_cards_per_colour: int = 10
    tracks_per_player: int = 45
    start_hand: int = 5
    face_up: int = 4
    two_player_removed_per_colour: int = 3
    time_cards: int = 3


class BoardFile(msgspec.Struct):
    colours: list[ColourRecord]
    commodities: list[CommodityRecord]
    points: list[PointRecord]
    cities: list[CityRecord]
    segments: list[SegmentRecord]
    components: Components = msgspec.field(default_factory=Components)
    view: dict[str, int | str] = {}
    provenance: dict[str, str] = {}


class Worth(msgspec.Struct):
    """A city and what it pays."""

    city: str
    value: int


class SideRecord(msgspec.Struct):
    id: str
    destinations: list[Worth]


class ContractRecord(msgspec.Struct):
    id: str
    commodity: str
    sides: dict[str, SideRecord]


class ContractsFile(msgspec.Struct):
    cards: list[ContractRecord]
    provenance: dict[str, str] = {}


class RouteRecord(msgspec.Struct):
    id: str
    start: str
    ends: list[Worth]


class RoutesFile(msgspec.Struct):
    cards: list[RouteRecord]
    provenance: dict[str, str] = {}


class MarketFile(msgspec.Struct):
    rows_top_to_bottom: list[int]
    columns: int
    provenance: dict[str, str] = {}


class PartRecord(msgspec.Struct):
    id: str
    levels: list[int]
    start_level: int = 0


class TrainFile(msgspec.Struct):
    parts: list[PartRecord]
    upgrade_cost_by_current_level: list[int]
    provenance: dict[str, str] = {}


class MapFile(msgspec.Struct, forbid_unknown_fields=True):
    """A map: its name and its five parts."""

    name: str
    board: BoardFile
    contracts: ContractsFile
    routes: RoutesFile
    market: MarketFile | None = None
    train: TrainFile | None = None
    provenance: dict[str, str] = {}
    licence: str = ""
