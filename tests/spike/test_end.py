"""Turns, the end of the game, scoring (SPK-5, SPK-12)."""

from __future__ import annotations

import pytest

from boxcars.games.spike.actions import Draw, StopDrawing
from boxcars.games.spike.events import GameEnded, LastTurnsBegan, RouteScored
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.scoring import route_points
from boxcars.games.spike.state import Table
from boxcars.games.spike.steps import DrawMore
from boxcars.games.spike.turn_sequence import END_TURN, can_still_deliver, end_game

from .kit import contract, hold, home, lay, play, rules_for, started, turn_of

SOUTH = ("s331", "s330", "s301", "s300", "s296")


def one_card(rules: Spike, state: Table) -> list[object]:
    """A whole turn: take one card."""
    events = list(play(rules, state, Draw("deck")))
    if state.agenda and isinstance(state.agenda[-1], DrawMore):
        events += play(rules, state, StopDrawing())
    return events


@pytest.mark.clause("SPK-5.1", "SPK-5.6", "SPK-5.3")
def test_turns_go_clockwise_with_one_action_each() -> None:
    rules = rules_for(4)
    state = started(rules)
    order = []
    for _ in range(9):
        order.append(rules.actor(state))
        one_card(rules, state)
    assert order == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.clause("SPK-5.1", "SPK-3.8")
@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_the_first_turn_is_the_first_players(players: int, first: int) -> None:
    rules = rules_for(players)
    state = started(rules, first=first)
    for n in range(2 * players + 1):
        assert rules.actor(state) == (first + n) % players
        one_card(rules, state)


@pytest.mark.clause("SPK-12.2", "SPK-5.1")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_last_turns_do_not_care_who_began(first: int) -> None:
    """The condition met by any seat gives one more turn to every other seat, also beyond the first player."""
    rules = rules_for(3)
    for done in range(3):
        state = started(rules, first=first)
        state.players[done].tracks_left, state.players[done].contracts = 0, []
        state.agenda = [END_TURN[done]]
        rules._advance(state, [])
        order = []
        while state.agenda:
            order.append(rules.actor(state))
            events = rules.apply(state, Draw("deck"))
            if state.agenda and isinstance(state.agenda[-1], DrawMore):
                events += rules.apply(state, StopDrawing())
        assert order == [(done + 1) % 3, (done + 2) % 3] and GameEnded("turns") in events


@pytest.mark.clause("SPK-EX-17", "SPK-12.2", "SPK-12.3", "SPK-12.4")
def test_the_special_end() -> None:
    rules = rules_for(3)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    player = state.players[0]
    contract(rules, state, 0, "fruit-3A")  # pays in Raleigh, but nothing in this network offers fruit
    player.contracts, player.dealt = player.contracts[:1], player.dealt[:1]
    assert not can_still_deliver(rules, player)
    player.tracks_left = 0
    events: list[object] = []
    state.agenda = [END_TURN[0]]
    rules._advance(state, events)  # type: ignore[arg-type]
    assert events == [LastTurnsBegan(0)] and state.last_turns == 2
    state.players[1].tracks_left, state.players[1].contracts = 0, []  # seat 1 has nothing left to do either
    order = []
    while state.agenda:
        order.append(rules.actor(state))
        for event in rules.apply(state, Draw("deck")):
            events.append(event)
        if state.agenda and isinstance(state.agenda[-1], DrawMore):
            events += rules.apply(state, StopDrawing())
    assert order == [1, 2], "everybody else has exactly one more turn"
    assert GameEnded("turns") in events and sum(isinstance(e, RouteScored) for e in events) == 3
    assert sum(isinstance(e, LastTurnsBegan) for e in events) == 1, "the condition triggers once"


@pytest.mark.clause("SPK-12.2", "SPK-12.3")
def test_when_deliveries_are_exhausted() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    player = state.players[0]
    chart = rules.chart
    contract(rules, state, 0, "fruit-3A")
    player.contracts = player.contracts[:1]
    assert not can_still_deliver(rules, player), "fruit is neither carried nor offered by a connected city"
    player.cargo = [chart.goods_id["fruit"]]
    assert can_still_deliver(rules, player), "carried, and Raleigh is connected"
    player.markers = [chart.city_id["raleigh"]]
    assert not can_still_deliver(rules, player), "the only connected listed city has the marker"
    player.cargo, player.markers = [], []
    contract(rules, state, 0, "cloth-3B")
    assert can_still_deliver(rules, player), "Atlanta offers cloth and Raleigh takes it"
    player.contracts = []
    assert not can_still_deliver(rules, player), "no contract left"


@pytest.mark.clause("SPK-12.2")
def test_no_special_end_while_tracks_or_deliveries_are_left() -> None:
    rules = rules_for(2)
    state = started(rules)
    state.players[0].contracts = []
    state.agenda = [END_TURN[0]]
    rules._advance(state, [])
    assert state.last_turns == -1, "tracks are left"
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    state.players[0].tracks_left = 0
    state.players[0].contracts = [rules.chart.sides.index("cloth-3B")]
    state.agenda = [END_TURN[0]]
    rules._advance(state, [])
    assert state.last_turns == -1, "a delivery is left"


@pytest.mark.clause("SPK-12.4", "SPK-9.5")
def test_the_third_time_card_ends_the_last_turns_too() -> None:
    rules = rules_for(3)
    state = started(rules)
    state.round, state.time_cards, state.safe = 3, 2, 0
    for c in range(6):
        state.discard[c] += state.deck[c]
        state.deck[c] = 0
    state.deck[-1] = 1
    state.last_turns = 2
    turn_of(rules, state, 1)
    events = play(rules, state, Draw("deck"))
    assert GameEnded("time") in events and not state.agenda
    assert sum(isinstance(e, RouteScored) for e in events) == 3, "route cards are scored after either ending"


@pytest.mark.clause("SPK-EX-4", "SPK-12.5")
def test_the_route_card() -> None:
    rules = rules_for(2)
    chart = rules.chart
    card = next(r for r, start in enumerate(chart.route_start) if chart.cities[start] == "indianapolis")
    city = chart.city_id
    values = {chart.cities[c]: v for c, v in chart.route_ends[card].items()}
    assert values == {"columbia": 3, "raleigh": 4, "jacksonville": 5, "tampa": 6}
    every = [city[c] for c in ("indianapolis", "raleigh", "columbia", "jacksonville", "tampa")]
    assert route_points(rules, card, every) == 9
    assert route_points(rules, card, every[:-1]) == 7
    assert route_points(rules, card, [city["indianapolis"], city["columbia"]]) == 3
    assert route_points(rules, card, [city["indianapolis"]]) == 0
    assert route_points(rules, card, every[1:]) == 0


def over(scores: list[int], cities: list[int], hands: list[int]) -> list[int]:
    rules = rules_for(len(scores))
    state = started(rules)
    for seat, p in enumerate(state.players):
        p.market_money = scores[seat]
        p.cities = list(range(cities[seat]))
        p.route_points = 0
        hold(rules, state, seat, white=hands[seat])
    state.agenda = []
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.scores == scores
    return outcome.ranks


@pytest.mark.clause("SPK-EX-19", "SPK-12.7", "SPK-12.6")
def test_ties() -> None:
    assert over([40, 41], [12, 11], [5, 0]) == [2, 1], "most money wins; cards and cities are worth nothing"
    assert over([40, 40], [12, 11], [0, 5]) == [1, 2]
    assert over([40, 40], [12, 12], [3, 2]) == [1, 2]
    assert over([40, 40, 39], [12, 12, 20], [3, 3, 0]) == [1, 1, 3]


@pytest.mark.clause("SPK-12.7")
def test_the_last_tie_break_counts_every_card_in_hand() -> None:
    """All colours and wild cards count one each; equal numbers share the place whatever the cards are."""
    rules = rules_for(3)
    colours = rules.chart.colours

    def ranks(*hands: dict[str, int]) -> list[int]:
        state = started(rules)
        for seat, p in enumerate(state.players):
            p.market_money, p.spent, p.route_points, p.cities = 40, 0, 0, list(range(12))
            hold(rules, state, seat, **hands[seat])
        state.agenda = []
        outcome = rules.outcome(state)
        assert outcome is not None and outcome.scores == [40, 40, 40]
        assert next(line for line in outcome.lines if line.label.message == "Cards in hand").values == [
            sum(hand.values()) for hand in hands
        ]
        return outcome.ranks

    first, second, *_, last = colours
    assert ranks({first: 3}, {first: 2, second: 2}, {}) == [2, 1, 3], "four cards in two colours beat three in one"
    assert ranks({first: 2}, {last: 3}, {second: 1, last: 1}) == [2, 1, 2], "whichever cards they are"
    assert ranks(dict.fromkeys(colours, 1), {first: 4}, {second: 5}) == [1, 3, 2]
    assert ranks({first: 2, second: 1}, {last: 3}, {colours[2]: 3}) == [1, 1, 1]


@pytest.mark.clause("SPK-12.6", "SPK-18.7", "SPK-12.5")
def test_money_at_the_end() -> None:
    rules = rules_for(2)
    state = started(rules)
    p = state.players[0]
    p.market_money, p.spent, p.levels = 20, 3, [1, 0, 0]
    home(rules, state, 0, "indianapolis")
    card = next(r for r, start in enumerate(rules.chart.route_start) if rules.chart.cities[start] == "indianapolis")
    other = state.players[1].route
    p.route, p.routes = card, [card]
    if other == card:
        state.players[1].route = state.players[1].routes[0] = (card + 1) % 36
    p.cities.append(rules.chart.city_id["tampa"])
    end_game(state, [], "time")
    rules._advance(state, [])
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.scores[0] == 20 - 3 + 6, "contracts, cards, tracks and parts add nothing"
    assert {line.label.message: line.values[0] for line in outcome.lines}["Route card"] == 6
