"""A blind check of sense: an expert was forced to blunder now and then, and the analysis must find where.

``benchmarks/blunders.py`` plays such games and finds out what a blunder costs; a few of them are kept here, those with the lowest
numbers that had any, with what was forced (when rules change, new ones are played). All of them are in
docs/lab/2026-analysis.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.forced import Checked, check
from tests.analysis.games import golden

KEPT = Path(__file__).parent / "blunders"
FORCED: dict[str, dict[str, Any]] = json.loads((KEPT / "forced.json").read_text())
"""By the name of a record: the expert's seat, and the plies at which it was forced, with what that cost."""


def checked(name: str) -> Checked:
    told = FORCED[name]
    return check(golden(f"analysis/blunders/{name}.jsonl"), told["seat"], {int(ply) for ply in told["costs"]}, every=7)


def test_what_was_forced_is_kept_with_its_cost() -> None:
    assert {name.rpartition("-")[0] for name in FORCED} == {"age_of_steam", "steam", "ticket_to_ride", "silverton", "spike"}
    assert {path.stem for path in KEPT.glob("*.jsonl")} == set(FORCED)
    for name, told in FORCED.items():
        record = golden(f"analysis/blunders/{name}.jsonl")
        assert record.verify() == []
        assert all(record.entries[int(ply)].seat == told["seat"] and cost >= 0.1 for ply, cost in told["costs"].items())


@pytest.mark.slow
def test_forced_blunders_are_found_and_stand_above_all_else() -> None:
    games = [checked(name) for name in FORCED]
    forced = sum(len(one.forced) for one in games)
    assert forced >= 10
    assert sum(len(one.found) for one in games) >= 0.8 * forced
    assert sum(len(one.above) for one in games) >= 0.8 * forced
