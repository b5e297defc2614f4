"""The line is fair, and a worker's end is the failure of one job."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boxcars.core.game import Refused
from boxcars.server.jobs import worker_pool as module
from boxcars.server.jobs.fair_share import share_of
from boxcars.server.jobs.job_queue import HOUSE, Busy, Job, JobQueue, Lane, Rank
from boxcars.server.jobs.job_runner import Failed
from boxcars.server.jobs.worker_pool import Workers
from boxcars.server.table import records
from tests.server import harm


def job(share: str, rank: Rank = Rank.PEOPLE, lane: Lane = "deep") -> Job:
    return Job(harm.echo, None, share, rank, lane, 1.0, None)  # type: ignore[arg-type]


def served(line: JobQueue, count: int, took: float = 1.0) -> list[str]:
    """Whose jobs are done one after the other, each taking so many seconds."""
    out = []
    for _ in range(count):
        taken = line.take_next(("deep",))
        assert taken is not None
        taken.begun = time.monotonic() - took
        line.finish_job(taken)
        out.append(taken.share)
    return out


def test_an_address_with_many_tables_waits_for_itself() -> None:
    line = JobQueue()
    for _ in range(50):
        line.add_job(job("many"))
    served(line, 5)
    line.add_job(job("one"))
    assert served(line, 2)[0] == "one"
    for _ in range(3):
        line.add_job(job("one"))
    assert sorted(served(line, 6)) == ["many"] * 3 + ["one"] * 3  # in turn, whoever came first
    # Whoever asked for nothing for a long time has no claim to everything now.
    for _ in range(10):
        line.add_job(job("late"))
    assert served(line, 10).count("many") >= 4


def test_what_people_wait_for_comes_first_and_idle_work_uses_up_a_share() -> None:
    line = JobQueue()
    ranks = [Rank.SPARE, Rank.BOTS, Rank.PEOPLE, Rank.ASKED]
    for rank in ranks:
        line.add_job(job("one", rank))
    taken = [line.take_next(("deep",)) for _ in ranks]
    assert [t.rank for t in taken if t is not None] == ranks[::-1]
    line = JobQueue()
    for _ in range(20):
        line.add_job(job("bots", Rank.BOTS))
        line.add_job(job("people"))
    assert served(line, 15).count("people") >= 11


def test_the_line_is_bounded_for_each_and_for_all() -> None:
    line = JobQueue()
    for _ in range(4):
        line.add_job(job("one", Rank.ASKED, "long"))
    with pytest.raises(Busy) as full:
        line.add_job(job("one", Rank.ASKED, "long"))
    assert full.value.own and full.value.wait > 0
    for i in range(96):
        line.add_job(job(f"other {i}", Rank.ASKED, "long"))
    with pytest.raises(Busy) as full:
        line.add_job(job("yet another", Rank.ASKED, "long"))
    assert not full.value.own
    line.add_job(job(HOUSE, Rank.ASKED, "long"))
    assert len(line) == 101


def test_a_share_is_an_address_and_says_nothing_about_it() -> None:
    secret = b"x" * 32
    names = [share_of(secret, a) for a in ("10.0.0.1", "10.0.0.2", "2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1", "?")]
    assert names[2] == names[3] and len(set(names)) == 5 and not any("10.0" in name for name in names)
    assert share_of(secret, "::ffff:10.0.0.1") == names[0]
    assert share_of(b"y" * 32, "10.0.0.1") != names[0]


# -- processes -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def together() -> Iterator[Callable[[Callable[[Workers], Awaitable[Any]]], Any]]:
    """Run something with workers of its own, and end them."""

    def run(what: Callable[[Workers], Awaitable[Any]]) -> Any:
        async def inner() -> Any:
            workers = Workers(1)
            try:
                return await what(workers)
            finally:
                workers.close()

        return asyncio.run(inner())

    yield run


def test_whatever_a_worker_raises_is_the_failure_of_that_job_alone(together: Any) -> None:
    async def what(workers: Workers) -> None:
        bystander = asyncio.ensure_future(workers.run_job(harm.sleep, 0.5, share="b", lane="long"))
        for work, why in (
            (harm.fail, "raised"),
            (harm.leave, "raised"),
            (harm.interrupt, "raised"),
            (harm.exhaust, "raised"),
            (harm.unsendable, "raised"),
            (harm.crash, "died"),
        ):
            with pytest.raises(Failed) as failed:
                await workers.run_job(work, None, share="a")
            assert failed.value.why == why, work
            assert await workers.run_job(harm.echo, [1, "two"], share="a") == [1, "two"]
        assert await bystander == 0.5

    together(what)


def test_a_worker_that_is_too_slow_is_replaced_alone(together: Any) -> None:
    async def what(workers: Workers) -> None:
        long = await workers.run_job(harm.pid, None, lane="long")
        deep = await workers.run_job(harm.pid, None)
        waiting = asyncio.ensure_future(workers.run_job(harm.sleep, 0.8, lane="long", limit=30))
        with pytest.raises(Failed) as failed:
            await workers.run_job(harm.sleep, 60, limit=0.2)
        assert failed.value.why == "slow" and workers.replaced == 1
        assert await workers.run_job(harm.pid, None, lane="deep") != deep
        assert await waiting == 0.8 and await workers.run_job(harm.pid, None, lane="long") == long

    together(what)


def test_waiting_is_not_thinking_and_short_work_has_a_worker_of_its_own(together: Any) -> None:
    """Ten slow decisions of one address: an eleventh is not too slow for having waited, and another's quick one comes at once."""

    async def what(workers: Workers) -> None:
        await workers.run_job(harm.echo, None, lane="quick")
        slow = [asyncio.ensure_future(workers.run_job(harm.sleep, 0.1, share="many", limit=0.6)) for _ in range(10)]
        assert await workers.run_job(harm.echo, 1, share="one", lane="quick") == 1
        assert not slow[-1].done(), "it waited for the others"
        assert await asyncio.gather(*slow) == [0.1] * 10

    together(what)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="one cannot see whether it stands still")
def test_what_can_wait_stands_still_while_others_work(together: Any, monkeypatch: Any) -> None:
    """While a bot thinks, and a little longer; but where somebody always does, it goes on now and then."""
    monkeypatch.setattr(module, "CALM", 0.2)
    monkeypatch.setattr(module, "HELD", 1.5)
    monkeypatch.setattr(module, "BREATH", 0.2)

    async def what(workers: Workers) -> None:
        stat = Path(f"/proc/{await workers.run_job(harm.pid, None, lane='spare')}/stat")

        async def comes(stands: bool) -> float:
            begun = time.monotonic()
            while (stat.read_text().rpartition(")")[2].split()[0] == "T") != stands:
                await asyncio.sleep(0.01)
            return time.monotonic() - begun

        waiting = asyncio.ensure_future(workers.run_job(harm.count, 0.4, lane="spare"))
        await asyncio.sleep(0.1)
        await workers.run_job(harm.sleep, 0.3)
        assert await comes(True) < 0.1
        await comes(False)
        others = [asyncio.ensure_future(workers.run_job(harm.sleep, 0.4)) for _ in range(8)]
        await comes(True)
        assert await comes(False) > 0.5 and not others[-1].done()
        assert await waiting == 0.4
        assert await asyncio.gather(*others) == [0.4] * 8

    together(what)


def test_a_job_that_nobody_wants_is_dropped(together: Any) -> None:
    async def what(workers: Workers) -> None:
        busy = asyncio.ensure_future(workers.run_job(harm.sleep, 0.3))
        await asyncio.sleep(0.05)
        unwanted = asyncio.ensure_future(workers.run_job(harm.sleep, 60))
        await asyncio.sleep(0.05)
        unwanted.cancel()
        await asyncio.gather(unwanted, return_exceptions=True)
        assert len(workers.line) == 0 and await busy == 0.3
        assert await workers.run_job(harm.echo, 2) == 2

    together(what)


def test_a_refusal_comes_back_as_it_was_said(together: Any) -> None:
    async def what(workers: Workers) -> None:
        with pytest.raises(Refused) as refused:
            await workers.run_job(records.import_record, b"{}", lane="long")
        assert refused.value.reason.code == "bad_record" and "line 1" in str(refused.value.reason.text.values["error"])

    together(what)
