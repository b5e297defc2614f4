"""The scheduler: clocks that run out, bots that are due, reminders.

Every server asks the store once a second what is due, so nothing depends on timers that a restart would lose. If two servers find
the same thing, one of them does it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

import sqlalchemy.exc

from boxcars.core.game import Refused
from boxcars.server import steady
from boxcars.server.config import Config
from boxcars.server.jobs import webhooks
from boxcars.server.profiles import deletion, game_proposals, tournament_rounds, vacations
from boxcars.server.store import prune, tournaments
from boxcars.server.store.results import rate_due
from boxcars.server.store.store import Conflict
from boxcars.server.table import clocks, commands
from boxcars.server.table.commands import Change
from boxcars.server.table.table import Table
from boxcars.server.table.table_manager import Missing, TableManager

log = logging.getLogger("boxcars.scheduler")

SET_BACK = 5.0
"""Seconds by which the clocks of several servers may differ; more means that a clock was set back."""


class Scheduler:
    def __init__(self, hall: TableManager, config: Config) -> None:
        self.hall = hall
        self.config = config
        self._posts: set[asyncio.Task[None]] = set()
        self._posters = hall.create_pool(4, "reminders")
        self._failed: set[str] = set()
        self._next_look = self._next_prune = 0.0

    async def run_forever(self) -> None:
        until = steady.time() + clocks.GRACE
        graced = False
        patience = 0.0  # right after a start, every bot whose turn it is thinks (again)
        while True:
            try:
                if not graced:
                    await self.grant_grace(until)
                    graced = True
                await self.check_tables(patience)
                patience = 5.0 if self.hall.store.sqlite else 5.0 + self.config.bot_patience / 6
                await self.remove_old_tables(steady.time())
            except asyncio.CancelledError:
                raise
            except sqlalchemy.exc.SQLAlchemyError as error:
                log.warning("the database does not answer; tries again", extra={"why": str(error)[:200]})
            except Exception:
                log.exception("scheduler failed; tries again")
            await asyncio.sleep(self.config.sweep)

    async def grant_grace(self, until: float) -> None:
        """Nobody loses on time right after a start: many tables at once, so that they reach the disk together.

        Where the clock was set back meanwhile, turns begin now: they would last longer by as much as it was set back.
        """
        now = steady.time()
        for id in await self.hall.run_blocking(self.hall.store.changed_after, now + SET_BACK):
            await self.tend_table(id, self.hall.change_table(id, lambda t: commands.restart_clock(t, steady.time())))
        late = await self.hall.run_blocking(self.hall.store.clocks_before, until)
        for some in (late[i : i + 100] for i in range(0, len(late), 100)):
            await asyncio.gather(
                *(
                    self.tend_table(id, self.hall.change_table(id, lambda t: commands.grant_grace(t, until, steady.time())))
                    for id in some
                )
            )

    async def tend_table(self, id: str, work: Awaitable[object]) -> bool:
        """Do something for one table and log an error, so that it affects no other table. False if it failed."""
        try:
            await work
        except (Missing, Conflict, Refused):
            return False  # gone, changed by somebody else just now, or (Unreadable) told of already
        except sqlalchemy.exc.SQLAlchemyError:
            raise  # not this table's trouble
        except Exception:
            if id not in self._failed:
                log.exception("a table could not be looked after", extra={"table": id})
            self._failed.add(id)
            return False
        return True

    async def check_tables(self, patience: float) -> None:
        now = steady.time()
        bots, late, remind = await self.hall.run_blocking(self.hall.store.due_tables, now, patience)
        for id in bots:
            if not self.hall.is_thinking(id):
                await self.tend_table(id, self.wake_bot(id))
        self.hall.bots.resume_all()
        for id in late:
            await self.tend_table(id, self.out_of_time(id))
        for id in remind:
            if await self.hall.run_blocking(self.hall.store.take_reminder, id, now):
                job = asyncio.get_running_loop().create_task(self.send_reminder(id))
                self._posts.add(job)
                job.add_done_callback(self._posts.discard)

    async def wake_bot(self, id: str) -> None:
        self.hall.start_bot(await self.hall.load_table(id))

    async def remove_old_tables(self, now: float) -> None:
        """From time to time forget tables that are no longer stored, and remove old lessons and tables that the host does not
        keep."""
        if now >= self._next_look:
            self._next_look = now + 5.0
            await self.hall.forget_gone()
            await self.hall.run_blocking(rate_due, self.hall.store)  # what a killed server left undone
            await deletion.delete_due_profiles(self.hall)
            await vacations.note_vacations(self.hall)
            await game_proposals.settle_due(self.hall)
            await tournament_rounds.start_due(self.hall)
            await self.hall.analyses.resume_unfinished()
            for id in await self.hall.run_blocking(tournaments.to_unseal, self.hall.store):
                await self.tend_table(id, self.hall.change_table(id, lambda t: commands.unseal_table(t, steady.time())))
        if now >= self._next_prune:
            self._next_prune = now + 3600.0
            gone = await self.hall.run_blocking(prune.prune_tables, self.hall.store, self.config.prune, now)
            for id in gone:
                self.hall.forget_table(id)
            if gone:
                log.info("old tables were removed", extra={"count": len(gone)})

    async def out_of_time(self, id: str) -> None:
        """Let a bot play on for a seat whose clock has run out; the results will say so."""

        def decide_change(table: Table) -> Change | None:
            deadline = clocks.turn_deadline(table.doc)
            if deadline is None or deadline > steady.time():
                return None
            return commands.hand_over(table, table.doc.actor, "clock", "heuristic", steady.time())

        await self.hall.change_table(id, decide_change)

    async def send_reminder(self, id: str) -> None:
        try:
            await self.tend_table(id, self.remind_seat(id))
        except sqlalchemy.exc.SQLAlchemyError:
            log.warning("a reminder was not sent: the database does not answer", extra={"table": id})

    async def remind_seat(self, id: str) -> None:
        table = await self.hall.load_table(id)
        if clocks.reminder_time(table.doc) is None or not table.doc.pace.webhook:
            return
        loop = asyncio.get_running_loop()
        body = webhooks.reminder_payload(table, self.config.public_url or self.config.local_url, steady.time())
        sent = await loop.run_in_executor(self._posters, webhooks.send_reminder, table.doc.pace.webhook, body, self.config)
        self.hall.metrics.webhooks.labels("sent" if sent else "failed").inc()
