"""Pieces, the turn sequence, placing (SIL-9 – SIL-11)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import EndPlacement, KeepPiece, PlaceProspector, PlaceSurveyor, RecallPiece
from boxcars.games.silverton.events import TrackBuilt
from boxcars.games.silverton.placing_events import DisputeRolled, OrderDealt, PiecePlaced
from boxcars.games.silverton.state import BUILD, DEAD, DISMANTLE, FREE, JAILED, PLACED, STEAL
from boxcars.games.silverton.steps import BuildTrack, BuyCards, PlacePieces
from tests.silverton.kit import OPEN, Play


@pytest.mark.clause("SIL-9.1", "SIL-11.1", "SIL-11.18")
def test_placements_are_optional_public_and_final() -> None:
    game = Play(2)
    events = game.do(PlaceSurveyor(0, "S035"))
    assert events == [PiecePlaced(0, 0, 0, "build", "S035")]
    assert game.rules.observe(game.state, 1).players[0].pieces[0].target == "S035"
    assert game.refused(PlaceSurveyor(0, "S034")) == "piece_unavailable"
    assert game.refused(RecallPiece(0)) == "piece_unavailable"
    assert game.refused(PlaceProspector(1, "deck")) == "piece_unavailable"  # a surveyor
    assert game.refused(PlaceSurveyor(2, "S034")) == "piece_unavailable"  # a prospector
    assert game.refused(PlaceSurveyor(9, "S034")) == "unknown_id"
    game.do(EndPlacement())
    assert game.step == PlacePieces(1)


@pytest.mark.clause("SIL-9.2")
def test_bonuses_matter_only_in_disputes() -> None:
    game = Play(2).claim(0, "C029", worked=True)
    game.piece(0, 0).bonus = 0
    assert [a for a in game.legal(PlaceSurveyor) if a.piece == 0] == [
        PlaceSurveyor(0, a.segment, a.dismantle) for a in game.legal(PlaceSurveyor) if a.piece == 1
    ]


@pytest.mark.clause("SIL-9.3")
@pytest.mark.parametrize("status", [JAILED, DEAD])
def test_jailed_and_dead_pieces_are_not_placed(status: int) -> None:
    game = Play(2)
    game.piece(0, 2).status = status
    assert game.refused(PlaceProspector(2, "deck")) == "piece_unavailable"
    assert PlaceProspector(3, "deck") in game.legal()


@pytest.mark.clause("SIL-10.2", "SIL-10.3", "SIL-10.4")
def test_player_by_player_and_one_seat_at_a_time() -> None:
    game = Play(3).survey(0, "S035").until(PlacePieces, 1).survey(0, "S034")
    assert game.refused(EndPlacement(), 0) == "not_your_turn"
    game.until(BuildTrack)
    assert game.step == BuildTrack(0)
    seats = [game.rules.actor(game.state)]
    while game.state.turn == 1:
        game.rules.apply(game.state, game.rules.default(game.state))
        seats.append(game.rules.actor(game.state))
    phase_four = seats[: len(seats) - 1]
    assert phase_four == sorted(phase_four)  # each completes the steps before the next starts
    # Nobody without a choice is asked: with every piece away there is nothing to place.
    idle = Play(2, max_offers=0)
    for piece in idle.state.players[1].pieces:
        piece.status, piece.fine = DEAD, 9999
    idle.do(EndPlacement())
    assert idle.state.turn == 2 and idle.step == PlacePieces(0)


@pytest.mark.clause("SIL-10.5")
def test_the_default_is_always_legal_and_does_nothing() -> None:
    for map, players, options in (
        ("colorado", 3, {"joint_passengers": True, "variable_passengers": True}),
        ("silver_spike_4", 4, {"rules": "advanced"}),
        ("solo_salt_lake_10000", 1, {}),
    ):
        game = Play(players, map, **options)
        money = [p.cash for p in game.state.players]
        while game.state.agenda:
            action = game.rules.default(game.state)
            assert action in game.rules.legal(game.state)
            game.rules.apply(game.state, action)
        assert [p.cash for p in game.state.players] == money
        assert all(owner < 0 for owner in game.state.owner)


@pytest.mark.clause("SIL-10.1", "SIL-19.2")
def test_low_card_first() -> None:
    game = Play(3)
    game.tell("order", 2, 0, 1)
    game.to_turn(2)
    assert game.event(OrderDealt).order == [2, 0, 1] and game.step == PlacePieces(2)
    solo = Play(1, "solo_denver_6000")
    assert solo.state.order == [0] and "order" not in solo.state.chance.counters


def tie(game: Play, *faces: int) -> Play:
    """Both players' first surveyors tied on S035."""
    game.survey(1, "S035").do(EndPlacement())
    game.survey(1, "S035")
    game.roll("dispute", *faces)
    game.do(EndPlacement())
    return game.to_turn(2)


@pytest.mark.clause("SIL-11.2", "SIL-12.5", "SIL-EX-19")
def test_a_leftover_piece_stays_moves_or_is_taken_back() -> None:
    game = tie(Play(2), 4, 5, 4, 5)
    assert game.piece(0, 1).status == PLACED and game.piece(0, 1).tied and game.owner("S035") < 0
    assert {KeepPiece(1), RecallPiece(1), PlaceSurveyor(1, "S034")} <= set(game.legal())
    assert game.refused(EndPlacement()) == "must_move"
    game.do(KeepPiece(1))
    assert game.refused(KeepPiece(1)) == "piece_unavailable"
    moved = tie(Play(2), 4, 5, 4, 5)
    moved.do(PlaceSurveyor(1, "S034"))
    assert moved.piece(0, 1).target == moved.rules.atlas.segment_no["S034"]
    back = tie(Play(2), 4, 5, 4, 5)
    back.do(RecallPiece(1))
    assert back.piece(0, 1).status == FREE


@pytest.mark.clause("SIL-11.16", "SIL-EX-43")
def test_a_leftover_piece_may_stay_only_where_it_could_be_placed_now() -> None:
    game = Play(2).track(0, "S039", "S040").track(1, "S035")
    game.state.turn = 3
    for seat in (0, 1):
        piece = game.piece(seat, 1)
        piece.status, piece.task, piece.tied = PLACED, BUILD, True
        piece.target = game.rules.atlas.segment_no["S041"]
    assert KeepPiece(1) in game.legal()
    game.state.turn = 4
    assert game.refused(KeepPiece(1)) == "must_move"
    assert RecallPiece(1) in game.legal() and KeepPiece(1) not in game.legal()
    # One that stays may be the first of a consecutive pair.
    pair = tie(Play(2), 4, 5, 4, 5)
    pair.do(KeepPiece(1))
    assert PlaceSurveyor(0, "S036") in pair.legal()
    pair.do(PlaceSurveyor(0, "S036"))
    assert pair.piece(0, 0).first == pair.rules.atlas.segment_no["S035"]


@pytest.mark.clause("SIL-11.3", "SIL-11.4")
def test_where_a_surveyor_builds() -> None:
    game = Play(2).survey(0, "S035").until(PlacePieces, 1)
    assert PlaceSurveyor(0, "S035") in game.legal()  # other surveyors may be there
    assert game.refused(PlaceSurveyor(0, "S036")) == "not_connected"
    game.track(1, "S035", "S078")
    assert PlaceSurveyor(0, "S036") in game.legal()
    assert PlaceSurveyor(0, "S081") in game.legal()  # touches own built track, though disconnected
    assert game.refused(PlaceSurveyor(0, "S999")) == "unknown_id"


@pytest.mark.clause("SIL-11.5", "SIL-11.17", "SIL-13.6")
def test_consecutive_builds() -> None:
    game = Play(2).survey(0, "S035")
    assert PlaceSurveyor(1, "S036") in game.legal()
    game.survey(1, "S036")
    assert game.piece(0, 1).first == game.rules.atlas.segment_no["S035"]
    # Not in winter.
    winter = Play(2)
    winter.state.turn = 4
    winter.survey(0, "S035")
    assert winter.refused(PlaceSurveyor(1, "S036")) == "not_connected"
    # At most one, and not after another consecutive one.
    from boxcars.games.silverton.state import SURVEYOR, Piece

    three = Play(2)
    three.state.players[0].pieces.append(Piece(SURVEYOR, 0))
    three.survey(0, "S035").survey(1, "S036")
    assert three.refused(PlaceSurveyor(4, "S037")) == "not_connected"
    assert three.refused(PlaceSurveyor(4, "S038")) == "not_connected"
    assert PlaceSurveyor(4, "S034") in three.legal()


@pytest.mark.clause("SIL-13.6")
def test_for_the_second_segment_the_first_counts_as_built() -> None:
    # From Rawlins to Laramie, and on to Cheyenne: Laramie is reached by then, and Cheyenne leads on only as far as Denver.
    def east(rival: str) -> Play:
        game = Play(4).track(3, "S008", "S007", "S006", "S005").track(0, rival)
        return game.until(PlacePieces, 3).survey(0, "S004")

    assert PlaceSurveyor(1, "S003") in east("S034").legal()
    closed = east("S001")
    assert closed.refused(PlaceSurveyor(1, "S003")) == "not_connected"
    assert PlaceSurveyor(1, "S031") in closed.legal()  # Laramie–Steamboat Springs


@pytest.mark.clause("SIL-11.6", "SIL-EX-14")
def test_no_consecutive_builds_with_five_or_six() -> None:
    game = Play(5, "strong_start_5").survey(0, "S035")
    assert game.refused(PlaceSurveyor(1, "S036")) == "not_connected"


@pytest.mark.clause("SIL-11.7", "SIL-EX-15", "SIL-5.3")
def test_no_surveyor_on_white_segments_in_winter() -> None:
    game = Play(2).track(0, "S039", "S040")
    assert PlaceSurveyor(0, "S041") in game.legal() and PlaceSurveyor(0, "S040", True) in game.legal()
    game.state.turn = 4
    assert game.refused(PlaceSurveyor(0, "S041")) == "winter"
    assert game.refused(PlaceSurveyor(0, "S040", True)) == "winter"


@pytest.mark.clause("SIL-11.8", "SIL-13.2")
def test_the_parallel_limit_counts_surveyors_of_this_turn() -> None:
    game = Play(2).survey(0, "S069")
    assert game.refused(PlaceSurveyor(1, "S070")) == "parallel"
    assert game.refused(PlaceSurveyor(1, "S071")) == "parallel"


@pytest.mark.clause("SIL-11.9")
def test_no_two_pieces_of_a_player_on_one_target() -> None:
    game = Play(2).claim(OPEN, "C029").survey(0, "S035").prospect(2, "C029")
    assert game.refused(PlaceSurveyor(1, "S035")) == "piece_unavailable"
    assert game.refused(PlaceProspector(3, "C029")) == "piece_unavailable"
    game.prospect(3, "deck")


@pytest.mark.clause("SIL-11.10")
def test_dismantling_is_for_own_connected_track() -> None:
    game = Play(2).track(0, "S035").track(1, "S034")
    assert game.refused(PlaceSurveyor(0, "S034", True)) == "not_owner"
    game.do(PlaceSurveyor(0, "S035", True))
    assert game.piece(0, 0).task == DISMANTLE
    assert game.refused(PlaceSurveyor(1, "S035", True)) == "piece_unavailable"
    game.until(PlacePieces, 1)
    assert game.refused(PlaceSurveyor(0, "S035", True)) == "not_owner"


@pytest.mark.clause("SIL-11.11", "SIL-11.12")
def test_prospectors_on_claims_and_deck() -> None:
    game = Play(2).claim(OPEN, "C098")
    game.prospect(2, "C098").prospect(3, "deck").do(EndPlacement())
    game.prospect(2, "deck").prospect(3, "deck").until(BuyCards, 0)
    assert not game.happened(DisputeRolled)
    closed = next(c for c in game.rules.atlas.claims if game.claim_at(c) == -1)
    again = Play(2)
    assert again.refused(PlaceProspector(2, closed)) in ("unknown_id",)
    assert again.refused(PlaceProspector(2, "C999")) == "unknown_id"


@pytest.mark.clause("SIL-11.14")
def test_a_thief_needs_a_strictly_shorter_open_route() -> None:
    owner = Play(2).track(0, "S039", "S040", "S045", "S047").card(0, "P10").until(PlacePieces, 1)
    assert owner.refused(PlaceProspector(2, "P10")) == "no_route"
    assert owner.refused(PlaceProspector(2, "P11")) == "unknown_id"
    equal = Play(2).track(0, "S069", "S072").card(0, "P09").track(1, "S070", "S073").until(PlacePieces, 1)
    assert equal.refused(PlaceProspector(2, "P09")) == "no_route"  # 11 and 11
    theft = Play(2).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").until(PlacePieces, 1)
    assert PlaceProspector(2, "P09") in theft.legal()  # 11 against 12
    theft.prospect(2, "P09")
    assert theft.piece(1, 2).task == STEAL
    # In winter the shorter route must be open: 4 + 5 + 2 + 3 over white S040 and S044 against 18.
    snow = Play(2).track(0, "S069", "S059", "S058", "S047").card(0, "P10").track(1, "S039", "S040", "S042", "S044")
    snow.until(PlacePieces, 1)
    assert PlaceProspector(2, "P10") in snow.legal()
    snow.state.turn = 4
    assert snow.refused(PlaceProspector(2, "P10")) == "winter"


@pytest.mark.clause("SIL-11.15")
def test_money_is_not_checked_at_placement() -> None:
    game = Play(2).claim(OPEN, "C098").cash(0, 0)
    game.survey(0, "S035").prospect(2, "C098")
    game.to_turn(2)
    assert not game.happened(TrackBuilt) and game.claim_at("C098") in (OPEN, -3)
