"""Routes for operators: health and load."""

from __future__ import annotations

from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException

from boxcars import __version__
from boxcars.server.config import Config
from boxcars.server.http.auth import as_json, bearer_token
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.sharing import came_by_network
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.metrics import CONTENT_TYPE
from boxcars.server.store.secret_tokens import same_token
from boxcars.server.table.table_manager import TableManager


@get(
    "/healthz",
    tags=["operations"],
    summary="200 if the server and its database answer, changes can be stored and threads are free",
    opt=declare_limits("operator", 2, free_here=True),
)
async def get_health(request: WebRequest) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    status = await request.app.state.health.current_status()
    answer = as_json(
        {"status": status, "version": __version__, "schema": hall.store.schema, "exhausted": hall.exhausted_pools()},
        200 if status == "ok" else 503,
    )
    if status != "ok":
        answer.headers["Retry-After"] = "5"
    return answer


@get(
    "/metrics",
    tags=["operations"],
    summary="Counters in Prometheus' text format",
    opt=declare_limits("operator", 4, free_here=True),
)
async def get_metrics(request: WebRequest) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    config: Config = request.app.state.config
    if config.metrics_token:
        if not same_token(bearer_token(request) or "", config.metrics_token):
            raise NotAuthorizedException("the metrics want their token")
    elif not config.metrics or came_by_network(request):
        raise NotFoundException("no metrics without a token: see --metrics-token")
    told = hall.metrics
    for status, count in (await hall.run_blocking(hall.store.count_by_status)).items():
        told.tables.labels(status).set(count)
    told.listeners.set(hall.hub.count_listeners())
    told.work_waiting.set(len(hall.workers.line))
    told.workers_replaced.set(hall.workers.replaced)
    told.tables_in_memory.set(hall.in_memory())
    told.tables_unreadable.set(len(hall.store.trouble))
    return Response(told.render_text(), media_type=CONTENT_TYPE)


HANDLERS = [get_health, get_metrics]
