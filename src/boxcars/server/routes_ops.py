"""For operators: is it well, and how busy is it."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy.exc
from litestar import Request, Response, get

from boxcars import __version__
from boxcars.server.caller import as_json
from boxcars.server.hall import Hall


@get("/healthz", tags=["operations"], summary="200 if the server and its database answer")
async def healthz(request: Request[Any, Any, Any]) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    if hall.closing:
        return as_json({"status": "closing"}, 503)
    try:
        await asyncio.wait_for(hall.blocking(hall.store.check), 3)
    except (sqlalchemy.exc.SQLAlchemyError, TimeoutError):
        return as_json({"status": "no database"}, 503)
    return as_json({"status": "ok", "version": __version__, "schema": hall.store.schema})


@get("/metrics", tags=["operations"], summary="Counters in Prometheus' text format")
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    counts = await hall.blocking(hall.store.counts)
    gauges = {f'boxcars_tables{{status="{status}"}}': float(n) for status, n in sorted(counts.items())}
    gauges["boxcars_listeners"] = float(hall.hub.count())
    gauges["boxcars_work_waiting"] = float(len(hall.workers.line))
    gauges["boxcars_workers_replaced"] = float(hall.workers.replaced)
    gauges["boxcars_tables_in_memory"] = float(hall.in_memory())
    return Response(hall.metrics.text(gauges).encode(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [healthz, metrics]
