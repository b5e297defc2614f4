"""The turn: its phases, how it begins and how the game ends (STM-6, STM-13.2, STM-14.1, STM-15.3, STM-15.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.steam.state import Table
from boxcars.games.steam.types import (
    NO_TILE,
    TURN_ORDER,
    BuildTrack,
    GameEnded,
    IncomeAndExpenses,
    MoveRound,
    NewTurn,
    RaiseCapital,
    SelectAction,
    SteamStep,
    TurnOrder,
)
from boxcars.rail.actions import TurnBegan
from boxcars.rail.track import NOBODY, give

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam

BASIC: Final[tuple[SteamStep, ...]] = (
    SelectAction(),
    BuildTrack(),
    MoveRound(round=1),
    MoveRound(round=2),
    IncomeAndExpenses(),
    TurnOrder(),
    NewTurn(),
)
"""STM-6.1."""
STANDARD: Final[tuple[SteamStep, ...]] = (
    RaiseCapital(),
    TurnOrder(),
    SelectAction(),
    BuildTrack(),
    MoveRound(round=1),
    MoveRound(round=2),
    IncomeAndExpenses(),
    NewTurn(),
)
"""STM-15.3."""


def begin_turn(rules: Steam, table: Table, events: list[Event]) -> None:
    """Plan the phases; the last turn ends with income and expenses (STM-6.2)."""
    table.turn += 1
    phases = STANDARD if rules.standard else BASIC
    if table.turn == rules.turns:
        phases = phases[: phases.index(IncomeAndExpenses()) + 1]
    table.agenda.extend(reversed(phases))
    events.append(TurnBegan(table.turn))


class TurnAdvances(Chapter[Table]):
    def run(self, rules: Steam, state: Table, step: NewTurn, events: list[Event]) -> None:
        """Remember who held Turn Order, return the tiles, advance the marker (STM-13.2, 15.17)."""
        state.privilege = state.holder(TURN_ORDER) if rules.standard else -1
        state.tile = [NO_TILE] * rules.players
        state.city_action = [0] * rules.players
        begin_turn(rules, state, events)


def end_game(table: Table, alone: bool, events: list[Event]) -> None:
    """Unfinished sections lose their owners before links are counted (STM-14.3)."""
    table.agenda.clear()
    for i, section in enumerate(table.track.sections):
        if not section.complete:
            give(table.track, i, NOBODY)
    events.append(GameEnded(alone))
