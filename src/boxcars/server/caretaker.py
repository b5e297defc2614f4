"""What happens by itself: clocks that run out, bots that wait, reminders. Found by looking, never by a timer that is lost.

Every server looks once a second what the store says is due; what two servers find at once, only one can write.
"""

from __future__ import annotations

import asyncio
import logging
import time

from boxcars.core.game import Refused
from boxcars.server import changes, clock, webhooks
from boxcars.server.changes import Change
from boxcars.server.config import Config
from boxcars.server.hall import Hall, Missing
from boxcars.server.store import Conflict
from boxcars.server.table import Table

log = logging.getLogger("boxcars.caretaker")


class Caretaker:
    def __init__(self, hall: Hall, config: Config) -> None:
        self.hall = hall
        self.config = config
        self._posts: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        await self.hall.blocking(self.hall.store.grace, time.time() + clock.GRACE)
        patience = 0.0  # right after a start, every bot whose turn it is thinks (again)
        while True:
            try:
                await self.look(patience)
                patience = 5.0 if self.hall.store.sqlite else 5.0 + self.config.bot_patience / 6
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("caretaker failed; tries again")
            await asyncio.sleep(self.config.sweep)

    async def look(self, patience: float) -> None:
        now = time.time()
        bots, late, remind = await self.hall.blocking(self.hall.store.due, now, patience)
        for id in bots:
            if not self.hall.thinking(id):
                try:
                    self.hall.rouse(await self.hall.table(id))
                except (Missing, Refused):
                    log.warning("a table cannot be read", extra={"table": id})
        self.hall.bots.tend()
        for id in late:
            await self.out_of_time(id)
        for id in remind:
            if await self.hall.blocking(self.hall.store.take_reminder, id, now):
                job = asyncio.get_running_loop().create_task(self.remind(id))
                self._posts.add(job)
                job.add_done_callback(self._posts.discard)

    async def out_of_time(self, id: str) -> None:
        """The clock of the seat to act has run out: a bot plays on, and the results will say so."""

        def judge(table: Table) -> Change | None:
            deadline = clock.deadline(table.doc)
            if deadline is None or deadline > time.time():
                return None
            return changes.hand_over(table, table.doc.actor, "clock", "heuristic", time.time())

        try:
            await self.hall.change(id, judge)
        except (Refused, Conflict, Missing):
            log.warning("a clock could not be settled", extra={"table": id})

    async def remind(self, id: str) -> None:
        table = await self.hall.table(id)
        if clock.remind(table.doc) is None:
            return
        body = webhooks.payload(table, self.config.public_url, time.time())
        sent = await asyncio.to_thread(webhooks.send, table.doc.pace.webhook, body, self.config)
        self.hall.metrics.webhooks.inc(f'result="{"sent" if sent else "failed"}"')
