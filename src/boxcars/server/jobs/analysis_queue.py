"""The queue of analyses: one after the other, piece by piece, done by the last of the workers.

Requests and results are stored as they grow, so a server that was killed, or another one, goes on with them.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from boxcars.analysis import Effort
from boxcars.analysis.game_review import key_of, usual
from boxcars.core import codec
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.server.jobs import analysis_jobs
from boxcars.server.jobs.analysis_jobs import Looked, Piece
from boxcars.server.jobs.job_queue import HOUSE, Busy, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.worker_tasks import Past, past_of
from boxcars.server.store import analyses as kept
from boxcars.server.store.analyses import Kept
from boxcars.server.store.store import Store, Unreadable
from boxcars.server.table import records
from boxcars.server.table.table import Table, make_refusal

if TYPE_CHECKING:
    from boxcars.server.table.table_manager import TableManager

log = logging.getLogger("boxcars.analyses")

MOST = 50
"""The greatest number of waiting analyses."""
A_DAY = {"card": 10, "address": 3}
SAVED = 2.0
"""Seconds after which results are stored: a killed server loses no more."""
LEFT = 30.0
"""An analysis that was not stored for this many seconds counts as abandoned by its server."""
SLOW = 600.0
"""Seconds after which a piece of an analysis is stopped (pauses while bots run do not count)."""
TRIES = 3
"""How often a piece is tried, since it may fail on a busy machine."""


def name_of(table: Table, store: Store) -> tuple[str, Effort]:
    """Return the key of a table's analysis and its effort. Blocks."""
    effort = usual(len(table.acts))
    return key_of(records.export_record(table, store), effort), effort


def decode_findings(body: bytes) -> Looked:
    return codec.decoder(Looked).decode(zlib.decompress(body)) if body else Looked()


def encode_findings(looked: Looked) -> bytes:
    return zlib.compress(msgspec.json.encode(looked))


class Analyses:
    def __init__(self, hall: TableManager) -> None:
        self.hall = hall
        self._waiting: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._working: asyncio.Task[None] | None = None
        self._given: Counter[tuple[str, int]] = Counter()
        self._current: tuple[tuple[str, str], Looked] | None = None

    # -- asking ------------------------------------------------------------------------------------------------------

    async def find_progress(self, table: Table) -> tuple[str, Looked, int, int]:
        """Return the state of a table's analysis ("none", "waiting", "working", "done"), its results so far, and its progress
        (done, total)."""
        key, _ = await self.hall.run_blocking(name_of, table, self.hall.store)
        row = await self.hall.run_blocking(kept.find_analysis, self.hall.store, table.id, key)
        if row is None:
            return "none", Looked(), 0, 0
        if self._current is not None and self._current[0] == (key, table.id):
            looked = self._current[1]
            return "working", looked, count_findings(looked), row.total
        return "done" if row.done >= row.total else "waiting", decode_findings(row.body), row.done, row.total

    def queue_place(self, table: str) -> int:
        """Return how many analyses wait before this table's."""
        return next((n for n, (_, id) in enumerate(self._waiting) if id == table), 0)

    async def request_analysis(self, table: Table, who: str, kind: str) -> None:
        """Request the analysis of a table, unless there is one. ``who``: the profile or address that asks, as ``kind`` says."""
        store = self.hall.store
        key, _ = await self.hall.run_blocking(name_of, table, store)
        if await self.hall.run_blocking(kept.find_analysis, store, table.id, key) is None:
            past = await self.hall.run_blocking(past_of, table, store)
            if not analysis_jobs.can_replay_all(past):
                raise make_refusal("out_of_reach", T("This game was played under older rules, so we can't analyze it."))
            if await self.hall.run_blocking(kept.count_waiting, store) >= MOST:
                raise Busy(False, 60.0)
            self._spend_quota(who, kind)
            await self.hall.run_blocking(kept.begin_analysis, store, table.id, key, 2 * len(table.acts) + 1, time.time())
        self._queue_table(key, table.id)

    def _spend_quota(self, who: str, kind: str) -> None:
        today = int(time.time() // 86400)
        self._given = Counter({at: n for at, n in self._given.items() if at[1] == today})
        if self._given[who, today] >= A_DAY[kind]:
            raise make_refusal("too_many", T("You've reached today's limit. You can analyze more games tomorrow."))
        self._given[who, today] += 1

    # -- working -----------------------------------------------------------------------------------------------------

    async def resume_unfinished(self, patience: float = LEFT) -> None:
        """Resume analyses that no server works on."""
        for key, table in await self.hall.run_blocking(kept.list_unfinished, self.hall.store, time.time() - patience):
            self._queue_table(key, table)

    def _queue_table(self, key: str, table: str) -> None:
        self._waiting.setdefault((key, table))
        if self._working is None and not self.hall.closing:
            self._working = asyncio.get_running_loop().create_task(self._work_through_queue())

    async def _work_through_queue(self) -> None:
        try:
            while self._waiting:
                key, table = next(iter(self._waiting))
                try:
                    await self._look_back(key, table)
                except (Refused, Failed, Unreadable) as error:
                    log.error("an analysis cannot be finished", extra={"table": table, "why": str(error)[:300]})
                    await self.hall.run_blocking(kept.drop_analysis, self.hall.store, table, key)
                except SQLAlchemyError as error:  # it stays in the store, and the scheduler wakes it again
                    log.warning("an analysis was not kept", extra={"table": table, "why": str(error)[:200]})
                self._waiting.pop((key, table), None)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("analysis failed")
            self._waiting.clear()
        finally:
            self._working = self._current = None

    async def _look_back(self, key: str, id: str) -> None:
        from boxcars.server.table.table_manager import Missing

        hall = self.hall
        try:
            table = await hall.load_table(id)
        except Missing:
            return
        row = await hall.run_blocking(kept.find_analysis, hall.store, id, key)
        now_key, effort = await hall.run_blocking(name_of, table, hall.store)
        if row is None or row.done >= row.total:
            return
        if now_key != key:  # asked of an older analyst
            await hall.run_blocking(kept.drop_analysis, hall.store, id, key)
            return
        past: Past = await hall.run_blocking(past_of, table, hall.store)
        looked = decode_findings(row.body)
        saved = time.monotonic()
        self._current = ((key, id), looked)
        for piece in analysis_jobs.remaining_pieces(past, effort, looked):
            more = await self._do_piece(piece)
            looked = Looked([*looked.found, *more.found], [*looked.decisions, *more.decisions])
            self._current = ((key, id), looked)
            if time.monotonic() - saved > SAVED:
                await self._save_findings(row, looked)
                saved = time.monotonic()
        await self._save_findings(row, looked)
        hall.metrics.analyses.inc()

    async def _do_piece(self, piece: Piece, tries: int = TRIES) -> Looked:
        """Do a piece; once more if it got no processor time or its worker died, since earlier results are worth keeping."""
        run = self.hall.workers.run_job
        try:
            found: Looked = await run(analysis_jobs.look_back, piece, share=HOUSE, rank=Rank.SPARE, lane="spare", limit=SLOW)
        except Failed as error:
            if tries == 1 or error.why == "raised":
                raise
            return await self._do_piece(piece, tries - 1)
        return found

    async def _save_findings(self, row: Kept, looked: Looked) -> None:
        new = Kept(row.key, row.table, count_findings(looked), row.total, encode_findings(looked))
        await self.hall.run_blocking(kept.save_analysis, self.hall.store, new, time.time())

    async def close(self) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)


def count_findings(looked: Looked) -> int:
    return len(looked.found) + len(looked.decisions)
