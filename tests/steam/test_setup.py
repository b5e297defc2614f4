"""Set-up and starting order (STM-4, STM-5)."""

from __future__ import annotations

from random import Random

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.games.steam.state import KINDS
from boxcars.games.steam.types import AuctionOpened, OrderDrawn, SelectAction
from boxcars.rail.actions import Bid, DropOut, PlaceTaken, TurnBegan
from tests.steam.positions import begin, make, refused

DROP = DropOut()


@pytest.mark.clause("STM-4.1", "STM-4.2")
@pytest.mark.parametrize("map", ["north_america", "ruhr"])
@pytest.mark.parametrize("players", [4, 5, 6])
def test_cubes_are_drawn_from_the_bag_for_every_city(map: str, players: int) -> None:
    rules = make(map, players)
    table = begin(rules)
    for place, city in enumerate(rules.board.file.cities):
        assert sum(table.cubes[KINDS * place : KINDS * place + KINDS]) == city.starting_cubes
    assert sum(table.cubes) + sum(table.supply) + sum(table.bag) == 96
    assert sum(table.bag) == rules.board.file.checks["bag_after_setup"][str(players)]
    assert begin(rules, 1).cubes != begin(rules, 2).cubes


@pytest.mark.clause("STM-4.3", "STM-4.4", "STM-TV-17")
def test_three_players_use_fewer_cubes() -> None:
    rules = make("ruhr", 3)
    table = begin(rules)
    assert (sum(table.cubes), sum(table.supply), sum(table.bag)) == (37, 24, 35)
    for place, city in enumerate(rules.board.file.cities):
        assert sum(table.cubes[KINDS * place : KINDS * place + KINDS]) == city.starting_cubes - 1
    america = begin(make("north_america", 3))
    assert (sum(america.cubes), sum(america.supply), sum(america.bag)) == (45, 24, 27)
    assert all(sum(row) == 2 for row in make("ruhr", 3).observe(table, None).supply)
    assert all(sum(row) == 3 for row in make("ruhr", 4).observe(begin(make("ruhr", 4)), None).supply)


@pytest.mark.clause("STM-4.5")
def test_nothing_is_drawn_after_the_set_up() -> None:
    rules = make("ruhr", 4)
    table = begin(rules)
    drawn, rng = dict(table.chance.counters), Random(5)
    while rules.actor(table) >= 0:
        supply = table.supply[:]
        rules.apply(table, rng.choice(rules.legal(table)))
        assert all(now <= before for now, before in zip(table.supply, supply, strict=True))
    assert table.chance.counters == drawn


@pytest.mark.clause("STM-4.6")
def test_everybody_starts_with_nothing() -> None:
    table = begin(make(start="auction"))
    assert table.cash == table.income == table.points == [0] * 4
    assert table.locomotive == [1] * 4
    assert begin(make(mode="standard")).turn == 1


@pytest.mark.clause("STM-4.7")
@pytest.mark.parametrize(("players", "turns"), [(3, 10), (4, 8), (5, 7), (6, 7)])
def test_number_of_turns(players: int, turns: int) -> None:
    assert make("ruhr", players).turns == make("north_america", players).turns == turns


@pytest.mark.clause("STM-4.8")
def test_seats_form_a_circle() -> None:
    """The last seat is left of nobody but the first: after a win of seat 3 the auction is opened by seat 0."""
    rules = make(start="auction")
    table = rules.start(Chance(seed_from(1), script={"opener": [3]}))
    rules.play(table, 3, Bid(0))
    for _ in range(3):
        events = rules.play(table, rules.actor(table), DROP)
    assert AuctionOpened(2, 0) in events


@pytest.mark.clause("STM-4.9")
def test_the_set_up_can_be_repeated_and_told() -> None:
    rules = make(start="auction")
    assert rules.write(begin(rules, 7)) == rules.write(begin(rules, 7))
    red_first = Chance(seed_from(1), script={"bag": [0] * 20 + [1] * 20, "opener": [2]})
    table = rules.start(red_first)
    assert table.cubes[:KINDS] == [rules.board.file.cities[0].starting_cubes, 0, 0, 0, 0]
    assert rules.actor(table) == 2
    told = make().start(Chance(seed_from(1), script={"tiles": [4, 2, 6, 0]}))
    assert told.order[0] == 3


# -- the auction -----------------------------------------------------------------------------------------------------


def opened(opener: int = 0, players: int = 4) -> tuple:
    rules = make("ruhr", players, start="auction")
    return rules, rules.start(Chance(seed_from(1), script={"opener": [opener]}))


@pytest.mark.clause("STM-5.1")
def test_places_are_auctioned_and_the_last_one_is_free() -> None:
    rules, table = opened()
    taken = []
    while table.turn == 0:
        seat = rules.actor(table)
        events = rules.play(table, seat, DROP if table.auction.leader >= 0 else Bid(1))
        taken += [e for e in events if isinstance(e, PlaceTaken)]
    assert [e.place for e in taken] == [1, 2, 3, 4]
    assert [e.paid for e in taken] == [1, 1, 1, 0]
    assert table.order == [e.seat for e in taken]
    assert sorted(table.order) == [0, 1, 2, 3]


@pytest.mark.clause("STM-5.2")
def test_who_opens() -> None:
    assert {begin(make(start="auction"), seed).agenda[-1].seat for seed in range(20)} == {0, 1, 2, 3}
    rules, table = opened(2)
    rules.play(table, 2, DROP)
    rules.play(table, 3, DROP)
    rules.play(table, 0, Bid(4))
    rules.play(table, 1, DROP)  # seat 0 is first; left of it sits seat 1
    assert (table.order, rules.actor(table)) == ([0], 1)
    later = table.clone()
    rules.play(later, 1, DROP)
    rules.play(later, 2, Bid(1))
    rules.play(later, 3, DROP)  # seat 2 is second: seat 3 opens, left of the last winner, not of the first
    assert (later.order, rules.actor(later)) == ([0, 2], 3)
    rules.play(table, 1, DROP)
    rules.play(table, 2, DROP)  # seat 3 is second for nothing; seat 0 has a place already, so seat 1 opens again
    assert (table.order, rules.actor(table)) == ([0, 3], 1)


@pytest.mark.clause("STM-5.3", "STM-TV-3")
def test_bids_rise_by_whole_dollars_within_the_capacity() -> None:
    rules, table = opened()
    assert refused(rules, table, Bid(51)) == "bid_too_high"
    assert refused(rules, table, Bid(-1)) == "bid_too_low"
    rules.play(table, 0, Bid(0))
    assert refused(rules, table, Bid(0)) == "bid_too_low"
    rules.play(table, 1, Bid(7))
    assert [a.amount for a in rules.legal(table)[1:]] == list(range(8, 51))
    rules.play(table, 2, Bid(50))
    assert rules.legal(table) == [DROP]


@pytest.mark.clause("STM-5.4")
def test_who_drops_out_bids_again_for_the_next_place() -> None:
    rules, table = opened(0)
    rules.play(table, 0, DROP)
    rules.play(table, 1, Bid(2))
    rules.play(table, 2, DROP)
    assert refused(rules, table, DROP, seat=0) == "not_your_turn"
    rules.play(table, 3, DROP)
    assert table.order == [1]
    assert table.auction.waiting == [2, 3, 0]


@pytest.mark.clause("STM-5.5", "STM-EX-2", "STM-5.6")
def test_the_winner_pays_at_once() -> None:
    rules, table = opened(0, 5)
    rules.play(table, 0, Bid(7))
    for seat in (1, 2, 3, 4):
        rules.play(table, seat, DROP)
    assert (table.income[0], table.cash[0], table.order) == (-2, 3, [0])
    assert rules.actor(table) == 1
    while table.turn == 0:
        rules.play(table, rules.actor(table), DROP)
    assert sum(table.cash) == 3  # nothing for the others (STM-5.6)


@pytest.mark.clause("STM-TV-15", "STM-5.5")
def test_the_last_one_in_wins_for_nothing() -> None:
    rules, table = opened(0, 3)
    rules.play(table, 0, DROP)
    rules.play(table, 1, DROP)
    assert table.order == [2]
    assert (table.cash[2], table.income[2]) == (0, 0)


@pytest.mark.clause("STM-5.7", "STM-5.8")
def test_random_order_with_compensation() -> None:
    rules = make()
    events: list = []
    table = rules.start(Chance(seed_from(1), script={"tiles": [5, 6, 0, 3]}), events)
    assert table.order == [2, 3, 0, 1]  # the lowest number, then clockwise
    assert [table.cash[seat] for seat in table.order] == [0, 1, 2, 3]
    assert OrderDrawn([6, 7, 1, 4], [2, 3, 0, 1]) in events
    assert TurnBegan(1) in events
    assert table.agenda[-1] == SelectAction(2)


@pytest.mark.clause("STM-15.1", "STM-5.8")
def test_the_standard_game_pays_nobody_for_a_late_place() -> None:
    rules = make(mode="standard")
    table = rules.start(Chance(seed_from(1), script={"tiles": [5, 6, 0, 3]}))
    assert table.order == [2, 3, 0, 1] and table.cash == [0, 0, 0, 0]
