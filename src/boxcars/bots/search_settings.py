"""The settings of the search bot: one frozen dataclass for each algorithm, and the former names of settings.

``search_settings(iterations=80, rollout_rounds=1)`` picks the algorithm: rollouts if ``rollout_rounds`` is more than 0, one ply
if ``one_ply`` is true, else a tree.
"""

from __future__ import annotations

import warnings
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter, Signature
from typing import Any

from boxcars.bots.evaluators import PolicyValue

PRIOR_WEIGHT = 0.05
"""The usual prior weight of rollouts: they are played by the same evaluator but see further, so its logits count little."""


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """What all algorithms share: the budget, the candidates, the choice at the root and the evaluator."""

    iterations: int = 200
    """Budget: how often a candidate is tried in a world, for each decision; 0: no limit."""
    seconds: float = 0.0
    """Budget: seconds of one core for each decision; 0: no limit."""
    max_candidates: int = 8
    """How many actions are compared at most; 1: the greatest logit is played without a search."""
    prune_margin: float = 3.0
    """Actions whose logit is lower than the greatest by more than this are no candidates."""
    temperature: float = 0.0
    """Temperature of the noise on the greatest logits before candidates are chosen, in logits: weaker levels confuse the best few
    actions, but never play what looks bad."""
    min_lead_se: float = 0.0
    """By how many standard errors a candidate must be better than the evaluator's first choice to be preferred."""
    score_weight: float = 0.0
    """The share of the expected score in what is maximized, 0 … 1; the rest is the probability to win."""
    search_last_rounds: int = 0
    """Search only when no more than this many rounds are left (``Evaluator.rounds_left``); 0: always."""
    fitted_share: float = 1.0
    """The share of the weights fitted by self-play, against those written by hand: 0 … 1."""
    weights_file: str = ""
    """The file of fitted weights, beside the game's evaluator; "": ``weights.json``."""
    value_file: str = ""
    """The file of the fitted value model; "": the current one."""
    evaluator: str | PolicyValue = ""
    """Another policy and value in place of the game's: ``module.Class`` or an object (``bots.evaluators``)."""
    processes: int = 1
    """Processes that search the same root in different worlds (root parallelism)."""

    def __post_init__(self) -> None:
        if self.iterations <= 0 and self.seconds <= 0:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        if self.processes > 1 and not isinstance(self.evaluator, str):
            raise ValueError("several processes need the evaluator by its name (module.Class)")


@dataclass(frozen=True, kw_only=True)
class TreeSettings(SearchSettings):
    """Settings of TreeSearch: information-set Monte Carlo tree search."""

    rollout_depth: int = 0
    """How many decisions a new leaf is played on at least, before the next round or the own next turn ends the rollout."""
    rollout_policy: str = "evaluator"
    """How leaves are played on: by the evaluator's policy ("evaluator") or uniformly at random ("random")."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rollout_policy not in ("evaluator", "random"):
            raise ValueError(f"rollout_policy {self.rollout_policy!r}: choose evaluator or random")


@dataclass(frozen=True, kw_only=True)
class RolloutSettings(SearchSettings):
    """Settings of RolloutSearch: candidates are compared by rollouts of the evaluator's policy, without a tree."""

    rollout_rounds: int = 1
    """For how many rounds a candidate is played on; 99: to the end of the game."""
    rollout_temperature: float = 0.0
    """Temperature at which all seats sample actions in rollouts, in logits, so that rollouts differ in games without chance."""
    play_out_last_rounds: int = 0
    """Rollouts go to the end of the game when no more than this many rounds are left (``Evaluator.projected_rounds_left``)."""
    paired_worlds: bool = False
    """Whether candidates are compared world by world, with the same chance, and only where ``Evaluator`` says that it is useful
    (``search_is_useful``, ``distinct_candidates``)."""
    prior_weight: float = PRIOR_WEIGHT
    """How much the logits count against the values that rollouts found; 1: as in the tree."""


@dataclass(frozen=True, kw_only=True)
class OnePlySettings(SearchSettings):
    """Settings of OnePly: the value of the position right after each candidate, without rollouts."""


ALGORITHMS: tuple[type[SearchSettings], ...] = (TreeSettings, RolloutSettings, OnePlySettings)

FORMER_NAMES = {
    "width": "max_candidates",
    "gap": "prune_margin",
    "heat": "temperature",
    "caution": "min_lead_se",
    "own": "score_weight",
    "late": "search_last_rounds",
    "experience": "fitted_share",
    "advice": "evaluator",
    "depth": "rollout_depth",
    "policy": "rollout_policy",
    "rounds": "rollout_rounds",
    "stir": "rollout_temperature",
    "finish": "play_out_last_rounds",
    "paired": "paired_worlds",
    "doubt": "prior_weight",
    "shallow": "one_ply",
}
"""Deprecated name of a setting -> its name."""


def renamed_settings(given: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with former names replaced by the current ones; warns about each."""
    out = {}
    for name, value in given.items():
        new = FORMER_NAMES.get(name, name)
        if new != name:
            warnings.warn(f"the search setting {name} is deprecated: use {new}", DeprecationWarning, stacklevel=3)
            value = "evaluator" if (name, value) == ("policy", "judge") else value
        out[new] = value
    return out


def search_settings(**given: Any) -> SearchSettings:
    """Return the settings of the algorithm that the given ones ask for; raises ValueError for a setting it does not have."""
    given = renamed_settings(given)
    one_ply, rounds = given.pop("one_ply", False), given.get("rollout_rounds", 0)
    chosen: type[SearchSettings] = OnePlySettings if one_ply else RolloutSettings if rounds else TreeSettings
    if not rounds:
        given.pop("rollout_rounds", None)
    known = {field.name for field in fields(chosen)}
    for name in [name for name in given if name not in known]:
        if name not in DEFAULTS:
            raise ValueError(f"a search has no setting {name}; there are: {', '.join(sorted(DEFAULTS))}")
        if given.pop(name) != DEFAULTS[name]:
            hint = ": give rollout_rounds, too" if name in _names(RolloutSettings) else ""
            raise ValueError(f"{name} is no setting of a {chosen.__name__.removesuffix('Settings')} search{hint}")
    if "paired_worlds" in given:
        given["paired_worlds"] = bool(given["paired_worlds"])
    return chosen(**given)


def _names(algorithm: type[SearchSettings]) -> set[str]:
    return {field.name for field in fields(algorithm)}


DEFAULTS: dict[str, Any] = {field.name: field.default for chosen in ALGORITHMS for field in fields(chosen)} | {
    "rollout_rounds": 0,
    "one_ply": 0,
}
"""Every setting of any algorithm with its default."""
assert MISSING not in DEFAULTS.values()


def settings_signature() -> Signature:
    """Return the signature of a factory of search bots: every setting is a keyword, under its current and its former name."""
    kinds = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
    names = DEFAULTS | {old: DEFAULTS[new] for old, new in FORMER_NAMES.items()}
    settings = [Parameter(name, kinds[1], default=value) for name, value in names.items()]
    return Signature([Parameter("rules", kinds[0]), Parameter("seed", kinds[0]), *settings])
