"""What only the page asks for: the score over time."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from boxcars.core.messages import T
from boxcars.server.http.auth import as_json, caller
from boxcars.server.http.limits import limited
from boxcars.server.http.routes_history import unsealed
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import worker_tasks
from boxcars.server.jobs.fair_share import share
from boxcars.server.jobs.job_queue import Lane, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.table.table import Table, refuse
from boxcars.server.table.table_manager import Hall

SHORT = 400
"""The score of a game of so many actions is short work; that of a longer one is counted among the long replays."""


async def standings(table: Table, hall: Hall, share: str) -> worker_tasks.Scores:
    """The score after every action, counted once for each position however many ask."""
    if table.state is None:
        return worker_tasks.Scores([], [])
    known: tuple[int, asyncio.Task[worker_tasks.Scores]] | None = table.memo.get("scores")
    if known is None or known[0] != table.mark or (known[1].done() and known[1].exception() is not None):
        known = table.memo["scores"] = (table.mark, asyncio.ensure_future(_counted(table, hall, share)))
    try:
        return await asyncio.shield(known[1])
    except Failed:
        raise refuse("no_scores", T("We can't replay the scoring of this game.")) from None


async def _counted(table: Table, hall: Hall, share: str) -> worker_tasks.Scores:
    told = await hall.blocking(worker_tasks.past_of, table, hall.store)
    lane: Lane = "quick" if table.ply <= SHORT else "long"
    counted: worker_tasks.Scores = await hall.workers.done(
        hall.workers.put(worker_tasks.standings, told, share=share, rank=Rank.ASKED, lane=lane)
    )
    return counted


@get(
    "/api/tables/{id:str}/scores",
    tags=["past"],
    summary="The score after every action; by public knowledge until the game is over",
    opt=limited("anyone", 4, "work"),
)
async def scores(request: WebRequest, id: str) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    if table.doc.status == "over":  # by public knowledge while it runs
        unsealed(table)
    return as_json(await standings(table, who.hall, share(request)))


HANDLERS = [scores]
