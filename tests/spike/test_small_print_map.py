"""What a map file must be, each number at its bound and beside it (SPK-20)."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from boxcars.games.spike.map import check_map, from_text

from .test_map import data

PARTS = ("board", "contracts", "routes", "market", "train")
Changing = Callable[[dict[str, Any]], Any]


@cache
def written(part: str) -> str:
    return json.dumps(data(part))


def changed(change: Changing, *left_out: str) -> str:
    """The supplied map with a change, as the text of a map file."""
    file = {"name": "Mine", **{part: json.loads(written(part)) for part in PARTS}}
    change(file)
    return json.dumps({key: value for key, value in file.items() if key not in left_out})


def put(*path: Any) -> Changing:
    """Write the last of these where the others lead to."""
    *where, key, value = path

    def change(file: dict[str, Any]) -> None:
        at: Any = file
        for step in where:
            at = at[step]
        at[key] = value

    return change


def complaints(change: Changing) -> list[str]:
    return check_map(changed(change))


def components(**numbers: int) -> Changing:
    return lambda file: file["board"]["components"].update(numbers)


TOO_FEW = "aren't enough rail cards"
TOO_MANY = "every number must be from 0 to 200"
PAYS = ("contracts", "cards", 0, "sides", "A", "destinations", 0)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (components(rail_cards_per_colour=4, two_player_removed_per_colour=1), TOO_FEW),  # four hands and a row: nothing to draw
        (components(rail_cards_per_colour=5, two_player_removed_per_colour=2), None),
        (components(two_player_removed_per_colour=8), TOO_FEW),
        (components(two_player_removed_per_colour=7), None),
        (components(two_player_removed_per_colour=0), None),
        (components(tracks_per_player=1), None),
        (components(start_hand=1), None),
        (components(face_up=1), None),
        (components(time_cards=1), None),
        (components(tracks_per_player=200), None),
        (components(tracks_per_player=201), TOO_MANY),
        (put(*PAYS, "value", 1), None),
        (put(*PAYS, "value", 200), None),
        (put(*PAYS, "value", 201), TOO_MANY),
        (put("routes", "cards", 0, "ends", 0, "value", 1), None),
        (put("routes", "cards", 0, "ends", 0, "value", 0), "it must be more than 0"),
        (put("routes", "cards", 0, "ends", 0, "city", "oz"), "there's no city 'oz'"),
        (put("train", "upgrade_cost_by_current_level", 0, 0), None),
        (put("train", "parts", 0, "start_level", 2), None),
        (put("train", "parts", 0, "start_level", 3), "there's no level 3"),
        (put("train", "parts", 0, "start_level", -1), "there's no level -1"),
        (put("train", "parts", 0, "levels", [1, 2, 3, 4]), "one more level than prices"),
        (put("train", "parts", 2, "id", "caboose"), "the parts must be"),
        (put("board", "segments", 0, "b", "nowhere"), "the end 'nowhere' isn't a point"),
        (put("board", "segments", 0, "id", "s 1"), "an id can only contain"),
        (put("board", "points", 0, "city", "oz"), "city 'oz' isn't at this point"),
        (lambda file: file["contracts"]["cards"][0]["sides"].pop("B"), "this card must have sides A and B"),
    ],
)
def test_what_a_map_file_may_say(change: Changing, complaint: str | None) -> None:
    found = complaints(change)
    assert found == [] if complaint is None else any(complaint in line for line in found), found


def test_a_city_stands_on_a_point_of_its_own() -> None:
    def together(file: dict[str, Any]) -> None:
        cities = file["board"]["cities"]
        cities[1]["point"] = cities[0]["point"]

    assert any("two cities are on the same point" in line for line in complaints(together))


def test_both_ends_of_a_segment_are_not_the_same() -> None:
    def loop(file: dict[str, Any]) -> None:
        file["board"]["segments"][0]["b"] = file["board"]["segments"][0]["a"]

    assert any("both ends are the same point" in line for line in complaints(loop))


def test_no_card_lists_a_city_twice() -> None:
    def twice(file: dict[str, Any]) -> None:
        ends = file["routes"]["cards"][0]["ends"]
        ends[1]["city"] = ends[0]["city"]

    assert any("this must list at least one city, and none twice" in line for line in complaints(twice))


def test_every_commodity_has_cities_and_cards() -> None:
    def unoffered(file: dict[str, Any]) -> None:
        for city in file["board"]["cities"]:
            city["commodity"] = "pigs" if city["commodity"] == "cattle" else city["commodity"]

    def without_card(file: dict[str, Any]) -> None:
        cards = file["contracts"]["cards"]
        file["contracts"]["cards"] = [card for card in cards if card["commodity"] != "cattle"]

    for change, complaint in ((unoffered, "cattle: no city offers these goods"), (without_card, "there's no card for cattle")):
        found = complaints(change)
        assert len(found) == 1 and complaint in found[0], found


@pytest.mark.clause("SPK-3.4")
def test_the_commodities_are_dealt_equally_to_any_number_of_players() -> None:
    """Six go round for two and three players, not for four."""

    def six(file: dict[str, Any]) -> None:
        board = file["board"]
        ids = [commodity["id"] for commodity in board["commodities"]]
        half = {old: ids[i % 6] for i, old in enumerate(ids)}
        board["commodities"] = board["commodities"][:6]
        for thing in (*board["cities"], *file["contracts"]["cards"]):
            thing["commodity"] = half[thing["commodity"]]
        file["market"]["columns"] = 2

    found = complaints(six)
    assert len(found) == 1 and "6 kinds of goods can't be dealt equally" in found[0], found


def test_whether_the_points_are_joined_is_asked_last() -> None:
    """Of a board with other faults it is not told; a board without points joins none, a single point is joined."""
    island = {"id": "island", "x": 0, "y": 0, "city": None}

    def faulty(file: dict[str, Any]) -> None:
        file["board"]["points"].append(island)
        file["board"]["segments"][0]["colour"] = "pink"

    def bare(points: list[Any]) -> Changing:
        def change(file: dict[str, Any]) -> None:
            file["board"] |= {"points": points, "cities": [], "segments": [], "commodities": []}
            file["contracts"]["cards"] = file["routes"]["cards"] = []

        return change

    joined = "don't connect all the points"
    assert not any(joined in line for line in complaints(faulty))
    assert any(joined in line for line in complaints(bare([])))
    assert not any(joined in line for line in complaints(bare([island])))


def test_a_train_need_not_have_upgrades() -> None:
    def plain(file: dict[str, Any]) -> None:
        file["train"]["upgrade_cost_by_current_level"] = []
        for part in file["train"]["parts"]:
            part["levels"], part["start_level"] = part["levels"][:1], 0

    assert complaints(plain) == []


@pytest.mark.clause("SPK-20.6")
def test_market_and_train_are_those_of_the_file_or_the_rulebooks() -> None:
    def mine(file: dict[str, Any]) -> None:
        file["market"] = {"rows_top_to_bottom": [5, 4, 2, 1], "columns": 3}
        file["train"]["upgrade_cost_by_current_level"] = [7, 9]

    own = from_text(changed(mine))
    assert (own.rows, own.columns, own.prices) == ([5, 4, 2, 1], 3, [7, 9])
    usual = from_text(changed(mine, "market", "train"))
    assert (usual.rows, usual.columns, usual.prices) == ([3, 2, 1], 4, [3, 5])
