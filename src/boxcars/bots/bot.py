"""The interface of bots, and the registry of their kinds.

A kind is a name of ``KINDS``, of the entry point group ``boxcars.bots``, or ``module.Class``; ``kind:setting=value`` changes
settings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from inspect import Parameter, signature
from logging import getLogger
from typing import Any

import msgspec

from boxcars.bots.evaluators import has_evaluator, missing_evaluator
from boxcars.bots.search_settings import FORMER_NAMES
from boxcars.bots.seat_view import SeatView
from boxcars.core.game import Refused
from boxcars.core.messages import T, Text
from boxcars.core.registry import load
from boxcars.core.type_aliases import AnyRules, Json
from boxcars.core.types import Action, Reason

log = getLogger(__name__)


class Candidate(msgspec.Struct, frozen=True):
    """One action that a bot compared, and a sentence that says what speaks for it."""

    action: Any
    value: float
    """The probability of the bot's own seat to win, 0 … 1."""
    visits: int
    """How often the action was tried."""
    why: Text
    """A sentence that says what speaks for it."""


class Bot:
    """A program that chooses for one seat. Deterministic under its seed: the same views in the same order give the same
    choices."""

    def __init__(self, rules: AnyRules, seed: str) -> None:
        self.rules = rules
        self.seed = seed

    def choose(self, view: SeatView) -> Action:
        """Return the action to play; ``view`` is of the seat to act."""
        raise NotImplementedError

    def explain(self, view: SeatView) -> list[Candidate]:
        """Return the actions that the bot compared, best first."""
        action = self.choose(view)
        return [Candidate(action, 0.5, 1, T("No reason given."))]


KINDS: dict[str, str] = {
    "random": "boxcars.bots.simple_bots:RandomBot",
    "heuristic": "boxcars.bots.simple_bots:HeuristicBot",
    "novice": "boxcars.bots.levels:novice",
    "easy": "boxcars.bots.levels:easy",
    "normal": "boxcars.bots.levels:normal",
    "hard": "boxcars.bots.levels:hard",
    "expert": "boxcars.bots.levels:expert",
    "search": "boxcars.bots.search_bot:SearchBot",
    "expert@1": "boxcars.bots.former_levels:expert_1",
}
"""Name -> module:callable(rules, seed) -> Bot."""


def bot_kinds() -> dict[str, str]:
    """Return all named kinds, those of other distributions included: name -> module:callable."""
    return KINDS | {entry.name: entry.value for entry in entry_points(group="boxcars.bots")}


DEFAULT_KIND = "heuristic"
"""The kind that plays where none is named, or where the name is not known."""


@cache
def offered_kinds() -> dict[str, str]:
    """Return the kinds that strangers may ask a server for, by these names and nothing else.

    ``search`` is not among them: it needs a budget, and a budget is for the host to give.
    """
    return {name: where for name, where in bot_kinds().items() if name != "search" and name.isidentifier()}


@cache
def shown_kinds(game: str = "") -> list[str]:
    """Return the levels a person chooses from, the weakest first, then those of plug-ins.

    In a ``game`` without an evaluator that is the bot random alone.
    """
    if game and not has_evaluator(game):
        return ["random"]
    return [name for name in offered_kinds() if name not in ("random", "heuristic")]


def make_offered_bot(name: str, rules: AnyRules, seed: str) -> Bot:
    """Return a bot of the offered kinds; a name that is not offered loads nothing: the default kind plays.

    In a game without an evaluator the bot random plays.
    """
    if (name in KINDS and name != "random") or name not in offered_kinds():
        why = missing_evaluator(rules.game)
        if why is not None:
            _warn_once(str(why))
            name = "random"
    factory: Callable[..., Bot] = load(offered_kinds().get(name) or KINDS[DEFAULT_KIND])
    return factory(rules, seed)


@cache
def _warn_once(why: str) -> None:
    log.warning("%s", why)


def check_kind(kind: str) -> str:
    """Return where the kind is made (``module:callable``); raises Refused that says what is wrong with its name or a setting.

    A name with a dot is a class of your own, wherever Python finds it: ``my_bots.Careful``.
    """
    name, *settings = kind.split(":")
    where = ":".join(name.rpartition(".")[::2]) if "." in name else bot_kinds().get(name, "")
    parse_settings(kind, _load_factory(name, where), settings)
    return where


def _load_factory(name: str, where: str) -> Callable[..., Bot]:
    """Import the factory of a kind; an import that fails is reported as what it is."""
    module, _, attribute = where.partition(":")
    if not module:
        raise refusal(T("There's no bot called {kind}. Choose one of these: {kinds}.", kind=name, kinds=", ".join(bot_kinds())))
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise refusal(
                T("There's no bot called {kind}: we couldn't find the module {module}.", kind=name, module=error.name)
            ) from error
        raise refusal(T("We couldn't import the bot {kind}: {error}.", kind=name, error=str(error))) from error
    except ImportError as error:
        raise refusal(T("We couldn't import the bot {kind}: {error}.", kind=name, error=str(error))) from error
    factory: Callable[..., Bot] | None = getattr(found, attribute, None)
    if factory is None:
        raise refusal(
            T("There's no bot called {kind}: {module} doesn't contain {name}.", kind=name, module=module, name=attribute)
        )
    return factory


def parse_settings(kind: str, factory: Callable[..., Bot], settings: list[str]) -> Json:
    """Return ``key=value`` texts as keyword arguments of the factory: numbers where the default is one."""
    usual = {p.name: p.default for p in signature(factory).parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
    given: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in usual:
            names = ", ".join(name for name in usual if name not in FORMER_NAMES) or "–"
            raise refusal(
                T(
                    ("The bot {kind} has no setting called {setting}. Choose one of these: {settings}."),
                    kind=kind,
                    setting=key,
                    settings=names,
                )
            )
        try:
            given[key] = value if isinstance(usual[key], str) else float(value) if "." in value else int(value)
        except ValueError:
            raise refusal(T("For the bot {kind}, {setting} must be a number.", kind=kind, setting=key)) from None
    return given


def refusal(text: Text) -> Refused:
    """Return the exception for a wrong kind of bot."""
    return Refused(Reason("bad_setup", "", text))


def make_bot(kind: str, rules: AnyRules, seed: str) -> Bot:
    """Return a bot by the name of its kind; ``kind:key=value:key=value`` changes settings of it (``hard:iterations=50``)."""
    factory: Callable[..., Bot] = load(check_kind(kind))
    try:
        return factory(rules, seed, **parse_settings(kind, factory, kind.split(":")[1:]))
    except ValueError as error:
        raise refusal(T("The bot {kind}: {error}", kind=kind, error=str(error))) from None
