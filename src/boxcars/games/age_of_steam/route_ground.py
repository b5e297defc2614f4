"""What a search for routes needs to know of a position: see ``rail.route_search``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BuildTrack
from boxcars.rail.route_search import Ground

if TYPE_CHECKING:
    from boxcars.games.age_of_steam.rules import AgeOfSteam


def ground(rules: AgeOfSteam, table: Table, seat: int) -> tuple[Ground, bool]:
    """Return the ground, and whether the seat may lay a tile now."""
    step = table.agenda[-1] if table.agenda else None
    now = isinstance(step, BuildTrack) and step.seat == seat
    plays = rules.tiles_allowed(table, seat) - (table.plays if now else 0)
    found = Ground(rules.board.grid, TILES, rules.builder, table.track, seat, plays, table.cash[seat])
    return found, now and plays > 0
