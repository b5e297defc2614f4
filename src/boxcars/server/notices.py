"""Several servers on one PostgreSQL: each hears over LISTEN/NOTIFY what the others have changed."""

from __future__ import annotations

import asyncio
import logging

from boxcars.server.hall import Hall

log = logging.getLogger("boxcars.notices")


async def listen(hall: Hall) -> None:
    """Follow the channel for ever. After a break nothing is assumed: every listener looks again."""
    import psycopg

    url = hall.store.url.replace("postgresql+psycopg://", "postgresql://", 1)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                await connection.execute("LISTEN boxcars")
                hall.hub.publish_all()
                async for notice in connection.notifies():
                    origin, _, what = notice.payload.partition(":")
                    id, _, news = what.partition(":")
                    if origin == hall.store.process:
                        continue
                    if news == "chat":
                        hall.heard_chat(id)
                    else:
                        await hall.heard(id)
        except (psycopg.Error, OSError):
            log.warning("lost the channel; connecting again")
            await asyncio.sleep(0.5)
