"""The payload of the coach at ordinary tables, and a game's reference card."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from boxcars.analysis.key_moments import Moments, Turn
from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.core.types import Action
from boxcars.lessons.coach import coach_of, explained, warnings
from boxcars.locale import say, sayer
from boxcars.server.page import position_payload
from boxcars.server.page.schemas.lesson import (
    CoachExplanation,
    CoachOption,
    CoachTip,
    CoachWarnings,
    KeyMoment,
    ReferenceCard,
    ReferencePart,
    RuleLearnt,
)
from boxcars.server.table.table import Table


def explanation_payload(table: Table, seat: int, lang: str, tips: bool) -> CoachExplanation:
    """Return the legal moves and what each is good for; ``tips``: with tips that fit (not in rated games)."""
    found = explained(table.rules, table.state, seat)
    return CoachExplanation(
        mark=table.mark,
        verbs=[CoachOption(say=say(T(text), lang), ways=ways) for text, ways in found.verbs],
        clause=found.clause,
        tips=[CoachTip(key=tip.key, say=say(T(tip.say), lang)) for tip in found.tips] if tips else [],
    )


def doubts_payload(table: Table, seat: int, action: Action, lang: str) -> CoachWarnings:
    """Return the questions before an action that beginners often regret."""
    return CoachWarnings(
        say=[position_payload.say_text(table, lang, text) for text in warnings(table.rules, table.state, seat, action)]
    )


def moments_payload(table: Table, lang: str, found: Moments) -> list[KeyMoment]:
    """Return the moments that changed a seat's win chance most, and every rule that it met for the first time in this game, in
    order."""
    coach = coach_of(table.rules.ui)
    out = []
    if found.fall is not None:
        out.append(_turn_payload(table, lang, "fall", say(T("The turning point"), lang), found.fall))
    if found.best is not None:
        out.append(_turn_payload(table, lang, "best", say(T("Your best turn"), lang), found.best))
    for step, ply in found.steps.items():
        clause = coach.clauses.get(step, "") if coach is not None else ""
        what = coach.verb(step, type(table.rules.read_action(table.acts[ply].body)).__name__) if coach is not None else ""
        if clause and what and clause not in [one.clause for one in out]:
            title = say(T("A rule you used"), lang)
            out.append(KeyMoment(kind="rule", ply=ply, title=title, say=say(T(what), lang), clause=clause))
    return out


def _turn_payload(table: Table, lang: str, kind: Literal["fall", "best"], title: str, turn: Turn) -> KeyMoment:
    speak = sayer(lang, [seat.name for seat in table.doc.seats])
    entry = table.acts[turn.ply]
    text = T(
        "{what}. This turn took your win chance from {before}% to {after}%.",
        what=table.rules.say(table.rules.read_action(entry.body)),
        before=round(100 * turn.before),
        after=round(100 * turn.after),
    )
    return KeyMoment(kind=kind, ply=turn.ply, title=title, say=speak(text), clause="")


@lru_cache(maxsize=64)
def reference_card(game: str, lang: str) -> ReferenceCard | None:
    """Return the reference card of a game; None if it has none."""
    coach = coach_of(registry.make(game).ui)
    if coach is None:
        return None
    parts = [
        ReferencePart(
            title=say(T(heading.title), lang),
            lines=[RuleLearnt(say=say(T(line), lang), clause=clause) for line, clause in heading.lines],
        )
        for heading in coach.card
    ]
    return ReferenceCard(key=game, name=registry.game(game).name, parts=parts)
