"""The search bot: information-set Monte Carlo tree search over imagined worlds.

It is given a SeatView, so it knows what its seat knows and nothing else. One iteration imagines a world, tries a candidate in
it, walks down the tree of what may follow (every seat choosing for itself), plays on to the next turn or round and lets
the game's judge value the position for every seat.

* **Candidates** come from the judge: the most promising actions, more of them the more often a position is visited
  (progressive widening).
* **At the root** the candidates are compared in the same worlds with the same luck, and the worse half is dropped again and
  again (sequential halving); below it, PUCT chooses.
* **Values** are vectors, one chance to win for each seat, so any number of seats may play. What the judge thinks of the
  imagined world before anything is done is taken off again: a world that is lucky from the start says nothing about the
  candidate.
* **Reuse**: positions of the tree in which this seat decides are remembered by their observation; if one of them comes about,
  the search goes on from what was learned about it.
* **Rollouts**: with ``rounds`` there is no tree. Everybody plays on by the judge's policy for so many rounds, or to the end
  (policy iteration by rollouts). Where little is hidden and the policy is sound, one such game says more than any value.
* The budget is a number of iterations (then the choice is a function of the seed and of what was seen), seconds of one core,
  or both; a clear lead ends the search early.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from math import sqrt
from time import perf_counter, thread_time
from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.node import Node
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.core.judge import Judge
from boxcars.core.words import T

EXPLORE = 0.35
"""How much PUCT explores, in units of the spread of values seen at a position."""
DOUBT = 0.05
"""How much of ``node.TRUST`` and ``FAITH`` is asked of rollouts: they are played by the same judge, and see further."""
NEAR = 24
"""If the judge's own play ends the game within so many decisions, every iteration is played to the end."""
CERTAIN = 3.5
"""A lead of so many standard errors ends the search."""
PATIENCE = 3.0
"""The clock counts seconds of one core; on a busy machine a decision takes at most so many times as long."""
LONGEST = 100
"""Decisions after which a turn that does not end is valued as it stands."""
WORLDS = 8
"""Worlds whose values at the root are averaged for a first estimate."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without garbage collection: going through all that judges remember takes longer than an easy bot may think."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


class SearchBot(Bot):
    """See the module. ``seconds`` 0: no limit of time; ``iterations`` 0: no limit of iterations."""

    def __init__(
        self,
        rules: Rules[Any],
        seed: str,
        *,
        iterations: int = 200,
        seconds: float = 0.0,
        depth: int = 0,
        rounds: int = 0,
        policy: str = "judge",
        width: int = 8,
        gap: float = 3.0,
        processes: int = 1,
        experience: float = 1.0,
        caution: float = 0.0,
        late: int = 0,
    ) -> None:
        super().__init__(rules, seed)
        if iterations <= 0 and seconds <= 0:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        if policy not in ("judge", "random"):
            raise ValueError(f"policy {policy!r}: choose judge or random")
        self.experience = experience
        """Judge by the numbers of self-play (1), by those written by hand (0), or between them."""
        self.judge: Judge[Any] = judge_of(rules, experience)
        self.caution = caution
        """By how many standard errors a candidate must look better than the judge's own choice."""
        self.iterations = iterations
        self.seconds = seconds
        self.depth = depth
        """So many decisions are played on at least, and then to the next round (Judge.round) or the own next turn."""
        self.rounds = rounds
        """0: search a tree; else: no tree, but play on by the policy until so many rounds are over."""
        self.late = late
        """Search only when no more than so many rounds are left (Judge.left); before that the judge decides. 0: always."""
        self.greedy = policy == "judge"
        """Play on by the judge's policy, or at random."""
        self.width = width
        self.gap = gap
        """Candidates that weigh less than the best by more than this are not tried."""
        self.processes = processes
        self.decisions = 0
        self.spent = 0
        """Iterations done, over all decisions."""
        self.memory: dict[bytes, Node] = {}
        """Positions of the last search in which this seat decides, by what it sees there."""
        self.reused = 0
        self.probe = 0
        """The decision at which to ask again whether the game is near its end."""
        self.team: Any = None

    # -- the interface of bots ---------------------------------------------------------------------------------------

    @undisturbed()
    def choose(self, view: SeatView) -> Any:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        root = self.search(view, legal)
        return root.actions[root.best()]

    @undisturbed()
    def explain(self, view: SeatView) -> list[Candidate]:
        legal = view.legal()
        root = self.search(view, legal)
        world = view.imagine(seed_from(f"{self.seed}:why"))
        best = root.best()
        order = sorted(range(len(root.actions)), key=lambda i: (i != best, -root.visits[i], -root.weights[i]))
        here = self.judge.value(world)[view.seat]
        found = []
        for i in order[:6]:
            value = root.sums[i] / root.visits[i] if root.visits[i] else here
            why = self.judge.why(world, root.actions[i])
            found.append(Candidate(root.actions[i], min(1.0, max(0.0, value)), root.visits[i], why))
        return found or [Candidate(legal[0], here, 1, T("Nothing else is possible."))]

    # -- the search --------------------------------------------------------------------------------------------------

    def search(self, view: SeatView, legal: list[Any]) -> Node:
        """Think about a decision; the root of the tree that was grown."""
        self.decisions += 1
        key = f"{self.seed}:{self.decisions}"
        known = self.memory.get(self._mark(view.rules.observe(view.imagine(seed_from(key)), view.seat)))
        self.memory = {}
        root = known.only(legal) if known is not None else Node(view.seat)
        self.reused += known is not None
        # The candidates are weighed in several worlds, as the judge may be swayed by what it cannot know.
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(2)]
        weights = [0.0] * len(legal)
        for world in worlds:
            for i, weight in enumerate(self.judge.weigh(world, legal)):
                weights[i] += weight / len(worlds)
        root.add(legal, weights, self.width, self.gap)
        self.temper(root)
        if len(root.actions) > 1 and not (self.late and self.judge.left(worlds[0]) > self.late):
            if self.processes > 1:
                self._share_out(root, view, key)
            else:
                Thinking(self, view, root, key).run()
        return root

    def temper(self, root: Node) -> None:
        """Let the judge's weights count at the root as they shall."""
        root.doubt = DOUBT if self.rounds else 1.0
        root.caution = self.caution

    def _mark(self, observation: Any) -> bytes:
        return blake2b(self.rules.write(observation), digest_size=16).digest()

    def _share_out(self, root: Node, view: SeatView, key: str) -> None:
        """Root parallelism: several processes think about the same candidates with luck of their own; their findings are
        added. They are sent an imagined world, from which they imagine what this process would (see ``imagine``)."""
        from boxcars.bots.team import Team

        if self.team is None:
            self.team = Team(self)
        found = self.team.think(view.imagine(seed_from(key)), view.seat, root.actions, root.weights, key)
        for visits, sums, squares in found:
            for i, n in enumerate(visits):
                root.visits[i] += n
                root.sums[i] += sums[i]
                root.squares[i] += squares[i]
                root.count += n
                self.spent += n


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
        self.worlds: list[Any] = []
        self.before: list[list[float]] = []
        """What the judge thinks of each world before anything is done."""
        self.usual: list[float] = []
        """The mean of that over the first worlds."""
        self.random = random.Random(key)
        self.depth = bot.depth
        self.round = 0
        self.began = thread_time()
        self.asked = perf_counter()

    def run(self) -> None:
        """Sequential halving: each round tries every remaining candidate in as many new worlds, then drops the worse half."""
        bot, root = self.bot, self.root
        alive = list(range(len(root.actions)))
        rounds = max(1, (len(alive) - 1).bit_length())
        for i in range(1 if bot.rounds else WORLDS):
            self._world(i)
        self.round = self.judge.round(self.worlds[0])
        players = range(self.rules.players)
        self.usual = [sum(value[s] for value in self.before) / len(self.before) for s in players]
        if not bot.rounds and self._near_the_end():
            self.depth = 2 * NEAR
        least = 1 if bot.rounds else 2
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
            if self._certain(scores[alive[0]] - scores[alive[1]], alive[1]):
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
        bot.spent += used - known

    def _late(self, seconds: float) -> bool:
        """Whether so many seconds of one core are over (0: there is no limit)."""
        if not seconds:
            return False
        return thread_time() - self.began >= seconds or perf_counter() - self.asked >= PATIENCE * seconds

    def _certain(self, lead: float, second: int) -> bool:
        n = self.root.visits[second]
        return n >= 4 and lead > CERTAIN * self.root.spread() * sqrt(2 / n)

    def _world(self, place: int) -> Any:
        if place == len(self.worlds):
            world = self.view.imagine(seed_from(f"{self.key}:world:{place}"))
            self.worlds.append(world)
            self.before.append(self.judge.value(world))
        return self.rules.clone(self.worlds[place])

    def _iterate(self, i: int, place: int) -> bool:
        """Try candidate ``i`` of the root in world ``place``; False if there was no time to play it out."""
        rules = self.rules
        world = self._world(place)
        node = self.root
        if self.bot.rounds:
            rules.apply(world, node.actions[i])
            if not self._play_rounds(world, place):
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

    def _learn(self, path: list[tuple[Node, int]], world: Any, place: int) -> None:
        """Count what the judge thinks of this outcome for all choices that led to it."""
        leaf = self.judge.value(world)
        before, usual = self.before[place], self.usual
        for node, i in path:
            s = node.seat
            node.visits[i] += 1
            node.count += 1
            x = leaf[s] - before[s] + usual[s]
            node.sums[i] += x
            node.squares[i] += x * x

    def _expand(self, world: Any, seat: int) -> Node:
        node = Node(seat)
        if seat == self.seat:
            mark = self.bot._mark(self.rules.observe(world, seat))
            self.bot.memory.setdefault(mark, node)
        return node

    def _select(self, node: Node, world: Any) -> int:
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

    def _widen(self, node: Node, world: Any) -> None:
        legal = self.rules.legal(world)
        weights = self.judge.weigh(world, legal) if len(legal) > 1 else [0.0]
        node.add(legal, weights, self.bot.width, self.bot.gap)

    def _play_on(self, world: Any) -> bool:
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

        Every round begins with luck of its own, the same for all candidates, however many dice they rolled before.
        """
        now, last = self.round, self.round + self.bot.rounds
        notes: dict[int, Any] = {}
        while self.rules.actor(world) >= 0 and (round := self.judge.round(world)) < last:
            if self._late(self.bot.seconds):
                return False
            if round != now:
                now = round
                world.chance = Chance(seed_from(f"{self.key}:world:{place}:{round}"))
            self.rules.apply(world, self.judge.proceed(world, notes))
        return True

    def _step(self, world: Any) -> None:
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
