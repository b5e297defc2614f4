"""Step IV.2: track (SIL-14.2)."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.games.silverton.actions import Abandon, Build, Dismantle, EndPlacement, EndTrack, No, PlaceSurveyor, Yes
from boxcars.games.silverton.deal_actions import Accept, Bundle, Offer
from boxcars.games.silverton.events import CardReleased, ConsecutiveRolled, TrackBuilt, TrackRemoved
from boxcars.games.silverton.state import FREE
from boxcars.games.silverton.steps import BuildConsecutive, BuildTrack, MakeDeals, PlacePieces
from boxcars.view.svg_export import plain
from tests.silverton.kit import Play


@pytest.mark.clause("SIL-14.2.1")
def test_building_is_paid_for_or_declined() -> None:
    game = Play(2).survey(0, "S035").survey(1, "S034").until(BuildTrack, 0)
    assert game.refused(Build("S039")) == "no_right"
    game.do(Build("S035"))
    assert game.events[0] == TrackBuilt(0, "S035", 30) and game.money(0) == 2370
    assert game.refused(Build("S035")) == "no_right"
    game.do(EndTrack())
    assert game.owner("S034") < 0 and game.money(0) == 2370
    poor = Play(2).survey(0, "S035").until(PlacePieces, 1).cash(29)
    poor.do(EndPlacement())
    assert not isinstance(poor.step, BuildTrack)


@pytest.mark.clause("SIL-14.2.2", "SIL-EX-13")
@pytest.mark.parametrize(("faces", "built"), [((3, 4), False), ((4, 4), True)])
def test_a_consecutive_segment_needs_more_than_its_distance(faces: tuple[int, int], built: bool) -> None:
    # El Paso: Rincon–Socorro, then Socorro–Albuquerque of distance 7.
    game = Play(3).track(2, "S130").until(PlacePieces, 2).survey(0, "S129").survey(1, "S127").until(BuildTrack, 2)
    assert game.piece(2, 1).first == game.rules.atlas.segment_no["S129"]
    assert game.refused(Build("S127")) == "not_connected"  # the first one comes first
    game.do(Build("S129"))
    cash = game.money(2)
    game.roll("build", *faces)
    game.do(Build("S127"))
    assert game.event(ConsecutiveRolled).success == built
    if built:  # after a good roll it may be built
        assert game.step == BuildConsecutive(2, game.rules.atlas.segment_no["S127"]) and game.legal() == [Yes(), No()]
        game.do(Yes())
    assert (game.owner("S127") == 2) == built and game.money(2) == cash - (110 if built else 0)
    assert game.piece(2, 1).status == FREE and not isinstance(game.step, BuildTrack)


@pytest.mark.clause("SIL-14.2.2")
def test_a_consecutive_segment_need_not_be_built_after_a_good_roll() -> None:
    game = Play(2).survey(0, "S035").survey(1, "S036").until(BuildTrack, 0)
    game.roll("build", 6, 6)
    game.do(Build("S035"), Build("S036"))
    cash = game.money(0)
    game.do(No())
    assert game.owner("S036") < 0 and game.money(0) == cash
    assert game.piece(0, 1).status == FREE and not isinstance(game.step, BuildTrack)  # its surveyor has done what it could
    idle = Play(2).survey(0, "S035").survey(1, "S036").until(BuildTrack, 0)
    idle.roll("build", 6, 6)
    idle.do(Build("S035"), Build("S036"))
    assert idle.rules.default(idle.state) == No()  # a seat that does not act builds nothing (SIL-10.5)
    question = plain(idle.rules.ask(idle.step))
    assert "Golden" in question and "$40" in question


@pytest.mark.clause("SIL-14.2.2")
def test_no_second_without_the_first() -> None:
    game = Play(2).survey(0, "S035").survey(1, "S036").cash(35).until(BuildTrack, 0)
    assert game.legal() == [Build("S035"), EndTrack()]
    # Not even where other track of the player touches it by now.
    near = Play(2).survey(0, "S035").survey(1, "S036").until(BuildTrack, 0).track(0, "S037")
    assert near.refused(Build("S036")) == "not_connected"


@pytest.mark.clause("SIL-14.2.3")
def test_a_disputed_consecutive_segment_is_rolled_for_as_well() -> None:
    fight = Play(2).track(1, "S037").survey(0, "S035").survey(1, "S036").until(PlacePieces, 1)
    fight.track(1, "S038").survey(0, "S036")
    fight.roll("dispute", 6, 6, 1, 2)
    fight.do(EndPlacement())
    assert fight.piece(0, 1).right and fight.piece(0, 1).first >= 0
    fight.until(BuildTrack, 0).roll("build", 1, 1)
    fight.do(Build("S035"), Build("S036"))
    assert not fight.event(ConsecutiveRolled).success and fight.owner("S036") < 0


@pytest.mark.clause("SIL-14.2.4", "SIL-14.2.5", "SIL-EX-12")
def test_dismantling_pays_ten_a_point() -> None:
    game = Play(2).track(0, "S069")
    game.do(PlaceSurveyor(0, "S069", True))
    game.until(BuildTrack, 0).do(Dismantle("S069"))
    assert game.events[0] == TrackRemoved(0, "S069", 70)
    assert game.money(0) == 2470 and game.owner("S069") < 0
    game.to_turn(2).pass_placing(1)
    assert PlaceSurveyor(0, "S069") in game.legal()


def full(extra: str) -> Play:
    """Seat 0 with all 32 cubes on the board."""
    game = Play(2)
    for number, segment in enumerate(game.rules.atlas.segments):
        track = game.state.players[0].track
        if len(track) < 32 and segment != extra and all(r not in track for r in game.rules.atlas.rivals[number]):
            game.track(0, segment)
    return game


@pytest.mark.clause("SIL-14.2.6", "SIL-1.4")
def test_the_33rd_segment_needs_an_abandoned_cube() -> None:
    game = full("S035")
    assert len(game.state.players[0].track) == 32
    game.survey(0, "S035").until(BuildTrack, 0)
    assert game.refused(Build("S035")) == "no_cubes"
    cash = game.money(0)
    game.do(Abandon("S034"))
    assert game.money(0) == cash and game.owner("S034") < 0
    assert game.refused(Abandon("S001")) == "no_right"
    game.do(Build("S035"))
    assert game.owner("S035") == 0 and len(game.state.players[0].track) == 32
    # No cube is taken off the board for anything but a build of this step.
    idle = full("S035")
    assert (BuildTrack, 0) not in idle.asked(2) and len(idle.state.players[0].track) == 32


@pytest.mark.clause("SIL-14.2.6", "SIL-5.9")
def test_disconnected_track_may_be_abandoned_any_time() -> None:
    game = Play(2).track(0, "S035", "S078").until(BuildTrack, 0)
    assert game.legal() == [Abandon("S078"), EndTrack()]
    assert game.refused(Abandon("S035")) == "no_right"
    assert game.refused(Abandon("S001")) == "not_owner"
    game.do(Abandon("S078"))
    assert game.owner("S078") < 0


@pytest.mark.clause("SIL-14.2.6")
def test_many_stray_parts_can_all_be_abandoned() -> None:
    stray = ("S145", "S124", "S139", "S028", "S060", "S103", "S115", "S118", "S012", "S022", "S057")
    game = Play(2).track(0, *stray).until(BuildTrack, 0)
    assert len(game.legal(Abandon)) == len(stray)


@pytest.mark.clause("SIL-14.2.7", "SIL-8.5")
def test_removing_track_checks_the_passenger_cards() -> None:
    game = Play(2).track(0, "S035", "S036").card(0, "P01")
    game.do(PlaceSurveyor(0, "S036", True))
    game.until(BuildTrack, 0).do(Dismantle("S036"))
    assert game.event(CardReleased).card == "P01"


@pytest.mark.clause("SIL-14.2.8", "SIL-13.2")
def test_a_right_to_build_lapses_when_a_deal_takes_its_ground() -> None:
    # Seat 1's surveyor on S036 touches only S035, which it sells to seat 0 before its own turn.
    game = Play(2).track(1, "S035").until(PlacePieces, 1).survey(0, "S036").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(money=40), Bundle(segments=("S035",))), Accept())
    assert (BuildTrack, 1) not in game.asked(2)
    # A parallel segment bought before building.
    par = Play(2).track(0, "S069").until(PlacePieces, 1).survey(0, "S070").until(MakeDeals, 0)
    par.do(Offer(1, Bundle(segments=("S069",))), Accept())
    assert (BuildTrack, 1) not in par.asked(2)
    fine = Play(2).track(1, "S035").until(PlacePieces, 1).survey(0, "S036")
    assert (BuildTrack, 1) in fine.asked(2)


@pytest.mark.clause("SIL-14.2.9")
def test_any_order_and_a_lapsed_dismantling() -> None:
    game = Play(2).track(0, "S035", "S036")
    game.do(PlaceSurveyor(0, "S035", True), PlaceSurveyor(1, "S036", True))
    game.until(BuildTrack, 0)
    assert {Dismantle("S035"), Dismantle("S036")} <= set(game.legal())
    game.do(Dismantle("S035"))
    assert game.refused(Dismantle("S036")) == "disconnected"
    assert Abandon("S036") in game.legal()


def test_parallel_segments_are_numbered_for_people() -> None:
    rules = registry.make("silverton", players=3)
    names = {key: str(rules.name(f"segment:{key}")) for key in rules.atlas.segments}  # type: ignore[attr-defined]
    assert names["S070"] == "Denver–Colorado Springs (2)"
    assert len(set(names.values())) == len(names)
