"""The level above the search: a network that learned by playing against itself (``mind/champion.py`` of a game)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import Protocol

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.seat_view import SeatView, judge_of
from boxcars.core.chance import seed_from
from boxcars.core.kinds import AnyRules, AnyState
from boxcars.core.map_text import is_own
from boxcars.core.registry import game, load
from boxcars.core.words import Action, Observation

ADVISED = 4
"""Candidates that are compared to advise somebody,"""
WORLDS_ADVISED = 10
"""each in so many worlds."""


class Champion(Protocol):
    """What a game's ``mind/champion.py`` offers."""

    fine: int
    """Preferences are whole numbers, so many to a unit."""

    def __init__(self, players: int, path: str = "") -> None:
        """What it learned for so many players; ``path``: other weights than those that ship."""

    @staticmethod
    def knows(rules: AnyRules) -> bool:
        """Whether it learned for this board and number of seats, and plays there better than the search."""

    def weigh(self, seen: Observation, legal: list[Action]) -> tuple[Sequence[int], float]:
        """How much each action is to be preferred, and the chance to win."""

    def chance(self, seen: Observation) -> float:
        """The chance to win of a seat that is to act, the same on every machine."""


def champion_of(rules: AnyRules) -> type[Champion] | None:
    """The learned player's class, if the game has one and what it needs is installed; else None."""
    mind = game(rules.game).judge.partition(":")[0].rpartition(".")[0]
    if not mind or find_spec("numpy") is None or find_spec(f"{mind}.champion") is None:
        return None
    found: type[Champion] = load(f"{mind}.champion:Champion")
    return found


def learned(rules: AnyRules) -> bool:
    """Whether the learned player is the better one here: on the board and with the seats it learned for."""
    champion = champion_of(rules)
    return champion is not None and champion.knows(rules)


def preferred(champion: Champion, seen: Observation, legal: list[Action]) -> Action:
    """What it plays."""
    if len(legal) == 1:
        return legal[0]
    weights, _ = champion.weigh(seen, legal)
    return legal[max(range(len(legal)), key=weights.__getitem__)]


def chance_at_next_turn(rules: AnyRules, champion: Champion, world: AnyState, seat: int) -> float:
    """A seat's chance when it is to act again, or its share of the win; until then everybody plays what the champion prefers."""
    while (actor := rules.actor(world)) != seat:
        if actor < 0:
            outcome = rules.outcome(world)
            assert outcome is not None
            return 1 / len(outcome.winners) if outcome.ranks[seat] == 1 else 0.0
        rules.apply(world, preferred(champion, rules.observe(world, actor), rules.legal(world)))
    return champion.chance(rules.observe(world, seat))


class MasterBot(Bot):
    """Plays what the game's champion prefers. It has no dice: the same view gives the same choice."""

    def __init__(self, rules: AnyRules, seed: str, *, weights: str = "") -> None:
        """``weights``: another file than the one that ships for so many players."""
        super().__init__(rules, seed)
        if is_own(rules.map):
            raise ValueError("the learned player knows the boards of the game only")
        champion = champion_of(rules)
        if champion is None:
            raise ValueError(f"{rules.game} has no learned player, or numpy is missing")
        self.champion = champion(rules.players, weights)

    def choose(self, view: SeatView) -> Action:
        return preferred(self.champion, view.observation, view.legal())

    def explain(self, view: SeatView) -> list[Candidate]:
        """What the champion would do and the next best, in this order, with the chances it sees in the same worlds; no chance
        contradicts the order, as it does not strive for the win alone. The game's judge says why."""
        legal = view.legal()
        weights, _ = self.champion.weigh(view.observation, legal)
        best = sorted(range(len(legal)), key=lambda i: -int(weights[i]))[:ADVISED]
        judge = judge_of(self.rules)
        world = view.imagine(seed_from(f"{self.seed}:why"))
        least = 1.0
        found = []
        for i in best:
            least = min(least, fmean(self._chances(view, legal[i])))
            found.append(Candidate(legal[i], least, WORLDS_ADVISED, judge.why(world, legal[i])))
        return found

    def _chances(self, view: SeatView, action: Action) -> Iterator[float]:
        for i in range(WORLDS_ADVISED):
            world = view.imagine(seed_from(f"{self.seed}:{i}"))
            self.rules.apply(world, action)
            yield chance_at_next_turn(self.rules, self.champion, world, view.seat)
