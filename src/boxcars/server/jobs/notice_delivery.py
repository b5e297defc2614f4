"""Sending notices: every server looks for what is due, claims a channel, words the message and hands it over.

Nothing here holds up a game: messages go out from threads of their own, with limits on their time, and what fails is tried again
later. The outbox is in the database, so a server that is killed loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from boxcars.core import codec, registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.locale import say, sayer
from boxcars.locale.dates import moment_text
from boxcars.server import steady
from boxcars.server.config import Config
from boxcars.server.jobs import mail, notice_message, webhooks
from boxcars.server.jobs.notice_message import Item, Message
from boxcars.server.page import game_log, own_tables
from boxcars.server.profiles import web_push
from boxcars.server.store import notice_channels, notice_queue
from boxcars.server.store.database import reads_database
from boxcars.server.store.notice_channels import Channel
from boxcars.server.store.notice_queue import Batch, Notice
from boxcars.server.store.notice_times import Prefs, Topic, known_zone, quiet_until
from boxcars.server.store.outbox import Said, owner_of_seat
from boxcars.server.store.profile_schema import card_seats
from boxcars.server.store.schema import presence
from boxcars.server.store.store import Store
from boxcars.server.store.target_encryption import Target, decrypt_target, keyed_hash
from boxcars.server.store.turn_notices import is_person_asked, turn_key
from boxcars.server.table import clocks
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import Missing, TableManager

log = logging.getLogger("boxcars.notices")

UNSEEN = 120.0
"""Nobody is told of a turn while a page of theirs was seen within so many seconds."""
LIMIT = 5.0
"""Seconds that an address has to answer."""
AT_ONCE = 8
"""Messages under way at the same time."""
FORBIDDEN = -1
"""The code of an address that may not be reached."""
EVENTS = 2
"""Things that others did which a notice tells."""


class NoticeSender:
    def __init__(self, hall: TableManager, config: Config) -> None:
        self.hall = hall
        self.config = config
        self.pool = hall.create_pool(AT_ONCE, "notices")
        self.mail = mail.read_mail_server(config.mail_server, config.mail_from) if config.mail_server else None
        self._next_cleaning = 0.0

    @property
    def base(self) -> str:
        return self.config.public_url or self.config.local_url

    async def run_forever(self) -> None:
        if self.hall.store.sqlite:
            await self.hall.run_blocking(notice_queue.release_claims, self.hall.store)
        while True:
            try:
                await self.send_due()
            except asyncio.CancelledError:
                raise
            except SQLAlchemyError as error:
                log.warning("the database does not answer; notices wait", extra={"why": type(error).__name__})
            except Exception:
                log.exception("sending notices failed; tries again")
            await asyncio.sleep(self.config.sweep)

    async def send_due(self) -> int:
        """Send what is due now, several channels at a time. Return how many messages were taken."""
        now = steady.time()
        if now >= self._next_cleaning:
            self._next_cleaning = now + 600.0
            await self.hall.run_blocking(notice_queue.clean_up, self.hall.store, now)
        due = await self.hall.run_blocking(notice_queue.due_channels, self.hall.store, now)
        sent = 0
        for some in (due[i : i + AT_ONCE] for i in range(0, len(due), AT_ONCE)):
            done = await asyncio.gather(*(self._send_next(channel) for channel in some))
            sent += sum(done)
        return sent

    async def _send_next(self, channel: str) -> bool:
        store = self.hall.store
        batch = await self.hall.run_blocking(notice_queue.claim_batch, store, channel, steady.time())
        if batch is None:
            return False
        items, later, dropped = await self._word(batch)
        await self.hall.run_blocking(notice_queue.put_off, store, batch, later, dropped, not items)
        if not items:
            return False
        ids = [id for id in (notice.id for notice in batch.notices) if id not in later and id not in dropped]
        message = Message(batch.id, batch.lang, batch.name, tuple(items))
        code = await self.deliver(batch, message)
        good = 200 <= code < 300
        self.hall.metrics.webhooks.labels("sent" if good else "failed").inc()
        if good:
            await self.hall.run_blocking(notice_queue.note_sent, store, batch, ids, code, steady.time())
        else:
            state = await self.hall.run_blocking(notice_queue.note_failed, store, batch, ids, code, steady.time())
            log.info("a notice was not taken", extra={"kind": batch.kind, "code": code, "state": state})
        return good

    # -- wording -----------------------------------------------------------------------------------------------------

    async def _word(self, batch: Batch) -> tuple[list[Item], dict[int, float], list[int]]:
        """What a message tells; until when each other notice waits; which are out of date."""
        items: list[Item] = []
        later: dict[int, float] = {}
        dropped: list[int] = []
        now = steady.time()
        for notice in batch.notices:
            found = await self._word_notice(batch, notice, now)
            if isinstance(found, float):
                later[notice.id] = found
            elif found is None:
                dropped.append(notice.id)
            elif found not in items:  # (several lines of a chat are told once)
                items.append(found)
        return items, later, dropped

    async def _word_notice(self, batch: Batch, notice: Notice, now: float) -> Item | float | None:
        """The notice in words; or until when it waits; or None: nobody needs it any more."""
        if notice.topic == "confirm":
            return Item("confirm", "", (), "") if notice.deadline is None or notice.deadline > now else None
        if (notice.deadline is not None and notice.deadline <= now) or not batch.prefs.wants(notice.topic):
            return None
        until = quiet_until(now, batch.prefs)
        if until is not None and (notice.deadline is None or until < notice.deadline):
            return until
        table = None
        if notice.table is not None:
            try:
                table = await self.hall.load_table(notice.table)
            except (Missing, Refused):
                return None
            here = await self._last_seen(batch.owner, table)
            if notice.topic in ("turn", "reminder"):
                if not await self._turn_runs(batch, notice, table):
                    return None
                if now - here < UNSEEN and (notice.deadline is None or now + UNSEEN < notice.deadline):
                    return here + UNSEEN
                return await self.word_turn(batch.lang, batch.prefs, notice.topic, table)
            if here >= notice.made:  # seen since
                return None
        if notice.body is None:
            return None
        said = codec.decoder(Said).decode(notice.body)
        speak = sayer(batch.lang, table.names if table is not None else ())
        lines = (speak(said.text),) if said.text is not None else ()
        game = registry.game(table.setup.game).name if table is not None else ""
        if game:
            lines = (game, *lines)
        return Item(notice.topic, speak(said.title), lines, self.base + said.path, table.id if table is not None else "", game)

    async def _last_seen(self, owner: str, table: Table) -> float:
        """When a page of the owner's was last known to be open, at this table or at another of theirs."""
        seats = [i for i, seat in enumerate(table.doc.seats) if seat.kind == "person"]
        held = [seat for seat in seats if await self.hall.run_blocking(_holds, self.hall.store, owner, table.id, seat)]
        seen = [await self.hall.presence.last_seen(table, seat) for seat in held]
        anywhere = await self.hall.run_blocking(_seen_anywhere, self.hall.store, owner)
        return max([anywhere, *seen])

    async def _turn_runs(self, batch: Batch, notice: Notice, table: Table) -> bool:
        """Whether the turn that a notice is about is still its owner's."""
        if not is_person_asked(table.doc) or notice.key.partition(":")[2] != turn_key(table.id, table.doc):
            return False
        return await self.hall.run_blocking(_holds, self.hall.store, batch.owner, table.id, table.doc.actor)

    async def word_turn(self, lang: str, prefs: Prefs, topic: Topic, table: Table) -> Item:
        """Map, turn, what to do, what others did, until when: all of it as a spectator sees it."""
        game = registry.game(table.setup.game)
        speak = sayer(lang, table.names)
        map = registry.map_of(game, table.setup.map)
        map_name = say(T(map.name), lang) if map is not None else table.setup.map
        turn, step = "", ""
        if not table.doc.sealed:
            turn, step, _, _ = own_tables.describe_progress(table, None, lang)
        lines = [" · ".join(part for part in (map_name, turn, step) if part)]
        if not table.doc.sealed:
            lines += await self._others_did(table, lang)
        deadline = clocks.turn_deadline(table.doc)
        if deadline is not None:
            until = moment_text(deadline, known_zone(prefs.zone) or ZoneInfo("UTC"), lang)
            lines.append(speak(T("You have until {time}.", time=until)))
        reminder = T("Your time is running out in {game}", game=game.name)
        title = reminder if topic == "reminder" else T("Your turn in {game}", game=game.name)
        return Item(topic, speak(title), tuple(lines), f"{self.base}/t/{table.id}", table.id, game.name)

    async def _others_did(self, table: Table, lang: str) -> list[str]:
        """The newest things that others did since the seat to act did something, as a spectator was told them."""
        await game_log.prepare_log(table, None, lang)
        lines = game_log.events_until(table, None, lang, table.ply)
        mine = max((i for i, line in enumerate(lines) if line.seat == table.doc.actor), default=-1)
        others = [line.text for line in lines[mine + 1 :] if line.seat >= 0]
        return [" ".join(others[-EVENTS:])] if others else []

    # -- handing over ------------------------------------------------------------------------------------------------

    async def deliver(self, batch: Batch, message: Message) -> int:
        """Hand a message to where a channel leads; the status of the answer, 0 for none, -1 for an address that may not be."""
        target = decrypt_target(self.hall.store, batch.target)
        if target is None:
            return FORBIDDEN
        if batch.kind == "mail":
            return await self._send_mail(batch, message, target)
        key = signing_key(self.hall.store, batch.owner, target.address)
        return await self.post(batch.kind, target, message, key)

    async def post(self, kind: str, target: Target, message: Message, key: bytes) -> int:
        """Hand a message to a web address or to a browser's push service."""
        if kind == "push":
            pem = await self.hall.run_blocking(web_push.private_key, self.hall.store)
            body = notice_message.push_body(message)
            push = (pem, target.address, target.keys, body, message.tag, self.config, LIMIT)
            return await self._run(_judged, target.address, self.config, web_push.send_push, *push)
        request = (
            notice_message.web_request(target.address, message, key)
            if kind == "web"
            else notice_message.REQUESTS[kind](target.address, message, target.mention)
        )
        sending = (request.url, request.body, request.headers, self.config, LIMIT)
        return await self._run(_judged, request.url, self.config, webhooks.post_body, *sending)

    async def _send_mail(self, batch: Batch, message: Message, target: Target) -> int:
        if self.mail is None:
            return 0
        store, sender = self.hall.store, self.mail.sender
        if batch.state == "waiting":
            token = notice_channels.confirm_token(store, batch.channel, batch.confirm_until or 0.0)
            name = batch.name
            made = notice_message.confirmation_mail(batch.lang, name, sender, target.address, self.base, token, batch.id)
        else:
            stop = notice_channels.stop_token(store, batch.channel)
            made = notice_message.notice_mail(message, sender, target.address, self.base, stop)
        return await self._run(mail.send_mail, self.mail, made)

    async def _run(self, work: object, *arguments: object) -> int:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)  # type: ignore[arg-type]

    # -- trying ------------------------------------------------------------------------------------------------------

    def test_message(self, lang: str, name: str) -> Message:
        speak = sayer(lang)
        text = speak(T("This is a test. Turn notices will look like this."))
        item = Item("test", speak(T("Boxcars can reach you here")), (text,), f"{self.base}/profile/notices")
        return Message(secrets.token_hex(12), lang, name, (item,))

    async def test(self, channel: Channel) -> int:
        """Send a test to a channel; the status of the answer."""
        target = decrypt_target(self.hall.store, channel.target)
        if target is None:
            return FORBIDDEN
        message = self.test_message(channel.lang, "")
        if channel.kind != "mail":
            return await self.post(channel.kind, target, message, signing_key(self.hall.store, channel.owner, target.address))
        if self.mail is None:
            return 0
        stop = notice_channels.stop_token(self.hall.store, channel.id)
        made = notice_message.notice_mail(message, self.mail.sender, target.address, self.base, stop)
        return await self._run(mail.send_mail, self.mail, made)


def signing_key(store: Store, owner: str, address: str) -> bytes:
    """The key that messages to an owner's web address are signed with."""
    return keyed_hash(store, "signature", owner, address).encode()


def _judged(url: str, config: Config, work: object, *arguments: object) -> int:
    """Do the work if the address may be reached (now). Blocks."""
    if not webhooks.may_be_reached(url, config):
        return FORBIDDEN
    return int(work(*arguments))  # type: ignore[operator]


@reads_database
def _holds(store: Store, owner: str, table: str, seat: int) -> bool:
    with store.read_transaction() as conn:
        return owner_of_seat(conn, table, seat) == owner


@reads_database
def _seen_anywhere(store: Store, owner: str) -> float:
    kind, _, card = owner.partition(":")
    if kind != "card":
        return 0.0
    held = sa.and_(card_seats.c.table_id == presence.c.table_id, card_seats.c.seat == presence.c.seat)
    newest = sa.select(sa.func.max(presence.c.at)).join(card_seats, held).where(card_seats.c.card == card)
    with store.read_transaction() as conn:
        return float(conn.execute(newest).scalar() or 0.0)
