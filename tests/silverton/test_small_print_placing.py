"""Placing pieces (SIL-11, SIL-19): small print that was broken on purpose and missed (docs/develop/mutation-testing.md)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import EndPlacement, KeepPiece, PlaceProspector, PlaceSurveyor, RecallPiece
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.placement_rules import deck_size, surveyed
from boxcars.games.silverton.state import BUILD, CLAIM, DECK, PLACED, PROSPECTOR, STEAL, SURVEYOR, Piece
from boxcars.games.silverton.steps import PlacePieces
from tests.silverton.kit import OPEN, VISIBLE, Play

ATLAS = standard()
NO = {segment: number for number, segment in enumerate(ATLAS.segments)}


def left_over(game: Play, seat: int, number: int, task: int, target: int) -> Play:
    """A piece that stands there since a tie of the turn before."""
    piece = game.piece(seat, number)
    piece.status, piece.task, piece.target, piece.tied = PLACED, task, target, True
    return game


def spike() -> Play:
    """Golden Spike: Denver and Salt Lake City, a surveyor for each; a third one works for Denver."""
    game = Play(2, "golden_spike_2").until(PlacePieces, 0)
    game.state.players[0].pieces.append(Piece(SURVEYOR, 0, home=0))
    assert [game.piece(0, n).home for n in (0, 1)] == [0, 1]
    return game


# -- consecutive builds ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.5")
def test_the_first_segment_of_the_board_may_be_followed() -> None:
    game = Play(2).survey(0, "S001")
    game.survey(1, "S002")
    assert game.piece(0, 1).first == NO["S001"] == 0
    assert game.rules.observe(game.state, 1).players[0].pieces[1].first == "S001"


@pytest.mark.clause("SIL-11.5")
def test_prospectors_do_not_keep_anybody_from_a_consecutive_build() -> None:
    game = Play(4).claim(OPEN, "C029").prospect(2, "C029").prospect(3, "deck").survey(0, "S035")
    assert PlaceSurveyor(1, "S036") in game.legal()
    game.survey(1, "S036")
    assert [game.piece(0, number).first for number in range(4)] == [-1, NO["S035"], -1, -1]


@pytest.mark.clause("SIL-11.5", "SIL-11.10")
def test_nothing_follows_a_segment_that_is_dismantled() -> None:
    game = Play(2).track(0, "S035")
    game.do(PlaceSurveyor(0, "S035", True))
    assert game.piece(0, 0).first == -1
    game.survey(1, "S036")
    assert game.piece(0, 1).first == -1, "it touches own track"


@pytest.mark.clause("SIL-11.5", "SIL-11.16")
def test_a_leftover_surveyor_that_has_not_decided_yet_is_not_followed() -> None:
    game = left_over(Play(2), 0, 0, BUILD, NO["S035"])
    assert game.refused(PlaceSurveyor(1, "S036")) == "not_connected"
    assert surveyed(game.state, 0, 1) == []
    game.do(KeepPiece(0))
    assert surveyed(game.state, 0, 1) == [NO["S035"]]
    assert PlaceSurveyor(1, "S036") in game.legal()


@pytest.mark.clause("SIL-11.5", "SIL-11.16")
def test_a_leftover_surveyor_that_stays_may_follow_another() -> None:
    game = left_over(Play(2), 0, 1, BUILD, NO["S036"]).survey(0, "S035")
    game.do(KeepPiece(1))
    assert game.piece(0, 1).first == NO["S035"] and not game.piece(0, 1).tied
    # A prospector that stays follows nothing.
    claim = left_over(Play(2).claim(OPEN, "C029"), 0, 2, CLAIM, ATLAS.claim_no["C029"])
    claim.do(KeepPiece(2))
    assert claim.piece(0, 2).first == -1


@pytest.mark.clause("SIL-19.19", "SIL-19.9")
def test_a_consecutive_pair_needs_two_surveyors_of_the_same_home() -> None:
    game = spike().survey(0, "S035")
    assert game.refused(PlaceSurveyor(1, "S036")) == "not_connected"
    third = len(game.state.players[0].pieces) - 1
    assert PlaceSurveyor(third, "S036") in game.legal()
    game.survey(third, "S036")
    assert game.piece(0, third).first == NO["S035"]


@pytest.mark.clause("SIL-19.9", "SIL-11.5")
def test_a_surveyor_extends_the_network_of_its_own_home() -> None:
    game = spike().track(0, "S008", "S035")
    assert game.refused(PlaceSurveyor(0, "S007")) == "wrong_network"
    assert game.refused(PlaceSurveyor(1, "S034")) == "wrong_network"
    sites = {action.segment for action in game.legal(PlaceSurveyor) if action.piece == 1 and not action.dismantle}
    assert {"S007", "S013", "S014"} <= sites and not sites & {"S034", "S036", "S037"}
    game.survey(1, "S007").survey(0, "S036")
    third = len(game.state.players[0].pieces) - 1
    game.survey(third, "S037")
    assert [game.piece(0, n).first for n in (0, 1, third)] == [-1, -1, -1], "they touch what is built"


@pytest.mark.clause("SIL-19.9", "SIL-11.10")
def test_a_surveyor_dismantles_the_network_of_its_own_home() -> None:
    game = spike().track(0, "S008", "S035")
    assert game.refused(PlaceSurveyor(0, "S008", True)) == "wrong_network"
    assert PlaceSurveyor(0, "S035", True) in game.legal()


# -- one piece of a player on one target -----------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.9", "SIL-11.14")
def test_no_two_prospectors_of_a_player_on_one_stolen_card() -> None:
    game = Play(2).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").until(PlacePieces, 1).prospect(2, "P09")
    assert game.piece(1, 2).task == STEAL
    assert game.refused(PlaceProspector(3, "P09")) == "piece_unavailable"


@pytest.mark.clause("SIL-11.3")
def test_where_track_lies_nobody_builds() -> None:
    game = Play(2).track(0, "S034").track(1, "S035")
    assert game.refused(PlaceSurveyor(0, "S034")) == game.refused(PlaceSurveyor(0, "S035")) == "occupied"
    game.until(PlacePieces, 1)
    assert game.refused(PlaceSurveyor(0, "S034")) == game.refused(PlaceSurveyor(0, "S035")) == "occupied"


@pytest.mark.clause("SIL-11.9", "SIL-11.2")
def test_a_leftover_piece_is_in_nobodys_way_until_it_is_kept() -> None:
    game = left_over(Play(2), 0, 0, BUILD, NO["S035"])
    assert PlaceSurveyor(1, "S035") in game.legal()
    game.survey(1, "S035")
    assert game.refused(KeepPiece(0)) == "must_move"
    assert RecallPiece(0) in game.legal() and KeepPiece(0) not in game.legal()


@pytest.mark.clause("SIL-11.9")
def test_a_claim_and_a_card_of_the_same_number_are_two_targets() -> None:
    claim, card = ATLAS.claims[0], ATLAS.cards[0]
    game = Play(2).claim(OPEN, claim).track(0, "S035", "S036").card(VISIBLE, card).prospect(2, claim)
    assert PlaceProspector(3, card) in game.legal()
    assert game.refused(PlaceProspector(3, claim)) == "piece_unavailable"


@pytest.mark.clause("SIL-11.12")
def test_the_deck_takes_any_number_of_prospectors_while_there_is_a_card() -> None:
    game = Play(2).prospect(2, "deck").prospect(3, "deck")
    assert [game.piece(0, number).task for number in (2, 3)] == [DECK, DECK]
    empty = Play(2)
    empty.state.claim_at = [-3 if at == -1 else at for at in empty.state.claim_at]
    empty.state.event_in_deck = [False] * len(ATLAS.events)
    assert deck_size(empty.state) == 0
    assert empty.refused(PlaceProspector(2, "deck")) == "deck_empty"
    empty.state.bottom = [0]  # an event under the deck is a card, too
    assert deck_size(empty.state) == 1 and PlaceProspector(2, "deck") in empty.legal()


# -- dismantling, passenger cards ------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.10", "SIL-5.9")
def test_track_that_is_cut_off_is_not_dismantled() -> None:
    game = Play(2).track(0, "S035", "S076")
    assert game.refused(PlaceSurveyor(0, "S076", True)) == "disconnected"
    assert PlaceSurveyor(0, "S035", True) in game.legal()


@pytest.mark.clause("SIL-19.6")
def test_nobody_joins_the_neutral_prospector() -> None:
    game = Play(1, "solo_salt_lake_10000").claim(OPEN, "C029").track(0, "S011").card(VISIBLE, "P05")
    piece = next(n for n, p in enumerate(game.state.players[0].pieces) if p.kind == PROSPECTOR)
    for card in ("C029", "P05"):
        assert PlaceProspector(piece, card) in game.legal()
        game.state.neutral = card
        assert game.refused(PlaceProspector(piece, card)) == "piece_unavailable"


@pytest.mark.clause("SIL-11.13", "SIL-8.3")
def test_why_a_passenger_card_cannot_be_had() -> None:
    game = Play(2).card(VISIBLE, "P10").card(VISIBLE, "P09").track(0, "S039", "S040", "S042", "S044").card(0, "P01")
    game.state.turn = 4
    assert game.refused(PlaceProspector(2, "P10")) == "winter"
    assert game.refused(PlaceProspector(2, "P09")) == "no_route"
    assert game.refused(PlaceProspector(2, "P01")) == "not_owner", "it is one's own"
    assert game.refused(PlaceProspector(2, "P17")) == "unknown_id", "it is hidden"


@pytest.mark.clause("SIL-11.2", "SIL-11.1")
def test_only_a_leftover_piece_is_kept_or_taken_back() -> None:
    game = left_over(Play(2), 0, 0, BUILD, NO["S035"])
    assert game.refused(KeepPiece(1)) == game.refused(RecallPiece(1)) == "piece_unavailable"
    assert game.refused(KeepPiece(-1)) == game.refused(PlaceSurveyor(-1, "S034")) == "unknown_id"
    assert game.refused(RecallPiece(4)) == game.refused(PlaceSurveyor(4, "S034")) == "unknown_id"
    assert EndPlacement() not in game.legal()
    game.do(RecallPiece(0))
    assert (game.piece(0, 0).task, game.piece(0, 0).target, game.piece(0, 0).tied) == (0, -1, False)
    assert EndPlacement() in game.legal()
