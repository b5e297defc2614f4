"""Shared by all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that nobody sits idle while another has just begun it."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session", autouse=True)
def certificates() -> Iterator[None]:
    """Read once: every client (every ``httpx.get``) would read them all anew for 30 ms, and no server of ours asks for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        yield
