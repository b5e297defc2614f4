"""Joint passenger routes (SIL-20): small print that was broken on purpose and missed (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import EndPlacement, Join, MoveCard, No, Pass, PlaceProspector, Yes
from boxcars.games.silverton.disputes import side_length
from boxcars.games.silverton.joint_routes import can_pay, partners_for, shares
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import joint_partners, joint_route, owners_length
from boxcars.games.silverton.placing_events import DisputeRolled, JointBought, JointDeclined, JointUnpaid
from boxcars.games.silverton.state import FREE, PLACED, PROSPECTOR, Piece
from boxcars.games.silverton.steps import AnswerJoint, BuyCards, LeaveJoint, PlacePieces, ProposeJoint
from tests.silverton.kit import VISIBLE, Play

ATLAS = standard()
P02, P09 = ATLAS.card_no["P02"], ATLAS.card_no["P09"]


def together(**options: Any) -> Play:
    """Denver–Pueblo in two halves: 7 of seat 0 at Denver, 4 of seat 4 at Pueblo."""
    return Play(5, joint_passengers=True, **options).track(0, "S069").track(4, "S072").card(VISIBLE, "P09")


def both_cards() -> Play:
    """Denver–Colorado Springs and Denver–Pueblo, both over Falcon: seat 0 as far as Falcon, seat 4 from there."""
    game = Play(5, joint_passengers=True).track(0, "S071").track(4, "S073", "S075").card(VISIBLE, "P02").card(VISIBLE, "P09")
    for seat in (0, 4):
        game.state.players[seat].pieces.append(Piece(PROSPECTOR, 0))
    return game


def asked(game: Play, kind: type, answer: Any) -> list[tuple[int, int]]:
    """Who is asked about which card, one after the other."""
    found = []
    while isinstance(game.step, kind):
        found.append((game.step.card, game.step.seat))
        game.do(answer)
    return found


@pytest.mark.clause("SIL-20.18")
def test_proposals_go_by_card_and_then_by_turn_order() -> None:
    game = both_cards()
    for seat in (0, 4):
        game.until(PlacePieces, seat)
        mine = [n for n, piece in enumerate(game.state.players[seat].pieces) if piece.kind == PROSPECTOR]
        game.prospect(mine[0], "P09").prospect(mine[-1], "P02")
    game.until(ProposeJoint)
    assert asked(game, ProposeJoint, Pass()) == [(P02, 0), (P02, 4), (P09, 0), (P09, 4)]


@pytest.mark.clause("SIL-20.18", "SIL-20.7")
def test_only_owners_end_agreements_card_by_card_in_turn_order() -> None:
    game = both_cards().card(0, "P02").card(4, "P09").card(1, "P01")
    game.state.partner[P02], game.state.partner[P09] = 4, 0
    game.until(LeaveJoint)
    assert asked(game, LeaveJoint, No()) == [(P02, 0), (P02, 4), (P09, 0), (P09, 4)]
    assert (game.card_at("P02"), game.card_at("P09")) == (0, 4)


@pytest.mark.clause("SIL-20.18")
def test_a_player_is_in_one_pair_for_a_card() -> None:
    game = together().track(1, "S070")
    for seat in (0, 1, 4):
        game.until(PlacePieces, seat).prospect(1, "P09")
    game.until(ProposeJoint, 0)
    assert partners_for(game.rules, game.state, 0, P09) == [4], "seat 1 has the same half"
    assert partners_for(game.rules, game.state, 4, P09) == [0, 1]
    assert partners_for(game.rules, game.state, 2, P09) == [], "no prospector of seat 2 is there"
    game.do(Join(4))
    assert isinstance(game.step, AnswerJoint) and game.legal() == [No(), Yes()]
    game.do(Yes())
    assert not isinstance(game.step, ProposeJoint), "nobody is left for seat 1"
    assert game.piece(1, 1).status == FREE and game.card_at("P09") == 0


@pytest.mark.clause("SIL-20.18")
def test_whoever_was_declined_may_still_be_asked_by_another() -> None:
    game = together().track(1, "S070")
    for seat in (0, 1, 4):
        game.until(PlacePieces, seat).prospect(1, "P09")
    game.until(ProposeJoint, 0).do(Join(4), No())
    assert game.event(JointDeclined).seats == [0, 4]
    assert isinstance(game.step, ProposeJoint) and game.step.seat == 1
    game.do(Join(4), Yes())
    assert (game.card_at("P09"), game.state.partner[P09]) == (1, 4)


@pytest.mark.clause("SIL-20.17", "SIL-5.9")
def test_track_that_is_cut_off_is_no_part_of_a_joint_route() -> None:
    game = Play(5, joint_passengers=True).track(0, "S069").track(2, "S072")
    assert joint_route(game.rules, game.state, 0, 2, P09, False) == (NO_ROUTE, 0)
    assert joint_partners(game.rules, game.state, 0, P09) == []
    assert joint_partners(together().rules, together().state, 0, P09) == [4]


@pytest.mark.clause("SIL-20.19")
@pytest.mark.parametrize(("cash", "bought"), [((140, 80), True), ((139, 80), False), ((140, 79), False)])
def test_each_partner_needs_the_money_for_the_own_share(cash: tuple[int, int], bought: bool) -> None:
    game = together()
    game.state.players[0].cash, game.state.players[4].cash = cash
    assert shares(game.rules, game.state, [(0, 1), (4, 1)], P09) == [140, 80]
    assert can_pay(game.rules, game.state, [(0, 1), (4, 1)], P09) is bought
    game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    game.do(EndPlacement(), Join(4), Yes())
    assert bool(game.happened(JointBought)) is bought and bool(game.happened(JointUnpaid)) is not bought
    assert [game.piece(seat, 1).status for seat in (0, 4)] == [FREE, FREE]


@pytest.mark.clause("SIL-20.16", "SIL-20.1")
def test_with_both_options_a_prospector_may_stay_to_move_the_card() -> None:
    game = together(variable_passengers=True)
    game.card(2, ATLAS.cards[game.state.tops[0]])  # a place is free
    game.until(PlacePieces, 1).prospect(1, "P09").until(BuyCards, 1)
    assert game.piece(1, 1).status == PLACED and MoveCard("P09", "0") in game.legal()
    # A C card is moved by nobody, and without an agreement nobody stays on it: Denver–Grand Junction.
    far = together(variable_passengers=True).card(VISIBLE, "P19")
    far.rules.homes[4] = (ATLAS.town_no["grand_junction"],)
    far.track(0, "S059", "S058", "S047").track(4, "S054", "S051", "S049")
    far.prospect(1, "P19").until(PlacePieces, 4)
    far.do(EndPlacement())
    assert far.piece(0, 1).status == FREE and not far.happened(DisputeRolled)


@pytest.mark.clause("SIL-20.16", "SIL-20.17")
def test_a_prospector_with_an_own_route_stays_without_an_agreement() -> None:
    game = together().track(0, "S073")
    game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09").until(ProposeJoint, 0)
    assert asked(game, ProposeJoint, Pass()) == [(P09, 0), (P09, 4)]
    assert game.piece(0, 1).right and game.piece(4, 1).status == FREE
    assert not game.happened(DisputeRolled)


@pytest.mark.clause("SIL-20.20", "SIL-20.6")
def test_what_counts_for_owners_is_their_route_or_the_joint_one_and_two() -> None:
    game = together().card(0, "P09")
    assert owners_length(game.rules, game.state, P09) == NO_ROUTE
    game.state.partner[P09] = 4
    assert owners_length(game.rules, game.state, P09) == 13
    game.card(4, "P09").state.partner[P09] = 0
    assert owners_length(game.rules, game.state, P09) == 13, "whichever of the two is named first"
    game.card(0, "P09").state.partner[P09] = 1
    assert owners_length(game.rules, game.state, P09) == NO_ROUTE
    assert PlaceProspector(1, "P09") in game.until(PlacePieces, 4).legal(), "the pair has lost its route: 11 + 2 is shorter"


@pytest.mark.clause("SIL-20.20", "SIL-5.7")
@pytest.mark.parametrize(("turn", "length"), [(1, 18), (4, 21)])
def test_in_winter_a_pairs_route_counts_without_closed_segments(turn: int, length: int) -> None:
    # Denver–Leadville over the snow and Como in 4 + 5 + 6 + 3, over Divide in 7 + 3 + 8 + 3.
    game = Play(4, joint_passengers=True)
    game.rules.homes[2] = (ATLAS.town_no["leadville"],)
    game.track(0, "S039", "S040", "S069", "S059").track(2, "S045", "S048", "S058")
    game.state.turn = turn
    assert side_length(game.rules, game.state, [(0, 3), (2, 3)], ATLAS.card_no["P10"]) == length + 2
