"""What a line of play leads to, in numbers that a player can check on the board: income, deliveries, tickets.

A game's ``ai/line_facts.py`` has a function ``facts(rules, state, seat)``. An analysis compares the facts at the end of two lines
of play and names those in which the better one differs.
"""

from __future__ import annotations

from typing import NamedTuple

from boxcars.core.messages import Text


class Fact(NamedTuple):
    """One number of a seat. ``worth``: roughly how much one more of it counts, in points of the final score; below 0: less is
    better."""

    key: str
    name: Text
    value: int
    worth: float
