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
    "easy": "boxcars.bots.levels:easy",
    "normal": "boxcars.bots.levels:normal",
    "hard": "boxcars.bots.levels:hard",
    "expert": "boxcars.bots.levels:expert",
    "search": "boxcars.bots.search:SearchBot",
}
"""Name -> module:callable(rules, seed) -> Bot."""


def kinds() -> dict[str, str]:
    return KINDS | {entry.name: entry.value for entry in entry_points(group="boxcars.bots")}


def check_kind(kind: str) -> str:
    """Where the kind is made (``module:callable``); raises Refused if there is none of that name."""
    known = kinds()
    name = kind.partition(":")[0]
    if name not in known:
        raise Refused(
            Reason("bad_setup", "", T("There is no bot {kind}; there are: {kinds}.", kind=kind, kinds=", ".join(known)))
        )
    return known[name]


def make_bot(kind: str, rules: Rules[Any], seed: str) -> Bot:
    """A bot by the name of its kind; ``kind:key=value:key=value`` changes settings of it (``hard:iterations=50``)."""
    factory: Callable[..., Bot] = load(check_kind(kind))
    settings = kind.split(":")[1:]
    if not settings:
        return factory(rules, seed)
    given: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        try:
            given[key] = float(value) if "." in value else int(value) if value.lstrip("-").isdigit() else value
        except ValueError:
            given[key] = value
    try:
        return factory(rules, seed, **given)
    except TypeError:
        raise Refused(Reason("bad_setup", "", T("The bot {kind} has no such setting.", kind=kind))) from None
