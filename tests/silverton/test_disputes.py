"""Phase III: disputes, special disputes, theft (SIL-12)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import Build, Buy, EndPlacement, KeepPiece, No, PlaceProspector, RecallPiece, Yes
from boxcars.games.silverton.build_track import remove_track
from boxcars.games.silverton.events import FaresCollected, TrackBuilt
from boxcars.games.silverton.placing_events import DisputeRolled, ParallelTaken, PieceJailed, TheftRolled, TheftWithdrawn
from boxcars.games.silverton.special_disputes import claimants, conflict
from boxcars.games.silverton.state import BUILD, FREE, JAILED, PLACED
from boxcars.games.silverton.steps import (
    BuildTrack,
    BuyCards,
    DemandDispute,
    MoveParallel,
    PayTheft,
    PlacePieces,
)
from tests.silverton.kit import OPEN, VISIBLE, Play


def everybody_on(game: Play, segment: str, *faces: int) -> Play:
    for seat in range(game.rules.players):
        game.until(PlacePieces, seat).survey(0, segment)
    game.roll("dispute", *faces)
    game.do(EndPlacement())
    return game


@pytest.mark.clause("SIL-12.2")
def test_one_piece_has_the_right() -> None:
    game = Play(2).survey(0, "S035").until(BuildTrack, 0)
    assert game.piece(0, 0).right and game.legal()[0] == Build("S035")


@pytest.mark.clause("SIL-12.3", "SIL-12.4")
def test_the_highest_total_wins_and_losers_return() -> None:
    game = everybody_on(Play(2), "S035", 1, 4, 3, 3)  # 5 + 2 against 6 + 1
    assert game.event(DisputeRolled).totals == [7, 7]
    game = everybody_on(Play(2), "S035", 2, 4, 3, 3)
    rolled = game.event(DisputeRolled)
    assert (rolled.totals, rolled.winner) == ([8, 7], 0)
    assert game.piece(0, 0).right and game.piece(0, 0).won
    assert game.piece(1, 0).status == FREE and not game.piece(1, 0).right
    game.until(BuildTrack).do(Build("S035"))
    assert game.owner("S035") == 0


@pytest.mark.clause("SIL-12.1", "SIL-12.3")
@pytest.mark.parametrize(("faces", "winner"), [((6, 4, 3, 3), 0), ((3, 3, 6, 4), 1)])
def test_the_winner_that_is_told_is_a_place_among_those_who_rolled(faces: tuple[int, ...], winner: int) -> None:
    """In turn order, which is not the order of seats here."""
    game = Play(2)
    game.state.order = [1, 0]
    rolled = everybody_on(game, "S035", *faces).event(DisputeRolled)
    assert (rolled.seats, rolled.winner) == ([1, 0], winner)
    assert game.piece([1, 0][winner], 0).right


@pytest.mark.clause("SIL-12.5", "SIL-EX-19")
def test_a_tie_for_highest_stays_and_lower_ones_return() -> None:
    game = everybody_on(Play(2), "S035", 3, 4, 4, 4)  # 7 + 2, 8 + 1
    assert game.event(DisputeRolled).winner == -1
    game.to_turn(2)
    assert game.owner("S035") < 0 and not game.happened(TrackBuilt)
    assert [game.piece(s, 0).tied for s in (0, 1)] == [True, True]


@pytest.mark.clause("SIL-12.5", "SIL-12.1")
def test_three_on_a_claim_two_tied_one_lower() -> None:
    game = Play(3).claim(OPEN, "C029")
    for seat in (0, 1, 2):
        game.until(PlacePieces, seat).prospect(3, "C029")
    game.roll("dispute", 4, 5, 4, 5, 1, 2)
    game.do(EndPlacement())
    rolled = game.event(DisputeRolled)
    assert rolled.seats == [0, 1, 2] and rolled.totals == [9, 9, 3]  # dice in turn order
    assert [game.piece(s, 3).status for s in (0, 1, 2)] == [PLACED, PLACED, FREE]


@pytest.mark.clause("SIL-12.1")
def test_the_order_of_disputes() -> None:
    game = Play(2).claim(OPEN, "C029").claim(OPEN, "C013").track(0, "S001").track(1, "S071", "S074")
    game.survey(0, "S035").survey(1, "S034").prospect(2, "C029").prospect(3, "C013").until(PlacePieces, 1)
    game.survey(0, "S035").survey(1, "S034").prospect(2, "C029").prospect(3, "C013")
    assert [e.target for e in game.happened(DisputeRolled)] == ["S034", "S035", "C013", "C029"]


@pytest.mark.clause("SIL-12.6", "SIL-EX-18")
def test_a_natural_two_jails_the_winner_who_still_builds() -> None:
    game = everybody_on(Play(2), "S035", 1, 1, 1, 2)
    rolled = game.event(DisputeRolled)
    assert rolled.totals == [4, 4]
    game = Play(2)
    game.piece(1, 0).bonus = 0
    everybody_on(game, "S035", 1, 1, 1, 2)
    assert game.event(DisputeRolled).totals == [4, 3] and game.event(PieceJailed).seat == 0
    assert game.piece(0, 0).status == JAILED and game.piece(0, 0).fine == 200
    game.until(BuildTrack, 0).do(Build("S035"))
    assert game.owner("S035") == 0 and game.piece(0, 0).status == JAILED


@pytest.mark.clause("SIL-12.6")
def test_a_natural_two_in_a_tie_goes_to_jail_and_the_other_stays() -> None:
    game = everybody_on(Play(2), "S035", 1, 1, 1, 2)  # 2 + 2 against 3 + 1
    assert game.event(DisputeRolled).winner == -1
    game.to_turn(2)
    assert game.piece(0, 0).status == JAILED and game.piece(1, 0).status == PLACED
    assert game.owner("S035") < 0


@pytest.mark.clause("SIL-12.7", "SIL-12.18", "SIL-EX-17")
def test_the_empty_parallel_box() -> None:
    game = Play(2).survey(0, "S069").survey(1, "S072").until(PlacePieces, 1).survey(0, "S069")
    game.do(EndPlacement())
    assert isinstance(game.step, MoveParallel) and game.step.seat == 0
    game.do(Yes())
    assert game.event(ParallelTaken).segment == "S070" and not game.happened(DisputeRolled)
    # A consecutive segment that touched the left box touches the new one.
    assert game.piece(0, 1).first == game.rules.atlas.segment_no["S070"]
    game.roll("build", 6, 6)
    game.until(BuildTrack, 0).do(Build("S070"), Build("S072"), Yes())
    game.until(BuildTrack, 1).do(Build("S069"))
    assert (game.owner("S069"), game.owner("S070"), game.owner("S072")) == (1, 0, 0)
    # Each is asked once; the second may take the box the first left; then the dice decide.
    stay = Play(2).survey(0, "S069").until(PlacePieces, 1).survey(0, "S069")
    stay.do(EndPlacement())
    stay.do(No())
    assert stay.step.seat == 1
    stay.roll("dispute", 6, 6, 1, 2)
    stay.do(No())
    assert stay.happened(DisputeRolled)
    # No question where the other box is not empty, or not of the same cost, or closed to the player.
    full = Play(3).survey(0, "S069").until(PlacePieces, 1).survey(0, "S069").survey(1, "S034")
    full.track(2, "S070").until(PlacePieces, 2)
    full.do(EndPlacement())
    assert not isinstance(full.step, MoveParallel)


@pytest.mark.clause("SIL-12.7", "SIL-12.5")
def test_a_box_with_tied_surveyors_is_not_empty() -> None:
    game = Play(4)
    game.rules.homes[2:] = game.rules.homes[:2]
    for seat, segment in enumerate(("S069", "S069", "S070", "S070")):
        game.until(PlacePieces, seat).survey(0, segment)
    bonus = [game.piece(seat, 0).bonus for seat in range(2)]
    game.roll("dispute", 3, 5 - bonus[0], 3, 5 - bonus[1], 6, 6, 1, 2)  # the first two tie and stay on S069
    game.do(EndPlacement())
    assert [game.piece(seat, 0).tied for seat in range(4)] == [True, True, False, False]
    assert not isinstance(game.step, MoveParallel) and len(game.happened(DisputeRolled)) == 2


@pytest.mark.clause("SIL-12.8", "SIL-EX-20")
def test_a_route_to_the_claim_adds_three() -> None:
    game = Play(2).claim(OPEN, "C075").track(0, "S039", "S040", "S042", "S044")
    game.prospect(3, "C075").until(PlacePieces, 1).prospect(3, "C075")
    game.roll("dispute", 2, 3, 2, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).totals == [8, 5]
    # Track at the town that is not connected to the home city adds nothing.
    cut = Play(2).claim(OPEN, "C075").track(0, "S044")
    cut.prospect(3, "C075").until(PlacePieces, 1).prospect(3, "C075")
    cut.roll("dispute", 2, 3, 2, 3)
    cut.do(EndPlacement())
    assert cut.event(DisputeRolled).totals == [5, 5]


@pytest.mark.clause("SIL-12.9")
def test_a_shorter_route_adds_the_difference() -> None:
    game = Play(2).track(0, "S069", "S072").track(1, "S071", "S074").card(-2, "P09")
    game.prospect(3, "P09").until(PlacePieces, 1).prospect(2, "P09")
    game.roll("dispute", 3, 3, 3, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).totals == [6 + 1 + 0, 6 + 0 + 2]  # routes 11 and 12; prospectors +0 and +2
    three = Play(3).track(0, "S069", "S072").track(1, "S070", "S073").card(-2, "P09")
    three.track(2, "S071", "S074")
    three.state.players[2].position, three.state.players[0].position = 0, 2  # Denver for seat 2, El Paso for seat 0
    three.until(PlacePieces, 1).prospect(3, "P09").until(PlacePieces, 2).prospect(2, "P09")
    three.roll("dispute", 3, 3, 3, 3)
    three.do(EndPlacement())
    assert three.event(DisputeRolled).totals == [6 + 1 + 0, 6 + 0 + 2]


@pytest.mark.clause("SIL-12.9", "SIL-12.3")
def test_three_players_compare_with_the_longest_route() -> None:
    game = Play(3).card(VISIBLE, "P09")
    game.rules.homes[2] = game.rules.homes[0]
    game.track(0, "S069", "S072").track(1, "S071", "S074").track(2, "S070", "S061", "S062", "S063")  # 11, 12, 7 + 5 + 4 + 4 = 20
    for seat, piece in ((0, 3), (1, 3), (2, 2)):
        game.until(PlacePieces, seat).prospect(piece, "P09")
    assert [game.piece(seat, piece).bonus for seat, piece in ((0, 3), (1, 3), (2, 2))] == [0, 0, 2]
    game.roll("dispute", 3, 3, 3, 3, 3, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).totals == [6 + 9, 6 + 8, 6 + 0 + 2]
    assert game.event(DisputeRolled).winner == 0 and game.piece(0, 3).right


# -- special disputes ------------------------------------------------------------------------------------------------


def raton() -> Play:
    """SIL-EX-8: two ways to French, of which only one can lead on to Las Vegas."""
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081").track(4, "S077", "S079", "S082", "S084")
    game.survey(0, "S083").until(PlacePieces, 4).survey(0, "S085")
    return game


@pytest.mark.clause("SIL-12.10", "SIL-12.12", "SIL-EX-8")
def test_raton_and_cimarron() -> None:
    game = raton()
    game.do(EndPlacement())
    pair = claimants(game.state)
    assert len(pair) == 2 and conflict(game.rules, game.state, *pair)
    assert isinstance(game.step, DemandDispute) and game.step.seat == 0
    game.roll("dispute", 3, 3, 6, 6)  # 6 + 2 against 12 + 1
    game.do(Yes())
    assert game.event(DisputeRolled).rival == "S085" and game.event(DisputeRolled).totals == [8, 13]
    assert game.piece(0, 0).status == FREE and game.piece(4, 0).right


@pytest.mark.clause("SIL-12.10", "SIL-12.11")
def test_both_owners_are_asked_and_may_let_both_build() -> None:
    game = raton()
    game.do(EndPlacement())
    game.do(No())
    assert isinstance(game.step, DemandDispute) and game.step.seat == 4
    game.do(No())
    assert not isinstance(game.step, DemandDispute)
    assert game.piece(0, 0).right and game.piece(4, 0).right
    tied = raton()
    tied.do(EndPlacement())
    tied.do(No())
    tied.roll("dispute", 3, 3, 3, 4)
    tied.do(Yes())  # 6 + 2 against 7 + 1: both stay, neither builds
    assert not tied.piece(0, 0).right and not tied.piece(4, 0).right
    tied.to_turn(2)
    assert tied.piece(0, 0).status == PLACED and tied.owner("S083") < 0


@pytest.mark.clause("SIL-12.12")
def test_the_first_of_two_consecutive_segments_counts_as_built() -> None:
    # From Las Vegas seat 0 means to build to French and on to Raton: nothing would be left at French for Cimarron-French.
    game = Play(2)
    atlas = game.rules.atlas
    game.rules.homes[:] = [(atlas.town_no["las_vegas"],), (atlas.town_no["cimarron"],)]
    game.survey(0, "S086").survey(1, "S083").until(PlacePieces, 1).survey(0, "S085")
    assert game.piece(0, 1).first == atlas.segment_no["S086"]
    on, rival = (atlas.segment_no["S083"], 0, 1), (atlas.segment_no["S085"], 1, 0)
    assert conflict(game.rules, game.state, on, rival)
    game.piece(0, 1).first = -1  # by itself it would leave the way to Las Vegas open
    assert not conflict(game.rules, game.state, on, rival)


@pytest.mark.clause("SIL-EX-10", "SIL-12.12")
def test_cheyenne_and_greeley() -> None:
    game = Play(4).track(3, "S008", "S007", "S006", "S005", "S004")
    game.survey(0, "S001").until(PlacePieces, 3).survey(0, "S003")
    game.do(EndPlacement())
    assert isinstance(game.step, DemandDispute)
    # Segments that have a purpose of their own are no conflict.
    calm = Play(2).survey(0, "S035").until(PlacePieces, 1).survey(0, "S034")
    calm.do(EndPlacement())
    assert not isinstance(calm.step, DemandDispute)
    assert not conflict(calm.rules, calm.state, (34, 0, 0), (33, 1, 0))


# -- theft -----------------------------------------------------------------------------------------------------------


def theft(players: int = 2) -> Play:
    """Seat 1 on the Denver–Pueblo card of seat 0: 11 against 12."""
    game = Play(players).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").until(PlacePieces, 1).prospect(2, "P09")
    game.do(EndPlacement())
    return game


@pytest.mark.clause("SIL-12.13", "SIL-12.14", "SIL-12.15", "SIL-EX-21")
def test_theft() -> None:
    game = theft()
    assert isinstance(game.step, PayTheft) and game.step.seat == 1
    game.roll("dispute", 2, 4, 3, 4)
    cash = game.money(1)
    game.do(Yes())
    rolled = game.event(TheftRolled)
    assert rolled.totals == [7, 7] and not rolled.success  # the +2 of the prospector does not count
    assert game.card_at("P09") == 0 and game.money(1) == cash - 220
    lucky = theft()
    lucky.roll("dispute", 3, 4, 3, 4)
    lucky.do(Yes())
    assert lucky.event(TheftRolled).totals == [8, 7] and lucky.card_at("P09") == 1
    lucky.to_turn(2)
    assert [e.seat for e in lucky.happened(FaresCollected)] == [1]  # from this turn on
    # Withdrawing costs nothing, and without the money there is no question.
    back = theft()
    back.do(No())
    assert back.happened(TheftWithdrawn) and back.money(1) == cash and back.piece(1, 2).status == FREE
    poor = Play(2).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").cash(0, 219).until(PlacePieces, 1)
    poor.prospect(2, "P09")
    poor.do(EndPlacement())
    assert poor.happened(TheftWithdrawn) and not isinstance(poor.step, PayTheft)


@pytest.mark.clause("SIL-5.7", "SIL-11.14", "SIL-12.14")
def test_in_winter_the_thiefs_route_counts_without_closed_segments() -> None:
    snowy = ("S039", "S040", "S042", "S044")  # Denver–Leadville in 4 + 5 + 2 + 3 = 14, two of them white
    all_year = ("S069", "S059", "S058", "S047")  # 7 + 3 + 8 + 3 = 21
    long_way = ("S070", "S073", "S063", "S065", "S055", "S048")  # 7 + 4 + 4 + 6 + 3 + 3 = 27

    def night(turn: int, thief: tuple[str, ...], owner: tuple[str, ...]) -> Play:
        game = Play(2).track(1, *thief).track(0, *owner).card(0, "P10")
        game.state.turn = turn
        return game.until(PlacePieces, 1)

    for turn, difference in ((1, 13), (4, 6)):  # 27 against 14, in winter against 21
        game = night(turn, (*snowy, *all_year), long_way).prospect(2, "P10")
        game.do(EndPlacement())
        game.roll("dispute", 3, 3, 3, 3)
        game.do(Yes())
        assert game.event(TheftRolled).totals == [6 + difference, 6]
    # What is left open must be shorter than the owner's route.
    assert PlaceProspector(2, "P10") in night(1, (*snowy, *long_way), all_year).legal()
    assert night(4, (*snowy, *long_way), all_year).refused(PlaceProspector(2, "P10")) == "winter"
    # The owner needs no open route to keep the card: it is as long as it is.
    assert night(4, all_year, snowy).refused(PlaceProspector(2, "P10")) == "no_route"


@pytest.mark.clause("SIL-5.7", "SIL-12.9")
def test_in_winter_open_routes_are_compared_in_a_dispute_for_a_card() -> None:
    game = Play(2).track(0, "S039", "S040", "S042", "S044", "S069", "S059", "S058", "S047").card(VISIBLE, "P10")
    game.track(1, "S070", "S073", "S063", "S065", "S055", "S048")
    game.state.turn = 4
    game.until(PlacePieces, 0).prospect(3, "P10").until(PlacePieces, 1).prospect(3, "P10")
    game.roll("dispute", 3, 3, 3, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).totals == [12, 6]  # 27 - 21


@pytest.mark.clause("SIL-12.16")
def test_a_thiefs_natural_two() -> None:
    game = theft()
    game.roll("dispute", 1, 1, 1, 1)
    game.do(Yes())  # 2 + 1 against 2: the thief wins and goes to jail; the owner risks nothing
    assert game.card_at("P09") == 1 and [e.seat for e in game.happened(PieceJailed)] == [1]
    assert all(piece.status == FREE for piece in game.state.players[0].pieces)
    safe = theft()
    safe.roll("dispute", 3, 4, 1, 1)
    safe.do(Yes())
    assert not safe.happened(PieceJailed)  # a natural 2 of the owner jails nobody


@pytest.mark.clause("SIL-12.17")
@pytest.mark.parametrize(("faces", "asked"), [((3, 3, 6, 6), 2), ((4, 4, 3, 3), -1)])
def test_several_thieves_fight_first(faces: tuple[int, ...], asked: int) -> None:
    game = Play(3).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").track(2, "S069", "S072")
    game.state.players[2].position, game.state.players[0].position = 0, 2
    game.rules.homes[2] = game.rules.homes[0]
    game.until(PlacePieces, 1).prospect(3, "P09").until(PlacePieces, 2).prospect(2, "P09")
    game.roll("dispute", *faces)
    game.do(EndPlacement())
    if asked >= 0:
        assert isinstance(game.step, PayTheft) and game.step.seat == asked
    else:  # 8 + 0 against 6 + 2: a tie, no theft, both stay
        assert not isinstance(game.step, PayTheft)
        assert [game.piece(s, n).tied for s, n in ((1, 3), (2, 2))] == [True, True]


@pytest.mark.clause("SIL-12.17", "SIL-8.5", "SIL-11.16")
def test_tied_thieves_whose_card_was_released_want_it_like_anybody_else() -> None:
    game = Play(3).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").track(2, "S069", "S072")
    game.state.players[2].position, game.state.players[0].position = 0, 2
    game.rules.homes[2] = game.rules.homes[0]
    game.until(PlacePieces, 1).prospect(3, "P09").until(PlacePieces, 2).prospect(2, "P09")
    game.roll("dispute", 4, 4, 3, 3)
    game.do(EndPlacement())
    remove_track(game.rules, game.state, 0, game.rules.atlas.segment_no["S074"], 0, [])
    assert game.card_at("P09") == VISIBLE
    game.to_turn(2).until(PlacePieces, 1)
    game.do(KeepPiece(3))
    game.until(PlacePieces, 2).do(RecallPiece(2), EndPlacement())
    assert not isinstance(game.step, PayTheft)  # nobody is left to steal from
    game.until(BuyCards, 1).do(Buy("P09"))
    assert game.card_at("P09") == 1


@pytest.mark.clause("SIL-14.1.1")
def test_the_winner_of_a_claim_buys_it() -> None:
    game = Play(2).claim(OPEN, "C029").prospect(2, "C029").until(PlacePieces, 1).prospect(2, "C029")
    game.roll("dispute", 5, 5, 2, 3)
    game.do(EndPlacement())
    game.until(BuyCards, 0).do(Buy("C029"))
    assert game.claim_at("C029") == 0 and game.money(0) == 2400 - 370
    assert game.piece(0, 0).task != BUILD
