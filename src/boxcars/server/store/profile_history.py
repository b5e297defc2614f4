"""The finished games of a profile, one by one and summed up. They contain nothing that its owner cannot see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from boxcars.server.store.analyses import analyses
from boxcars.server.store.database import Database, reads_database
from boxcars.server.store.profile_schema import cards, event_tables, results
from boxcars.server.store.schema import tables
from boxcars.server.store.store import Store
from boxcars.server.store.table_rows import Unreadable, fence_errors, setup_and_doc
from boxcars.server.table.documents import Setup

PAGE = 20


@dataclass(frozen=True)
class Other:
    """An opponent. ``card``: "" for guests, bots and profiles that do not show themselves."""

    name: str
    bot: str
    card: str
    herald: str
    rank: int


@dataclass(frozen=True)
class Past:
    """A finished game. ``kept``: whether its table is still stored."""

    table: str
    game: str
    map: str
    ended: float
    rank: int
    players: int
    moved: float | None
    why: str
    kept: bool
    others: list[Other]


@dataclass
class Sums:
    games: int = 0
    won: int = 0
    places: dict[int, int] = field(default_factory=dict)
    beaten: float = 0.0
    """The share of opponents that finished behind; a tie counts half."""
    opponents: int = 0
    """Number of different opponents."""
    often: list[tuple[str, str, str, int, int]] = field(default_factory=list)
    """The most frequent opponents: (profile, name, badge, times ahead, times behind)."""


@dataclass(frozen=True)
class Filter:
    """Which games of a profile are meant; an empty field selects all."""

    game: str = ""
    map: str = ""
    other: str = ""
    """The profile of an opponent."""
    event: str = ""

    def where_clauses(self, card: str) -> list[sa.ColumnElement[bool]]:
        out = [results.c.card == card]
        if self.game:
            out.append(results.c.game == self.game)
        if self.map:
            out.append(results.c.map == self.map)
        if self.other:
            met = results.alias()
            out.append(sa.exists().where(met.c.played == results.c.played, met.c.card == self.other))
        if self.event:
            out.append(sa.exists().where(event_tables.c.table_id == results.c.played, event_tables.c.event == self.event))
        return out


ALL = Filter()


def _seats_of_games(conn: sa.Connection, played: list[str]) -> dict[str, list[Any]]:
    """Return all seats of these games, with those profiles that may be shown to their opponents."""
    shown = sa.and_(cards.c.id == results.c.card, cards.c.seen_by != "nobody")
    wanted = sa.select(results, cards.c.herald, cards.c.id.label("shown")).outerjoin(cards, shown)
    out: dict[str, list[Any]] = {}
    for row in conn.execute(wanted.where(results.c.played.in_(played)).order_by(results.c.seat)):
        out.setdefault(row.played, []).append(row)
    return out


@reads_database
def finished_games(store: Database, card: str, chosen: Filter = ALL, page: int = 0) -> list[Past]:
    """Return finished games, newest first."""
    wanted = sa.select(results, tables.c.id.label("kept")).outerjoin(tables, tables.c.id == results.c.played)
    newest = wanted.where(*chosen.where_clauses(card)).order_by(results.c.ended.desc(), results.c.played)
    with store.read_transaction() as conn:
        own = conn.execute(newest.limit(PAGE).offset(page * PAGE)).all()
        seats = _seats_of_games(conn, [row.played for row in own])
    return [
        Past(
            table=row.played,
            game=row.game,
            map=row.map,
            ended=row.ended,
            rank=row.rank,
            players=len(seats[row.played]),
            moved=row.moved,
            why=row.why or (row.part if row.part in ("late", "lent") else ""),
            kept=row.kept is not None,
            others=[Other(s.name, s.bot, s.shown or "", s.herald or "", s.rank) for s in seats[row.played] if s.seat != row.seat],
        )
        for row in own
    ]


@reads_database
def sum_results(store: Database, card: str, chosen: Filter = ALL) -> Sums:
    with store.read_transaction() as conn:
        own = conn.execute(sa.select(results).where(*chosen.where_clauses(card))).all()
        seats: dict[str, list[Any]] = {}
        ids = [row.played for row in own]
        for some in (ids[i : i + 500] for i in range(0, len(ids), 500)):
            seats |= _seats_of_games(conn, some)
    out = Sums(games=len(own), won=sum(row.rank == 1 for row in own), places=dict(sorted(Counter(r.rank for r in own).items())))
    met, behind = 0, 0.0
    people: set[tuple[str, str]] = set()
    duels: dict[str, list[Any]] = {}
    for row in own:
        for seat in seats[row.played]:
            if seat.seat == row.seat:
                continue
            met += 1
            behind += 1.0 if row.rank < seat.rank else 0.5 if row.rank == seat.rank else 0.0
            if not seat.bot:
                people.add((seat.card, "" if seat.card else seat.name))
            if seat.shown:
                known = duels.setdefault(seat.shown, [seat.name, seat.herald, 0, 0])
                known[2] += row.rank < seat.rank
                known[3] += row.rank > seat.rank
    out.beaten = behind / met if met else 0.0
    out.opponents = len(people)
    most = sorted(duels.items(), key=lambda pair: (-pair[1][2] - pair[1][3], pair[0]))[:3]
    out.often = [(card, name, herald, ahead, after) for card, (name, herald, ahead, after) in most]
    return out


@dataclass(frozen=True)
class Analysed:
    """A game with a complete analysis. ``body``: its packed results."""

    setup: Setup
    seat: int
    body: bytes


@reads_database
def analysed_games(store: Store, card: str, chosen: Filter, most: int) -> list[Analysed]:
    """Return the newest analysed games of a profile; of each game the newest analysis."""
    wanted = sa.select(tables, results.c.seat, analyses.c.body).join(tables, tables.c.id == results.c.played)
    done = wanted.join(analyses, analyses.c.table_id == tables.c.id).where(analyses.c.done >= analyses.c.total)
    newest = done.where(*chosen.where_clauses(card)).order_by(results.c.ended.desc(), results.c.played, analyses.c.asked.desc())
    found: dict[str, Analysed] = {}
    with store.read_transaction() as conn:
        for row in conn.execute(newest.limit(2 * most)):
            try:
                with fence_errors(row.id):
                    found.setdefault(row.id, Analysed(setup_and_doc(row)[0], row.seat, bytes(row.body)))
            except Unreadable as bad:
                store.told_of(bad)
    return list(found.values())[:most]
