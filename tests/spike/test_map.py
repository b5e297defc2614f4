"""The supplied data, and maps of one's own (SPK-20)."""

from __future__ import annotations

import json
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.conformance import check
from boxcars.core.game import Refused
from boxcars.games.spike.map import chart, check_map

HERE = resources.files("boxcars.games.spike") / "maps" / "eastern_usa"


def data(name: str) -> Any:
    return json.loads((HERE / f"{name}.json").read_text())


def distances(start: int) -> list[int]:
    c = chart("eastern_usa")
    far = [-1] * len(c.points)
    far[start] = 0
    front = [start]
    while front:
        p = front.pop(0)
        for q, _, _ in c.near[p]:
            if far[q] < 0:
                far[q] = far[p] + 1
                front.append(q)
    return far


@pytest.mark.clause("SPK-20.1", "SPK-2.1", "SPK-2.2", "SPK-20.7")
def test_the_board() -> None:
    c = chart("eastern_usa")
    assert (len(c.points), len(c.cities), len(c.segments), len(c.colours)) == (164, 36, 424, 6)
    assert set(Counter(c.colour).values()) <= {70, 71}
    assert len(set(c.patterns)) == 6
    assert c.cities == sorted(c.cities)
    for a, b in c.ends:
        assert ((c.xy[a][0] - c.xy[b][0]) ** 2 + (c.xy[a][1] - c.xy[b][1]) ** 2) ** 0.5 == pytest.approx(60, abs=1)


@pytest.mark.clause("SPK-20.2", "SPK-7.1")
def test_cities_and_commodities() -> None:
    c = chart("eastern_usa")
    assert {"topeka", "norfolk", "indianapolis", "raleigh", "columbia", "jacksonville", "tampa", "new_orleans"} <= set(c.cities)
    assert c.goods[c.offers[c.city_id["norfolk"]]] == "pigs"
    assert set(Counter(c.offers).values()) == {3} and len(c.goods) == 12


@pytest.mark.clause("SPK-20.3")
def test_properties_of_the_graph() -> None:
    c = chart("eastern_usa")
    for point in range(len(c.points)):
        tints = [colour for _, _, colour in c.near[point]]
        assert len(tints) == len(set(tints)), "no two segments of a colour meet"
    for city, point in enumerate(c.city_point):
        assert 3 <= len(c.near[point]) <= 6
        far = distances(point)
        assert min(far) == 0, "connected"
        others = [far[q] for other, q in enumerate(c.city_point) if other != city]
        assert min(others) >= 2 and max(others) <= 17
    start = c.city_point[0]
    assert all(flow(start, q, 3) for q in c.city_point[1:]), "three disjoint ways; hence no bridge between cities"


def flow(a: int, b: int, want: int) -> bool:
    """Whether so many segment-disjoint ways join two points (augmenting paths)."""
    c = chart("eastern_usa")
    used: set[tuple[int, int]] = set()
    for _ in range(want):
        before: dict[int, int] = {a: a}
        front = [a]
        while front and b not in before:
            p = front.pop(0)
            for q, _, _ in c.near[p]:
                if q not in before and (p, q) not in used:
                    before[q] = p
                    front.append(q)
        if b not in before:
            return False
        q = b
        while q != a:
            p = before[q]
            if (q, p) in used:
                used.discard((q, p))
            else:
                used.add((p, q))
            q = p
    return True


@pytest.mark.clause("SPK-20.4", "SPK-1.5", "SPK-20.5a")
def test_the_contract_cards() -> None:
    c = chart("eastern_usa")
    assert len(c.cards) == 36 and set(Counter(c.card_goods).values()) == {3}
    assert len({tuple(sorted(p.items())) for p in c.pays}) == 72
    near = {g: [distances(c.city_point[city]) for city in range(36) if c.offers[city] == g] for g in range(12)}
    for side, pays in enumerate(c.pays):
        good = c.card_goods[side // 2]
        assert len(pays) == 5
        for city, value in pays.items():
            distance = min(far[c.city_point[city]] for far in near[good])
            assert value == distance + 1 and 3 <= distance <= 13
            assert c.offers[city] != good
    assert c.pays[c.sides.index("fruit-1B")][c.city_id["topeka"]] == 9
    assert c.pays[c.sides.index("cattle-2B")][c.city_id["topeka"]] == 11
    assert c.pays[c.sides.index("fruit-2A")][c.city_id["new_orleans"]] == 11


@pytest.mark.clause("SPK-20.5", "SPK-1.6")
def test_the_route_cards() -> None:
    c = chart("eastern_usa")
    assert sorted(c.route_start) == list(range(36))
    for start, ends in zip(c.route_start, c.route_ends, strict=True):
        far = distances(c.city_point[start])
        assert len(ends) == 4 and max(ends.values()) + 3 == 9
        assert all(value == 2 * far[c.city_point[city]] // 3 for city, value in ends.items())


@pytest.mark.clause("SPK-20.6", "SPK-20.5a")
def test_market_and_train_and_provenance() -> None:
    c = chart("eastern_usa")
    assert (c.rows, c.columns, c.prices) == ([3, 2, 1], 4, [3, 5])
    for name in ("board", "contracts", "routes", "market", "train"):
        assert data(name)["provenance"]["note"]


# -- maps of one's own -------------------------------------------------------------------------------------------------------


def write(folder: Path, **changes: Any) -> Path:
    parts = {name: data(name) for name in ("board", "contracts", "routes", "market", "train")}
    file = folder / "my_map.json"
    file.write_text(json.dumps({"name": "Mine", **parts, **changes}))
    return file


def test_the_supplied_map_is_good() -> None:
    assert check_map(registry.export(registry.game("spike"), "eastern_usa")) == []


def test_a_map_of_ones_own_can_be_played(tmp_path: Path) -> None:
    """Another set of colours, fewer tracks, a smaller hand: the code knows none of them."""
    board = data("board")
    for thing in (board["colours"], board["segments"]):
        for record in thing:
            for key in ("id", "colour"):
                if record.get(key) == "white":
                    record[key] = "silver"
    board["components"] |= {"tracks_per_player": 30, "start_hand": 4}
    file = write(tmp_path, board=board, market={"rows_top_to_bottom": [5, 4, 2, 1], "columns": 3})
    assert check_map(file.read_text()) == []
    rules = registry.make("spike", str(file), 3)
    assert check(rules, games=1, depth=31).games == 1


def test_a_map_file_names_no_other_file(tmp_path: Path) -> None:
    assert "this should be `object`, not `str`" in check_map(write(tmp_path, board="board.json").read_text())[0]


@pytest.mark.parametrize(
    ("part", "where", "value", "complaint"),
    [
        ("board", ("segments", 0, "a"), "nowhere", "segment s001: the end 'nowhere' isn't a point"),
        ("board", ("segments", 0, "colour"), "pink", "segment s001: there's no color 'pink'"),
        ("board", ("segments", 1, "id"), "s001", "segment 's001': this id appears twice"),
        ("board", ("cities", 0, "commodity"), "gold", "city albany: there are no goods called 'gold'"),
        ("board", ("cities", 0, "point"), "r99c99", "city albany: there's no point"),
        ("board", ("segments", 0, "a"), 7, "this should be `str`, not `int`"),
        ("contracts", ("cards", 0, "commodity"), "gold", "card cattle-1: there are no goods called 'gold'"),
        ("contracts", ("cards", 0, "sides", "A", "destinations", 0, "city"), "oz", "side cattle-1A: there's no city 'oz'"),
        ("contracts", ("cards", 0, "sides", "A", "destinations", 0, "value"), 0, "must be more than 0"),
        ("routes", ("cards", 0, "start"), "oz", "card route-01: the start 'oz' isn't a city"),
        ("market", ("columns",), 5, "12 kinds of goods don't fit exactly in 5 columns of 3 rows"),
        ("train", ("parts", 0, "levels"), [1], "part locomotive: there must be one more level than prices"),
    ],
)
def test_a_bad_map_is_refused_with_its_place(
    tmp_path: Path, part: str, where: tuple[Any, ...], value: Any, complaint: str
) -> None:
    changed = data(part)
    at = changed
    for key in where[:-1]:
        at = at[key]
    at[where[-1]] = value
    file = write(tmp_path, **{part: changed})
    assert any(complaint in c for c in check_map(file.read_text())), check_map(file.read_text())
    with pytest.raises(Refused) as refused:
        registry.make("spike", str(file), 2)
    assert refused.value.reason.code == "bad_setup"


def test_a_disconnected_board_is_refused(tmp_path: Path) -> None:
    board = data("board")
    board["points"].append({"id": "island", "x": 0, "y": 0, "city": None})
    assert check_map(write(tmp_path, board=board).read_text()) == ["board: the segments don't connect all the points"]


@pytest.mark.clause("SPK-2.10")
def test_every_city_and_every_heading_is_a_place() -> None:
    c = chart("eastern_usa")
    assert [c.place(city) for city in c.cities] == [(-1, point) for point in c.city_point]
    spots = [(s, end) for s, ends in enumerate(c.ends) for end in ends]
    assert [c.place(c.at(*spot)) for spot in spots] == spots
    assert [c.place(name) for name in ("s001>nowhere", "s999>r01c01", "nowhere", "")] == [None] * 4


def test_a_map_in_the_folder_one_works_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert chart("my_map.json").cities == chart("eastern_usa").cities


@pytest.mark.parametrize(
    "components",
    [
        {"rail_cards_per_colour": 4},  # 24 cards for four hands of five and a row of four
        {"two_player_removed_per_colour": 8},  # 12 cards for two hands and a row
        {"two_player_removed_per_colour": 8, "start_hand": 4},  # just enough, but none is left to draw
        {"tracks_per_player": 0},
        {"start_hand": 0},
        {"face_up": 0},
        {"time_cards": 0},
    ],
)
def test_too_few_components_are_refused(tmp_path: Path, components: dict[str, int]) -> None:
    board = data("board")
    board["components"] |= components
    assert any("aren't enough rail cards" in c for c in check_map(write(tmp_path, board=board).read_text()))


def test_eight_route_cards_are_needed(tmp_path: Path) -> None:
    routes = data("routes")
    routes["cards"] = routes["cards"][:8]
    assert check_map(write(tmp_path, routes=routes).read_text()) == []
    routes["cards"] = routes["cards"][:7]
    assert check_map(write(tmp_path, routes=routes).read_text()) == ["routes: at least 8 cards are needed, but there are 7"]
