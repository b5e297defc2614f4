"""The next round of a tournament: its pairing, and its tables, which all share the same chance."""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from boxcars.core import registry
from boxcars.core.chance import new_seed
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.profiles.tournament_pairing import entries_of, pair_round, tournament_standings
from boxcars.server.store import tournaments
from boxcars.server.store.secret_tokens import new_key, table_id_for
from boxcars.server.store.store import Write
from boxcars.server.store.tournaments import Entrant, Event
from boxcars.server.table import commands
from boxcars.server.table.documents import Doc, Entry, Seat, Setup
from boxcars.server.table.table import make_refusal
from boxcars.server.table.table_manager import TableManager

TWICE = 2
"""An entrant that has left this many tables is withdrawn."""


async def next_round(hall: TableManager, event: Event) -> None:
    """Pair the entrants and start their tables."""
    doc = event.doc
    there = await hall.run_blocking(tournaments.round_tables, hall.store, event.id)
    if any(one.status in ("open", "playing") for one in there):
        raise make_refusal("round_runs", T("This round isn't over yet."))
    if event.status == "over" or doc.round >= doc.rounds:
        raise make_refusal("event_over", T("This tournament is over."))
    entrants = await hall.run_blocking(tournaments.list_entrants, hall.store, event.id)
    played = await hall.run_blocking(tournaments.played_seats, hall.store, event.id)
    lines = tournament_standings([one.card for one in entrants], played)
    late = {line.card for line in lines if line.missed >= TWICE}
    known = {one.card: one for one in entrants if not one.gone and one.card not in late}
    if len(known) < 2:
        raise make_refusal("too_few", T("A tournament needs at least two players."))
    entries = entries_of([line for line in lines if line.card in known], played)
    seed, swiss, to_come = f"{doc.seed}:{doc.round + 1}", doc.form == "swiss", doc.rounds - doc.round - 1
    least = least_players(doc.game, doc.maps[doc.round % len(doc.maps)])
    tables = await hall.run_blocking(pair_round, entries, doc.size, seed, swiss, to_come, doc.fill, least)
    luck, made = new_seed(), []
    for number, seats in enumerate(tables, 1):
        made.append((number, await _create_table(hall, event, seats, known, luck), seats))
    next_doc = replace(doc, round=doc.round + 1)
    if not await hall.run_blocking(tournaments.move_on, hall.store, event, "playing", next_doc, made, steady.time()):
        for _, table, _ in made:
            await hall.change_table(table, lambda t: commands.abandon_game(t, -1, steady.time()))
        return
    for _, table, _ in made:
        await hall.change_table(table, lambda t: commands.start_game(t, steady.time()) if t.doc.status == "open" else None)


async def _create_table(hall: TableManager, event: Event, seated: list[str], known: dict[str, Entrant], seed: str) -> str:
    """Create a table of the round; it starts when all its players are present."""
    doc = event.doc
    map = doc.maps[doc.round % len(doc.maps)]
    rules = await hall.load_rules(doc.game, map, len(seated), {})
    setup = Setup(game=doc.game, map=rules.map, players=rules.players, options=rules.options, seed=seed)
    seats = [
        Seat(kind="person", name=known[card].name, herald=known[card].herald)
        if card
        else Seat(kind="bot", name=f"Bot {i + 1}", level=doc.level)
        for i, card in enumerate(seated)
    ]
    table = Doc(status="open", seats=seats, pace=doc.clock, undo=True, rated=doc.rated, sealed=True)
    id = table_id_for(hall.store.secret, new_key())
    write = Write(
        id=id,
        entry=Entry(seq=1, kind="open", at=steady.time()),
        doc=table,
        version=rules.version,
        taken=[(i, card) for i, card in enumerate(seated) if card],
    )
    await hall.run_blocking(hall.store.create_table, id, setup, rules.version, write)
    return id


def least_players(game: str, map: str) -> int:
    """How many players a table on a map must have at least."""
    found = registry.map_of(registry.game(game), map)
    return min((count for count in found.players if count > 1), default=2) if found is not None else 2


async def start_due(hall: TableManager) -> None:
    """Begin the tournaments whose time has come; where too few are there, an organizer decides."""
    for event in await hall.run_blocking(tournaments.due_tournaments, hall.store, steady.time()):
        try:
            await next_round(hall, event)
        except Refused:
            await hall.run_blocking(tournaments.wait_for_organiser, hall.store, event, steady.time())


def new_event_seed() -> str:
    return secrets.token_hex(8)
