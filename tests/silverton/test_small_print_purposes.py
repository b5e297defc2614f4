"""Purposes of track (SIL-13): small print that was broken on purpose and missed (docs/develop/mutation-testing.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxcars.games.silverton.map import printed, standard
from boxcars.games.silverton.restrictions import Purposes, purposes
from boxcars.games.silverton.state import REMOVED
from tests.silverton.kit import Play

ATLAS = standard()
NO = {segment: number for number, segment in enumerate(ATLAS.segments)}


def purpose(game: Play, seat: int, first: str = "") -> Purposes:
    return purposes(game.rules, game.state, seat, NO[first] if first else -1)


def all_year(game: Play, seat: int, segment: str) -> bool:
    test = purpose(game, seat)
    wider = game.rules.lines_of(test.lines.homes, tuple(sorted((*test.lines.track, NO[segment]))))
    return test.all_year_access(NO[segment], wider)


@pytest.mark.clause("SIL-13.5")
def test_a_white_segment_gives_nobody_access_in_winter() -> None:
    # Breckenridge is reached over the snow from Georgetown; Leadville is open all year, but the line from there is white, too.
    game = Play(2).track(0, "S035", "S037", "S046", "S069", "S059", "S058", "S047")
    assert not all_year(game, 0, "S043")


@pytest.mark.clause("SIL-13.5")
def test_who_is_never_snowed_in_needs_no_access_in_winter() -> None:
    game = Play(2).track(0, "S069", "S059", "S060")
    assert not all_year(game, 0, "S061")


@pytest.mark.clause("SIL-13.5")
def test_winter_access_to_a_town_without_interest_is_no_purpose() -> None:
    # Heber is reached over Park City and the snow; from Provo it would be open all year, but nothing is to be had there.
    game = Play(4).track(3, "S014", "S011", "S012")
    assert not all_year(game, 3, "S016")
    # Park City itself, from Evanston: that is a purpose.
    assert all_year(Play(4).track(3, "S008", "S007", "S011"), 3, "S010")


@pytest.mark.clause("SIL-13.5")
def test_to_join_two_parts_of_the_own_track_is_a_purpose_of_its_own() -> None:
    # Colorado Springs–Divide: nobody wants to travel to Divide or Cripple Creek, and there is no snow.
    game = Play(2).track(0, "S069", "S060")
    assert purpose(game, 0).intrinsic(NO["S059"])


@pytest.mark.clause("SIL-13.5")
def test_a_shorter_passenger_route_is_a_purpose_of_its_own() -> None:
    # El Paso–Silver City in 9 + 6 + 5; without the way over Lordsburg in 9 + 5. There is no snow, and nothing new.
    game = Play(3).track(2, "S134", "S138", "S139")
    assert purpose(game, 2).intrinsic(NO["S135"])
    # In 9 + 5 + 2 over Santa Rita, which is longer than 14.
    game = Play(3).track(2, "S134", "S135", "S137")
    assert not purpose(game, 2).intrinsic(NO["S136"])


@pytest.mark.clause("SIL-13.5", "SIL-18.9")
def test_a_lighter_haul_is_a_purpose_of_its_own() -> None:
    def el_paso(*track: str) -> Purposes:
        return purpose(Play(3, rules="advanced").track(2, *track), 2)

    # Silver City's goods go over 9 to El Paso; by Rincon over 8 and 5, which is longer and yet lighter.
    assert el_paso("S134", "S130", "S135").intrinsic(NO["S131"])
    # Deming and Rincon have no goods.
    assert not el_paso("S134", "S130").intrinsic(NO["S131"])
    # Over Santa Rita the longest segment is 9 as before.
    assert not el_paso("S134", "S135", "S137").intrinsic(NO["S136"])


@pytest.mark.clause("SIL-13.5", "SIL-13.1")
def test_the_road_leads_on_only_over_segments_one_may_own(tmp_path: Path) -> None:
    board = json.loads(json.dumps(printed()["board"]))
    board["parallel_groups"].append({"id": "test", "segments": ["S002", "S034"]})
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board))
    game = Play(2, str(path))
    assert purpose(game, 0).open_road(NO["S001"])  # Greeley, and over Cheyenne to Laramie
    game.track(0, "S034")
    assert not purpose(game, 0).open_road(NO["S001"])


@pytest.mark.clause("SIL-13.5")
def test_a_road_to_ones_own_towns_leads_nowhere_new() -> None:
    # From Raton to French: the only way on leads to Las Vegas, where the player has track already.
    game = Play(5).track(4, "S076", "S078", "S081", "S093").track(0, "S085")
    assert not purpose(game, 4).open_road(NO["S083"])
    assert purpose(Play(5).track(4, "S076", "S078", "S081").track(0, "S085"), 4).open_road(NO["S083"])


@pytest.mark.clause("SIL-13.5", "SIL-13.1")
def test_a_possible_shortcut_uses_own_and_vacant_track_only() -> None:
    assert not purpose(Play(2), 0).possible_shortcut(NO["S069"]), "S070 is as short"
    for seat, rival in ((0, 1), (1, 0)):
        game = Play(2).track(rival, "S070")
        assert purpose(game, seat).possible_shortcut(NO["S069"]), "Denver–Colorado Springs: by S070 only its owner travels"
    # Who goes to Falcon may not own a line to Colorado Springs beside it: Falcon–Colorado Springs is the shortest way there.
    assert not purpose(Play(2), 0).possible_shortcut(NO["S075"])
    assert purpose(Play(2).track(0, "S071"), 0).possible_shortcut(NO["S075"])


@pytest.mark.clause("SIL-13.5", "SIL-8.6")
def test_routes_of_cards_that_have_left_the_game_are_no_purpose() -> None:
    game = Play(3).track(2, "S134", "S138", "S139").card(REMOVED, "P01")
    assert purpose(game, 2).intrinsic(NO["S135"])
    game.card(REMOVED, "P16")  # El Paso–Silver City
    assert not purpose(game, 2).intrinsic(NO["S135"])


@pytest.mark.clause("SIL-13.6")
def test_whichever_segment_comes_first_counts_as_built() -> None:
    game = Play(2)
    for first in ("S001", "S035"):
        assert purpose(game, 0, first).lines.track == (NO[first],)
        assert game.owner(first) < 0
    assert purpose(game, 0).lines.track == ()
