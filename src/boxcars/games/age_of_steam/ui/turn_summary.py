"""The slip of a turn of Age of Steam: income and expenses in a table, the dice of goods growth with what they brought."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from boxcars.core.messages import T, Text, Who
from boxcars.core.types import Event
from boxcars.games.age_of_steam.components import HALF_OF, LETTER_UNDER
from boxcars.games.age_of_steam.events import (
    ExpensesPaid,
    ExtraCube,
    GameEnded,
    GoodsGrown,
    GoodsPlaced,
    IncomeCollected,
    IncomeReduced,
)
from boxcars.games.age_of_steam.names import HALVES, column_text, place
from boxcars.rail.actions import TurnBegan
from boxcars.rail.names import COLOUR_NAMES
from boxcars.view.board import Say, dollars
from boxcars.view.tabletop import Die, Grid, Row, Slip

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam

HEAD = [T("Cash"), T("Income"), T("Shares"), T("Engine"), T("Cash now"), T("Reduction"), T("Income now")]


def turn_summary(rules: AgeOfSteam, say: Say, events: list[Event], before: Callable[[], Iterable[list[Event]]]) -> Slip | None:
    """Made from the events of the action that ended the turn. Production is decided on between income and growth: then the income
    and the cubes of the actions before belong to the same slip."""
    ends = any(isinstance(event, (GoodsGrown, TurnBegan, GameEnded)) for event in events)
    if ends and not any(isinstance(event, IncomeCollected) for event in events):
        events = [*since_income(before()), *events]
    tables = money(rules, say, events) + produced(events) + from_the_bag(rules, events)
    dice = growth(rules, events)
    if not tables and not dice:
        return None
    rolled = T("Goods growth") if dice else None
    began = next((event.turn for event in events if isinstance(event, TurnBegan)), 0)
    over = any(isinstance(event, GameEnded) for event in events)
    if over:
        return Slip(title=T("End of the last turn"), tables=tables, dice=dice, rolled=rolled)
    if not began:
        return Slip(title=T("Income and expenses"), tables=tables, dice=dice, rolled=rolled)
    left = rules.turns - began + 1
    note = T("{count} turns left.", count=left) if left > 1 else T("The last turn begins.")
    title, go = T("End of turn {turn}", turn=began - 1), T("Go to turn {turn}", turn=began)
    return Slip(title=title, note=note, tables=tables, dice=dice, rolled=rolled, go=go)


def since_income(before: Iterable[list[Event]]) -> list[Event]:
    """Return the events from the action that brought the income on; none if a turn began since."""
    found: list[Event] = []
    for events in before:
        if any(isinstance(event, TurnBegan) for event in events):
            return []
        found = [*events, *found]
        if any(isinstance(event, IncomeCollected) for event in events):
            return found
    return []


def produced(events: list[Event]) -> list[Grid]:
    """Return the cubes that Production put on the goods display."""
    placed = [event for event in events if isinstance(event, GoodsPlaced)]
    rows = [Row(cells=[column_text(event.column), COLOUR_NAMES[event.colour]], seat=event.seat) for event in placed]
    return [Grid(title=T("Production"), head=[T("Column"), T("Cube")], rows=rows)] if rows else []


def money(rules: AgeOfSteam, say: Say, events: list[Event]) -> list[Grid]:
    """Cash, income and expenses of every seat in the game, from what it had to what it has."""
    earned = next((event for event in events if isinstance(event, IncomeCollected)), None)
    paid = next((event for event in events if isinstance(event, ExpensesPaid)), None)
    if earned is None or paid is None or not paid.cash:
        return []
    reduced = next((event for event in events if isinstance(event, IncomeReduced)), None)
    rows = []
    for seat in range(rules.players):
        due = paid.paid[seat] + paid.lost[seat]
        if not due and not earned.amounts[seat] and not paid.cash[seat]:
            continue  # out of the game
        before = paid.cash[seat] + paid.paid[seat] - earned.amounts[seat]
        cells: list[Text | str] = [
            T("{who}", who=Who(seat)),
            dollars(say, before),
            f"+{dollars(say, earned.amounts[seat])}",
            f"−{dollars(say, paid.shares[seat])}",
            f"−{dollars(say, paid.engine[seat])}",
            dollars(say, paid.cash[seat]),
        ]
        shrinks = paid.lost[seat] + (reduced.amounts[seat] if reduced else 0)
        cells += [f"−{shrinks}" if shrinks else "–", str(reduced.income[seat]) if reduced and reduced.income else "–"]
        rows.append(Row(cells=cells, seat=seat))
    return [Grid(title=T("Income and expenses"), head=["", *HEAD], rows=rows)]


def from_the_bag(rules: AgeOfSteam, events: list[Event]) -> list[Grid]:
    """Maps where a city gets a cube without a die (AOS-16.6, 17.11)."""
    came = [event for event in events if isinstance(event, ExtraCube)]
    rows = [Row(cells=[T("{city}", city=place(rules, event.hex)), COLOUR_NAMES[event.colour]]) for event in came]
    return [Grid(title=T("From the bag"), head=[T("City"), T("Cube")], rows=rows)] if rows else []


def growth(rules: AgeOfSteam, events: list[Event]) -> list[Die]:
    """Return each die, the city it names and the cube that came."""
    found = []
    for event in events:
        if not isinstance(event, GoodsGrown):
            continue
        left: list[tuple[str, str, str]] = list(event.moved)
        for value in event.dice:
            column = f"{HALF_OF[event.half]}{value}"
            came = [move for move in (first(left, column), first(left, LETTER_UNDER.get(column, ""))) if move is not None]
            for move in came:
                left.remove(move)
            cities: Text = (
                T("{cities}", cities=[T("{city}", city=place(rules, hex)) for _, hex, _ in came]) if came else T("nothing")
            )
            text = T("{half}: {what}", half=HALVES[event.half], what=cities)
            found.append(Die(value=value, text=text, faces=[f"cube-{colour}" for _, _, colour in came], ink=event.half))
    return found


def first(moves: list[tuple[str, str, str]], column: str) -> tuple[str, str, str] | None:
    return next((move for move in moves if move[0] == column), None)
