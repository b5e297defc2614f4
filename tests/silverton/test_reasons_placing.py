"""Why a piece cannot be placed, at and beside each bound (SIL-9, SIL-11, SIL-13): small print."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import EndPlacement, KeepPiece, PlaceProspector, PlaceSurveyor, RecallPiece
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.place_pieces import neutral_targets
from boxcars.games.silverton.placement_rules import first_of, standing_on, surveyed
from boxcars.games.silverton.placing_events import PieceKept, PiecePlaced, PieceRecalled
from boxcars.games.silverton.state import (
    BUILD,
    CARD,
    CLAIM,
    DEAD,
    DECK,
    DISMANTLE,
    FREE,
    JAILED,
    PLACED,
    PROSPECTOR,
    STEAL,
    SURVEYOR,
    Piece,
)
from boxcars.games.silverton.steps import BeginPlacing, PlacePieces
from tests.silverton.kit import OPEN, VISIBLE, Play

ATLAS = standard()
NO = ATLAS.segment_no


def put(game: Play, seat: int, number: int, task: int, target: int, **more: Any) -> Piece:
    piece = game.piece(seat, number)
    piece.status, piece.task, piece.target = PLACED, task, target
    for name, value in more.items():
        setattr(piece, name, value)
    return piece


def surveyors(game: Play, number: int) -> Play:
    """So many plain surveyors of seat 0 instead of its pieces, and a prospector."""
    game.state.players[0].pieces = [Piece(SURVEYOR, 0) for _ in range(number)] + [Piece(PROSPECTOR, 0)]
    return game


# -- consecutive builds ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.17", "SIL-11.5")
@pytest.mark.parametrize(("players", "turn", "allowed"), [(2, 1, True), (4, 1, True), (4, 3, True), (4, 4, False), (5, 1, False)])
def test_up_to_four_players_build_consecutively_but_not_in_winter(players: int, turn: int, allowed: bool) -> None:
    game = surveyors(Play(players), 2)
    game.state.turn = turn
    put(game, 0, 0, BUILD, NO["S035"])
    assert (first_of(game.rules, game.state, 0, 1, NO["S036"]) == NO["S035"]) is allowed
    assert (PlaceSurveyor(1, "S036") in game.legal()) is allowed
    assert (game.why(PlaceSurveyor(1, "S036")) == "") is allowed


@pytest.mark.clause("SIL-11.5")
def test_one_consecutive_build_a_turn() -> None:
    game = surveyors(Play(2), 3).survey(0, "S035").survey(1, "S036")
    assert game.piece(0, 1).first == NO["S035"]
    assert game.refused(PlaceSurveyor(2, "S037")) == "not_connected"
    assert not {"S037", "S038"} & {action.segment for action in game.legal(PlaceSurveyor)}
    game.piece(0, 1).first = -1
    assert PlaceSurveyor(2, "S037") in game.legal()
    north = surveyors(Play(2), 4).survey(0, "S001").survey(1, "S002").survey(2, "S035")
    assert north.piece(0, 1).first == 0 and north.refused(PlaceSurveyor(3, "S036")) == "not_connected"


@pytest.mark.clause("SIL-11.5", "SIL-11.16")
def test_a_kept_surveyor_follows_another_and_not_itself() -> None:
    game = Play(2)
    put(game, 0, 0, BUILD, NO["S036"], tied=True)
    game.survey(1, "S035")
    game.do(KeepPiece(0))
    assert game.piece(0, 0).first == NO["S035"]
    assert game.events == [PieceKept(0, 0, SURVEYOR, "S036")]


@pytest.mark.clause("SIL-11.5")
def test_a_segment_follows_only_one_that_it_touches() -> None:
    game = Play(2).survey(0, "S035")
    assert first_of(game.rules, game.state, 0, 1, NO["S036"]) == NO["S035"]
    assert first_of(game.rules, game.state, 0, 1, NO["S059"]) == -1
    assert game.refused(PlaceSurveyor(1, "S059")) == "not_connected"
    game.survey(1, "S001")
    assert game.piece(0, 1).first == -1, "it touches home by itself"


@pytest.mark.clause("SIL-13.6", "SIL-11.5")
def test_a_segment_without_a_purpose_of_its_own_follows_one_that_gives_it_one() -> None:
    # Colorado Springs–Cripple Creek serves nobody who is there over Divide, but for the way on to Canon City.
    game = Play(2).track(1, "S058", "S059", "S060", "S069", "S072").until(PlacePieces, 1)
    assert game.refused(PlaceSurveyor(1, "S061")) == "blocking"
    game.survey(0, "S062")
    assert PlaceSurveyor(1, "S061") in game.legal()
    game.survey(1, "S061")
    assert game.piece(1, 1).first == NO["S062"]


@pytest.mark.clause("SIL-11.8", "SIL-13.1")
def test_nobody_surveys_a_parallel_of_the_own_track_or_survey() -> None:
    game = Play(2).track(0, "S069")
    assert game.refused(PlaceSurveyor(0, "S070")) == "parallel"
    other = Play(2).survey(0, "S069")
    assert other.refused(PlaceSurveyor(1, "S070")) == "parallel"
    assert PlaceSurveyor(1, "S070") not in other.legal() and PlaceSurveyor(1, "S035") in other.legal()
    assert other.refused(PlaceSurveyor(1, "S069")) == "piece_unavailable"


# -- one piece on a target -------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.9")
def test_which_pieces_stand_in_the_way() -> None:
    game = surveyors(Play(2), 2)
    put(game, 0, 0, BUILD, 5)
    for task, target, but, found in (
        (BUILD, 5, 1, True),
        (DISMANTLE, 5, 1, True),
        (BUILD, 5, 0, False),
        (BUILD, 6, 1, False),
    ):
        assert standing_on(game.state, 0, SURVEYOR, task, target, but) is found
    assert not standing_on(game.state, 1, SURVEYOR, BUILD, 5, 1), "another player's"
    put(game, 0, 2, CLAIM, 5)
    assert standing_on(game.state, 0, PROSPECTOR, CLAIM, 5, -1) and not standing_on(game.state, 0, PROSPECTOR, CARD, 5, -1)
    for task in (CARD, STEAL):
        game.piece(0, 2).task = task
        assert standing_on(game.state, 0, PROSPECTOR, CARD, 5, -1) and standing_on(game.state, 0, PROSPECTOR, STEAL, 5, -1)
        assert not standing_on(game.state, 0, PROSPECTOR, CLAIM, 5, -1)
    game.piece(0, 0).task = DISMANTLE
    assert standing_on(game.state, 0, SURVEYOR, BUILD, 5, 1) and standing_on(game.state, 0, SURVEYOR, DISMANTLE, 5, 1)
    game.piece(0, 0).tied = True
    assert not standing_on(game.state, 0, SURVEYOR, BUILD, 5, 1)


@pytest.mark.clause("SIL-11.9", "SIL-11.10")
def test_one_surveyor_dismantles_a_segment() -> None:
    game = Play(2).track(0, "S035")
    game.do(PlaceSurveyor(0, "S035", True))
    assert (game.piece(0, 0).task, game.piece(0, 0).target, game.piece(0, 0).first) == (DISMANTLE, NO["S035"], -1)
    assert game.events == [PiecePlaced(0, 0, SURVEYOR, "dismantle", "S035")]
    assert game.refused(PlaceSurveyor(1, "S035", True)) == "piece_unavailable"
    assert surveyed(game.state, 0, 1) == []


@pytest.mark.clause("SIL-11.10", "SIL-11.7")
def test_why_a_segment_cannot_be_dismantled() -> None:
    game = Play(2).track(0, "S039", "S040").track(1, "S034")
    assert game.refused(PlaceSurveyor(0, "S034", True)) == game.refused(PlaceSurveyor(0, "S001", True)) == "not_owner"
    assert {PlaceSurveyor(0, "S039", True), PlaceSurveyor(0, "S040", True)} <= set(game.legal())
    game.state.turn = 4
    assert game.refused(PlaceSurveyor(0, "S040", True)) == "winter"
    assert PlaceSurveyor(0, "S039", True) in game.legal(), "no snow there"


# -- passenger cards -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-11.14", "SIL-8.3")
def test_only_a_shorter_route_steals_and_in_winter_an_open_one() -> None:
    # Denver–Pueblo of seat 1 over Falcon: 12. Seat 0 has 11 over Colorado Springs, or as much as seat 1.
    game = Play(2).track(1, "S071", "S074").card(1, "P09")
    assert game.refused(PlaceProspector(2, "P09")) == "no_route"
    game.track(0, "S069", "S072")
    assert PlaceProspector(2, "P09") in game.legal()
    same = Play(2).track(1, "S070", "S073").card(1, "P09").track(0, "S069", "S072")
    assert same.refused(PlaceProspector(2, "P09")) == "no_route", "as long is not shorter"
    # Denver–Leadville of seat 1 over Divide: 7 + 3 + 8 + 3; seat 0 over the snow: 4 + 5 + 2 + 3.
    snow = Play(2).track(1, "S070", "S059", "S058", "S048").card(1, "P10").track(0, "S039", "S040", "S042", "S044")
    assert PlaceProspector(2, "P10") in snow.legal()
    snow.state.turn = 4
    assert snow.refused(PlaceProspector(2, "P10")) == "winter"
    longer = Play(2).track(1, "S039", "S040", "S042", "S044").card(1, "P10").track(0, "S070", "S059", "S058", "S048")
    longer.state.turn = 4
    assert longer.refused(PlaceProspector(2, "P10")) == "no_route", "the owner's length counts as built"


@pytest.mark.clause("SIL-11.13", "SIL-20.7", "SIL-20.16")
def test_cards_that_are_not_to_be_had() -> None:
    game = Play(2).track(0, "S069", "S072").card(0, "P09")
    assert game.refused(PlaceProspector(2, "P09")) == "not_owner"
    assert game.refused(PlaceProspector(2, "P20")) == "unknown_id", "face down"
    game.card(-3, "P02")
    assert game.refused(PlaceProspector(2, "P02")) == "unknown_id", "out of the game"
    assert (game.why(PlaceProspector(2, "none")), game.why(PlaceProspector(2, "P02"))) == ("SIL-11.11", "SIL-11.13")
    joint = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").card(0, "P09")
    joint.state.partner[ATLAS.card_no["P09"]] = 4
    assert joint.refused(PlaceProspector(1, "P09")) == "no_route", "one's own, but for an own route"
    joint.track(0, "S073")
    assert PlaceProspector(1, "P09") in joint.legal()


@pytest.mark.clause("SIL-20.1", "SIL-20.16")
def test_with_options_a_card_is_wanted_without_a_route() -> None:
    def codes(**options: Any) -> list[str]:
        game = Play(5, **options).track(0, "S069").track(4, "S072").card(VISIBLE, "P09").card(VISIBLE, "P03").card(VISIBLE, "P19")
        return [game.why(PlaceProspector(1, card)) for card in ("P09", "P03", "P19")]

    assert codes() == ["SIL-8.3", "SIL-8.3", "SIL-8.3"]
    assert codes(variable_passengers=True) == ["", "", "SIL-8.3"], "no C card"
    assert codes(joint_passengers=True) == ["", "SIL-8.3", "SIL-8.3"], "with a joint route"


@pytest.mark.clause("SIL-11.11", "SIL-6.9")
def test_why_a_prospector_cannot_go_to_a_claim() -> None:
    game = Play(2).claim(1, "C022").claim(OPEN, "C029").claim(OPEN, ATLAS.claims[0])
    assert game.refused(PlaceProspector(2, "C022")) == "unknown_id"
    hidden = next(c for n, c in enumerate(ATLAS.claims) if game.state.claim_at[n] == -1)
    assert game.refused(PlaceProspector(2, hidden)) == "unknown_id"
    game.prospect(2, ATLAS.claims[0])
    assert game.refused(PlaceProspector(3, ATLAS.claims[0])) == "piece_unavailable"
    assert PlaceProspector(3, "C029") in game.legal()
    assert game.refused(PlaceProspector(0, "C029")) == game.refused(PlaceSurveyor(3, "S035")) == "piece_unavailable"
    assert game.refused(PlaceSurveyor(0, "none")) == "unknown_id"


# -- who is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-10.4", "SIL-9.3")
def test_whoever_has_a_piece_to_place_is_asked() -> None:
    for states, asked in (
        ((PLACED, JAILED, DEAD, PLACED), False),
        ((PLACED, JAILED, DEAD, FREE), True),
        ((FREE, JAILED, DEAD, PLACED), True),
    ):
        game = Play(2)
        for number, status in enumerate(states):
            game.piece(1, number).status = status
        before = len(game.state.agenda)
        game.run(BeginPlacing(-1, 1))
        assert game.state.agenda[before:] == ([PlacePieces(1)] if asked else [])
    put(game, 1, 0, BUILD, NO["S035"], tied=True)
    before = len(game.state.agenda)
    game.run(BeginPlacing(-1, 1))
    assert game.state.agenda[before:] == [PlacePieces(1)], "what a tie has left over must be decided about"


@pytest.mark.clause("SIL-11.1", "SIL-9.1")
def test_placing_goes_on_while_a_piece_is_left() -> None:
    game = Play(2).survey(0, "S035").survey(1, "S034").prospect(2, "deck")
    assert game.step == PlacePieces(0)
    assert {action.piece for action in game.legal() if not isinstance(action, EndPlacement)} == {3}
    for number in range(3):
        assert game.why(PlaceSurveyor(number, "S001")) == "SIL-9.3", "placed is placed"
    game.prospect(3, "deck")
    assert game.step == PlacePieces(1)
    assert game.events == [PiecePlaced(0, 3, PROSPECTOR, "deck", "deck")]
    assert [(piece.task, piece.target) for piece in game.state.players[0].pieces[2:]] == [(DECK, -1), (DECK, -1)]


@pytest.mark.clause("SIL-11.2", "SIL-11.16")
def test_a_leftover_piece_may_be_placed_anew() -> None:
    game = Play(2).claim(OPEN, "C029").claim(OPEN, "C022")
    put(game, 0, 2, CLAIM, ATLAS.claim_no["C029"], tied=True)
    for number in (0, 1, 3):
        game.piece(0, number).status = DEAD
    offered = game.legal()
    assert {KeepPiece(2), RecallPiece(2), PlaceProspector(2, "C022"), PlaceProspector(2, "C029")} <= set(offered)
    assert EndPlacement() not in offered and game.refused(EndPlacement()) == "must_move"
    game.do(RecallPiece(2))
    assert game.events == [PieceRecalled(0, 2, PROSPECTOR, "C029")] and game.step == PlacePieces(0)
    game.prospect(2, "C022")
    assert game.step == PlacePieces(1), "nothing is left to place"


@pytest.mark.clause("SIL-8.5", "SIL-11.16")
def test_a_leftover_thief_buys_when_the_card_has_become_free() -> None:
    game = Play(2).track(0, "S069", "S072").card(VISIBLE, "P09")
    put(game, 0, 2, STEAL, ATLAS.card_no["P09"], tied=True)
    game.do(KeepPiece(2))
    assert game.piece(0, 2).task == CARD and not game.piece(0, 2).tied
    owned = Play(2).track(0, "S069", "S072").track(1, "S071", "S074").card(1, "P09")
    put(owned, 0, 2, STEAL, ATLAS.card_no["P09"], tied=True)
    owned.do(KeepPiece(2))
    assert owned.piece(0, 2).task == STEAL
    assert owned.events == [PieceKept(0, 2, PROSPECTOR, "P09")]


@pytest.mark.clause("SIL-11.9")
def test_where_the_first_piece_stands_no_other_goes() -> None:
    game = Play(2).claim(OPEN, "C029").card(VISIBLE, "P02").track(0, "S069")
    game.state.players[0].pieces = [Piece(PROSPECTOR, 0) for _ in range(3)]
    game.prospect(0, "C029")
    assert PlaceProspector(1, "C029") not in game.legal() and PlaceProspector(1, "P02") in game.legal()
    other = Play(2).claim(OPEN, "C029").card(VISIBLE, "P02").track(0, "S069")
    other.state.players[0].pieces = [Piece(PROSPECTOR, 0) for _ in range(3)]
    other.prospect(0, "P02")
    assert PlaceProspector(1, "P02") not in other.legal() and PlaceProspector(1, "C029") in other.legal()


@pytest.mark.clause("SIL-11.4", "SIL-11.5")
def test_nothing_is_proposed_twice() -> None:
    game = Play(2).track(0, "S035").survey(0, "S036")
    offered = game.legal()
    assert PlaceSurveyor(1, "S037") in offered, "it touches own track, and Golden of the other surveyor as well"
    assert len(set(offered)) == len(offered)


@pytest.mark.clause("SIL-19.6")
def test_the_neutral_prospector_goes_to_no_card_of_the_own_prospector() -> None:
    game = Play(1, "solo_salt_lake_10000").card(VISIBLE, "P05").card(VISIBLE, "P02").track(0, "S011")
    put(game, 0, 1, CARD, ATLAS.card_no["P05"])
    found = neutral_targets(game.rules, game.state, 0)
    assert "P05" not in found and "P02" in found and "P17" not in found, "nor to one that is face down"


@pytest.mark.clause("SIL-20.7")
def test_on_a_joint_card_of_ones_own_one_comes_to_buy() -> None:
    for seat, task in ((0, CARD), (4, CARD), (1, STEAL)):
        game = Play(5, joint_passengers=True).track(0, "S069", "S073").track(4, "S070", "S072").card(0, "P09")
        game.state.partner[ATLAS.card_no["P09"]] = 4
        if seat == 1:
            game.state.players[1].track, game.state.players[4].track = [NO["S070"], NO["S072"]], []
            for segment in ("S070", "S072"):
                game.state.owner[NO[segment]] = 1
        game.until(PlacePieces, seat).prospect(1, "P09")
        assert game.piece(seat, 1).task == task


@pytest.mark.clause("SIL-11.2")
def test_nobody_is_done_before_the_leftover_pieces_are_decided_about() -> None:
    game = Play(2).claim(OPEN, "C029")
    put(game, 0, 2, CLAIM, ATLAS.claim_no["C029"], tied=True)
    game.survey(0, "S035").survey(1, "S034").prospect(3, "deck")
    assert game.step == PlacePieces(0)
    game.do(KeepPiece(2))
    assert game.step == PlacePieces(1)


@pytest.mark.clause("SIL-20.16", "SIL-11.14")
def test_without_the_option_nobody_steals_with_a_partner() -> None:
    for joint in (True, False):
        game = Play(5, joint_passengers=joint).track(0, "S069").track(4, "S072").card(1, "P09")
        game.track(1, "S070", "S061", "S062", "S063")
        assert (game.why(PlaceProspector(1, "P09")) == "") is joint


@pytest.mark.clause("SIL-11.5")
def test_nothing_follows_a_prospector() -> None:
    # The claim has the number of Denver–Golden.
    game = Play(2).claim(OPEN, ATLAS.claims[NO["S035"]]).prospect(2, ATLAS.claims[NO["S035"]])
    assert game.refused(PlaceSurveyor(0, "S036")) == "not_connected"
    assert PlaceSurveyor(0, "S036") not in game.legal()


@pytest.mark.clause("SIL-19.19", "SIL-19.9")
def test_a_segment_that_ends_in_the_other_network_follows_one_of_its_own() -> None:
    game = Play(2, "golden_spike_2").until(PlacePieces, 0)
    game.rules.homes[0] = (ATLAS.town_no["denver"], ATLAS.town_no["central_city"])
    game.state.players[0].pieces = [Piece(SURVEYOR, 0, home=0), Piece(SURVEYOR, 0, home=0), Piece(SURVEYOR, 0, home=1)]
    game.survey(0, "S035").survey(1, "S036")
    assert game.piece(0, 1).first == NO["S035"]
    other = Play(2, "golden_spike_2").until(PlacePieces, 0)
    other.rules.homes[0] = (ATLAS.town_no["denver"], ATLAS.town_no["central_city"])
    other.state.players[0].pieces = [Piece(SURVEYOR, 0, home=0), Piece(SURVEYOR, 0, home=0), Piece(SURVEYOR, 0, home=1)]
    other.survey(0, "S035").survey(2, "S036")
    assert other.piece(0, 2).first == -1, "it touches its own home"
