"""The heuristic bot of Ticket to Ride."""

from __future__ import annotations

import pytest

from boxcars.arena import complete, run, schedule
from boxcars.arena.ratings import win_shares
from boxcars.bots import SeatView
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.simple_bots import HeuristicBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride.types import ClaimRoute, DrawTickets, KeepTickets

RULES = registry.make("ticket_to_ride", "usa", 2)


def begun(seed: str = "1"):
    """A game in which both have chosen their tickets."""
    state = RULES.start(Chance(seed_from(seed)))
    while isinstance(RULES.legal(state)[0], KeepTickets):
        RULES.apply(state, RULES.legal(state)[0])
    return state


@pytest.mark.slow
def test_heuristic_beats_random():
    """Must show: 95 % of 400 seat-balanced games."""
    setup = complete("ticket_to_ride", "usa", 2)
    games = list(run(setup, schedule(setup, ["heuristic", "random"], 400, "2"), records=False))
    share = win_shares(games)["heuristic"]
    print(share)
    assert share.share >= 0.95 and share.low > 0.9


def test_the_plan_connects_the_tickets():
    state = begun()
    evaluator = load_evaluator(RULES)
    seat = RULES.actor(state)
    plan = evaluator.plan(state, seat, state.tickets[seat])
    assert plan.routes and plan.open > 0
    for r in plan.routes:
        state.owner[r] = seat
    done = evaluator.plan(state, seat, state.tickets[seat])
    assert done.routes == () and done.open == 0 and done.done == plan.open


def test_a_planned_route_that_can_be_paid_is_claimed():
    state = begun()
    evaluator = load_evaluator(RULES)
    seat = RULES.actor(state)
    plan = evaluator.plan(state, seat, state.tickets[seat])
    state.hands[seat] = [6] * 8 + [0]
    choice = HeuristicBot(RULES, "1").choose(SeatView(RULES, state, seat))
    assert isinstance(choice, ClaimRoute)
    r = RULES.board.route_id[choice.route]
    assert r in plan.routes or RULES.board.partner[r] in plan.routes


def test_in_the_last_turn_points_beat_cards():
    state = begun()
    seat = RULES.actor(state)
    state.final_turns = 1
    state.hands[seat] = [6] + [0] * 8
    choice = HeuristicBot(RULES, "1").choose(SeatView(RULES, state, seat))
    assert isinstance(choice, ClaimRoute)


def test_no_new_tickets_when_the_game_ends():
    state = begun()
    seat = RULES.actor(state)
    state.trains[1 - seat] = 4
    legal = RULES.legal(state)
    logits = load_evaluator(RULES).policy(state, legal)
    assert not isinstance(legal[logits.index(max(logits))], DrawTickets)


def test_values_are_chances():
    state = begun()
    evaluator = load_evaluator(RULES)
    bot = HeuristicBot(RULES, "1")
    while (seat := RULES.actor(state)) >= 0:
        value = evaluator.value(state)
        assert len(value) == 2 and abs(sum(value) - 1) < 1e-9 and min(value) >= 0
        RULES.apply(state, bot.choose(SeatView(RULES, state, seat)))
    winners = RULES.outcome(state).winners
    assert evaluator.value(state) == [1 / len(winners) if s in winners else 0.0 for s in range(2)]


@pytest.mark.parametrize(("players", "experience"), [(2, 0.0), (2, 1.0), (4, 1.0)])
def test_playouts_go_on_with_what_weighs_most(players, experience):
    rules = registry.make("ticket_to_ride", "usa", players)
    evaluator = load_evaluator(rules, experience)
    state = rules.start(Chance(seed_from("playout")))
    while rules.actor(state) >= 0:
        legal = rules.legal(state)
        logits = evaluator.policy(state, legal) if len(legal) > 1 else [0.0]
        action = evaluator.rollout_action(state, {})
        assert action == legal[logits.index(max(logits))]
        rules.apply(state, action)
