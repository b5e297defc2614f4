"""A running game moves to another place (a server, a tab without one) as a saved game.

The saved game holds the seed and every hand. So only a game whose one person plays against bots may go, and the copy that stays
is over: nobody goes on here with what the file told them.
"""

from __future__ import annotations

from msgspec.structs import replace

from boxcars.core.messages import T
from boxcars.server.store.store import Store
from boxcars.server.table import records
from boxcars.server.table.commands import Change, make_note
from boxcars.server.table.game_results import counts_for_rating
from boxcars.server.table.table import Table, make_refusal


def refuse_to_move(table: Table, seat: int) -> None:
    """Refuse unless this seat's owner may take the game elsewhere, or has done so."""
    doc = table.doc
    if doc.elsewhere:
        return
    if doc.status != "playing":
        raise make_refusal("not_playing", T("This game isn't in progress."))
    if doc.sealed or doc.lesson is not None or doc.seats[seat].kind != "person":
        raise make_refusal("stays", T("This game can't be moved."))
    if any(other.kind != "bot" for at, other in enumerate(doc.seats) if at != seat):
        raise make_refusal("stays", T("Only games in which you alone play against bots can be moved."))
    if counts_for_rating(table):
        raise make_refusal("rated", T("This is a rated game. It can't be moved."))


def move_game(table: Table, seat: int, now: float) -> Change | None:
    """Close this copy; nothing if that is done."""
    refuse_to_move(table, seat)
    if table.doc.elsewhere:
        return None
    doc = replace(table.doc, status="abandoned", elsewhere=True, votes=[])
    return make_note(table, doc, now, T("The game goes on in another place. This copy can't be played any more."), seat=seat)


def saved_game(table: Table, store: Store) -> bytes:
    """The game as a file, with checks. Blocks."""
    return records.export_record(table, store).write(with_checks=True)
