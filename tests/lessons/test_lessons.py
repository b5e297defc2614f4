"""What every lesson promises (docs/lessons.md): one test for each file, and what a game's lessons promise together."""

from __future__ import annotations

import pytest

from boxcars.lessons.lesson_check import check, dead, seconds
from boxcars.lessons.lesson_loader import courses
from boxcars.locale import LANGUAGES

BUDGETS = {"ticket_to_ride": (4, 6), "age_of_steam": (5, 15), "steam": (6, 16), "silverton": (7, 20.5), "spike": (5, 10)}
"""Of so many lessons of a game's course: the minutes they may take in all."""


@pytest.mark.parametrize("id", list(courses()))
def test_a_lesson_keeps_its_promises(id: str) -> None:
    assert not check(courses()[id])


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("game", sorted({course.game for course in courses().values()}))
def test_no_catalogue_of_lessons_has_a_dead_message(game: str, lang: str) -> None:
    assert not dead(game, lang)


@pytest.mark.parametrize("game", BUDGETS)
def test_a_course_takes_no_longer_than_it_may(game: str) -> None:
    count, minutes = BUDGETS[game]
    course = [course for course in courses().values() if course.game == game and not course.kind][:count]
    assert sum(seconds(lesson) for lesson in course) <= minutes * 60
