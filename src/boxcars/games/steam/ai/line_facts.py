"""Facts about the outcome of a line of play in Steam, for explanations of analyses."""

from __future__ import annotations

from typing import Any

from boxcars.core.line_facts import Fact
from boxcars.core.messages import T
from boxcars.games.steam.state import Table


def facts(rules: Any, table: Table, seat: int) -> list[Fact]:
    return [
        Fact("points", T("victory points"), table.points[seat], 1.0),
        Fact("income", T("income"), table.income[seat], 1.0),
        Fact("links", T("complete links"), table.track.links_of(seat), 1.0),
        Fact("locomotive", T("locomotive level"), table.locomotive[seat], 1.5),
        Fact("cash", T("cash ($)"), table.cash[seat], 0.2),
    ]
