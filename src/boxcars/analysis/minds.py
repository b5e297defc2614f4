"""Who judges: the expert of the game at hand, as its game's judge or as a learned player.

A mind says what looks promising, how everybody plays on, and what a position is worth to a seat by what that seat knows.
"""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any

from boxcars.bots import SeatView
from boxcars.bots.levels import analysts
from boxcars.bots.master import champion_of, chance_at_next_turn, learned, preferred
from boxcars.bots.seat_view import judge_of
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.judge import Judge

WORLD = "analysis:world:"
"""Worlds of a chance are numbered."""
OTHERS = 12
"""Worlds that are dealt for one in which the others hold what suits them: they knew their cards when they played.
(Dealt at random, rivals' tickets fit nothing they built, and every seat would believe that it wins.)"""
BLIND = 0.3
"""Where chances turned out to be less than a third as steep as the judge's, it cannot tell yet who leads."""
BLUR = 0.2
"""How blurred the eyes are by which everybody plays on in a second look, at least: play that never hesitates is one game of many,
and where nothing is drawn it would be the same one in every world."""
FURTHER = 3
"""Own turns that a second look sees ahead where there are no rounds."""
END = 99
"""No game has so many rounds."""
LONGEST = 400
"""Decisions after which a round that does not end is valued as it stands."""


@cache
def steepness(game: str, players: int) -> list[float]:
    """How much steeper than the judge's shares the chances turned out to be (``benchmarks/calibration.py``): in games that
    are over, with one round left, with two, and so on; where so many are judged by another measure, of them alone. Where
    nothing was measured, as they are."""
    known: dict[str, list[float]] = json.loads((files("boxcars.analysis") / "steepness.json").read_text())["games"]
    return known.get(f"{game}/{players}") or known.get(game, [1.0])


def bend(shares: list[float], steep: float) -> list[float]:
    """Shares of one win with their odds raised to a power: above 1 the leader leads by more, at 0 all are equal."""
    powers = [share**steep for share in shares]
    total = sum(powers)
    return [power / total for power in powers]


def drawn(world: Any) -> int:
    """How much luck a world has had."""
    return sum(world.chance.counters.values())


def bare_mark(rules: Rules[Any], world: Any) -> bytes:
    """A world without the luck to come: where none is needed, worlds with the same mark come to the same."""
    chance, world.chance = world.chance, Chance("")
    mark = rules.write(world)
    world.chance = chance
    return mark


class Mind:
    """The game's judge, as the expert asks it: everybody plays on to the end of the round, when a turn shows its worth."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        chosen = analysts(rules.game, rules.players)
        self.rounds: int = chosen.get("rounds", 0)
        self.late: int = chosen.get("late", 0)
        self.finish: int = chosen.get("finish", 0)
        """When no more rounds than these are left, the level plays everything on to the end of the game, and so do both looks."""
        self.caution: float = chosen.get("caution", 0.0)
        """Where the level itself leaves the judge only for a clear gain, the analyst does, too."""
        self.stir: float = max(BLUR, chosen.get("stir", 0.0))
        self.hazy = chosen.get("stir", 0.0) > 0.0
        """Whether the level itself plays on with a blurred eye, as nothing else is left to luck: chances are found so, too."""
        self.further = 0 if self.hazy else 1
        """Rounds more in a second look: none where the level itself plays on with a blurred eye, only to the end of its round.
        Another one would take most of the time and tell less."""
        self.gap: float = chosen.get("gap", 3.0)
        self.heed = 0.0 if chosen["width"] == 1 else -inf
        """How much more promising a better action must look, too: value and preference both err. Where the level itself goes by
        preference alone, because searching did not make it stronger, nothing that it prefers is called an error."""
        self.turns = 1 if chosen["width"] == 1 else FURTHER
        """Own turns that a second look sees ahead: where searching tells the level nothing, looking further does not, either."""
        self.judge: Judge[Any] = judge_of(rules, chosen["experience"])
        self.steepness = steepness(rules.game, rules.players)

    def weigh(self, world: Any, legal: list[Any]) -> list[float]:
        return self.judge.weigh(world, legal)

    def proceed(self, world: Any, notes: dict[int, Any]) -> Any:
        return self.judge.proceed(world, notes)

    def round(self, world: Any) -> int:
        return self.judge.round(world)

    def reach(self, world: Any, far: bool) -> int:
        """How many rounds one looks ahead: to the end of the round (``far``: as the level does), and at first until the judge can
        tell anything."""
        left = self.judge.left(world)
        rounds = max(1, self.rounds) if far and (not self.late or left <= self.late) else 1
        while rounds < left and self.steep(left - rounds) < BLIND:
            rounds += 1
        return rounds

    def until(self, world: Any, again: bool) -> int:
        """The round that ends a look at what may be done in a world."""
        now = self.round(world)
        if self.finish and self.judge.rest(world) <= self.finish:
            return now + END
        return now + self.reach(world, far=again) + again * self.further

    def last(self, world: Any) -> bool:
        """Whether the round is the game's last, so that any look at it sees the end."""
        return self.round(world) > 0 and self.judge.left(world) == 1

    def steep(self, left: int) -> float:
        return self.steepness[min(left, len(self.steepness) - 1)]

    def play_on(self, world: Any, seat: int, key: str, now: int, end: int, turns: int = 1, blurred: bool = False) -> bool:
        """Everybody plays on from round ``now`` until round ``end`` begins; without rounds (0), until it has been the seat's
        turn so often. Whether luck had a part in it, be it that of a blurred eye."""
        rules = self.rules
        self.judge.stir, self.judge.luck = self.stir, random.Random(f"{key}:stir") if blurred else None
        last = seat
        notes: dict[int, Any] = {}
        before, lucky = drawn(world), blurred
        for _ in range(LONGEST * max(1, end - now)):
            actor = rules.actor(world)
            if actor < 0:
                break
            if now:
                round = self.round(world)
                if round >= end:
                    break
                if round != now:  # every round has luck of its own, the same for all candidates, however many dice they rolled
                    now = round
                    lucky = lucky or drawn(world) > before
                    world.chance = Chance(seed_from(f"{key}:{round}"))
                    before = 0
            elif actor == seat and last != seat:
                turns -= 1
                if not turns:
                    break
            last = actor
            rules.apply(world, self.proceed(world, notes))
        return lucky or drawn(world) > before

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
        """The judge's values as shares of one win, as steep as they turned out to be; alone, as they are."""
        values = self.judge.value(world)
        if len(values) == 1 or sum(values) <= 0:
            return values
        return bend(values, self.steep(self.judge.left(world) if self.rules.actor(world) >= 0 else 0))

    def share(self, world: Any, seat: int) -> float:
        """The seat's part of the win."""
        return self.shares(world)[seat]

    def hopes(self, views: list[SeatView], worlds: int, known: dict[bytes, list[float]]) -> list[float]:
        """Every seat's chance to win by what it knows: a mean over so many worlds. ``known`` gets what they came to."""
        keys = [f"{WORLD}{i}" for i in range(worlds)]
        return [sum(self.hope(view, key, known) for key in keys) / worlds for view in views]

    def hope(self, view: SeatView, key: str, known: dict[bytes, list[float]]) -> float:
        """The same in one world; ``known``: what others found who see the same."""
        world = self.deal(view, key)
        return self.settled(world, key, known)[view.seat]

    def settled(self, world: Any, key: str, known: dict[bytes, list[float]]) -> list[float]:
        """The shares when the round is over: before that, some have paid for what they have not got yet. Without rounds, as it
        is."""
        now = self.round(world)
        if not now:
            return self.shares(world)
        bare, mark = bare_mark(self.rules, world), self.rules.write(world)
        if bare in known:
            return known[bare]
        if mark not in known:
            lucky = self.play_on(world, 0, key, now, now + self.reach(world, far=False), blurred=self.hazy)
            known[mark if lucky else bare] = found = self.shares(world)
            return found
        return known[mark]


class Learned(Mind):
    """A learned player, where it sits in for the expert. It judges from what a seat sees when it is that seat's turn, so that no
    world needs to be chosen with care; everybody plays on by its preferences to the own next turn."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        champion = champion_of(rules)
        assert champion is not None
        self.champion = champion(rules.players)
        self.caution, self.rounds, self.late = 0.0, 0, 0
        self.turns = FURTHER
        self.heed = 1.0  # where a good player would not hesitate (it is rather the value that errs: of tickets to keep, say)

    def weigh(self, world: Any, legal: list[Any]) -> list[float]:
        weights, _ = self.champion.weigh(self.rules.observe(world, self.rules.actor(world)), legal)
        return [int(one) / self.champion.fine for one in weights]

    def proceed(self, world: Any, notes: dict[int, Any]) -> Any:
        return preferred(self.champion, self.rules.observe(world, self.rules.actor(world)), self.rules.legal(world))

    def round(self, world: Any) -> int:
        return 0

    def deal(self, view: SeatView, key: str) -> Any:
        return view.imagine(seed_from(key))

    def share(self, world: Any, seat: int) -> float:
        return chance_at_next_turn(self.rules, self.champion, world, seat)

    def hopes(self, views: list[SeatView], worlds: int, known: dict[bytes, list[float]]) -> list[float]:
        keys = [f"{WORLD}{i}" for i in range(worlds)]
        return [
            self.champion.chance(view.observation) if view.legal() else sum(self.hope(view, key, known) for key in keys) / worlds
            for view in views
        ]

    def hope(self, view: SeatView, key: str, known: dict[bytes, list[float]]) -> float:
        return self.share(self.deal(view, key), view.seat)


def mind_of(rules: Rules[Any]) -> Mind:
    """The best that is known of a game."""
    return Learned(rules) if learned(rules) else Mind(rules)
