"""The interface of bots, and the registry of their kinds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from inspect import Parameter, signature
from typing import Any

import msgspec

from boxcars.bots.seat_view import SeatView
from boxcars.core.game import Refused
from boxcars.core.kinds import AnyRules, Json
from boxcars.core.registry import load
from boxcars.core.words import Action, Reason, T, Text


class Candidate(msgspec.Struct, frozen=True):
    """One action a bot thought about: how good (0 to 1, its own seat's expectation), how often looked at, and why."""

    action: Any
    value: float
    visits: int
    why: Text


class Bot:
    """Chooses for one seat. Deterministic under its seed: the same views in the same order give the same choices."""

    def __init__(self, rules: AnyRules, seed: str) -> None:
        self.rules = rules
        self.seed = seed

    def choose(self, view: SeatView) -> Action:
        """The action to play; ``view`` is of the seat to act."""
        raise NotImplementedError

    def explain(self, view: SeatView) -> list[Candidate]:
        """What the bot thought of, best first."""
        action = self.choose(view)
        return [Candidate(action, 0.5, 1, T("No reason given."))]


KINDS: dict[str, str] = {
    "random": "boxcars.bots.simple:RandomBot",
    "heuristic": "boxcars.bots.simple:HeuristicBot",
    "novice": "boxcars.bots.levels:novice",
    "easy": "boxcars.bots.levels:easy",
    "normal": "boxcars.bots.levels:normal",
    "hard": "boxcars.bots.levels:hard",
    "expert": "boxcars.bots.levels:expert",
    "search": "boxcars.bots.search:SearchBot",
    "expert@1": "boxcars.bots.former:expert_1",
}
"""Name -> module:callable(rules, seed) -> Bot."""


def kinds() -> dict[str, str]:
    return KINDS | {entry.name: entry.value for entry in entry_points(group="boxcars.bots")}


USUAL = "heuristic"
"""Plays where nobody has said how well, and where what was said means nothing here."""


@cache
def offered() -> dict[str, str]:
    """The kinds that strangers may ask a server for, by these names and nothing else.

    ``search`` is not among them: it is for those who give it a budget, and a budget is for the host to give.
    """
    return {name: where for name, where in kinds().items() if name != "search" and name.isidentifier()}


@cache
def shown() -> list[str]:
    """The levels a person chooses from, the weakest first, then those of plug-ins. Who measures or tests has others."""
    return [name for name in offered() if name not in ("random", "heuristic")]


def make_offered(name: str, rules: AnyRules, seed: str) -> Bot:
    """A bot from that list; a name that is not on it loads nothing: the usual one plays."""
    factory: Callable[..., Bot] = load(offered().get(name) or KINDS[USUAL])
    return factory(rules, seed)


def check_kind(kind: str) -> str:
    """Where the kind is made (``module:callable``); raises Refused if there is none of that name or a setting is wrong.

    A name with a dot is a class of one's own, wherever Python finds it: ``my_bots.Careful``.
    """
    known = kinds()
    name, *settings = kind.split(":")
    where = ":".join(name.rpartition(".")[::2]) if "." in name else known.get(name, "")
    try:
        factory = load(where) if where else None
    except (ImportError, AttributeError, ValueError):
        factory = None
    if factory is None:
        raise refused(T("There is no bot {kind}; there are: {kinds}.", kind=name, kinds=", ".join(known)))
    read_settings(kind, factory, settings)
    return where


def read_settings(kind: str, factory: Callable[..., Bot], settings: list[str]) -> Json:
    """``key=value`` for keyword parameters of the factory: a number where the usual value is one."""
    usual = {p.name: p.default for p in signature(factory).parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
    given: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in usual:
            names = ", ".join(usual) or "–"
            raise refused(
                T("The bot {kind} has no setting {setting}; there are: {settings}.", kind=kind, setting=key, settings=names)
            )
        try:
            given[key] = value if isinstance(usual[key], str) else float(value) if "." in value else int(value)
        except ValueError:
            raise refused(T("The bot {kind}: {setting} must be a number.", kind=kind, setting=key)) from None
    return given


def refused(text: Text) -> Refused:
    return Refused(Reason("bad_setup", "", text))


def make_bot(kind: str, rules: AnyRules, seed: str) -> Bot:
    """A bot by the name of its kind; ``kind:key=value:key=value`` changes settings of it (``hard:iterations=50``)."""
    factory: Callable[..., Bot] = load(check_kind(kind))
    try:
        return factory(rules, seed, **read_settings(kind, factory, kind.split(":")[1:]))
    except ValueError as error:
        raise refused(T("The bot {kind}: {error}", kind=kind, error=str(error))) from None
