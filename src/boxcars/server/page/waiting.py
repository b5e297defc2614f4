"""What waits for somebody at their tables: their turns, those with least time left first, and who wants a rematch."""

from __future__ import annotations

from collections.abc import Sequence

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.locale import Say
from boxcars.server import steady
from boxcars.server.page.schemas.people import DueTurn, Waiting
from boxcars.server.store.table_rows import Row
from boxcars.server.table import clocks, rematch

MOST = 50
"""Turns that are listed."""


def list_waiting(held: Sequence[tuple[Row, int]], say: Say, invitations: int = 0, requests: int = 0) -> Waiting:
    """``held``: tables, each with the seat of whoever asks; how many ``invitations`` and ``requests`` wait for an answer."""
    now = steady.time()
    due: list[tuple[float, float, Row]] = []
    asked = []
    for row, seat in held:
        doc = row.doc
        if doc.status == "playing" and (doc.actor == seat or seat in doc.early) and not doc.seats[seat].handed:
            ends = clocks.turn_deadline(doc)
            due.append((ends if ends is not None else float("inf"), doc.since, row))
        wish = rematch.shown_to(doc, seat, now) if doc.status in ("over", "abandoned") else None
        if wish is not None and wish.you == "asked":
            asked.append(row.id)
    due.sort(key=lambda one: one[:2])
    return Waiting(
        turns=[
            DueTurn(table=row.id, name=_title(row, say), left=max(0.0, ends - now) if ends != float("inf") else None)
            for ends, _, row in due[:MOST]
        ],
        rematches=sorted(asked),
        invitations=invitations,
        requests=requests,
    )


def _title(row: Row, say: Say) -> str:
    """What is played there, as "Steam · Europe"."""
    game = registry.games().get(row.setup.game)
    if game is None:
        return row.setup.game
    map = registry.map_of(game, row.setup.map)
    return f"{game.name} · {say(T(map.name)) if map is not None else row.setup.map}"
