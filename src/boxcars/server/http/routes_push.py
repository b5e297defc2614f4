"""Routes for push messages: the server's key, subscriptions of devices, and the manifest and worker of an installed page."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException

from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_static import file_response
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import webhooks
from boxcars.server.page.static_files import FILES, PageFile
from boxcars.server.profiles import web_push
from boxcars.server.store import notice_channels, outbox
from boxcars.server.store.target_encryption import Target
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["push"]


@get(
    "/api/push/key",
    tags=TAGS,
    summary="The key by which browsers know this server's pushes; 404 if there are none",
    opt=declare_limits("anyone"),
)
async def get_push_key(request: WebRequest) -> Response[bytes]:
    if not web_push.is_enabled(request.app.state.config):
        raise NotFoundException("no pushes here")
    hall: TableManager = request.app.state.hall
    pem = await hall.run_blocking(web_push.private_key, hall.store)
    return as_json({"key": web_push.public_key(pem)})


@post(
    "/api/push",
    tags=TAGS,
    status_code=200,
    summary="Tell this device when it is its card's move",
    opt=declare_limits("profile", 5),
)
async def add_subscription(request: WebRequest, data: request_types.Subscribe) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await check_endpoint(request, data.endpoint)
    target = Target(data.endpoint, keys=msgspec.structs.asdict(data.keys))
    owner, lang = outbox.profile_owner(card.id), requested_language(request)
    await hall.run_blocking(notice_channels.add_push, hall.store, owner, card.device, target, lang, steady.time())
    return as_json({})


async def check_endpoint(request: WebRequest, endpoint: str) -> None:
    """Refuse an address that is not a push service on the public internet."""
    config = request.app.state.config
    if not web_push.is_enabled(config):
        raise NotFoundException("no pushes here")
    webhooks.check_url(endpoint, config)
    if not await request.app.state.hall.run_blocking(webhooks.may_be_reached, endpoint, config):
        raise make_refusal("bad_address", T("This address isn't allowed. It must be on the public internet."))


@delete("/api/push", tags=TAGS, status_code=200, summary="Tell this device nothing any more", opt=declare_limits("profile", 4))
async def remove_subscription(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(notice_channels.remove_push, hall.store, card.device)
    return as_json({})


MANIFEST = {
    "name": "Boxcars",
    "short_name": "Boxcars",
    "description": "Classic railway board games for friends and bots. Unofficial.",
    "id": "/",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#efe6d2",
    "theme_color": "#faf5e8",
    "icons": [
        {"src": "/client/icons/192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
        {"src": "/client/icons/512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        {"src": "/client/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
}
MANIFEST_FILE = PageFile(msgspec.json.encode(MANIFEST), "application/manifest+json")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False, opt=declare_limits("anyone", 1))
def get_manifest(request: WebRequest) -> Response[bytes]:
    return file_response(request, MANIFEST_FILE)


@get("/sw.js", include_in_schema=False, sync_to_thread=False, opt=declare_limits("anyone", 1))
def get_service_worker(request: WebRequest) -> Response[bytes]:
    return file_response(request, FILES.known_version().files["sw.js"])


HANDLERS = [get_push_key, add_subscription, remove_subscription, get_manifest, get_service_worker]
