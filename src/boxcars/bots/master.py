"""The level above the search: a network that learned by playing against itself (``mind/champion.py`` of a game)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.node import Node
from boxcars.bots.search import SearchBot
from boxcars.bots.seat_view import SeatView
from boxcars.bots.thinking import Thinking
from boxcars.core.kinds import AnyRules
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

    def __init__(self, path: str = "") -> None: ...

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


class MasterBot(Bot):
    """Plays what the game's champion prefers. It has no dice: the same view gives the same choice."""

    def __init__(self, rules: AnyRules, seed: str, *, weights: str = "") -> None:
        """``weights``: another file than the one that ships."""
        super().__init__(rules, seed)
        if is_own(rules.map):
            raise ValueError("the learned player knows the boards of the game only")
        champion = champion_of(rules)
        if champion is None:
            raise ValueError(f"{rules.game} has no learned player, or numpy is missing")
        self.champion = champion(weights)

    def choose(self, view: SeatView) -> Action:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        preferred, _ = self.champion.weigh(view.observation, legal)
        return legal[max(range(len(legal)), key=preferred.__getitem__)]

    def explain(self, view: SeatView) -> list[Candidate]:
        """What the champion would do is compared with the next best in the same worlds, and the game's judge says why."""
        legal = view.legal()
        preferred, _ = self.champion.weigh(view.observation, legal)
        best = sorted(range(len(legal)), key=lambda i: -int(preferred[i]))[:ADVISED]
        asked = SearchBot(self.rules, self.seed, iterations=ADVISED * WORLDS_ADVISED, width=ADVISED)
        root = Node(view.seat)
        root.add([legal[i] for i in best], [float(preferred[i]) / self.champion.fine for i in best], ADVISED, float("inf"))
        if len(best) > 1:
            Thinking(asked, view, root, self.seed).run()
        return asked.told(view, root)
