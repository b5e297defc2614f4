"""The workshop: drafts drawn and checked, maps kept, shared and tried by bots. A draft stays with the page."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from boxcars.core import map_text, registry
from boxcars.core.words import Complaint, T
from boxcars.locale import sayer
from boxcars.server.http import asked
from boxcars.server.http.caller import language, raw_json
from boxcars.server.http.kinds import WebRequest
from boxcars.server.page.sent_workshop import KeptMap, Trial, Tuning, WorkGame
from boxcars.server.store import maps
from boxcars.server.table.hall import Hall
from boxcars.server.table.table import refuse, rules_for
from boxcars.server.work import drafting
from boxcars.server.work.line import Rank
from boxcars.server.work.shares import share
from boxcars.server.work.tunings import Place, Tunings
from boxcars.server.work.workers import Failed
from boxcars.view.board import Say

TAGS = ["workshop"]
PATIENCE = 12.0


def switched_on(request: WebRequest) -> None:
    if not request.app.state.config.workshop:
        raise refuse("no_workshop", T("The host has closed the workshop."))


@get("/api/workshop", tags=TAGS, summary="Games whose maps can be drawn here, with their tools")
async def workshop_games(request: WebRequest) -> list[WorkGame]:
    switched_on(request)
    lang = language(request)
    return [drafting.described(game.key, lang) for game in registry.games().values() if game.workshop]


@post("/api/workshop/{game:str}", tags=TAGS, status_code=200, summary="Open, edit, draw and check a draft")
async def work(request: WebRequest, game: str, data: asked.DraftAsked) -> Response[bytes]:
    switched_on(request)
    hall: Hall = request.app.state.hall
    use: dict[str, float] = {}
    kept = await hall.blocking(maps.find, hall.store, data.map) if map_text.is_own(data.map) else None
    if data.layer == "use" and data.trial:
        use = (await request.app.state.trials.state(data.trial, sayer())).use
    told = drafting.Draft(
        game=registry.game(game).key,
        lang=language(request),
        doc=data.doc,
        text=kept or data.text,
        map="" if kept else data.map,
        tool=data.tool,
        targets=data.targets,
        layer=data.layer,
        held=data.held,
        use=use,
    )
    try:
        answer = await hall.workers.run(drafting.drawn, told, share=share(request), rank=Rank.ASKED, lane="quick", limit=PATIENCE)
    except Failed as failed:
        if failed.why == "slow":
            raise refuse("busy", T("The server is busy: the picture took too long. Try again.")) from None
        raise refuse("bad_map", T("This draft cannot be drawn.")) from None
    return raw_json(answer)


@post("/api/workshop/{game:str}/keep", tags=TAGS, status_code=200, summary="Keep a good map by the hash of its text, to play it")
async def keep(request: WebRequest, game: str, data: asked.KeepAsked) -> KeptMap:
    switched_on(request)
    hall: Hall = request.app.state.hall
    chosen = registry.game(game)
    found = await hall.blocking(_good, chosen, data.text, sayer(language(request)))
    if not await hall.blocking(maps.keep, hall.store, chosen.key, found.name, data.text, data.shown):
        raise refuse("full", T("No more maps can be kept here."))
    return _kept(request, chosen.key, found)


def _good(game: registry.Game, text: str, say: Say) -> registry.Map:
    """The map of a text; refuses one that is not good."""
    key = map_text.know(text)
    wrong = registry.complaints_of(game, key)
    found = registry.map_of(game, key)
    if found is None or not found.players:
        complaint = (wrong or [Complaint("", T("nobody can play it"))])[0]
        raise refuse("bad_map", T("The map file is not good: {complaint}", complaint=drafting.told_in(say, complaint)[:300]))
    return found


def _kept(request: WebRequest, game: str, found: registry.Map) -> KeptMap:
    base = str(request.base_url).rstrip("/")
    return KeptMap(map=found.key, game=game, name=found.name, players=found.players, link=f"{base}/workshop/{game}#{found.key}")


async def _text(request: WebRequest, key: str) -> str:
    hall: Hall = request.app.state.hall
    text = await hall.blocking(maps.find, hall.store, key[:64])
    if text is None:
        raise NotFoundException("no such map")
    return text


@get("/api/maps", tags=TAGS, summary="The maps that people show here")
async def shown_maps(request: WebRequest) -> list[KeptMap]:
    hall: Hall = request.app.state.hall
    out = []
    for row in await hall.blocking(maps.shown, hall.store):
        chosen = registry.games().get(row.game)
        found = registry.map_of(chosen, row.key) if chosen is not None else None
        if found is not None:
            out.append(_kept(request, row.game, found))
    return out


@get("/api/maps/{key:str}", tags=TAGS, summary="A kept map as a file")
async def map_file(request: WebRequest, key: str) -> Response[bytes]:
    text = await _text(request, key)
    headers = {"Content-Disposition": f'attachment; filename="{key.removeprefix(map_text.KEPT)[:12]}.toml"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/maps/{key:str}/trial", tags=TAGS, summary="What bots found on a map")
async def trial(request: WebRequest, key: str) -> Trial:
    await _text(request, key)
    found: Trial = await request.app.state.trials.state(key, sayer(language(request)))
    return found


@post("/api/maps/{key:str}/trial", tags=TAGS, status_code=200, summary="Have bots play on a map")
async def start_trial(request: WebRequest, key: str, data: asked.TrialAsked) -> Trial:
    switched_on(request)
    chosen = registry.game(data.game)
    await _text(request, key)
    rules_for(chosen.key, key, data.players, {})
    started: Trial = request.app.state.trials.start(chosen.key, key, data.players, share(request))
    return started


@post("/api/maps/{key:str}/tune", tags=TAGS, status_code=200, summary="What other values of a number of the map would do")
async def tune(request: WebRequest, key: str, data: asked.TuneAsked) -> Tuning:
    switched_on(request)
    chosen = registry.game(data.game)
    await _text(request, key)
    rules_for(chosen.key, key, data.players, {})
    place = Place(chosen.key, key, data.held, data.path, data.part, language(request))
    tunings: Tunings = request.app.state.tunings
    return tunings.start(place, data.players, share(request)) if data.start else tunings.state(place)


HANDLERS = [workshop_games, work, keep, shown_maps, map_file, trial, start_trial, tune]
