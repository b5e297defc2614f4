"""Routes of the map editor: drafts drawn and checked, maps kept, shared and tried by bots. A draft itself stays with the page."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.exceptions import NotFoundException

from boxcars.core import codec, map_loader, registry
from boxcars.core.messages import T
from boxcars.locale import sayer
from boxcars.server.http import request_types
from boxcars.server.http.auth import card_of, own_card, raw_json, requested_language
from boxcars.server.http.limits import DRAFT, declare_limits
from boxcars.server.http.routes_tables import base_url
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import map_editor_jobs, map_reading
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.job_queue import Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.map_tunings import Place, Tunings
from boxcars.server.page.schemas.map_editor import EditorGame, KeptMap, MapTrial, MapTuning
from boxcars.server.store import maps
from boxcars.server.store.maps import About, Owner
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["workshop"]


def switched_on(request: WebRequest) -> None:
    if not request.app.state.config.workshop:
        raise make_refusal("no_workshop", T("The map editor is turned off on this server."))


@get("/api/workshop", tags=TAGS, summary="Games whose maps can be drawn here, with their tools", opt=declare_limits("anyone", 3))
async def workshop_games(request: WebRequest) -> list[EditorGame]:
    switched_on(request)
    lang = requested_language(request)
    return [map_editor_jobs.describe_tools(game.key, lang) for game in registry.games().values() if game.workshop]


@post(
    "/api/workshop/{game:str}",
    tags=TAGS,
    status_code=200,
    summary="Open, edit, draw and check a draft",
    opt=declare_limits("anyone", 5, body=DRAFT),
)
async def edit_draft(request: WebRequest, game: str) -> Response[bytes]:
    switched_on(request)
    hall: TableManager = request.app.state.hall
    hall.workers.line.check_room(
        request_share(request), Rank.ASKED, "parse"
    )  # before the body is read: those who are refused cost little
    data = codec.decoder(request_types.DraftAsked).decode(await request.body())
    use: dict[str, float] = {}
    kept = await hall.run_blocking(maps.find_map_text, hall.store, data.map) if map_loader.is_own(data.map) else None
    if data.layer == "use" and data.trial:
        use = (await request.app.state.trials.trial_state(data.trial, sayer())).use
    told = map_editor_jobs.Draft(
        game=registry.game(game).key,
        lang=requested_language(request),
        doc=bytes(data.doc),
        text=kept or data.text,
        map="" if kept else data.map,
        tool=data.tool,
        targets=data.targets,
        layer=data.layer,
        held=data.held,
        use=use,
        against=data.against,
    )
    try:
        answer = await hall.workers.parse_text(map_editor_jobs.edit_draft, told, request_share(request))
    except Failed as failed:
        if failed.why == "slow":
            raise make_refusal("busy", T("The server is busy, so drawing the map took too long. Try again.")) from None
        raise make_refusal("bad_map", T("We can't draw this draft.")) from None
    return raw_json(answer)


@post(
    "/api/workshop/{game:str}/keep",
    tags=TAGS,
    status_code=200,
    summary="Keep a good map by the hash of its text, to play it",
    opt=declare_limits("anyone", 20, "tables", body=DRAFT),
)
async def keep_map(request: WebRequest, game: str, data: request_types.KeepAsked) -> KeptMap:
    switched_on(request)
    hall: TableManager = request.app.state.hall
    chosen = registry.game(game)
    card = await own_card(request) if data.shown else await card_of(request)
    try:
        found: About = await hall.workers.parse_text(
            map_reading.read_map, (chosen.key, data.text, requested_language(request)), request_share(request)
        )
    except Failed:
        raise make_refusal("bad_map", T("This map takes too long to read.")) from None
    owner = Owner(card.id if card is not None else None, request_share(request))
    key = await hall.run_blocking(maps.keep_map, hall.store, chosen.key, data.text, found, owner, data.shown)
    if key is None:
        raise make_refusal("full", T("This server can't store any more maps."))
    return _kept_map_response(request, key, chosen.key, found.name, found.players)


def _kept_map_response(request: WebRequest, key: str, game: str, name: str, players: list[int]) -> KeptMap:
    link = f"{base_url(request)}/workshop/{game}#{key}"
    return KeptMap(map=key, game=game, name=name, players=players, link=link)


async def _read_map_text(request: WebRequest, key: str) -> str:
    hall: TableManager = request.app.state.hall
    text = await hall.run_blocking(maps.find_map_text, hall.store, key[:64])
    if text is None:
        raise NotFoundException("no such map")
    return text


@get("/api/maps", tags=TAGS, summary="The maps that people show here", opt=declare_limits("anyone", 4))
async def shown_maps(request: WebRequest) -> list[KeptMap]:
    hall: TableManager = request.app.state.hall
    rows = await hall.run_blocking(maps.list_shown, hall.store)
    return [_kept_map_response(request, row.key, row.game, row.name, row.players) for row in rows if row.game in registry.games()]


@get("/api/maps/{key:str}", tags=TAGS, summary="A kept map as a file", opt=declare_limits("anyone", 3))
async def map_file(request: WebRequest, key: str) -> Response[bytes]:
    text = await _read_map_text(request, key)
    headers = {"Content-Disposition": f'attachment; filename="{key.removeprefix(map_loader.KEPT)[:12]}.toml"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/maps/{key:str}/trial", tags=TAGS, summary="What bots found on a map", opt=declare_limits("anyone", 3))
async def get_trial(request: WebRequest, key: str) -> MapTrial:
    await _read_map_text(request, key)
    found: MapTrial = await request.app.state.trials.trial_state(key, sayer(requested_language(request)))
    return found


@post(
    "/api/maps/{key:str}/trial",
    tags=TAGS,
    status_code=200,
    summary="Have bots play on a map",
    opt=declare_limits("anyone", 5, "work"),
)
async def start_trial(request: WebRequest, key: str, data: request_types.TrialAsked) -> MapTrial:
    switched_on(request)
    chosen = registry.game(data.game)
    await _read_map_text(request, key)
    await request.app.state.hall.load_rules(chosen.key, key, data.players, {})
    started: MapTrial = request.app.state.trials.start_trial(chosen.key, key, data.players, request_share(request))
    return started


@post(
    "/api/maps/{key:str}/tune",
    tags=TAGS,
    status_code=200,
    summary="What other values of a number of the map would do",
    opt=declare_limits("anyone", 5, "work"),
)
async def tune_map(request: WebRequest, key: str, data: request_types.TuneAsked) -> MapTuning:
    switched_on(request)
    chosen = registry.game(data.game)
    await _read_map_text(request, key)
    await request.app.state.hall.load_rules(chosen.key, key, data.players, {})
    place = Place(chosen.key, key, data.held, data.path, data.part, requested_language(request))
    tunings: Tunings = request.app.state.tunings
    return tunings.start_tuning(place, data.players, request_share(request)) if data.start else tunings.tuning_state(place)


HANDLERS = [workshop_games, edit_draft, keep_map, shown_maps, map_file, get_trial, start_trial, tune_map]
