"""Why an action is better than the one played: what speaks for it on the board, and where the two lines of play lead.

Both lines end in the worlds that measured the loss. A fact is named only where it differs beyond its standard error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from math import sqrt
from typing import Any, Literal, NamedTuple

from boxcars.core import registry
from boxcars.core.line_facts import Fact
from boxcars.core.messages import T, Text, Value, Who

Horizon = Literal["turn", "turns", "next", "game"]
"""Where a second look ends: with the turn, some turns later, with the seat's next turn, or with the game."""
MOST_FACTS = 2
"""The greatest number of facts that are named."""
MIN_WORTH = 1.0
"""The smallest value of a named fact, in points."""
OWN_FIRST = 1.5
"""A rival's fact must be worth this many times as much as an own one to be named first."""
SURE_SE = 1.64


class LineEnd(NamedTuple):
    """The end of a line of play: the facts of every seat, and whether the game was over."""

    facts: list[list[Fact]]
    over: bool


class Change(NamedTuple):
    """A fact of a seat after the better line and after the line played: means over worlds."""

    seat: int
    name: Text
    better: float
    played: float
    worth: float


@cache
def facts_function(game: str) -> Callable[[Any, Any, int], list[Fact]] | None:
    """Return the function that lists a game's facts; None if the game has none."""
    package = registry.game(game).evaluator.partition(":")[0].rpartition(".")[0]
    if not package or find_spec(f"{package}.line_facts") is None:
        return None
    found: Callable[[Any, Any, int], list[Fact]] = registry.load(f"{package}.line_facts:facts")
    return found


def end_of_line(rules: Any, world: Any) -> LineEnd:
    known = facts_function(rules.game)
    seats = range(rules.players) if known is not None else ()
    return LineEnd([known(rules, world, seat) for seat in seats] if known else [], rules.actor(world) < 0)


def changes(better: list[LineEnd], played: list[LineEnd], seat: int) -> list[Change]:
    """Return the facts in which two lines differ for sure and to the seat's advantage, what counts most first."""
    found = []
    for who in range(len(better[0].facts)):
        for number, fact in enumerate(better[0].facts[who]):
            good = [end.facts[who][number].value for end in better]
            bad = [end.facts[who][number].value for end in played]
            gains = [a - b for a, b in zip(good, bad, strict=True)]
            n = len(gains)
            gain = sum(gains) / n
            error = sqrt(sum((one - gain) ** 2 for one in gains) / max(1, n - 1) / n)
            worth = gain * fact.worth * (1 if who == seat else -1 / OWN_FIRST)
            if worth >= MIN_WORTH and abs(gain) > SURE_SE * error:
                found.append(Change(who, fact.name, sum(good) / n, sum(bad) / n, worth))
    return sorted(found, key=lambda change: -change.worth)


def sentence(reason: Text, found: list[Change], seat: int, horizon: Horizon) -> Text:
    """Return the reason, and what the better line leads to: means over worlds, in whole numbers."""
    named = []
    for one in [change for change in found if round(change.better) != round(change.played)][:MOST_FACTS]:
        values: dict[str, Value] = {"name": one.name, "better": round(one.better), "played": round(one.played)}
        named.append(
            T("{name} {better} instead of {played}", **values)
            if one.seat == seat
            else T("{who}: {name} {better} instead of {played}", who=Who(one.seat), **values)
        )
    if not named:
        return reason
    ends = {
        "turn": T("By the end of the turn: {facts}.", facts=named),
        "turns": T("A few turns later: {facts}.", facts=named),
        "next": T("By the next turn: {facts}.", facts=named),
        "game": T("By the end of the game: {facts}.", facts=named),
    }
    return T("{reason} {outcome}", reason=reason, outcome=ends[horizon])
