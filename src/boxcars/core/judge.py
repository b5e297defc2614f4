"""Deprecated: evaluators of other distributions that were written for the former class ``Judge`` keep working.

``Judge`` maps the former method names to those of ``core.evaluator.Evaluator``. Nothing in Boxcars uses it.
"""

from __future__ import annotations

import warnings
from typing import Any, ClassVar, Generic, TypeVar

from boxcars.core.evaluator import Evaluator
from boxcars.core.game import State
from boxcars.core.messages import Text

S = TypeVar("S", bound=State)

NAMES = {
    "weigh": "policy",
    "proceed": "rollout_action",
    "apart": "distinct_candidates",
    "pays": "search_is_useful",
    "hopes": "expected_score",
    "round": "current_round",
    "moment": "chance_period",
    "left": "rounds_left",
    "rest": "projected_rounds_left",
    "why": "explain_action",
    "learn": "set_weights",
}
"""Former method name -> method of ``Evaluator``."""


class Judge(Evaluator[S], Generic[S]):
    """An evaluator with the former method names. A subclass may define any of them; they are called under the new names."""

    levels: ClassVar[dict[str, dict[str, Any]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        warnings.warn(
            f"{cls.__name__} derives from the deprecated boxcars.core.judge.Judge: derive from boxcars.core.evaluator.Evaluator"
            f" and rename {', '.join(f'{old} to {new}' for old, new in NAMES.items() if old in vars(cls)) or 'nothing'}",
            DeprecationWarning,
            stacklevel=2,
        )
        for old, new in NAMES.items():
            if old in vars(cls):
                setattr(cls, new, vars(cls)[old])
        if "levels" in vars(cls):
            cls.level_settings = cls.levels

    def weigh(self, state: S, legal: list[Any]) -> list[float]:
        return Evaluator.policy(self, state, legal)

    def proceed(self, state: S, notes: dict[int, Any]) -> Any:
        return Evaluator.rollout_action(self, state, notes)

    def pick(self, weights: list[float]) -> int:
        return self.sample_index(weights)

    def why(self, state: S, action: Any) -> Text:
        return Evaluator.explain_action(self, state, action)
