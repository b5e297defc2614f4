"""The turns of the bots: a worker chooses the action, and the bot plays it as a person would. Standing orders of people are
carried out here, too."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from boxcars.bots.bot import DEFAULT_KIND
from boxcars.server import steady
from boxcars.server.jobs.job_queue import Busy, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.worker_tasks import choose_action, make_task
from boxcars.server.table import bot_levels, commands, lesson_table, standing_orders
from boxcars.server.table.commands import Change
from boxcars.server.table.table import Table

if TYPE_CHECKING:
    from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.bots")

LOOKED = 10.0
"""Seconds after a request for its view for which a table counts as watched (a page listens; a program may poll)."""


class Bots:
    def __init__(self, hall: TableManager, delay: float) -> None:
        self.hall = hall
        self.delay = delay
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._looked: OrderedDict[str, float] = OrderedDict()
        self._stuck: dict[str, int] = {}
        """Tables at which no bot could act, with the position's mark: it is not tried again until something changes."""

    def is_thinking(self, id: str) -> bool:
        return id in self._thinking

    def resume_watched(self, table: Table) -> None:
        """Resume a table at which only bots play, because somebody watches it."""
        self._looked[table.id] = time.monotonic()
        self._looked.move_to_end(table.id)
        while len(self._looked) > self.hall.kept:
            self._looked.popitem(last=False)
        if not table.doc.has_people:
            self.start_bot(table)

    def is_attended(self, table: Table) -> bool:
        """Return whether anybody waits for the bots of this table: a player or a spectator."""
        looked = time.monotonic() - self._looked.get(table.id, -LOOKED) < LOOKED
        return looked or table.doc.has_people or self.hall.hub.has_listeners(table.id)

    def start_bot(self, table: Table) -> None:
        """Start the bot whose turn it is, unless one runs at this table already or nobody waits for it."""
        if self._is_bot_due(table) and table.id not in self._thinking:
            self._thinking[table.id] = asyncio.get_running_loop().create_task(self._play_turns(table.id))

    def _is_bot_due(self, table: Table) -> bool:
        actor = table.actor
        if table.doc.lesson is not None:
            return not self.hall.closing and table.doc.awaits_bot and self._stuck.get(table.id) != table.mark
        if self.hall.closing or actor < 0:
            return False
        if not table.doc.seats[actor].is_automatic:
            return self._stuck.get(table.id) != table.mark and standing_orders.due_action(table) is not None
        return self._stuck.get(table.id) != table.mark and self.is_attended(table)

    def resume_all(self) -> None:
        """Resume tables at which bots play among themselves and somebody watches (the store knows of the others)."""
        for id in self.hall.hub.watched_tables():
            table = self.hall.known_table(id)
            if table is not None and not table.doc.has_people:
                self.start_bot(table)

    async def _play_turns(self, id: str) -> None:
        """Play for bots at this table until a person is to act."""
        try:
            while self._is_bot_due(table := await self.hall.load_table(id)):
                try:
                    await self._act_for_seat(table, table.actor)
                except Busy as busy:
                    self.hall.metrics.bots_put_off.inc()
                    await asyncio.sleep(busy.wait)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("bot failed", extra={"table": id})
            self.hall.metrics.bot_failures.labels("raised").inc()
        finally:
            self._thinking.pop(id, None)

    async def _act_for_seat(self, table: Table, seat: int) -> None:
        begun = time.monotonic()
        mark, ply = table.mark, table.ply
        if not table.doc.seats[seat].is_automatic and table.doc.lesson is None:
            self._stuck[table.id] = mark  # an order is tried once in a position
            await self.hall.change_table(table.id, lambda now: commands.carry_out_order(now, seat, mark, steady.time()))
            return
        scripted = table.doc.lesson is not None
        action = lesson_table.scripted_action(table) if scripted else await self._choose_action(table, seat)
        if action is None:
            self._stuck[table.id] = mark
            return
        if self.delay and self.hall.hub.has_listeners(table.id):
            await asyncio.sleep(max(0.0, self.delay - (time.monotonic() - begun)))

        def decide_change(now: Table) -> Change | None:
            if scripted:
                return lesson_table.play_scripted(now, seat, mark, action, steady.time())
            if now.mark != mark or now.actor != seat or not now.doc.seats[seat].is_automatic:
                return None
            return commands.take_action(now, seat, ply, mark, None, action, steady.time())

        await self.hall.change_table(table.id, decide_change)
        self.hall.metrics.bot_actions.inc()

    async def _choose_action(self, table: Table, seat: int) -> bytes | None:
        """Return the bot's action. If the bot fails or takes far too long, this decision is made by the heuristic bot, and if
        that fails at random; None if nothing works."""
        metrics = self.hall.metrics
        state = table.rules.write(table.state)
        own = bot_levels.known_level(table.doc.seats[seat].level)
        for level in dict.fromkeys((own, DEFAULT_KIND, "random")):
            told = make_task(table.setup, state, seat, level, f"{table.id}:{table.mark}")
            job = self.hall.workers.submit_job(
                choose_action,
                told,
                share=table.setup.maker,
                rank=Rank.PEOPLE if table.doc.has_people else Rank.BOTS,
                lane="quick" if bot_levels.is_quick(level) else "deep",
            )
            try:
                action: bytes = await self.hall.workers.wait_for_job(job)
            except Failed as failed:
                metrics.bot_failures.labels(failed.why).inc()
                log.error("a bot failed", extra={"table": table.id, "kind": level, "game": table.setup.game, "why": str(failed)})
                continue
            metrics.bot_seconds.observe(job.took)
            metrics.bot_wait_seconds.observe(job.waited_seconds)
            return action
        return None

    async def close(self) -> None:
        jobs = list(self._thinking.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
