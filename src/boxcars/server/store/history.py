"""A card's past: its finished games, one by one and summed up. Nothing is counted that its owner cannot see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from boxcars.server.store.database import Database, reads
from boxcars.server.store.people import cards, results
from boxcars.server.store.schema import tables

PAGE = 20


@dataclass(frozen=True)
class Other:
    """Somebody one played with. ``card``: "" for guests and bots, and for cards that do not show themselves."""

    name: str
    bot: str
    card: str
    herald: str
    rank: int


@dataclass(frozen=True)
class Past:
    """A finished game. ``kept``: whether its table is still there."""

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
    """The share of opponents that were behind, ties by half."""
    opponents: int = 0
    """How many different people."""
    often: list[tuple[str, str, str, int, int]] = field(default_factory=list)
    """Who one played with most: (card, name, herald, times ahead, times behind)."""


def _filter(card: str, game: str, other: str) -> list[sa.ColumnElement[bool]]:
    where = [results.c.card == card]
    if game:
        where.append(results.c.game == game)
    if other:
        with_other = results.alias()
        where.append(sa.exists().where(with_other.c.played == results.c.played, with_other.c.card == other))
    return where


def _seats(conn: sa.Connection, played: list[str]) -> dict[str, list[Any]]:
    """All seats of these games, with the cards that may be shown to those who met them."""
    shown = sa.and_(cards.c.id == results.c.card, cards.c.seen_by != "nobody")
    wanted = sa.select(results, cards.c.herald, cards.c.id.label("shown")).outerjoin(cards, shown)
    out: dict[str, list[Any]] = {}
    for row in conn.execute(wanted.where(results.c.played.in_(played)).order_by(results.c.seat)):
        out.setdefault(row.played, []).append(row)
    return out


@reads
def history(store: Database, card: str, game: str = "", other: str = "", page: int = 0) -> list[Past]:
    """Finished games, newest first."""
    wanted = sa.select(results, tables.c.id.label("kept")).outerjoin(tables, tables.c.id == results.c.played)
    newest = wanted.where(*_filter(card, game, other)).order_by(results.c.ended.desc(), results.c.played)
    with store.read() as conn:
        own = conn.execute(newest.limit(PAGE).offset(page * PAGE)).all()
        seats = _seats(conn, [row.played for row in own])
    return [
        Past(
            table=row.played,
            game=row.game,
            map=row.map,
            ended=row.ended,
            rank=row.rank,
            players=len(seats[row.played]),
            moved=row.moved,
            why=row.why,
            kept=row.kept is not None,
            others=[Other(s.name, s.bot, s.shown or "", s.herald or "", s.rank) for s in seats[row.played] if s.seat != row.seat],
        )
        for row in own
    ]


@reads
def sums(store: Database, card: str, game: str = "", other: str = "") -> Sums:
    with store.read() as conn:
        own = conn.execute(sa.select(results).where(*_filter(card, game, other))).all()
        seats: dict[str, list[Any]] = {}
        ids = [row.played for row in own]
        for some in (ids[i : i + 500] for i in range(0, len(ids), 500)):
            seats |= _seats(conn, some)
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
