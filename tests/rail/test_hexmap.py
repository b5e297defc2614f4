"""Map and tile files: the maps of Steam read, and a broken one is refused with its place."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from boxcars.rail.hexmap import HexMap, MapFile, complaints

FILES = sorted((files("boxcars.games.steam") / "maps").iterdir(), key=str)


def read(data: bytes) -> MapFile:
    return msgspec.json.decode(data, type=MapFile)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_map_reads_and_keeps_its_counts(path: object) -> None:
    file = read(path.read_bytes())  # type: ignore[attr-defined]
    assert complaints(file) == []
    board = HexMap(file)
    assert board.grid.size == len(file.hexes)
    assert [board.names[h] for h in board.cities] == [city.name for city in file.cities]
    assert all(board.grid.across[6 * h + s] < 0 for h in board.grid.water for s in range(6))
    for blocked in file.blocked_sides:
        assert board.grid.across[6 * board.grid.number[blocked.hex] + blocked.side] == -1


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (b'"hex": "c10r6"', b'"hex": "c10r7"', "city albany is not on hex c10r7"),
        (b'"id": "c10r6"', b'"id": "c10r5"', "hex c10r5 stands there twice"),
        (b'"id": "c10r7", "col": 10', b'"id": "c10r7", "col": 11', "hex c10r7 lies at column 11"),
        (b'"offset_layout": "odd-q"', b'"offset_layout": "odd-r"', "orientation 'flat'"),
        (b'"terrain": "plain", "town": "peterborough"', b'"terrain": "water", "town": "peterborough"', "lies on water"),
        (b'"hex": "c14r8", "side": 2', b'"hex": "c99r8", "side": 2', "blocked side 2 of hex c99r8"),
    ],
)
def test_a_broken_map_is_told_where(old: bytes, new: bytes, complaint: str) -> None:
    data = next(path for path in FILES if path.name == "north_america.json").read_bytes()
    assert old in data
    assert any(complaint in wrong for wrong in complaints(read(data.replace(old, new, 1))))
