"""Rules broken one at a time are noticed by the game's own fast tests (docs/develop/mutation-testing.md)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.core import registry
from tests.scale import FULL, TURN, in_turn

ROOT = Path(__file__).parents[2]
COUNT, FLOOR = (300, 0.94) if FULL else (40, 0.87)
"""So many must be noticed. The goal is 0.95; fresh samples of one game had 0.93 to 1, and 40 are few."""


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(7200)
def test_broken_rules_are_noticed() -> None:
    """40 of the thousands of one game, each game in turn; 300 of all games in a full run. In a process of its own, which has
    imported no rule yet. Equivalent mutants (tools/mutation/equivalent.toml) are not tried."""
    games = in_turn(list(registry.games()), 5, "mutants")
    how = ["--mutants", str(COUNT), "--seed", f"mutants {TURN}"]
    done = subprocess.run([sys.executable, "tools/mutation", *games, *how], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = re.search(r"^noticed: (\d+) of (\d+)", done.stdout, re.MULTILINE)
    assert figures is not None, done.stdout
    noticed, tried = map(int, figures.groups())
    assert tried > COUNT / 2 and noticed >= FLOOR * tried, done.stdout


def test_equivalent_mutants_are_there() -> None:
    """An entry whose line was rewritten would silently be tried again, and count."""
    look = (
        "from equivalent import find_equivalent; from places import GAMES, RAIL, mutants; "
        "games = [p.name for p in GAMES.iterdir() if (p / 'rules.py').is_file()]; "
        "print(*find_equivalent([m for game in [*games, RAIL] for m in mutants(game)])[1], sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT / "tools" / "mutation", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not done.stdout.strip(), done.stdout


def test_mutants_made_by_hand_are_there() -> None:
    """Each entry replaces a line that still stands in its file, and what is put there can be compiled."""
    look = (
        "from by_hand import read_by_hand; from places import broken_source, source; found, lost = read_by_hand(); "
        "print(*lost, *(m.text for m in found if broken_source(m) == source(m)), sep='\\n'); assert len(found) >= 90"
    )
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT / "tools" / "mutation", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not done.stdout.strip(), done.stdout
