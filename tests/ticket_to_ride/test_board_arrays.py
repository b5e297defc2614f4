"""The game as arrays: codes of actions, distances, and the row of numbers that a network is fed."""

from __future__ import annotations

import random
from hashlib import sha256
from importlib.resources import files
from statistics import fmean

import msgspec
import numpy as np
import pytest

from boxcars.bots import SeatView
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.learned_bot import LearnedBot
from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride.ai import board_arrays as t
from boxcars.games.ticket_to_ride.ai.city_distances import FAR, distances
from boxcars.games.ticket_to_ride.ai.network_input import LAYOUT, SCALE, SIZE, row
from boxcars.games.ticket_to_ride.ai.network_input_from_view import observation_arrays
from boxcars.games.ticket_to_ride.types import DrawTickets
from boxcars.locale import say
from tests.ticket_to_ride.positions import rules_for


def test_every_action_has_a_code_of_its_own() -> None:
    rng = random.Random(3)
    rules = rules_for(3)
    state = rules.start(Chance(seed_from(3)))
    met = set()
    while state.agenda:
        offer = state.offers[rules.actor(state)]
        legal = rules.legal(state)
        codes = [t.code_of(action, offer) for action in legal]
        assert len(set(codes)) == len(codes)
        assert [t.action_of(code, offer) for code in codes] == legal
        met |= set(codes)
        rules.apply(state, rng.choice(legal))
    assert t.CLAIMS == 1060
    assert max(met) < t.ACTIONS and min(met) < t.CLAIMS


def test_distances_are_those_of_three_loops() -> None:
    draw = np.random.default_rng(1)
    for _ in range(20):
        cost = draw.choice([0, 1, 2, 3, 700, FAR], size=t.PAIRS)
        want = np.full((t.CITIES, t.CITIES), FAR)
        np.fill_diagonal(want, 0)
        want[t.PAIR_ENDS[:, 0], t.PAIR_ENDS[:, 1]] = want[t.PAIR_ENDS[:, 1], t.PAIR_ENDS[:, 0]] = cost
        for city in range(t.CITIES):
            want = np.minimum(want, want[:, city, None] + want[None, city])
        assert np.array_equal(distances(np, cost), np.minimum(want, FAR))


@pytest.mark.parametrize("players", [2, 5])
def test_a_row_tells_what_the_seat_sees(players: int) -> None:
    rng = random.Random(players)
    rules = rules_for(players)
    state = rules.start(Chance(seed_from(players)))
    while state.agenda:
        seat = rules.actor(state)
        seen = rules.observe(state, seat)
        numbers = row(np, observation_arrays(seen), players)
        assert numbers.shape == SCALE.shape == (SIZE,)

        def field(name: str, numbers: np.ndarray = numbers) -> list[int]:
            first, end, _ = LAYOUT[name]
            return numbers[first:end].tolist()

        assert field("hand") == seen.hand
        assert field("trains")[:players] == [seen.trains[(seat + i) % players] for i in range(players)]
        assert field("deck") == [seen.deck]
        owner = np.array(field("owner")).reshape(5, t.ROUTES)
        assert owner[0].tolist() == [int(who == seat) for who in seen.owner]
        # Whoever could not tell two worlds apart is shown the same row.
        other = rules.imagine(state, seat, seed_from(len(seen.agenda)))
        assert np.array_equal(numbers, row(np, observation_arrays(rules.observe(other, seat)), players))
        rules.apply(state, rng.choice(rules.legal(state)))


def test_the_plan_knows_how_far_a_ticket_is() -> None:
    """An empty board: what a ticket needs is its shortest way, as printed in the ticket file."""
    rules = rules_for(2)
    state = rules.start(Chance(seed_from(1)))
    numbers = row(np, observation_arrays(rules.observe(state, rules.actor(state))), 2)
    first, end, _ = LAYOUT["need"]
    assert numbers[first:end].tolist() == [ticket.shortest for ticket in rules.board.tickets]


@pytest.mark.parametrize("name", ["duel", "master"])
def test_the_weights_that_ship_are_those_of_the_record(name: str) -> None:
    package = files("boxcars.games.ticket_to_ride.ai")
    weights = (package / f"{name}.npz").read_bytes()
    record = msgspec.json.decode((package / f"{name}.json").read_bytes())
    assert sha256(weights).hexdigest() == record["sha256"]
    assert len(weights) <= 8 * 2**20


@pytest.mark.parametrize("players", [2, 5])
def test_the_master_plays_what_the_rules_accept_and_always_the_same(players: int) -> None:
    rules = rules_for(players)
    moves = []
    for _ in range(2):
        state = rules.start(Chance(seed_from(7)))
        bot = LearnedBot(rules, "any seed")
        played = []
        while rules.actor(state) >= 0 and len(played) < 40:
            action = bot.choose(SeatView(rules, state, rules.actor(state)))
            rules.play(state, rules.actor(state), action)
            played.append(rules.write(action))
        moves.append(played)
    assert moves[0] == moves[1] and len(moves[0]) == 40


def test_two_masters_play_for_many_tickets() -> None:
    """Strong players win with 130 points and more; who never draws a ticket has 120."""
    rules = rules_for(2)
    winners, kept = [], []
    for number in range(12):
        state = rules.start(Chance(seed_from(f"two masters {number}")))
        bot = LearnedBot(rules, "any seed")
        while rules.actor(state) >= 0:
            rules.play(state, rules.actor(state), bot.choose(SeatView(rules, state, rules.actor(state))))
        outcome = rules.outcome(state)
        assert outcome is not None
        winners.append(max(outcome.scores))
        kept += [len(tickets) for tickets in state.tickets]
    assert fmean(winners) >= 130
    assert fmean(kept) > 3


def test_the_advice_of_the_master_is_what_it_plays() -> None:
    """Drawing tickets is advised with the reason that holds then: whether the others are connected, and with how many trains."""
    rules = rules_for(2)
    state = rules.start(Chance(seed_from("advised")))
    bot = LearnedBot(rules, "any seed")
    reasons = set()
    while rules.actor(state) >= 0:
        view = SeatView(rules, state, rules.actor(state))
        action = bot.choose(view)
        if isinstance(action, DrawTickets):
            found = bot.explain(view)
            assert found[0].action == action
            plan = load_evaluator(rules).plan(state, view.seat, state.tickets[view.seat])
            reasons.add((bool(plan.routes), say(found[0].why)))
        rules.play(state, view.seat, action)
    assert reasons
    for open, reason in reasons:
        assert ("need" in reason) == open and ("connected" in reason) != open
