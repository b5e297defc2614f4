"""Thefts and joint routes step by step (SIL-12.13–12.17, SIL-20.4–20.22): small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.types import Event
from boxcars.games.silverton.actions import Join, No, Pass, Yes
from boxcars.games.silverton.events import FaresCollected, PieceAdvanced
from boxcars.games.silverton.joint_routes import buy_together, own_route, partners_for, prune, shares
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.passengers import check_routes, collect, income, joint_partners, joint_route, owners_length
from boxcars.games.silverton.placing_events import JointBought, JointEnded, JointUnpaid, TheftRolled, TheftWithdrawn
from boxcars.games.silverton.state import CARD, FREE, JAILED, PLACED, STEAL, Piece
from boxcars.games.silverton.steps import (
    AnswerJoint,
    LeaveJoint,
    PayTheft,
    ProposeJoint,
    ResolveJoint,
    ResolvePassengers,
    ResolveThefts,
)
from boxcars.games.silverton.thefts import steal
from tests.silverton.kit import VISIBLE, Play

ATLAS = standard()
NO = ATLAS.segment_no
P02, P09 = ATLAS.card_no["P02"], ATLAS.card_no["P09"]


def put(game: Play, seat: int, number: int, task: int, card: int) -> Piece:
    piece = game.piece(seat, number)
    piece.status, piece.task, piece.target = PLACED, task, card
    return piece


def thief(players: int = 2, **options: Any) -> Play:
    """Denver–Pueblo belongs to seat 0 over Falcon (12); seat 1 has it over Colorado Springs (11) and wants it."""
    game = Play(players, **options).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073")
    if game.rules.points:  # pieces are chosen later
        game.state.players[1].pieces = [Piece(1, 0) for _ in range(4)]
    put(game, 1, 3, STEAL, P09)
    return game


# -- thefts ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-12.13", "SIL-12.14", "SIL-12.15", "SIL-12.16")
@pytest.mark.parametrize(
    ("dice", "totals", "success", "status"),
    [
        ((3, 4, 3, 4), [8, 7], True, FREE),
        ((3, 4, 4, 4), [8, 8], False, FREE),
        ((3, 4, 5, 4), [8, 9], False, FREE),
        ((1, 1, 1, 1), [3, 2], True, JAILED),
        ((1, 1, 2, 2), [3, 4], False, JAILED),
        ((6, 6, 1, 1), [13, 2], True, FREE),
    ],
)
def test_a_thief_pays_and_needs_the_higher_total(dice: tuple[int, ...], totals: list[int], success: bool, status: int) -> None:
    game = thief()
    game.run(ResolveThefts())
    assert game.step == PayTheft(1, P09, 3)
    game.roll("dispute", *dice)
    game.do(Yes())
    told = game.event(TheftRolled)
    assert (told.thief, told.owner, told.paid, told.partner, told.share) == (1, 0, 220, -1, 0)
    assert (told.dice, told.totals, told.success) == ([list(dice[:2]), list(dice[2:])], totals, success)
    assert (game.card_at("P09"), game.state.partner[P09], game.money(1)) == (1 if success else 0, -1, 2180)
    assert (game.piece(1, 3).status, game.piece(1, 3).fine) == (status, 200 if status == JAILED else 0)
    assert game.piece(1, 3).task == 0


@pytest.mark.clause("SIL-12.13")
def test_a_thief_without_the_price_withdraws() -> None:
    for cash, asked in ((219, False), (220, True)):
        game = thief().cash(0, cash)
        game.run(ResolveThefts())
        assert isinstance(game.step, PayTheft) is asked
        assert game.piece(1, 3).status == (PLACED if asked else FREE)
        assert [type(event) for event in game.events] == ([] if asked else [TheftWithdrawn])
    assert game.legal() == [No(), Yes()] and game.why(Yes()) == ""
    game.cash(0, 219)
    assert game.legal() == [No()] and game.why(Yes()) == "SIL-12.13"
    game.do(No())
    assert game.event(TheftWithdrawn) == TheftWithdrawn(1, "P09") and game.piece(1, 3).status == FREE
    assert (game.card_at("P09"), game.money(1)) == (0, 219)


@pytest.mark.clause("SIL-12.17", "SIL-12.1")
def test_thefts_go_card_by_card() -> None:
    game = thief(3)
    put(game, 1, 2, STEAL, P09 - 1)
    game.run(ResolveThefts())
    assert game.step == PayTheft(1, P09 - 1, 2)
    game.do(No())
    assert game.step == PayTheft(1, P09, 3), "the next card, once"
    game.do(No())
    assert not isinstance(game.step, PayTheft)
    later = thief(3)
    put(later, 1, 2, STEAL, P02)
    for at in (P02 + 1, P09):
        later.run(ResolveThefts(-1, at))
        assert later.step == PayTheft(1, P09, 3)


@pytest.mark.clause("SIL-12.17", "SIL-12.5")
def test_thieves_fight_among_themselves_first() -> None:
    game = thief(3)
    game.rules.homes[2] = game.rules.homes[0]
    game.track(2, "S069", "S072")
    put(game, 2, 3, STEAL, P09)
    game.roll("dispute", 3, 3, 3, 3)
    game.run(ResolveThefts())
    assert not isinstance(game.step, PayTheft) and all(game.piece(seat, 3).tied for seat in (1, 2))
    assert game.card_at("P09") == 0


@pytest.mark.clause("SIL-20.13", "SIL-12.15")
def test_a_thief_that_succeeds_advances() -> None:
    for dice, bonus in (((6, 6, 1, 1), 1), ((1, 2, 6, 6), 0)):
        game = thief(rules="advanced", hire_and_advance=True)
        game.roll("dispute", *dice)
        events: list[Event] = []
        steal(game.rules, game.state, [(1, 3)], P09, events)
        assert game.piece(1, 3).bonus == bonus and any(isinstance(e, PieceAdvanced) for e in events) is bool(bonus)


def pair_of_thieves() -> Play:
    """Denver–Pueblo belongs to seat 1 over Falcon (12); seats 0 and 4 have 7 + 4 together."""
    game = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").track(1, "S071", "S074").card(1, "P09")
    for seat in (0, 4):
        put(game, seat, 1, STEAL, P09)
    game.state.pacts = [[P09, 0, 4]]
    return game


@pytest.mark.clause("SIL-20.20", "SIL-20.6")
def test_a_pair_of_thieves_pays_its_shares_and_counts_two_more() -> None:
    game = pair_of_thieves()
    game.roll("dispute", 6, 6, 5, 5)
    game.run(ResolveThefts())
    told = game.event(TheftRolled)
    assert (told.thief, told.partner, told.share, told.paid) == (0, 4, 80, 220)
    assert told.totals == [12, 11], "13 against 12: the owner adds the difference"
    assert told.success and (game.card_at("P09"), game.state.partner[P09]) == (0, 4)
    assert (game.money(0), game.money(4)) == (1600 - 140, 1600 - 80)
    assert [game.piece(seat, 1).status for seat in (0, 4)] == [FREE, FREE]
    poor = pair_of_thieves()
    poor.state.players[4].cash = 79
    poor.run(ResolveThefts())
    assert poor.happened(TheftWithdrawn) == [TheftWithdrawn(0, "P09"), TheftWithdrawn(4, "P09")]
    assert poor.card_at("P09") == 1 and poor.money(0) == 1600


# -- agreements ------------------------------------------------------------------------------------------------------


def halves(card: str = "P09", **options: Any) -> Play:
    """Denver–Pueblo in two halves: 7 of seat 0 at Denver, 4 of seat 4 at Pueblo; both stand on the card."""
    game = Play(5, joint_passengers=True, **options).track(0, "S069").track(4, "S072").card(VISIBLE, card)
    for seat in (0, 4):
        if game.rules.points:  # pieces are chosen later
            game.state.players[seat].pieces = [Piece(0, 0), Piece(1, 0)]
        put(game, seat, 1, CARD, ATLAS.card_no[card])
    return game


@pytest.mark.clause("SIL-20.18")
def test_agreements_are_asked_for_only_with_the_option() -> None:
    game = halves()
    game.run(ResolveJoint(-1, 1))
    assert game.step == ProposeJoint(0, P09) and game.state.agenda[-2] == ResolveJoint(-1, 1, P09, 1)
    assert game.legal() == [Pass(), Join(4)]
    assert [game.why(Join(partner)) for partner in (0, 1, 4, -1)] == ["SIL-20.17", "SIL-20.17", "", "SIL-20.17"]
    game.do(Join(4))
    assert game.step == AnswerJoint(4, P09, 0) and game.state.proposed == [[P09, 0]]
    game.do(Yes())
    assert game.state.pacts == [[P09, 0, 4]]
    plain = Play(5).track(0, "S069").track(4, "S072").card(VISIBLE, "P09")
    for seat in (0, 4):
        put(plain, seat, 1, CARD, P09)
    before = len(plain.state.agenda)
    plain.run(ResolveJoint(-1, 1))
    assert len(plain.state.agenda) == before


@pytest.mark.clause("SIL-20.18", "SIL-20.7")
def test_first_all_agreements_may_end_then_new_ones_are_made() -> None:
    game = halves("P02").card(4, "P09")
    game.state.partner[P09] = 0
    game.run(ResolveJoint())
    assert game.step == LeaveJoint(0, P09) and game.legal() == [No(), Yes()]
    assert game.state.agenda[-2] == ResolveJoint(-1, 0, P09, 1)
    game.do(No())
    assert game.step == LeaveJoint(4, P09) and game.state.agenda[-2] == ResolveJoint(-1, 0, P09, 5)
    game.do(Yes())
    assert JointEnded("P09", 4) in game.events and game.card_at("P09") == VISIBLE and game.state.partner[P09] == -1
    empty = Play(2, joint_passengers=True)
    empty.run(ResolveJoint())
    assert empty.step == ResolveJoint(-1, 1), "the second stage follows"
    before = len(empty.state.agenda)
    empty.run(ResolveJoint(-1, 1))
    assert len(empty.state.agenda) == before, "and nothing follows it"


@pytest.mark.clause("SIL-20.17", "SIL-20.20")
def test_a_pair_may_steal_with_a_route_shorter_by_more_than_two() -> None:
    # Denver–Pueblo: the pair's 7 + 4 count as 13; the owner goes over Falcon (12), over both Falcon and Colorado Springs
    # (7 + 2 + 4, or 7 + 2 + 5), or over Cripple Creek (20).
    for track, length, found in (
        (("S071", "S074"), 12, []),
        (("S071", "S075", "S073"), 13, []),
        (("S070", "S075", "S074"), 14, [4]),
        (("S070", "S061", "S062", "S063"), 20, [4]),
    ):
        game = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").track(1, *track).card(1, "P09")
        for seat in (0, 4):
            put(game, seat, 1, STEAL, P09)
        assert owners_length(game.rules, game.state, P09) == length
        assert partners_for(game.rules, game.state, 0, P09) == found
        assert partners_for(game.rules, game.state, 4, P09) == ([0] if found else [])
    for below, found in ((11, []), (12, [4]), (NO_ROUTE, [1, 4])):
        assert joint_partners(game.rules, game.state, 0, P09, below) == found


@pytest.mark.clause("SIL-20.17", "SIL-20.21", "SIL-5.3")
def test_snow_closes_a_joint_route_to_those_who_want_it_and_not_to_those_who_have_it() -> None:
    # Denver–Leadville: 4 + 5 of seat 0 as far as Como, over the snow; 6 + 3 of seat 2 from there. Over Divide it is 10 + 11.
    card = ATLAS.card_no["P10"]

    def como(*more: str) -> Play:
        game = Play(4, joint_passengers=True)
        game.rules.homes[2] = (ATLAS.town_no["leadville"],)
        return game.track(0, "S039", "S040", *more).track(2, "S045", "S048", *(["S058"] if more else []))

    game = como().card(VISIBLE, "P10")
    for seat in (0, 2):
        put(game, seat, 3, CARD, card)
    assert partners_for(game.rules, game.state, 0, card) == [2]
    game.state.turn = 4
    assert partners_for(game.rules, game.state, 0, card) == []
    owned = como().card(0, "P10")
    owned.state.partner[card] = 2
    assert owners_length(owned.rules, owned.state, card) == 20
    owned.state.turn = 4
    assert owners_length(owned.rules, owned.state, card) == 20, "they keep it in winter"
    both = como("S069", "S059")
    assert shares(both.rules, both.state, [(0, 3), (2, 3)], card) == [140, 140]  # 280 * 9 / 18
    both.state.turn = 4
    assert shares(both.rules, both.state, [(0, 3), (2, 3)], card) == [130, 150]  # 280 * 10 / 21


@pytest.mark.clause("SIL-20.4")
def test_shares_are_rounded_where_a_half_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    game = halves()
    for price, share in ((220, 140), (118, 80), (117, 70), (133, 80)):  # 7 / 11 of them: 140.0, 75.1, 74.5, 84.6
        monkeypatch.setattr(ATLAS, "card_price", [price] * len(ATLAS.cards))
        assert shares(game.rules, game.state, [(0, 1), (4, 1)], P09) == [share, price - share]


@pytest.mark.clause("SIL-20.17")
def test_of_routes_as_long_that_with_most_of_the_earlier_partner_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    # 11 + 9 over Colorado Springs, 10 + 10 over seven segments from Golden to Pueblo.
    distance = dict.fromkeys(range(len(ATLAS.segments)), 99)
    west = {"S035": 10, "S037": 2, "S046": 2, "S043": 2, "S047": 1, "S055": 1, "S065": 1, "S063": 1}
    for segment, length in {"S069": 11, "S072": 9, **west}.items():
        distance[ATLAS.segment_no[segment]] = length
    monkeypatch.setattr(ATLAS, "distance", list(distance.values()))
    game = Play(5, joint_passengers=True).track(0, "S069", "S035").track(4, "S072", *list(west)[1:])
    assert joint_route(game.rules, game.state, 0, 4, P09, False) == (20, 11)
    game.state.order = [4, 3, 2, 1, 0]
    assert joint_route(game.rules, game.state, 0, 4, P09, False) == (20, 10)


@pytest.mark.clause("SIL-20.16")
def test_who_stays_on_a_card_without_an_agreement() -> None:
    def stays(game: Play, seat: int, task: int, card: int = P09) -> bool:
        put(game, seat, 1, task, card)
        prune(game.rules, game.state, card, task)
        return game.piece(seat, 1).status == PLACED

    game = halves().track(1, "S071", "S074")
    assert not stays(game, 0, CARD) and stays(game, 1, CARD), "whoever has an own route"
    assert own_route(game.rules, game.state, 1, P09) and not own_route(game.rules, game.state, 0, P09)
    game.state.pacts = [[P09, 0, 4]]
    assert stays(game, 0, CARD)
    owned = Play(5, joint_passengers=True).track(1, "S071", "S074").card(1, "P09").track(0, "S069", "S072")
    assert not stays(owned, 1, CARD), "it is nobody's to buy any more"
    assert stays(owned, 0, STEAL), "11 is shorter than 12"
    assert not stays(owned, 4, STEAL)
    owned.state.players[1].track, owned.state.players[0].track = [NO["S070"], NO["S073"]], [NO["S069"], NO["S072"]]
    assert not stays(owned, 0, STEAL), "11 is not shorter than 11"
    loose = halves()
    assert not stays(loose, 0, STEAL), "there is nobody to steal it from"
    plain = Play(5).track(0, "S069").card(VISIBLE, "P09")
    assert stays(plain, 0, CARD), "the option is not played"
    variable = halves(variable_passengers=True).card(VISIBLE, "P19")
    assert stays(variable, 2, CARD) and not stays(variable, 2, CARD, ATLAS.card_no["P19"]), "A and B cards may be moved"


@pytest.mark.clause("SIL-20.4", "SIL-20.19")
def test_a_pair_pays_by_the_length_of_its_track() -> None:
    game = halves()
    pair = [(0, 1), (4, 1)]
    assert joint_route(game.rules, game.state, 0, 4, P09, True) == (11, 7)
    assert joint_route(game.rules, game.state, 4, 0, P09, True) == (11, 4)
    assert shares(game.rules, game.state, pair, P09) == [140, 80]  # 220 * 7 / 11
    assert shares(game.rules, game.state, pair[::-1], P09) == [80, 140]
    assert shares(game.rules, game.state, [(4, 1)], P09) == [220]
    events: list[Event] = []
    buy_together(game.rules, game.state, pair, P09, events)
    assert events == [JointBought("P09", [0, 4], [140, 80])]
    assert (game.card_at("P09"), game.state.partner[P09], game.money(0), game.money(4)) == (0, 4, 1460, 1520)
    poor = halves()
    poor.state.players[0].cash = 139
    events = []
    buy_together(poor.rules, poor.state, pair, P09, events)
    assert events == [JointUnpaid("P09", [0, 4])] and poor.card_at("P09") == VISIBLE
    assert [poor.piece(seat, 1).status for seat in (0, 4)] == [FREE, FREE]


@pytest.mark.clause("SIL-20.13", "SIL-20.19")
def test_of_a_pair_those_advance_that_have_won() -> None:
    game = halves(rules="advanced", hire_and_advance=True)
    for seat in (0, 4):
        game.piece(seat, 1).won = seat == 4
    events: list[Event] = []
    buy_together(game.rules, game.state, [(0, 1), (4, 1)], P09, events)
    assert [game.piece(seat, 1).bonus for seat in (0, 4)] == [0, 1]


@pytest.mark.clause("SIL-20.19", "SIL-12.9")
def test_a_pair_that_nobody_disputes_buys_at_once() -> None:
    game = halves()
    game.state.pacts = [[P09, 0, 4]]
    game.run(ResolvePassengers())
    assert game.event(JointBought) == JointBought("P09", [0, 4], [140, 80])
    single = halves().track(0, "S073")
    single.run(ResolvePassengers())
    assert not single.happened(JointBought) and single.piece(0, 1).right and single.piece(4, 1).status == FREE


# -- fares -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-20.5", "SIL-20.10", "SIL-20.24", "SIL-14.5.1")
def test_partners_share_the_fare_rounded_up() -> None:
    game = halves().card(0, "P09")
    assert income(game.rules, game.state, P09) == 80
    game.state.partner[P09] = 4
    assert income(game.rules, game.state, P09) == 40
    game.state.partner[P02] = 0
    assert income(game.rules, game.state, P02) == 30, "half of 50, rounded up"
    game.state.partner[P02] = -1
    for seat, others in ((0, 0), (4, 0), (1, 1)):
        events: list[Event] = []
        collect(game.rules, game.state, seat, events)
        assert events == ([FaresCollected(seat, "P09", 40)] if not others else [])
    double = Play(2, improved_passengers=True, length="short")
    assert income(double.rules, double.state, P09) == 160


@pytest.mark.clause("SIL-8.5", "SIL-20.21")
def test_a_card_is_kept_as_long_as_some_route_is_left() -> None:
    game = halves().card(0, "P09")
    game.state.partner[P09] = 4
    events: list[Event] = []
    check_routes(game.rules, game.state, 0, events)
    assert not events
    game.state.players[4].track.clear()
    game.state.owner[ATLAS.segment_no["S072"]] = -1
    check_routes(game.rules, game.state, 4, events)
    assert game.card_at("P09") == VISIBLE and game.state.partner[P09] == -1 and P09 in game.state.released
