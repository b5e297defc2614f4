"""For operators: is it well, and how busy is it."""

from __future__ import annotations

import asyncio

import sqlalchemy.exc
from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException

from boxcars import __version__
from boxcars.server.config import Config
from boxcars.server.http.caller import as_json, bearer
from boxcars.server.http.kinds import WebRequest
from boxcars.server.metrics import CONTENT_TYPE
from boxcars.server.store.secrets_kept import same
from boxcars.server.table.hall import Hall


def not_now(status: str) -> Response[bytes]:
    answer = as_json({"status": status}, 503)
    answer.headers["Retry-After"] = "5"
    return answer


@get("/healthz", tags=["operations"], summary="200 if the server and its database answer")
async def healthz(request: WebRequest) -> Response[bytes]:
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
async def metrics(request: WebRequest) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    config: Config = request.app.state.config
    if config.metrics_token:
        if not same(bearer(request) or "", config.metrics_token):
            raise NotAuthorizedException("the metrics want their token")
    elif not config.metrics:
        raise NotFoundException("no metrics without a token: see --metrics-token")
    told = hall.metrics
    for status, count in (await hall.blocking(hall.store.counts)).items():
        told.tables.labels(status).set(count)
    told.listeners.set(hall.hub.count())
    told.work_waiting.set(len(hall.workers.line))
    told.workers_replaced.set(hall.workers.replaced)
    told.tables_in_memory.set(hall.in_memory())
    told.tables_unreadable.set(len(hall.store.trouble))
    return Response(told.text(), media_type=CONTENT_TYPE)


HANDLERS = [healthz, metrics]
