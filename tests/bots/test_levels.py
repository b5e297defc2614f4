"""Five levels for people: what they are, that they are honest about what they advise, and that the weak ones are not silly."""

from __future__ import annotations

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.bot import offered_kinds, shown_kinds
from boxcars.bots.evaluators import load_evaluator
from boxcars.bots.learned_bot import LearnedBot
from boxcars.bots.levels import LEVELS
from boxcars.bots.search_bot import NOISY_LOGITS, SearchBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.locale import say

from .test_search import GAMES, positions


def test_people_choose_from_five() -> None:
    assert shown_kinds() == ["novice", "easy", "normal", "hard", "expert"] == list(LEVELS)
    assert {"random", "heuristic"} < set(offered_kinds()), "tables that have them go on"
    assert "expert@1" not in offered_kinds(), "what is kept for measuring is not for strangers"


def test_the_learned_player_sits_in_where_it_is_the_better_one() -> None:
    for players, kind in ((2, LearnedBot), (4, LearnedBot), (5, LearnedBot)):
        assert isinstance(make_bot("expert", registry.make("ticket_to_ride", "usa", players), "1"), kind)
    assert isinstance(make_bot("expert:iterations=8", registry.make("ticket_to_ride", "usa", 2), "1"), SearchBot)
    assert isinstance(make_bot("expert", registry.make("spike"), "1"), SearchBot)


def test_the_more_rivals_the_more_an_expert_of_age_of_steam_plays_for_points() -> None:
    """To hurt one of many rivals helps the others, too (decision 53)."""
    aims = []
    for players in (3, 4, 5, 6):
        bot = make_bot("expert", registry.make("age_of_steam", "rust_belt", players), "1")
        assert isinstance(bot, SearchBot)
        aims.append(bot.settings.score_weight)
    assert aims == [0.0, 0.6, 1.0, 1.0]


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("level", list(LEVELS))
@pytest.mark.parametrize("key", [pytest.param(key, marks=[pytest.mark.slow] if key == "steam" else []) for key in GAMES])
def test_percentages_never_contradict_the_order_of_advice(key: str, level: str) -> None:
    rules, states = positions(key, registry.game(key).usual_players, most=2)
    for state in states:
        view = SeatView(rules, state, rules.actor(state))
        found = make_bot(level, rules, "advice").explain(view)
        values = [candidate.value for candidate in found]
        assert values == sorted(values, reverse=True) and all(0.0 <= value <= 1.0 for value in values)
        assert all(candidate.action in view.legal() for candidate in found)
        assert all(say(candidate.why) for candidate in found)


def test_an_unclear_eye_confuses_the_best_few_only() -> None:
    rules, states = positions("ticket_to_ride", 2, most=1)
    view = SeatView(rules, states[0], rules.actor(states[0]))
    legal = view.legal()
    chosen = {make_bot("novice:temperature=9.0", rules, f"{i}").choose(view) for i in range(60)}
    logits = load_evaluator(rules).policy(view.imagine(seed_from("eye")), legal)
    best = sorted(range(len(legal)), key=lambda i: -logits[i])[: 2 * NOISY_LOGITS]
    assert 1 < len(chosen) <= 2 * NOISY_LOGITS and chosen <= {legal[i] for i in best}


def test_a_person_is_asked_once_a_turn() -> None:
    """Whatever comes of an offer, no bot of Silverton makes another in the same turn."""
    rules = registry.make("silverton", None, 2)
    evaluator, state = load_evaluator(rules, 1.0), rules.start(Chance(seed_from("manners")))
    memo: dict[int, object] = {}
    seen = 0
    while rules.actor(state) >= 0 and seen < 12:
        legal = rules.legal(state)
        offers = [i for i, action in enumerate(legal) if type(action).__name__ == "Offer"]
        if offers:
            seen += 1
            state.offers = 1
            logits = evaluator.policy(state, legal)
            assert max(logits[i] for i in offers) < 0.0 <= max(logits)
            state.offers = 0
        rules.apply(state, evaluator.rollout_action(state, memo))
    assert seen == 12
