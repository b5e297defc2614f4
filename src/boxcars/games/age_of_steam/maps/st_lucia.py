"""St. Lucia, for two players: a right of first refusal in place of the auction (AOS-19). Cubes on hexes: see move_goods."""

from __future__ import annotations

from typing import Any, Final

from boxcars.core.game import Chapter
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import DeclineFirst, PayForFirst
from boxcars.games.age_of_steam.events import FirstDeclined, RightDrawn
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import TURN_ORDER
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import DecideFirst
from boxcars.rail.actions import PlaceTaken

FIRST_PRICE: Final = 5
PAY: Final = PayForFirst()
DECLINE: Final = DeclineFirst()


class StLucia(AgeOfSteam):
    def __init__(self, map: str, players: int, options: dict[str, Any]) -> None:
        super().__init__(map, players, options)
        self.phases["turn_order"] = FirstRefusal()
        self.chapters[DecideFirst] = DecidingFirst()

    def first_order(self, table: Table, events: list[Event]) -> None:
        """A random player has the right on turn 1 (AOS-19.4)."""
        table.right = table.chance.below("first right", 2)
        events.append(RightDrawn(table.right))


class FirstRefusal(Chapter[Table]):
    """The right alternates every turn; the Turn Order action of last turn takes it over for once (AOS-19.4)."""

    def run(self, rules: Any, state: Table, step: Any, events: list[Event]) -> None:
        took = state.with_action(TURN_ORDER)
        holder = took if took >= 0 else state.right
        state.right = 1 - state.right
        ask(state, holder, holder, events)


def ask(table: Table, seat: int, holder: int, events: list[Event]) -> None:
    """Ask a seat to pay; who has less than $5 declines without being asked."""
    if table.cash[seat] >= FIRST_PRICE:
        table.agenda.append(DecideFirst(seat, holder))
    else:
        events.append(FirstDeclined(seat, False))
        declined(table, seat, holder, events)


def declined(table: Table, seat: int, holder: int, events: list[Event]) -> None:
    if seat == holder:
        ask(table, 1 - holder, holder, events)
    else:
        go_first(table, holder, 0, events)


def go_first(table: Table, seat: int, paid: int, events: list[Event]) -> None:
    table.cash[seat] -= paid
    table.order = [seat, 1 - seat]
    events.append(PlaceTaken(seat, 1, paid))


class DecidingFirst(Chapter[Table]):
    verbs = (PayForFirst, DeclineFirst)

    def legal(self, rules: Any, state: Table, step: Any) -> list[Any]:
        return [PAY, DECLINE]

    def refuse(self, rules: Any, state: Table, step: Any, action: Any) -> Reason | None:
        return None

    def apply(self, rules: Any, state: Table, step: Any, action: Any, events: list[Event]) -> None:
        if isinstance(action, PayForFirst):
            go_first(state, step.seat, FIRST_PRICE, events)
        else:
            events.append(FirstDeclined(step.seat, True))
            declined(state, step.seat, step.holder, events)
