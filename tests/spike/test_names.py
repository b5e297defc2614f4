"""Junctions, tracks and segments are called by the cities around them: nobody can see an id on the board."""

from __future__ import annotations

from boxcars.core import registry
from boxcars.games.spike.rules import Spike


def test_no_two_points_and_no_two_tracks_are_called_the_same() -> None:
    rules = registry.make("spike", players=3)
    assert isinstance(rules, Spike)
    chart = rules.chart
    assert len({str(text) for text in rules.point_texts}) == len(chart.points)
    named = {str(rules.name(f"seg:{s}")) for s in chart.segments}
    assert len(named) == len(chart.segments)
    assert not [name for name in named if any(f"{s})" in name for s in chart.segments)]


def test_a_train_is_on_a_track_between_two_points() -> None:
    rules = registry.make("spike", players=3)
    assert isinstance(rules, Spike)
    chart = rules.chart
    a, b = chart.ends[0]
    there, back = (str(rules.name(f"run:{chart.segments[0]}>{chart.points[p]}")) for p in (b, a))
    assert there == f"the track from {rules.point_texts[a]} toward {rules.point_texts[b]}"
    assert back == f"the track from {rules.point_texts[b]} toward {rules.point_texts[a]}"
