"""A network advises the search, and serves many tables in one batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.bots.evaluators import CombinedEvaluator
from boxcars.bots.search_bot import SearchBot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.envs.encoding import Choice
from boxcars.envs.network_policy import BatchedForward, NetworkEvaluator

from .setups import EVERY_GAME, name


class Linear:
    """The smallest network there is."""

    def __init__(self, inputs: int, actions: int) -> None:
        draw = np.random.default_rng(1)
        self.policy = draw.normal(0, 0.3, (inputs, actions)).astype(np.float32)
        self.worth = draw.normal(0, 0.05, inputs).astype(np.float32)

    def __call__(self, x: Any, mask: Any) -> Any:
        return x @ self.policy, np.tanh(x @ self.worth)


def network_evaluator(rules: Any) -> NetworkEvaluator:
    made = NetworkEvaluator(rules, lambda x, mask: (x, x))
    made.forward = Linear(made.coding.size, made.coding.actions)
    return made


def middle(rules: Any, decisions: int = 12) -> Any:
    bots = [make_bot("random", rules, str(seat)) for seat in range(rules.players)]
    state = rules.start(Chance(seed_from(5)))
    for _ in range(decisions):
        seat = rules.actor(state)
        rules.apply(state, bots[seat].choose(SeatView(rules, state, seat)))
    return state


@pytest.mark.parametrize("setup", [pytest.param(s, id=name(s)) for s in EVERY_GAME[::2]])
def test_the_odds_of_actions_are_those_of_their_words(setup: Any) -> None:
    game, map, players, options = setup
    rules = registry.make(game, map, players, options)
    asked, state = network_evaluator(rules), middle(registry.make(game, map, players, options))
    legal = rules.legal(state)
    log_odds = asked.policy(state, legal)
    assert sum(np.exp(log_odds)) == pytest.approx(1.0, abs=1e-4), "all that can be done is done with certainty"
    best = int(np.argmax(log_odds))
    choice, odds = Choice(asked.coding, legal), 0.0
    for code in choice.codes_of(legal[best]):
        x = asked.coding.observe(rules.observe(state, rules.actor(state)), choice.chosen)
        codes = list(choice.targets())
        logits = (x @ asked.forward.policy)[codes]  # type: ignore[attr-defined]
        odds += float(logits[codes.index(code)] - np.log(np.exp(logits).sum()))
        choice.choose(code)
    assert log_odds[best] == pytest.approx(odds, abs=1e-3)
    values = asked.value(state)
    assert len(values) == players and all(0 <= value <= 1 for value in values)


def test_the_search_asks_whoever_advises_it() -> None:
    rules = registry.make("ticket_to_ride", None, 2)
    state = middle(rules)
    view = SeatView(rules, state, rules.actor(state))
    given = network_evaluator(rules)
    choices = {SearchBot(rules, "1", iterations=8, evaluator=given).choose(view) for _ in range(2)}
    assert len(choices) == 1 and choices <= set(view.legal())
    assert SearchBot(rules, "1", iterations=8, evaluator=given).explain(view)[0].why, "reasons are still the evaluator's"
    named = make_bot(f"search:iterations=4:evaluator={__name__}.Certain", rules, "1")
    assert isinstance(named.evaluator, CombinedEvaluator) and named.choose(view) == view.legal()[-1]  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="by its name"):
        SearchBot(rules, "1", processes=2, evaluator=given)


class Certain:
    """Wants the last of all actions, whatever it is."""

    def __init__(self, rules: Any) -> None:
        self.players = rules.players

    def policy(self, state: Any, legal: list[Any]) -> list[float]:
        return [10.0 * i for i in range(len(legal))]

    def value(self, state: Any) -> list[float]:
        return [0.5] * self.players


def test_many_tables_are_answered_in_one_batch() -> None:
    rules = registry.make("ticket_to_ride", None, 2)
    alone = network_evaluator(rules)
    together = BatchedForward(alone.forward)
    shared = NetworkEvaluator(rules, together)
    states = [middle(rules, 20 + 5 * i) for i in range(4)]

    def forward(state: Any, given: NetworkEvaluator) -> Any:
        return SearchBot(rules, "3", iterations=6, evaluator=given).choose(SeatView(rules, state, rules.actor(state)))

    found = together.run([lambda state=state: forward(state, shared) for state in states])  # type: ignore[misc]
    assert found == [forward(state, alone) for state in states]
    assert together.rows > 2 * together.batches, "rows of several tables stood in one batch"


def test_an_error_reaches_everybody_who_asked() -> None:
    def broken(x: Any, mask: Any) -> Any:
        raise ArithmeticError("no network")

    together = BatchedForward(broken)
    ask = np.zeros((1, 2), np.float32), np.ones((1, 2), np.int8)
    with pytest.raises(ArithmeticError):
        together.run([lambda: together(*ask), lambda: together(*ask)])
