"""Deletion of a profile: planned a week ahead, cancelled from any device, then done at once. Its own data is erased; what it
shared with others stays without its name."""

from __future__ import annotations

import logging

from boxcars.core.game import Refused
from boxcars.locale import DELETED
from boxcars.server import steady
from boxcars.server.store import profiles
from boxcars.server.store.profiles import Card
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import Missing, TableManager

log = logging.getLogger("boxcars.profiles")

GRACE = 7 * 86400.0
"""Seconds between the request and the deletion."""


async def delete_due_profiles(hall: TableManager) -> None:
    """Delete the profiles whose planned time has come."""
    for card in await hall.run_blocking(profiles.due_deletions, hall.store, steady.time()):
        await delete_profile(hall, card)
        log.info("a profile was deleted as planned")


async def delete_profile(hall: TableManager, card: Card) -> None:
    """Free the seats first, table by table, each by a change of its own; then erase what names the profile, in one transaction.

    If the server stops in between, the scheduler starts again: what is done already is found done.
    """
    held = await hall.run_blocking(profiles.seats_of_profile, hall.store, card.id)
    renamed = [(table, seat, DELETED) for table, seat in held]
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
