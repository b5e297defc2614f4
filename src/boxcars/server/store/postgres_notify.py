"""Several servers on one PostgreSQL: each hears over LISTEN/NOTIFY what the others have changed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.notices")

BEAT = 0.3
"""How often the channel is asked to prove itself: a connection that broke somewhere on the way says nothing by itself."""
CONNECTION: dict[str, Any] = {
    "application_name": "boxcars change feed",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "tcp_user_timeout": 5000,
}
"""Recognised among the server's connections, and given up when its other end has vanished."""


async def listen_forever(hall: TableManager) -> None:
    """Follow the channel for ever. After a break nothing is assumed: memory is forgotten, every listener looks again."""
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
    """``process:table:news``: a number (of the journal), "chat", or "tokens" where a link has died."""
    origin, _, what = payload.partition(":")
    id, _, news = what.partition(":")
    if origin == hall.store.process:
        return
    if news == "tokens":
        hall.tokens.forget_table(id)
    elif news == "chat":
        hall.heard_chat(id)
    hall.hub.publish_change(id)
