"""The search bot: information-set Monte Carlo tree search over imagined worlds.

It is given a SeatView, so it knows what its seat knows and nothing else. One iteration imagines a world, tries a candidate in
it, walks down the tree of what may follow (every seat choosing for itself), plays on to the next turn or round and lets
the game's judge value the position for every seat. (Wherever the judge is named, any other policy and value may stand in its
place: ``advice.py``.)

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
* **Pairs**: with ``paired`` such games are compared world by world. The same luck helps or hurts both candidates, and what is
  left between them is less than half of what one of them varies by from world to world.
* The budget is a number of iterations (then the choice is a function of the seed and of what was seen), seconds of one core,
  or both; a clear lead ends the search early.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from math import log
from typing import Any

from boxcars.bots.advice import Advice, advised
from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.node import Node
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.bots.thinking import Thinking
from boxcars.core.chance import seed_from
from boxcars.core.game import State
from boxcars.core.judge import NEWEST, Judge
from boxcars.core.kinds import AnyRules
from boxcars.core.words import Action, Observation, T

ADVISED = 4
"""Candidates that advice compares at least."""
BLURRED = 6
"""Candidates that an unclear eye confuses."""
DOUBT = 0.05
"""How much of ``node.TRUST`` and ``FAITH`` is usually asked of rollouts: they are played by the same judge, and see further."""


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
        rules: AnyRules,
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
        doubt: float = DOUBT,
        late: int = 0,
        heat: float = 0.0,
        stir: float = 0.0,
        edition: int = NEWEST,
        shallow: int = 0,
        paired: int = 0,
        finish: int = 0,
        own: float = 0.0,
        advice: str | Advice = "",
    ) -> None:
        super().__init__(rules, seed)
        if iterations <= 0 and seconds <= 0:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        if policy not in ("judge", "random"):
            raise ValueError(f"policy {policy!r}: choose judge or random")
        self.experience = experience
        """Judge by the numbers of self-play (1), by those written by hand (0), or between them."""
        self.edition = edition
        """Of which edition these are: the newest, or an earlier one that is kept for measuring."""
        if processes > 1 and not isinstance(advice, str):
            raise ValueError("several processes need advice by its name")
        self.advice = advice
        """Whose policy and value are asked, if not the judge's: "module.Class" made with the rules, or somebody made already."""
        self.judge: Judge[Any] = advised(judge_of(rules, experience, edition), rules, advice)
        self.caution = caution
        """By how many standard errors a candidate must look better than the judge's own choice."""
        self.doubt = doubt
        """How much the judge's weights count against what rollouts found."""
        self.iterations = iterations
        self.seconds = seconds
        self.depth = depth
        """So many decisions are played on at least, and then to the next round (Judge.round) or the own next turn."""
        self.shallow = shallow
        """1: candidates are valued where they lead, nobody plays on: a tenth of the time, for those who want many positions."""
        self.paired = paired
        """1: rollouts are compared world by world; for its own choice it plays on only where that pays (Judge.pays), and not what
        would only come in another order (Judge.apart)."""
        self.rounds = rounds
        """0: search a tree; else: no tree, but play on by the policy until so many rounds are over."""
        self.finish = finish
        """With ``rounds``: when no more than so many are left (Judge.rest), everything is played on to the end of the game."""
        self.own = own
        """How much of what is strived for is a good result of one's own (Judge.hopes); the rest is to win (Judge.value)."""
        self.late = late
        """Search only when no more than so many rounds are left (Judge.left); before that the judge decides. 0: always."""
        self.greedy = policy == "judge"
        """Play on by the judge's policy, or at random."""
        self.width = width
        self.gap = gap
        """Candidates that weigh less than the best by more than this are not tried."""
        self.heat = heat
        """How blurred the candidates look, in units of the judge's weights: who sees less clearly takes the second best for
        the best now and then, but never what looks bad."""
        self.stir = stir
        """The same for all seats in rollouts, so that they differ where nothing is drawn."""
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
    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        root = self.search(view, legal, bool(self.paired))
        return root.actions[root.best()]

    @undisturbed()
    def explain(self, view: SeatView) -> list[Candidate]:
        """Who asks wants to compare: several candidates are tried, also by a level that decides without trying."""
        legal = view.legal()
        usual = self.width, self.iterations
        self.width = max(self.width, ADVISED)
        self.iterations = max(self.iterations, 2 * self.width) if self.iterations else 0
        root = self.search(view, legal)
        self.width, self.iterations = usual
        return self.told(view, root) or [Candidate(legal[0], 0.5, 1, T("Nothing else is possible."))]

    def told(self, view: SeatView, root: Node) -> list[Candidate]:
        """What was found, best first. Each is given what it was preferred by, or where that was not to win alone, the chance to
        win that it has; no percentage contradicts the order."""
        world = view.imagine(seed_from(f"{self.seed}:why"))
        here = self.judge.value(world)[view.seat]
        scores = root.scores() if root.count else [here] * len(root.actions)
        chances = [wins / max(1, n) for wins, n in zip(root.wins, root.visits, strict=True)] if self.own else scores
        least = here
        order = sorted(
            range(len(root.actions)), key=lambda i: (root.count > 0 and not root.visits[i], -scores[i], -root.weights[i])
        )
        found: list[Candidate] = []
        for i in order[:6]:
            value = chances[i] if root.visits[i] else here
            least = value if not found else min(value, least)
            why = self.judge.why(world, root.actions[i])
            found.append(Candidate(root.actions[i], min(1.0, max(0.0, least)), root.visits[i], why))
        return found

    # -- the search --------------------------------------------------------------------------------------------------

    def search(self, view: SeatView, legal: list[Action], sparing: bool = False) -> Node:
        """Think about a decision (``sparing``: only about what may make a difference); the root of the tree that was grown."""
        self.decisions += 1
        key = f"{self.seed}:{self.decisions}"
        seen = self._mark(view.rules.observe(view.imagine(seed_from(key)), view.seat)) if self.memory else b""
        known = self.memory.get(seen)
        self.memory = {}
        root = known.only(legal) if known is not None else Node(view.seat)
        self.reused += known is not None
        # The candidates are weighed in several worlds, as the judge may be swayed by what it cannot know.
        worlds = [view.imagine(seed_from(f"{key}:{i}")) for i in range(1 if self.shallow else 2)]
        weights = [0.0] * len(legal)
        for world in worlds:
            for i, weight in enumerate(self.judge.weigh(world, legal)):
                weights[i] += weight / len(worlds)
        if self.heat:
            self._blur(weights, random.Random(f"{key}:blur"))
        if sparing and self.width > 1:
            places = self.judge.apart(legal, weights)
            legal, weights = [legal[i] for i in places], [weights[i] for i in places]
        root.add(legal, weights, self.width, self.gap)
        self.temper(root)
        early = self.late and self.judge.left(worlds[0]) > self.late
        if len(root.actions) > 1 and not early and (not sparing or self.final(worlds[0]) or self.judge.pays(worlds[0])):
            if self.processes > 1:
                self._share_out(root, view, key)
            else:
                Thinking(self, view, root, key).run()
        return root

    def final(self, world: State) -> bool:
        """Whether the end is so near that the game is played out."""
        return bool(self.finish) and self.judge.rest(world) <= self.finish

    def _blur(self, weights: list[float], luck: random.Random) -> None:
        """Let the best few look better or worse than they are, with odds that fall by e for every ``heat`` between them."""
        for i in sorted(range(len(weights)), key=lambda i: -weights[i])[:BLURRED]:
            weights[i] -= self.heat * log(-log(luck.uniform(1e-9, 1.0 - 1e-9)))

    def temper(self, root: Node) -> None:
        """Let the judge's weights count at the root as they shall."""
        root.doubt = self.doubt if self.rounds else 1.0
        root.caution = self.caution
        root.paired = bool(self.paired and self.rounds)

    def _mark(self, observation: Observation) -> bytes:
        return blake2b(self.rules.write(observation), digest_size=16).digest()

    def _share_out(self, root: Node, view: SeatView, key: str) -> None:
        """Root parallelism: several processes think about the same candidates with luck of their own; their findings are
        added. They are sent an imagined world, from which they imagine what this process would (see ``imagine``)."""
        from boxcars.bots.team import Team

        if self.team is None:
            self.team = Team(self)
        found = self.team.think(view.imagine(seed_from(key)), view.seat, root.actions, root.weights, key)
        for visits, sums, squares, wins in found:
            for i, n in enumerate(visits):
                root.visits[i] += n
                root.sums[i] += sums[i]
                root.squares[i] += squares[i]
                root.wins[i] += wins[i]
                root.count += n
                self.spent += n
