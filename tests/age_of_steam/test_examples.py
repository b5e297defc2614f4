"""The worked examples of the rulebook (chapter 20)."""

from __future__ import annotations

import pytest

from boxcars.games.age_of_steam.actions import IssueShares
from boxcars.rail.actions import Bid, DoNothing, DropOut, PassBid, RaiseLocomotive
from tests.age_of_steam.positions import position, start

CROSSING = """
    map rust_belt 4
    seat 0 cash 30
    seat 1 cash 30
    seat 2 cash 30
    seat 3 cash 30 action urbanization
    track 0 c11r8 straight 1
    track 0 c10r9 straight 1
    track 1 c11r7 gentle 2
    track 1 c10r8 straight 1
    track 1 c9r8 gentle 1
"""
"""Seats: 0 yellow, 1 blue, 2 green, 3 orange."""


@pytest.mark.clause("AOS-EX-1", "AOS-5.1")
def test_issuing_shares() -> None:
    at = position("map rust_belt 3\ndue shares")
    at.do(0, IssueShares(2))
    at.do(1, IssueShares(1))
    at.do(2, IssueShares(0))
    assert at.table.shares == [4, 3, 2]
    assert at.table.cash == [20, 15, 10]


@pytest.mark.clause("AOS-EX-2", "AOS-6.1", "AOS-6.2", "AOS-6.4", "AOS-6.5", "AOS-6.6", "AOS-7.8")
def test_the_auction() -> None:
    # 0 yellow, 1 blue, 2 orange, 3 gray, 4 green
    at = position("map rust_belt 5\nturn 2\nseat 4 action turn_order\ndue bid")
    at.do(0, Bid(2))
    at.do(1, DropOut())
    at.do(2, Bid(3))
    at.do(3, DropOut())
    at.do(4, PassBid())
    at.do(0, DropOut())
    assert at.rules.actor(at.table) == 4
    at.no(4, PassBid())
    at.do(4, DropOut())
    assert at.table.order == [2, 4, 0, 3, 1]
    assert at.table.cash == [9, 10, 7, 10, 10]


@pytest.mark.clause("AOS-EX-3", "AOS-8.16", "AOS-8.17", "AOS-10.3", "AOS-10.4", "AOS-2.14")
def test_building_through_a_town() -> None:
    at = position(CROSSING + "due build 2")
    assert at.lay(2, "c12r9 sharp 5") == 3
    assert at.lay(2, "c11r8 cross_straight_straight 1") == 3
    assert at.lay(2, "c10r8 cross_straight_straight 1") == 3
    assert at.table.cash[2] == 21
    link = at.section("c12r9", 0, 5)
    assert link is not None and link.complete and len(link.segments) == 3
    assert at.section("c11r8", 2, 5) is link and at.section("c10r8", 2, "T") is link
    assert at.owner("c10r8", 5, "T") == 2 and not at.complete("c10r8", 5, "T")
    assert [at.table.track.link_segments(s) for s in range(3)] == [2, 4, 3]
    assert at.owner("c11r8", 1, 4) == 0 and at.owner("c10r8", 1, "T") == at.owner("c10r8", 4, "T") == 1


@pytest.mark.clause("AOS-EX-4", "AOS-9.3", "AOS-9.4", "AOS-9.5")
def test_urbanization() -> None:
    at = position(
        CROSSING
        + """
        track 2 c12r9 sharp 5
        track 2 c11r8 cross_straight_straight 1
        track 2 c10r8 cross_straight_straight 1
        due build 3"""
    )
    assert at.table.track.owned(2) == 2
    at.urbanize(3, "c10r8 A")
    assert at.owner("c10r8", 5, "T") is None
    assert at.table.track.owned(2) == 1
    assert at.lay(3, "c10r7 straight 0") == 2
    assert at.lay(3, "c10r9 cross_straight_straight 0") == 3
    assert at.lay(3, "c10r10 sharp 5") == 3
    assert at.table.cash[3] == 22
    assert [at.table.track.link_segments(s) for s in range(4)] == [2, 2, 2, 2]
    assert at.complete("c10r9", 0, 3) and at.section("c10r9", 0, 3) is at.section("c10r10", 0, 5)
    assert at.owner("c10r7", 0, 3) == 3 and not at.complete("c10r7", 0, 3)
    assert at.owner("c10r9", 1, 4) == 0
    assert at.table.track.discs == 0


@pytest.mark.clause("AOS-EX-5", "AOS-10.2")
def test_town_costs() -> None:
    at = position("map rust_belt 3\nseat 0 cash 20\ntrack 0 c7r4 straight 0\ndue build 0")
    prices = {a.tile: at.rules.builder.cost(at.table.track, at.hex("c7r3"), form(a)) for a in at.plays() if a.hex == "c7r3"}
    assert prices["town_1"] == min(prices.values()) == 2
    assert prices["cross_gentle_gentle"] == max(prices.values()) == 5


def form(action: object) -> int:
    from boxcars.games.age_of_steam.components import TILES

    return TILES.form_of[TILES.number[action.tile]][action.rotation]  # type: ignore[attr-defined]


@pytest.mark.clause("AOS-EX-6", "AOS-11.1", "AOS-11.6", "AOS-7.2", "AOS-11.8")
def test_moving_goods() -> None:
    at = position(
        CROSSING.replace("action urbanization", "")
        + """
        order 0 1 2 3
        seat 1 action first_move
        cubes c9r9 blue
        cubes c12r8 blue
        due move_goods"""
    )
    assert at.rules.actor(at.table) == 1
    at.do(1, RaiseLocomotive())
    at.move(0, "c9r9 blue 1 > c12r8")
    assert at.table.income[0] == 1
    at.do(2, DoNothing())
    at.do(3, DoNothing())
    assert at.rules.actor(at.table) == 1
    at.move(1, "c12r8 blue 5 4 > c9r9")
    assert at.table.income == [1, 2, 0, 0]
    at.do(0, DoNothing())
    at.do(2, DoNothing())


GROWTH = """
    map rust_belt 3
    turn 2
    city A c10r8
    display L3 red blue black
    display A yellow red
    display L4 - purple blue
    display B red red
    seat 0 cash 99
    seat 1 cash 99
    seat 2 cash 99
    dice light 3 3 4
    dice dark 1 1 1
"""


@pytest.mark.clause("AOS-EX-7", "AOS-TV-22", "AOS-13.4", "AOS-13.5", "AOS-1.16")
def test_goods_growth() -> None:
    at = position(GROWTH + "due goods_growth")
    assert at.cubes("c0r10") == ["red", "blue"]
    assert sorted(at.cubes("c10r8")) == ["red", "yellow"]
    des_moines = next(c.hex for c in at.rules.board.data.cities if c.id == "des_moines")
    assert at.cubes(des_moines) == ["purple"]
    assert at.column("L3") == ["-", "-", "black"]
    assert at.column("A") == ["-", "-"]
    assert at.column("L4") == ["-", "-", "blue"]
    assert at.column("B") == ["red", "red"]


@pytest.mark.clause("AOS-EX-8", "AOS-3.9")
def test_game_length() -> None:
    lengths = {
        (m, n): start(m, n).rules.turns for m, n in (("rust_belt", 3), ("rust_belt", 4), ("rust_belt", 5), ("rust_belt", 6))
    }
    assert list(lengths.values()) == [10, 8, 7, 6]
    assert start("barbados", 1).rules.turns == 10
    assert start("st_lucia", 2).rules.turns == 8


@pytest.mark.clause("AOS-EX-9", "AOS-7.7")
def test_production_on_turn_1_has_no_effect() -> None:
    at = start("rust_belt", 3)
    at.table.action[1] = 5
    at.table.agenda = []
    from boxcars.games.age_of_steam.steps import Phase

    at.table.agenda = [Phase(-1, "advance_turn"), Phase(-1, "goods_growth")]
    at.rules._advance(at.table, [])
    assert at.table.turn == 2


@pytest.mark.clause("AOS-EX-10", "AOS-6.6")
def test_the_first_to_drop_pays_nothing_even_after_a_bid() -> None:
    at = position("map rust_belt 5\ndue bid")
    for seat, amount in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)):
        at.do(seat, Bid(amount))
    at.do(0, DropOut())
    assert at.table.cash[0] == 10
    for seat in (1, 2, 3):
        at.do(seat, DropOut())
    assert at.table.order == [4, 3, 2, 1, 0]
    assert at.table.cash == [10, 9, 8, 6, 5]
