"""Barbados, for one player: each action once in four turns; the cash left after buying back shares is the score (AOS-18)."""

from __future__ import annotations

from typing import Final

from boxcars.core.messages import T
from boxcars.core.types import Outcome, ScoreLine
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.state import Table

SHARE_PRICE: Final = 5
"""What a share costs in the final settlement (AOS-18.8)."""


class Barbados(AgeOfSteam):
    def action_chosen(self, table: Table, action: int) -> None:
        """Blocked until all have been chosen (AOS-18.6)."""
        table.blocked |= 1 << action
        if all(table.blocked >> n & 1 for n in self.actions):
            table.blocked = 0

    def standing(self, state: Table) -> list[int]:
        return [state.cash[0] - SHARE_PRICE * state.shares[0]]

    def outcome(self, state: Table) -> Outcome | None:
        """Return who cannot pay $5 for every share, or was eliminated, has lost (AOS-18.8)."""
        if state.agenda:
            return None
        score = self.standing(state)[0]
        won = not state.gone[0] and score >= 0
        lines = [
            ScoreLine(T("Cash"), state.cash.copy()),
            ScoreLine(T("Shares bought back"), [-SHARE_PRICE * state.shares[0]]),
            ScoreLine(T("Total"), [score]),
        ]
        return Outcome(
            [score], [1], lines, T("The railway is solvent.") if won else T("The railway is bankrupt. You lose the game.")
        )
