"""What a puzzle claims, proved: nothing better can be reached, no plan is shorter, the answer is what the game reckons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxcars.lessons import puzzle_solver
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_format import Ask, Beat, Lesson, Quiz
from boxcars.lessons.pattern_match import fits

Complain = Callable[[str], None]
OPTION = "option"


def form(lesson: Lesson, complain: Complain) -> None:
    """A puzzle asks one thing, and says everything there is to say about it; a lesson has a goal and an end."""
    if not lesson.puzzle:
        if not (lesson.goal and lesson.finish.say and lesson.finish.remember):
            complain("a lesson has a goal, an end, and something to remember")
        return
    parts = [beat.ask or beat.quiz for beat in lesson.beat if beat.ask or beat.quiz]
    if len(parts) != 1 or not (lesson.beat[-1].ask or lesson.beat[-1].quiz):
        complain("a puzzle asks one thing, and ends with it")
    if not all(part and part.right and part.wrong and part.hint for part in parts):
        complain("a puzzle has a hint, and an answer to what is right and what is not")
    if not lesson.teaches:
        complain("a puzzle names its clause")
    if not all(proved(part) for part in parts if part):
        complain("nothing proves the answer of this puzzle")


def proved(part: Ask | Quiz) -> bool:
    """Return whether something is there to compare the answer with: the rules' own list of moves, a search, or a reckoning."""
    if isinstance(part, Ask):
        return bool(part.best or part.reckon or any("event" in match or "after" in match for match in part.accept))
    return bool(part.reckon or part.source or (part.plan and part.best))


def ask(beat: Beat, at: Position, accepted: list[Any], complain: Complain) -> None:
    """At the beginning of the ask: the best is what the file says; where one action alone is right, no other is accepted."""
    part = beat.ask
    if part is None:
        return
    if part.best is not None and part.best.turns:
        _, turns = at.search(part.best)
        if turns != part.best.turns:
            complain(f"{beat.id}: it takes {turns or 'more'} turns, not {part.best.turns}")
    elif part.best is not None:
        most = puzzle_solver.most(at.rules, at.state, at.seat, part.best, part.best.within, [0])
        if most != part.best.value:
            complain(f"{beat.id}: the best is {most}, not {part.best.value}")
    if part.only and len(accepted) != 1:
        complain(f"{beat.id}: {len(accepted)} actions are right, not one")
    if part.reckon:
        answer = puzzle_solver.reckoned(at.rules, at.state, at.seat, **part.reckon)
        if set(answer) != {action.path()[0] for action in accepted}:
            complain(f"{beat.id}: the answer is {answer}")


def quiz(beat: Beat, at: Position, complain: Complain) -> None:
    """The answer of a question is what the game reckons."""
    part = beat.quiz
    if part is None:
        return
    for pointer in options(part):
        if pointer.partition(":")[2] not in part.options:
            complain(f"{beat.id}: there is no answer {pointer}")
    if part.plan:
        told = puzzle_solver.facts(part, at.rules, at.state, at.seat, part.model)
        if not fits(part.plan, told):
            complain(f"{beat.id}: the model plan is not right: {told}")
    if part.best:
        least = puzzle_solver.reckoned(at.rules, at.state, at.seat, "best_plan", plan=part.plan)
        if least != part.best:
            complain(f"{beat.id}: the best plan has {least}, not {part.best}")
    if part.reckon:
        answer = puzzle_solver.reckoned(at.rules, at.state, at.seat, **part.reckon)
        if not same(part, answer):
            complain(f"{beat.id}: the answer is {answer}")


def same(part: Quiz, answer: Any) -> bool:
    if part.number is not None:
        return bool(answer == part.number)
    return answer == part.pick_all if part.ordered else sorted(answer) == sorted(part.pick_all or part.pick)


def options(part: Quiz) -> list[str]:
    """Return the pointers to worded options (``option:…``) that a quiz accepts or reacts to."""
    named = [*part.pick, *part.pick_all, *(one for reaction in part.on for one in reaction.pick)]
    return [pointer for pointer in named if pointer.startswith(f"{OPTION}:")]
