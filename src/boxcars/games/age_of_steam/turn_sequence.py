"""The sequence of play: phases, turns, the end (AOS-4, AOS-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boxcars.core.game import Chapter
from boxcars.core.types import Event
from boxcars.games.age_of_steam.events import GameEnded
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import Phase
from boxcars.rail.actions import TurnBegan

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def begin_turn(rules: AgeOfSteam, table: Table, events: list[Event]) -> None:
    """Plan the phases of a turn; the last step of the agenda comes first (AOS-4.1)."""
    table.agenda.extend(rules.turn_steps)
    events.append(TurnBegan(table.turn))


class PhaseBegins(Chapter[Table]):
    """Each phase begins in its own chapter."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        rules.phases[step.name].run(rules, state, step, events)


class AdvanceTurn(Chapter[Table]):
    """Phase X: the next turn, or the end after the last one (AOS-14.1, AOS-4.5)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        if state.turn == rules.turns:
            rules.finish(state, events)
            events.append(GameEnded("turns"))
            return
        state.turn += 1
        begin_turn(rules, state, events)


def turn_steps(phases: tuple[str, ...]) -> list[Phase]:
    """Return the phases of a turn as an agenda: the last is next."""
    return [Phase(-1, name) for name in reversed(phases)]
