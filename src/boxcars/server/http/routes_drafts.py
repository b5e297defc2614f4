"""Routes for drafts of maps kept with a profile; without one they stay in the browser."""

from __future__ import annotations

from litestar import Response, delete, get, put
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.server.http import request_types
from boxcars.server.http.auth import as_json, own_card
from boxcars.server.http.limits import DRAFT, declare_limits
from boxcars.server.http.routes_map_editor import TAGS, switched_on
from boxcars.server.http.routes_tables import clean_name
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.map_editor import KeptDraft, KeptDraftText
from boxcars.server.store import map_drafts
from boxcars.server.store.map_drafts import Draft
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager


def draft_response(draft: Draft) -> KeptDraft:
    return KeptDraft(id=draft.id, game=draft.game, name=draft.name, at=draft.at)


@get(
    "/api/card/drafts", tags=TAGS, summary="The maps one is drawing, by all devices of the card", opt=declare_limits("profile", 3)
)
async def own_drafts(request: WebRequest) -> list[KeptDraft]:
    switched_on(request)
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    return [draft_response(draft) for draft in await hall.run_blocking(map_drafts.of_card, hall.store, card.id)]


@get(
    "/api/card/drafts/{id:str}", tags=TAGS, summary="A draft as a map file, however unfinished", opt=declare_limits("profile", 3)
)
async def own_draft(request: WebRequest, id: str) -> KeptDraftText:
    switched_on(request)
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(map_drafts.find_draft, hall.store, card.id, id[:32])
    if found is None:
        raise NotFoundException("no such draft")
    return KeptDraftText(draft=draft_response(found[0]), text=found[1])


@put(
    "/api/card/drafts/{id:str}",
    tags=TAGS,
    status_code=200,
    summary="Keep a draft with the card",
    opt=declare_limits("profile", 5, body=DRAFT),
)
async def put_draft(request: WebRequest, id: str, data: request_types.DraftKept) -> KeptDraft:
    switched_on(request)
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    if not request_types.DRAFT_ID.fullmatch(id):
        raise make_refusal("bad_request", T("That isn't a valid draft name."))
    game, name = registry.game(data.game).key, clean_name(data.name)
    at = await hall.run_blocking(map_drafts.put_draft, hall.store, card.id, id, game, name, data.text)
    if at is None:
        raise make_refusal("full", T("Your profile already has {n} drafts. Delete one first.", n=map_drafts.MOST))
    return KeptDraft(id=id, game=game, name=name, at=at)


@delete("/api/card/drafts/{id:str}", tags=TAGS, status_code=200, summary="Throw a draft away", opt=declare_limits("profile", 4))
async def forget_draft(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(map_drafts.forget_draft, hall.store, card.id, id[:32])
    return as_json({})


HANDLERS = [own_drafts, own_draft, put_draft, forget_draft]
