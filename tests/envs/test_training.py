"""The training example learns; the documentation's programs run; codes keep their meaning."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.envs.encoding import Coding
from boxcars.envs.game_session import VERSION
from tests.scale import FULL

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.long
def test_the_training_example_learns(tmp_path: Path) -> None:
    """30 000 words are enough to win nearly always against a random player: sixty games tell it apart from every second."""
    words = ["--words", "30000", "--tests", "200" if FULL else "60", "--out", str(tmp_path / "curve")]
    program = [sys.executable, str(ROOT / "examples" / "train_ppo.py")]
    subprocess.run([*program, *words], check=True, timeout=280, capture_output=True)
    result = json.loads((tmp_path / "curve.json").read_text())
    before, after = result["before"], result["after"]
    assert after["low"] > before["high"]
    assert after["score_difference"] > before["score_difference"] + 30
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_the_published_curve_is_that_of_the_figures() -> None:
    text = (ROOT / "docs" / "lab" / "2026-training-example.md").read_text(encoding="utf-8")
    result = json.loads((ROOT / "docs" / "lab" / "2026-training-example.json").read_text())
    assert f"{result['before']['won']:.1%}" in text and f"{result['after']['won']:.1%}" in text
    assert result["after"]["won"] > result["before"]["won"] + 0.2


def test_sizes_in_the_documentation() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    for line, (game, map, players) in {
        "Ticket to Ride, 2": ("ticket_to_ride", None, 2),
        "Age of Steam, St. Lucia, 2": ("age_of_steam", "st_lucia", 2),
        "Age of Steam, Rust Belt, 4": ("age_of_steam", "rust_belt", 4),
        "Steam, north-east of North America, 4": ("steam", "north_america", 4),
        "Spike, 3": ("spike", None, 3),
        "Silverton, Colorado, 2": ("silverton", "colorado", 2),
    }.items():
        coding = Coding(registry.make(game, map, players))
        assert f"| {line} | {coding.features} | {coding.actions} | {coding.size} |" in text


def test_codes_keep_their_meaning() -> None:
    """If this fails, what networks have learned is worth nothing: raise VERSION, then write down the new digest."""
    vocabulary = Coding(registry.make("ticket_to_ride")).vocabulary
    assert VERSION == "v1"
    assert blake2b("\n".join(vocabulary).encode(), digest_size=8).hexdigest() == "ee93030256416a2a"
