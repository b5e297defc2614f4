"""Facts about the outcome of a line of play in Age of Steam, for explanations of analyses."""

from __future__ import annotations

from typing import Any

from boxcars.core.line_facts import Fact
from boxcars.core.messages import T
from boxcars.games.age_of_steam.state import Table


def facts(rules: Any, table: Table, seat: int) -> list[Fact]:
    return [
        Fact("income", T("income"), table.income[seat], 3.0),
        Fact("shares", T("shares"), table.shares[seat], -3.0),
        Fact("track", T("track in complete links"), table.track.link_segments(seat), 1.0),
        Fact("locomotive", T("locomotive level"), table.locomotive[seat], 2.0),
        Fact("cash", T("cash ($)"), table.cash[seat], 0.3),
    ]
