"""What the oracles of the games share: a game as its log tells it, and what is said when it cannot be so.

An oracle (``tests/<game>/oracle.py``) knows the printed data, the set-up and the log, and nothing else: it is written from the
rules text and shares no code with the chapters. It hears every action and every event and says what must follow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from boxcars.bots import SeatView, make_bot
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules


class Deviation(AssertionError):
    """The log tells what the rules do not allow, or the engine has another result."""


class Oracle(Protocol):
    def hear(self, seat: int, action: Any, events: list[Any]) -> None: ...

    def result(self) -> tuple[list[int], list[int]]:
        """Scores and ranks."""
        ...


def must(ok: bool, what: str) -> None:
    if not ok:
        raise Deviation(what)


def ranks_of(keys: list[Any]) -> list[int]:
    """Place 1 for the best; equals share a place."""
    return [1 + sum(other > key for other in keys) for key in keys]


def listen(rules: Rules[Any], kinds: list[str], seed: str, begin: Callable[[Any, list[Any]], Oracle]) -> int:
    """Play a game between bots before an oracle; how many actions it heard."""
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat, kind in enumerate(kinds)]
    told: list[Any] = []
    state = rules.start(Chance(seed_from(seed)), told)
    oracle = begin(state, told)
    heard = 0
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(SeatView(rules, state, seat))
        oracle.hear(seat, action, rules.play(state, seat, action))
        heard += 1
    outcome = rules.outcome(state)
    assert outcome is not None
    must((outcome.scores, outcome.ranks) == oracle.result(), f"{outcome.scores} {outcome.ranks}, not {oracle.result()}")
    return heard
