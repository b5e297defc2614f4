"""Disputes, special disputes and thefts (SIL-12): small print that was broken on purpose and missed."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import EndPlacement, No, PlaceSurveyor, Yes
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.placing_events import DisputeRolled
from boxcars.games.silverton.special_disputes import _continuations, claimants, conflict
from boxcars.games.silverton.state import BUILD, DISMANTLE, PLACED
from boxcars.games.silverton.steps import DemandDispute, MoveParallel, PlacePieces
from tests.silverton.kit import VISIBLE, Play

ATLAS = standard()
NO = {segment: number for number, segment in enumerate(ATLAS.segments)}


# -- special disputes ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-12.12")
def test_two_useless_segments_need_two_different_ways_on() -> None:
    # Seat 0 goes to Greeley, from where nothing leads on any more; seat 2 goes from El Paso to Rincon, from where much does.
    game = Play(3).track(1, "S002")
    greeley, rincon = (NO["S001"], 0, 0), (NO["S130"], 2, 0)
    assert conflict(game.rules, game.state, greeley, rincon)
    assert conflict(game.rules, game.state, rincon, greeley)
    free = Play(3)
    assert not conflict(free.rules, free.state, greeley, rincon)
    assert not conflict(free.rules, free.state, rincon, greeley)


@pytest.mark.clause("SIL-12.12")
def test_a_segment_with_a_purpose_may_take_the_only_way_on_of_one_without() -> None:
    # Seat 0 comes to French, and only Las Vegas lies beyond; seat 4 is in French already.
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081").track(4, "S077", "S079", "S082", "S084", "S085")
    french, on, aside = (NO["S083"], 0, 0), (NO["S086"], 4, 0), (NO["S087"], 4, 0)
    assert conflict(game.rules, game.state, french, on) and conflict(game.rules, game.state, on, french)
    assert not conflict(game.rules, game.state, french, aside), "to Elizabethtown: the way to Las Vegas stays"


@pytest.mark.clause("SIL-12.10")
def test_only_rights_to_build_come_into_conflict() -> None:
    game = Play(2).track(0, "S035")
    rights = ((0, 0, DISMANTLE, "S035"), (0, 1, BUILD, "S001"), (1, 0, BUILD, "S034"), (1, 1, BUILD, "S039"))
    for seat, number, task, segment in rights:
        piece = game.piece(seat, number)
        piece.status, piece.task, piece.target, piece.right = PLACED, task, NO[segment], segment != "S039"
    assert claimants(game.state) == [(NO["S001"], 0, 1), (NO["S034"], 1, 0)]


@pytest.mark.clause("SIL-12.12", "SIL-13.6")
def test_the_first_of_two_segments_takes_the_way_on_from_a_rival() -> None:
    # Seat 4 comes to French, from where only Las Vegas is left; seat 0 comes from there, and goes on to Raton.
    game = Play(5).track(4, "S077", "S079", "S082", "S084")
    game.rules.homes[0] = (ATLAS.town_no["las_vegas"],)
    game.piece(0, 0).first = NO["S086"]
    assert conflict(game.rules, game.state, (NO["S083"], 0, 0), (NO["S085"], 4, 0))
    game.piece(0, 0).first = -1
    assert not conflict(game.rules, game.state, (NO["S083"], 0, 0), (NO["S085"], 4, 0))
    # Seat 1 comes from Cheyenne to Greeley, from where only Denver is left: by the first segment of the board.
    north = Play(2)
    north.rules.homes[1] = (ATLAS.town_no["cheyenne"],)
    for first, found in ((0, True), (-1, False)):
        north.piece(0, 1).first = first
        assert conflict(north.rules, north.state, (NO["S035"], 0, 1), (NO["S002"], 1, 0)) is found


@pytest.mark.clause("SIL-12.12")
def test_a_segment_back_to_ones_own_track_leads_nowhere() -> None:
    # From Raton to French: on to Las Vegas, not to Cimarron, where one is already.
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081", "S084")
    after = game.state.owner.copy()
    after[NO["S083"]] = 0
    assert _continuations(game.rules, game.state, after, (NO["S083"], 0, 0)) == [NO["S086"]]


def raton(order: list[int]) -> Play:
    """Two ways to French, of which only one can lead on to Las Vegas."""
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081").track(4, "S077", "S079", "S082", "S084")
    game.survey(0, "S083").until(PlacePieces, 4).survey(0, "S085")
    game.state.order = order
    game.do(EndPlacement())
    return game


@pytest.mark.clause("SIL-12.11")
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
def test_the_pair_is_asked_in_turn_order_and_rolls_in_turn_order(order: list[int]) -> None:
    game = raton(order)
    first, second = order[0], order[-1]
    assert isinstance(game.step, DemandDispute)
    assert (game.step.seat, game.step.rival, game.legal()) == (first, second, [Yes(), No()])
    game.do(No())
    assert isinstance(game.step, DemandDispute) and (game.step.seat, game.step.rival) == (second, first)
    game.roll("dispute", 6, 6, 1, 2)
    game.do(Yes())
    assert game.piece(first, 0).right and not game.piece(second, 0).right


@pytest.mark.clause("SIL-12.10")
def test_nobody_is_in_conflict_with_oneself() -> None:
    game = Play(2).track(0, "S069", "S072", "S076", "S078", "S081", "S084")
    game.survey(0, "S083")
    assert game.refused(PlaceSurveyor(1, "S083")) == "piece_unavailable"
    game.survey(1, "S085")
    assert len(claimants(game.state)) == 0  # rights come with phase III
    game.until(PlacePieces, 1).do(EndPlacement())
    assert len(claimants(game.state)) == 2 and not isinstance(game.step, DemandDispute)


@pytest.mark.clause("SIL-12.11")
def test_whoever_has_lost_is_out_of_later_pairs() -> None:
    # Seats 0 and 4 come to French, and so would seat 3: three pairs; the loser of the first is in none of the others.
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081").track(4, "S077", "S079", "S082", "S084")
    game.rules.homes[3] = (ATLAS.town_no["las_vegas"],)
    game.survey(0, "S083").until(PlacePieces, 3).survey(0, "S086").until(PlacePieces, 4).survey(0, "S085")
    game.do(EndPlacement())
    asked = []
    while isinstance(game.step, DemandDispute):
        asked.append((game.step.seat, game.step.rival))
        game.roll("dispute", 6, 6, 1, 2)
        game.do(Yes())
    assert asked[0] == (0, 4) and all(4 not in pair for pair in asked[1:])
    assert game.piece(0, 0).right and not game.piece(4, 0).right


# -- ordinary disputes -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-12.7")
def test_the_parallel_box_is_not_empty_whoever_has_built_there() -> None:
    game = Play(3).track(0, "S070")
    game.rules.homes[2] = game.rules.homes[0]
    game.until(PlacePieces, 1).survey(0, "S069").until(PlacePieces, 2).survey(0, "S069")
    game.do(EndPlacement())
    assert not isinstance(game.step, MoveParallel) and game.happened(DisputeRolled)


@pytest.mark.clause("SIL-12.5", "SIL-12.9")
def test_nobody_gets_the_right_to_a_card_in_a_tie() -> None:
    game = Play(2).track(0, "S069", "S072").track(1, "S070", "S073").card(VISIBLE, "P09")
    game.prospect(3, "P09").until(PlacePieces, 1).prospect(3, "P09")
    game.roll("dispute", 3, 3, 3, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).winner == -1
    assert not any(game.piece(seat, 3).right for seat in (0, 1))
