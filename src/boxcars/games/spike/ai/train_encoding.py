"""Where a train of Spike is, as numbers for learners."""

from __future__ import annotations

from typing import Any

from boxcars.core.field_encoding import Kind
from boxcars.games.spike.map import Chart


class TrainPlace(Kind):
    """The point of its city or the point it is heading for, then the track it stands on (none: it stopped in a city)."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.points = len(chart.points)
        self.size = self.points + len(chart.segments)

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        name: str = value
        place = self.chart.place(name) if name else None
        if place is not None:
            segment, point = place
            out[at + point] = 1.0
            if segment >= 0:
                out[at + self.points + segment] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        point = next((i for i in range(self.points) if x[at + i] > 0.5), -1)
        segment = next((i for i in range(self.size - self.points) if x[at + self.points + i] > 0.5), -1)
        return self.chart.at(segment, point) if point >= 0 else ""

    def describe_values(self) -> str:
        return f"one of {self.points} points, then one of {self.size - self.points} segments"
