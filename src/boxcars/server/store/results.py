"""Results in the database, and the ratings worked out from them.

A result is written with the move that ends the game. Ratings take games in one after another, each under the next number; so
whoever goes through the results in that order comes to the same ratings (``rebuild_ratings``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from boxcars.server.profiles import bot_ratings
from boxcars.server.profiles.rating_model import Strength, fixed_strength, rate_game
from boxcars.server.store.database import Database, reads_database, writes_database
from boxcars.server.store.profile_schema import card_seats, cards, ratings, results
from boxcars.server.table.game_results import GameResult

GONE = "gone-"
"""The name that is shown for a deleted profile."""
AT_ONCE = 50
LOCK = 76228


def keep_result(conn: sa.Connection, table: str, result: GameResult, at: float) -> None:
    """Write a result, if a card sat there. One that is there already is only told who else it is about."""
    wanted = sa.select(card_seats.c.seat, card_seats.c.card).where(card_seats.c.table_id == table)
    held = {row.seat: row.card for row in conn.execute(wanted)}
    if not held:
        return
    known = conn.execute(sa.select(results.c.seat).where(results.c.played == table)).scalars().all()
    if known:
        for seat, card in held.items():
            own = (results.c.played == table, results.c.seat == seat, results.c.card == "", results.c.bot == "")
            conn.execute(results.update().where(*own).values(part="late", card=card))
        return
    rows = [
        {
            "played": table,
            "seat": seat.seat,
            "game": result.game,
            "map": result.map,
            "card": held.get(seat.seat, ""),
            "bot": seat.bot,
            "name": seat.name,
            "rank": seat.rank,
            "score": seat.score,
            "share": seat.share,
            "part": seat.part,
            "why": result.why or _unknown_bot(result),
            "ended": at,
        }
        for seat in result.seats
    ]
    conn.execute(results.insert(), rows)


def _unknown_bot(result: GameResult) -> str:
    """Return whether this is a bot whose strength was never measured; it cannot anchor ratings."""
    known = bot_ratings.bot_points(result.game)
    return "bot" if any(seat.bot and seat.bot not in known for seat in result.seats) else ""


# -- ratings ---------------------------------------------------------------------------------------------------------------


@dataclass
class Standing:
    """The rating of a profile in a game, with the number of games and the time of the last one."""

    strength: Strength
    games: int = 0
    at: float = 0.0

    def strength_at(self, at: float) -> Strength:
        return self.strength.after_pause(at - self.at) if self.games else self.strength


Book = dict[tuple[str, str], Standing]
"""Ratings by profile and game."""


def counts_for(row: Any) -> bool:
    """Return whether a seat's result changes the rating of the profile that holds it."""
    return bool(row.card) and row.part != "late"


def take_in(rows: Sequence[Any], book: Book) -> dict[int, tuple[float, float]]:
    """Let one game count: the book after it, and by seat the card's points and how they moved.

    A guest, and a card that took its seat after the start, play as a new card that is then forgotten. A card that lent its seat
    to a bot cannot gain by the game, and the others are rated without it. A game against a bot that is not in the ladder any more
    counts no longer: it may have been measured when the game was played.
    """
    known = bot_ratings.bot_points(rows[0].game)
    if any(row.bot and row.bot not in known for row in rows):
        return {}
    before: dict[int, Strength] = {}
    for row in rows:
        if row.bot:
            before[row.seat] = fixed_strength(known[row.bot])
        else:
            known_as = book.get((row.card, row.game), Standing(Strength())) if counts_for(row) else None
            before[row.seat] = known_as.strength_at(row.ended) if known_as is not None else Strength()
    whole, without_lent = _rate_rows(rows, before), _rate_rows([row for row in rows if row.part != "lent"], before)
    out = {}
    for row in rows:
        new = (whole if row.part == "lent" else without_lent).get(row.seat)
        if new is None or not counts_for(row):
            continue
        old = before[row.seat]
        if row.part in ("left", "lent"):  # nobody may gain by leaving, not even by a tie with others who left
            new = Strength(min(old.mu, new.mu), new.sigma)
        games = book[row.card, row.game].games if (row.card, row.game) in book else 0
        book[row.card, row.game] = Standing(new, games + 1, row.ended)
        out[row.seat] = (new.points, new.points - old.points)
    return out


def _rate_rows(rows: Sequence[Any], before: dict[int, Strength]) -> dict[int, Strength]:
    """Return the strengths by seat after these seats have played each other."""
    if len(rows) < 2:
        return {}
    after = rate_game([before[row.seat] for row in rows], [row.rank for row in rows])
    return {row.seat: strength for row, strength in zip(rows, after, strict=True)}


@writes_database
def rate_due(store: Database) -> int:
    """Rate the games that ended since the last time; returns how many. One server at a time does so."""
    with store.write_transaction() as conn:
        if not store.sqlite:
            conn.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        wanted = sa.select(results.c.played, results.c.ended).where(results.c.rated.is_(None), results.c.why == "")
        due = conn.execute(wanted.distinct().order_by(results.c.ended, results.c.played).limit(AT_ONCE)).all()
        if not due:
            return 0
        number = conn.execute(sa.select(sa.func.max(results.c.rated))).scalar() or 0
        for n, one in enumerate(due, number + 1):
            _rate_game(conn, one.played, n)
        return len(due)


def _rate_game(conn: sa.Connection, table: str, number: int) -> None:
    rows = conn.execute(sa.select(results).where(results.c.played == table).order_by(results.c.seat)).all()
    game = rows[0].game
    held = [row.card for row in rows if row.card]
    book: Book = {
        (row.card, game): Standing(Strength(row.mu, row.sigma), row.games, row.at)
        for row in conn.execute(sa.select(ratings).where(ratings.c.card.in_(held), ratings.c.game == game))
    }
    _note_changes(conn, rows, take_in(rows, book), number)
    _write_ratings(conn, {key: book[key] for key in book if key[0] in held})


def _note_changes(conn: sa.Connection, rows: Sequence[Any], moved: dict[int, tuple[float, float]], number: int) -> None:
    """Write with a game's results what they did to the ratings: to some nothing."""
    for row in rows:
        value, change = moved.get(row.seat, (None, None))
        own = (results.c.played == row.played, results.c.seat == row.seat)
        conn.execute(results.update().where(*own).values(rated=number, value=value, moved=change))


def _write_ratings(conn: sa.Connection, book: Book) -> None:
    living = set(conn.execute(sa.select(cards.c.id).where(cards.c.id.in_([card for card, _ in book]))).scalars())
    for (card, game), standing in book.items():
        if card in living:
            conn.execute(ratings.delete().where(ratings.c.card == card, ratings.c.game == game))
            strength = {"mu": standing.strength.mu, "sigma": standing.strength.sigma}
            conn.execute(ratings.insert(), {"card": card, "game": game, "games": standing.games, "at": standing.at, **strength})


@writes_database
def rebuild_ratings(store: Database) -> tuple[int, float]:
    """Compute every rating again from the results. Returns the number of games and the largest change."""
    with store.write_transaction() as conn:
        if not store.sqlite:
            conn.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        stored = {(row.card, row.game): (row.mu, row.sigma) for row in conn.execute(sa.select(ratings))}
        rows = conn.execute(
            sa.select(results).where(results.c.rated.is_not(None)).order_by(results.c.rated, results.c.seat)
        ).all()
        book: Book = {}
        games: dict[int, list[Any]] = {}
        for row in rows:
            games.setdefault(row.rated, []).append(row)
        for number, one in games.items():
            _note_changes(conn, one, take_in(one, book), number)
        conn.execute(ratings.delete())
        _write_ratings(conn, book)
        now = {key: (s.strength.mu, s.strength.sigma) for key, s in book.items() if not key[0].startswith(GONE)}
        apart = [
            abs(a - b) for key in {*stored, *now} for a, b in zip(stored.get(key, (0, 0)), now.get(key, (0, 0)), strict=True)
        ]
        return len(games), max(apart, default=0.0)


@reads_database
def ratings_of_profile(store: Database, card: str) -> list[tuple[str, Standing]]:
    """Return the ratings of a profile by game, most games first."""
    with store.read_transaction() as conn:
        found = conn.execute(sa.select(ratings).where(ratings.c.card == card).order_by(ratings.c.games.desc(), ratings.c.game))
        return [(row.game, Standing(Strength(row.mu, row.sigma), row.games, row.at)) for row in found]


@dataclass(frozen=True)
class Listed:
    card: str
    name: str
    herald: str
    standing: Standing


@reads_database
def best_ratings(store: Database, game: str) -> list[Listed]:
    """Return the ratings of a game, of profiles that everybody may see."""
    wanted = sa.select(ratings, cards.c.name, cards.c.herald).join(cards, cards.c.id == ratings.c.card)
    with store.read_transaction() as conn:
        found = conn.execute(wanted.where(ratings.c.game == game, cards.c.seen_by == "everyone")).all()
    return [Listed(row.card, row.name, row.herald, Standing(Strength(row.mu, row.sigma), row.games, row.at)) for row in found]
