"""One's own tables, each in a line: what is played, by whom, how far it is, whose move it is.

The line of a table in memory is drawn from there; of any other from its row alone, without
the journal, so that fifty cost little.
"""

from __future__ import annotations

from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.core.types import Observation
from boxcars.locale import person_name, say
from boxcars.server import steady
from boxcars.server.page import position_payload
from boxcars.server.page.schemas.profile import OwnSeat, OwnTable
from boxcars.server.store.table_rows import Row, Unreadable, fence_errors
from boxcars.server.table import clocks, rematch
from boxcars.server.table.documents import Doc, Setup
from boxcars.server.table.table import Table, from_row


def own_table_line(
    row: Row,
    seat: int | None,
    lang: str,
    known: Table | None = None,
    rank: int | None = None,
    rated: tuple[float, float] | None = None,
) -> OwnTable:
    """The line of a table as its owner in ``seat`` (None: a host without one) may see it.

    Of a table of a running tournament round that is not one's own, nothing is told of the position.
    ``rank``: the place that the result has, if a card keeps one. ``rated``: the rating after the game, and how it moved.
    """
    table = known if known is not None and known.seq >= row.seq else _table_without_journal(row)
    doc, setup = (table.doc, table.setup) if table is not None else (row.doc, row.setup)
    closed = doc.sealed and seat is None
    turn, step, done, stations = ("", "", 0, 0) if closed else describe_progress(table, seat, lang)
    game, map_name = game_names(setup, lang)
    ends = clocks.turn_deadline(doc)
    outcome = doc.outcome
    return OwnTable(
        table=row.id,
        status=doc.status,
        game=setup.game,
        game_name=game,
        map=setup.map,
        map_name=map_name,
        seats=[OwnSeat(name=person_name(s.name, lang), kind=s.kind, level=s.level, herald=s.herald) for s in doc.seats],
        you=seat if seat is not None else -1,
        actor=doc.actor,
        turn=turn,
        step=step,
        dots=(done, stations),
        pace=doc.pace.kind,
        awaits=max(0.0, ends - steady.time()) if ends is not None else None,
        since=max(0.0, steady.time() - (doc.since if doc.status == "playing" and doc.since else row.changed)),
        rank=rank or (outcome.ranks[seat] if outcome is not None and seat is not None else 0),
        scores=list(outcome.scores) if outcome is not None and not closed else [],
        rating=round(rated[0], 1) if rated is not None else None,
        moved=round(rated[1], 1) if rated is not None else None,
        next=doc.next,
        rematch=rematch.shown_to(doc, seat, steady.time()),
        solo=_is_solo(doc),
        elsewhere=doc.elsewhere,
    )


def _is_solo(doc: Doc) -> bool:
    """Return whether only its maker plays at the table, with bots."""
    return all(seat.kind == "bot" or seat.host for seat in doc.seats)


def _table_without_journal(row: Row) -> Table | None:
    """Return the table without its journal; None if its game is not installed any more."""
    try:
        return from_row(row, [])
    except Unreadable:
        return None


def game_names(setup: Setup, lang: str) -> tuple[str, str]:
    game = registry.games().get(setup.game)
    if game is None:
        return setup.game, setup.map
    map = registry.map_of(game, setup.map)
    return game.name, say(T(map.name), lang) if map is not None else setup.map


def title_of(setup: Setup, lang: str) -> str:
    """Return the game and the map, as "Steam · Europe"."""
    return " · ".join(game_names(setup, lang))


def describe_progress(table: Table | None, seat: int | None, lang: str) -> tuple[str, str, int, int]:
    """Return the turn in words, the current step, and how many of its stations are done."""
    if table is None or table.state is None:
        return "", "", 0, 0
    try:
        with fence_errors(table.id):
            return _describe_turn(table, table.rules.observe(table.state, seat), lang)
    except Unreadable:
        return "", "", 0, 0


def _describe_turn(table: Table, seen: Observation, lang: str) -> tuple[str, str, int, int]:
    board = position_payload.nameless_board(table.rules, lang)
    stations = board.turn_phases(seen)
    turn = board.turn_label(seen)
    over = table.doc.status == "over"
    done = len(stations) if over else sum(station.state == "done" for station in stations)
    now = next((say(station.name, lang) for station in stations if station.state == "now"), "")
    return say(turn, lang) if turn is not None else "", "" if over else now, done, len(stations)
