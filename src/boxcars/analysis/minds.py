"""Who judges: the expert of the game at hand, as its game's judge or as a learned player.

A mind says what looks promising, how everybody plays on, and what a position is worth to a seat by what that seat knows.
"""

from __future__ import annotations

from math import inf
from typing import Any

from boxcars.bots import SeatView
from boxcars.bots.levels import settings
from boxcars.bots.master import champion_of, learned
from boxcars.bots.seat_view import judge_of
from boxcars.core.chance import seed_from
from boxcars.core.game import Rules
from boxcars.core.judge import Judge

LEVEL = "expert"
OTHERS = 12
"""Worlds that are dealt for one in which the others hold what suits them: they knew their cards when they played.
(Dealt at random, rivals' tickets fit nothing they built, and every seat would believe that it wins.)"""
LONGEST = 400
"""Decisions after which a round that does not end is valued as it stands."""


class Mind:
    """The game's judge, as the expert asks it: everybody plays on to the end of the round, when a turn shows its worth."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        chosen = settings(LEVEL, rules.game)
        self.rounds: int = chosen.get("rounds", 0)
        self.late: int = chosen.get("late", 0)
        self.caution: float = chosen.get("caution", 0.0)
        """Where the level itself leaves the judge only for a clear gain, the analyst does, too."""
        self.gap: float = chosen.get("gap", 3.0)
        self.heed = -inf
        """How much more promising a better action must look, too: value and preference both err."""
        self.judge: Judge[Any] = judge_of(rules, chosen["experience"])

    def weigh(self, world: Any, legal: list[Any]) -> list[float]:
        return self.judge.weigh(world, legal)

    def proceed(self, world: Any, notes: dict[int, Any]) -> Any:
        return self.judge.proceed(world, notes)

    def round(self, world: Any) -> int:
        return self.judge.round(world)

    def reach(self, world: Any) -> int:
        """How many rounds one looks ahead."""
        far = not self.late or self.judge.left(world) <= self.late
        return max(1, self.rounds) if far else 1

    def deal(self, view: SeatView, key: str) -> Any:
        """A world that the seat may believe in: of several, the one in which the others stand best. Where nothing is hidden, all
        stand alike."""
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(2)]
        shares = [self.share(world, view.seat) for world in worlds]
        if shares[0] == shares[1]:
            return worlds[0]
        for i in range(2, OTHERS):
            worlds.append(view.imagine(seed_from(f"{key}:{i}")))
            shares.append(self.share(worlds[i], view.seat))
        return worlds[shares.index(min(shares))]

    def shares(self, world: Any) -> list[float]:
        """The judge's values as shares of one win; alone, as they are."""
        values = self.judge.value(world)
        total = sum(values)
        return values if len(values) == 1 or total <= 0 else [value / total for value in values]

    def share(self, world: Any, seat: int) -> float:
        """The seat's part of the win."""
        return self.shares(world)[seat]

    def hope(self, view: SeatView, worlds: int) -> float:
        """The seat's chance to win by what it knows: a mean over so many worlds."""
        return sum(self.share(self.deal(view, f"analysis:world:{i}"), view.seat) for i in range(worlds)) / worlds


class Learned(Mind):
    """A learned player, where it sits in for the expert. It judges from what a seat sees when it is that seat's turn, so that no
    world needs to be chosen with care; everybody plays on by its preferences to the own next turn."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        champion = champion_of(rules)
        assert champion is not None
        self.champion = champion()
        self.caution, self.rounds, self.late = 0.0, 0, 0
        self.heed = 1.0  # where a good player would not hesitate (it is rather the value that errs: of tickets to keep, say)

    def weigh(self, world: Any, legal: list[Any]) -> list[float]:
        preferred, _ = self.champion.weigh(self.rules.observe(world, self.rules.actor(world)), legal)
        return [int(one) / self.champion.fine for one in preferred]

    def proceed(self, world: Any, notes: dict[int, Any]) -> Any:
        legal = self.rules.legal(world)
        if len(legal) == 1:
            return legal[0]
        weights = self.weigh(world, legal)
        return legal[weights.index(max(weights))]

    def round(self, world: Any) -> int:
        return 0

    def deal(self, view: SeatView, key: str) -> Any:
        return view.imagine(seed_from(key))

    def share(self, world: Any, seat: int) -> float:
        """What it thinks at the seat's next turn."""
        for _ in range(LONGEST):
            actor = self.rules.actor(world)
            if actor < 0:
                outcome = self.rules.outcome(world)
                assert outcome is not None
                return 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0
            if actor == seat:
                break
            self.rules.apply(world, self.proceed(world, {}))
        return self.champion.chance(self.rules.observe(world, seat))

    def hope(self, view: SeatView, worlds: int) -> float:
        if view.legal():
            return self.champion.chance(view.observation)
        return super().hope(view, worlds)


def mind_of(rules: Rules[Any]) -> Mind:
    """The best that is known of a game."""
    return Learned(rules) if learned(rules) else Mind(rules)
