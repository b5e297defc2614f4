"""What only the page asks for: the score over time."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from boxcars.server.caller import as_json, caller
from boxcars.server.table import Table, opening


def standings(table: Table) -> list[list[int]]:
    """The score after every action, by public knowledge until the game is over; the last is the final score."""
    if table.state is None:
        return []
    rules = table.rules
    count = rules.standing if table.doc.outcome is None else rules.tally
    state = opening(table.setup, rules, [])
    out = [count(state)]
    for entry in table.acts:
        rules.play(state, entry.seat, rules.read_action(entry.body))
        out.append(count(state))
    if table.doc.outcome is not None:
        out[-1] = list(table.doc.outcome.scores)
    return out


@get(
    "/api/tables/{id:str}/scores",
    tags=["past"],
    summary="The score after every action; by public knowledge until the game is over",
)
async def scores(request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    known = table.memo.get(("scores", table.mark))
    if known is None:
        known = await who.hall.blocking(standings, table)
        table.memo["scores", table.mark] = known
    return as_json({"scores": known})


HANDLERS = [scores]
