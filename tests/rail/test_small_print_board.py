"""The small print of hexes, map files, names of hexes and the auction: every complaint, each bound and what lies beside it."""

from __future__ import annotations

from importlib.resources import files
from math import dist, hypot, sqrt
from typing import Any

import msgspec
import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.rail.actions import Bid, BidMade, BidPassed, DropOut, LocomotiveRaised, MoveSkipped, PassBid, PlaceTaken
from boxcars.rail.auction import Auction, auction, bids, choices, price_of_place, refuse_bid, speak, take_place
from boxcars.rail.hex_names import FLAT, POINTY, hex_names, length, side_text, steps_between, way_text
from boxcars.rail.hexgrid import OFFSETS, Grid, axial
from boxcars.rail.hexmap import BlockedSide, Hex, HexMap, MapFile, TileEntry, TileFile, complaints
from boxcars.rail.tiles import TOWN
from boxcars.rail.turn_sequence import NOTHING, RAISE, beside_moving, draw, first_then, holder, without_moving

FIELD = [(col, row) for col in range(6) for row in range(6)]

# -- hexes -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-2.3", "STM-2.3")
def test_columns_and_rows_become_axial() -> None:
    """Odd columns (pointy: odd rows) are pushed down (to the right) by half a hex."""
    assert [axial(col, 5) for col in range(5)] == [(0, 5), (1, 5), (2, 4), (3, 4), (4, 3)]
    assert [axial(5, row, pointy=True) for row in range(5)] == [(5, 0), (5, 1), (4, 2), (4, 3), (3, 4)]


@pytest.mark.clause("AOS-2.1", "AOS-2.2", "STM-2.1")
@pytest.mark.parametrize("pointy", [False, True])
@pytest.mark.parametrize("radius", [1.0, 2.5])
def test_neighbours_stand_side_by_side_in_the_picture(pointy: bool, radius: float) -> None:
    grid = Grid(FIELD, pointy=pointy)
    for hex in range(grid.size):
        x, y = grid.centre(hex, radius)
        corners = grid.corners(hex, radius)
        assert all(abs(dist((x, y), corner) - radius) < 1e-9 for corner in corners) and len(corners) == 6
        for side in range(6):
            a, b = corners[side], corners[(side + 1) % 6]
            middle = grid.middle(6 * hex + side, radius)
            assert abs(dist(a, b) - radius) < 1e-9
            assert dist(middle, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) < 1e-9
            other = grid.beside[6 * hex + side]
            if other >= 0:
                p, q = grid.centre(other, radius)
                assert abs(hypot(p - x, q - y) - sqrt(3) * radius) < 1e-9
                assert dist(middle, ((p + x) / 2, (q + y) / 2)) < 1e-9
    assert grid.centre(0) == (0.0, 0.0)
    right, down = grid.centre(grid.number["c2r0"]), grid.centre(grid.number["c0r2"])
    assert right[0] > 0 and down[1] > 0, "columns run to the right, rows down"


@pytest.mark.clause("AOS-2.1", "AOS-2.4")
def test_water_and_blocked_sides_stop_track_from_both_sides() -> None:
    wet, blocked = 7, (14, 3)
    grid = Grid(FIELD, {wet}, [blocked, (0, 0)])
    for hex in range(grid.size):
        q, r = grid.axial[hex]
        for side, (dq, dr) in enumerate(OFFSETS):
            other = next((n for n in range(grid.size) if grid.axial[n] == (q + dq, r + dr)), -1)
            assert grid.beside[6 * hex + side] == other
            shut = other < 0 or wet in (hex, other) or (hex, side) == blocked or (other, (side + 3) % 6) == blocked
            assert grid.across[6 * hex + side] == (-1 if shut else 6 * other + (side + 3) % 6)
        near = [grid.ids[n] if n >= 0 else None for n in grid.beside[6 * hex : 6 * hex + 6]]
        assert grid.neighbours(hex) == near
    assert grid.ids[1] == "c0r1" and grid.number["c0r1"] == 1 and grid.within(0, 0) == {0}
    assert grid.within(0, 1) == {0, *(n for n in grid.beside[:6] if n >= 0)}


# -- names of hexes ----------------------------------------------------------------------------------------------------


def test_the_way_to_a_hex_in_words() -> None:
    flat, pointy = Grid(FIELD), Grid(FIELD, pointy=True)
    assert [str(side_text(flat, side)) for side in range(6)] == [str(side) for side in FLAT]
    assert [str(side_text(pointy, side)) for side in range(6)] == [str(side) for side in POINTY]
    assert str(way_text(flat, ((1, 0),))) == "north" and str(way_text(pointy, ((1, 0),))) == "northwest"
    assert str(way_text(flat, ((2, 3),))) == "2 spaces south"
    assert str(way_text(flat, ((1, 1), (3, 2)))) == "northeast and 3 spaces southeast"
    assert steps_between(flat, 0, 0) == ()
    assert length((((2, 0), (1, 1)), 5)) == (3, 2) and length((((3, 0),), 5)) == (3, 1)


def test_the_nearest_named_place_is_named_and_of_two_the_one_straight_ahead() -> None:
    grid = Grid(FIELD)
    names = [""] * grid.size
    assert hex_names(grid, names) == grid.ids, "where nothing has a name"
    names[0] = "Duluth"
    names[grid.number["c5r5"]] = "Toledo"
    said = dict(zip(grid.ids, map(str, hex_names(grid, names)), strict=True))
    assert (
        said["c0r0"] == "Duluth"
        and said["c0r3"] == "the hex 3 spaces south of Duluth"
        and said["c5r4"] == "the hex north of Toledo"
    )
    names = [""] * grid.size
    names[grid.number["c0r1"]], names[grid.number["c3r0"]] = "Crooked", "Straight"
    assert str(hex_names(grid, names)[grid.number["c2r1"]]) == "the hex southwest of Straight"


# -- map files ---------------------------------------------------------------------------------------------------------


def america() -> MapFile:
    return msgspec.json.decode((files("boxcars.games.steam") / "maps" / "north_america.json").read_bytes(), type=MapFile)


def changed(thing: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(thing, **fields)


def with_hex(file: MapFile, n: int, **fields: Any) -> MapFile:
    return changed(file, hexes=[changed(hex, **fields) if i == n else hex for i, hex in enumerate(file.hexes)])


def test_every_complaint_about_a_map() -> None:
    file = america()
    plain = next(i for i, hex in enumerate(file.hexes) if hex.terrain == "plain" and not hex.town)
    first, town = file.cities[0], file.towns[0]
    at_city = next(i for i, hex in enumerate(file.hexes) if hex.id == first.hex)
    at_town = next(i for i, hex in enumerate(file.hexes) if hex.id == town.hex)
    q, r = axial(file.hexes[plain].col, file.hexes[plain].row)
    id = file.hexes[plain].id
    for orientation, layout, good in (
        ("flat", "odd-q", True), ("pointy", "odd-r", True), ("flat", "odd-r", False), ("pointy", "odd-q", False)
    ):  # fmt: skip
        wrong = [
            said for said in complaints(changed(file, orientation=orientation, offset_layout=layout)) if "orientation" in said
        ]
        assert (wrong == []) is good
    assert complaints(with_hex(file, plain, q=q, r=r)) == []
    assert complaints(with_hex(file, plain, q=q + 1, r=r)) == [f"hex {id} has axial place {(q + 1, r)}, not {(q, r)}"]
    assert complaints(with_hex(file, plain, q=q, r=r - 1)) == [f"hex {id} has axial place {(q, r - 1)}, not {(q, r)}"]
    assert complaints(changed(file, cities=[*file.cities, first])) == [f"city {first.id} stands there twice"]
    assert complaints(changed(file, towns=[*file.towns, town])) == [f"town {town.id} stands there twice"]
    assert complaints(with_hex(file, at_city, city="else")) == [f"city {first.id} is not on hex {first.hex}"]
    assert complaints(with_hex(file, at_town, town=None)) == [f"town {town.id} is not on hex {town.hex}"]
    assert complaints(with_hex(file, at_city, terrain="plain")) == [f"city {first.id} lies on plain"]
    assert complaints(with_hex(file, at_city, terrain="water")) == [f"city {first.id} lies on water"]
    assert complaints(with_hex(file, at_town, terrain="city")) == [f"town {town.id} lies on city"]
    assert complaints(with_hex(file, at_town, terrain="water")) == [f"town {town.id} lies on water"]
    for side in (-1, 0, 5, 6):
        wrong = complaints(changed(file, blocked_sides=[BlockedSide(hex=id, side=side)]))
        assert wrong == ([] if 0 <= side < 6 else [f"blocked side {side} of hex {id} does not exist"])


def test_a_map_made_ready_tells_rivers_land_and_names() -> None:
    file = america()
    plain = next(i for i, hex in enumerate(file.hexes) if hex.terrain == "plain" and not hex.town and not hex.river)
    board = HexMap(with_hex(file, plain, terrain="river"))
    assert board.terrain[plain] == "plain" and board.river[plain] and not HexMap(file).river[plain]
    assert HexMap(with_hex(file, plain, river=True)).river[plain]
    for n, hex in enumerate(file.hexes):
        assert (n in board.land()) is (hex.terrain != "water" and not hex.city)
        assert board.label(n) == (board.names[n] or hex.id)
    assert board.city[board.cities[0]] is board.file.cities[0] and board.names[board.towns[0]] == file.towns[0].name
    assert board.pointy is (file.orientation == "pointy") and isinstance(file.hexes[0], Hex)


def test_tiles_of_a_file() -> None:
    entry = TileEntry(id="y", kind="town", segments=[(0, "town"), (2, "town")], count=3)
    file = TileFile(
        schema="tiles", track_tiles=[entry, TileEntry(id="x", kind="simple", segments=[(0, 3)], count=1)], town_discs=2
    )
    tiles = file.tile_set()
    assert tiles.tiles[0].segments == ((0, TOWN), (2, TOWN)) and tiles.discs == 2
    assert [tiles.available([n, 0], 0) for n in range(4)] == [True, True, True, False]
    assert not file.tile_set([(("x", "y"), 1)]).available([0, 1], 0)


# -- the auction and the order of play ---------------------------------------------------------------------------------


@pytest.mark.clause("AOS-6.6", "STM-15.8")
def test_what_each_place_costs() -> None:
    """Of five: the last is free, the first two cost the bid, the others half of it, rounded up."""
    assert [price_of_place(7, place, 5) for place in range(1, 6)] == [7, 7, 4, 4, 0]
    assert [price_of_place(8, place, 4) for place in range(1, 5)] == [8, 8, 4, 0]
    assert [price_of_place(bid, 1, 3) for bid in (-1, 0, 1)] == [0, 0, 1]
    assert [price_of_place(bid, 3, 4) for bid in (-1, 0, 1, 2, 3)] == [0, 0, 1, 1, 2]
    assert [price_of_place(5, place, 2) for place in (1, 2)] == [5, 0] and price_of_place(5, 1, 1) == 5


@pytest.mark.clause("AOS-6.2", "AOS-6.3", "STM-15.6")
def test_which_bids_there_are() -> None:
    assert bids(3, 5) == [Bid(3), Bid(4), Bid(5)] and bids(3, 2) == [] and bids(3, 3) == [Bid(3)]
    for high in (298, 299, 300, 301):
        assert bids(297, high) == [Bid(n) for n in range(297, high + 1)]
    sale = auction([2, 0, 1], 3, 1, passes=0)
    assert (sale.waiting, sale.bids, sale.high, sale.leader, sale.dropped, sale.passes) == ([2, 0, 1], [-1] * 3, 0, -1, [], 0)
    assert choices(sale, 0, 2) == [DropOut(), PassBid(), Bid(1), Bid(2)] and choices(sale, 1, 1) == [DropOut(), Bid(1)]
    sale.high = 4
    assert [refuse_bid(sale, amount, 6, "X").code if refuse_bid(sale, amount, 6, "X") else "" for amount in (4, 5, 6, 7)] == [
        "bid_too_low", "", "", "bid_too_high",
    ]  # fmt: skip
    assert "5" in str(refuse_bid(sale, 4, 6, "X").text)


@pytest.mark.clause("AOS-6.4", "AOS-6.5", "AOS-6.8")
def test_an_auction_word_by_word() -> None:
    """The first seat leads, is not asked while its bid stands, passes once and pays when it takes its place."""
    sale, events, cash = auction([0, 1, 2], 3, 1, passes=0), [], [9, 9, 9]
    assert sale.seat() == 0 and not sale.over
    assert speak(sale, 0, Bid(2), events) == 0 and (sale.leader, sale.high, sale.bids) == (0, 2, [2, -1, -1])
    assert sale.seat() == 1 and speak(sale, 1, Bid(3), events) == 0
    assert sale.seat() == 2 and speak(sale, 2, DropOut(), events) == 3
    take_place(sale, 2, 3, 3, cash, events)
    assert sale.seat() == 0 and speak(sale, 0, PassBid(), events) == 0 and sale.passes == -1
    copy = sale.clone()
    assert copy == sale and copy.waiting is not sale.waiting and isinstance(copy, Auction)
    assert sale.seat() == 0, "1 leads and is passed over"
    assert speak(sale, 0, DropOut(), events) == 2 and sale.over
    take_place(sale, 0, 2, 3, cash, events)
    take_place(sale, 1, 1, 3, cash, events)
    assert sale.order() == [1, 0, 2] and cash == [7, 6, 9]
    assert events == [
        BidMade(0, 2), BidMade(1, 3), PlaceTaken(2, 3, 0), BidPassed(0), PlaceTaken(0, 2, 2), PlaceTaken(1, 1, 3)
    ]  # fmt: skip


@pytest.mark.clause("AOS-6.2", "AOS-6.8")
def test_who_passes_stays_in_and_the_next_is_asked() -> None:
    sale = auction([0, 1, 2], 3, 1, passes=0)
    sale.stay()
    assert sale.waiting == [1, 2, 0] and sale.passes == -1 and sale.seat() == 1


@pytest.mark.clause("AOS-7.2", "AOS-11.1", "AOS-11.2")
def test_the_order_of_play_and_what_is_beside_moving() -> None:
    assert [holder([3, -1, 0], number) for number in (3, 0, 5)] == [0, 2, -1]
    assert first_then([2, 0, 1], 0) == [0, 2, 1] and first_then([2, 0, 1], -1) == [2, 0, 1] and first_then([2, 1], 0) == [2, 1]
    for raised, links, found in ((False, 5, [RAISE, NOTHING]), (False, 6, [NOTHING]), (True, 1, [NOTHING])):
        assert beside_moving([raised], [links], 0, 6) == found
    once, links, events = [False, False], [1, 1], []
    without_moving(once, links, 0, RAISE, events)
    without_moving(once, links, 1, NOTHING, events)
    assert (once, links, events) == ([True, False], [2, 1], [LocomotiveRaised(0, 2), MoveSkipped(1)])
    bag = [0, 2, 0]
    assert (draw(Chance(seed_from("bag")), bag), bag) == (1, [0, 1, 0])
