"""The tours that Spike's bots plan for their train (ai/train_tours.py)."""

from __future__ import annotations

from boxcars.games.spike.actions import Move, Start
from boxcars.games.spike.ai.evaluator import SpikeEvaluator
from boxcars.games.spike.map import FREIGHT, LOCOMOTIVE
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table

from .kit import contract, home, lay, rules_for, stand, started, turn_of

SOUTH = ("s331", "s330", "s301", "s300", "s296")
"""Atlanta, Columbia, Raleigh, and a branch to Knoxville."""
TURNS = 30.0


def south() -> tuple[Spike, Table, SpikeEvaluator]:
    """A train in Atlanta, which has cloth; Raleigh pays 5 for it."""
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    contract(rules, state, 0, "cloth-3B")
    state.players[0].contracts = state.players[0].contracts[:1]
    turn_of(rules, state, 0)
    evaluator = SpikeEvaluator(rules)
    evaluator.set_weights({"plans_tours": 1.0})
    return rules, state, evaluator


def test_the_ground_knows_ways_over_track_and_lines_to_be_built() -> None:
    rules, state, evaluator = south()
    player, city = state.players[0], rules.chart.city_id
    ground = evaluator.reachability(player)
    atlanta, columbia, raleigh, knoxville = (city[c] for c in ("atlanta", "columbia", "raleigh", "knoxville"))
    assert ground.apart[atlanta][raleigh] == ground.apart[raleigh][atlanta] == 4
    assert ground.apart[columbia][knoxville] == 2
    assert [ground.reach[c] for c in (atlanta, columbia, raleigh, knoxville)] == [0, 0, 0, 0]
    norfolk = city["norfolk"]
    assert ground.reach[norfolk] == 2 and ground.apart[atlanta][norfolk] == 6


def test_a_new_city_brings_others_nearer() -> None:
    rules, state, evaluator = south()
    player, city = state.players[0], rules.chart.city_id
    before = evaluator.reachability(player)
    after = evaluator.with_city(player, before, city["norfolk"])
    assert after.reach[city["norfolk"]] == 0
    assert all(a <= b for a, b in zip(after.reach, before.reach, strict=True)) and sum(after.reach) < sum(before.reach) - 2
    assert before.reach[city["norfolk"]] == 2, "the old ground stays as it was"


def test_a_tour_is_worth_its_delivery_less_its_start() -> None:
    _, state, evaluator = south()
    player, t = state.players[0], evaluator.weights
    t.tour_turn_cost = t.turn_cost = t.contract_time_cost = 0.0
    spot = (player.segment, player.point)
    assert evaluator.train_value(player, spot, [], TURNS) == 5 - t.action_cost
    assert evaluator.train_value(player, spot, [], 0.5) == 0.0, "there is no time for it"
    t.tour_turn_cost = 0.1
    assert evaluator.train_value(player, spot, [], TURNS) == 5 - t.action_cost - 0.1 * 5


def test_a_better_train_earns_more() -> None:
    rules, state, evaluator = south()
    player = state.players[0]
    contract(rules, state, 0, "cloth-3B")
    assert evaluator.upgrade_tour_gain(player, LOCOMOTIVE, 4.0) > 0.0
    assert evaluator.upgrade_tour_gain(player, FREIGHT, TURNS) == 0.0, "one contract needs no second car"


def test_it_starts_for_the_delivery_and_never_for_nothing() -> None:
    rules, state, evaluator = south()
    legal = rules.legal(state)
    weights = evaluator.policy(state, legal)
    starts = [(w, a) for a, w in zip(legal, weights, strict=True) if isinstance(a, Start)]
    best = max(starts, key=lambda item: item[0])
    assert best[1].load == "cloth" and best[1].to == "s331>r10c08"
    state.players[0].contracts = []
    legal = [a for a in rules.legal(state) if isinstance(a, Start)]
    others = [a for a in rules.legal(state) if not isinstance(a, Start)]
    assert max(evaluator.policy(state, legal + others)[: len(legal)]) < -10


def test_a_train_on_the_track_goes_where_its_goods_are_paid() -> None:
    rules, state, evaluator = south()
    state.players[0].cargo = [rules.chart.goods_id["cloth"]]
    stand(rules, state, 0, "s331>r10c08")
    turn_of(rules, state, 0)
    legal = rules.legal(state)
    weights = evaluator.policy(state, legal)
    best = legal[weights.index(max(weights))]
    assert isinstance(best, Move) and best.to == "s330>r10c09", "to Columbia and Raleigh, not to Knoxville, and it does not wait"


def test_without_tours_it_evaluates_as_the_first_expert_did() -> None:
    _, state, evaluator = south()
    player = state.players[0]
    evaluator.set_weights({"plans_tours": 0.0})
    drops, load = evaluator.train_jobs(player, (player.segment, player.point), [], TURNS)
    assert evaluator.train_value(player, (player.segment, player.point), [], TURNS) == drops + load
