"""What a search for routes needs to know of a position: see ``rail.route_search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.steam.state import Table
from boxcars.games.steam.types import ENGINEER, BuildTrack
from boxcars.rail.route_search import Ground

if TYPE_CHECKING:
    from boxcars.games.steam.rules import Steam


def ground(rules: Steam, table: Table, seat: int) -> tuple[Ground, bool]:
    """Return the ground, and whether the seat may lay a tile now."""
    step = table.agenda[-1] if table.agenda else None
    now = isinstance(step, BuildTrack) and step.seat == seat
    plays = step.plays if isinstance(step, BuildTrack) and now else rules.tiles_per_turn + (table.tile[seat] == ENGINEER)
    found = Ground(rules.board.grid, rules.board.tiles, rules.board.builder, table.track, seat, plays, table.cash[seat])
    return found, now and plays > 0
