"""Shared by all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("boxcars", deadline=None, print_blob=True)
settings.load_profile("boxcars")

FAILED = Path(__file__).parents[1] / "build" / "failed"
"""The tests that failed last, a line each: ``tools/again.py`` tries them once more."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(session.config, "workerinput") or reporter is None:
        return
    failed = [report.nodeid for kind in ("failed", "error") for report in reporter.stats.get(kind, ())]
    FAILED.parent.mkdir(exist_ok=True)
    FAILED.write_text("".join(f"{test}\n" for test in dict.fromkeys(failed)), encoding="utf-8")
