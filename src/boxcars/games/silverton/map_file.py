"""Board, claims and passenger cards of a map file as they are written: Structs only (docs/silverton_data.md).

Records may hold more than is named here (``provenance``, real coordinates, remarks); it stays in the file.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from boxcars.core import codec, map_loader


class TownRecord(msgspec.Struct):
    """``x``, ``y``: its place on the sheet (left out: it is set on a grid)."""

    id: str
    name: str
    market: bool
    x: float = 0.0
    y: float = 0.0


class SegmentRecord(msgspec.Struct):
    """``winter``: snow closes it; ``bend``: how far its middle lies aside in the picture."""

    id: str
    towns: list[str]
    cost: int
    distance: int
    winter: bool
    bend: float = 0.0


class GroupRecord(msgspec.Struct):
    segments: list[str]


class BoardPart(msgspec.Struct):
    towns: list[TownRecord]
    segments: list[SegmentRecord]
    parallel_groups: list[GroupRecord]
    segment_limit_per_player: int
    dismantle_refund_per_distance: int
    winter_turns: list[int]
    ground: Literal["colorado", "plain"] = "colorado"
    """What is drawn under the lines."""


class ClaimRecord(msgspec.Struct):
    id: str
    number: int
    town: str
    commodity: str
    purchase_cost: int
    operating_cost: int
    depletion: int
    production: dict[str, int]


class ClaimsPart(msgspec.Struct):
    claims: list[ClaimRecord]


class PassengerRecord(msgspec.Struct):
    id: str
    number: int
    kind: Literal["A", "B", "C"] = msgspec.field(name="class")
    a: str
    b: str
    purchase_price: int
    income: int


class PassengersPart(msgspec.Struct):
    passengers: list[PassengerRecord]


SHAPES: dict[str, type[msgspec.Struct]] = {"board": BoardPart, "claims": ClaimsPart, "passengers": PassengersPart}


def misshapen(parts: dict[str, Any]) -> list[str]:
    """Return what in these parts is not of the kind it must be."""
    wrong: list[str] = []
    for part, shape in SHAPES.items():
        if part in parts:
            try:
                codec.convert(parts[part], shape)
            except msgspec.ValidationError as error:
                wrong.append(map_loader.placed(str(error).replace("`$", f"`$.{part}"), {}, {}))
    return wrong


class MapFile(msgspec.Struct):
    """A bundle with all that the workshop draws; the other parts are those of the box unless they stand beside these."""

    name: str
    scenario: str
    licence: str
    board: BoardPart
    claims: ClaimsPart
    passengers: PassengersPart
