"""Compares actions of one decision in the same determinized worlds."""

from __future__ import annotations

from copy import copy
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from boxcars.analysis.line_reasons import Horizon, LineEnd, changes, end_of_line, sentence
from boxcars.analysis.lookahead import ALL_ROUNDS, chance_count, hash_without_chance
from boxcars.bots import SeatView
from boxcars.core.messages import Text

if TYPE_CHECKING:
    from boxcars.analysis.decision_analysis import Analyst

SURE_SE = 1.64
"""Standard errors that a difference must exceed to count as a loss."""
CLEAR_SE = 3
"""Standard errors that suffice where there are only two or three worlds."""
MIN_LOSS = 0.05
"""The smallest loss of win chance that gets a label."""
SECOND_LOOK_LOSS = 0.035
"""Loss of win chance in the first measurement from which it is measured again (smaller ones: see ``LOW_LOSS``)."""
MORE_WORLDS = 3
"""Factor on the number of worlds where the standard error is larger than the loss."""
LOW_LOSS, LOW_PART = 0.02, 1 / 3
"""Smaller losses (down to the first number) are measured again, too, if they are at least this part of the win chance: a seat
with little to win cannot lose more."""


class Difference(NamedTuple):
    """Two actions compared: the value of each, the difference, and its standard error."""

    chance: float
    better: float
    loss: float
    error: float

    def is_sure(self, min_lead_se: float = 0.0) -> bool:
        return self.loss > (SURE_SE + min_lead_se) * self.error


class LineValue(NamedTuple):
    """The value of a line of play: the seat's share of the win and, in a second look, the facts at its end."""

    share: float
    end: LineEnd


class ActionComparison:
    """Worlds are numbered: the first choose the rival, the next measure it, so that luck in the choice does not become a loss.
    What looks like a loss is measured again, as everybody might play on, in worlds of its own."""

    def __init__(self, analyst: Analyst, view: SeatView, ply: int) -> None:
        self.effort = analyst.effort
        self.lookahead = analyst.lookahead
        self.rules = analyst.rules
        self.view = view
        self.ply = ply
        self.follow_ups: dict[Any, list[Any]] = {}
        """What the seat did right after an action: these actions are valued together with it."""
        self._worlds: dict[int, Any] = {}
        self._logits: list[float] = []
        self._logit_of: dict[Any, float] = {}
        self._values: dict[tuple[Any, int, bool], LineValue] = {}
        self._value_without_chance: dict[tuple[Any, bool, bytes], LineValue] = {}
        """Values that did not depend on chance, by the number of the world."""
        self.measured = range(0)
        """The worlds of the last second look."""
        self._hashes: dict[int, bytes] = {}

    def world(self, place: int) -> Any:
        if place not in self._worlds:
            self._worlds[place] = self.lookahead.imagine_belief(self.view, f"analysis:{self.ply}:{place}")
        return self.rules.clone(self._worlds[place])

    def logits(self, legal: list[Any]) -> list[float]:
        """Return the mean logits of the actions in two worlds, since an evaluator may depend on what the seat cannot know."""
        if not self._logits:
            first, second = (self.lookahead.policy_evaluator.policy(self.world(place), legal) for place in range(2))
            self._logits = [a + b for a, b in zip(first, second, strict=True)]
            self._logit_of = dict(zip(legal, self._logits, strict=True))
        return self._logits

    def best_by_logit(self, legal: list[Any]) -> Any:
        logits = self.logits(legal)
        return legal[logits.index(max(logits))]

    def best_rival(self, legal: list[Any], played: Any, later: list[Any]) -> Any:
        """Return the best candidate beside the action played; None if there is no other."""
        effort, logits = self.effort, self.logits(legal)
        order = sorted(range(len(legal)), key=lambda i: -logits[i])
        least = logits[order[0]] - 2 * self.lookahead.prune_margin
        if played in legal:
            least = max(least, logits[legal.index(played)] + 2 * self.lookahead.min_logit_lead)
        likely = [legal[i] for i in order[: effort.width] if logits[i] >= least]
        others = [action for action in likely if action != played and action not in later]
        if len(others) < 2:
            return others[0] if others else None
        places = self.choosing_worlds(others[0])
        return max(others, key=lambda action: sum(self.seat_value(action, place) for place in places))

    def choosing_worlds(self, action: Any) -> range:
        """Return the worlds in which the rival is chosen: one is enough where two give exactly the same values, since then chance
        has no part."""
        alike = self.effort.choose > 1 and self.seat_value(action, 0) == self.seat_value(action, 1)
        return range(1 if alike else self.effort.choose)

    def min_lead_se(self, played: Any, rival: Any) -> float:
        """Return the lead in standard errors that the rival needs. Where the level itself leaves its first choice only for a
        clear gain, the analysis does, too, if the action played is that first choice."""
        return self.lookahead.min_lead_se if self._logit_of.get(played, inf) >= self._logit_of[rival] else 0.0

    def stake(self, legal: list[Any], rival: Any) -> float:
        """What the least promising action would lose: how much there is to lose here. Where the few worlds that choose leave it
        open whether that is anything, more are asked; what is not larger than its error then is nothing."""
        logits = self.logits(legal)
        worst = legal[logits.index(min(logits))]
        found = self._measure(worst, rival, self.choosing_worlds(rival))
        if found.loss >= MIN_LOSS / 2 and found.loss < CLEAR_SE * found.error:
            first = self.effort.choose
            found = self._measure(worst, rival, range(first, first + max(2, self.effort.measure // 2)))
            return found.loss if found.is_sure() else 0.0
        return found.loss

    def compare(self, played: Any, rival: Any) -> Difference:
        """In worlds that did not choose the rival; in more of them where it is close. What is nearly a slip is looked at again
        and named by what is seen then: some things show their worth later, and everybody might play on in other ways.

        In the last round a look without luck is one finished game, which was won or lost by a little: there nobody's eye is
        clear at first sight, either."""
        found = self._measure_adaptively(played, rival, self.effort.choose, second_look=False)
        if found.error == 0 and self.lookahead.is_last_round(self.world(0)):
            found = self._measure_adaptively(played, rival, self.effort.choose, second_look=True)
        nearly = found.loss >= SECOND_LOOK_LOSS or found.loss >= max(LOW_LOSS, LOW_PART * found.better)
        if nearly and found.is_sure(self.min_lead_se(played, rival)):
            found = self._measure_adaptively(
                played, rival, self.effort.choose + MORE_WORLDS * self.effort.measure, second_look=True
            )
        return found

    def _measure_adaptively(self, played: Any, rival: Any, first: int, second_look: bool) -> Difference:
        """In two worlds if they are alike, in a few if it is surely nothing that has a name, in more if it may be, in many if it
        is hard to tell. (What is less than half of a slip by then will be none; nor is what loses nothing in half of a second
        look.) That two games were won or lost does not make them alike."""
        usual, min_lead_se = self.effort.measure, self.min_lead_se(played, rival)
        found = self._measure(played, rival, range(first, first + 2), second_look)
        if found.error == 0 and 0 < found.chance < 1:
            return found
        for n in (max(2, usual // 2), usual, MORE_WORLDS * usual):
            found = self._measure(played, rival, range(first, first + n), second_look)
            if found.loss + SURE_SE * found.error < MIN_LOSS or (second_look and found.loss <= 0):
                break
            if n >= usual and (found.is_sure(min_lead_se) or found.loss < MIN_LOSS / 2):
                break
        return found

    def _measure(self, played: Any, rival: Any, places: range, second_look: bool = False) -> Difference:
        n = len(places)
        if second_look:
            self.measured = places
        mine = [self.seat_value(played, place, second_look) for place in places]
        other = [self.seat_value(rival, place, second_look) for place in places]
        gains = [b - a for a, b in zip(mine, other, strict=True)]
        loss = sum(gains) / n
        error = sqrt(sum((gain - loss) ** 2 for gain in gains) / max(1, n - 1) / n)
        return Difference(sum(mine) / n, sum(other) / n, loss, error)

    def seat_value(self, action: Any, place: int, second_look: bool = False) -> float:
        """Return the seat's share of the win when it has done this in a world and everybody has played on."""
        return self._line(action, place, second_look).share

    def _line(self, action: Any, place: int, second_look: bool) -> LineValue:
        key = (action, place, second_look)
        if key not in self._values:
            known = (
                self._value_without_chance.get((action, second_look, self.chance_free_hash(place)))
                if self._value_without_chance
                else None
            )
            self._values[key] = self._play_and_value(action, place, second_look) if known is None else known
        return self._values[key]

    def why(self, played: Any, rival: Any) -> Text:
        """Return the reasons for the rival on the board, and where the lines of the last second look led."""
        reason = self.lookahead.evaluator.explain_action(self.world(0), rival)
        lines = [(self._line(rival, place, True), self._line(played, place, True)) for place in self.measured]
        found = changes([better.end for better, _ in lines], [worse.end for _, worse in lines], self.view.seat) if lines else []
        return sentence(reason, found, self.view.seat, self._horizon([line.end for pair in lines for line in pair]))

    def _horizon(self, ends: list[LineEnd]) -> Horizon:
        """Return the horizon at which second looks end here."""
        if all(end.over for end in ends):
            return "game"
        world = self.world(0)
        now = self.lookahead.current_round(world)
        if not now:
            return "next" if self.lookahead.second_look_turns == 1 else "turns"
        rounds = self.lookahead.last_round(world, second_look=True) - now
        return "turn" if rounds == 1 else "turns" if rounds < ALL_ROUNDS else "game"

    def _play_and_value(self, action: Any, place: int, second_look: bool) -> LineValue:
        world = self.world(place)
        now, before = self.lookahead.current_round(world), chance_count(world)
        end = self.lookahead.last_round(world, second_look)
        self.rules.apply(world, action)
        self._apply_all(world, self.follow_ups.get(action, []))
        by_chance = chance_count(world) > before
        turns = self.lookahead.second_look_turns if second_look else 1
        by_chance = (
            self.lookahead.play_on(world, self.view.seat, f"analysis:{self.ply}:{place}", now, end, turns, second_look)
            or by_chance
        )
        end_facts = end_of_line(self.rules, world) if second_look else LineEnd([], False)
        share = LineValue(self.lookahead.seat_share(world, self.view.seat), end_facts)
        if now and not by_chance:  # (without rounds a lookahead may go on playing to find the share)
            self._value_without_chance[action, second_look, self.chance_free_hash(place)] = share
        return share

    def followed_by(self, played: Any, by: list[Any]) -> ActionComparison | None:
        """Return the same worlds with the action played and the actions after it done; None where that is impossible."""
        world = self.world(0)
        self.rules.apply(world, played)
        if not self._apply_all(world, by):
            return None
        both = copy(self)
        both.follow_ups, both._values, both._value_without_chance = {played: by}, {}, {}
        return both

    def _apply_all(self, world: Any, actions: list[Any]) -> bool:
        """Apply these actions as far as possible; returns whether all were."""
        seat = self.view.seat
        for action in actions:
            if self.rules.actor(world) != seat or self.rules.refuse(world, seat, action) is not None:
                return False
            self.rules.apply(world, action)
        return True

    def chance_free_hash(self, place: int) -> bytes:
        if place not in self._hashes:
            self._hashes[place] = hash_without_chance(self.rules, self.world(place))
        return self._hashes[place]
