"""Actions of one decision, tried in the same imagined worlds."""

from __future__ import annotations

from copy import copy
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from boxcars.analysis.minds import bare_mark, drawn
from boxcars.bots import SeatView

if TYPE_CHECKING:
    from boxcars.analysis.analyst import Analyst

SURE = 1.64
"""Standard errors that a difference must exceed before it is called anything."""
CLEAR = 3
"""As many of them are enough where there are two or three worlds only."""
LEAST = 0.05
"""What is less has no name."""
NEARLY = 0.035
"""What is less at first sight is not looked at again."""
MORE = 3
"""Where the error is larger than the loss, so many times as many worlds are tried."""
DIM, PART = 0.02, 1 / 3
"""Unless it is a third of all that could be hoped for: whoever has little to hope for cannot lose more at first sight."""


class Measured(NamedTuple):
    """Two actions compared: what each is worth, the difference, and its standard error."""

    chance: float
    better: float
    loss: float
    error: float

    def sure(self, caution: float = 0.0) -> bool:
        return self.loss > (SURE + caution) * self.error


class Trials:
    """Worlds are numbered: the first choose the rival, the next measure it, so that luck in the choice does not become a loss.
    What looks like a loss is measured again, as everybody might play on, in worlds of its own."""

    def __init__(self, analyst: Analyst, view: SeatView, ply: int) -> None:
        self.effort = analyst.effort
        self.mind = analyst.mind
        self.rules = analyst.rules
        self.view = view
        self.ply = ply
        self.then: dict[Any, list[Any]] = {}
        """What the seat did right after an action: all of it is tried together."""
        self._worlds: dict[int, Any] = {}
        self._weights: list[float] = []
        self._looks: dict[Any, float] = {}
        self._known: dict[tuple[Any, int, bool], float] = {}
        self._settled: dict[tuple[Any, bool, bytes], float] = {}
        """What needed no luck, by the bare mark of its world."""
        self._marks: dict[int, bytes] = {}

    def world(self, place: int) -> Any:
        if place not in self._worlds:
            self._worlds[place] = self.mind.deal(self.view, f"analysis:{self.ply}:{place}")
        return self.rules.clone(self._worlds[place])

    def weights(self, legal: list[Any]) -> list[float]:
        """How promising each looks, in two worlds: a judge may be swayed by what the seat cannot know."""
        if not self._weights:
            once, again = (self.mind.weigh(self.world(place), legal) for place in range(2))
            self._weights = [a + b for a, b in zip(once, again, strict=True)]
            self._looks = dict(zip(legal, self._weights, strict=True))
        return self._weights

    def first(self, legal: list[Any]) -> Any:
        weights = self.weights(legal)
        return legal[weights.index(max(weights))]

    def rival(self, legal: list[Any], played: Any, later: list[Any]) -> Any:
        """The best candidate beside the action played; None if there is nothing else to think of."""
        effort, weights = self.effort, self.weights(legal)
        order = sorted(range(len(legal)), key=lambda i: -weights[i])
        least = weights[order[0]] - 2 * self.mind.gap
        if played in legal:
            least = max(least, weights[legal.index(played)] + 2 * self.mind.heed)
        likely = [legal[i] for i in order[: effort.width] if weights[i] >= least]
        others = [action for action in likely if action != played and action not in later]
        if len(others) < 2:
            return others[0] if others else None
        places = self.chosen(others[0])
        return max(others, key=lambda action: sum(self.value(action, place) for place in places))

    def chosen(self, action: Any) -> range:
        """The worlds that choose: one is enough where two give the same to the last digit, for then nothing is left to luck."""
        alike = self.effort.choose > 1 and self.value(action, 0) == self.value(action, 1)
        return range(1 if alike else self.effort.choose)

    def caution(self, played: Any, rival: Any) -> float:
        """Where the level itself leaves its judge only for a clear gain, the analyst does, too: if the judge prefers what was
        played. Whoever passed over what the judge prefers is no such case."""
        return self.mind.caution if self._looks.get(played, inf) >= self._looks[rival] else 0.0

    def stake(self, legal: list[Any], rival: Any) -> float:
        """What the least promising action would lose: how much there is to lose here. Where the few worlds that choose leave it
        open whether that is anything, more are asked; what is not larger than its error then is nothing."""
        weights = self.weights(legal)
        worst = legal[weights.index(min(weights))]
        found = self._measure(worst, rival, self.chosen(rival))
        if found.loss >= LEAST / 2 and found.loss < CLEAR * found.error:
            first = self.effort.choose
            found = self._measure(worst, rival, range(first, first + max(2, self.effort.measure // 2)))
            return found.loss if found.sure() else 0.0
        return found.loss

    def compare(self, played: Any, rival: Any) -> Measured:
        """In worlds that did not choose the rival; in more of them where it is close. What is nearly a slip is looked at again
        and named by what is seen then: some things show their worth later, and everybody might play on in other ways.

        In the last round a look without luck is one finished game, which was won or lost by a little: there nobody's eye is
        clear at first sight, either."""
        found = self._look(played, rival, self.effort.choose, again=False)
        if found.error == 0 and self.mind.last(self.world(0)):
            found = self._look(played, rival, self.effort.choose, again=True)
        nearly = found.loss >= NEARLY or found.loss >= max(DIM, PART * found.better)
        if nearly and found.sure(self.caution(played, rival)):
            found = self._look(played, rival, self.effort.choose + MORE * self.effort.measure, again=True)
        return found

    def _look(self, played: Any, rival: Any, first: int, again: bool) -> Measured:
        """In two worlds if they are alike, in a few if it is surely nothing that has a name, in more if it may be, in many if it
        is hard to tell. (What is less than half of a slip by then will be none; nor is what loses nothing in half of a second
        look.) That two games were won or lost does not make them alike."""
        usual, caution = self.effort.measure, self.caution(played, rival)
        found = self._measure(played, rival, range(first, first + 2), again)
        if found.error == 0 and 0 < found.chance < 1:
            return found
        for n in (max(2, usual // 2), usual, MORE * usual):
            found = self._measure(played, rival, range(first, first + n), again)
            if found.loss + SURE * found.error < LEAST or (again and found.loss <= 0):
                break
            if n >= usual and (found.sure(caution) or found.loss < LEAST / 2):
                break
        return found

    def _measure(self, played: Any, rival: Any, places: range, again: bool = False) -> Measured:
        n = len(places)
        mine = [self.value(played, place, again) for place in places]
        other = [self.value(rival, place, again) for place in places]
        gains = [b - a for a, b in zip(mine, other, strict=True)]
        loss = sum(gains) / n
        error = sqrt(sum((gain - loss) ** 2 for gain in gains) / max(1, n - 1) / n)
        return Measured(sum(mine) / n, sum(other) / n, loss, error)

    def value(self, action: Any, place: int, again: bool = False) -> float:
        """The seat's share of the win when it has done this in that world and everybody played on."""
        key = (action, place, again)
        if key not in self._known:
            known = self._settled.get((action, again, self.mark(place))) if self._settled else None
            self._known[key] = self._try(action, place, again) if known is None else known
        return self._known[key]

    def _try(self, action: Any, place: int, again: bool) -> float:
        world = self.world(place)
        now, before = self.mind.round(world), drawn(world)
        end = self.mind.until(world, again)
        self.rules.apply(world, action)
        self._follow(world, self.then.get(action, []))
        lucky = drawn(world) > before
        turns = self.mind.turns if again else 1
        lucky = self.mind.play_on(world, self.view.seat, f"analysis:{self.ply}:{place}", now, end, turns, again) or lucky
        share = self.mind.share(world, self.view.seat)
        if now and not lucky:  # (without rounds a mind may go on playing to find the share)
            self._settled[action, again, self.mark(place)] = share
        return share

    def followed(self, played: Any, by: list[Any]) -> Trials | None:
        """The same worlds, in which the seat does the action played and these right after it; None where it cannot."""
        world = self.world(0)
        self.rules.apply(world, played)
        if not self._follow(world, by):
            return None
        both = copy(self)
        both.then, both._known, both._settled = {played: by}, {}, {}
        return both

    def _follow(self, world: Any, actions: list[Any]) -> bool:
        """Do these, as far as they are possible; whether all were."""
        seat = self.view.seat
        for action in actions:
            if self.rules.actor(world) != seat or self.rules.refuse(world, seat, action) is not None:
                return False
            self.rules.apply(world, action)
        return True

    def mark(self, place: int) -> bytes:
        if place not in self._marks:
            self._marks[place] = bare_mark(self.rules, self.world(place))
        return self._marks[place]
