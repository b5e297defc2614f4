"""Drawing train cards, reshuffle and flush (TTR-4, TTR-5)."""

from __future__ import annotations

from typing import Final

from boxcars.core.game import Chapter, no
from boxcars.core.messages import T
from boxcars.core.types import Event, Reason
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.turn_sequence import SECOND_DRAW, end_turn
from boxcars.games.ticket_to_ride.types import (
    COLOURS,
    CardDrawn,
    CardTaken,
    Colour,
    DeckReshuffled,
    DisplayFlushed,
    DrawCard,
    DrawSecondCard,
    TakeCard,
)

LOCOMOTIVE: Final = 8
TAKE: Final[list[TakeCard]] = [TakeCard(colour) for colour in COLOURS]
DRAW: Final = DrawCard()
DRAWS: Final[list[list[TakeCard | DrawCard]]] = [
    [*(TAKE[c] for c in range(9) if colours >> c & 1), DRAW] for colours in range(512)
]
"""The draws possible with each set of colours in the display, the set as a bit mask."""
INDEX: Final[dict[str, int]] = {colour: i for i, colour in enumerate(COLOURS)}
NAMES: Final[list[Colour]] = list(COLOURS)


def some(counts: list[int]) -> bool:
    """Return whether any of the counts is not zero."""
    for n in counts:  # noqa: SIM110 (a plain loop compiles to far faster code than any())
        if n:
            return True
    return False


def can_draw(table: Table) -> bool:
    """Train cards may be drawn only while deck or discard has one, even from the display (TTR-4.6)."""
    return some(table.deck) or some(table.discard)


def turn_up(table: Table, events: list[Event]) -> int:
    """Return the top card of the deck; an empty deck is first made anew from the discards (TTR-5.1)."""
    if not some(table.deck):
        table.deck, table.discard = table.discard, [0] * 9
        events.append(DeckReshuffled(sum(table.deck)))
    colour = table.chance.pick("deck", table.deck)
    table.deck[colour] -= 1
    return colour


def flushable(table: Table) -> bool:
    """Return a display of fewer than three locomotives can exist: the pool has three other cards (TTR-5.5)."""
    others = 5 - table.display.count(LOCOMOTIVE)
    return others + sum(table.deck[:8]) + sum(table.discard[:8]) >= 3


def flush_if_due(table: Table, events: list[Event]) -> None:
    """Three or more locomotives: deal a new display, as long as that can help (TTR-5.2 to 5.5)."""
    display = table.display
    while display.count(LOCOMOTIVE) >= 3 and flushable(table):
        for colour in display:
            table.discard[colour] += 1
        for slot in range(5):
            display[slot] = turn_up(table, events)
        events.append(DisplayFlushed([COLOURS[c] for c in display]))


def draws(table: Table, second: bool) -> list[TakeCard | DrawCard]:
    """One draw for each colour in the display, and the deck; never a display locomotive as second card (TTR-4.4)."""
    colours = 0
    for c in table.display:
        colours |= 1 << c
    if second:
        colours &= ~(1 << LOCOMOTIVE)
    return DRAWS[colours][:]


def refuse_draw(table: Table, action: TakeCard | DrawCard, second: bool) -> Reason | None:
    if isinstance(action, TakeCard) and INDEX[action.colour] not in table.display:
        return no("no_such_slot", "TTR-4.1", T("That card isn't face up."))
    if second and isinstance(action, TakeCard) and action.colour == "locomotive":
        return no("locomotive_not_allowed", "TTR-4.4", T("Your second card can't be a face-up locomotive."))
    if not can_draw(table):
        return no("nothing_to_draw", "TTR-4.6", T("The deck and the discard pile are empty, so you can't draw train cards."))
    return None


def do_draw(table: Table, seat: int, action: TakeCard | DrawCard, events: list[Event]) -> bool:
    """Carry out one draw; True if the action ends with it (TTR-4.3)."""
    hand = table.hands[seat]
    if type(action) is TakeCard:
        colour = INDEX[action.colour]
        slot = table.display.index(colour)
        hand[colour] += 1
        table.known[seat][colour] += 1
        new = table.display[slot] = turn_up(table, events)
        events.append(CardTaken(seat, action.colour, slot, NAMES[new]))
        if new == LOCOMOTIVE:
            flush_if_due(table, events)
        return colour == LOCOMOTIVE
    colour = turn_up(table, events)
    hand[colour] += 1
    events.append(CardDrawn(seat, NAMES[colour]))
    return False


class SecondDraw(Chapter[Table]):
    """The second card: compulsory while there is one to be had (TTR-4.7, 4.8)."""

    verbs = (TakeCard, DrawCard)

    def legal(self, rules: object, state: Table, step: DrawSecondCard) -> list[TakeCard | DrawCard]:
        return draws(state, True)

    def refuse(self, rules: object, state: Table, step: DrawSecondCard, action: TakeCard | DrawCard) -> Reason | None:
        return refuse_draw(state, action, True)

    def apply(self, rules: object, state: Table, step: DrawSecondCard, action: TakeCard | DrawCard, events: list[Event]) -> None:
        do_draw(state, step.seat, action, events)
        end_turn(state, step.seat, events)


def first_draw(table: Table, seat: int, action: TakeCard | DrawCard, events: list[Event]) -> None:
    """The first card; the second follows unless this ends the action or nothing is left (TTR-4.7)."""
    if do_draw(table, seat, action, events) or not can_draw(table):
        end_turn(table, seat, events)
    else:
        table.agenda.append(SECOND_DRAW[seat])
