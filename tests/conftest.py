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

from tests.scale import EVERY, TURN, in_turn

settings.register_profile("boxcars", deadline=None, print_blob=True)
settings.load_profile("boxcars")

if "PYTEST_XDIST_WORKER" in os.environ:  # the processors are shared out already: more threads would only wait, busily
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

FAILED = Path(__file__).parents[1] / "build" / "failed"
"""The tests that failed last, a line each: ``tools/again.py`` tries them once more."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(session.config, "workerinput") or reporter is None:
        return
    failed = [report.nodeid for kind in ("failed", "error") for report in reporter.stats.get(kind, ())]
    FAILED.parent.mkdir(exist_ok=True)
    FAILED.write_text("".join(f"{test}\n" for test in dict.fromkeys(failed)), encoding="utf-8")


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whose turn it is not is left out, unless tests are named one by one. What takes long comes first, so that nobody sits idle
    while another has just begun it."""
    rest = set() if any("::" in word for word in config.args) else resting(items)
    config.hook.pytest_deselected(items=list(rest))
    items[:] = sorted((item for item in items if item not in rest), key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TURN != EVERY:
        terminalreporter.write_line(f"BOXCARS_TURN={TURN} takes the same cases again")


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Read once: every client (every ``httpx.get``) would read them all anew for 30 ms, and no server of ours asks for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        yield
