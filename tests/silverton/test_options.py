"""Optional rules (SIL-20)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.silverton.actions import (
    Build,
    Buy,
    Decline,
    EndPlacement,
    Hire,
    Join,
    MoveCard,
    No,
    Pass,
    PlaceProspector,
    SelectPieces,
    Yes,
)
from boxcars.games.silverton.buy_cards import free_places
from boxcars.games.silverton.events import (
    CardMoved,
    CardReleased,
    EventTurnedUp,
    FaresCollected,
    PieceAdvanced,
    PieceHired,
    RightLapsed,
)
from boxcars.games.silverton.joint_routes import shares
from boxcars.games.silverton.map import printed, standard
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import income, joint_route, owners_length
from boxcars.games.silverton.placing_events import (
    DisputeRolled,
    JointAgreed,
    JointBought,
    JointEnded,
    JointUnpaid,
    PieceJailed,
    TheftRolled,
)
from boxcars.games.silverton.state import FREE, JAILED, PLACED, PROSPECTOR, REMOVED, SURVEYOR, Piece
from boxcars.games.silverton.steps import (
    AnswerJoint,
    AssignSurveyor,
    BuildTrack,
    BuyCards,
    HirePiece,
    LeaveJoint,
    PayTheft,
    PlacePieces,
    ProposeJoint,
)
from tests.silverton.kit import IN_DECK, OPEN, VISIBLE, Play

ATLAS = standard()


# -- variable passenger cards ----------------------------------------------------------------------------------------


def variable(players: int = 2, **options: Any) -> Play:
    return Play(players, variable_passengers=True, **options)


@pytest.mark.clause("SIL-20.1", "SIL-20.14")
def test_a_card_that_cannot_be_taken_is_moved() -> None:
    game = variable().claim(OPEN, "C029").cash(5000, 5000)
    place = game.state.tops.index(ATLAS.card_no["P08"])
    while len(game.state.row) > 8:
        game.claim(IN_DECK, ATLAS.claims[game.state.row[0]])
    game.prospect(2, "C029").do(EndPlacement())
    assert PlaceProspector(2, "P08") in game.legal()  # Denver has no way to El Paso
    game.prospect(2, "P08").until(BuyCards, 0).do(Buy("C029"))
    game.until(BuyCards, 1)
    assert game.legal() == [a for a in game.legal() if a.card == "P08"] and MoveCard("P08", "claims") in game.legal()
    assert game.refused(Buy("P08")) == "no_route"
    game.do(MoveCard("P08", "claims"))
    assert game.event(CardMoved).place == "claims"
    assert -1 - ATLAS.card_no["P08"] in game.state.row and game.state.tops[place] == -1
    game.tell("passengers", ATLAS.card_no["P09"])
    game.to_turn(2)
    assert game.state.tops[place] == ATLAS.card_no["P09"]  # the card below is revealed
    assert len(game.state.row) == 8  # it counts as one of the eight (SIL-20.2)
    # Without a free place the prospector does nothing; C cards are never moved.
    first = variable()
    while len(first.state.row) > 8:
        first.claim(IN_DECK, ATLAS.claims[first.state.row[0]])
    first.prospect(2, "P08")
    first.to_turn(2)
    assert ATLAS.card_no["P08"] in first.state.tops and not first.happened(CardMoved)
    far = variable().card(VISIBLE, "P23")
    assert far.refused(PlaceProspector(2, "P23")) == "no_route"


@pytest.mark.clause("SIL-20.1", "SIL-20.14")
def test_the_first_player_has_no_gap() -> None:
    game = variable().claim(OPEN, "C029").cash(5000, 5000)
    while len(game.state.row) > 8:
        game.claim(IN_DECK, ATLAS.claims[game.state.row[0]])
    game.prospect(2, "C029").prospect(3, "P08").until(BuyCards, 0)
    assert game.legal() == [Buy("C029"), Decline("C029")]  # the right to P08 has lapsed: it can neither be bought nor moved
    assert [e.target for e in game.happened(RightLapsed)] == ["P08"]
    game.do(Buy("C029"))
    assert free_places(game.rules, game.state, 0, ATLAS.card_no["P08"]) == []
    assert free_places(game.rules, game.state, 1, ATLAS.card_no["P08"]) == ["claims"]


@pytest.mark.clause("SIL-20.1", "SIL-14.1.6")
def test_the_place_may_come_from_a_card_the_same_player_buys_first() -> None:
    def both() -> Play:
        game = variable().claim(OPEN, "C029").cash(5000, 5000)
        while len(game.state.row) > 8:
            game.claim(IN_DECK, ATLAS.claims[game.state.row[0]])
        return game.until(PlacePieces, 1).prospect(2, "C029").prospect(3, "P08").until(BuyCards, 1)

    game = both()
    assert Decline("P08") in game.legal() and not game.legal(MoveCard)
    game.do(Buy("C029"))
    game.do(MoveCard("P08", "claims"))
    assert -1 - ATLAS.card_no["P08"] in game.state.row
    # Once nothing can free a place any more, the right lapses by itself.
    idle = both()
    idle.do(Decline("C029"))
    assert [e.target for e in idle.happened(RightLapsed)] == ["P08"] and not isinstance(idle.step, BuyCards)


@pytest.mark.clause("SIL-20.14", "SIL-20.15")
def test_a_moved_card_lies_on_the_hidden_ones_and_can_be_taken() -> None:
    game = variable().track(0, "S035", "S036").prospect(2, "P01").until(PlacePieces, 1).prospect(2, "P08").until(BuyCards, 0)
    place = game.state.tops.index(ATLAS.card_no["P01"])
    game.do(Buy("P01"))
    game.until(BuyCards, 1).do(MoveCard("P08", str(place)))
    game.to_turn(2)
    assert game.state.tops[place] == ATLAS.card_no["P08"] and game.state.below[place] == 2  # they stay hidden
    assert PlaceProspector(2, "P08") in game.legal()  # an ordinary visible card, and it can be moved again
    assert ATLAS.card_no["P08"] not in game.state.released


@pytest.mark.clause("SIL-20.14")
def test_c_cards_are_never_moved() -> None:
    game = variable()
    game.card(1, ATLAS.cards[game.state.tops[0]])  # a passenger place is free
    card, end = ATLAS.card_no["P09"], ATLAS.card_no["P17"]
    assert free_places(game.rules, game.state, 1, card) == ["0"]  # a B card could be moved there
    assert free_places(game.rules, game.state, 1, end) == [] and ATLAS.card_class[end] == "C"


@pytest.mark.clause("SIL-20.14", "SIL-20.15")
def test_a_moved_card_is_not_moved_to_its_own_old_place() -> None:
    game = variable()
    card = ATLAS.card_no["P08"]
    place = game.state.tops.index(card)
    game.state.tops[place] = -1
    game.state.row = [*game.state.row[:6], -1 - card]
    assert free_places(game.rules, game.state, 1, card) == [str(place)]
    other = next(c for c in game.state.tops if c >= 0)
    assert free_places(game.rules, game.state, 1, other) == [str(place), "claims"]


@pytest.mark.clause("SIL-20.1")
def test_a_card_one_can_take_is_bought_or_left() -> None:
    game = variable().track(1, "S035", "S036").claim(OPEN, "C029").until(PlacePieces, 1)
    game.prospect(2, "C029").prospect(3, "P01").until(BuyCards, 1)
    game.do(Buy("C029"))
    assert game.refused(MoveCard("P01", "claims")) == "no_place"


@pytest.mark.clause("SIL-20.2", "SIL-20.15")
def test_a_sweep_removes_a_moved_card_unless_it_is_tied() -> None:
    def in_claim_place() -> Play:
        game = variable()
        card = ATLAS.card_no["P08"]
        game.state.tops[game.state.tops.index(card)] = -1
        game.state.row = [*game.state.row[:6], -1 - card]
        for claim, at in enumerate(game.state.claim_at):
            if at == OPEN and claim not in game.state.row:
                game.state.claim_at[claim] = IN_DECK
        return game

    game = in_claim_place()
    fresh = next(c for c in ATLAS.claims if game.claim_at(c) == IN_DECK)
    game.deck("E1", fresh)
    game.to_turn(2)
    assert "P08" in game.event(EventTurnedUp).discarded and game.card_at("P08") == REMOVED
    tied = in_claim_place()
    tied.prospect(3, "P08").until(PlacePieces, 1).prospect(3, "P08")
    tied.roll("dispute", 3, 3, 3, 3)
    fresh = next(c for c in ATLAS.claims if tied.claim_at(c) == IN_DECK)
    tied.deck("E1", fresh)
    tied.to_turn(2)
    assert tied.event(EventTurnedUp) and tied.card_at("P08") == VISIBLE and tied.piece(0, 3).status == PLACED


@pytest.mark.clause("SIL-20.3")
def test_players_without_a_route_get_no_route_bonus() -> None:
    game = variable().track(0, "S069", "S072").card(VISIBLE, "P09")
    game.prospect(3, "P09").until(PlacePieces, 1).prospect(3, "P09")
    game.roll("dispute", 3, 3, 3, 3)
    game.do(EndPlacement())
    assert game.event(DisputeRolled).totals == [6, 6]


# -- joint routes ----------------------------------------------------------------------------------------------------


def together(**options: Any) -> Play:
    """Denver–Pueblo in two halves: 7 of seat 0 at Denver, 4 of seat 4 at Pueblo."""
    return Play(5, joint_passengers=True, **options).track(0, "S069").track(4, "S072").card(VISIBLE, "P09")


@pytest.mark.clause("SIL-20.17", "SIL-20.16")
def test_the_joint_route() -> None:
    game = together()
    card = ATLAS.card_no["P09"]
    assert joint_route(game.rules, game.state, 0, 4, card, False) == (11, 7)
    assert joint_route(game.rules, game.state, 0, 1, card, False)[0] == NO_ROUTE
    assert PlaceProspector(1, "P09") in game.legal()
    game.until(PlacePieces, 1)
    assert game.refused(PlaceProspector(1, "P09")) == "no_route"
    # At least one segment of each: a spur of the partner's does not make an own route a joint one.
    own = Play(5, joint_passengers=True).track(0, "S069", "S072").track(4, "S063")
    assert joint_route(own.rules, own.state, 0, 4, card, False)[0] == NO_ROUTE


@pytest.mark.clause("SIL-20.17")
def test_among_equal_joint_routes_the_earlier_partner_has_most() -> None:
    # Denver–Pueblo over Colorado Springs, both of each pair of lines taken: 7 + 4 or 4 + 7 of either.
    game = Play(2, joint_passengers=True).track(0, "S069", "S072").track(1, "S070", "S073")
    card = ATLAS.card_no["P09"]
    assert joint_route(game.rules, game.state, 0, 1, card, False) == (11, 7)
    assert joint_route(game.rules, game.state, 1, 0, card, False) == (11, 4)
    game.state.order = [1, 0]
    assert joint_route(game.rules, game.state, 0, 1, card, False) == (11, 4)


@pytest.mark.clause("SIL-20.4", "SIL-20.5", "SIL-20.18", "SIL-20.19", "SIL-EX-31")
def test_taking_a_card_together() -> None:
    game = together()
    game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    game.do(EndPlacement())
    assert isinstance(game.step, ProposeJoint) and game.step.seat == 0
    assert game.legal() == [Pass(), Join(4)] and game.refused(Join(2)) == "no_route"
    game.do(Join(4))
    assert isinstance(game.step, AnswerJoint) and game.step.seat == 4
    cash = game.money(0), game.money(4)
    game.do(Yes())
    assert game.happened(JointAgreed)
    bought = game.event(JointBought)
    assert bought.shares == [140, 80]  # 220 x 7/11 = 140
    assert (game.money(0), game.money(4)) == (cash[0] - 140, cash[1] - 80)
    assert (game.card_at("P09"), game.state.partner[ATLAS.card_no["P09"]]) == (0, 4)
    game.to_turn(2)
    assert [(e.seat, e.income) for e in game.happened(FaresCollected)] == [(0, 40), (4, 40)]
    game.rules.atlas.card_income[ATLAS.card_no["P09"]], old = 90, 80
    try:
        assert income(game.rules, game.state, ATLAS.card_no["P09"]) == 50
    finally:
        game.rules.atlas.card_income[ATLAS.card_no["P09"]] = old
    poor = together().cash(100)
    poor.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    poor.do(EndPlacement(), Join(4), Yes())
    assert poor.happened(JointUnpaid) and poor.card_at("P09") == VISIBLE and poor.money(0) == 100


@pytest.mark.clause("SIL-20.18", "SIL-20.19")
def test_an_agreement_that_was_not_paid_is_made_anew_in_the_next_turn() -> None:
    """Neither the agreement of the turn before nor its proposal counts any more."""
    game = together().cash(100)
    for turn in (1, 2):
        game.to_turn(turn)
        game.until(PlacePieces, 0).prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
        game.until(ProposeJoint)
        assert game.step.seat == 0 and game.legal() == [Pass(), Join(4)]
        game.do(Join(4), Yes())
        assert game.happened(JointUnpaid) and game.card_at("P09") == VISIBLE


@pytest.mark.clause("SIL-20.4")
@pytest.mark.parametrize(("price", "parts"), [(230, [150, 80]), (240, [150, 90]), (250, [160, 90])])
def test_shares_are_rounded_to_the_nearest_ten(price: int, parts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """7 of 11 miles: 146.4, 152.7 and 159.1 of the price; the second pays the rest."""
    game = together()
    card = ATLAS.card_no["P09"]
    monkeypatch.setattr(game.rules.atlas, "card_price", [price] * len(ATLAS.cards))
    assert shares(game.rules, game.state, [(0, 1), (4, 1)], card) == parts


@pytest.mark.clause("SIL-20.16", "SIL-20.18")
def test_without_an_agreement_they_return() -> None:
    game = together()
    game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    game.do(EndPlacement(), Join(4), No())
    assert isinstance(game.step, ProposeJoint) and game.step.seat == 4  # one proposal each
    game.do(Pass())
    assert not game.happened(DisputeRolled) and game.piece(0, 1).status == FREE
    assert game.card_at("P09") == VISIBLE


@pytest.mark.clause("SIL-20.7")
def test_thieves_return_when_the_agreement_ends() -> None:
    game = together().track(1, "S070", "S073").card(0, "P09")
    game.state.partner[ATLAS.card_no["P09"]] = 4
    game.until(PlacePieces, 1).prospect(1, "P09").until(LeaveJoint, 0)
    game.do(Yes())
    assert game.card_at("P09") == VISIBLE and not isinstance(game.step, PayTheft)  # nobody is left to steal from
    assert game.piece(1, 1).status == FREE and not game.happened(DisputeRolled)


@pytest.mark.clause("SIL-20.26", "SIL-20.13")
def test_both_of_a_winning_pair_advance() -> None:
    game = together(rules="advanced", hire_and_advance=True).track(1, "S070", "S073")
    piece = next(n for n, p in enumerate(game.until(PlacePieces, 0).state.players[0].pieces) if p.kind == PROSPECTOR)
    before = [game.piece(seat, piece).bonus for seat in (0, 4)]
    for seat in (0, 1, 4):
        game.until(PlacePieces, seat).prospect(piece, "P09")
    game.until(ProposeJoint, 0).do(Join(4))
    game.roll("dispute", 6, 6, 1, 2)
    game.do(Yes())
    if isinstance(game.step, ProposeJoint):
        game.do(Pass())
    assert game.event(DisputeRolled).winner == 0 and game.happened(JointBought)
    assert [game.piece(seat, piece).bonus for seat in (0, 4)] == [bonus + 1 for bonus in before]


@pytest.mark.clause("SIL-20.16")
@pytest.mark.parametrize(("distance", "steal"), [(8, True), (7, False)])
def test_a_pair_may_steal_with_two_added_to_a_route_that_is_shorter_still(tmp_path: Path, distance: int, steal: bool) -> None:
    # Denver–Leadville: the pair 18 + 2 = 20, the owner 21 or 20.
    board = json.loads(json.dumps(printed()["board"]))
    next(s for s in board["segments"] if s["id"] == "S058")["distance"] = distance
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board))
    game = Play(4, str(path), joint_passengers=True)
    game.rules.homes[2] = (ATLAS.town_no["leadville"],)
    game.track(0, "S039", "S040").track(1, "S069", "S059", "S058", "S047").track(2, "S045", "S048").card(1, "P10")
    assert owners_length(game.rules, game.state, ATLAS.card_no["P10"]) == 13 + distance
    assert (PlaceProspector(3, "P10") in game.until(PlacePieces, 0).legal()) is steal
    assert steal or game.refused(PlaceProspector(3, "P10")) == "no_route"


@pytest.mark.clause("SIL-20.6", "SIL-20.20", "SIL-EX-46")
def test_a_pair_is_one_side_with_two_added(tmp_path: Path) -> None:
    # Denver–Leadville: the pair 18 + 2 = 20, the single player 19 (on a board where S058 is 6 long).
    board = json.loads(json.dumps(printed()["board"]))
    next(s for s in board["segments"] if s["id"] == "S058")["distance"] = 6
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board))
    game = Play(4, str(path), joint_passengers=True).card(VISIBLE, "P10")
    game.track(0, "S039", "S040").track(1, "S069", "S059", "S058", "S047")
    pair_length = 4 + 5 + 6 + 3
    game.rules.homes[2] = (ATLAS.town_no["leadville"],)
    game.track(2, "S045", "S048")
    card = ATLAS.card_no["P10"]
    assert joint_route(game.rules, game.state, 0, 2, card, True)[0] == pair_length == 18
    single = game.rules.lines(game.state, 1).length(*ATLAS.card_ends[card])
    assert single == 19
    game.prospect(3, "P10").until(PlacePieces, 1).prospect(3, "P10").until(PlacePieces, 2).prospect(3, "P10")
    game.roll("dispute", 3, 4, 5, 1)
    game.until(ProposeJoint)
    game.do(Join(2), Yes())
    rolled = game.event(DisputeRolled)
    assert (rolled.seats, rolled.partners) == ([0, 1], [2, 1])
    assert rolled.dice == [[3, 4], [5, 1]] and rolled.totals == [7, 6 + 1]  # 20 against 19; the pair rolls one die each
    assert rolled.winner == -1 and game.card_at("P10") == VISIBLE
    # Double 1 jails both.
    bad = together()
    bad.track(1, "S070", "S073")
    bad.prospect(1, "P09").until(PlacePieces, 1).prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    bad.roll("dispute", 1, 1, 5, 5)
    bad.do(EndPlacement(), Join(4), Yes())
    assert [(e.seat, e.piece) for e in bad.happened(PieceJailed)] == [(0, 1), (4, 1)]
    assert bad.piece(0, 1).status == JAILED


def owned_together() -> Play:
    game = together()
    card = ATLAS.card_no["P09"]
    game.state.released.remove(card)
    game.state.card_at[card], game.state.partner[card] = 0, 4
    return game


@pytest.mark.clause("SIL-20.6", "SIL-20.20", "SIL-12.14")
def test_partners_defend_together() -> None:
    game = owned_together().track(1, "S070", "S073")
    assert owners_length(game.rules, game.state, ATLAS.card_no["P09"]) == 13
    game.until(PlacePieces, 1).prospect(1, "P09")
    game.until(PayTheft, 1).roll("dispute", 2, 3, 1, 1)
    game.do(Yes())
    assert game.event(TheftRolled).totals == [5 + 2, 2] and game.card_at("P09") == 1
    assert not game.happened(PieceJailed)  # the defenders risk nothing
    assert game.state.partner[ATLAS.card_no["P09"]] == -1


@pytest.mark.clause("SIL-20.16", "SIL-20.19", "SIL-20.20")
def test_a_pair_steals_together() -> None:
    """Denver–Pueblo: the owner's 15 over Divide against 11 + 2 of the pair."""
    game = together()
    card = ATLAS.card_no["P09"]
    game.state.released.remove(card)
    game.state.card_at[card] = 1
    game.track(1, "S070", "S059", "S060", "S062", "S063")
    assert owners_length(game.rules, game.state, card) == 7 + 3 + 3 + 4 + 4
    game.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09")
    cash = game.money(0), game.money(4)
    game.roll("dispute", 3, 4, 6, 6)
    game.do(EndPlacement(), Join(4), Yes())
    rolled = game.event(TheftRolled)
    assert rolled.totals == [7 + 21 - 13, 12] and rolled.success
    assert (rolled.partner, rolled.share) == (4, 80)
    assert (game.money(0), game.money(4)) == (cash[0] - 140, cash[1] - 80)
    assert (game.card_at("P09"), game.state.partner[card]) == (0, 4)
    far = together().track(1, "S070", "S073")
    far.state.released.remove(card)
    far.state.card_at[card] = 1
    assert far.refused(PlaceProspector(1, "P09")) == "no_route"  # 11 + 2 is not shorter than 11


@pytest.mark.clause("SIL-20.7", "SIL-20.18")
def test_either_partner_may_end_the_agreement() -> None:
    game = owned_together()
    game.until(LeaveJoint, 0)
    game.do(No())
    assert isinstance(game.step, LeaveJoint) and game.step.seat == 4
    game.do(Yes())
    assert game.happened(JointEnded) and game.happened(CardReleased) and game.card_at("P09") == VISIBLE


@pytest.mark.clause("SIL-20.7", "SIL-20.22")
def test_a_partner_takes_it_alone_or_both_dispute_it() -> None:
    game = owned_together().track(0, "S073")
    game.prospect(1, "P09").until(LeaveJoint, 0)
    game.do(Yes())
    game.until(BuyCards, 0)
    cash = game.money(0)
    game.do(Buy("P09"))
    assert game.money(0) == cash - 220 and game.card_at("P09") == 0 and game.state.partner[ATLAS.card_no["P09"]] == -1
    stay = owned_together().track(0, "S073").prospect(1, "P09").until(LeaveJoint, 0)
    stay.do(No(), No())
    assert stay.piece(0, 1).status == FREE and stay.card_at("P09") == 0  # nothing comes of it
    both = owned_together().track(0, "S073").track(4, "S070")
    both.prospect(1, "P09").until(PlacePieces, 4).prospect(1, "P09").until(LeaveJoint, 0)
    both.roll("dispute", 6, 6, 1, 2)
    both.do(Yes())
    while isinstance(both.step, ProposeJoint):
        both.do(Pass())
    assert both.event(DisputeRolled).seats == [0, 4]
    needs = owned_together()
    assert needs.refused(PlaceProspector(1, "P09")) == "no_route"  # an own route is needed


@pytest.mark.clause("SIL-20.21")
def test_partners_lose_the_card_with_the_last_joint_route() -> None:
    game = owned_together()
    game.state.owner[ATLAS.segment_no["S072"]] = -1
    game.state.players[4].track.remove(ATLAS.segment_no["S072"])
    from boxcars.games.silverton.passengers import check_routes

    events: list[Any] = []
    check_routes(game.rules, game.state, 4, events)
    assert events == [CardReleased(0, "P09")] and game.card_at("P09") == VISIBLE
    # Winter: closed white segments pay nothing, cleared ones do.
    snow = Play(4, joint_passengers=True, rules="advanced", max_offers=0).until(PlacePieces)
    snow.rules.homes[2] = (ATLAS.town_no["leadville"],)
    snow.track(0, "S039", "S040").track(2, "S045", "S048").card(0, "P10")
    snow.state.partner[ATLAS.card_no["P10"]] = 2
    snow.state.turn = 4
    copy = snow.rules.clone(snow.state)
    snow.to_turn(5)
    assert not snow.happened(FaresCollected)
    snow.state = copy
    snow.until(PlacePieces, 3)
    snow.state.cleared = [ATLAS.segment_no["S040"]]
    snow.to_turn(5)
    assert [e.seat for e in snow.happened(FaresCollected)] == [0, 2]


# -- the other options -----------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-20.10", "SIL-20.24")
def test_improved_passenger_routes() -> None:
    game = Play(2, length="short", improved_passengers=True).track(0, "S035", "S036").card(0, "P01").to_turn(2)
    assert [e.income for e in game.happened(FaresCollected)] == [80]
    joint = together(improved_passengers=True, length="short")
    joint.state.card_at[ATLAS.card_no["P09"]] = 0
    joint.state.partner[ATLAS.card_no["P09"]] = 4
    assert income(joint.rules, joint.state, ATLAS.card_no["P09"]) == 80
    other = ATLAS.card_no["P02"]
    joint.state.card_at[other], joint.state.partner[other] = 0, 4
    assert (
        ATLAS.card_income[other] == 50 and income(joint.rules, joint.state, other) == 50
    )  # doubled, then halved: not 25, 30, 60
    joint.state.partner[other] = -1
    assert income(joint.rules, joint.state, other) == 100
    assert registry.make("silverton", "golden_spike_2", 2, {"improved_passengers": True})
    for map, players, length in (("colorado", 3, "standard"), ("solo_denver_6000", 1, "standard")):
        with pytest.raises(Refused):
            registry.make("silverton", map, players, {"improved_passengers": True, "length": length})


def hiring(players: int = 4, **options: Any) -> Play:
    return Play(players, rules="advanced", hire_and_advance=True, max_offers=0, **options).until(PlacePieces)


@pytest.mark.clause("SIL-20.12", "SIL-20.25")
def test_hiring() -> None:
    points = {2: 15, 3: 13, 4: 12, 5: 7, 6: 6}
    most = {2: 10, 3: 8, 4: 6, 5: 5, 6: 4}
    for players in points:
        rules = Play(players, rules="advanced", hire_and_advance=True).rules
        assert (rules.points, rules.most_pieces) == (points[players], most[players])
    game = hiring()
    have = len(game.state.players[0].pieces)
    game.until(HirePiece, 0)
    assert game.state.phase == 6
    kind = next(a for a in game.legal(Hire))
    cash = game.money(0)
    game.do(kind)
    hired = game.event(PieceHired)
    assert (hired.cost, game.money(0)) == (400, cash - 400)
    assert len(game.state.players[0].pieces) == have + 1 and game.piece(0, have).bonus == 0
    assert isinstance(game.step, HirePiece) and game.step.seat == 1  # one a turn, in turn order
    poor = hiring().cash(399, 399, 399, 399)
    seen = set()
    while poor.state.turn < 2:
        seen.add(type(poor.step).__name__)
        poor.rules.apply(poor.state, poor.rules.default(poor.state))
    assert "HirePiece" not in seen
    # Jailed and dead pieces count; discs run out.
    full = hiring()
    for piece in full.state.players[0].pieces:
        piece.status = JAILED
    while len(full.state.players[0].pieces) < 6:
        full.state.players[0].pieces.append(type(full.piece(0, 0))(SURVEYOR, 0))
    full.until(HirePiece, 1)
    from boxcars.games.silverton.hire_and_advance import disc_left, why_not_hire

    reason = why_not_hire(full.rules, full.state, 0, 1)
    assert reason is not None and reason.code == "no_disc"
    for players, plain in ((2, 4), (3, 4), (4, 2)):  # two colours with two and three players: four plain ones
        few = hiring(players)
        few.state.players[0].pieces = [Piece(SURVEYOR, 0) for _ in range(plain - 1)]
        assert disc_left(few.rules, few.state, 0, SURVEYOR, 0)
        few.state.players[0].pieces.append(Piece(SURVEYOR, 0))
        assert not disc_left(few.rules, few.state, 0, SURVEYOR, 0)
    spike = Play(2, "golden_spike_2", rules="advanced", hire_and_advance=True, max_offers=0).until(HirePiece)
    spike.do(Hire("surveyor"))
    assert isinstance(spike.step, AssignSurveyor)


@pytest.mark.clause("SIL-20.13", "SIL-20.26")
def test_winners_advance_when_they_build_or_buy() -> None:
    def rivals(piece: int, *faces: int) -> Play:
        game = Play(2, rules="advanced", hire_and_advance=True)
        game.do(SelectPieces((2, 0), (1, 0)), SelectPieces((2, 0), (1, 0)))
        game.survey(piece, "S035").until(PlacePieces, 1).survey(piece, "S035")
        game.roll("dispute", *faces)
        game.do(EndPlacement())
        return game

    game = rivals(1, 6, 6, 1, 2)
    assert game.piece(0, 1).bonus == 0 and game.piece(0, 1).won
    game.until(BuildTrack, 0).do(Build("S035"))
    assert game.event(PieceAdvanced).bonus == 1 and game.piece(0, 1).bonus == 1
    # Even if a natural 2 has jailed it; not beyond +2; not without building; not without a dispute.
    jailed = rivals(1, 1, 1, 1, 1)
    assert jailed.event(DisputeRolled).winner == -1
    top = rivals(0, 6, 6, 1, 2)
    top.until(BuildTrack, 0).do(Build("S035"))
    assert not top.happened(PieceAdvanced) and top.piece(0, 0).bonus == 2
    left = rivals(1, 6, 6, 1, 2).to_turn(2)
    assert left.piece(0, 1).bonus == 0
    idle = Play(2, rules="advanced", hire_and_advance=True)
    idle.do(SelectPieces((2, 0), (1, 0)), SelectPieces((2, 0), (1, 0)))
    idle.survey(1, "S035").until(BuildTrack, 0).do(Build("S035"))
    assert not idle.happened(PieceAdvanced)
    plain = Play(2).survey(1, "S035").until(PlacePieces, 1).survey(1, "S035")
    plain.roll("dispute", 6, 6, 1, 2)
    plain.do(EndPlacement())
    plain.until(BuildTrack, 0).do(Build("S035"))
    assert not plain.happened(PieceAdvanced)


@pytest.mark.clause("SIL-20.27")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"multiple_plows": True}),
        (3, {"hire_and_advance": True}),
        (3, {"rules": "advanced", "simplified_prices": True}),
        (3, {"length": "long", "simplified_prices": True}),
        (3, {"rules": "advanced", "length": "short", "hire_and_advance": True}),
    ],
)
def test_options_are_refused_where_the_rulebook_forbids_them(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        registry.make("silverton", "colorado", players, options)
    assert refused.value.reason.code == "bad_setup" and refused.value.reason.clause == "SIL-20.27"


@pytest.mark.clause("SIL-20.27")
def test_solitaire_takes_only_its_options_and_two_purposes_combine() -> None:
    for key in ("variable_passengers", "joint_passengers", "simplified_prices"):
        with pytest.raises(Refused):
            registry.make("silverton", "solo_denver_6000", 1, {key: True})
    both = together(variable_passengers=True)
    both.prospect(1, "P09").until(PlacePieces, 1).prospect(1, "P09")  # for a move
    assert both.piece(1, 1).status == PLACED
