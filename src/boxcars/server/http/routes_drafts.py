"""Drafts of the workshop that are kept with a player's card; without one they stay in the browser."""

from __future__ import annotations

from litestar import Response, delete, get, put
from litestar.exceptions import NotFoundException

from boxcars.core import registry
from boxcars.core.words import T
from boxcars.server.http import asked
from boxcars.server.http.caller import as_json, own_card
from boxcars.server.http.kinds import WebRequest
from boxcars.server.http.routes_tables import clean
from boxcars.server.http.routes_workshop import TAGS, switched_on
from boxcars.server.page.sent_workshop import CardDraft, CardDraftText
from boxcars.server.store import drafts
from boxcars.server.store.drafts import Draft
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import refuse


def shown(draft: Draft) -> CardDraft:
    return CardDraft(id=draft.id, game=draft.game, name=draft.name, at=draft.at)


@get("/api/card/drafts", tags=TAGS, summary="The maps one is drawing, by all devices of the card")
async def own_drafts(request: WebRequest) -> list[CardDraft]:
    switched_on(request)
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    return [shown(draft) for draft in await hall.blocking(drafts.of_card, hall.store, card.id)]


@get("/api/card/drafts/{id:str}", tags=TAGS, summary="A draft as a map file, however unfinished")
async def own_draft(request: WebRequest, id: str) -> CardDraftText:
    switched_on(request)
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    found = await hall.blocking(drafts.find, hall.store, card.id, id[:32])
    if found is None:
        raise NotFoundException("no such draft")
    return CardDraftText(draft=shown(found[0]), text=found[1])


@put("/api/card/drafts/{id:str}", tags=TAGS, status_code=200, summary="Keep a draft with the card")
async def put_draft(request: WebRequest, id: str, data: asked.DraftKept) -> CardDraft:
    switched_on(request)
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    if not asked.DRAFT_ID.fullmatch(id):
        raise refuse("bad_request", T("This is no name of a draft."))
    game, name = registry.game(data.game).key, clean(data.name)
    at = await hall.blocking(drafts.put, hall.store, card.id, id, game, name, data.text)
    if at is None:
        raise refuse("full", T("Your card keeps {n} drafts; throw one away first.", n=drafts.MOST))
    return CardDraft(id=id, game=game, name=name, at=at)


@delete("/api/card/drafts/{id:str}", tags=TAGS, status_code=200, summary="Throw a draft away")
async def forget_draft(request: WebRequest, id: str) -> Response[bytes]:
    card = await own_card(request)
    hall: Hall = request.app.state.hall
    await hall.blocking(drafts.forget, hall.store, card.id, id[:32])
    return as_json({})


HANDLERS = [own_drafts, own_draft, put_draft, forget_draft]
