"""A blind check of sense: an expert is forced to blunder now and then, and the analysis must find where.

``benchmarks/analysis.py blunders`` asks the same of many games: there four of five are to be found. In two games as few as
six of ten may be found by somebody who finds 80 per cent, and the games change with every new learned player.
"""

from __future__ import annotations

import pytest

from tests.analysis.forced import check


@pytest.mark.slow
def test_forced_blunders_are_found() -> None:
    games = [check("ticket_to_ride", 2, f"fresh blunder {n}", every=3) for n in (0, 1)]
    forced = sum(len(one.forced) for one in games)
    assert forced > 8
    assert sum(len(one.found) for one in games) >= 0.6 * forced
    assert sum(len(one.above) for one in games) >= 0.6 * forced
