"""The heuristic bot of Spike: it beats chance, never stalls, and its judgement is sane."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core.chance import Chance, seed_from
from boxcars.games.spike.actions import Build, Deliver, KeepCargo, Start
from boxcars.games.spike.ai.evaluator import SpikeEvaluator
from boxcars.games.spike.rules import Spike
from boxcars.games.spike.state import Table

from ..scale import games as scaled
from .kit import contract, home, lay, rules_for, started, turn_of

SOUTH = ("s331", "s330", "s301", "s300", "s296")


def play(rules: Spike, kinds: list[str], seed: str) -> Table:
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    state = rules.start(Chance(seed_from(seed)))
    decisions = 0
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        decisions += 1
        assert decisions < 1500, "the game stalls"
        if decisions % 5 == 0:
            rules.audit(state)
    rules.audit(state)
    return state


def wins(players: int, games: int, **options: Any) -> float:
    """The share of games that one heuristic seat wins against random ones, every seat equally often."""
    won = 0.0
    for n in range(games):
        rules = rules_for(players, **options)
        seat = n % players
        state = play(rules, ["heuristic" if s == seat else "random" for s in range(players)], f"bot {players} {n // players}")
        outcome = rules.outcome(state)
        assert outcome is not None
        won += (outcome.ranks[seat] == 1) / outcome.ranks.count(1)
    return won / games


@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_chance(players: int) -> None:
    assert wins(players, 4) == 1.0


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games", "advanced"),
    [(2, 200, False), (3, 60, False), (4, 60, False), (2, 40, True), (4, 40, True)],
)
def test_it_beats_chance_nearly_always(players: int, games: int, advanced: bool) -> None:
    assert wins(players, scaled(games, 8) // players * players, advanced=advanced) >= 0.95


@pytest.mark.parametrize(("players", "advanced"), [(2, True), (3, False)])
def test_games_among_bots_end(players: int, advanced: bool) -> None:
    rules = rules_for(players, advanced=advanced)
    state = play(rules, ["heuristic"] * players, f"among {players}")
    assert max(p.money for p in state.players) > 30
    assert any(p.delivered for p in state.players)


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "advanced"), [(n, a) for n in (2, 3, 4) for a in (False, True)])
def test_two_hundred_games_among_bots(players: int, advanced: bool) -> None:
    """34 games for each of six tables, without a violation and without a stall."""
    rules = rules_for(players, advanced=advanced)
    for n in range(scaled(34)):
        play(rules, ["heuristic"] * players, f"two hundred {n}")


def test_it_delivers_and_starts_for_a_delivery() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "atlanta")
    lay(rules, state, 0, *SOUTH)
    contract(rules, state, 0, "cloth-3B", "fruit-3A")  # Atlanta offers cloth, Raleigh pays 5 for it
    turn_of(rules, state, 0)
    evaluator = SpikeEvaluator(rules)
    legal = rules.legal(state)
    starts = [(w, a) for a, w in zip(legal, evaluator.policy(state, legal), strict=True) if isinstance(a, Start)]
    best = max(starts, key=lambda item: item[0])[1]
    assert best.load == "cloth" and best.to == "s331>r10c08"
    state.players[0].cargo = [rules.chart.goods_id["fruit"]]
    state.players[0].point = rules.chart.city_point[rules.chart.city_id["raleigh"]]
    assert evaluator.delivery_value(state, 0, Deliver("fruit")) > evaluator.delivery_value(state, 0, KeepCargo())


def test_it_prefers_cities_of_its_contracts() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 0, "raleigh")
    evaluator = SpikeEvaluator(rules)
    gains = evaluator.city_gains(state, 0)
    wanted = {c for side in state.players[0].contracts for c in rules.chart.pays[side]}
    goods = {rules.chart.card_goods[side // 2] for side in state.players[0].contracts}
    wanted |= {c for c, g in enumerate(rules.chart.offers) if g in goods}
    near = [c for c, far in enumerate(evaluator.reach(state.players[0].points)) if 0 < far <= 4]
    mean = {kind: [gains[c] for c in near if (c in wanted) is kind] for kind in (True, False)}
    assert sum(mean[True]) / len(mean[True]) > sum(mean[False]) / len(mean[False])


def test_values_are_chances() -> None:
    rules = rules_for(3)
    state = started(rules)
    evaluator = SpikeEvaluator(rules)
    level = evaluator.value(state)
    assert all(0 < v < 1 for v in level)
    state.players[1].market_money += 40
    assert evaluator.value(state)[1] > level[1] and evaluator.value(state)[0] < level[0]
    build = next(a for a in rules.legal(state) if isinstance(a, Build))
    assert evaluator.explain_action(state, build).message
