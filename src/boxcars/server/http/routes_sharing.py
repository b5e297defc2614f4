"""Routes that let others on the network join: available only on the computer that runs the server."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar import delete, get, post

from boxcars.core.messages import T
from boxcars.server.config import Config
from boxcars.server.http.auth import Forbidden
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.sharing import Sharing, came_by_network
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.profile import SharingShown

TAGS = ["operations"]
HERE = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1")


def is_pressed_here(request: WebRequest) -> bool:
    """Return whether the request comes from a page of this server, opened on this computer by one of its own names."""
    config: Config = request.app.state.config
    sharing: Sharing | None = request.app.state.sharing
    host = request.headers.get("host", "")
    client = request.scope.get("client")
    return (
        sharing is not None
        and config.sharing
        and not config.behind_proxy
        and client is not None
        and client[0] in HERE
        and not came_by_network(request)
        and urlsplit(f"//{host}").hostname in NAMES
        and request.headers.get("origin", f"http://{host}") == f"http://{host}"
    )


def sharing_pressed(request: WebRequest) -> Sharing:
    if not is_pressed_here(request) or "origin" not in request.headers:
        raise Forbidden(T("You can only do this on the computer that runs Boxcars."))
    sharing: Sharing = request.app.state.sharing
    return sharing


def show_sharing(request: WebRequest, failed: bool = False) -> SharingShown:
    sharing: Sharing | None = request.app.state.sharing
    here = is_pressed_here(request)
    if sharing is None:
        return SharingShown(alone=False, shared=False, here=False, port=0, failed=False)
    alone, shared = sharing.is_alone(), bool(sharing.shared)
    return SharingShown(alone=alone, shared=shared, here=here, port=sharing.listening_at()[1], failed=failed)


@get(
    "/api/share",
    tags=TAGS,
    summary="Whether others can reach this server, and whether that can be changed from here",
    opt=declare_limits("anyone", 2),
    sync_to_thread=False,
)
def get_sharing(request: WebRequest) -> SharingShown:
    return show_sharing(request)


@post(
    "/api/share",
    tags=TAGS,
    status_code=200,
    summary="Listen on this computer's network as well (only from this computer)",
    opt=declare_limits("operator", 10, "work"),
)
async def start_sharing(request: WebRequest) -> SharingShown:
    sharing = sharing_pressed(request)
    opened = not sharing.is_alone() or await sharing.start()
    return show_sharing(request, failed=not opened)


@delete(
    "/api/share",
    tags=TAGS,
    status_code=200,
    summary="Stop listening on this computer's network (only from this computer)",
    opt=declare_limits("operator", 4),
)
async def stop_sharing(request: WebRequest) -> SharingShown:
    await sharing_pressed(request).stop()
    return show_sharing(request)


HANDLERS = [get_sharing, start_sharing, stop_sharing]
