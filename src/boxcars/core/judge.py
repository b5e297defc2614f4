"""A game's own judgement, for its bots: how good each action looks, and how good a position is for each seat.

A judge is only ever shown an imagined world (``Rules.imagine``): what its seat cannot know is dealt at random in it, so
it may read the whole state and stays honest.
"""

from __future__ import annotations

import random
from math import log
from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from boxcars.core.game import Rules, State
from boxcars.core.words import T, Text

S = TypeVar("S", bound=State)

NEWEST: Final = 0
"""The edition of fitted numbers that is played by."""


FAINT: Final = 6.0
"""What looks worse by so many times the blur is not taken for the best."""


def of_edition(name: str, edition: int) -> str:
    """The file of fitted numbers: ``value.json``, or ``value_1.json`` as they were in the first edition."""
    return f"{name}.json" if edition == NEWEST else f"{name}_{edition}.json"


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(Generic[S]):
    """Heuristic policy and value of one game. One judge serves one Rules object."""

    levels: ClassVar[dict[str, dict[str, Any]]] = {}
    """Settings of the search bot's levels that suit this game better than the usual ones (``bots.levels``)."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.luck: random.Random | None = None
        """Whose luck stirs a playout (``pick``); None: everybody plays what looks best."""
        self.stir = 0.0

    def learn(self, numbers: dict[str, float]) -> None:
        """Take over other numbers for the judge's ``taste``, if it has one: those fitted by self-play, say (``taste.json``)."""
        taste = getattr(self, "taste", None)
        for name, number in numbers.items():
            if not hasattr(taste, name):
                raise ValueError(f"the judge has no taste for {name}")
            setattr(taste, name, number)

    def recall(self, edition: int) -> None:
        """Value positions as an earlier edition did, where that has changed."""

    def weigh(self, state: S, legal: list[Any]) -> list[float]:
        """For the seat to act: how promising each legal action is (larger is better; any scale).

        The heuristic bot plays the best one; the search bot turns them into priors, so differences matter: about one
        unit where a good player would hesitate, five where he would not.
        """
        raise NotImplementedError

    def proceed(self, state: S, notes: dict[int, Any]) -> Any:
        """The policy of playouts: what the seat to act does. ``notes`` serve one playout, for plans that take several
        decisions; a game may be quicker here than in ``weigh``."""
        legal = self.rules.legal(state)
        if len(legal) == 1:
            return legal[0]
        return legal[self.pick(self.weigh(state, legal))]

    def pick(self, weights: list[float]) -> int:
        """The place of what a playout plays: the best, or with ``luck`` what looks best to an eye that ``stir`` has blurred.

        Where nothing is drawn, all playouts of an action would be the same game, and one game says little.
        """
        best = max(weights)
        luck, stir = self.luck, self.stir
        if luck is None or stir <= 0.0:
            return weights.index(best)
        near = [i for i, weight in enumerate(weights) if weight > best - FAINT * stir]
        if len(near) == 1:
            return near[0]
        place, top = 0, -1e9
        for i in near:
            seen = weights[i] - stir * log(-log(luck.random() + 1e-12))
            if seen > top:
                place, top = i, seen
        return place

    def apart(self, legal: list[Any], weights: list[float]) -> list[int]:
        """The places of what is worth comparing: without actions that come anyhow, only in another order."""
        return list(range(len(legal)))

    def pays(self, state: S) -> bool:
        """Whether playing candidates on tells more than the weights do, for the question that is asked here."""
        return True

    def value(self, state: S) -> list[float]:
        """For each seat: the expected result between 0 (hopeless) and 1 (certain to win), from here on."""
        raise NotImplementedError

    def hopes(self, state: S) -> list[float]:
        """For each seat: how good its own result will be between 0 and 1, whatever the others have; where a game has no measure
        of it, the chance to win."""
        return self.value(state)

    def round(self, state: S) -> int:
        """The round of the game, where what a turn is worth shows only when the round is over (auctions, building for later
        deliveries); 0 where it shows at once. The search values positions when the round has changed."""
        return 0

    def moment(self, state: S) -> int:
        """Where paired playouts of a world take up the same luck again, however many dice were rolled before: the round, or
        something finer."""
        return self.round(state)

    def left(self, state: S) -> int:
        """Rounds probably still to come, this one included; a game that cannot tell says 0: the end may be near."""
        return 0

    def rest(self, state: S) -> int:
        """The same by what every seat has, where a game can reckon with that."""
        return self.left(state)

    def why(self, state: S, action: Any) -> Text:
        """What speaks for the action, in a sentence that names what on the board it is about (state is before the action)."""
        return T("The bot of this game gives no reasons.")
