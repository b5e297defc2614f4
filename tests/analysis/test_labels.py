"""How much has a name: of what is done at random more than half of what could be lost at all, next to nothing of what experts do.

Both are asked in the same positions of a sound game, decision by decision: at random means any legal action with the same chance,
once in each position; no game is played at random. The experts are searches with luck and worlds of their own: that the analyst
agrees with them is no matter of course (in Ticket to Ride and Spike the expert is the analyst). In Silverton most choices are
good enough, and the first of the two does not hold (docs/lab/2026-analysis.md).
"""

from __future__ import annotations

import pytest

from boxcars.analysis import Decision
from tests.analysis.games import golden, sampled

GAMES = [
    ("age_of_steam/golden/rust_belt-3-heuristic.jsonl", 9),
    ("steam/golden/ruhr-3-heuristic-mode=standard.jsonl", 9),
    ("ticket_to_ride/golden/usa-2-heuristic.jsonl", 4),
    ("spike/golden/eastern_usa-2-heuristic.jsonl", 3),
]
"""And of how many decisions one is looked at."""
SEARCHED = [(name, every, "expert:seconds=0") for name, every in GAMES[:2]] + [
    ("silverton/golden/colorado-3-heuristic.jsonl", 23, "expert:seconds=0"),
]


def named(chosen: list[Decision]) -> int:
    assert len(chosen) > 20
    return sum(bool(one.label) for one in chosen)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "every"), GAMES)
def test_random_play_is_seen_through(name: str, every: int) -> None:
    chosen = sampled(golden(name), every, "random")
    stakes = sum(one.matters for one in chosen)
    assert stakes > 7
    assert named(chosen) > 0.5 * stakes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "every", "kind"), SEARCHED)
def test_experts_are_hardly_labelled(name: str, every: int, kind: str) -> None:
    chosen = sampled(golden(name), every, kind)
    assert named(chosen) < 0.03 * len(chosen)
