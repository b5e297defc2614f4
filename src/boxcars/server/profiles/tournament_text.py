"""What Start would make of a tournament's entrants, in a sentence: the tables that pairing really makes."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text
from boxcars.locale import Say
from boxcars.server.profiles.tournament_pairing import Fill, plan_tables


def describe_start(count: int, size: int, fill: Fill, least: int, say: Say) -> str:
    """Return the sentence that is shown before Start."""
    if count < 2:
        return say(T("At least two players are needed."))
    plan = plan_tables(count, size, fill, least)
    tables: list[Text] = [
        TN("{count} table of {size}", "{count} tables of {size}", many, size=seats) for seats, many in plan.tables.items()
    ]
    players = TN("{count} player", "{count} players", count)
    out = say(T("{players}: {tables}.", players=players, tables=tables))
    if plan.bots:
        out += " " + say(TN("A bot fills the empty seat.", "{count} bots fill the empty seats.", plan.bots))
    return out
