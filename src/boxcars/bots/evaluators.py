"""Make the evaluator that a bot asks: the game's own, with fitted weights, or with another policy and value in its place.

Your own evaluator is a class made with the rules that has ``policy`` and ``value`` (``PolicyValue``); it may have any other
method of ``core.evaluator.Evaluator``. Give it to a search, ``SearchBot(rules, seed, evaluator=Network(rules))``, or name it
wherever a kind of bot is named: ``search:evaluator=my_module.Network``. ``boxcars.envs.network_policy`` wraps a function on
arrays.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Protocol

import msgspec

from boxcars.core import codec
from boxcars.core.evaluator import NO_FILE, Evaluator
from boxcars.core.game import Refused
from boxcars.core.messages import T, Text
from boxcars.core.registry import game, games
from boxcars.core.type_aliases import AnyEvaluator, AnyRules, AnyState
from boxcars.core.types import Action, Reason

WEIGHTS_FILE = "weights.json"
"""The file of the current fitted weights, beside a game's evaluator."""


class PolicyValue(Protocol):
    """The part of an evaluator that every evaluator must have. States are determinized: hidden information is dealt at random."""

    def policy(self, state: AnyState, legal: list[Action]) -> list[float]:
        """Return the logit of each legal action of the seat to act."""

    def value(self, state: AnyState) -> list[float]:
        """Return for each seat the probability to win, between 0 and 1."""


class FittedWeights(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of a file of fitted weights, written by benchmarks/fit_weights.py."""

    provenance: str
    players: int
    """The number of players of the games they were fitted to."""
    weights: dict[str, float]
    maps: dict[str, dict[str, float]] = {}
    """Weights that differ on some maps, for example those for one or two players."""


class CombinedEvaluator(Evaluator[Any]):
    """The game's evaluator with another one in front: whatever the other one defines is taken from it."""

    def __init__(self, base: AnyEvaluator, front: PolicyValue) -> None:
        super().__init__(base.rules)
        self.base = base
        self.front = front

    def _first(self, name: str) -> Any:
        """Return the method of that name of the front evaluator, or of the game's own."""
        return getattr(self.front, name, None) or getattr(self.base, name)

    def policy(self, state: AnyState, legal: list[Action]) -> list[float]:
        return self.front.policy(state, legal)

    def value(self, state: AnyState) -> list[float]:
        return self.front.value(state)

    def rollout_action(self, state: AnyState, memo: dict[int, Any]) -> Any:
        own = getattr(self.front, "rollout_action", None)
        return own(state, memo) if own is not None else super().rollout_action(state, memo)

    def expected_score(self, state: AnyState) -> list[float]:
        found: list[float] = self._first("expected_score")(state)
        return found

    def distinct_candidates(self, legal: list[Action], logits: list[float]) -> list[int]:
        found: list[int] = self._first("distinct_candidates")(legal, logits)
        return found

    def search_is_useful(self, state: AnyState) -> bool:
        return bool(self._first("search_is_useful")(state))

    def current_round(self, state: AnyState) -> int:
        return int(self._first("current_round")(state))

    def chance_period(self, state: AnyState) -> int:
        return int(self._first("chance_period")(state))

    def rounds_left(self, state: AnyState) -> int:
        return int(self._first("rounds_left")(state))

    def projected_rounds_left(self, state: AnyState) -> int:
        return int(self._first("projected_rounds_left")(state))

    def explain_action(self, state: AnyState, action: Action) -> Text:
        text: Text = self._first("explain_action")(state, action)
        return text


class FormerPolicyValue:
    """Deprecated: policy and value of an object with the former method name ``weigh``."""

    def __init__(self, former: Any) -> None:
        warnings.warn(
            f"{type(former).__name__}.weigh is deprecated: rename it to policy (see boxcars.bots.evaluators.PolicyValue)",
            DeprecationWarning,
            stacklevel=3,
        )
        self.policy = former.weigh
        self.value = former.value


@cache
def missing_evaluator(key: str) -> Text | None:
    """Return why the game's bots cannot evaluate positions, as a sentence; None if they can."""
    where = game(key).evaluator
    if not where:
        return T("{game} has no evaluator, so only the bot “random” can play it.", game=key)
    module = where.partition(":")[0]
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        found = None
    if found is None:
        return T("The evaluator for {game} isn't installed: we couldn't find the module {module}.", game=key, module=module)
    return None


def has_evaluator(key: str) -> bool:
    """Return whether bots other than random can play the game."""
    return missing_evaluator(key) is None


def games_with_evaluator() -> list[str]:
    """Return the keys of all games that bots other than random can play."""
    return [key for key in games() if has_evaluator(key)]


def evaluator_class(key: str) -> type[AnyEvaluator]:
    """Return the class of the game's evaluator; raises Refused with the reason if there is none. An ImportError in it is
    raised."""
    why = missing_evaluator(key)
    if why is not None:
        raise Refused(Reason("bad_setup", "", why))
    module, _, name = game(key).evaluator.partition(":")
    found: type[AnyEvaluator] = getattr(import_module(module), name)
    return found


def load_evaluator(rules: AnyRules, fitted_share: float = 0.0, weights_file: str = "", value_file: str = "") -> AnyEvaluator:
    """Return a new evaluator of the rules' game.

    ``fitted_share`` mixes its hand-written weights (0) with those fitted by self-play (1), where the game has such.
    ``weights_file`` and ``value_file`` name other files of fitted numbers than the current ones; "none": none.
    """
    evaluator = evaluator_class(rules.game)(rules)
    if value_file:
        evaluator.use_value_file(value_file)
    if fitted_share:
        fitted = read_fitted_weights(rules.game, rules.map, weights_file)
        weights = getattr(evaluator, "weights", None)
        unknown = [name for name in fitted if not hasattr(weights, name)]
        if unknown:
            raise ValueError(
                f"{weights_file or WEIGHTS_FILE} of {rules.game} names weights that do not exist: {', '.join(unknown)}"
            )
        by_hand = {name: float(getattr(weights, name)) for name in fitted}
        evaluator.set_weights({name: by_hand[name] + fitted_share * (fitted[name] - by_hand[name]) for name in fitted})
    return evaluator


def read_fitted_weights(key: str, map: str = "", file: str = "") -> dict[str, float]:
    """Return the weights of a game that were fitted by self-play, on this map where it has its own; none if there is no file."""
    if file == NO_FILE or not has_evaluator(key):
        return {}
    path = files(game(key).evaluator.partition(":")[0].rpartition(".")[0]) / (file or WEIGHTS_FILE)
    if not path.is_file():
        if file:
            raise ValueError(f"{key} has no file of weights {file}")
        return {}
    fitted = codec.decoder(FittedWeights).decode(path.read_bytes())
    return fitted.weights | fitted.maps.get(map, {})


def with_policy_value(base: AnyEvaluator, front: str | PolicyValue | None) -> AnyEvaluator:
    """Return ``base`` with another policy and value in front: an object, or a class named ``module.Class`` made with the
    rules."""
    if not front:
        return base
    found: Any = front
    if isinstance(front, str):
        module, _, name = front.rpartition(".")
        if not module:
            raise ValueError(f"the evaluator {front!r} is no name of a class: write module.Class")
        found = getattr(import_module(module), name)(base.rules)
    if not hasattr(found, "policy") and hasattr(found, "weigh"):
        found = FormerPolicyValue(found)
    return CombinedEvaluator(base, found)
