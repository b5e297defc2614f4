"""Facts about the outcome of a line of play in Ticket to Ride, for explanations of analyses."""

from __future__ import annotations

from typing import Any

from boxcars.core.line_facts import Fact
from boxcars.core.messages import T
from boxcars.games.ticket_to_ride.scoring import completed
from boxcars.games.ticket_to_ride.state import Table


def facts(rules: Any, table: Table, seat: int) -> list[Fact]:
    tickets = table.tickets[seat]
    done = completed(rules, table.owner, seat, tickets)
    points = [rules.board.tickets[ticket].points for ticket in tickets]
    return [
        Fact("points", T("route points"), table.points[seat], 1.0),
        Fact("done", T("points on completed tickets"), sum(p for p, ok in zip(points, done, strict=True) if ok), 2.0),
        Fact("open", T("points on unfinished tickets"), sum(p for p, ok in zip(points, done, strict=True) if not ok), -1.0),
        Fact("trains", T("trains left"), table.trains[seat], -0.5),
        Fact("cards", T("train cards in hand"), sum(table.hands[seat]), 1.0),
        Fact("locomotives", T("locomotive cards in hand"), table.hands[seat][-1], 0.7),
    ]
