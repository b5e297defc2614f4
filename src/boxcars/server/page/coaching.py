"""What the coach tells at an ordinary table, and a game's reference card."""

from __future__ import annotations

from functools import lru_cache

from boxcars.core import registry
from boxcars.core.words import Action, T
from boxcars.lessons.coach import coach_of, explained, warnings
from boxcars.locale import say
from boxcars.server.page import easel
from boxcars.server.page.sent_lesson import CardPart, CoachTip, Doubts, Explained, Learnt, Reference, Verb
from boxcars.server.table.table import Table


def told(table: Table, seat: int, lang: str, tips: bool) -> Explained:
    """What the seat can do and what it is good for; ``tips``: with those that fit (a game that counts has none)."""
    found = explained(table.rules, table.state, seat)
    return Explained(
        mark=table.mark,
        verbs=[Verb(say=say(T(text), lang), ways=ways) for text, ways in found.verbs],
        clause=found.clause,
        tips=[CoachTip(key=tip.key, say=say(T(tip.say), lang)) for tip in found.tips] if tips else [],
    )


def doubts(table: Table, seat: int, action: Action, lang: str) -> Doubts:
    """What is asked before an action that beginners regret."""
    return Doubts(say=[easel.say_text(table, lang, text) for text in warnings(table.rules, table.state, seat, action)])


@lru_cache(maxsize=64)
def card(game: str, lang: str) -> Reference | None:
    """The reference card of a game; None where it has none."""
    coach = coach_of(registry.make(game).face)
    if coach is None:
        return None
    parts = [
        CardPart(
            title=say(T(heading.title), lang),
            lines=[Learnt(say=say(T(line), lang), clause=clause) for line, clause in heading.lines],
        )
        for heading in coach.card
    ]
    return Reference(key=game, name=registry.game(game).name, parts=parts)
