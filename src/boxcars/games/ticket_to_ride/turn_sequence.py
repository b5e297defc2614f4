"""Turn structure and the end of the game (TTR-3, TTR-8)."""

from __future__ import annotations

from typing import Final

from boxcars.core.types import Event
from boxcars.games.ticket_to_ride.state import Table
from boxcars.games.ticket_to_ride.types import DrawSecondCard, FinalRoundBegan, GameEnded, KeepDrawnTickets, TakeTurn

TURN: Final[list[TakeTurn]] = [TakeTurn(seat) for seat in range(5)]
SECOND_DRAW: Final[list[DrawSecondCard]] = [DrawSecondCard(seat) for seat in range(5)]
KEEP: Final[list[KeepDrawnTickets]] = [KeepDrawnTickets(seat) for seat in range(5)]


def end_turn(table: Table, seat: int, events: list[Event], passed: bool = False) -> None:
    """The turn is over: does the final round begin or end, and whose turn is next?"""
    players = len(table.hands)
    table.passes = table.passes + 1 if passed else 0
    if table.passes == players:
        # Nothing can ever change again (TTR-3.4).
        events.append(GameEnded(True))
        return
    if table.final_turns > 0:
        table.final_turns -= 1
        if table.final_turns == 0:
            events.append(GameEnded(False))
            return
    elif table.trains[seat] <= 2:
        # Everybody, this seat included, has one more turn (TTR-8.1).
        table.final_turns = players
        events.append(FinalRoundBegan(seat, table.trains[seat]))
    table.agenda.append(TURN[(seat + 1) % players])
