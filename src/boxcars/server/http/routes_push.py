"""Push: the server's key, and where a device wants to be told; the manifest and the worker that a home screen needs."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post
from litestar.exceptions import NotFoundException

from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, own_card
from boxcars.server.http.limits import limited
from boxcars.server.http.routes_static import send
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import webhooks
from boxcars.server.page.static_files import FILES, PageFile
from boxcars.server.profiles import web_push
from boxcars.server.table.table_manager import Hall

TAGS = ["push"]


@get(
    "/api/push/key",
    tags=TAGS,
    summary="The key by which browsers know this server's pushes; 404 if there are none",
    opt=limited("anyone"),
)
async def key(request: WebRequest) -> Response[bytes]:
    if not web_push.on(request.app.state.config):
        raise NotFoundException("no pushes here")
    hall: Hall = request.app.state.hall
    pem = await hall.blocking(web_push.private_key, hall.store)
    return as_json({"key": web_push.public_key(pem)})


@post("/api/push", tags=TAGS, status_code=200, summary="Tell this device when it is its card's move", opt=limited("profile", 5))
async def subscribe(request: WebRequest, data: request_types.Subscribe) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    webhooks.check(data.endpoint, request.app.state.config)
    keys = msgspec.structs.asdict(data.keys)
    await hall.blocking(web_push.subscribe, hall.store, card.device, data.endpoint, keys)
    return as_json({})


@delete("/api/push", tags=TAGS, status_code=200, summary="Tell this device nothing any more", opt=limited("profile", 4))
async def unsubscribe(request: WebRequest) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    await hall.blocking(web_push.unsubscribe, hall.store, card.device)
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


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False, opt=limited("anyone", 1))
def manifest(request: WebRequest) -> Response[bytes]:
    return send(request, MANIFEST_FILE)


@get("/sw.js", include_in_schema=False, sync_to_thread=False, opt=limited("anyone", 1))
def worker(request: WebRequest) -> Response[bytes]:
    return send(request, FILES.known().files["sw.js"])


HANDLERS = [key, subscribe, unsubscribe, manifest, worker]
