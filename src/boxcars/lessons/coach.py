"""The coach of ordinary games: what can be done and what it is good for, tips, warnings, the reference card.

A game's ``ui`` package has the texts (``coach.toml``) and counts what the coach refers to (``coach_facts.py``): ``facts`` of a
position as a seat sees it, and of a ``deed`` before it is done. Both get only the observation, so they cannot tell anything
hidden. What an action leads to is tried in an imagined world.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.resources import files
from typing import Any, Protocol, cast

import msgspec

from boxcars.core import codec
from boxcars.core.game import Rules
from boxcars.core.messages import Text
from boxcars.lessons.lesson_format import Match, Part
from boxcars.lessons.pattern_match import fits, plain

Facts = dict[str, int]


class CoachFacts(Protocol):
    """``coach_facts.py`` of a game: the figures the coach refers to."""

    def facts(self, rules: Any, seen: Any, seat: int) -> Facts: ...

    def deed(self, rules: Any, seen: Any, seat: int, action: Any) -> Facts: ...


class Tip(Part, frozen=True, kw_only=True):
    """Said once to each browser when the step first comes; ``if``: only where the facts are so."""

    step: str
    say: str
    when: Match = msgspec.field(default={}, name="if")

    @property
    def key(self) -> str:
        return blake2b(self.say.encode(), digest_size=4).hexdigest()


class Watch(Part, frozen=True, kw_only=True):
    """A mistake that beginners make. ``match`` looks at the action and its ``deed``, ``before`` and ``after`` at the facts.

    ``grows``: a fact that the action makes larger; ``still``: one that it leaves as it is. ``say`` may name facts: ``{cash}``.
    """

    match: Match
    say: str
    before: Match = {}
    after: Match = {}
    grows: str = ""
    still: str = ""

    def holds(self, before: Facts, after: Facts) -> bool:
        return (
            fits(self.before, before)
            and fits(self.after, after)
            and (not self.grows or after[self.grows] > before[self.grows])
            and (not self.still or after[self.still] == before[self.still])
        )


class Heading(Part, frozen=True, kw_only=True):
    """A part of the reference card: sentences, each with the clause that says it at length."""

    title: str
    lines: list[tuple[str, str]]


class Coach(Part, frozen=True, kw_only=True):
    """What stands in a ``coach.toml``."""

    clauses: dict[str, str]
    """Where the rules speak of a step."""
    verbs: dict[str, str]
    """What an action is, and what it is good for: by its name, or by step and name ("PayTheft.Yes")."""
    tip: list[Tip] = []
    watch: list[Watch] = []
    card: list[Heading] = []

    def verb(self, step: str, name: str) -> str:
        return self.verbs.get(f"{step}.{name}") or self.verbs.get(name, "")


@cache
def coach_of(ui: str) -> Coach | None:
    """Return the coach of a game, by the name of its ``ui`` package, or None if it has none."""
    path = files(ui) / "coach.toml"
    return codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Coach) if path.is_file() else None


@cache
def coach_facts_of(ui: str) -> CoachFacts:
    return cast(CoachFacts, import_module(f"{ui}.coach_facts"))


def texts(coach: Coach) -> list[str]:
    """Return every sentence of a coach, for the catalogues."""
    card = [text for heading in coach.card for text in (heading.title, *(line for line, _ in heading.lines))]
    return [*coach.verbs.values(), *(tip.say for tip in coach.tip), *(watch.say for watch in coach.watch), *card]


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat to act can do: (sentence, how many ways) by verb, the clause of the step, the tips that fit."""

    verbs: list[tuple[str, int]]
    clause: str
    tips: list[Tip]


def explained(rules: Rules[Any], state: Any, seat: int) -> Explained:
    """Return what a seat can do now; nothing where it is not its turn."""
    coach = coach_of(rules.ui)
    if coach is None or rules.actor(state) != seat:
        return Explained(verbs=[], clause="", tips=[])
    step = type(state.agenda[-1]).__name__
    count = Counter(type(action).__name__ for action in rules.legal(state))
    count.update({verb.__name__: 1 for verb in rules.open_verbs if verb in rules.chapters[type(state.agenda[-1])].verbs})
    facts = coach_facts_of(rules.ui).facts(rules, rules.observe(state, seat), seat)
    tips = [tip for tip in coach.tip if tip.step == step and fits(tip.when, facts)]
    verbs = [(coach.verb(step, name), ways) for name, ways in count.items()]
    return Explained(verbs=[(text, ways) for text, ways in verbs if text], clause=coach.clauses.get(step, ""), tips=tips)


def warnings(rules: Rules[Any], state: Any, seat: int, action: Any) -> list[Text]:
    """Return what a coach says before an action that beginners regret. The action is legal."""
    coach = coach_of(rules.ui)
    if coach is None:
        return []
    game_facts = coach_facts_of(rules.ui)
    seen = rules.observe(state, seat)
    doing: dict[str, Any] = plain(action) | game_facts.deed(rules, seen, seat, action)
    doubts = [watch for watch in coach.watch if fits(watch.match, doing)]
    if not doubts:
        return []
    world = rules.imagine(state, seat, "coach")
    rules.apply(world, action)
    before = game_facts.facts(rules, seen, seat)
    after = game_facts.facts(rules, rules.observe(world, seat), seat)
    values = {name: value for name, value in (doing | after).items() if isinstance(value, int)}
    return [Text(watch.say, dict(values)) for watch in doubts if watch.holds(before, after)]
