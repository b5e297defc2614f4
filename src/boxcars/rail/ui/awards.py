"""Awards that the games on hexes share: most goods moved, longest delivery."""

from __future__ import annotations

from boxcars.core.messages import TN, T
from boxcars.core.types import Event
from boxcars.rail.actions import GoodsMoved
from boxcars.view.awards import most
from boxcars.view.tabletop import Award


def deliveries(players: int, history: list[Event]) -> list[Award]:
    count, farthest = [0] * players, [0] * players
    for event in history:
        if isinstance(event, GoodsMoved):
            count[event.seat] += 1
            farthest[event.seat] = max(farthest[event.seat], len(event.owners))
    return [
        *most(T("Most goods"), count, lambda seat: TN("{count} delivery", "{count} deliveries", count[seat])),
        *most(
            T("Longest journey"),
            farthest,
            lambda seat: TN("a cube over {count} link", "a cube over {count} links", farthest[seat]),
        ),
    ]
