"""The application: routes, errors, what starts and ends with the server."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import msgspec
from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import DataError, DBAPIError, ProgrammingError, SQLAlchemyError, StatementError

from boxcars import __version__
from boxcars.core import map_loader, registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.config import Config
from boxcars.server.http import (
    routes_analysis,
    routes_coach,
    routes_deletion,
    routes_devices,
    routes_drafts,
    routes_groups,
    routes_history,
    routes_lessons,
    routes_live,
    routes_mail,
    routes_map_editor,
    routes_moving,
    routes_notices,
    routes_operations,
    routes_organisers,
    routes_pace,
    routes_passkeys,
    routes_people,
    routes_planning,
    routes_play,
    routes_profile,
    routes_push,
    routes_ratings,
    routes_rematch,
    routes_score_history,
    routes_sharing,
    routes_static,
    routes_tables,
    routes_tournaments,
    routes_waiting,
    sealed_tables,
)
from boxcars.server.http.auth import Forbidden, NoCard, as_json, raw_json, requested_language
from boxcars.server.http.health import Health
from boxcars.server.http.limits import check_declared, declare_limits
from boxcars.server.http.middleware import LimitsMiddleware
from boxcars.server.http.response_types import refusal_response
from boxcars.server.http.routes_play import StaleView
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs.job_queue import Busy
from boxcars.server.jobs.map_reading import describe_old
from boxcars.server.jobs.map_trials import Trials
from boxcars.server.jobs.map_tunings import Tunings
from boxcars.server.jobs.notice_delivery import NoticeSender
from boxcars.server.jobs.scheduler import Scheduler
from boxcars.server.metrics import Metrics
from boxcars.server.page import view_payload
from boxcars.server.profiles import web_push
from boxcars.server.runtime import HOST, Runtime
from boxcars.server.store import maps
from boxcars.server.store.store import Conflict, Store
from boxcars.server.table.table_manager import Missing, TableManager

log = logging.getLogger("boxcars.server")


def error_response(status: int, code: str, text: str) -> Response[bytes]:
    return as_json({"reason": {"code": code, "clause": "", "text": text}}, status)


def on_refused(request: WebRequest, error: Refused) -> Response[bytes]:
    request.app.state.hall.metrics.refused.labels("refused").inc()
    return as_json(refusal_response(error, requested_language(request)), 422)


def on_stale(request: WebRequest, error: StaleView) -> Response[bytes]:
    text = sayer(requested_language(request))(T("The game has moved on. This is the current position."))
    reason = {"code": "stale", "clause": "", "text": text}
    return raw_json(
        b'{"reason":' + msgspec.json.encode(reason) + b',"view":' + view_payload.assemble_view(error.parts) + b"}", 409
    )


def on_forbidden(request: WebRequest, error: Forbidden) -> Response[bytes]:
    return error_response(403, "forbidden", sayer(requested_language(request))(error.args[0]))


def on_no_card(request: WebRequest, error: NoCard) -> Response[bytes]:
    return error_response(401, "no_card", sayer(requested_language(request))(error.args[0]))


def on_missing(request: WebRequest, error: Missing) -> Response[bytes]:
    return error_response(404, "no_such_table", sayer(requested_language(request))(T("This table doesn't exist.")))


def on_conflict(request: WebRequest, error: Conflict) -> Response[bytes]:
    answer = error_response(503, "busy", sayer(requested_language(request))(T("Too many changes at once. Send it again.")))
    answer.headers["Retry-After"] = "1"
    return answer


def on_database(request: WebRequest, error: SQLAlchemyError) -> Response[bytes]:
    """Answer a database error: the disk is full, or the database is away or locked. Nothing was changed; a retry may succeed."""
    request.app.state.hall.ill = True
    log.error("the database does not do what it should", extra={"path": request.scope["path"], "why": str(error)[:300]})
    text = sayer(requested_language(request))(T("The server can't reach its database right now. Try again in a moment."))
    answer = error_response(503, "no_database", text)
    answer.headers["Retry-After"] = "5"
    return answer


def on_unstorable(request: WebRequest, error: DataError) -> Response[bytes]:
    """Answer a text that the database does not accept (PostgreSQL: no NUL, nothing longer than its column). Nothing was
    changed."""
    return error_response(
        400,
        "bad_request",
        sayer(requested_language(request))(T("Your text contains characters we can't store. Remove them and try again.")),
    )


def on_busy(request: WebRequest, error: Busy) -> Response[bytes]:
    """Answer that no more jobs can wait: 429 if the caller's own fill the queue, 503 otherwise."""
    request.app.state.hall.metrics.refused.labels("busy").inc()
    if error.own:
        text = T("We're still working on your previous request. Please wait a moment.")
    else:
        text = T("The server is very busy right now. Try again in a moment.")
    answer = error_response(
        429 if error.own else 503, "too_many" if error.own else "busy", sayer(requested_language(request))(text)
    )
    answer.headers["Retry-After"] = str(int(error.wait) + 1)
    return answer


def on_not_found(request: WebRequest, error: NotFoundException) -> Response[bytes]:
    """Answer an unknown address: browsers get the page, which says so; programs get the reason."""
    if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api"):
        return on_http(request, error)
    return routes_static.send_page(request, "no-store", 404)


def on_http(_: WebRequest, error: HTTPException) -> Response[bytes]:
    code = {
        400: "bad_request",
        401: "unauthorized",
        404: "not_found",
        405: "method_not_allowed",
        413: "too_large",
        415: "bad_request",
    }
    detail = error.detail
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(": ".join(str(e[part])[:200] for part in ("key", "message") if e.get(part)) for e in extra[:5])
    status = error.status_code
    return error_response(status, code.get(status, "error"), str(detail)[:500] if status < 500 else "Something went wrong.")


def on_bad_data(_: WebRequest, error: Exception) -> Response[bytes]:
    return error_response(400, "bad_request", str(error)[:300])


def on_error(request: WebRequest, error: Exception) -> Response[bytes]:
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    return error_response(
        500, "internal", sayer(requested_language(request))(T("Something went wrong on our side. We've logged the error."))
    )


@contextlib.asynccontextmanager
async def run_lifespan(app: Litestar) -> AsyncIterator[None]:
    """Open the store, run clocks and bots, follow the other servers; at the end finish what has begun."""
    config: Config = app.state.config
    registry.games()  # load every game before the first request
    gc.collect()
    gc.freeze()  # what was loaded stays: looking through it again and again for garbage would hold up everybody
    gc.set_threshold(10_000, 20, 20)
    store: Store = app.state.store or await asyncio.to_thread(app.state.runtime.open_store, config)
    with map_loader.found_by(partial(maps.find_map_text, store)), registry.described_by(partial(maps.find_description, store)):
        async with run_services(app, config, store):
            yield


@contextlib.asynccontextmanager
async def run_services(app: Litestar, config: Config, store: Store) -> AsyncIterator[None]:
    runtime: Runtime = app.state.runtime
    hall = TableManager(store, runtime.make_workers(config), app.state.metrics, config.bot_delay, runtime=runtime)
    app.state.hall = hall
    app.state.gate.processor.stopping = hall.stopping
    store.notice_key = config.notice_key
    app.state.notices = NoticeSender(hall, config)
    app.state.health = Health(hall)
    app.state.trials = Trials(hall)
    app.state.tunings = Tunings(hall)
    hall.workers.start_workers()
    if web_push.is_enabled(config):
        await hall.run_blocking(web_push.private_key, store)  # made at the first start
        await hall.run_blocking(web_push.import_subscriptions, store, steady.time())
    running = (
        Scheduler(hall, config).run_forever(),
        app.state.notices.run_forever(),
        hall.presence.run_forever(),
        describe_old(hall),
    )
    jobs = [asyncio.create_task(job) for job in running]
    if not store.sqlite:
        from boxcars.server.store.postgres_notify import listen_forever

        jobs.append(asyncio.create_task(listen_forever(hall)))
    try:
        yield
    finally:
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(hall.presence.write_seen(), 1.0)
        await hall.close()


def create_app(config: Config | None = None, store: Store | None = None, runtime: Runtime = HOST) -> LimitsMiddleware:
    """Return the ASGI application. Without a store it opens the one of its config when it starts."""
    config = config or Config()
    metrics = Metrics()
    handlers: list[Any] = [
        *routes_tables.HANDLERS,
        *routes_play.HANDLERS,
        *routes_history.HANDLERS,
        *routes_moving.HANDLERS,
        *routes_planning.HANDLERS,
        *routes_lessons.HANDLERS,
        *routes_coach.HANDLERS,
        *routes_score_history.HANDLERS,
        *routes_profile.HANDLERS,
        *routes_deletion.HANDLERS,
        *routes_rematch.HANDLERS,
        *routes_pace.HANDLERS,
        *routes_people.HANDLERS,
        *routes_groups.HANDLERS,
        *routes_waiting.HANDLERS,
        *routes_analysis.HANDLERS,
        *routes_ratings.HANDLERS,
        *routes_push.HANDLERS,
        *routes_notices.HANDLERS,
        *routes_mail.HANDLERS,
        *routes_tournaments.HANDLERS,
        *routes_organisers.HANDLERS,
        *routes_map_editor.HANDLERS,
        *routes_drafts.HANDLERS,
        *routes_devices.HANDLERS,
        *routes_passkeys.HANDLERS,
        *routes_sharing.HANDLERS,
        *routes_live.HANDLERS,
        *routes_static.HANDLERS,
        *routes_operations.HANDLERS,
    ]
    app = Litestar(
        handlers,
        lifespan=[run_lifespan],
        guards=[sealed_tables.guard_sealed_table],
        openapi_config=OpenAPIConfig(
            title="Boxcars",
            version=__version__,
            description="Tables of railway board games. See docs/api.md.",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            openapi_router=Router("/api", route_handlers=[], opt=declare_limits("anyone", 2), include_in_schema=False),
        ),
        exception_handlers={
            Refused: on_refused,
            StaleView: on_stale,
            NoCard: on_no_card,
            Forbidden: on_forbidden,
            Missing: on_missing,
            Conflict: on_conflict,
            Busy: on_busy,
            HTTPException: on_http,
            NotFoundException: on_not_found,
            SQLAlchemyError: on_database,
            DataError: on_unstorable,
            ProgrammingError: on_error,
            StatementError: on_error,
            DBAPIError: on_database,
            msgspec.MsgspecError: on_bad_data,
            UnicodeDecodeError: on_bad_data,
            RecursionError: on_bad_data,
            Exception: on_error,
        },
        logging_config=None,
        request_max_body_size=None,
        debug=False,
    )
    check_declared(app)
    app.state.config = config
    app.state.store = store
    app.state.runtime = runtime
    app.state.metrics = metrics
    app.state.sharing = None  # a running server puts its own here
    gate = LimitsMiddleware(app, config, metrics)
    app.state.gate = gate
    return gate
