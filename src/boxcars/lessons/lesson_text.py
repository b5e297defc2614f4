"""What a lesson says, in the reader's language: its game's own catalogue of lessons first, then the general ones.

A station called "Draw" must not get the translation that a button "Draw" has somewhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from boxcars.core.messages import T
from boxcars.lessons.lesson_format import Ask, Lesson, Quiz
from boxcars.locale import lesson_catalogue, say

WHO = re.compile(r"\{who(\d)\}")
"""The name of a seat inside a text of a lesson."""


def said(game: str, message: str, lang: str, names: Sequence[str] = (), sums: Mapping[str, int] | None = None) -> str:
    """``sums``: numbers of a plan, which its answer names (``{trains}``)."""
    text = lesson_catalogue(game, lang).get(message) or say(T(message), lang)
    for name, count in (sums or {}).items():
        text = text.replace(f"{{{name}}}", str(count))
    return WHO.sub(lambda place: names[int(place[1])] if int(place[1]) < len(names) else place[0], text)


def texts(lesson: Lesson) -> Iterator[str]:
    """Yield every text of a lesson, as it stands in the file."""
    yield lesson.title
    yield from filter(None, [lesson.goal])
    for beat in lesson.beat:
        yield from filter(None, (beat.stop, beat.say))
        for part in (beat.ask, beat.quiz):
            if part is not None:
                yield from filter(None, answers(part))
        yield from beat.quiz.options.values() if beat.quiz else ()
    yield from filter(None, [lesson.finish.say])
    yield from (line.say for line in lesson.finish.remember)


def answers(part: Ask | Quiz) -> Iterator[str]:
    """Yield what is said to a try."""
    yield from (part.right, part.wrong, part.hint)
    yield from (reaction.say for reaction in part.on)
