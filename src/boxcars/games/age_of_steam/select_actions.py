"""Phase III: select actions (AOS-7)."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import ACTIONS, TakeAction
from boxcars.games.age_of_steam.components import MAX_LOCOMOTIVE
from boxcars.games.age_of_steam.events import ActionTaken
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import ChooseAction
from boxcars.rail.actions import LocomotiveRaised

FIRST_MOVE, FIRST_BUILD, ENGINEER, LOCOMOTIVE, URBANIZATION, PRODUCTION, TURN_ORDER = range(7)
"""Places in words.ACTIONS."""
TAKES: Final = tuple(TakeAction(name) for name in ACTIONS)


class ActionsPhase(Chapter[Table]):
    """The markers come off, and everybody chooses in turn order (AOS-7.1, 7.9)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        state.action = [-1] * rules.players
        state.agenda.extend(ChooseAction(seat) for seat in reversed(state.order))


class Choosing(Chapter[Table]):
    verbs = (TakeAction,)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        return [TAKES[n] for n in rules.actions if n not in state.action and not state.blocked >> n & 1]

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        n = ACTIONS.index(action.action)
        if n not in rules.actions:
            return no("no_such_action", "AOS-7.1", T("This map doesn't have that action."))
        if n in state.action:
            return no("action_taken", "AOS-7.1", T("That action is already taken. Choose another one."))
        if state.blocked >> n & 1:
            return no("action_blocked", "AOS-18.6", T("That action is blocked until all four have been chosen."))
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        n = ACTIONS.index(action.action)
        seat = step.seat
        state.action[seat] = n
        events.append(ActionTaken(seat, action.action))
        if n == LOCOMOTIVE and state.locomotive[seat] < MAX_LOCOMOTIVE:
            # At once and by itself (AOS-7.5).
            state.locomotive[seat] += 1
            events.append(LocomotiveRaised(seat, state.locomotive[seat]))
        rules.action_chosen(state, n)
