"""The bots of Age of Steam and Steam: plans, forecasts and rollouts."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.levels import LEVELS, level_settings
from boxcars.bots.search_bot import SearchBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import IssueShares
from boxcars.games.age_of_steam.steps import MoveOne
from boxcars.rail.actions import Bid, RaiseLocomotive
from tests.scale import FULL

SETUPS = [("age_of_steam", "rust_belt", 4), ("steam", "north_america", 4)]


def round_starts(rules: Any, evaluator: Any, seed: str) -> list[Any]:
    """The positions at which rounds begin, in a game by the policy of playouts."""
    state, found, memo = rules.start(Chance(seed_from(seed))), [], {}
    while rules.actor(state) >= 0:
        if not found or evaluator.current_round(found[-1]) != evaluator.current_round(state):
            found.append(rules.clone(state))
        rules.apply(state, evaluator.rollout_action(state, memo))
    return [*found, state]


@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_playouts_are_legal_and_leave_their_position_alone(game, map, players):
    """What ``rollout_action`` does without asking for all legal actions is legal, and a plan is carried out to its end."""
    rules = registry.make(game, map, players)
    evaluator = load_evaluator(rules)
    state, memo, planned = rules.start(Chance(seed_from("proceed"))), {}, 0
    while rules.actor(state) >= 0 and evaluator.current_round(state) < 4:
        before = rules.write(state)
        action = evaluator.rollout_action(state, memo)
        assert rules.write(state) == before
        legal = rules.legal(state)
        assert action in legal
        planned += bool(memo) and len(legal) > 1
        rules.apply(state, action)
    assert planned > 20


@pytest.mark.parametrize(("game", "map", "players"), [("age_of_steam", "st_lucia", 2), ("steam", "north_america", 4)])
def test_stirred_playouts_differ(game, map, players):
    """Where nothing is drawn, luck of its own makes another game of a playout; the same luck makes the same."""
    rules = registry.make(game, map, players)
    evaluator = load_evaluator(rules)
    evaluator.rollout_temperature = 0.5
    start = rules.start(Chance(seed_from("stirred")))
    ends = []
    for luck in ("a", "a", "b", ""):
        evaluator.rollout_rng = random.Random(luck) if luck else None
        state, memo = rules.clone(start), {}
        while rules.actor(state) >= 0 and evaluator.current_round(state) < 3:
            action = evaluator.rollout_action(state, memo)
            assert rules.refuse(state, rules.actor(state), action) is None
            rules.apply(state, action)
        ends.append(rules.write(state))
    assert ends[0] == ends[1]
    assert len(set(ends)) == 3


@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_what_is_remembered_does_not_change_the_judgement(game, map, players):
    """An evaluator that has seen many positions weighs like a new one."""
    rules = registry.make(game, map, players)
    old = load_evaluator(rules)
    positions = round_starts(rules, old, "memory")
    for start in positions[1:-1:2]:
        state, new = rules.clone(start), load_evaluator(rules)
        for _ in range(40):
            if rules.actor(state) < 0:
                break
            legal = rules.legal(state)
            logits = old.policy(state, legal)
            assert logits == new.policy(state, legal)
            rules.apply(state, legal[logits.index(max(logits))])


@pytest.mark.slow
@pytest.mark.in_turn(2)
@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_forecasts_see_the_winner_better_the_later_it_is(game, map, players):
    """Values are chances; at the end they single out who won, and before it they know more than nothing."""
    rules = registry.make(game, map, players)
    evaluator = load_evaluator(rules)
    early, late = 0.0, 0.0
    for n in range(6):
        positions = round_starts(rules, evaluator, f"forecast {n}")
        ranks = rules.outcome(positions[-1]).ranks
        winner = ranks.index(1)
        for state in positions:
            value = evaluator.value(state)
            assert sum(value) == pytest.approx(1.0) and min(value) >= 0.0
        assert max(evaluator.value(positions[-1])) == evaluator.value(positions[-1])[winner]
        early += evaluator.value(positions[1])[winner] / 6
        late += evaluator.value(positions[-2])[winner] / 6
    assert late > early
    assert late > 1.3 / players


@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_forecasts_fit_the_features(game, map, players):
    rules = registry.make(game, map, players)
    evaluator = load_evaluator(rules)
    size = len(evaluator.features(rules.start(Chance(seed_from("size"))), 0))
    assert all(len(row) == size for row in evaluator.forecast.coefficients)
    assert len(evaluator.forecast.errors) == len(evaluator.forecast.coefficients) >= 7
    errors = evaluator.forecast.errors
    # Fitted are positions after the first round: only games of three have more than seven rounds left there, and fewer rivals.
    assert errors[0] < errors[3] < errors[6], "the nearer the end, the surer"


@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_rollouts_try_every_candidate_in_the_same_worlds(game, map, players):
    rules = registry.make(game, map, players)
    state = round_starts(rules, load_evaluator(rules), "rollouts")[3]
    view = SeatView(rules, state, rules.actor(state))
    bot = SearchBot(rules, "5", iterations=4, rollout_rounds=1, max_candidates=4, prune_margin=1e9)
    root = bot.search(view, view.legal())
    assert len(root.actions) == 4 and min(root.visits) >= 1 and root.total_visits == bot.iterations_done >= 4
    assert not bot.positions, "rollouts grow no tree"


@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_levels_are_those_of_the_game(game, map, players):
    rules = registry.make(game, map, players)
    bots = [make_bot(level, rules, "1") for level in LEVELS]
    for level, bot in zip(LEVELS, bots, strict=True):
        effort = level_settings(level, game, players)
        known = {name: value for name, value in effort.items() if hasattr(bot.settings, name)}
        assert {name: getattr(bot.settings, name) for name in known} == known
    efforts = [bot.settings.iterations * (bot.settings.max_candidates > 1) for bot in bots]
    assert efforts == sorted(efforts) and efforts[0] == 0 < efforts[-1]
    temperatures = [bot.settings.temperature for bot in bots]
    assert temperatures == sorted(temperatures, reverse=True) and temperatures[0] > temperatures[-1] == 0


def test_who_plays_alone_or_duels_plays_games_out():
    alone, duel = registry.make("age_of_steam", "barbados", 1), registry.make("age_of_steam", "st_lucia", 2)
    assert make_bot("expert", alone, "1").settings.rollout_rounds == make_bot("expert", duel, "1").settings.rollout_rounds == 99
    assert make_bot("expert", registry.make("age_of_steam", "rust_belt", 4), "1").settings.rollout_rounds == 1


def test_the_first_place_is_bid_for_whatever_a_forecast_says():
    """What a place at the start of Steam is worth shows long after the playouts are over: the expert goes by its evaluator."""
    rules = registry.make("steam", "north_america", 4)
    state = rules.start(Chance(seed_from("first place")))
    paid = 0
    while (seat := rules.actor(state)) >= 0 and not state.order:
        view = SeatView(rules, state, seat)
        bot = make_bot("expert" if seat == 2 else "expert@1:iterations=1:max_candidates=1", rules, str(seat))
        if seat == 2:
            root = bot.search(view, view.legal())
            assert len(root.actions) == 1, "nothing is compared"
        action = bot.choose(view)
        if seat == 2 and isinstance(action, Bid):
            paid = action.amount
        rules.apply(state, action)
    assert state.order[0] == 2 and paid <= 8


def test_a_step_of_income_is_worth_more_the_more_turns_it_pays():
    """A forecast that was fitted to players who are all alike sees a builder behind every debt, and thinks the opposite."""
    forecast = load_evaluator(registry.make("steam", "north_america", 4), 1.0).forecast
    features = [1.0, 2.0, 3.0, 5.0, 4.0, 4.0, 8.0]
    more = [1.0, 3.0, *features[2:]]
    worth = [0.5 + forecast.expected_gain(left, more) - forecast.expected_gain(left, features) for left in range(1, 8)]
    assert worth == sorted(worth)
    assert worth[0] < 1.0 < worth[-1], "points for victory in the end, income first"


def test_money_and_shares_count_more_the_earlier_it_is():
    """Fitted to players who are all alike, the forecast thought that money is worth nothing in the last three turns and
    that an early share costs little, and bid by that."""
    forecast = load_evaluator(registry.make("age_of_steam", "rust_belt", 4), 1.0).forecast
    income, shares, level, cash, _, now, soon, short, gain = range(1, 10)
    rows = forecast.coefficients[:7]
    assert [row[cash] > 0 for row in rows] == [True] * 7
    assert rows[0][cash] < rows[3][cash] < rows[6][cash]
    assert rows[0][shares] > rows[3][shares] > rows[6][shares]
    for row in rows:
        assert row[level] > 0 and row[soon] > 0 and row[gain] > 0 and row[short] < 0
        assert 5 * row[cash] - 3 + row[shares] < 5, "nobody gets rich by shares"
        assert 3 + row[income] + row[now] > 0


def test_what_is_hushed_keeps_its_order():
    """Fitted numbers count an early link as hundreds of points: nothing else would be compared with the best."""
    rules = registry.make("age_of_steam", "rust_belt", 4)
    capped, hushed = load_evaluator(rules, 1.0), load_evaluator(rules, 1.0)
    capped.set_weights({"income_cap": 1e9, "extra_share_penalty": 0.0})
    hushed.set_weights({"extra_share_penalty": 0.0})
    compared = [0, 0]
    for state in (position for start in round_starts(rules, hushed, "hush")[:5] for position in moments(rules, hushed, start)):
        legal = rules.legal(state)
        ranked = []
        for n, evaluator in enumerate((capped, hushed)):
            logits = evaluator.policy(state, legal)
            ranked.append(sorted(range(len(legal)), key=lambda i: -logits[i]))
            compared[n] += sum(logit > max(logits) - 20.0 for logit in logits)
        assert ranked[0] == ranked[1]
    assert compared[1] > 1.5 * compared[0]


def moments(rules: Any, evaluator: Any, start: Any) -> list[Any]:
    """Every seventh decision of a round."""
    state, found, memo, now = rules.clone(start), [], {}, evaluator.current_round(start)
    while rules.actor(state) >= 0 and evaluator.current_round(state) == now:
        found.append(rules.clone(state))
        rules.apply(state, evaluator.rollout_action(state, memo))
    return found[::7]


def test_no_search_tries_dear_bids_or_idle_shares():
    """What a place costs if others bid, too, no playout of one round tells, nor what a share does: it bid twelve dollars and had
    all fifteen shares out by the fourth turn. A little more than the evaluator would is tried."""
    rules = registry.make("age_of_steam", "rust_belt", 4)
    newest, former = load_evaluator(rules, 1.0), load_evaluator(rules, 1.0, "weights_2.json", "value_2.json")
    state = rules.start(Chance(seed_from("dear bids")))
    gap = level_settings("expert", "age_of_steam", 4)["prune_margin"]

    def tried(evaluator: Any, kind: type) -> list[int]:
        legal = rules.legal(state)
        logits = evaluator.policy(state, legal)
        near = [a for a, w in zip(legal, logits, strict=True) if isinstance(a, kind) and w >= max(logits) - gap]
        return [action.amount if kind is Bid else action.shares for action in near]

    legal = rules.legal(state)
    assert isinstance(legal[0], IssueShares)
    wanted = legal[newest.sample_index(newest.policy(state, legal))].shares
    assert max(tried(newest, IssueShares)) <= wanted + 1 < max(tried(former, IssueShares))
    while not any(isinstance(action, Bid) for action in rules.legal(state)):
        rules.apply(state, newest.rollout_action(state, {}))
    state.cash[rules.actor(state)] = 14
    assert max(tried(newest, Bid)) < 8 <= max(tried(former, Bid))


def test_nobody_raises_the_locomotive_to_be_out_of_the_game():
    """The numbers by hand counted it as thirty points, and fitted ones an early link as hundreds."""
    rules = registry.make("age_of_steam", "rust_belt", 4)
    evaluator = load_evaluator(rules)
    state, memo = rules.start(Chance(seed_from("raise"))), {}
    while not isinstance(state.agenda[-1], MoveOne):
        rules.apply(state, evaluator.rollout_action(state, memo))
    seat, legal = rules.actor(state), rules.legal(state)
    raised = legal.index(RaiseLocomotive())
    state.shares[seat] = 4
    evaluator.set_weights({"income_kept": 2.5})
    logits = {}
    for ruin in (0.0, 1.0):
        for cash in (0, 20):
            evaluator.set_weights({"unpaid_penalty": ruin})
            state.cash[seat] = cash
            logits[ruin, cash] = evaluator.policy(state, legal)
    assert logits[0.0, 20] == logits[1.0, 20], "who can pay need not mind"
    assert logits[1.0, 0][raised] < logits[0.0, 0][raised] - 50
    assert [w for i, w in enumerate(logits[1.0, 0]) if i != raised] == [w for i, w in enumerate(logits[0.0, 0]) if i != raised]


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "map", "players"), SETUPS)
def test_hard_beats_the_heuristic(game, map, players):
    """One among three takes most games (docs/ladder.md has the figures of many)."""
    rules = registry.make(game, map, players)
    won = 0.0
    seats = range(players) if FULL else range(0, players, 2)
    for seat in seats:
        bots = [make_bot("hard:seconds=0" if s == seat else "heuristic", rules, f"{seat} {s}") for s in range(players)]
        state = rules.start(Chance(seed_from(f"hard {seat}")))
        while (s := rules.actor(state)) >= 0:
            rules.apply(state, bots[s].choose(SeatView(rules, state, s)))
        winners = rules.outcome(state).winners
        won += (seat in winners) / len(winners)
    assert won >= 0.5 * len(seats)
