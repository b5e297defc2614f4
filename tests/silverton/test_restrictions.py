"""Building restrictions (SIL-13)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import Build, PlaceSurveyor
from boxcars.games.silverton.map import printed, standard
from boxcars.games.silverton.restrictions import purposes
from boxcars.games.silverton.steps import BuildTrack, PlacePieces
from tests.silverton.kit import DISCARDED, Play

ATLAS = standard()


def passes(game: Play, seat: int, segment: str) -> bool:
    return purposes(game.rules, game.state, seat).passes(ATLAS.segment_no[segment])


@pytest.mark.clause("SIL-13.1", "SIL-13.3", "SIL-EX-16")
def test_parallel_groups() -> None:
    game = Play(6).track(0, "S069")
    assert game.refused(PlaceSurveyor(0, "S070")) == "parallel"
    assert game.refused(PlaceSurveyor(0, "S071")) == "parallel"
    santa_fe = Play(6).track(5, "S089").until(PlacePieces, 5)
    assert santa_fe.refused(PlaceSurveyor(0, "S090")) == "parallel"
    assert PlaceSurveyor(0, "S091") in santa_fe.legal()
    rivals = [{ATLAS.segments[r] for r in ATLAS.rivals[ATLAS.segment_no[s]]} for s in ("S071", "S074", "S092", "S063")]
    assert rivals == [{"S069", "S070"}, {"S072", "S073"}, {"S091"}, {"S064"}]
    assert ATLAS.cost[ATLAS.segment_no["S063"]] != ATLAS.cost[ATLAS.segment_no["S064"]]  # whatever they cost


@pytest.mark.clause("SIL-13.1")
@pytest.mark.parametrize(("group", "north"), [("santa_fe_north", True), ("santa_fe_south", False)])
def test_the_pairs_of_santa_fe_are_drawn_where_the_rulebook_has_them(group: str, north: bool) -> None:
    board = printed()["board"]
    height = {town["id"]: town["y"] for town in board["towns"]}
    segments = next(row["segments"] for row in board["parallel_groups"] if row["id"] == group)
    ends = {town for segment in board["segments"] if segment["id"] in segments for town in segment["towns"]}
    assert len(segments) == 2 and all((height[town] < height["santa_fe"]) == north for town in ends - {"santa_fe"})


@pytest.mark.clause("SIL-13.4", "SIL-13.5", "SIL-EX-9")
def test_denver_north_after_cheyenne_is_reached() -> None:
    game = Play(4).track(3, "S008", "S007", "S006", "S005", "S004")
    assert PlaceSurveyor(0, "S001") in game.legal()
    game.track(3, "S003")
    assert game.refused(PlaceSurveyor(0, "S001")) == "blocking"


@pytest.mark.clause("SIL-13.5", "SIL-13.7")
def test_a_new_place_of_interest() -> None:
    game = Play(2)
    bits = game.rules.interest
    assert bits >> ATLAS.town_no["golden"] & 1 and not bits >> ATLAS.town_no["greeley"] & 1
    assert bits >> ATLAS.town_no["central_city"] & 1 and bits >> ATLAS.town_no["pueblo"] & 1
    assert purposes(game.rules, game.state, 0).intrinsic(ATLAS.segment_no["S035"])  # (a), claim C013
    # Golden's only claim in the discard pile, the ways beyond taken: a town that one does not have yet is a purpose.
    golden = ATLAS.claim_no["C013"]
    if golden in game.state.row:
        game.state.row.remove(golden)
    game.state.claim_at[golden] = DISCARDED
    game.state.discards.append(golden)
    game.track(1, "S036", "S037")
    assert purposes(game.rules, game.state, 0).intrinsic(ATLAS.segment_no["S035"])
    assert passes(game, 0, "S035")


@pytest.mark.clause("SIL-13.5")
def test_from_a_town_without_interest_the_road_must_lead_on() -> None:
    game = Play(2)
    assert not purposes(game.rules, game.state, 0).intrinsic(ATLAS.segment_no["S001"])  # nothing is to be had in Greeley
    assert passes(game, 0, "S001")  # (c) over Cheyenne to Laramie
    game.track(1, "S002")
    assert not passes(game, 0, "S001")


@pytest.mark.clause("SIL-13.5")
def test_nobody_can_be_blocked_in_solitaire() -> None:
    game = Play(1, "solo_denver_6000").track(0, "S035", "S036", "S037")
    assert not purposes(game.rules, game.state, 0).intrinsic(ATLAS.segment_no["S038"])
    assert PlaceSurveyor(0, "S038") in game.legal()
    two = Play(2).track(0, "S035", "S036", "S037")
    assert two.refused(PlaceSurveyor(0, "S038")) == "blocking"


@pytest.mark.clause("SIL-13.5")
def test_a_shorter_passenger_route_and_a_join() -> None:
    # (b) Denver–Central City 8 over Georgetown; S036 makes it 4.
    game = Play(2).track(0, "S035", "S037", "S038")
    test = purposes(game.rules, game.state, 0)
    assert test.intrinsic(ATLAS.segment_no["S036"])
    # (e) joining a separate part: Colorado Springs–Pueblo between Denver–Colorado Springs and Pueblo–Walsenburg.
    joined = Play(2).track(0, "S069", "S076")
    assert purposes(joined.rules, joined.state, 0).intrinsic(ATLAS.segment_no["S072"])
    # Without a use of its own: a second way between two towns that are joined, longer than the first.
    loop = Play(2).track(0, "S035", "S036", "S037")
    assert not purposes(loop.rules, loop.state, 0).intrinsic(ATLAS.segment_no["S038"])


@pytest.mark.clause("SIL-13.5", "SIL-EX-39")
def test_all_year_access() -> None:
    game = Play(2).track(0, "S035", "S036", "S038")
    test = purposes(game.rules, game.state, 0)
    segment = ATLAS.segment_no["S037"]
    wider = game.rules.lines_of(test.lines.homes, tuple(sorted((*test.lines.track, segment))))
    assert test.all_year_access(segment, wider)
    assert not test.shorter_route(wider) and not test.lighter_haul(wider) and not test.open_road(segment)
    assert PlaceSurveyor(0, "S037") in game.legal()


@pytest.mark.clause("SIL-13.5")
def test_a_possible_shortcut() -> None:
    # (d) Vernal–Craig is vacant: with it and other vacant segments Denver–Grand Junction could get shorter.
    game = Play(2)
    test = purposes(game.rules, game.state, 0)
    assert test.possible_shortcut(ATLAS.segment_no["S035"])  # on the way Denver–Central City
    assert not test.possible_shortcut(ATLAS.segment_no["S145"])  # El Paso–Van Horn leads nowhere
    parallel = ATLAS.segment_no["S069"]
    assert not test.possible_shortcut(parallel)  # S070 is as short


@pytest.mark.clause("SIL-13.5")
def test_a_lighter_haul_counts_only_in_the_advanced_game() -> None:
    # Denver–Buffalo Creek–Como–Buena Vista with 6 as longest; over Fairplay–Leadville–Buena Vista it would be 5.
    track = ("S039", "S040", "S042", "S045", "S047", "S055")
    for mode, lighter in (("basic", False), ("advanced", True)):
        game = Play(2, rules=mode).track(0, *track)
        test = purposes(game.rules, game.state, 0)
        wider = game.rules.lines_of(test.lines.homes, tuple(sorted((*test.lines.track, ATLAS.segment_no["S044"]))))
        assert test.lighter_haul(wider) == lighter


@pytest.mark.clause("SIL-13.4")
def test_the_test_is_not_repeated_later_in_the_turn() -> None:
    game = Play(4).track(3, "S008", "S007", "S006", "S005", "S004").survey(0, "S001")
    game.track(3, "S003")
    game.until(BuildTrack, 0).do(Build("S001"))
    assert game.owner("S001") == 0
