"""Silverton's levels: the evaluator decides early, late decisions are played out to the end."""

from __future__ import annotations

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.levels import LEVELS
from boxcars.bots.rollout_search import ALL_ROUNDS, RolloutSearch
from boxcars.bots.search_bot import SearchBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.silverton.steps import OperateClaims


def played(rules, turn, seed="levels"):
    """A game between heuristic bots up to its first real decision in a turn."""
    evaluator = load_evaluator(rules)
    state = rules.start(Chance(seed_from(seed)))
    while state.turn < turn or len(rules.legal(state)) == 1:
        rules.apply(state, evaluator.rollout_action(state, {}))
    return state


def test_early_the_evaluator_decides_and_late_every_candidate_is_played_out():
    rules = registry.make("silverton", "colorado", 2)
    spent = []
    for turn in (2, 12):
        state = played(rules, turn)
        bot = SearchBot(rules, "1", iterations=4, rollout_rounds=99, max_candidates=3, prune_margin=1e9, search_last_rounds=5)
        view = SeatView(rules, state, rules.actor(state))
        chosen = bot.choose(view)
        assert chosen in view.legal()
        spent.append(bot.iterations_done)
        if not bot.iterations_done:
            logits = bot.evaluator.policy(state, view.legal())
            assert chosen == view.legal()[logits.index(max(logits))]
    assert spent[0] == 0 and spent[1] >= 4


def test_turns_left_shrink_to_the_end():
    rules = registry.make("silverton", "colorado", 2)
    evaluator = load_evaluator(rules)
    left = [evaluator.rounds_left(played(rules, turn)) for turn in (1, 5, 9)]
    assert left == sorted(left, reverse=True) and left[0] > left[-1] > 1
    state = played(rules, 5)
    state.players[0].cash, state.players[0].announced = 9_500, True
    assert evaluator.rounds_left(state) == 2, "who is near the target ends the game soon"


def test_playouts_are_quicker_and_make_no_offers():
    rules = registry.make("silverton", "colorado", 3)
    evaluator = load_evaluator(rules)
    state = rules.start(Chance(seed_from("playout")))
    memo: dict[int, object] = {}
    done = 0
    while rules.actor(state) >= 0:
        action = evaluator.rollout_action(state, memo)
        assert rules.refuse(state, rules.actor(state), action) is None
        rules.apply(state, action)
        assert state.offers == 0
        done += 1
    assert done > 100 and max(rules.outcome(state).scores) >= 10_000


@pytest.mark.parametrize(
    ("map", "players", "turn", "options"),
    [
        ("colorado", 4, 11, {"rules": "advanced"}),
        ("colorado", 6, 7, {"length": "short", "improved_passengers": True, "joint_passengers": True}),
        ("golden_spike_2", 2, 20, {}),
        ("solo_denver_campaign", 1, 23, {}),
    ],
)
def test_levels_play_every_table(map, players, turn, options):
    rules = registry.make("silverton", map, players, options)
    state = played(rules, turn, "tables")
    bots = [make_bot(f"{level}:seconds=0.1", rules, level) for level in LEVELS]
    for number in range(8):
        if (seat := rules.actor(state)) < 0:
            break
        action = bots[number % len(bots)].choose(SeatView(rules, state, seat))
        assert rules.refuse(state, seat, action) is None
        rules.apply(state, action)


def test_paired_playouts_take_up_the_same_luck_with_every_players_turn():
    rules = registry.make("silverton", "colorado", 2)
    evaluator = load_evaluator(rules)
    state = played(rules, 5)
    moments = []
    while state.turn < 7:
        if not moments or evaluator.chance_period(state) != moments[-1]:
            moments.append(evaluator.chance_period(state))
        rules.apply(state, evaluator.rollout_action(state, {}))
    assert len(set(moments)) == len(moments) == 2 * 3, "placing, then each of two players"


def test_near_the_end_everything_is_played_out_and_before_that_only_what_pays():
    rules = registry.make("silverton", "colorado", 2)
    found = {}
    for turn in (4, 13):
        state = played(rules, turn)
        while not isinstance(state.agenda[-1], OperateClaims) or len(rules.legal(state)) < 3:
            rules.apply(state, load_evaluator(rules).rollout_action(state, {}))
        bot = SearchBot(
            rules,
            "1",
            iterations=4,
            rollout_rounds=2,
            max_candidates=3,
            prune_margin=1e9,
            paired_worlds=1,
            play_out_last_rounds=3,
        )
        view = SeatView(rules, state, rules.actor(state))
        bot.choose(view)
        search = RolloutSearch(bot, bot.settings, view, bot.search(view, view.legal()), "1")
        search.run()
        found[bot.evaluator.projected_rounds_left(state) <= 3] = (bot.iterations_done // 4, search.rounds)
    assert found == {False: (2, 2), True: (3, ALL_ROUNDS)}, "early a claim is operated without a search"
