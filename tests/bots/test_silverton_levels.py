"""Silverton's levels: the judge decides early, late decisions are played out to the end."""

from __future__ import annotations

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.levels import LEVELS
from boxcars.bots.search import SearchBot
from boxcars.bots.seat_view import judge_of
from boxcars.bots.thinking import ALL, Thinking
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.silverton.steps import OperateClaims


def played(rules, turn, seed="levels"):
    """A game between heuristic bots up to its first real decision in a turn."""
    judge = judge_of(rules)
    state = rules.start(Chance(seed_from(seed)))
    while state.turn < turn or len(rules.legal(state)) == 1:
        rules.apply(state, judge.proceed(state, {}))
    return state


def test_early_the_judge_decides_and_late_every_candidate_is_played_out():
    rules = registry.make("silverton", "colorado", 2)
    spent = []
    for turn in (2, 12):
        state = played(rules, turn)
        bot = SearchBot(rules, "1", iterations=4, rounds=99, width=3, gap=1e9, late=5)
        view = SeatView(rules, state, rules.actor(state))
        chosen = bot.choose(view)
        assert chosen in view.legal()
        spent.append(bot.spent)
        if not bot.spent:
            weights = bot.judge.weigh(state, view.legal())
            assert chosen == view.legal()[weights.index(max(weights))]
    assert spent[0] == 0 and spent[1] >= 4


def test_turns_left_shrink_to_the_end():
    rules = registry.make("silverton", "colorado", 2)
    judge = judge_of(rules)
    left = [judge.left(played(rules, turn)) for turn in (1, 5, 9)]
    assert left == sorted(left, reverse=True) and left[0] > left[-1] > 1
    state = played(rules, 5)
    state.players[0].cash, state.players[0].announced = 9_500, True
    assert judge.left(state) == 2, "who is near the target ends the game soon"


def test_playouts_are_quicker_and_make_no_offers():
    rules = registry.make("silverton", "colorado", 3)
    judge = judge_of(rules)
    state = rules.start(Chance(seed_from("playout")))
    notes: dict[int, object] = {}
    done = 0
    while rules.actor(state) >= 0:
        action = judge.proceed(state, notes)
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
    judge = judge_of(rules)
    state = played(rules, 5)
    moments = []
    while state.turn < 7:
        if not moments or judge.moment(state) != moments[-1]:
            moments.append(judge.moment(state))
        rules.apply(state, judge.proceed(state, {}))
    assert len(set(moments)) == len(moments) == 2 * 3, "placing, then each of two players"


def test_near_the_end_everything_is_played_out_and_before_that_only_what_pays():
    rules = registry.make("silverton", "colorado", 2)
    found = {}
    for turn in (4, 13):
        state = played(rules, turn)
        while not isinstance(state.agenda[-1], OperateClaims) or len(rules.legal(state)) < 3:
            rules.apply(state, judge_of(rules).proceed(state, {}))
        bot = SearchBot(rules, "1", iterations=4, rounds=2, width=3, gap=1e9, paired=1, finish=3)
        view = SeatView(rules, state, rules.actor(state))
        bot.choose(view)
        thinking = Thinking(bot, view, bot.search(view, view.legal()), "1")
        thinking.run()
        found[bot.judge.rest(state) <= 3] = (bot.spent // 4, thinking.rounds)
    assert found == {False: (2, 2), True: (3, ALL)}, "early a claim is operated without a search"
