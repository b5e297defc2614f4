"""Tournaments in the database: the game, the entrants, and the tables of each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import sqlalchemy as sa

from boxcars.core import codec
from boxcars.server.profiles.tournament_pairing import Played
from boxcars.server.store import maps
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.profile_schema import event_entries, event_tables, events, results
from boxcars.server.store.schema import entries, tables

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


@dataclass(frozen=True)
class Event:
    id: str
    host: str
    status: str
    doc: EventDoc
    created: float


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
    return Event(row.id, row.host, row.status, codec.decoder(EventDoc).decode(row.doc), row.created)


@writes_database
def create_tournament(store: Database, event: Event) -> None:
    with store.write_transaction() as conn:
        conn.execute(
            events.insert().values(
                id=event.id, host=event.host, status=event.status, doc=msgspec.json.encode(event.doc), created=event.created
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
def move_on(store: Database, event: Event, status: Status, doc: EventDoc, round_tables: list[tuple[int, str, list[str]]]) -> bool:
    """Begin the next round, or end the tournament. False if another process was faster."""
    with store.write_transaction() as conn:
        same = (events.c.id == event.id, events.c.status == event.status, events.c.doc == msgspec.json.encode(event.doc))
        done = conn.execute(events.update().where(*same).values(status=status, doc=msgspec.json.encode(doc)))
        if done.rowcount != 1:
            return False
        for number, table, cards in round_tables:
            made = {"event": event.id, "round": doc.round, "number": number, "table_id": table, "cards": ",".join(cards)}
            conn.execute(event_tables.insert(), made)
    return True


@writes_database
def enter_tournament(store: Database, event: str, card: str, name: str, herald: str, now: float) -> None:
    """Enter a tournament, or return to it."""
    mine = (event_entries.c.event == event, event_entries.c.card == card)
    with store.write_transaction() as conn:
        if conn.execute(event_entries.update().where(*mine).values(gone=False)).rowcount == 0:
            made = {"event": event, "card": card, "name": name, "herald": herald, "at": now, "missed": 0, "gone": False}
            conn.execute(event_entries.insert(), made)


@writes_database
def leave_tournament(store: Database, event: str, card: str) -> None:
    mine = (event_entries.c.event == event, event_entries.c.card == card)
    with store.write_transaction() as conn:
        conn.execute(event_entries.update().where(*mine).values(gone=True))


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
