"""Routes of tables and seats: the games, creating a table, taking a seat, starting."""

from __future__ import annotations

from litestar import Response, get, post

from boxcars.bots.bot import shown_kinds
from boxcars.core import registry
from boxcars.core.chance import new_seed
from boxcars.core.messages import T
from boxcars.locale import LANGUAGES, Say, sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import (
    as_json,
    bearer_token,
    find_caller,
    held_by,
    query_number,
    raw_json,
    requested_language,
    view_parts,
)
from boxcars.server.http.guest_identity import identify_guest
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.response_types import Done, Made, Seated
from boxcars.server.http.sharing import Sharing
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import webhooks
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.page.view_payload import assemble_view
from boxcars.server.profiles.bot_ratings import measured_levels
from boxcars.server.store import lobby_list, maps
from boxcars.server.store.notice_times import known_zone
from boxcars.server.store.secret_tokens import hash_token, new_key, table_id_for, token_for
from boxcars.server.store.store import Write
from boxcars.server.table import commands
from boxcars.server.table.bot_levels import check_level
from boxcars.server.table.commands import Change, Held
from boxcars.server.table.documents import Doc, Entry, Pace, Seat, Setup
from boxcars.server.table.pace_choices import live_clocks
from boxcars.server.table.person_names import clean_name as clean_name
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["tables"]


def done_response(table: Table, again: bool = False) -> Done:
    return Done(table.ply, table.seq, table.mark, again)


@get("/api/games", tags=TAGS, summary="What can be played: games, maps, options, kinds of bot", opt=declare_limits("anyone", 4))
async def list_games(request: WebRequest) -> Response[bytes]:
    say = sayer(requested_language(request))
    hall: TableManager = request.app.state.hall
    people: dict[str, list[registry.Map]] = {}
    for row in await hall.run_blocking(maps.list_shown, hall.store):
        people.setdefault(row.game, []).append(registry.Map(key=row.key, name=row.name, players=row.players))
    games = [
        {
            "key": game.key,
            "name": game.name,
            "maps": [
                {
                    "key": m.key,
                    "name": say(T(m.name)),
                    "players": m.players,
                    "reconstructed": say(m.reconstructed) if m.reconstructed is not None else "",
                }
                for m in [*game.maps, *people.get(game.key, [])]
            ],
            "options": [
                {
                    "key": o.key,
                    "kind": o.kind,
                    "default": o.default,
                    "name": say(o.name),
                    "help": say(o.help),
                    "low": o.low,
                    "high": o.high,
                    "choices": [{"key": key, "name": say(name)} for key, name in o.choices],
                    "maps": o.maps,
                }
                for o in game.options
            ],
            "measured": measured_levels(game.key),
            "live": live_clocks(game.key),
            "rules": f"/api/rules/{game.key}",
        }
        for game in registry.games().values()
    ]
    return as_json({"games": games, "bots": shown_kinds(), "languages": LANGUAGES})


@get(
    "/api/tables",
    tags=TAGS,
    summary="Listed tables, newest first, 100 a page (?page=1 …): open ones, then running; ?status=open, playing or over: those",
    opt=declare_limits("anyone", 4),
)
async def list_tables(request: WebRequest) -> Response[bytes]:
    hall: TableManager = request.app.state.hall
    wanted = request.query_params.get("status", "")
    if wanted not in lobby_list.SHOWN:
        raise make_refusal("bad_request", T("{name} must be one of: {choices}.", name="status", choices="open, playing, over"))
    found = await hall.run_blocking(lobby_list.list_tables, hall.store, wanted, query_number(request, "page") or 0)
    known = registry.games()
    out = [
        {
            "table": t.id,
            "status": t.status,
            "game": {
                "key": t.game,
                "name": known[t.game].name if t.game in known else t.game,
                "map": t.setup.map,
                "players": t.setup.players,
                "options": t.setup.options,
            },
            "seats": t.doc.seats,
            "pace": t.doc.pace,
            "created": t.created,
            "changed": t.changed,
        }
        for t in found
    ]
    return as_json(out)


def seats_from(wanted: list[request_types.SeatAsked], players: int, say: Say) -> list[Seat]:
    """Return the seats of a new table. If none is marked as the maker's, the first person's seat is."""
    if len(wanted) > players:
        raise make_refusal("bad_setup", T("There are more seats than players."))
    wanted = [*wanted, *(request_types.SeatAsked(kind="open") for _ in range(players - len(wanted)))]
    if not any(seat.mine for seat in wanted):
        first = next((seat for seat in wanted if seat.kind == "person"), None)
        if first is not None:
            first.mine = True
    seats = []
    for i, seat in enumerate(wanted):
        name = clean_name(seat.name)
        if seat.kind == "bot":
            seats.append(Seat(kind="bot", name=name or f"Bot {i + 1}", level=check_level(seat.level)))
        elif seat.mine:
            seats.append(Seat(kind="person", name=name or say(T("Player {n}", n=i + 1)), host=True))
        else:
            seats.append(Seat())
    return seats


async def make_table(hall: TableManager, key: str, setup: Setup, doc: Doc, base: str, held: Held | None = None) -> Made:
    """Write a new table, or find the one that the same key made. ``held``: the card that takes the maker's (first) seat."""
    own = next((i for i, seat in enumerate(doc.seats) if seat.host), None)
    taken = []
    if held is not None and own is not None:
        doc = commands.with_seat(doc, own, herald=held.herald)
        taken = [(own, held.card)]
    secret = hall.store.secret
    id = table_id_for(secret, key)
    tokens = [token_for(secret, id, i, key) if seat.host else None for i, seat in enumerate(doc.seats)]
    host = token_for(secret, id, "host", key)
    links = [(hash_token(token), i) for i, token in enumerate(tokens) if token is not None]
    rules = await hall.load_rules(setup.game, setup.map, setup.players, setup.options)
    entry = Entry(seq=1, kind="open", at=steady.time())
    write = Write(
        id=id,
        entry=entry,
        doc=doc,
        version=rules.version,
        tokens=[*links, (hash_token(host), -1)],
        taken=taken,
        device=held.device if held is not None else None,
    )
    await hall.run_blocking(hall.store.create_table, id, setup, rules.version, write)
    shown = [f"{base}/t/{id}#{token}" if token is not None else None for token in tokens]
    return Made(table=id, tokens=tokens, host=host, links=shown, join=f"{base}/t/{id}")


def base_url(request: WebRequest) -> str:
    """Return where people find this server, without a final slash: every link that leaves it begins with that.

    What the operator set counts; the Host header is whatever the caller sends.
    """
    told: str = request.app.state.config.public_url
    return told.rstrip("/") or str(request.base_url).rstrip("/")


async def base_for_others(request: WebRequest) -> str:
    """Return the base of links that others can follow; "": this server cannot be reached from elsewhere (now)."""
    sharing: Sharing | None = request.app.state.sharing
    base = base_url(request)
    if sharing is None or request.app.state.config.public_url:
        return base
    return await sharing.base_for_others(base)


def read_pace(asked: request_types.PaceAsked) -> Pace:
    """Return the clock of a new table. A time zone must be one that the server knows."""
    by_days = asked.kind == "turns"
    if by_days and not asked.weekends and known_zone(asked.zone) is None:
        raise make_refusal("bad_setup", T("We don't know the time zone {zone}.", zone=asked.zone))
    return Pace(
        kind=asked.kind,
        turn=asked.turn,
        reserve=asked.reserve,
        webhook=asked.webhook,
        away=asked.away or 0,
        weekends=asked.weekends or not by_days,
        zone=asked.zone if by_days and not asked.weekends else "UTC",
        vacation=asked.vacation and by_days,
    )


@post("/api/tables", tags=TAGS, status_code=200, summary="Make a table", opt=declare_limits("anyone", 12, "tables"))
async def create_table(request: WebRequest, data: request_types.NewTable) -> Made:
    hall: TableManager = request.app.state.hall
    rules = await hall.load_rules(data.game, data.map, data.players, dict(data.options))
    webhooks.check_url(data.pace.webhook, request.app.state.config)
    if data.pace.kind != "none" and data.pace.turn + data.pace.reserve < 5:
        raise make_refusal("bad_setup", T("A turn must be at least five seconds long."))
    setup = Setup(
        game=data.game, map=rules.map, players=rules.players, options=rules.options, seed=new_seed(), maker=request_share(request)
    )
    pace = read_pace(data.pace)
    seats = seats_from(data.seats, rules.players, sayer(requested_language(request)))
    if data.start and any(seat.kind == "open" for seat in seats):
        raise make_refusal("seats_open", T("Some seats are still open."))
    if data.learning and data.rated:
        raise make_refusal("bad_setup", T("A practice game can't be rated. Turn one of the two off."))
    key = data.key or new_key()
    doc = Doc(
        status="open",
        seats=seats,
        pace=pace,
        listed=data.listed,
        undo=data.undo,
        rated=data.rated,
        learning=data.learning,
        hot_seat=data.hot_seat or sum(seat.host for seat in seats) > 1,
        home=identify_guest(request, table_id_for(hall.store.secret, key)).address,
    )
    made = await make_table(hall, key, setup, doc, base_url(request), await held_by(request))
    if data.start:
        await hall.change_table(made.table, lambda t: commands.start_game(t, steady.time()) if t.doc.status == "open" else None)
    return made


@post(
    "/api/tables/{id:str}/join", tags=TAGS, status_code=200, summary="Sit down in an open seat", opt=declare_limits("anyone", 8)
)
async def join_table(request: WebRequest, id: str, data: request_types.Join) -> Seated:
    hall: TableManager = request.app.state.hall
    key = data.key or new_key()
    sat = -1
    names = [token_for(hall.store.secret, id, "join", i, key) for i in range(10)]

    visitor = identify_guest(request, id)
    held = await held_by(request)

    # A request sent twice finds the seat it took the first time.
    for i, token in enumerate(names):
        if data.key is not None and await hall.tokens.seat_of_token(token, id) == i:
            return Seated(i, token, f"{base_url(request)}/t/{id}#{token}")

    seated = held is not None and await hall.tokens.seat_of_token(bearer_token(request), id) is not None

    def decide_change(table: Table) -> Change:
        nonlocal sat
        doc = commands.require_open(table)
        if seated and not doc.hot_seat:
            raise make_refusal("one_seat", T("You already have a seat at this table."))
        free = [i for i, seat in enumerate(doc.seats) if seat.kind == "open"]
        seat = data.seat if data.seat is not None else (free[0] if free else None)
        name = clean_name(data.name) or sayer(requested_language(request))(T("Player {n}", n=(seat or 0) + 1))
        made, sat = commands.join_table(
            table, seat, name, hash_token(names[seat or 0]), visitor, steady.time(), None if seated else held
        )
        return made

    await hall.change_table(id, decide_change)
    return Seated(sat, names[sat], f"{base_url(request)}/t/{id}#{names[sat]}")


@post(
    "/api/tables/{id:str}/seat",
    tags=TAGS,
    status_code=200,
    summary="The host seats a bot, or frees a seat",
    opt=declare_limits("host", 6),
)
async def set_seat(request: WebRequest, id: str, data: request_types.SetSeat) -> Done:
    who = await find_caller(request, id)
    level = check_level(data.level)
    home = identify_guest(request, id).address

    def decide_change(table: Table) -> Change:
        who.need_host(table)
        if data.kind == "open" and commands.is_held(table, data.seat):
            return commands.send_away(table, data.seat, data.keep_away, home, steady.time())
        return commands.set_seat(table, data.seat, data.kind, level, clean_name(data.name), steady.time())

    return done_response(await who.hall.change_table(id, decide_change))


@post(
    "/api/tables/{id:str}/leave",
    tags=TAGS,
    status_code=200,
    summary="Get up before the game has started",
    opt=declare_limits("seat", 6),
)
async def leave_table(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)
    seat = who.need_seat()
    return done_response(await who.hall.change_table(id, lambda t: commands.leave_seat(t, seat, steady.time())))


@post("/api/tables/{id:str}/start", tags=TAGS, status_code=200, summary="The host starts the game", opt=declare_limits("host", 8))
async def start_table(request: WebRequest, id: str) -> Done:
    who = await find_caller(request, id)

    def decide_change(table: Table) -> Change | None:
        who.need_host(table)
        return commands.start_game(table, steady.time()) if table.doc.status != "playing" else None

    return done_response(await who.hall.change_table(id, decide_change))


@get(
    "/api/tables/{id:str}/view",
    tags=TAGS,
    summary="The table as one's seat sees it; ?ply=N for the past",
    opt=declare_limits("anyone", 5),
)
async def get_view(request: WebRequest, id: str) -> Response[bytes]:
    from boxcars.server.http.routes_history import get_past_position

    who = await find_caller(request, id)
    table = await who.hall.load_table(id)
    if "ply" in request.query_params:
        return await get_past_position(request, who, table)
    return raw_json(assemble_view(await view_parts(who, table)))


HANDLERS = [list_games, list_tables, create_table, join_table, set_seat, leave_table, start_table, get_view]
