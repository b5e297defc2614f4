"""A map of one's own: the example is good and playable, and each mistake is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxcars.core import conformance, registry
from boxcars.core.game import Refused
from boxcars.games.age_of_steam.map import builtin
from boxcars.games.age_of_steam.map_check import check_map, complaints
from boxcars.games.age_of_steam.map_file import read_map
from boxcars.view.svg_export import board_of, plain

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "two_rivers.toml"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def test_the_example_of_the_documentation_is_good_and_can_be_played() -> None:
    assert "examples/two_rivers.toml" in (ROOT / "docs" / "maps.md").read_text(encoding="utf-8")
    assert check_map(TEXT) == []
    rules = registry.make("age_of_steam", map=EXAMPLE, players=3)
    assert conformance.check(rules, games=2, depth=11).games == 2
    with pytest.raises(Refused) as refused:
        registry.make("age_of_steam", map=str(EXAMPLE), players=6)
    assert refused.value.reason.clause == "AOS-1.1"


@pytest.mark.clause("AOS-BAD-2", "AOS-10.8")
@pytest.mark.parametrize("map", [m.key for m in registry.game("age_of_steam").maps])
def test_the_maps_of_the_game_are_good(map: str) -> None:
    data = builtin(map).data
    assert complaints(data) == [] and data.provenance and data.track_costs


MISTAKES = [
    (('"C..m..C"', '"C..x..C"'), r"row 0, column 3: unknown letter 'x'"),
    (('name = "Two Rivers"', ""), r"the key `name` is missing"),
    (("cubes = 3", 'cubes = "three"'), r"cities\.confluence\.cubes: this should be `int`, not `str`"),
    (("[players]", "[spectators]\n1 = 2\n[players]"), r"no key called `spectators`"),
    (('hex = "c3r2"', 'hex = "c99r2"'), r"cities\.confluence: there's no hex c99r2"),
    (('hex = "c4r0"', 'hex = "c1r1"'), "towns\\.ironville: c1r1 is already taken by towns\\.hollow"),
    (('hex = "c4r0"', 'hex = "c3r2"'), r"towns\.hollow: c3r2 is already taken"),
    (('".r.C..."', '".r.....C"'), r"cities\.confluence: c3r2 is plain in board\.terrain"),
    (('growth = "L2"', 'growth = "L1"'), "growth column L1 already belongs to ashford"),
    (('growth = "L2"', 'growth = "X7"'), r"growth 'X7' must be one of L1"),
    (("river = [3, 4, 5]", ""), "the board has river hexes, but their cost is missing"),
    (("cubes = 3", "cubes = 80"), "setup draws \\d+ cubes, but there are only 96"),
    (("3 = 6", "2 = 6"), r"is for 3 to 6 players, not 2"),
    (("3 = 6", "3 = 60"), r"60 turns with 3 players"),
    (('"C..r..C"', '"C..r.~~"'), r"cities\.eastport"),
    (('id = "dover"', 'id = "ashford"'), r"cities\.ashford: the id is used twice"),
    (("c1r2 = [1, 4]", "c1r2 = [1, 9]"), r"board\.rivers\.c1r2"),
    (('colours = ["purple"]', "colours = []"), r"cities\.confluence: say which colors"),
    (
        ("[[towns]]", '[[direct_links]]\nid = "x"\ncities = ["ashford", "dover"]\ncost = 2\n\n[[towns]]'),
        r"direct_links\.x: the two cities aren't next to each other",
    ),
    (
        ("[track_costs]", '[rules]\nphases = ["issue_shares"]\n[track_costs]'),
        "advance_turn must be there once, as the last phase",
    ),
    (("[track_costs]", '[rules]\nactions = ["engineer"]\n[track_costs]'), r"1 actions aren't enough for 4 players"),
    (("[track_costs]", '[rules]\ntown_cubes = "cotton"\n[track_costs]'), r"no city accepts white"),
    (("[track_costs]", '[rules]\nextra_cubes = [{ city = "oz" }]\n[track_costs]'), "there's no city oz"),
    (('plays_like = "rust_belt"', 'plays_like = "western_us"'), r"needs a city in region 'east'"),
    (('name = "Two Rivers"', 'name = "Two Rivers'), r"isn't valid TOML"),
    (
        ('colours = ["purple"]', 'colours = ["pink"]'),
        r"cities\.confluence\.colours\[0\]: 'pink' .*; use one of red, blue, purple",
    ),
    (('plays_like = "rust_belt"', 'plays_like = "mars"'), r"^line \d+: plays_like: 'mars' .*; use one of rust_belt, western_us"),
    (("cubes = 3", "cubes = -3"), r"cities\.confluence\.cubes: -3 can't be negative"),
    (("[track_costs]", "[rules]\nstarting_cash = -1\n[track_costs]"), r"rules\.starting_cash: -1 can't be negative"),
    (("[track_costs]", "[rules]\nmax_shares_per_turn = -1\n[track_costs]"), r"rules\.max_shares_per_turn: -1 can't be negative"),
    (("[track_costs]", "[rules]\nownership_discs = 0\n[track_costs]"), r"rules\.ownership_discs: .*0"),
    (("[track_costs]", '[rules]\ndisplay = "none"\n[track_costs]'), r"rules\.display: goods can't grow without a display"),
    (("[track_costs]", '[rules]\nhex_cubes = ["mud"]\n[track_costs]'), r"rules\.hex_cubes: there's no terrain 'mud'"),
    (('id = "kiln"', 'id = "lime kiln:1"'), r"the id 'lime kiln:1' can only contain letters"),
    (('name = "Kiln"', 'name = ""'), r"towns\.kiln: the name is empty"),
    (("c1r2 = [1, 4]", "c0r1 = [1, 4]"), r"board\.rivers\.c0r1: this hex is plain"),
]


@pytest.mark.parametrize(("change", "complaint"), MISTAKES, ids=range(len(MISTAKES)))
def test_each_mistake_is_named(tmp_path: Path, change: tuple[str, str], complaint: str) -> None:
    assert change[0] in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(change[0], change[1], 1), encoding="utf-8")
    found = check_map(path.read_text(encoding="utf-8"))
    assert any(re.search(complaint, line) for line in found), found
    with pytest.raises(Refused):
        registry.make("age_of_steam", map=str(path), players=3)


def test_an_island_that_track_cannot_reach() -> None:
    cut = TEXT.replace('"C..m..C"', '"C~.m..C"').replace('"..r.m.."', '"~~r.m.."').replace('hex = "c1r1"', 'hex = "c2r0"')
    assert any("cities.ashford" in c or "cannot be reached" in c for c in complaints(read_map(cut)))


def test_a_missing_file() -> None:
    assert "can't be read" in registry.complaints_of(registry.game("age_of_steam"), "nowhere.toml")[0]


def test_a_river_is_drawn_even_where_its_course_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(re.sub(r"\[board\.rivers\].*?\n\n", "", TEXT, flags=re.S), encoding="utf-8")
    ground = board_of(registry.make("age_of_steam", map=path, players=3), plain).draw_ground()
    (course,) = re.findall(r'<path class="riv" d="(.*?)"', ground)
    assert course.count("M") == TEXT.partition("[board.rivers]")[0].partition("terrain")[2].count("r")
