"""One search from one root: halving at the root, a tree or rollouts below it (see ``search.py``)."""

from __future__ import annotations

import random
from math import sqrt
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from boxcars.bots.node import Node
from boxcars.bots.seat_view import SeatView
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import State

if TYPE_CHECKING:
    from boxcars.bots.search import SearchBot

ALL = 1_000
"""Rounds that no game lasts."""
EXPLORE = 0.35
"""How much PUCT explores, in units of the spread of values seen at a position."""
NEAR = 24
"""If the judge's own play ends the game within so many decisions, every iteration is played to the end."""
CERTAIN = 3.5
"""A lead of so many standard errors ends the search."""
PATIENCE = 3.0
"""The clock counts seconds of one core; on a busy machine a decision takes at most so many times as long."""
LONGEST = 100
"""Decisions after which a turn that does not end is valued as it stands."""
PAIRS = 6
"""Worlds in which two candidates are compared at least before one is surely better."""
WORLDS = 8
"""Worlds whose values at the root are averaged for a first estimate."""


class Thinking:
    """One search from one root."""

    def __init__(self, bot: SearchBot, view: SeatView, root: Node, key: str) -> None:
        self.bot = bot
        self.rules = bot.rules
        self.judge = bot.judge
        self.view = view
        self.seat = view.seat
        self.root = root
        self.key = key
        self.rounds = bot.rounds
        """Rounds that are played on; 0: a tree."""
        self.worlds: list[Any] = []
        self.before: list[list[float]] = []
        """What the judge thinks of each world before anything is done, by what is strived for."""
        self.usual: list[float] = []
        """The mean of that over the first worlds."""
        self.random = random.Random(key)
        self.depth = bot.depth
        self.round = 0
        self.moment = 0
        self.began = thread_time()
        self.asked = perf_counter()

    def run(self) -> None:
        """Sequential halving: each round tries every remaining candidate in as many new worlds, then drops the worse half."""
        bot, root = self.bot, self.root
        alive = list(range(len(root.actions)))
        rounds = max(1, (len(alive) - 1).bit_length())
        for i in range(1 if self.rounds or bot.shallow else WORLDS):
            self._world(i)
        if bot.final(self.worlds[0]):
            self.rounds = ALL
        self.round = self.judge.round(self.worlds[0])
        self.moment = self.judge.moment(self.worlds[0]) if root.paired else self.round
        players = range(self.rules.players)
        self.usual = [sum(value[s] for value in self.before) / len(self.before) for s in players]
        if not self.rounds and not bot.shallow and self._near_the_end():
            self.depth = 2 * NEAR
        least = 1 if self.rounds or bot.shallow else 2
        place = 0
        # What was learned about this position before is part of the budget; every candidate is tried again, though.
        used = known = min(root.count, 3 * bot.iterations // 4)
        for stage in range(rounds):
            share = bot.iterations * (stage + 1) // rounds if bot.iterations else 1 << 60
            late = bot.seconds * (stage + 1) / rounds
            while (used < share or place < least) and not self._late(late):
                for i in alive:
                    if self._iterate(i, place):
                        used += 1
                    if self._late(late):
                        break
                place += 1
            scores = root.scores()
            alive.sort(key=lambda i: -scores[i])
            if self._certain(scores[alive[0]] - scores[alive[1]], alive[0], alive[1]):
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
        bot.spent += used - known

    def _late(self, seconds: float) -> bool:
        """Whether so many seconds of one core are over (0: there is no limit)."""
        if not seconds:
            return False
        return thread_time() - self.began >= seconds or perf_counter() - self.asked >= PATIENCE * seconds

    def _certain(self, lead: float, first: int, second: int) -> bool:
        n = self.root.visits[second]
        if self.root.paired:
            gain, error = self.root.ahead(first, second)
            return n >= PAIRS and gain > CERTAIN * error
        return n >= 4 and lead > CERTAIN * self.root.spread() * sqrt(2 / n)

    def _world(self, place: int) -> Any:
        if place == len(self.worlds):
            world = self.view.imagine(seed_from(f"{self.key}:world:{place}"))
            self.worlds.append(world)
            self.before.append(self._aims(world, self.judge.value(world)))
        return self.rules.clone(self.worlds[place])

    def _aims(self, world: Any, chances: list[float]) -> list[float]:
        """What every seat strives for: to win, and as far as the bot is told so, a good result of its own."""
        own = self.bot.own
        if not own:
            return chances
        hopes = self.judge.hopes(world)
        return [(1.0 - own) * chance + own * hope for chance, hope in zip(chances, hopes, strict=True)]

    def _iterate(self, i: int, place: int) -> bool:
        """Try candidate ``i`` of the root in world ``place``; False if there was no time to play it out."""
        rules = self.rules
        world = self._world(place)
        node = self.root
        if self.rounds or self.bot.shallow:
            rules.apply(world, node.actions[i])
            if not self.bot.shallow and not self._play_rounds(world, place):
                return False
            self._learn([(node, i)], world, place)
            return True
        path: list[tuple[Node, int]] = []
        while True:
            path.append((node, i))
            rules.apply(world, node.actions[i])
            seat = rules.actor(world)
            if seat < 0:
                break
            if self.round and not self.depth and self.judge.round(world) != self.round:
                break
            child = node.children[i]
            if child is None or child.seat != seat:
                node.children[i] = child = self._expand(world, seat)
                if not self._play_on(world):
                    return False
                break
            node = child
            i = self._select(node, world)
        self._learn(path, world, place)
        return True

    def _learn(self, path: list[tuple[Node, int]], world: State, place: int) -> None:
        """Count what the judge thinks of this outcome for all choices that led to it."""
        chances = self.judge.value(world)
        leaf = self._aims(world, chances)
        before, usual = self.before[place], self.usual
        for node, i in path:
            s = node.seat
            node.visits[i] += 1
            node.count += 1
            x = leaf[s] - before[s] + usual[s]
            node.sums[i] += x
            node.wins[i] += chances[s]
            node.squares[i] += x * x
            if node.paired:
                node.found[i].append(x)

    def _expand(self, world: State, seat: int) -> Node:
        node = Node(seat)
        if seat == self.seat:
            mark = self.bot._mark(self.rules.observe(world, seat))
            self.bot.memory.setdefault(mark, node)
        return node

    def _select(self, node: Node, world: State) -> int:
        """PUCT among the candidates that are legal in this world; more candidates as visits grow."""
        if not node.actions:
            self._widen(node, world)
        refuse, seat = self.rules.refuse, node.seat
        wide = 2 + int(sqrt(node.count))
        tried = [node.sums[i] / n for i, n in enumerate(node.visits) if n]
        usual = sum(tried) / len(tried) if tried else 0.0
        spread = max(0.02, max(tried) - min(tried)) if tried else 1.0
        root = sqrt(node.count + 1)
        scores = []
        for i in range(min(wide, len(node.actions))):
            n = node.visits[i]
            value = node.sums[i] / n if n else usual
            scores.append((value / spread + EXPLORE * 4 * node.priors[i] * root / (1 + n), i))
        scores.sort(key=lambda pair: -pair[0])
        for _, i in scores:
            if refuse(world, seat, node.actions[i]) is None:
                return i
        self._widen(node, world)
        for i, action in enumerate(node.actions):
            if refuse(world, seat, action) is None:
                return i
        raise AssertionError("no candidate is legal")

    def _widen(self, node: Node, world: State) -> None:
        legal = self.rules.legal(world)
        weights = self.judge.weigh(world, legal) if len(legal) > 1 else [0.0]
        node.add(legal, weights, self.bot.width, self.bot.gap)

    def _play_on(self, world: State) -> bool:
        """Play on to the next round where rounds count, else to the own next turn; with ``depth``: so many decisions before that.

        So positions are valued at like moments, whatever the candidate was. False: the time is up.
        """
        me, depth, round = self.seat, self.depth, self.round
        last = me
        for step in range(depth + LONGEST):
            seat = self.rules.actor(world)
            if seat < 0:
                return True
            over = self.judge.round(world) != round if round else seat == me and last != me
            if over and step >= depth:
                return True
            if self._late(self.bot.seconds):
                return False
            last = seat
            self._step(world)
        return True

    def _play_rounds(self, world: Any, place: int) -> bool:
        """Play on by the policy until the rounds are over or the game is. False: the time is up.

        Every round (with pairs: every moment) begins with luck of its own, the same for all candidates, however many dice they
        rolled before.
        """
        now, last = self.moment, self.round + self.rounds
        notes: dict[int, Any] = {}
        self.judge.stir = self.bot.stir
        self.judge.luck = random.Random(f"{self.key}:world:{place}:stir") if self.bot.stir else None
        while self.rules.actor(world) >= 0 and (round := self.judge.round(world)) < last:
            if self._late(self.bot.seconds):
                return False
            moment = self.judge.moment(world) if self.root.paired else round
            if moment != now:
                now = moment
                world.chance = Chance(seed_from(f"{self.key}:world:{place}:{moment}"))
            self.rules.apply(world, self.judge.proceed(world, notes))
        return True

    def _step(self, world: State) -> None:
        """One decision by the policy of playouts."""
        legal = self.rules.legal(world)
        if len(legal) == 1:
            action = legal[0]
        elif self.bot.greedy:
            weights = self.judge.weigh(world, legal)
            action = legal[weights.index(max(weights))]
        else:
            action = legal[int(self.random.random() * len(legal))]
        self.rules.apply(world, action)

    def _near_the_end(self) -> bool:
        """Whether the game is over soon: then playouts to the end say more than any value. Asked now and then only."""
        bot = self.bot
        if bot.decisions < bot.probe:
            return False
        world = self._world(0)
        for _ in range(NEAR):
            if self.rules.actor(world) < 0:
                return True
            if self._late(0.25 * bot.seconds):
                break
            self._step(world)
        if self.rules.actor(world) < 0:
            return True
        bot.probe = bot.decisions + 4
        return False
