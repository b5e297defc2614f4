"""Rules that were broken on purpose and missed by nobody else (docs/develop/mutation-testing.md)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import PlaceProspector, PlaceSurveyor, Transfer
from boxcars.games.silverton.disputes import pact_of
from boxcars.games.silverton.events import FaresCollected
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.offer_forms import claim_value, freight_fields, templates
from boxcars.games.silverton.placement_rules import surveyed
from boxcars.games.silverton.prices import boxes
from boxcars.games.silverton.scoring import OVER, ended
from boxcars.games.silverton.state import JAILED, OPEN
from boxcars.games.silverton.steps import (
    BuildTrack,
    BuyCards,
    BuyEquipment,
    DeliverGoods,
    FreePieces,
    LeaveJoint,
    MakeDeals,
    OperateClaims,
    PlacePieces,
)
from tests.silverton.kit import Play


def test_open_claims_are_seen_as_nobodys_and_every_pile_by_its_top() -> None:
    game = Play(2).claim(1, "C022")
    atlas, state = game.rules.atlas, game.state
    seen = game.rules.observe(state, 0)
    owners = {claim.id: claim.owner for claim in seen.claims}
    assert owners["C022"] == 1
    assert {owners[atlas.claims[c]] for c, at in enumerate(state.claim_at) if at == OPEN} == {-1}
    state.tops[0] = 0
    assert game.rules.observe(state, 0).places[0] == atlas.cards[0]
    state.tops[0] = -1
    assert game.rules.observe(state, 0).places[0] == ""


@pytest.mark.clause("SIL-20.9")
def test_goods_move_to_the_first_claim_of_the_box_too() -> None:
    game = Play(2, goods_transfer=True).track(0, "S069").claim(0, "C019", goods=30)
    atlas = game.rules.atlas
    first = atlas.claims[0]
    other = next(claim for c, claim in enumerate(atlas.claims) if c and atlas.claim_good[c] == atlas.claim_good[0])
    game.claim(0, first).claim(0, other, goods=3).until(DeliverGoods, 0)
    assert game.refused(Transfer(other, first, 1)) == "no_route", "it is one's own, and of the same commodity"
    assert game.refused(Transfer(other, other, 1)) == "not_owner"


@pytest.mark.clause("SIL-18.11")
def test_equipment_is_bought_when_nobody_is_the_active_player() -> None:
    game = Play(2, rules="advanced").cash(5000, 5000).until(BuyEquipment, 0)
    assert game.rules.observe(game.state, 0).active == -1


@pytest.mark.clause("SIL-11.3", "SIL-13.1")
def test_a_second_surveyor_may_go_far_from_the_first_but_never_beside_it() -> None:
    game = Play(2).track(0, "S035", "S036").until(PlacePieces, 0)
    atlas = game.rules.atlas

    def sites(piece: int) -> set[str]:
        return {action.segment for action in game.legal(PlaceSurveyor) if action.piece == piece}

    free = sites(1)
    assert free == sites(0)
    first = next(s for s in sorted(free) if atlas.rivals[atlas.segment_no[s]])
    beside = {atlas.segments[s] for s in atlas.rivals[atlas.segment_no[first]]}
    game.survey(0, first)
    assert free - sites(1) == {first, *(beside & free)}
    assert any(not set(atlas.ends[atlas.segment_no[s]]) & set(atlas.ends[atlas.segment_no[first]]) for s in sites(1) & free)


@pytest.mark.clause("SIL-11.8")
def test_what_prospectors_want_is_no_segment_that_is_surveyed() -> None:
    game = Play(2).until(PlacePieces, 0)
    claim = game.rules.atlas.claims[game.state.row[0]]
    prospector = next(action for action in game.legal(PlaceProspector) if action.target == claim)
    game.do(prospector)
    assert surveyed(game.state, 0, -1) == []
    site = game.legal(PlaceSurveyor)[0]
    game.do(site)
    assert surveyed(game.state, 0, -1) == [game.rules.atlas.segment_no[site.segment]]
    assert surveyed(game.state, 0, site.piece) == []


@pytest.mark.clause("SIL-20.18")
def test_an_agreement_has_two_partners() -> None:
    state = Play(5, joint_passengers=True).state
    state.pacts = [[3, 0, 4]]
    assert [pact_of(state, 3, seat) for seat in range(5)] == [4, -1, -1, -1, 0]
    assert pact_of(state, 2, 0) == -1


@pytest.mark.clause("SIL-15.3")
def test_nobody_is_proposed_a_claim_that_is_worth_nothing() -> None:
    game = Play(2).claim(0, "C019")
    assert templates(game.rules, game.state, 0) and templates(game.rules, game.state, 1)
    game.state.depleted[game.rules.atlas.claim_no["C019"]] = True
    assert claim_value(game.rules, game.state, game.rules.atlas.claim_no["C019"]) == 0
    assert templates(game.rules, game.state, 0) == templates(game.rules, game.state, 1) == []


@pytest.mark.clause("SIL-15.3")
def test_of_cities_that_pay_the_same_freight_goes_to_the_first() -> None:
    game = Play(2).track(0, "S034", "S069", "S072").claim(1, "C026", goods=3, worked=True).until(MakeDeals, 0)
    proposed = {offer.freight.city for offer in templates(game.rules, game.state, 0) if offer.freight is not None}
    assert proposed == {"denver"}, "gold is paid the same in Pueblo"


@pytest.mark.clause("SIL-9.1")
def test_new_pieces_have_won_nothing_yet_and_follow_nothing() -> None:
    game = Play(2)
    assert not any(piece.won or piece.right or piece.tied for player in game.state.players for piece in player.pieces)
    assert {piece.first for player in game.rules.observe(game.state, 0).players for piece in player.pieces} == {""}
    assert {(piece.home, piece.target, piece.fine) for player in game.state.players for piece in player.pieces} == {(-1, -1, 0)}


@pytest.mark.clause("SIL-15.12")
def test_freight_is_asked_of_claims_that_have_goods() -> None:
    game = Play(2).claim(1, "C019", goods=3).claim(1, "C020")
    (field,) = (field for field in freight_fields(game.rules, game.state, 0, 1) if field.name == "freight.claim")
    assert [option[0] for option in field.options] == ["", "C019"]


@pytest.mark.clause("SIL-10.3")
def test_the_steps_of_a_turn_have_the_numbers_of_the_rulebook() -> None:
    game = Play(2).track(0, "S069").claim(0, "C019", goods=3).until(PlacePieces, 0)
    assert (game.rules.observe(game.state, 0).phase, game.rules.observe(game.state, 0).part) == (2, 0)
    game.piece(0, 0).status, game.piece(0, 0).fine = JAILED, 200
    game.do(next(action for action in game.legal(PlaceProspector) if action.target.startswith("C")), game.legal(PlaceSurveyor)[0])
    steps = (BuyCards, BuildTrack, OperateClaims, MakeDeals, DeliverGoods, FreePieces)
    seen = [game.rules.observe(game.until(step, 0).state, 0) for step in steps]
    assert [seen_by_one.part for seen_by_one in seen] == [1, 2, 3, 4, 6, 7]
    assert {(seen_by_one.phase, seen_by_one.active) for seen_by_one in seen} == {(4, 0)}


@pytest.mark.clause("SIL-2.8")
def test_everybodys_cash_is_told_when_the_game_is_over() -> None:
    game = Play(2).cash(100, 200)
    assert game.rules.observe(game.state, 0).scores is None
    game.state.phase, game.state.agenda = OVER, []
    seen = game.rules.observe(game.state, 0)
    assert seen.scores == [100, 200] and [player.cash for player in seen.players] == [100, 200]
    assert seen.actor == -1


@pytest.mark.clause("SIL-16.4")
def test_however_much_is_sold_the_last_row_of_the_table_holds() -> None:
    for marker in standard().markers:
        rows = [boxes(marker, total) for total in range(-20, 150)]
        assert rows == sorted(rows, reverse=True) and rows[-1] == marker.table[-1][1] == boxes(marker, 99)


@pytest.mark.clause("SIL-20.5", "SIL-20.7")
def test_the_first_seat_may_be_the_second_partner() -> None:
    game = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").card(4, "P09")
    game.state.partner[game.rules.atlas.card_no["P09"]] = 0
    game.until(LeaveJoint, 0).until(LeaveJoint, 4).to_turn(2)
    assert [(e.seat, e.income) for e in game.happened(FaresCollected)] == [(0, 40), (4, 40)]


@pytest.mark.clause("SIL-2.12")
def test_the_highest_total_is_looked_for_from_the_end_of_the_turn_track_on() -> None:
    game = Play(2)

    def standstill(turn: int, cash: int) -> bool:
        game.state.turn = turn
        game.cash(cash, 0)
        return ended(game.rules, game.state)

    assert not standstill(23, 5000) and not standstill(24, 3000)
    assert (game.state.peak, game.state.peak_turn) == (3000, 24)
    assert not standstill(25, 3010) and not standstill(26, 3010)
    assert (game.state.peak, game.state.peak_turn) == (3010, 25)
    assert not standstill(32, 3010) and standstill(33, 3010)


@pytest.mark.clause("SIL-16.2")
def test_half_of_the_coal_counts_in_denver_and_salt_lake_city() -> None:
    assert [marker.id for marker in standard().markers if marker.halves] == ["coal_denver", "coal_salt_lake_city"]
    assert [marker.id for marker in standard().markers if not marker.idn] == ["gold", "copper"]
