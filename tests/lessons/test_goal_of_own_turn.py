"""A turn on one's own (Age of Steam, lesson 6): whoever plays as a bot of level normal does reaches its goal."""

from __future__ import annotations

from boxcars.bots import SeatView, make_bot
from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_loader import courses


def test_a_bot_of_level_normal_reaches_the_goal_of_the_own_turn() -> None:
    course = courses()["age_of_steam/6_own_turn"]
    rules, seat = course.rules, course.lesson.table.seat
    state = course.opening([])
    course.prelude(state)
    bot = make_bot("normal", rules, "a learner")
    now = lesson_runner.begin(course, Position(rules, state, seat), 0, 0.0)
    heard = []
    while now.mood != "done":
        at = Position(rules, rules.clone(state), seat)
        beat = lesson_runner.beat_of(course, now)
        assert beat is not None
        heard.append(beat.id)
        if now.mood == "others":
            rules.apply(state, lesson_runner.next_move(course, now, rules, state))
            now = lesson_runner.moved(course, now, Position(rules, state, seat), 0)
        elif now.mood == "ask" and beat.ask is not None:
            action = bot.choose(SeatView(rules, state, seat))
            if not answer_check.verdict(beat.ask, at.try_(action)).accepted:
                action = answer_check.model(beat.ask, at)  # the coach has spoken
            rules.apply(state, action)
            verdict = answer_check.Verdict(accepted=True)
            now = lesson_runner.acted(course, now, beat.ask, verdict, at.try_(action), Position(rules, state, seat), 0)
        elif now.mood == "quiz":
            now = lesson_runner.leave(course, now, "", at, 0)
        else:
            now = lesson_runner.went_on(course, now, at, 0)
    assert "well" in heard and "not_yet" not in heard
    assert rules.observe(state, seat).income[seat] >= 8
