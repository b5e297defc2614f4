"""The route of the score over time, which only the page uses."""

from __future__ import annotations

import asyncio

from litestar import Response, get

from boxcars.core.messages import T
from boxcars.server.http.auth import as_json, find_caller
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_history import refuse_sealed
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import worker_tasks
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.job_queue import Lane, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import TableManager

SHORT = 400
"""The score of a game with at most this many actions is a short job; that of a longer one counts as a long replay."""


async def score_history(table: Table, hall: TableManager, share: str) -> worker_tasks.Scores:
    """Return the score after every action, computed once for each position however many ask."""
    if table.state is None:
        return worker_tasks.Scores([], [])
    known: tuple[int, asyncio.Task[worker_tasks.Scores]] | None = table.memo.get("scores")
    if known is None or known[0] != table.mark or (known[1].done() and known[1].exception() is not None):
        known = table.memo["scores"] = (table.mark, asyncio.ensure_future(_compute_scores(table, hall, share)))
    try:
        return await asyncio.shield(known[1])
    except Failed:
        raise make_refusal("no_scores", T("We can't replay the scoring of this game.")) from None


async def _compute_scores(table: Table, hall: TableManager, share: str) -> worker_tasks.Scores:
    told = await hall.run_blocking(worker_tasks.past_of, table, hall.store)
    lane: Lane = "quick" if table.ply <= SHORT else "long"
    counted: worker_tasks.Scores = await hall.workers.wait_for_job(
        hall.workers.submit_job(worker_tasks.score_history, told, share=share, rank=Rank.ASKED, lane=lane)
    )
    return counted


@get(
    "/api/tables/{id:str}/scores",
    tags=["past"],
    summary="The score after every action; by public knowledge until the game is over",
    opt=declare_limits("anyone", 4, "work"),
)
async def get_scores(request: WebRequest, id: str) -> Response[bytes]:
    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if table.doc.status == "over":  # by public knowledge while it runs
        refuse_sealed(table)
    return as_json(await score_history(table, who.hall, request_share(request)))


HANDLERS = [get_scores]
