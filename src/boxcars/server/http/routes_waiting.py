"""Routes of what waits for the caller: for the head of every page, and for the lobby."""

from __future__ import annotations

from litestar import post

from boxcars.locale import sayer
from boxcars.server import steady
from boxcars.server.http import request_types
from boxcars.server.http.auth import requested_language
from boxcars.server.http.limits import declare_limits
from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.page.schemas.people import Waiting
from boxcars.server.page.waiting import list_waiting
from boxcars.server.store import people, proposals, tables_of_profile
from boxcars.server.store.database import reads_database
from boxcars.server.store.profiles import Card
from boxcars.server.store.secret_tokens import DEVICE
from boxcars.server.store.store import Store
from boxcars.server.table.table_manager import TableManager


async def waiting_for(hall: TableManager, card: Card, lang: str) -> Waiting:
    """Return what waits for a profile."""
    held = await hall.run_blocking(tables_of_profile.list_lively, hall.store, card.id, steady.time())
    asked = await hall.run_blocking(count_asked, hall.store, card.id, steady.time())
    return list_waiting(held, sayer(lang), *asked)


@reads_database
def count_asked(store: Store, card: str, now: float) -> tuple[int, int]:
    """How many invitations to games and requests to be friends wait for a profile."""
    with store.read_transaction() as conn:
        return proposals.count_invitations(conn, card, now), people.count_requests(conn, card)


@post(
    "/api/waiting",
    tags=["tables"],
    status_code=200,
    summary="What waits in seats that one holds by their links: turns, rematches",
    opt=declare_limits("anyone", 4),
)
async def get_waiting(request: WebRequest, data: request_types.SeatsHeld) -> Waiting:
    """Return what waits for the caller. Invalid links are skipped."""
    hall: TableManager = request.app.state.hall
    seats: dict[str, int] = {}
    for one in data.seats:
        seat = None if one.token.startswith(DEVICE) else await hall.tokens.seat_of_token(one.token, one.table)
        if seat is not None and seat >= 0:
            seats[one.table] = seat
    rows = await hall.run_blocking(tables_of_profile.brief_rows, hall.store, list(seats))
    return list_waiting([(row, seats[id]) for id, row in rows.items()], sayer(requested_language(request)))


HANDLERS = [get_waiting]
