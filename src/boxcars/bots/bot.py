"""The interface of bots, and the registry of their kinds."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

import msgspec

from boxcars.bots.seat_view import SeatView
from boxcars.core.game import Refused, Rules
from boxcars.core.registry import load
from boxcars.core.words import Reason, T, Text


class Candidate(msgspec.Struct, frozen=True):
    """One action a bot thought about: how good (0 to 1, its own seat's expectation), how often looked at, and why."""

    action: Any
    value: float
    visits: int
    why: Text


class Bot:
    """Chooses for one seat. Deterministic under its seed: the same views in the same order give the same choices."""

    def __init__(self, rules: Rules[Any], seed: str) -> None:
        self.rules = rules
        self.seed = seed

    def choose(self, view: SeatView) -> Any:
        """The action to play; ``view`` is of the seat to act."""
        raise NotImplementedError

    def explain(self, view: SeatView) -> list[Candidate]:
        """What the bot thought of, best first."""
        action = self.choose(view)
        return [Candidate(action, 0.5, 1, T("No reason given."))]


KINDS: dict[str, str] = {
    "random": "boxcars.bots.simple:RandomBot",
    "heuristic": "boxcars.bots.simple:HeuristicBot",
}
"""Name -> module:callable(rules, seed) -> Bot."""


def kinds() -> dict[str, str]:
    return KINDS | {entry.name: entry.value for entry in entry_points(group="boxcars.bots")}


def make_bot(kind: str, rules: Rules[Any], seed: str) -> Bot:
    known = kinds()
    if kind not in known:
        raise Refused(
            Reason("bad_setup", "", T("There is no bot {kind}; there are: {kinds}.", kind=kind, kinds=", ".join(known)))
        )
    factory: Callable[[Rules[Any], str], Bot] = load(known[kind])
    return factory(rules, seed)
