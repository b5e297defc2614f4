"""For operators: is it well, and how busy is it."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy.exc
from litestar import Request, Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException

from boxcars import __version__
from boxcars.server.config import Config
from boxcars.server.http.caller import as_json, bearer
from boxcars.server.store.secrets_kept import same
from boxcars.server.table.hall import Hall


def not_now(status: str) -> Response[bytes]:
    answer = as_json({"status": status}, 503)
    answer.headers["Retry-After"] = "5"
    return answer


@get("/healthz", tags=["operations"], summary="200 if the server and its database answer")
async def healthz(request: Request[Any, Any, Any]) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    if hall.closing:
        return not_now("closing")
    try:
        await asyncio.wait_for(hall.blocking(hall.store.check), 3)
        if hall.ill:  # the last change could not be written: is it so still?
            await asyncio.wait_for(hall.blocking(hall.store.check_writing), 3)
            hall.ill = False
    except (sqlalchemy.exc.SQLAlchemyError, TimeoutError):
        return not_now("no database")
    return as_json({"status": "ok", "version": __version__, "schema": hall.store.schema})


@get("/metrics", tags=["operations"], summary="Counters in Prometheus' text format")
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    config: Config = request.app.state.config
    if config.metrics_token:
        if not same(bearer(request) or "", config.metrics_token):
            raise NotAuthorizedException("the metrics want their token")
    elif not config.metrics:
        raise NotFoundException("no metrics without a token: see --metrics-token")
    counts = await hall.blocking(hall.store.counts)
    gauges = {f'boxcars_tables{{status="{status}"}}': float(n) for status, n in sorted(counts.items())}
    gauges["boxcars_listeners"] = float(hall.hub.count())
    gauges["boxcars_work_waiting"] = float(len(hall.workers.line))
    gauges["boxcars_workers_replaced"] = float(hall.workers.replaced)
    gauges["boxcars_tables_in_memory"] = float(hall.in_memory())
    gauges["boxcars_tables_unreadable"] = float(len(hall.store.trouble))
    return Response(hall.metrics.text(gauges).encode(), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [healthz, metrics]
