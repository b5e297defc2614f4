"""Turn notices: where somebody wants to be told, when, and about what.

Asked for with the token of a device they are the profile's; with the token of a guest's seat and ``?table=`` they are that
seat's. A target is never sent back: it is shown masked.
"""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

from litestar import Response, delete, get, patch, post, put

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.locale import person_name, say
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import Forbidden, as_json, card_of, find_caller, own_card, requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.routes_push import check_endpoint
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.jobs import webhooks
from boxcars.server.jobs.fair_share import request_share
from boxcars.server.jobs.notice_delivery import NoticeSender, signing_key
from boxcars.server.page.schemas.notices import NoticeChannel, NoticeGame, NoticePrefs, NoticesShown, NoticeTried
from boxcars.server.profiles import web_push
from boxcars.server.store import notice_channels, notice_queue, outbox, profiles, tables_of_profile
from boxcars.server.store.database import reads_database
from boxcars.server.store.notice_channels import Channel, TooMany
from boxcars.server.store.notice_times import Prefs, known_zone
from boxcars.server.store.secret_tokens import same_token
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Row
from boxcars.server.store.target_encryption import Target, decrypt_target, keyed_hash, mask_target
from boxcars.server.table.documents import Doc
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TAGS = ["notices"]
PROOF = 3600.0
"""Seconds for which an address that answered a test can be added without another one."""
MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}")
HOSTS = {
    "discord": re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/.+"),
    "slack": re.compile(r"https://hooks\.slack\.com/.+"),
    "ntfy": re.compile(r"https?://[^/]+(?:/[^/?#]+)+/?"),
    "web": re.compile(r"https?://.+"),
}
NAMES = {"discord": "Discord", "slack": "Slack", "ntfy": "ntfy"}


@reads_database
def _owner_of_seat(store: Store, table: str, seat: int) -> str:
    with store.read_transaction() as conn:
        return outbox.owner_of_seat(conn, table, seat)


async def owner_of(request: WebRequest) -> tuple[str, str]:
    """Whose notices are asked for: (the owner, the hash of the device that asks, "" for a guest)."""
    table = request.query_params.get("table", "")[:32]
    if not table:
        card = await own_card(request)
        return outbox.profile_owner(card.id), card.device
    who = await find_caller(request, table)
    seat = who.need_seat()
    owner = await who.hall.run_blocking(_owner_of_seat, who.hall.store, table, seat)
    held_by = await card_of(request)
    if owner.startswith("card:") and (held_by is None or owner != outbox.profile_owner(held_by.id)):
        raise Forbidden(T("This seat belongs to a profile. Choose its notices there."))
    return owner, held_by.device if held_by is not None else ""


def clock_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def minutes_of(text: str) -> int:
    hours, _, minutes = text.partition(":")
    return int(hours) * 60 + int(minutes)


def prefs_shown(chosen: Prefs | None) -> NoticePrefs:
    held = chosen or Prefs()
    quiet = (clock_time(held.quiet_from), clock_time(held.quiet_to)) if held.quiet_from >= 0 <= held.quiet_to else None
    return NoticePrefs(
        chosen=chosen is not None,
        batch=held.batch,
        remind=held.remind,
        quiet=quiet,
        zone=held.zone,
        topics=sorted(held.topics),
        paused=held.paused,
    )


def channel_shown(store: Store, channel: Channel, here: str, labels: dict[str, str]) -> NoticeChannel:
    target = decrypt_target(store, channel.target) or Target("")
    wait = channel.retry_at - steady.time()
    return NoticeChannel(
        id=channel.id,
        kind=channel.kind,  # type: ignore[arg-type]  # (no other was ever stored)
        label=mask_target(channel.kind, target),
        device=labels.get(channel.device or "", ""),
        here=channel.kind == "push" and (channel.device or "") == here,
        state=channel.state,  # type: ignore[arg-type]
        last_at=channel.last_at,
        last_code=channel.last_code,
        tries=channel.tries,
        failures=channel.failures,
        retry_in=max(0.0, wait) if channel.tries else None,
    )


def game_shown(row: Row, doc: Doc, seat: int, muted: bool, lang: str) -> NoticeGame:
    game = registry.games().get(row.setup.game)
    map = registry.map_of(game, row.setup.map) if game is not None else None
    return NoticeGame(
        table=row.id,
        game=row.setup.game,
        game_name=game.name if game is not None else row.setup.game,
        map_name=say(T(map.name), lang) if map is not None else row.setup.map,
        others=[person_name(held.name, lang) for i, held in enumerate(doc.seats) if i != seat and held.kind != "open"],
        turn=doc.pace.turn,
        muted=muted,
    )


@get(
    "/api/notices",
    tags=TAGS,
    summary="One's turn notices: channels, times, games; ?table= for those of a guest's seat",
    opt=declare_limits("profile", 8),
)
async def get_notices(request: WebRequest) -> NoticesShown:
    owner, device = await owner_of(request)
    return await show_notices(request, owner, device)


async def show_notices(request: WebRequest, owner: str, device: str) -> NoticesShown:
    hall: TableManager = request.app.state.hall
    config, store, lang = request.app.state.config, hall.store, requested_language(request)
    found = await hall.run_blocking(notice_channels.list_channels, store, owner)
    chosen = await hall.run_blocking(notice_channels.prefs_of, store, owner)
    games: list[NoticeGame] = []
    labels: dict[str, str] = {}
    guest = not owner.startswith("card:")
    if not guest:
        card = await own_card(request)
        muted = await hall.run_blocking(notice_channels.muted_tables, store, owner)
        held = await hall.run_blocking(tables_of_profile.list_lively, store, card.id, steady.time())
        games = [
            game_shown(row, row.doc, seat, row.id in muted, lang)
            for row, seat in held
            if row.doc.status == "playing" and row.doc.pace.kind == "turns"
        ]
        labels = {one.hash: one.label for one in await hall.run_blocking(profiles.list_devices, store, card)}
    key = ""
    if web_push.is_enabled(config):
        key = web_push.public_key(await hall.run_blocking(web_push.private_key, store))
    counted = sum(channel.kind != "push" for channel in found)
    return NoticesShown(
        channels=[channel_shown(store, channel, device, labels) for channel in found],
        prefs=prefs_shown(chosen),
        games=games,
        push_key=key,
        mail=bool(config.mail_server),
        room=max(0, notice_channels.MOST_CHANNELS - counted),
        guest=guest,
    )


@put(
    "/api/notices",
    tags=TAGS,
    status_code=200,
    summary="Choose when notices go out, and about what",
    opt=declare_limits("profile", 10),
)
async def choose_notices(request: WebRequest, data: request_types.ChooseNotices) -> NoticesShown:
    owner, device = await owner_of(request)
    hall: TableManager = request.app.state.hall
    if known_zone(data.zone) is None:
        raise make_refusal("bad_request", T("That isn't a time zone we know."))
    quiet = (minutes_of(data.quiet[0]), minutes_of(data.quiet[1])) if data.quiet is not None else (-1, -1)
    chosen = Prefs(
        batch=data.batch,
        remind=data.remind,
        quiet_from=quiet[0],
        quiet_to=quiet[1],
        zone=data.zone,
        topics=frozenset(data.topics),
        paused=data.paused,
    )
    lang = requested_language(request)
    await hall.run_blocking(notice_channels.set_prefs, hall.store, owner, chosen, lang, steady.time())
    return await show_notices(request, owner, device)


# -- channels ----------------------------------------------------------------------------------------------------------------


def read_web_target(request: WebRequest, kind: str, address: str, mention: str) -> Target:
    """The target, or a refusal that says what is wrong with it. Names are looked up later."""
    config = request.app.state.config
    bad = make_refusal("bad_address", T("This address isn't allowed. It must start with https:// and be on the public internet."))
    if not HOSTS[kind].fullmatch(address) and not config.private_webhooks:
        if kind in NAMES:
            raise make_refusal("bad_address", T("That isn't the address of a webhook of {service}.", service=NAMES[kind]))
        raise bad
    try:
        webhooks.check_url(address, config)
    except Refused:
        raise bad from None
    return Target(address, re.sub(r"\D", "", mention) if kind == "discord" else "")


def proof_for(store: Store, owner: str, kind: str, target: Target, until: int) -> str:
    return f"{until}.{keyed_hash(store, 'proof', owner, kind, target.address, target.mention, str(until))}"


def is_proved(store: Store, owner: str, kind: str, target: Target, proof: str) -> bool:
    """Whether that address has answered a test of this owner lately."""
    until = proof.partition(".")[0]
    if not until.isdecimal() or len(until) > 12 or int(until) < steady.time():
        return False
    return proof.isascii() and same_token(proof, proof_for(store, owner, kind, target, int(until)))


@post(
    "/api/notices/try",
    tags=TAGS,
    status_code=200,
    summary="Send a test to a web address that is to be added",
    opt=declare_limits("profile", 10, "work"),
)
async def try_channel(request: WebRequest, data: request_types.TryNotice) -> NoticeTried:
    owner, _ = await owner_of(request)
    hall: TableManager = request.app.state.hall
    sender: NoticeSender = request.app.state.notices
    target = read_web_target(request, data.kind, data.target, data.mention)
    await take_test(hall, owner, urlsplit(target.address).hostname or "")
    if not await hall.run_blocking(webhooks.may_be_reached, target.address, request.app.state.config):
        return NoticeTried(code=-1, seconds=0.0, proof="", key="")
    began = time.monotonic()
    key = signing_key(hall.store, owner, target.address)
    code = await sender.post(data.kind, target, sender.test_message(requested_language(request), ""), key)
    proof = proof_for(hall.store, owner, data.kind, target, int(steady.time() + PROOF)) if 200 <= code < 300 else ""
    shown = key.decode() if data.kind == "web" and proof else ""
    return NoticeTried(code=code, seconds=round(time.monotonic() - began, 1), proof=proof, key=shown)


async def take_test(hall: TableManager, owner: str, host: str) -> None:
    try:
        await hall.run_blocking(notice_channels.take_test, hall.store, owner, host, steady.time())
    except TooMany:
        raise make_refusal("too_many", T("That's enough tests for now. Try again in ten minutes.")) from None


@post(
    "/api/notices/channels",
    tags=TAGS,
    status_code=200,
    summary="Add a channel; the answer is the same for every e-mail address",
    opt=declare_limits("profile", 10),
)
async def add_channel(request: WebRequest, data: request_types.AddNotice) -> Response[bytes]:
    owner, device = await owner_of(request)
    hall: TableManager = request.app.state.hall
    store, lang, now = hall.store, requested_language(request), steady.time()
    try:
        if data.kind == "push":
            await add_push(request, owner, device, data)
        elif data.kind == "mail":
            if not request.app.state.config.mail_server:
                raise make_refusal("no_mail", T("This server doesn't send email."))
            address = (data.target or "").strip()
            if not MAIL.fullmatch(address) or len(address) > 254:
                raise make_refusal("bad_address", T("That isn't an email address."))
            target = Target(address.lower())
            await hall.run_blocking(notice_channels.add_mail, store, owner, target, lang, request_share(request), now)
        else:
            target = read_web_target(request, data.kind, data.target or "", data.mention)
            if not is_proved(store, owner, data.kind, target, data.proof):
                raise make_refusal("untested", T("Send a test first. We only add addresses that answer."))
            await hall.run_blocking(notice_channels.add_channel, store, owner, data.kind, target, lang, now)
    except TooMany:
        text = T("You've reached the limit for channels or confirmation emails. Remove one, or try again tomorrow.")
        raise make_refusal("too_many", text) from None
    return as_json({})


async def add_push(request: WebRequest, owner: str, device: str, data: request_types.AddNotice) -> None:
    if data.push is None:
        raise make_refusal("bad_request", T("The browser's subscription is missing."))
    await check_endpoint(request, data.push.endpoint)
    target = Target(data.push.endpoint, keys={"p256dh": data.push.keys.p256dh, "auth": data.push.keys.auth})
    hall: TableManager = request.app.state.hall
    lang = requested_language(request)
    await hall.run_blocking(notice_channels.add_push, hall.store, owner, device or None, target, lang, steady.time())


async def own_channel(request: WebRequest, id: str) -> tuple[Channel, str, str]:
    owner, device = await owner_of(request)
    hall: TableManager = request.app.state.hall
    found = await hall.run_blocking(notice_channels.find_channel, hall.store, owner, id)
    if found is None:
        raise Forbidden(T("You don't have that channel."))
    return found, owner, device


@patch(
    "/api/notices/channels/{id:str}",
    tags=TAGS,
    summary="Turn a channel on or off",
    opt=declare_limits("profile", 8),
)
async def switch_channel(request: WebRequest, id: str, data: request_types.SwitchNotice) -> NoticesShown:
    _, owner, device = await own_channel(request, id)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(notice_channels.switch_channel, hall.store, owner, id, data.on, steady.time())
    return await show_notices(request, owner, device)


@delete(
    "/api/notices/channels/{id:str}",
    tags=TAGS,
    status_code=200,
    summary="Remove a channel",
    opt=declare_limits("profile", 6),
)
async def remove_channel(request: WebRequest, id: str) -> Response[bytes]:
    _, owner, _ = await own_channel(request, id)
    hall: TableManager = request.app.state.hall
    await hall.run_blocking(notice_channels.remove_channel, hall.store, owner, id)
    return as_json({})


@post(
    "/api/notices/channels/{id:str}/test",
    tags=TAGS,
    status_code=200,
    summary="Send a test to a channel",
    opt=declare_limits("profile", 10, "work"),
)
async def test_channel(request: WebRequest, id: str) -> NoticeTried:
    channel, owner, _ = await own_channel(request, id)
    hall: TableManager = request.app.state.hall
    sender: NoticeSender = request.app.state.notices
    if channel.state == "waiting":
        raise make_refusal("waiting", T("We won't send anything there until its owner confirms with the link."))
    target = decrypt_target(hall.store, channel.target)
    host = urlsplit(target.address).hostname or "" if target is not None and channel.kind not in ("push", "mail") else ""
    await take_test(hall, owner, host)
    began = time.monotonic()
    code = await sender.test(channel)
    good = 200 <= code < 300
    await hall.run_blocking(notice_queue.note_test, hall.store, id, code, good, steady.time())
    return NoticeTried(code=code, seconds=round(time.monotonic() - began, 1), proof="", key="")


@post(
    "/api/notices/channels/{id:str}/again",
    tags=TAGS,
    status_code=200,
    summary="Send the e-mail that asks once more; or try at once what failed",
    opt=declare_limits("profile", 8),
)
async def ask_again(request: WebRequest, id: str) -> NoticesShown:
    channel, owner, device = await own_channel(request, id)
    hall: TableManager = request.app.state.hall
    try:
        if channel.state == "waiting":
            share = request_share(request)
            await hall.run_blocking(notice_channels.ask_again, hall.store, owner, id, share, steady.time())
        elif channel.tries:
            host = "" if channel.kind in ("push", "mail") else channel.id
            await hall.run_blocking(notice_channels.take_test, hall.store, owner, host, steady.time())
            await hall.run_blocking(notice_channels.try_now, hall.store, owner, id)
    except TooMany:
        raise make_refusal("too_many", T("That's enough for now. Try again later.")) from None
    return await show_notices(request, owner, device)


# -- games -------------------------------------------------------------------------------------------------------------------


@put(
    "/api/notices/mutes/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="Mute a game: only the last reminder is sent",
    opt=declare_limits("profile", 8),
)
async def mute_game(request: WebRequest, table: str) -> NoticesShown:
    return await set_mute(request, table, True)


@delete(
    "/api/notices/mutes/{table:str}",
    tags=TAGS,
    status_code=200,
    summary="Tell everything about a game again",
    opt=declare_limits("profile", 8),
)
async def unmute_game(request: WebRequest, table: str) -> NoticesShown:
    return await set_mute(request, table, False)


async def set_mute(request: WebRequest, table: str, muted: bool) -> NoticesShown:
    owner, device = await owner_of(request)
    hall: TableManager = request.app.state.hall
    if not await hall.run_blocking(notice_channels.mute_table, hall.store, owner, table, muted, steady.time()):
        raise Forbidden(T("You don't have a seat at this table."))
    return await show_notices(request, owner, device)


HANDLERS = [
    get_notices,
    choose_notices,
    try_channel,
    add_channel,
    switch_channel,
    remove_channel,
    test_channel,
    ask_again,
    mute_game,
    unmute_game,
]
