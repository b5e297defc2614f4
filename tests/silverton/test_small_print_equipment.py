"""Trains, plows, cards and networks (SIL-5, SIL-14.1, SIL-18): small print that was broken on purpose."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import AssignPlow, BuyPlow, BuyTrain, Draw, PlaceProspector, Transfer
from boxcars.games.silverton.buy_equipment import SUPPLY, next_plow, next_train
from boxcars.games.silverton.events import PlowRolled
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.state import PROSPECTOR, Piece
from boxcars.games.silverton.steps import BuyCards, BuyEquipment, DeliverGoods, PlacePieces, PlowSnow
from tests.silverton.kit import VISIBLE, Play

ATLAS = standard()


def shop(turn: int) -> Play:
    game = Play(2, rules="advanced", max_offers=0).until(PlacePieces, 0).cash(5000, 5000)
    game.state.turn = turn
    return game.until(BuyEquipment, 0)


KINDS = [
    *((BuyTrain(power), *what) for power, *what in zip(ATLAS.train_power, ATLAS.train_turn, ATLAS.train_cost, strict=True)),
    *((BuyPlow(bonus), *what) for bonus, *what in zip(ATLAS.plow_bonus, ATLAS.plow_turn, ATLAS.plow_cost, strict=True)),
]


@pytest.mark.clause("SIL-18.13")
def test_trains_and_plows_cost_what_is_printed() -> None:
    game = shop(13)
    for purchase, _, cost in KINDS:
        assert purchase in game.cash(cost).legal()
        game.cash(cost - 1)
        assert game.refused(purchase) == "no_funds"


@pytest.mark.clause("SIL-18.12")
def test_types_are_sold_from_their_turn_on_while_there_are_any() -> None:
    game = shop(13)
    for purchase, turn, _ in KINDS:
        game.state.turn = turn
        assert purchase in game.legal()
        game.state.turn = turn - 1
        assert game.refused(purchase) == "not_available"
    game.state.turn = 13
    game.state.train_at = [1 if at == SUPPLY else at for at in game.state.train_at]
    game.state.plow_at = [1 if at == SUPPLY else at for at in game.state.plow_at]
    assert next_train(game.rules, game.state, 0) == next_plow(game.rules, game.state, 0) == -1
    assert {game.refused(purchase) for purchase, _, _ in KINDS} == {"not_available"}


@pytest.mark.clause("SIL-18.13")
def test_only_own_equipment_is_traded_in() -> None:
    game = shop(13)
    for owners in (game.state.train_at, game.state.plow_at):
        owners[0], owners[-1] = 0, 1
    first, others = ATLAS.trains[0], ATLAS.trains[-1]
    assert BuyTrain(15, first) in game.legal() and BuyPlow(3, ATLAS.plows[0]) in game.legal()
    for trade in ("none", others):
        assert game.refused(BuyTrain(15, trade)) == "not_owner"
    for trade in ("none", ATLAS.plows[-1]):
        assert game.refused(BuyPlow(3, trade)) == "not_owner"
    assert game.refused(BuyTrain(10)) == game.refused(BuyPlow(1)) == "unknown_id"
    cash = game.money(0)
    game.do(BuyTrain(24, first))
    assert cash - game.money(0) == 200 - 40 and game.state.train_at[0] == -1


@pytest.mark.clause("SIL-18.17")
def test_a_plow_is_sent_to_a_segment_of_the_board() -> None:
    game = Play(2, rules="advanced", max_offers=0).until(PlacePieces, 0).track(0, "S039", "S040")
    game.state.plow_at[0] = game.state.plow_at[1] = 0
    game.state.turn = 4
    game.until(PlowSnow, 0)
    assert game.refused(AssignPlow("+2a", "none")) == game.refused(AssignPlow("none", "S040")) == "unknown_id"
    assert game.refused(AssignPlow("+2a", "S001")) == "not_owner"
    assert {action.plow for action in game.legal(AssignPlow)} == {"+2a", "+2b"}
    game.do(AssignPlow("+2a", "S040"))
    assert len(game.happened(PlowRolled)) == 1, "there is nowhere to send the other: the dice are rolled"


@pytest.mark.clause("SIL-14.1.3")
def test_whichever_piece_stands_on_the_deck_draws() -> None:
    game = Play(2)
    game.state.players[0].pieces[0] = Piece(PROSPECTOR, 0)
    game.prospect(0, "deck").until(BuyCards, 0)
    assert game.refused(Draw(-1)) == game.refused(Draw(1)) == game.refused(Draw(4)) == "no_right"
    assert game.legal() == [Draw(0)]
    game.piece(0, 0).right = False
    assert game.refused(Draw(0)) == "no_right"
    game.piece(0, 0).right = True
    game.do(Draw(0))


@pytest.mark.clause("SIL-20.9")
def test_how_much_goes_to_the_first_claim_of_the_box_at_once() -> None:
    first = ATLAS.claims[0]
    same = next(c for n, c in enumerate(ATLAS.claims) if n and ATLAS.claim_good[n] == ATLAS.claim_good[0])
    game = Play(2, goods_transfer=True).track(0, "S034", "S069", "S072", "S063").claim(0, same, goods=40).claim(0, first)
    game.until(DeliverGoods, 0)
    assert Transfer(same, first, 16) in game.legal() and game.refused(Transfer(same, first, 17)) == "too_many_units"


@pytest.mark.clause("SIL-20.7")
def test_whichever_seat_is_the_partner_may_want_the_card_alone() -> None:
    game = Play(5, joint_passengers=True).track(0, "S069", "S073").track(4, "S072", "S070").card(4, "P09")
    game.state.partner[ATLAS.card_no["P09"]] = 0
    assert PlaceProspector(1, "P09") in game.legal()
    assert PlaceProspector(1, "P09") in game.until(PlacePieces, 4).legal()


@pytest.mark.clause("SIL-5.6", "SIL-14.6.3")
def test_there_is_no_route_in_a_town_one_does_not_reach() -> None:
    game = Play(2).track(0, "S035")
    lines = game.rules.lines(game.state, 0)
    denver, golden, pueblo = (ATLAS.town_no[town] for town in ("denver", "golden", "pueblo"))
    assert (lines.length(denver, golden), lines.length(golden, golden)) == (2, 0)
    assert lines.length(pueblo, pueblo) == lines.length(pueblo, denver) == lines.length(denver, pueblo) == NO_ROUTE
    assert not lines.open(pueblo, pueblo, ()) and lines.open(golden, golden, ())


@pytest.mark.clause("SIL-3.1", "SIL-4.6")
def test_a_table_begins_with_nothing_done() -> None:
    state = Play(2).card(VISIBLE, "P09").state
    assert (state.peak, state.peak_turn, state.deliveries, state.offers, state.produced) == (0, 0, 0, 0, 0)
    assert state.deal is None and state.neutral == "" and not any(state.goods) and not any(state.depletions)
    assert not any(state.sold) and {player.joined for player in state.players} == {True}
    assert [piece.tried for player in state.players for piece in player.pieces].count(True) == 0
