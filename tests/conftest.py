"""Shared by all tests."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from tests.order import WAITING, dealt
from tests.scale import EVERY, TURN, in_turn

settings.register_profile("boxcars", deadline=None, print_blob=True)
settings.load_profile("boxcars")

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
if WORKERS > 1:  # the processors are shared out already: more threads would only wait, busily
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# What JAX compiles here runs for a second: to compile it well takes longer. (The same numbers come out.)
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")


def resting(items: list[pytest.Item]) -> set[pytest.Item]:
    """Of the slow tests with many alike cases those whose turn it is not."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("in_turn") and item.get_closest_marker("slow"):
            cases[item.nodeid.partition("[")[0]].append(item)
    out: set[pytest.Item] = set()
    for test, of_it in cases.items():
        marker = of_it[0].get_closest_marker("in_turn")
        assert marker is not None
        out |= set(of_it) - set(in_turn(of_it, marker.args[0], test))
    return out


@pytest.hookimpl(trylast=True)  # when those that nobody asked for are gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whose turn it is not is left out, unless tests are named one by one. Several workers get theirs in an order for them."""
    rest = set() if any("::" in word for word in config.args) else resting(items)
    config.hook.pytest_deselected(items=list(rest))
    items[:] = [item for item in items if item not in rest]
    if WORKERS > 1:
        long: dict[Path, list[pytest.Item]] = {}
        for item in items:
            if item.get_closest_marker("long"):
                long.setdefault(item.path, []).append(item)
        short = [item for item in items if not item.get_closest_marker("long")]
        waiting = [item for item in short if item.path.parent.name in WAITING]
        computing = [item for item in short if item.path.parent.name not in WAITING]
        items[:] = dealt(list(long.values()), waiting, computing, WORKERS)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TURN != EVERY:
        terminalreporter.write_line(f"BOXCARS_TURN={TURN} is the sample of cases; BOXCARS_TURN=all takes every case")


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Read once: every client (every ``httpx.get``) would read them all anew for 30 ms, and no server of ours asks for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        yield
