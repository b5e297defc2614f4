"""Try many mutants in one pytest session: the tests are collected once, and every mutant is tried in a fork of that process.

In the fork the function with the changed place gets the changed code; nothing is imported anew, so a mutant costs little more
than the tests that notice it. What cannot be tried so (a constant of a module, a decorator), and what survives though it was run
while the tests were imported (a board that is remembered still follows the rules), is left to a process that imports the mutant.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import io
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType
from typing import Any

SECONDS = 20
"""A mutant that keeps one test busy for longer is noticed: something never ends. Of the processor, not of the clock: a busy
machine must not flatter the figure."""
PATIENCE = 60
"""How many times as long the clock may run meanwhile, for all tests of a mutant."""
QUIET = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "-o", "addopts=", "-m", "not slow"]


def functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes, in the order of the source."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner
            else:
                yield from functions(inner)


def swap(before: CodeType, after: CodeType, known: list[FunctionType]) -> bool:
    """Give the one function that differs its changed code, wherever it is known; False where no function does."""
    changed = [pair for pair in zip(functions(before), functions(after), strict=True) if pair[0] != pair[1]]
    here = [f for f in known if f.__code__.co_filename == before.co_filename]
    found = [(f, new) for old, new in changed for f in here if f.__code__ == old]
    for function, new in found:
        if function.__code__.co_freevars != new.co_freevars:
            return False
        function.__code__ = new
    return bool(found)


def in_a_fork(work: Callable[[Any], None]) -> Any:
    """What ``work`` sends down its pipe; a text where it never ended or broke off."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(SECONDS * PATIENCE) else "never ended"
    except EOFError:
        return "the tests broke off"
    finally:
        process.kill()
        process.join()


class Trials:
    """A plugin of pytest: instead of running the tests that were collected, try each mutant with those that pass its line.

    ``each`` is a list of (original module, changed module, tests). What becomes of it goes down the pipe: its place in the
    list, whether a test noticed (None: it cannot be tried so), which, and after how many seconds.
    """

    def __init__(self, each: list[tuple[CodeType, CodeType, list[str]]], jobs: int, pipe: Any) -> None:
        self.each, self.jobs, self.pipe = each, jobs, pipe
        self.lock = Lock()

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        known = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
        gc.freeze()

        def run_mutant(number: int) -> None:
            began = time.monotonic()
            said = in_a_fork(lambda pipe: pipe.send(self.noticed(session, items, known, number)))
            killed, why = (True, said) if isinstance(said, str) else said
            with self.lock:
                self.pipe.send((number, killed, why, time.monotonic() - began))

        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(run_mutant, range(len(self.each))))
        return True

    def noticed(self, session: Any, items: dict[str, Any], known: list[FunctionType], number: int) -> tuple[bool | None, str]:
        before, after, tests = self.each[number]
        if not tests or not swap(before, after, known):
            return None, ""
        chosen = [items[test] for test in tests]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS, resource.RLIM_INFINITY))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return True, item.nodeid
        return False, ""


def try_in_place(
    files: list[str], each: list[tuple[CodeType, CodeType, list[str]]], jobs: int
) -> Iterator[tuple[int, bool | None, str, float]]:
    """What ``Trials`` tells of each, as it is known."""

    def work(pipe: Any) -> None:
        import pytest

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            pytest.main([*files, *QUIET, "--capture=sys"], plugins=[Trials(each, jobs, pipe)])

    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    with contextlib.suppress(EOFError):
        while True:
            yield here.recv()
    process.join()


class Watch:
    """A plugin that tells coverage which test is running, and keeps how long each took."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration


def watch(files: list[str], folder: Path, players: list[Path]) -> tuple[dict[str, dict[int, list[str]]], dict[str, float]]:
    """File -> line -> the tests that run through it ("" for what is run at import), and every test with how long it takes. Tests
    that let one of these ``players`` play do not count: they play whole games."""

    def work(pipe: Any) -> None:
        import coverage
        import pytest

        watching = coverage.Coverage(data_file=None, include=[f"{folder}/*", *map(str, players)], config_file=False)
        watching.start()
        listener = Watch(watching)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = pytest.main([*files, *QUIET], plugins=[listener])
        watching.stop()
        data = watching.get_data()
        every = {file: data.contexts_by_lineno(file) for file in data.measured_files()}
        played = {test for file in map(str, players) for tests in every.pop(file, {}).values() for test in tests if test}
        seen = {
            file: {line: [test for test in tests if test not in played] for line, tests in lines.items()}
            for file, lines in every.items()
        }
        seconds = {test: took for test, took in listener.seconds.items() if test not in played}
        pipe.send((int(code), said.getvalue()[-2000:] if code else "", seen, seconds))

    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    code, said, seen, seconds = here.recv()
    process.join()
    if code:
        raise SystemExit(f"the tests fail without any mutant:\n{said}")
    return seen, seconds
