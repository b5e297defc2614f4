"""Facts about the outcome of a line of play in Silverton, for explanations of analyses."""

from __future__ import annotations

from typing import Any

from boxcars.core.line_facts import Fact
from boxcars.core.messages import T
from boxcars.games.silverton.state import Table


def facts(rules: Any, table: Table, seat: int) -> list[Fact]:
    claims = [number for number, owner in enumerate(table.claim_at) if owner == seat]
    cards = sum(owner == seat for owner in table.card_at)
    return [
        Fact("cash", T("cash ($)"), table.players[seat].cash, 1.0),
        Fact("claims", T("claims"), len(claims), 150.0),
        Fact("goods", T("units in stock"), sum(table.goods[claim] for claim in claims), 30.0),
        Fact("cards", T("passenger cards"), cards, 150.0),
        Fact("segments", T("track segments"), len(table.players[seat].track), 60.0),
    ]
