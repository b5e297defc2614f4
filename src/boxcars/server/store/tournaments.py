"""Tournaments in the database: the game, the entrants, and the tables of each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import sqlalchemy as sa

from boxcars.core import codec
from boxcars.core.messages import TN, T, Text
from boxcars.server.profiles.tournament_pairing import Played
from boxcars.server.store import maps
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.outbox import cancel_notice, enqueue_notice, profile_owner
from boxcars.server.store.people_schema import announcements
from boxcars.server.store.profile_schema import card_devices, cards, event_entries, event_tables, events, organisers, results
from boxcars.server.store.schema import entries, tables
from boxcars.server.table.documents import Pace

Status = Literal["open", "playing", "over"]


class EventDoc(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a tournament. ``round``: the current one, from 1; ``seed``: the seed of its pairings."""

    title: str
    game: str
    maps: list[str]
    form: Literal["robin", "swiss"]
    size: int
    rounds: int
    turn: int
    reserve: int
    level: str
    rated: bool
    seed: str
    round: int = 0
    fill: Literal["smaller", "bots"] = "smaller"
    pace: Pace | None = None
    """The clock; None: ``turn`` and ``reserve`` over days."""

    @property
    def clock(self) -> Pace:
        if self.pace is not None:
            return self.pace
        return Pace(kind="turns", turn=self.turn, reserve=self.reserve) if self.turn else Pace()


@dataclass(frozen=True)
class Event:
    id: str
    host: str
    status: str
    doc: EventDoc
    created: float
    listed: bool = False
    """Everybody on this server finds it."""
    starts_at: float | None = None
    """When its first round begins by itself; None: when an organizer says so."""


@dataclass(frozen=True)
class Entrant:
    card: str
    name: str
    herald: str
    gone: bool


@dataclass(frozen=True)
class RoundTable:
    round: int
    number: int
    table: str
    cards: list[str]
    status: str


def _event_from_row(row: sa.Row[tuple[object, ...]]) -> Event:
    doc = codec.decoder(EventDoc).decode(row.doc)
    return Event(row.id, row.host, row.status, doc, row.created, bool(row.listed), row.starts_at)


@writes_database
def create_tournament(store: Database, event: Event) -> None:
    with store.write_transaction() as conn:
        conn.execute(
            events.insert().values(
                id=event.id,
                host=event.host,
                status=event.status,
                doc=msgspec.json.encode(event.doc),
                created=event.created,
                listed=event.listed,
                starts_at=event.starts_at,
            )
        )
        maps.mark_played(conn, event.doc.maps)


@reads_database
def find_tournament(store: Database, id: str) -> Event | None:
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(events).where(events.c.id == id)).one_or_none()
    return _event_from_row(found) if found is not None else None


@reads_database
def of_card(store: Database, card: str) -> list[Event]:
    """Return the tournaments that a profile hosts or has entered, newest first."""
    entered = sa.exists().where(event_entries.c.event == events.c.id, event_entries.c.card == card)
    wanted = sa.select(events).where(sa.or_(events.c.host == card, entered)).order_by(events.c.created.desc()).limit(20)
    with store.read_transaction() as conn:
        return [_event_from_row(row) for row in conn.execute(wanted)]


@writes_database
def move_on(
    store: Database, event: Event, status: Status, doc: EventDoc, round_tables: list[tuple[int, str, list[str]]], now: float
) -> bool:
    """Begin the next round, or end the tournament. False if another process was faster."""
    with store.write_transaction() as conn:
        same = (events.c.id == event.id, events.c.status == event.status, events.c.doc == msgspec.json.encode(event.doc))
        done = conn.execute(events.update().where(*same).values(status=status, doc=msgspec.json.encode(doc)))
        if done.rowcount != 1:
            return False
        for number, table, cards in round_tables:
            made = {"event": event.id, "round": doc.round, "number": number, "table_id": table, "cards": ",".join(cards)}
            conn.execute(event_tables.insert(), made)
        if status == "playing":
            title = T("Round {n} of “{title}” begins.", n=doc.round, title=doc.title)
            _tell_entrants(conn, event, f"round {doc.round}", title, now)
        for card in _entrants(conn, event.id):
            for before in REMINDERS:
                cancel_notice(conn, profile_owner(card), "tournament", f"{event.id}:{before}")
    return True


REMINDERS = (3600, 600)
"""Seconds before the start at which entrants are reminded."""


def _entrants(conn: sa.Connection, event: str) -> list[str]:
    """The profiles that take part."""
    here = (event_entries.c.event == event, event_entries.c.gone.is_(False))
    found = sa.select(event_entries.c.card).join(cards, cards.c.id == event_entries.c.card).where(*here)
    return list(conn.execute(found.order_by(event_entries.c.at, event_entries.c.card)).scalars())


def _tell_entrants(conn: sa.Connection, event: Event, key: str, title: Text, now: float) -> None:
    for card in _entrants(conn, event.id):
        path = f"/tournaments/{event.id}"
        enqueue_notice(conn, profile_owner(card), "tournament", key=f"{event.id}:{key}", title=title, path=path, now=now)


@writes_database
def enter_tournament(store: Database, event: str, card: str, name: str, herald: str, now: float) -> None:
    """Enter a tournament, or return to it."""
    mine = (event_entries.c.event == event, event_entries.c.card == card)
    with store.write_transaction() as conn:
        if conn.execute(event_entries.update().where(*mine).values(gone=False)).rowcount == 0:
            made = {"event": event, "card": card, "name": name, "herald": herald, "at": now, "missed": 0, "gone": False}
            conn.execute(event_entries.insert(), made)
        _remind(conn, event, card, now)


def _remind(conn: sa.Connection, id: str, card: str, now: float) -> None:
    """Remind an entrant before a start at a time."""
    row = conn.execute(sa.select(events).where(events.c.id == id)).one_or_none()
    if row is None or row.starts_at is None:
        return
    title = str(msgspec.json.decode(row.doc)["title"])
    for before in REMINDERS:
        at = row.starts_at - before
        if at > now:
            text = T("“{title}” starts in {time}.", title=title, time=TN("{count} minute", "{count} minutes", before // 60))
            key, path = f"{id}:{before}", f"/tournaments/{id}"
            told = profile_owner(card)
            enqueue_notice(conn, told, "tournament", key=key, title=text, path=path, now=now, at=at, deadline=row.starts_at)


@writes_database
def leave_tournament(store: Database, event: str, card: str) -> None:
    mine = (event_entries.c.event == event, event_entries.c.card == card)
    with store.write_transaction() as conn:
        conn.execute(event_entries.update().where(*mine).values(gone=True))
        for before in REMINDERS:
            cancel_notice(conn, profile_owner(card), "tournament", f"{event}:{before}")


@reads_database
def list_entrants(store: Database, event: str) -> list[Entrant]:
    wanted = sa.select(event_entries).where(event_entries.c.event == event).order_by(event_entries.c.at, event_entries.c.card)
    with store.read_transaction() as conn:
        return [Entrant(row.card, row.name, row.herald, bool(row.gone)) for row in conn.execute(wanted)]


@reads_database
def round_tables(store: Database, event: str) -> list[RoundTable]:
    wanted = sa.select(event_tables, tables.c.status).join(tables, tables.c.id == event_tables.c.table_id)
    ordered = wanted.where(event_tables.c.event == event).order_by(event_tables.c.round, event_tables.c.number)
    with store.read_transaction() as conn:
        return [
            RoundTable(row.round, row.number, row.table_id, row.cards.split(","), row.status) for row in conn.execute(ordered)
        ]


@reads_database
def count_moves(store: Database, wanted: list[str]) -> dict[str, int]:
    """Return the number of moves made at these tables."""
    newest = sa.and_(entries.c.table_id == tables.c.id, entries.c.seq == tables.c.seq)
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(tables.c.id, entries.c.ply).join(entries, newest).where(tables.c.id.in_(wanted)))
        return {row.id: row.ply for row in found}


@reads_database
def played_seats(store: Database, event: str) -> list[Played]:
    """Return every seat of the tournament's finished tables."""
    held = sa.select(event_tables.c.round, event_tables.c.cards, results).join(
        results, results.c.played == event_tables.c.table_id
    )
    with store.read_transaction() as conn:
        found = conn.execute(held.where(event_tables.c.event == event)).all()
    return [
        Played(row.round, row.played, row.cards.split(",")[row.seat], row.seat, row.rank, row.share, row.part == "left")
        for row in found
    ]


@reads_database
def to_unseal(store: Database) -> list[str]:
    """Return the tables of finished rounds, whose chance need not stay secret any more (some are unsealed already)."""
    running = sa.select(events.c.id).where(events.c.status == "playing")
    wanted = sa.select(event_tables, tables.c.status, tables.c.doc).join(tables, tables.c.id == event_tables.c.table_id)
    rounds: dict[tuple[str, int], list[tuple[str, str, bytes]]] = {}
    with store.read_transaction() as conn:
        for row in conn.execute(wanted.where(event_tables.c.event.in_(running))):
            rounds.setdefault((row.event, row.round), []).append((row.table_id, row.status, bytes(row.doc)))
    over = [found for found in rounds.values() if all(status in ("over", "abandoned") for _, status, _ in found)]
    return [id for found in over for id, _, doc in found if b'"sealed":true' in doc]


# -- who runs it -----------------------------------------------------------------------------------------------------------

MOST_ORGANISERS = 3
"""The owner among them."""
AWAY = 14
"""Days without a visit of the owner after which another organizer may take over, if a round waits."""
ANNOUNCEMENTS_A_DAY = 3
DAY = 86400.0


@dataclass(frozen=True)
class Organiser:
    """Somebody who runs a tournament, or is asked to. ``seen``: the day of their last visit."""

    card: str
    name: str
    herald: str
    owner: bool
    accepted: bool
    seen: int


@dataclass(frozen=True)
class Announcement:
    name: str
    text: str
    at: float


@reads_database
def list_organisers(store: Database, event: Event) -> list[Organiser]:
    """The owner first, then those of longest standing."""
    with store.read_transaction() as conn:
        return _organisers(conn, event)


def _organisers(conn: sa.Connection, event: Event) -> list[Organiser]:
    seen = sa.select(sa.func.max(card_devices.c.seen)).where(card_devices.c.card == cards.c.id).scalar_subquery()
    wanted = sa.select(cards.c.id, cards.c.name, cards.c.herald, seen.label("seen"))
    owner = conn.execute(wanted.where(cards.c.id == event.host)).one_or_none()
    others = wanted.add_columns(organisers.c.accepted).join(organisers, organisers.c.card == cards.c.id)
    rows = conn.execute(others.where(organisers.c.event == event.id).order_by(organisers.c.since, organisers.c.card)).all()
    out = [Organiser(owner.id, owner.name, owner.herald, True, True, owner.seen or 0)] if owner is not None else []
    return out + [Organiser(row.id, row.name, row.herald, False, bool(row.accepted), row.seen or 0) for row in rows]


@writes_database
def ask_organiser(store: Database, event: Event, card: str, now: float) -> Literal["done", "missing", "full"]:
    """Ask an entrant to organize, too. It takes their yes."""
    with store.write_transaction() as conn:
        there = _organisers(conn, event)
        if card not in _entrants(conn, event.id):
            return "missing"
        if card in {one.card for one in there}:
            return "done"
        if len(there) >= MOST_ORGANISERS:
            return "full"
        conn.execute(organisers.insert().values(event=event.id, card=card, since=now, accepted=False))
        title = T("You're asked to help organize “{title}”.", title=event.doc.title)
        path = f"/tournaments/{event.id}"
        enqueue_notice(conn, profile_owner(card), "tournament", key=f"{event.id}:organise", title=title, path=path, now=now)
    return "done"


@writes_database
def answer_organiser(store: Database, event: str, card: str, yes: bool) -> bool:
    """Say yes to organizing, or no; whoever organizes may stop. False if one was not asked."""
    here = (organisers.c.event == event, organisers.c.card == card)
    with store.write_transaction() as conn:
        change = organisers.update().where(*here).values(accepted=True) if yes else organisers.delete().where(*here)
        return conn.execute(change).rowcount == 1


@writes_database
def hand_over(store: Database, event: Event, to: str, now: float) -> bool:
    """Another organizer becomes the owner, and the owner an organizer. False if ``to`` has not accepted."""
    here = (organisers.c.event == event.id, organisers.c.card == to, organisers.c.accepted.is_(True))
    with store.write_transaction() as conn:
        if conn.execute(sa.select(organisers.c.card).where(*here)).first() is None:
            return False
        same = (events.c.id == event.id, events.c.host == event.host)
        if conn.execute(events.update().where(*same).values(host=to)).rowcount != 1:
            return False
        conn.execute(organisers.delete().where(*here))
        conn.execute(organisers.insert().values(event=event.id, card=event.host, since=now, accepted=True))
    return True


@reads_database
def list_announcements(store: Database, event: str) -> list[Announcement]:
    wanted = sa.select(announcements).where(announcements.c.event == event).order_by(announcements.c.id.desc()).limit(20)
    with store.read_transaction() as conn:
        return [Announcement(row.name, row.text, row.at) for row in conn.execute(wanted)]


@writes_database
def announce(store: Database, event: Event, card: str, name: str, text: str, now: float) -> bool:
    """Tell all entrants something. False if that was done often enough today."""
    lately = sa.select(sa.func.count()).where(announcements.c.event == event.id, announcements.c.at > now - DAY)
    with store.write_transaction() as conn:
        if conn.execute(lately).scalar_one() >= ANNOUNCEMENTS_A_DAY:
            return False
        made = {"event": event.id, "card": card, "name": name, "text": text, "at": now}
        number = conn.execute(announcements.insert().values(made).returning(announcements.c.id)).scalar_one()
        title = T("News from the organizers of “{title}”.", title=event.doc.title)
        _tell_entrants(conn, event, f"news {number}", title, now)
    return True


# -- finding and starting --------------------------------------------------------------------------------------------------


@reads_database
def list_open(store: Database) -> list[Event]:
    """Listed tournaments that can be entered: those that start first, then the newest."""
    wanted = sa.select(events).where(events.c.listed.is_(True), events.c.status == "open")
    with store.read_transaction() as conn:
        found = [_event_from_row(row) for row in conn.execute(wanted.order_by(events.c.created.desc()).limit(50))]
    return sorted(found, key=lambda event: event.starts_at if event.starts_at is not None else float("inf"))


@reads_database
def due_tournaments(store: Database, now: float) -> list[Event]:
    """Tournaments that have not begun although it is time."""
    wanted = sa.select(events).where(events.c.status == "open", events.c.starts_at <= now).limit(20)
    with store.read_transaction() as conn:
        return [_event_from_row(row) for row in conn.execute(wanted)]


@writes_database
def wait_for_organiser(store: Database, event: Event, now: float) -> None:
    """Too few people were there at the time: an organizer starts it by a press."""
    with store.write_transaction() as conn:
        conn.execute(events.update().where(events.c.id == event.id, events.c.status == "open").values(starts_at=None))
        title = T("Too few players for “{title}” at its start time.", title=event.doc.title)
        for one in _organisers(conn, event):
            if one.accepted:
                owner, path = profile_owner(one.card), f"/tournaments/{event.id}"
                enqueue_notice(conn, owner, "tournament", key=f"{event.id}:few", title=title, path=path, now=now)
