"""Names for what belongs to a game that is not known here: whoever plays, keeps or shows any game hands such things on."""

from __future__ import annotations

from typing import Any, TypeAlias

from boxcars.core.evaluator import Evaluator
from boxcars.core.game import Rules

AnyRules: TypeAlias = Rules[Any]
"""The rules of some game. Positions, steps, actions, events and observations are that game's own."""
AnyEvaluator: TypeAlias = Evaluator[Any]
AnyState: TypeAlias = Any
"""A position of some game: a ``State`` with its chance and its agenda; the rest is that game's own."""
Json: TypeAlias = dict[str, Any]
"""An object of JSON: options of a set-up as they were read, or an answer on its way out (its fields: the API's schema)."""
