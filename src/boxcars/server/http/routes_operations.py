"""For operators: is it well, and how busy is it."""

from __future__ import annotations

from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException

from boxcars import __version__
from boxcars.server.config import Config
from boxcars.server.http.auth import as_json, bearer
from boxcars.server.http.limits import limited
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.metrics import CONTENT_TYPE
from boxcars.server.store.secret_tokens import same
from boxcars.server.table.table_manager import Hall


@get(
    "/healthz",
    tags=["operations"],
    summary="200 if the server and its database answer, changes can be stored and threads are free",
    opt=limited("operator", 2, free_here=True),
)
async def healthz(request: WebRequest) -> Response[bytes]:
    hall: Hall = request.app.state.hall
    status = await request.app.state.health.status()
    answer = as_json(
        {"status": status, "version": __version__, "schema": hall.store.schema, "exhausted": hall.exhausted()},
        200 if status == "ok" else 503,
    )
    if status != "ok":
        answer.headers["Retry-After"] = "5"
    return answer


@get("/metrics", tags=["operations"], summary="Counters in Prometheus' text format", opt=limited("operator", 4, free_here=True))
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
