"""Deleting a card: what is its own goes at once, what it shared with others stays without its name."""

from __future__ import annotations

from boxcars.core.game import Refused
from boxcars.server import steady
from boxcars.server.store import profiles
from boxcars.server.store.profiles import Card
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import Missing, TableManager


async def delete_profile(hall: TableManager, card: Card) -> None:
    """Seats first, table by table, each by a change of its own; then everything that names the card, in one transaction.

    Whoever is interrupted asks again: what is done already is found done.
    """
    held = await hall.run_blocking(profiles.seats_of_profile, hall.store, card.id)
    renamed = [(table, seat, f"Player {seat + 1}") for table, seat in held]
    for table, seat, name in renamed:

        def decide_change(now: Table, seat: int = seat, name: str = name) -> Change | None:
            return commands.forget_holder(now, seat, name, steady.time())

        try:
            await hall.change_table(table, decide_change)
        except (Missing, Refused):
            continue  # gone, or it cannot be read: there is no name to take away, or none that can be found
    await hall.run_blocking(profiles.erase_profile, hall.store, card, renamed)
    hall.links_died(table for table, _, _ in renamed)
    for table, _, _ in renamed:
        hall.heard_chat(table)
