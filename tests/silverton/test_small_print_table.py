"""Forms, hiring, prices without dice, leftover prospectors (SIL-11, 15, 20): small print that was broken."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import EndPlacement, Hire, Join, KeepPiece, Pass, RecallPiece, Yes
from boxcars.games.silverton.deal_actions import Bundle, Offer
from boxcars.games.silverton.map import export_map, standard
from boxcars.games.silverton.offer_forms import forms
from boxcars.games.silverton.placing_events import TheftWithdrawn
from boxcars.games.silverton.prices import simple_boxes
from boxcars.games.silverton.state import CARD, CLAIM, NOTHING, PLACED, PROSPECTOR, SURVEYOR
from boxcars.games.silverton.steps import HirePiece, MakeDeals, PayTheft, PlacePieces
from tests.silverton.kit import OPEN, VISIBLE, Play

ATLAS = standard()


@pytest.mark.clause("SIL-20.11")
def test_how_prices_move_without_dice() -> None:
    moves = {
        "silver": [3, -1, -1, -2, -2, -3],  # the demand of the turn, then a box for every two units
        "gold": [1, -1, -1, -1, -1, -1],
        "copper": [1, -1, -1, -1, -1, -1],
        "lumber_denver": [1, -2, -2, -2, -2, -2],
        "coal_denver": [1, -1, -1, -1, -1, -1],
    }
    for name, boxes in moves.items():
        assert [simple_boxes(ATLAS.markers[ATLAS.marker_no[name]], sold, 3) for sold in range(6)] == boxes


@pytest.mark.clause("SIL-20.12", "SIL-20.25")
def test_surveyors_and_prospectors_are_hired_and_nobody_else() -> None:
    game = Play(4, rules="advanced", hire_and_advance=True, max_offers=0).until(HirePiece, 0)
    assert game.legal() == [Pass(), Hire("surveyor"), Hire("prospector")]
    assert game.refused(Hire("cook")) == "unknown_id"
    pieces = len(game.state.players[0].pieces)
    game.do(Hire("prospector"))
    assert [piece.kind for piece in game.state.players[0].pieces[pieces:]] == [PROSPECTOR]
    game.do(Pass())
    assert isinstance(game.step, HirePiece) and game.step.seat == 2
    game.do(Hire("surveyor"))
    assert game.state.players[2].pieces[-1].kind == SURVEYOR
    game.cash(*[399] * 4)
    assert game.refused(Hire("surveyor")) == "no_funds"


@pytest.mark.clause("SIL-11.16")
def test_a_leftover_prospector_stays_where_a_new_one_could_go() -> None:
    def left_over(task: int, target: int) -> Play:
        game = Play(2).claim(OPEN, "C029").card(VISIBLE, "P01").track(0, "S035", "S036")
        piece = game.piece(0, 2)
        piece.status, piece.task, piece.target, piece.tied = PLACED, task, target, True
        return game

    claim = left_over(CLAIM, ATLAS.claim_no["C029"])
    assert {KeepPiece(2), RecallPiece(2)} <= set(claim.legal())
    claim.claim(1, "C029")
    assert claim.refused(KeepPiece(2)) == "must_move"
    card = left_over(CARD, ATLAS.card_no["P01"])
    assert KeepPiece(2) in card.legal()
    card.card(0, "P01")
    assert card.refused(KeepPiece(2)) == "must_move", "it is one's own by now"


@pytest.mark.clause("SIL-20.19", "SIL-12.13")
def test_a_pair_without_the_money_withdraws_from_a_theft() -> None:
    # Denver–Pueblo: the owner's 21 over Divide against 11 + 2 of the pair; 140 and 80 are due.
    for cash, rolled in ((140, True), (139, False)):
        game = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").track(1, "S070", "S059", "S060", "S062", "S063")
        game.card(1, "P09").cash(cash)
        game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
        game.do(EndPlacement(), Join(4), Yes())
        assert not isinstance(game.step, PayTheft), "a pair pays at once"
        assert [e.seat for e in game.happened(TheftWithdrawn)] == ([] if rolled else [0, 4])
        assert game.money(0) == (0 if rolled else 139)
        assert all(game.piece(seat, 1).task == NOTHING for seat in (0, 4)), "they have gone home, or to jail"


@pytest.mark.clause("SIL-2.8")
def test_only_cash_that_is_public_stands_in_the_table() -> None:
    game = Play(2).cash(4000, 5001)
    assert game.rules.standing(game.state) == [0, 5001] and game.rules.tally(game.state) == [4000, 5001]
    assert Play(1, "solo_denver_6000").rules.standing(Play(1, "solo_denver_6000").state) == [1600]


@pytest.mark.clause("SIL-15.8", "SIL-15.4")
def test_what_a_form_for_a_deal_offers() -> None:
    game = Play(3, rules="advanced").until(PlacePieces, 0)
    assert forms(game.rules, game.state) == []
    game.track(0, "S069").claim(0, "C019").claim(1, "C022").until(MakeDeals, 0)
    game.state.plow_at[0] = 1
    first, second = forms(game.rules, game.state)
    assert (first.base["to"], second.base["to"]) == (1, 2)
    fields = {field.name: field for field in first.fields}
    assert (fields["give.money"].low, fields["give.money"].high) == (0, game.money(0))
    assert (fields["take.money"].low, fields["take.money"].high) == (0, 99_990), "the purse of the other is hidden"
    options = {name: [option[0] for option in field.options] for name, field in fields.items() if field.options}
    assert options["give.claims"] == ["C019"] and options["take.claims"] == ["C022"] and options["give.segments"] == ["S069"]
    assert options["take.plows"] == [ATLAS.plows[0]] and len(options["give.trains"]) == 2
    game.do(Offer(1, Bundle(money=10)))
    (counter,) = forms(game.rules, game.state)
    fields = {field.name: field for field in counter.fields}
    assert (fields["give.money"].high, fields["take.money"].high) == (99_990, game.money(1))
    basic = Play(2).until(MakeDeals, 0)
    assert not any("trains" in field.name or "plows" in field.name for field in forms(basic.rules, basic.state)[0].fields)
    basic.state.agenda = []
    assert forms(basic.rules, basic.state) == []


def test_an_exported_board_has_the_name_of_its_scenario() -> None:
    assert 'name = "Colorado"' in export_map("colorado").splitlines()
    assert f'name = "{ATLAS.scenarios["golden_spike_2"]["name"]}"' in export_map("golden_spike_2").splitlines()
