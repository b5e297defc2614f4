"""The level above the search: a network that learned by playing against itself (``mind/champion.py`` of a game)."""

from __future__ import annotations

from typing import Any

from boxcars.bots.bot import Bot, Candidate
from boxcars.bots.seat_view import SeatView
from boxcars.core.game import Rules
from boxcars.core.registry import load
from boxcars.core.words import T


class MasterBot(Bot):
    """Plays what the game's champion prefers. It has no dice: the same view gives the same choice."""

    def __init__(self, rules: Rules[Any], seed: str, *, weights: str = "") -> None:
        """``weights``: another file than the one that ships."""
        super().__init__(rules, seed)
        package = type(rules).__module__.rpartition(".")[0]
        try:
            champion = load(f"{package}.mind.champion:Champion")
        except ImportError:
            raise ValueError(f"{rules.game} has no learned player, or numpy is missing") from None
        self.champion = champion(weights)

    def choose(self, view: SeatView) -> Any:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        preferred, _ = self.champion.weigh(view.observation, legal)
        return legal[int(preferred.argmax())]

    def explain(self, view: SeatView) -> list[Candidate]:
        legal = view.legal()
        preferred, chance = self.champion.weigh(view.observation, legal)
        best = sorted(range(len(legal)), key=lambda i: -int(preferred[i]))[:5]
        return [Candidate(legal[i], chance, 1, T("No reason given.")) for i in best]
