"""Board, networks, routes (SIL-5)."""

from __future__ import annotations

import pytest

from boxcars.core.game import Broken
from boxcars.games.silverton.actions import Deliver, PlaceProspector, PlaceSurveyor
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE, Lines
from boxcars.games.silverton.steps import DeliverGoods
from tests.silverton.kit import OPEN, Play

ATLAS = standard()


def town(name: str) -> int:
    return ATLAS.town_no[name]


def lines(home: str, *segments: str) -> Lines:
    return Lines(ATLAS, (town(home),), tuple(sorted(ATLAS.segment_no[s] for s in segments)))


@pytest.mark.clause("SIL-5.1")
def test_the_graph() -> None:
    assert (len(ATLAS.towns), len(ATLAS.segments)) == (92, 145)
    number = ATLAS.segment_no["S041"]
    assert {ATLAS.towns[t] for t in ATLAS.ends[number]} == {"como", "breckenridge"}
    assert (ATLAS.cost[number], ATLAS.distance[number], ATLAS.white[number]) == (60, 2, True)


@pytest.mark.clause("SIL-5.2")
def test_a_segment_holds_one_cube_and_towns_are_shared() -> None:
    game = Play(2).track(0, "S069").track(1, "S070")
    for seat in (0, 1):
        assert game.rules.lines(game.state, seat).at_home(town("colorado_springs"))
    game.pass_placing(1)
    assert game.refused(PlaceSurveyor(0, "S069")) == "occupied"
    game.state.players[1].track.append(0)
    with pytest.raises(Broken):
        game.rules.audit(game.state)


@pytest.mark.clause("SIL-5.3", "SIL-5.8", "SIL-8.4", "SIL-EX-34", "SIL-14.5.1")
def test_winter_closes_white_segments_but_any_open_route_will_do() -> None:
    # Denver–Central City over brown S035, S036; Georgetown over white S038 only.
    game = Play(2).track(0, "S035", "S036", "S038")
    mine = game.rules.lines(game.state, 0)
    closed = mine.closed([])
    assert closed == (ATLAS.segment_no["S038"],)
    assert mine.open(town("denver"), town("georgetown"), ())
    assert not mine.open(town("denver"), town("georgetown"), closed)
    assert mine.open(town("denver"), town("central_city"), closed)
    game.track(0, "S037")  # the brown way round
    mine = game.rules.lines(game.state, 0)
    assert mine.length(town("denver"), town("central_city")) == 4
    assert mine.open(town("denver"), town("georgetown"), mine.closed([]))
    # A passenger card whose shortest route is white while a longer brown one exists is paid in winter.
    fares = Play(4).track(3, "S011", "S008", "S007", "S010").card(3, "P05")
    fares.state.turn = 4
    assert fares.rules.lines(fares.state, 3).length(town("salt_lake_city"), town("park_city")) == 3
    before = fares.money(3)
    fares.to_turn(5)
    assert fares.money(3) == before + 30
    alone = Play(4).track(3, "S011").card(3, "P05")
    alone.state.turn = 4
    alone.to_turn(5)
    assert alone.money(3) == before


@pytest.mark.clause("SIL-5.4", "SIL-5.5", "SIL-EX-11")
def test_the_three_town_segment_and_fixed_distances() -> None:
    fixed = {"S069": 7, "S070": 7, "S072": 4, "S073": 4, "S076": 5, "S077": 5, "S118": 4, "S117": 5}
    assert {s: ATLAS.distance[ATLAS.segment_no[s]] for s in fixed} == fixed
    assert len(ATLAS.ends[ATLAS.segment_no["S117"]]) == 3
    mine = Lines(ATLAS, (town("telluride"),), tuple(sorted(ATLAS.segment_no[s] for s in ("S117", "S118"))))
    assert mine.length(town("placerville"), town("telluride")) == 5
    assert mine.length(town("placerville"), town("rico")) == 5
    assert mine.length(town("telluride"), town("dolores")) == 9


@pytest.mark.clause("SIL-5.6", "SIL-5.7")
def test_home_network_and_shortest_route() -> None:
    mine = lines("denver", "S035", "S036", "S037", "S038", "S078")
    assert mine.at_home(town("denver")) and mine.at_home(town("georgetown"))
    assert not mine.at_home(town("trinidad")) and not mine.at_home(town("pueblo"))
    assert mine.length(town("denver"), town("georgetown")) == 6  # 2 + 4 = 2 + 2 + 2, without regard to snow
    assert mine.length(town("walsenburg"), town("trinidad")) == NO_ROUTE
    surveyed = Play(2).survey(0, "S035")
    assert not surveyed.rules.lines(surveyed.state, 0).at_home(town("golden"))


@pytest.mark.clause("SIL-5.9", "SIL-12.8")
def test_disconnected_track_cannot_be_operated_but_extended() -> None:
    game = Play(2).track(0, "S078").claim(0, "C022", goods=4).claim(OPEN, "C020")
    assert PlaceSurveyor(0, "S076") in game.legal()
    assert game.refused(PlaceSurveyor(0, "S078", True)) == "disconnected"
    assert game.refused(PlaceProspector(2, "P04")) == "no_route"
    assert (DeliverGoods, 0) not in game.asked(2)
    assert not game.rules.lines(game.state, 0).at_home(town("trinidad"))


@pytest.mark.clause("SIL-5.10")
def test_market_cities() -> None:
    cities = ["denver", "el_paso", "pueblo", "salt_lake_city", "santa_fe"]
    assert sorted(ATLAS.towns[t] for t in ATLAS.markets) == cities
    game = Play(6).track(0, "S035", "S036").claim(0, "C029", goods=1).until(DeliverGoods, 0)
    assert game.refused(Deliver("C029", "golden", 1)) == "unknown_id"
    homes = {ATLAS.towns[h] for pair in game.rules.homes for h in pair}
    assert homes == set(cities)
