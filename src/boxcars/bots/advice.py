"""Who advises the search: any policy and value, of which the game's judge is one.

A network, say, is put in its place by ``SearchBot(rules, seed, advice=Network(...))``, or by name wherever a kind of bot is
named: ``search:advice=my_module.Network`` (a class that is made with the rules). ``boxcars.envs.network`` makes advice of a
function on arrays.
"""

from __future__ import annotations

from typing import Any, Protocol

from boxcars.core.judge import Judge
from boxcars.core.kinds import AnyJudge, AnyRules, AnyState
from boxcars.core.registry import load
from boxcars.core.words import Action, Text


class Advice(Protocol):
    """What a search asks. The worlds are imagined ones: what the seat cannot know is dealt at random in them."""

    def weigh(self, state: AnyState, legal: list[Action]) -> list[float]:
        """How promising each legal action is for the seat to act: log-odds, or anything that differs as they do."""

    def value(self, state: AnyState) -> list[float]:
        """For each seat: the expected result between 0 (hopeless) and 1 (certain to win)."""


class Advised(Judge[Any]):
    """A judge whose policy and value come from elsewhere; rounds and reasons are the game's own."""

    def __init__(self, judge: AnyJudge, advice: Advice) -> None:
        super().__init__(judge.rules)
        self.judge = judge
        self.advice = advice

    def weigh(self, state: AnyState, legal: list[Action]) -> list[float]:
        return self.advice.weigh(state, legal)

    def value(self, state: AnyState) -> list[float]:
        return self.advice.value(state)

    def hopes(self, state: AnyState) -> list[float]:
        return self.judge.hopes(state)

    def apart(self, legal: list[Action], weights: list[float]) -> list[int]:
        return self.judge.apart(legal, weights)

    def pays(self, state: AnyState) -> bool:
        return self.judge.pays(state)

    def round(self, state: AnyState) -> int:
        return self.judge.round(state)

    def moment(self, state: AnyState) -> int:
        return self.judge.moment(state)

    def left(self, state: AnyState) -> int:
        return self.judge.left(state)

    def why(self, state: AnyState, action: Action) -> Text:
        return self.judge.why(state, action)


def advised(judge: AnyJudge, rules: AnyRules, advice: str | Advice) -> AnyJudge:
    """The judge, or in its place whoever is named (``module.Class``) or given; "": the judge itself."""
    if not advice:
        return judge
    if isinstance(advice, str):
        made: Advice = load(":".join(advice.rpartition(".")[::2]))(rules)
        return Advised(judge, made)
    return Advised(judge, advice)
