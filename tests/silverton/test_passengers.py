"""Passenger cards (SIL-8), buying them (SIL-14.1), fares (SIL-14.5)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import Buy, Decline, Dismantle, Operate, PlaceProspector, PlaceSurveyor
from boxcars.games.silverton.deal_actions import Accept, Bundle, Offer
from boxcars.games.silverton.events import CardReleased, CardRemoved, CardRevealed, FaresCollected, RightLapsed
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.state import REMOVED
from boxcars.games.silverton.steps import (
    BuildTrack,
    BuyCards,
    MakeDeals,
    OperateClaims,
    PlacePieces,
)
from tests.silverton.kit import VISIBLE, Play

ATLAS = standard()
DENVER_CENTRAL = ("S035", "S036")
"""A route for P01, Denver–Central City."""


@pytest.mark.clause("SIL-8.1")
def test_a_passenger_card() -> None:
    n = ATLAS.card_no["P10"]
    assert [ATLAS.towns[t] for t in ATLAS.card_ends[n]] == ["denver", "leadville"]
    assert (ATLAS.card_class[n], ATLAS.card_price[n], ATLAS.card_income[n]) == ("B", 280, 100)
    assert ATLAS.card_limit[n] == (ATLAS.town_no["leadville"], 4)


@pytest.mark.clause("SIL-8.2", "SIL-17.2")
def test_what_is_below_is_revealed_in_phase_vi() -> None:
    game = Play(2).track(0, *DENVER_CENTRAL)
    place = game.state.tops.index(ATLAS.card_no["P01"])
    assert game.refused(PlaceProspector(2, "P09")) == "unknown_id"  # face down
    game.prospect(2, "P01").until(BuyCards, 0).do(Buy("P01"))
    assert game.state.tops[place] == -1 and game.state.below[place] == 2
    game.tell("passengers", ATLAS.card_no["P09"])
    game.to_turn(2)
    assert game.state.tops[place] == ATLAS.card_no["P09"] and game.state.below[place] == 1
    assert game.event(CardRevealed).card == "P09"


@pytest.mark.clause("SIL-8.3", "SIL-11.13", "SIL-14.1.1", "SIL-14.1.2")
def test_a_card_needs_a_built_route_and_is_paid_for() -> None:
    game = Play(2)
    assert game.refused(PlaceProspector(2, "P01")) == "no_route"
    game.track(0, *DENVER_CENTRAL)
    game.prospect(2, "P01").until(BuyCards, 0)
    game.do(Buy("P01"))
    assert game.money(0) == 2300 and game.card_at("P01") == 0
    winter = Play(2).track(0, "S035", "S037", "S038")
    assert PlaceProspector(2, "P01") in winter.legal()
    winter.state.turn = 4
    assert winter.refused(PlaceProspector(2, "P01")) == "winter"
    left = Play(2).track(0, *DENVER_CENTRAL).prospect(2, "P01").until(BuyCards, 0)
    left.do(Decline("P01"))
    assert left.card_at("P01") == VISIBLE and left.money(0) == 2400


@pytest.mark.clause("SIL-8.4", "SIL-14.5.1")
def test_income_from_the_turn_of_purchase_but_not_under_snow() -> None:
    game = Play(2).track(0, *DENVER_CENTRAL).prospect(2, "P01").until(BuyCards, 0)
    game.do(Buy("P01"))
    game.to_turn(2)
    assert game.happened(FaresCollected) == [FaresCollected(0, "P01", 40)]
    game.to_turn(3)
    assert game.money(0) == 2400 - 100 + 80
    snow = Play(2).track(0, "S035", "S037", "S038").card(0, "P01")
    snow.state.turn = 4
    snow.to_turn(5)
    assert not snow.happened(FaresCollected) and snow.card_at("P01") == 0
    snow.to_turn(6)
    assert snow.happened(FaresCollected)


@pytest.mark.clause("SIL-8.5", "SIL-8.9", "SIL-EX-35", "SIL-14.2.7", "SIL-15.15")
def test_a_card_without_a_route_is_released_at_once() -> None:
    game = Play(2).track(0, "S069", "S072").card(0, "P09").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(segments=("S072",)), Bundle(money=50)))
    game.do(Accept())
    assert game.event(CardReleased) == CardReleased(0, "P09")
    assert game.card_at("P09") == VISIBLE and ATLAS.card_no["P09"] in game.state.released
    game.to_turn(2)
    assert not game.happened(FaresCollected)
    # It is a pile of one: nothing is revealed below it.
    game.track(0, "S073").prospect(2, "P09").until(BuyCards, 0)
    before = game.state.below.copy()
    game.do(Buy("P09"))
    assert game.state.released == []
    game.to_turn(3)
    assert game.state.below == before and not game.happened(CardRevealed)


@pytest.mark.clause("SIL-8.5")
def test_track_of_the_route_that_is_sold_costs_the_card_even_where_another_route_is_left() -> None:
    # Denver–Golden–Central City is the route (4); over Georgetown it is 8.
    game = Play(2).track(0, "S035", "S036", "S037", "S038").card(0, "P01").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(segments=("S038",)), Bundle()), Accept())
    assert not game.happened(CardReleased) and game.card_at("P01") == 0  # not part of the route
    game.do(Offer(1, Bundle(), Bundle(segments=("S038",))), Accept())
    game.do(Offer(1, Bundle(segments=("S036",)), Bundle()), Accept())
    assert game.event(CardReleased) == CardReleased(0, "P01") and game.card_at("P01") == VISIBLE
    # What comes in does not save what goes out.
    swap = Play(2).track(0, "S069", "S072").card(0, "P09").track(1, "S070").until(MakeDeals, 0)
    swap.do(Offer(1, Bundle(segments=("S069",)), Bundle(segments=("S070",))), Accept())
    assert swap.event(CardReleased) == CardReleased(0, "P09")


@pytest.mark.clause("SIL-8.5", "SIL-14.2.7")
def test_a_second_route_saves_the_card_when_track_is_dismantled() -> None:
    game = Play(2).track(0, "S035", "S036", "S037", "S038").card(0, "P01")
    game.do(PlaceSurveyor(0, "S036", True))
    game.until(BuildTrack, 0).do(Dismantle("S036"))
    assert not game.happened(CardReleased) and game.card_at("P01") == 0
    game.to_turn(2).do(PlaceSurveyor(0, "S038", True))
    game.until(BuildTrack, 0).do(Dismantle("S038"))
    assert game.event(CardReleased) == CardReleased(0, "P01")


@pytest.mark.clause("SIL-8.6")
def test_depletions_remove_the_leadville_cards() -> None:
    game = Play(2).track(0, "S039", "S040", "S042", "S044").card(0, "P10").card(VISIBLE, "P11")
    for claim in ("C040", "C075", "C076"):
        game.claim(0, claim, worked=True)
    game.until(OperateClaims, 0).roll("production", 1, 1, 1, 1, 1, 1)
    game.do(Operate("C040"), Operate("C075"))
    assert not game.happened(CardRemoved)
    game.do(Operate("C076"))
    assert [e.card for e in game.happened(CardRemoved)] == ["P11"]  # three depletions
    assert game.card_at("P11") == REMOVED and game.card_at("P10") == 0
    assert game.rules.observe(game.state, 1).depletions == {"leadville": 3}
    game.to_turn(2).claim(0, "C077", worked=True).until(OperateClaims, 0).roll("production", 1, 1)
    game.do(Operate("C077"))
    assert game.card_at("P10") == REMOVED  # four, even if owned


@pytest.mark.clause("SIL-8.6")
def test_a_face_down_card_leaves_when_it_would_be_revealed() -> None:
    game = Play(2).track(0, *DENVER_CENTRAL).prospect(2, "P01").until(BuyCards, 0)
    place = game.state.tops.index(ATLAS.card_no["P01"])
    game.do(Buy("P01"))
    game.state.depletions[ATLAS.town_no["leadville"]] = 4
    game.tell("passengers", ATLAS.card_no["P10"], ATLAS.card_no["P17"])
    game.to_turn(2)
    assert game.card_at("P10") == REMOVED
    assert game.state.tops[place] == ATLAS.card_no["P17"] and game.state.below[place] == 0


@pytest.mark.clause("SIL-8.8", "SIL-14.1.5")
def test_a_right_to_a_card_that_left_or_lost_its_route_lapses() -> None:
    game = Play(2).track(0, "S039", "S040", "S042", "S044").card(VISIBLE, "P10").prospect(2, "P10").until(PlacePieces, 1)
    # The card leaves the game between disputes and purchase.
    game.state.depletions[ATLAS.town_no["leadville"]] = 4
    from boxcars.games.silverton.passengers import remove

    remove(game.rules, game.state, ATLAS.card_no["P10"], [])
    game.until(PlacePieces, 1)
    cash = game.money(0)
    game.to_turn(2)
    assert [e.target for e in game.happened(RightLapsed)] == ["P10"] and game.money(0) == cash
    assert game.piece(0, 2).status == 0
    # Seat 1 gives its route away in seat 0's turn: the right of seat 1 lapses.
    sold = Play(2).track(1, *DENVER_CENTRAL).until(PlacePieces, 1).prospect(2, "P01").until(MakeDeals, 0)
    sold.do(Offer(1, Bundle(), Bundle(segments=("S036",))), Accept())
    sold.to_turn(2)
    assert sold.happened(RightLapsed) and sold.card_at("P01") == VISIBLE


@pytest.mark.clause("SIL-8.7", "SIL-15.14")
def test_passenger_cards_are_no_part_of_a_deal() -> None:
    game = Play(2).track(0, *DENVER_CENTRAL).card(0, "P01").until(MakeDeals, 0)
    assert game.refused(Offer(1, Bundle(claims=("P01",)), Bundle(money=500))) == "bad_deal"
    assert game.refused(Offer(1, Bundle(segments=("P01",)))) == "bad_deal"
