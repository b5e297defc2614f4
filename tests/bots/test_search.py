"""The search bot: honest, reproducible, in time, and able to say why."""

from __future__ import annotations

import random
import re
from importlib.util import find_spec
from pathlib import Path
from time import thread_time

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.levels import LEVELS
from boxcars.bots.search_benchmark import search_rates
from boxcars.bots.search_bot import SearchBot
from boxcars.bots.simple_bots import HeuristicBot, RandomBot
from boxcars.bots.tree_node import Node
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.locale import say

GAMES = [key for key, entry in registry.games().items() if entry.evaluator and find_spec(entry.evaluator.partition(":")[0])]
QUICK = [pytest.param(key, marks=[pytest.mark.slow] if key == "steam" else []) for key in GAMES]
PROMISED = {"novice": 0.2, "easy": 0.2, "normal": 1.0, "hard": 2.5, "expert": 5.0}
"""Seconds a decision may take on one core."""


def positions(key: str, players: int | None = None, every: int = 25, most: int = 4):
    """Positions with a choice, from a game between heuristic bots."""
    rules = registry.make(key, None, players)
    state = rules.start(Chance(seed_from("search")))
    bots = [HeuristicBot(rules, str(seat)) for seat in range(rules.players)]
    found, n = [], 0
    while (seat := rules.actor(state)) >= 0 and len(found) < most:
        if len(rules.legal(state)) > 1:
            if n % every == every // 2:
                found.append(rules.clone(state))
            n += 1
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
    return rules, found


@pytest.mark.parametrize("key", QUICK)
def test_equal_observations_and_seed_give_equal_choices(key):
    """Honesty: whatever the hidden cards are, the bot chooses the same."""
    rules, states = positions(key, every=20, most=2)
    for state in states:
        seat = rules.actor(state)
        choices = []
        for hidden in ("a", "b", "c"):
            other = rules.imagine(state, seat, seed_from(hidden))
            bot = SearchBot(rules, "7", iterations=12, prune_margin=20.0)
            choices.append([bot.choose(SeatView(rules, world, seat)) for world in (other, other)])
        assert choices[0] == choices[1] == choices[2]


@pytest.mark.parametrize("key", QUICK)
def test_the_same_seed_gives_the_same_choice(key):
    rules, states = positions(key, most=2)
    for state in states:
        view = SeatView(rules, state, rules.actor(state))
        first, second = (SearchBot(rules, "3", iterations=12, prune_margin=1e9) for _ in range(2))
        assert [first.choose(view) for _ in range(2)] == [second.choose(view) for _ in range(2)]
        assert first.iterations_done == second.iterations_done > 0


@pytest.mark.parametrize("key", QUICK)
def test_choices_are_legal_and_explained(key):
    rules, states = positions(key, most=2)
    for state in states:
        before = rules.write(state)
        seat = rules.actor(state)
        view = SeatView(rules, state, seat)
        candidates = SearchBot(rules, "3", iterations=8).explain(view)
        assert candidates
        for candidate in candidates:
            assert rules.refuse(state, seat, candidate.action) is None
            assert 0 <= candidate.value <= 1 and say(candidate.why)
        assert sum(c.visits for c in candidates) > 0 or len(candidates) == 1
        assert rules.write(state) == before


def test_who_plays_for_points_tells_chances_to_win():
    """What is strived for decides; what is told is how likely the seat is to win."""
    rules, states = positions("age_of_steam", 4, most=1)
    view = SeatView(rules, states[0], rules.actor(states[0]))
    for own in (0.0, 1.0):
        bot = SearchBot(rules, "3", iterations=8, rollout_rounds=1, max_candidates=4, prune_margin=1e9, score_weight=own)
        root = bot.search(view, view.legal())
        told, best = bot._candidates(view, root), root.best_index()
        assert [c.value for c in told] == sorted((c.value for c in told), reverse=True)
        assert told[0].action == root.actions[best]
        points, chance = root.value_sums[best] / root.visits[best], root.win_sums[best] / root.visits[best]
        assert told[0].value == pytest.approx(chance, abs=0.1)
        assert (abs(points - chance) > 0.2) == bool(own), "in this position the two are far apart"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_any_number_of_seats(players):
    rules, states = positions("ticket_to_ride", players, most=2)
    for state in states:
        view = SeatView(rules, state, rules.actor(state))
        assert SearchBot(rules, "3", iterations=20, rollout_depth=2).choose(view) in view.legal()


DEAR = ("hard", "expert")
"""Levels that take seconds: tried on one game by default, on all in the slow suite."""


@pytest.mark.in_turn(2)
@pytest.mark.parametrize(
    ("key", "level"),
    [
        pytest.param(key, level, marks=[pytest.mark.slow] if level in DEAR and key != "ticket_to_ride" else [])
        for key in GAMES
        for level in LEVELS
    ],
)
def test_levels_answer_in_time(key, level):
    rules, states = positions(key, most=1)
    for state in states:
        bot = make_bot(level, rules, "1")
        view = SeatView(rules, state, rules.actor(state))
        start = thread_time()
        bot.choose(view)
        assert thread_time() - start < PROMISED[level]


def test_more_budget_is_more_iterations():
    rules, states = positions("ticket_to_ride", 2, most=1)
    spent = []
    for iterations in (20, 60):
        bot = SearchBot(rules, "1", iterations=iterations, rollout_depth=0, prune_margin=1e9, fitted_share=0.0)
        bot.choose(SeatView(rules, states[0], rules.actor(states[0])))
        spent.append(bot.iterations_done)
    assert spent[0] < 30 <= 60 <= spent[1] < 80


def test_what_was_learned_is_used_again():
    """A turn of several decisions with nothing unknown between them: the second was part of the search for the first."""
    rules = registry.make("silverton", None, 2)
    state = rules.start(Chance(seed_from("reuse")))
    bots = [SearchBot(rules, f"{seat}", iterations=12) for seat in range(2)]
    for _ in range(40):
        seat = rules.actor(state)
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
    assert sum(bot.reused for bot in bots) > 5


def test_processes_share_the_work():
    rules, states = positions("ticket_to_ride", 2, most=1)
    view = SeatView(rules, states[0], rules.actor(states[0]))
    choices = []
    for _ in range(2):
        bot = SearchBot(rules, "1", iterations=40, rollout_depth=1, processes=2, prune_margin=1e9, fitted_share=0.0)
        try:
            choices.append((bot.choose(view), bot.iterations_done))
        finally:
            bot.helpers.close()
    assert choices[0] == choices[1] and choices[0][1] >= 40


def test_settings_in_the_name_of_a_bot():
    rules = registry.make("ticket_to_ride", "usa", 2)
    bot = make_bot("hard:iterations=7:seconds=0.5", rules, "1")
    assert isinstance(bot, SearchBot) and (bot.settings.iterations, bot.settings.seconds, bot.settings.max_candidates) == (
        7,
        0.5,
        1,
    )
    assert isinstance(make_bot("boxcars.bots.simple_bots.RandomBot", rules, "1"), RandomBot)  # a class of one's own
    for wrong, why in (
        ("hard:speed=3", "no setting called speed. Choose one of these: iterations, seconds,"),
        ("random:speed=3", "no setting called speed"),
        ("hard:iterations=many", "iterations must be a number"),
        ("search:iterations=0", "needs a budget"),
        ("search:rollout_policy=wise", "choose evaluator or random"),
        ("chess", "no bot called chess. Choose one of these: random, heuristic"),
        ("no.such.Bot", "no bot called no.such.Bot"),
        ("boxcars.bots.simple_bots.GoodBot", "no bot called boxcars.bots.simple_bots.GoodBot"),
    ):
        with pytest.raises(Refused, match=why):
            make_bot(wrong, rules, "1")


def test_the_search_is_fast_enough():
    """Must show: 300 iterations a second for Ticket to Ride (half of it suffices where other tests run beside)."""
    (row,) = search_rates("ticket_to_ride", seconds=1.0)
    print(row)
    assert row["random_rollouts_per_s"] > 150


def test_the_bot_of_the_documentation_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    (tmp_path / "my_bots.py").write_text(re.findall(r"```python\n(.*?)```", page, re.S)[0], encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    rules = registry.make("spike")
    state = rules.start(Chance(seed_from(1)))
    bot = make_bot("my_bots.Hasty:looks=2", rules, "1")
    for _ in range(20):
        seat = rules.actor(state)
        rules.play(state, seat, bot.choose(SeatView(rules, state, seat)))


def test_candidates_are_compared_world_by_world():
    """What one world's luck gives to both does not hide which of them is the better one."""
    node = Node(0)
    node.add_candidates(["first", "better", "worse"], [1.0, 0.9, 0.8], 3, 9.0)
    node.paired, node.prior_weight, node.min_lead_se = True, 0.0, 1.0
    luck = random.Random("worlds")
    for _ in range(12):
        world = luck.uniform(0.2, 0.8)
        for i, more in enumerate((0.0, 0.05, -0.05)):
            x = world + more + luck.uniform(-0.01, 0.01)
            node.visits[i] += 1
            node.value_sums[i] += x
            node.square_sums[i] += x * x
            node.world_values[i].append(x)
            node.total_visits += 1
    gain, error = node.paired_difference(1, 0)
    assert 0.04 < gain < 0.06 and error < 0.01 < node.value_sd() / 12**0.5
    assert node.best_index() == 1
    node.paired = False
    assert node.best_index() == 0, "by the spread of all worlds nothing is sure"
    node.min_lead_se = 0.0
    assert node.best_index() == 1, "and without caution the means decide, which are the same"


def test_what_only_comes_in_another_order_is_not_tried():
    rules = registry.make("silverton", None, 2)
    evaluator = load_evaluator(rules, 1.0)
    state = rules.start(Chance(seed_from("order")))
    bot = SearchBot(rules, "order", iterations=4, rollout_rounds=1, max_candidates=5, prune_margin=1e9, paired_worlds=1)
    seen = set()
    while rules.actor(state) >= 0 and len(seen) < 4:
        legal = rules.legal(state)
        if len(legal) > 2:
            logits = evaluator.policy(state, legal)
            kept = [legal[i] for i in evaluator.distinct_candidates(legal, logits)]
            first = legal[logits.index(max(logits))]
            kinds = {type(action).__name__ for action in kept}
            assert first in kept
            assert not {"PlaceSurveyor", "PlaceProspector"} <= kinds
            assert sum(type(action).__name__ in ("Operate", "Build") for action in kept) <= 1
            if len(kept) < len(legal) and type(first).__name__ not in seen:
                seen.add(type(first).__name__)
                spent = bot.iterations_done
                assert bot.choose(SeatView(rules, state, rules.actor(state))) in kept
                assert (bot.iterations_done > spent) == evaluator.search_is_useful(state), "and it plays on only where that pays"
        rules.apply(state, evaluator.rollout_action(state, {}))
    assert seen == {"PlaceSurveyor", "PlaceProspector", "Operate", "Build"}
