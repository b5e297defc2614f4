"""Several servers on one PostgreSQL database: each hears over LISTEN/NOTIFY what the others have changed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.notices")

BEAT = 0.3
"""Seconds between signs of life on the channel, because a broken connection may give no error."""
CONNECTION: dict[str, Any] = {
    "application_name": "boxcars change feed",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "tcp_user_timeout": 5000,
}
"""Arguments of the listening connection: a name by which it is recognised, and timeouts after which it is given up."""


async def listen_forever(hall: TableManager) -> None:
    """Listen on the channel for ever. After a lost connection memory is cleared and every listener looks again."""
    import psycopg

    url = hall.store.url.replace("postgresql+psycopg://", "postgresql://", 1)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True, **CONNECTION) as connection:
                await connection.execute("LISTEN boxcars")
                hall.look_again()
                while True:
                    asked = time.monotonic()
                    await connection.execute("SELECT 1")  # what was said before this is asked comes before its answer
                    hall.change_feed.note_heard(asked)
                    async for notice in connection.notifies(timeout=BEAT):
                        take_in(hall, notice.payload)
        except (psycopg.Error, OSError):
            log.warning("lost the channel; connecting again")
            hall.change_feed.note_lost()
            await asyncio.sleep(0.5)


def take_in(hall: TableManager, payload: str) -> None:
    """Process a message ``process:table:news``; news: a journal number, "chat", or "tokens" when a link is no longer valid."""
    origin, _, what = payload.partition(":")
    id, _, news = what.partition(":")
    if origin == hall.store.process:
        return
    if news == "tokens":
        hall.tokens.forget_table(id)
    elif news == "chat":
        hall.heard_chat(id)
    hall.hub.publish_change(id)
