"""How much has a name: more than half of what is done at random, next to nothing of what experts do.

Both are asked in the same positions of a sound game, decision by decision, all of them counted in which there is a choice. The
experts are searches with luck and worlds of their own: that the analyst agrees with them is no matter of course.
"""

from __future__ import annotations

import pytest

from boxcars.analysis import Decision
from tests.analysis.games import golden, sampled

RUST_BELT = "age_of_steam/golden/rust_belt-3-heuristic.jsonl"


def share(chosen: list[Decision]) -> float:
    assert len(chosen) > 20
    return sum(bool(one.label) for one in chosen) / len(chosen)


@pytest.mark.slow
def test_random_play_is_seen_through() -> None:
    assert share(sampled(golden(RUST_BELT), 9, "random")) > 0.5


@pytest.mark.slow
def test_experts_are_hardly_labelled() -> None:
    assert share(sampled(golden(RUST_BELT), 9, "expert:seconds=0")) < 0.03
