"""A table where a lesson is taken: what tries, answers and scripted moves change (how it is made: ``lesson_made``).

The lesson judges before anything is played (``boxcars.lessons``); what it accepts goes the ordinary way through ``changes``.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from boxcars.core.game import State
from boxcars.core.messages import T
from boxcars.core.types import Action
from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_format import Ask, Beat
from boxcars.lessons.lesson_loader import Course, courses
from boxcars.lessons.lesson_runner import Progress
from boxcars.server.metrics import Metrics
from boxcars.server.table import commands
from boxcars.server.table.commands import Change, Stale
from boxcars.server.table.table import Table, make_refusal


def find_lesson(id: str) -> Course:
    """Return a requested lesson; refuses one that is not on the list."""
    found = courses().get(id)
    if found is None:
        raise make_refusal("no_such_lesson", T("This lesson doesn't exist."))
    return found


def course_of(table: Table) -> Course:
    return find_lesson(table.setup.lesson)


def now_at(table: Table) -> tuple[Course, Progress, Beat | None]:
    course = course_of(table)
    progress = table.doc.lesson
    assert progress is not None
    return course, progress, lesson_runner.beat_of(course, progress)


def learner_position(table: Table, state: State | None = None) -> Position:
    """Return the learner's position, with what was computed for it."""
    course = course_of(table)
    if state is not None:
        return Position(table.rules, state, course.lesson.table.seat)
    held: tuple[int, Position] | None = table.memo.get("lesson")
    if held is None or held[0] != table.mark:
        held = table.memo["lesson"] = (table.mark, Position(table.rules, table.state, course.lesson.table.seat))
    return held[1]


def asked_actions(table: Table) -> list[Action]:
    """Return the actions that are asked for now. It may need a search, which is done once for each position."""
    _, progress, beat = now_at(table)
    if beat is None or beat.ask is None or not progress.open:
        return []
    key = ("asked", table.mark, beat.id)
    held: tuple[Any, list[Any]] | None = table.memo.get("asked")
    if held is None or held[0] != key:
        held = table.memo["asked"] = (key, answer_check.asked(beat.ask, learner_position(table)))
    return held[1]


def note_progress(table: Table, progress: Progress, now: float) -> Change | None:
    """Store the learner's progress; the position stays. Not logged."""
    if progress == table.doc.lesson:
        return None
    return commands.make_change(table, "note", replace(table.doc, lesson=finish_lesson(progress, now)), now)


def finish_lesson(progress: Progress, now: float) -> Progress:
    return replace(progress, ended=now) if progress.mood == "done" and not progress.ended else progress


def with_progress(change: Change, progress: Progress, now: float) -> Change:
    write = change.write
    write.doc = replace(write.doc, lesson=finish_lesson(progress, now))
    write.bot = write.doc.awaits_bot
    return change


def try_action(table: Table, seat: int, ply: int, mark: int | None, key: str | None, raw: bytes, now: float) -> Change | None:
    """Handle a try of the learner: first the rules check it, then the lesson; only what both accept is played."""
    made = commands.take_action(table, seat, ply, mark, key, raw, now)
    course, progress, beat = now_at(table)
    if beat is None or beat.ask is None or progress.mood not in ("ask", "wrong"):
        raise make_refusal("not_asked", T("Nothing to do right now. Read on."))
    tried = learner_position(table).try_(table.rules.read_action(raw))
    verdict = answer_check.verdict(beat.ask, tried)
    if not verdict.played:
        return note_progress(table, lesson_runner.tried(progress, verdict, list(tried.action.path())), now)
    after = learner_position(table, made.position)
    return with_progress(made, lesson_runner.acted(course, progress, beat.ask, verdict, tried, after, table.ply + 1), now)


def scripted_action(table: Table) -> bytes:
    """Return the opponents' move that is due, as JSON."""
    course, progress, _ = now_at(table)
    return table.rules.write(lesson_runner.next_move(course, progress, table.rules, table.state))


def play_scripted(table: Table, seat: int, mark: int, raw: bytes, now: float) -> Change | None:
    """Play a scripted move."""
    course, progress, _ = now_at(table)
    if table.mark != mark or progress.mood != "others" or table.actor != seat:
        return None
    made = commands.take_action(table, seat, table.ply, mark, None, raw, now)
    return with_progress(made, lesson_runner.moved(course, progress, learner_position(table, made.position), table.ply + 1), now)


def went_on(table: Table, now: float) -> Change | None:
    course, progress, _ = now_at(table)
    return note_progress(table, lesson_runner.went_on(course, progress, learner_position(table), table.ply), now)


def give_hint(table: Table, now: float) -> Change | None:
    course, progress, _ = now_at(table)
    return note_progress(table, lesson_runner.hinted(course, progress), now)


def answer_question(table: Table, value: list[str] | int | None, now: float) -> Change | None:
    course, progress, beat = now_at(table)
    if beat is None or beat.quiz is None or not progress.open or value is None:
        raise make_refusal("not_asked", T("Nothing to do right now. Read on."))
    return note_progress(
        table, lesson_runner.answered(course, progress, beat.quiz, value, learner_position(table), table.ply), now
    )


def show_answer(table: Table, now: float) -> Change | None:
    """Play the model answer, or tell it (the button *Show me*)."""
    course, progress, beat = now_at(table)
    if beat is None or not progress.open:
        raise make_refusal("not_asked", T("Nothing to do right now. Read on."))
    if beat.quiz is not None:
        return note_progress(
            table, lesson_runner.told_answer(course, progress, beat.quiz, learner_position(table), table.ply), now
        )
    ask: Ask | None = beat.ask
    action = answer_check.model(ask, learner_position(table)) if ask is not None else None
    if ask is None or action is None:
        raise make_refusal("not_asked", T("Nothing to do right now. Read on."))
    made = commands.take_action(table, table.actor, table.ply, table.mark, None, table.rules.write(action), now)
    done = learner_position(table).try_(action)
    progress = replace(progress, shown=True)
    verdict = answer_check.verdict(ask, done)
    return with_progress(
        made,
        lesson_runner.acted(course, progress, ask, verdict, done, learner_position(table, made.position), table.ply + 1),
        now,
    )


def back_to(table: Table) -> int:
    """Return the ply of the last checkpoint."""
    _, progress, _ = now_at(table)
    return min(progress.ply, table.ply)


def return_to_checkpoint(table: Table, mark: int, position: State | None, now: float) -> Change | None:
    """Return to the last checkpoint, whose position the caller has computed (the button *Again from here*)."""
    if table.mark != mark:
        raise Stale
    course, progress, _ = now_at(table)
    to = back_to(table)
    i = course.index(progress.back)
    fresh = replace(progress, said="", ended=0.0)
    there = lesson_runner.enter(course, fresh, i if i is not None else 0, learner_position(table, position), to)
    if to == table.ply:
        return note_progress(table, there, now)
    doc = replace(table.doc, status="playing", outcome=None, lesson=there)
    return commands.make_change(table, "undo", doc, now, seat=course.lesson.table.seat, ply=to, position=position)


def count_progress(metrics: Metrics, table: Table, before: Progress | None) -> None:
    """Count anonymously which steps are reached, where tries fail, and how long a lesson takes."""
    now = table.doc.lesson
    if now is None or before is None or now == before or now.uncounted:
        return
    lesson = table.setup.lesson
    if now.beat != before.beat:
        metrics.lesson_beats.labels(lesson, now.beat).inc()
    if now.wrong > before.wrong:
        metrics.lesson_wrong.labels(lesson, before.beat).inc()
    if now.mood == "done" and before.mood != "done":
        metrics.lessons_finished.labels(lesson).inc()
        metrics.lesson_seconds.labels(lesson).observe(max(0.0, now.ended - now.begun))
