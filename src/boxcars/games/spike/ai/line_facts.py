"""What a line of play in Spike leads to."""

from __future__ import annotations

from typing import Any

from boxcars.core.line_facts import Fact
from boxcars.core.messages import T
from boxcars.games.spike.state import Table


def facts(rules: Any, table: Table, seat: int) -> list[Fact]:
    player = table.players[seat]
    return [
        Fact("money", T("money ($)"), player.money, 1.0),
        Fact("deliveries", T("deliveries"), len(player.delivered), 4.0),
        Fact("aboard", T("goods on board"), len(player.cargo), 3.0),
        Fact("cities", T("cities in the network"), len(player.cities), 3.0),
        Fact("cards", T("rail cards in hand"), sum(player.hand), 1.0),
        Fact("train", T("train upgrades"), sum(player.levels), 3.0),
    ]
