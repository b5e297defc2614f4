"""The payload of a lesson: the learner's progress, and the list of the Learn page."""

from __future__ import annotations

from functools import lru_cache

from boxcars.core import registry
from boxcars.core.type_aliases import Json
from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.lesson_format import Ask, Beat, Quiz
from boxcars.lessons.lesson_loader import Course, courses
from boxcars.lessons.lesson_runner import Progress
from boxcars.lessons.lesson_text import said
from boxcars.lessons.page_targets import Nowhere, PageTargets, Pointed, kinds
from boxcars.lessons.puzzle_proof import OPTION
from boxcars.server.page import position_payload
from boxcars.server.table import lesson_table
from boxcars.server.table.table import Table

SEAT = "seat"
NAMED = 2
"""The greatest number of possible next moves that are named after a try."""


def lesson_part(table: Table, seat: int | None, lang: str) -> Json | None:
    """Return the coach's part of the learner's view; nobody else has one."""
    progress = table.doc.lesson
    if progress is None:
        return None
    course = lesson_table.course_of(table)
    if seat != course.lesson.table.seat:
        return None
    names = [s.name for s in table.doc.seats]
    beat = lesson_runner.beat_of(course, progress)
    open_beat = beat if progress.open else None
    ask, quiz = (open_beat.ask, open_beat.quiz) if open_beat is not None else (None, None)
    hint = ask or quiz
    puzzle = course.lesson.puzzle  # nothing shows where its answer lies
    asked = lesson_table.asked_actions(table) if ask and not puzzle else []
    targets = list(dict.fromkeys(action.path()[0] for action in asked))
    text = open_beat.say if open_beat is not None else progress.said or own_text(beat, progress)
    page_targets = PageTargets(position_payload.board_for(table, lang), table.state, course.lesson.table.seat, names)
    pointed = (
        find_points(page_targets, beat.point, targets)
        if beat is not None and progress.mood not in ("others", "done", "right")
        else []
    )
    if progress.mood == "right" and beat is not None and beat.quiz is not None:
        pointed = find_points(page_targets, [*beat.quiz.pick, *beat.quiz.pick_all, *beat.quiz.model], [])
    return {
        "id": course.id,
        "title": said(course.game, course.lesson.title, lang),
        "puzzle": puzzle,
        "beat": progress.beat,
        "back": progress.back,
        "version": course.version,
        "stops": [said(course.game, name, lang) for _, name in course.stops],
        "at": stop_at(course, progress),
        "mood": progress.mood,
        "say": said(course.game, text, lang, names, progress.sums) if text else "",
        "answer": said(course.game, progress.said, lang, names, progress.sums) if open_beat is not None and progress.said else "",
        "room": max((said(course.game, one, lang, names) for one in answers_to(hint)), key=len, default=""),
        "ways": ways_on(page_targets, answer_check.onward(asked, progress.tried))
        if any(one.kind == "act" for one in pointed)
        else [],
        "point": pointed,
        "asked": [i for i, action in enumerate(lesson_table.learner_position(table).legal) if action in asked] if asked else [],
        "glow": targets if ask is not None and ask.glow == "asked" and not puzzle else None,
        "quiz": question_payload(table, course, page_targets, quiz, lang) if quiz is not None else None,
        "hint": hint.after if hint is not None and hint.hint else None,
        "tries": progress.tries,
        "tried": progress.tried,
        "next": progress.mood in ("say", "right"),
        "finish": finish_payload(course, progress, lang, names) if progress.mood == "done" else None,
    }


def own_text(beat: Beat | None, progress: Progress) -> str:
    """Return the text of a lesson step; empty while the opponents move, since it has not begun."""
    return beat.say if beat is not None and progress.mood != "others" else ""


def answers_to(part: Ask | Quiz | None) -> list[str]:
    """Return the texts that may follow a try or a request for a hint: the page reserves room for the longest."""
    if part is None:
        return []
    return [one for one in (part.wrong, part.hint, *(reaction.say for reaction in part.on)) if one]


def ways_on(page_targets: PageTargets, targets: list[str]) -> list[str]:
    return [page_targets.board.say(page_targets.rules.name(target)) for target in targets[:NAMED]]


def stop_at(course: Course, progress: Progress) -> int:
    """Return the last passed station of the lesson."""
    i = course.index(progress.beat) or 0
    passed = [n for n, (beat, _) in enumerate(course.stops) if beat <= i]
    return len(course.stops) if progress.mood == "done" else passed[-1] if passed else 0


def find_points(page_targets: PageTargets, pointers: list[str], targets: list[str]) -> list[Pointed]:
    out: list[Pointed] = []
    for pointer in pointers:
        try:
            out += page_targets.point(pointer, targets)
        except (Nowhere, LookupError):  # the checker found it where the lesson leads; elsewhere nothing is pointed at
            continue
    return out


def question_payload(table: Table, course: Course, page_targets: PageTargets, quiz: Quiz, lang: str) -> Json:
    """Return a question with everything of the answer's kind to choose from, so that the choices give nothing away."""
    if quiz.options:
        words = {f"{OPTION}:{key}": said(course.game, text, lang) for key, text in quiz.options.items()}
        return {"all": bool(quiz.pick_all), "options": True, "names": words, "choices": []}
    wanted = kinds([*quiz.pick, *quiz.pick_all, *quiz.model])
    ground = position_payload.GROUNDS.get(position_payload.ground_key(table.rules, lang), b"").decode()
    there = [target for target in sorted(page_targets.targets(ground)) if target.partition(":")[0] in wanted] if wanted else []
    names = {target: page_targets.board.say(table.rules.name(target)) for target in there}
    if SEAT in wanted:
        names |= {f"{SEAT}:{i}": seat.name for i, seat in enumerate(table.doc.seats)}
    return {"all": bool(quiz.pick_all or quiz.plan), "options": False, "names": names, "choices": quiz.choices}


def finish_payload(course: Course, progress: Progress, lang: str, names: list[str]) -> Json:
    lesson = course.lesson
    following = next_puzzle(course) if lesson.puzzle else courses().get(lesson.finish.next)
    return {
        "say": said(course.game, lesson.finish.say or solution_text(course), lang, names),
        "goal": said(course.game, lesson.task, lang, names),
        "punches": lesson_runner.punches(course, progress),
        "seconds": round(progress.ended - progress.begun),
        "remember": [{"say": said(course.game, line.say, lang), "clause": line.clause} for line in lesson.finish.remember],
        "clauses": lesson.teaches if lesson.puzzle else [],
        "next": lesson_payload(following, lang) if following is not None else None,
    }


def solution_text(course: Course) -> str:
    """Return the explanation for a solved puzzle."""
    last = course.lesson.beat[-1]
    part = last.ask or last.quiz
    return part.right if part is not None else ""


def next_puzzle(course: Course) -> Course | None:
    """Return the next puzzle in its game's list."""
    own = [one for one in courses().values() if one.game == course.game and one.lesson.puzzle]
    after = own[own.index(course) + 1 :] if course in own else []
    return after[0] if after else None


def lesson_payload(course: Course, lang: str) -> Json:
    lesson = course.lesson
    return {
        "id": course.id,
        "kind": course.kind,
        "title": said(course.game, lesson.title, lang),
        "goal": said(course.game, lesson.task, lang),
        "minutes": lesson.minutes,
        "stops": len(course.stops),
        "version": course.version,
    }


@lru_cache(maxsize=8)
def list_lessons(lang: str) -> Json:
    """Return every game with its lessons, for the Learn page."""
    out = []
    for game in registry.games().values():
        own = [lesson_payload(course, lang) for course in courses().values() if course.game == game.key]
        players = [min(game.players), max(game.players)]
        out.append({"key": game.key, "name": game.name, "map": game.maps[0].key, "players": players, "lessons": own})
    return {"games": out}
