"""Work that takes long, in processes of its own: neither the event loop nor the other threads wait for it.

Each worker is a process that can be replaced alone. Whatever happens in it (an error, an exit, a crash, no end) is the failure
of the one job it was doing. Nothing is kept between two jobs.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pickle import PicklingError
from typing import Any

from boxcars.core import map_loader
from boxcars.server.jobs.job_queue import Job, Lane
from boxcars.server.jobs.job_runner import Answer, JobRunner, answer_job
from boxcars.server.jobs.threads import Threads

log = logging.getLogger("boxcars.workers")

NICE: dict[Lane, int] = {"quick": 3, "parse": 5, "long": 7, "deep": 10, "spare": 19}
"""By lane, the niceness of its workers: the server comes before any worker, spare work after everything."""
CALM = 0.3
"""Spare work resumes when no other worker was busy for this many seconds."""
HELD = 10.0
"""Spare work resumes after this many seconds in any case."""
BREATH = 0.3
"""Seconds for which spare work then runs at least: on a busy server it would never finish otherwise."""
START = 60.0
"""Seconds after which a process that has not started counts as failed."""
CLOSE = 3.0
"""Seconds for the threads to notice that their workers have ended."""


def _prepare_process(nice: int) -> None:
    """Prepare a worker process: it ignores the terminal's interrupt, and ends when its server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(max(0, nice - os.nice(0)))
    try:  # a server killed outright cannot end its workers: ask the kernel to (Linux)
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # (who stands still hears of nothing else)
    except (OSError, AttributeError):
        pass


def _serve_jobs(pipe: Connection, nice: int, maps: str | None) -> None:
    """Serve jobs in a worker process until the server ends. ``maps``: the folder of the server's kept maps."""
    _prepare_process(nice)
    if maps is not None:
        os.environ[map_loader.FOLDER] = maps
    with contextlib.suppress(EOFError, OSError):
        pipe.send("ready")
        while True:
            work, told = pipe.recv()
            answer = answer_job(work, told)
            try:
                pipe.send(answer)
            except (TypeError, ValueError, AttributeError, PicklingError) as error:  # it cannot be sent
                pipe.send(("raised", str(error)[:2000]))


def _process_context() -> Any:
    """Return a process context that forks from a process with the games loaded, where possible: a new worker then starts at
    once."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["boxcars.server.jobs.worker_preload"])
    return context


class Worker:
    """A process, and the pipe to it. ``do_job`` blocks: each worker has a thread that waits for it."""

    def __init__(self, lanes: tuple[Lane, ...], nice: int) -> None:
        self.lanes = lanes
        self.nice = nice
        self.closed = False
        self._process: Any = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()

    @property
    def is_up(self) -> bool:
        return self._pipe is not None

    def start_process(self) -> Connection | None:
        """Return the pipe to the process, which is started if necessary; None if it does not start."""
        with self._lock:
            if self._pipe is not None or self.closed:
                return self._pipe
            context = _process_context()
            here: Connection
            here, there = context.Pipe()
            nice = self.nice + (os.nice(0) if hasattr(os, "nice") else 0)
            told = (there, nice, os.environ.get(map_loader.FOLDER))
            self._process = context.Process(target=_serve_jobs, args=told, daemon=True, name="boxcars-worker")
            try:
                self._process.start()
                there.close()
                if here.poll(START) and here.recv() == "ready" and not self.closed:
                    self._pipe = here
                    return here
            except (EOFError, OSError) as error:
                log.error("a worker could not be started", extra={"why": str(error)})
            here.close()
            self._end_process()
            return None

    def do_job(self, job: Job) -> Answer:
        pipe = self.start_process()
        if pipe is None:
            return "died", "no worker could be started"
        job.begun = time.monotonic()  # what it took to come here is not the job's time
        try:
            pipe.send((job.work, job.told))
            if not pipe.poll(job.limit):
                self.end_process()
                return "slow", f"not done within {job.limit:g} s"
            answer: Answer = pipe.recv()
            return answer
        except Exception as error:  # the process is gone, or said what cannot be read
            self.end_process()
            return "died", f"{type(error).__name__} {error}"

    def pause_process(self, stand: bool) -> None:
        """Pause or resume the process in the middle of a job, where the system can. (A process that is starting finishes that
        first.)"""
        process = self._process
        if self.is_up and process is not None and process.pid is not None and hasattr(signal, "SIGSTOP"):
            with contextlib.suppress(OSError):
                os.kill(process.pid, signal.SIGSTOP if stand else signal.SIGCONT)

    def end_process(self) -> None:
        """End the process; the next job starts another."""
        with self._lock:
            self._end_process()

    def _end_process(self) -> None:
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join(5)
        self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def close(self) -> None:
        """End the worker for good, also while a thread waits for an answer (it then finds the pipe closed)."""
        self.closed = True
        process = self._process
        if process is not None and process.pid is not None:
            process.kill()


class SparePause:
    """Pauses a spare worker while others work and shortly after, since bots answer one after the other; but never for long."""

    def __init__(self, worker: Worker, then: Callable[[], None]) -> None:
        self.worker = worker
        self.then = then
        """Called when the worker resumes."""
        self.held = False
        self._others = 0
        self._until = 0.0
        """Until this moment the worker runs without a pause."""
        self._calm: asyncio.TimerHandle | None = None
        self._enough: asyncio.TimerHandle | None = None

    def begin_work(self) -> None:
        """Note that another worker begins a job."""
        loop = asyncio.get_running_loop()
        self._others += 1
        if self._calm is not None:
            self._calm.cancel()
            self._calm = None
        if not self.held and loop.time() >= self._until:
            self.held = True
            self.worker.pause_process(True)
            self._enough = loop.call_later(HELD, self._go_on, BREATH)

    def end_work(self) -> None:
        self._others -= 1
        if self.held and not self._others:
            self._calm = asyncio.get_running_loop().call_later(CALM, self._go_on, 0.0)

    def _go_on(self, breath: float) -> None:
        for timer in (self._calm, self._enough):
            if timer is not None:
                timer.cancel()
        self._calm = self._enough = None
        self.held = False
        self._until = asyncio.get_running_loop().time() + breath
        self.worker.pause_process(False)
        self.then()


class Workers(JobRunner[Worker]):
    """``count`` workers think for strong bots (and help out where there is little to do), one is kept for short work, one for
    long replays, one for texts that strangers sent, and one, last of all, for what can wait: it begins nothing while anybody
    else waits, and stands still while another works. The system lets the server itself have a core before any of them, and
    short work before the rest."""

    def __init__(self, count: int | None = None, patience: float = 30.0) -> None:
        self.count = count or max(1, min(4, (os.cpu_count() or 2) - 1))
        deep = [Worker(("deep", "quick"), NICE["deep"]) for _ in range(self.count)]
        quick, parse, long, self._spare = (Worker((lane,), NICE[lane]) for lane in ("quick", "parse", "long", "spare"))
        self._standstill = SparePause(self._spare, self._assign_jobs)
        self._threads: Threads | None = None
        super().__init__([quick, *deep, parse, long, self._spare], patience)

    def start_workers(self) -> None:
        """Start the processes before they are needed."""
        for worker in self._all:
            if worker is not self._spare:  # that one comes when it is first needed
                self._get_threads().submit(worker.start_process)

    def _get_threads(self) -> Threads:
        if self._threads is None:
            self._threads = Threads(len(self._all), "worker")
        return self._threads

    def _may_begin(self, worker: Worker) -> bool:
        return worker is not self._spare or not (self._standstill.held or self.line.has_urgent())

    def _begin(self, worker: Worker, job: Job) -> asyncio.Future[Answer]:
        if worker is not self._spare:
            self._standstill.begin_work()
        return asyncio.get_running_loop().run_in_executor(self._get_threads(), worker.do_job, job)

    def _ended(self, worker: Worker) -> None:
        if worker is not self._spare:
            self._standstill.end_work()

    def close(self) -> None:
        self._closed = True
        for worker in self._all:
            worker.close()
        if self._threads is not None:
            self._threads.close(CLOSE)
        for worker in self._all:
            worker.end_process()
