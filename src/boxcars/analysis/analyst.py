"""The analyst: what a seat could hope for, and what one decision lost, judged by what that seat knew.

* A **win chance** is the judge's value of imagined worlds, as a share of the win.
* A **loss** compares the action played with the best other one: both are tried in the same imagined worlds, everybody plays on by
  the judge's policy to the end of the round (as the expert does), and the differences are averaged. The rival is chosen in some
  worlds and measured in others, so that luck in the choice does not count against the player.

Worlds are numbered, never timed, and dealt from the seat's knowledge alone: nothing that came out of the bag afterwards counts.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Literal

import msgspec

from boxcars.bots import SeatView
from boxcars.bots.levels import settings
from boxcars.bots.search import undisturbed
from boxcars.bots.seat_view import judge_of
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.judge import Judge

ANALYST = 1
"""Raised when the analyst judges differently: analyses are kept under it."""
LEVEL = "expert"
SURE = 1.64
"""Standard errors that a difference must exceed before it is called anything."""
LONGEST = 400
"""Decisions after which a round that does not end is valued as it stands."""
OTHERS = 12
"""Worlds that are dealt for one in which the others hold what suits them: they knew their cards when they played.
(Dealt at random, rivals' tickets fit nothing they built, and every seat would believe that it wins.)"""
PLACES = 4
"""Digits that are kept: what machines may compute differently is behind them."""

Label = Literal["", "slip", "mistake", "blunder"]
LABELS: tuple[tuple[float, Label], ...] = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "slip"))


class Effort(msgspec.Struct, frozen=True):
    """How much work a decision is worth, counted in worlds."""

    chances: int = 8
    """Worlds for a win chance,"""
    choose: int = 3
    """for finding the best candidate,"""
    measure: int = 12
    """and for measuring it against what was played: half of these are the played action's."""
    width: int = 6
    """Candidates beside the action played."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of a game. Actions are JSON; chances are of the seat that acted."""

    ply: int
    """Actions before it."""
    seat: int
    step: str
    """What was due: the name of the step."""
    action: msgspec.Raw
    choices: int
    """How many actions were legal; 1: it was forced."""
    best: msgspec.Raw = msgspec.Raw(b"null")
    """A better action; null if there was none, and the loss is 0 then."""
    chance: float = 0.0
    """What the action played was worth,"""
    better: float = 0.0
    """and the better one."""
    loss: float = 0.0
    error: float = 0.0
    """Standard error of the loss."""
    label: Label = ""

    @property
    def rival(self) -> bytes | None:
        """The better action, if there was one."""
        found = bytes(self.best)
        return found if found != b"null" else None


class Analyst:
    """Judges positions of one game."""

    def __init__(self, rules: Rules[Any], effort: Effort | None = None) -> None:
        self.rules = rules
        self.effort = effort or Effort()
        chosen = settings(LEVEL, rules.game)
        self.rounds: int = chosen.get("rounds", 0)
        self.late: int = chosen.get("late", 0)
        self.caution: float = chosen.get("caution", 0.0)
        self.gap: float = chosen.get("gap", 3.0)
        self.judge: Judge[Any] = judge_of(rules, chosen["experience"])

    # -- win chances -------------------------------------------------------------------------------------------------

    @undisturbed()
    def chances(self, state: Any) -> list[float]:
        """For every seat: its chance to win by what it knows."""
        if self.rules.actor(state) < 0:
            return self.result(state)
        found = []
        for seat in range(self.rules.players):
            view = SeatView(self.rules, state, seat)
            values = [self.likely(view, f"analysis:world:{i}")[1] for i in range(self.effort.chances)]
            found.append(round(sum(values) / len(values), PLACES))
        return found

    def likely(self, view: SeatView, key: str) -> tuple[Any, float]:
        """A world that the seat may believe in, and its share of the win there: of several, the one in which the others stand
        best. Where nothing is hidden, all stand alike."""
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(2)]
        shares = [self.shares(world)[view.seat] for world in worlds]
        if shares[0] == shares[1]:
            return worlds[0], shares[0]
        for i in range(2, OTHERS):
            worlds.append(view.imagine(seed_from(f"{key}:{i}")))
            shares.append(self.shares(worlds[i])[view.seat])
        least = shares.index(min(shares))
        return worlds[least], shares[least]

    @undisturbed()
    def open_chances(self, state: Any) -> list[float]:
        """The same with all cards on the table."""
        if self.rules.actor(state) < 0:
            return self.result(state)
        return [round(share, PLACES) for share in self.shares(state)]

    def result(self, state: Any) -> list[float]:
        """How it ended: the win, shared among equals."""
        outcome = self.rules.outcome(state)
        assert outcome is not None
        if self.rules.players == 1:
            return [round(self.judge.value(state)[0], PLACES)]
        return [round(1 / len(outcome.winners), PLACES) if rank == 1 else 0.0 for rank in outcome.ranks]

    def shares(self, world: Any) -> list[float]:
        """The judge's values as shares of one win; alone, as they are."""
        values = self.judge.value(world)
        total = sum(values)
        return values if len(values) == 1 or total <= 0 else [value / total for value in values]

    # -- decisions ---------------------------------------------------------------------------------------------------

    @undisturbed()
    def decision(self, state: Any, ply: int, played: Any, later: list[Any] | None = None) -> Decision:
        """Judge what the seat to act did. ``later``: what it did right afterwards, at the same step; the same actions in another
        order are no mistake."""
        rules = self.rules
        seat = rules.actor(state)
        view = SeatView(rules, state, seat)
        legal = view.legal()
        step = type(state.agenda[-1]).__name__
        body = msgspec.Raw(rules.write(played))
        if len(legal) < 2:
            return Decision(ply=ply, seat=seat, step=step, action=body, choices=1)
        trials = Trials(self, view, ply)
        rival = trials.rival(legal, played, later or [])
        if rival is None:
            return Decision(ply=ply, seat=seat, step=step, action=body, choices=len(legal))
        chance, better, loss, error = trials.compare(played, rival)
        good = loss <= 0
        return Decision(
            ply=ply,
            seat=seat,
            step=step,
            action=body,
            choices=len(legal),
            best=msgspec.Raw(b"null" if good else rules.write(rival)),
            chance=chance,
            better=chance if good else better,
            loss=0.0 if good else loss,
            error=error,
            label="" if good else self.label(loss, error),
        )

    def label(self, loss: float, error: float) -> Label:
        """A name for a loss that is larger than its error. Where the level itself leaves the judge only for a clear gain, the
        analyst does, too."""
        if loss <= (SURE + self.caution) * error:
            return ""
        return next((name for least, name in LABELS if loss >= least), "")

    def best(self, state: Any, ply: int) -> Any:
        """What the analyst would do: the action in which it finds no loss."""
        legal = self.rules.legal(state)
        if len(legal) < 2:
            return legal[0]
        trials = Trials(self, SeatView(self.rules, state, self.rules.actor(state)), ply)
        chosen = trials.first(legal)
        for _ in legal:
            rival = trials.rival(legal, chosen, [])
            if rival is None or trials.compare(chosen, rival)[2] <= 0:
                return chosen
            chosen = rival
        return chosen


class Trials:
    """Actions of one decision tried in the same imagined worlds."""

    def __init__(self, analyst: Analyst, view: SeatView, ply: int) -> None:
        self.analyst = analyst
        self.rules = analyst.rules
        self.judge = analyst.judge
        self.view = view
        self.ply = ply
        self._worlds: dict[int, Any] = {}
        self._weights: list[float] = []
        self._known: dict[tuple[Any, int], float] = {}

    def world(self, place: int) -> Any:
        if place not in self._worlds:
            self._worlds[place] = self.analyst.likely(self.view, f"analysis:{self.ply}:{place}")[0]
        return self.rules.clone(self._worlds[place])

    def weights(self, legal: list[Any]) -> list[float]:
        """How promising the judge finds each, in two worlds: it may be swayed by what the seat cannot know."""
        if not self._weights:
            once, again = (self.judge.weigh(self.world(place), legal) for place in range(2))
            self._weights = [a + b for a, b in zip(once, again, strict=True)]
        return self._weights

    def first(self, legal: list[Any]) -> Any:
        weights = self.weights(legal)
        return legal[weights.index(max(weights))]

    def rival(self, legal: list[Any], played: Any, later: list[Any]) -> Any:
        """The best candidate beside the action played; None if the judge thinks of nothing else."""
        effort, weights = self.analyst.effort, self.weights(legal)
        order = sorted(range(len(legal)), key=lambda i: -weights[i])
        least = weights[order[0]] - 2 * self.analyst.gap
        likely = [legal[i] for i in order[: effort.width] if weights[i] >= least]
        others = [action for action in likely if action != played and action not in later]
        if len(others) < 2:
            return others[0] if others else None
        places = range(effort.choose)
        return max(others, key=lambda action: sum(self.value(action, place) for place in places))

    def compare(self, played: Any, rival: Any) -> tuple[float, float, float, float]:
        """The chance of each, the difference, and its standard error: in worlds that did not choose the rival."""
        effort = self.analyst.effort
        places = range(effort.choose, effort.choose + effort.measure)
        mine = [self.value(played, place) for place in places]
        other = [self.value(rival, place) for place in places]
        n = len(mine)
        gains = [b - a for a, b in zip(mine, other, strict=True)]
        loss = sum(gains) / n
        error = sqrt(sum((gain - loss) ** 2 for gain in gains) / max(1, n - 1) / n)
        return round(sum(mine) / n, PLACES), round(sum(other) / n, PLACES), round(loss, PLACES), round(error, PLACES)

    def value(self, action: Any, place: int) -> float:
        """The seat's share of the win when it has done this in that world and everybody played on."""
        key = (action, place)
        if key not in self._known:
            world = self.world(place)
            self.rules.apply(world, action)
            self._play_on(world, place)
            self._known[key] = self.analyst.shares(world)[self.view.seat]
        return self._known[key]

    def _play_on(self, world: Any, place: int) -> None:
        """By the judge's policy: so many rounds as the level looks ahead; where there are none, to the own next turn."""
        rules, judge, me = self.rules, self.judge, self.view.seat
        now = judge.round(self._worlds[place])
        far = bool(now) and (not self.analyst.late or judge.left(self._worlds[place]) <= self.analyst.late)
        end = now + (max(1, self.analyst.rounds) if far else 1)
        last = me
        notes: dict[int, Any] = {}
        for _ in range(LONGEST if end - now < 2 else 100 * LONGEST):
            seat = rules.actor(world)
            if seat < 0:
                return
            if now:
                round = judge.round(world)
                if round >= end:
                    return
                if round != now:  # every round has luck of its own, the same for all candidates, however many dice they rolled
                    now = round
                    world.chance = Chance(seed_from(f"analysis:{self.ply}:{place}:{round}"))
            elif seat == me and last != me:
                return
            last = seat
            rules.apply(world, judge.proceed(world, notes))
