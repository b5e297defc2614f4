"""Where the seat's own returned tickets lie under the deck, as fields for learners."""

from __future__ import annotations

from typing import Any

from boxcars.core.field_encoding import Kind


class OwnReturned(Kind):
    """For each ticket its place among the returned ones, counted from 1; 0: not there, or returned by another seat."""

    def __init__(self, tickets: int) -> None:
        self.size = tickets

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for place, ticket in value:
            out[at + ticket] = (place + 1) / self.size

    def read(self, x: list[float], at: int, me: int) -> Any:
        places = [(round(x[at + ticket] * self.size) - 1, ticket) for ticket in range(self.size)]
        return sorted((place, ticket) for place, ticket in places if place >= 0)

    def describe_values(self) -> str:
        return f"per ticket its place / {self.size}, 0 for none"
