"""The running of a lesson: which beat, what is shown, what follows. Pure functions; whoever runs it keeps ``Progress``.

A beat runs through ``others`` (opponents move) -> ``say``, ``ask`` or ``quiz`` -> ``right`` -> the next beat. A try that is not
accepted makes it ``wrong``, one that is played to show its consequence ``let``; both ask again.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boxcars.bots import SeatView
from boxcars.bots.bot import make_offered_bot
from boxcars.core.game import Refused
from boxcars.lessons import answer_check, puzzle_solver
from boxcars.lessons.answer_check import Position, Try
from boxcars.lessons.lesson_format import Ask, Beat, Quiz, Reaction
from boxcars.lessons.lesson_loader import Course
from boxcars.lessons.move_patterns import find
from boxcars.lessons.pattern_match import fits

Mood = Literal["others", "say", "ask", "quiz", "wrong", "let", "right", "done"]


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the learner is. All that the store keeps of a lesson."""

    beat: str
    mood: Mood = "say"
    said: str = ""
    """What is said instead of the beat's own text: a reaction, a hint, the answer to what was right."""
    moves: int = 0
    """Scripted moves of this beat that have been played."""
    tries: int = 0
    """Wrong tries in this beat."""
    wrong: int = 0
    """And in the whole lesson."""
    missed: int = 0
    """Quizzes that were not right at once."""
    shown: bool = False
    tried: list[str] = []
    """The targets of the last wrong try."""
    sums: dict[str, int] = {}
    """Numbers of the last plan that its answer tells."""
    back: str = ""
    """The last checkpoint passed, and its ply."""
    ply: int = 0
    begun: float = 0.0
    ended: float = 0.0
    uncounted: bool = False
    """The learner wants to be in no sum of the server's."""

    @property
    def open(self) -> bool:
        """Whether the lesson waits for the learner: for an action, an answer or another try."""
        return self.mood in ("ask", "quiz", "wrong")


def beat_of(course: Course, now: Progress) -> Beat | None:
    i = course.index(now.beat)
    return None if i is None else course.lesson.beat[i]


def begin(course: Course, at: Position, ply: int, begun: float) -> Progress:
    return enter(course, Progress(beat="", begun=begun), 0, at, ply)


def enter(course: Course, now: Progress, i: int, at: Position, ply: int) -> Progress:
    """Begin beat ``i``, or the first after it that is not left out. What was said last stays above the opponents' moves."""
    for beat in course.lesson.beat[i:]:
        if beat.when and not fits(beat.when, at.seen):
            continue
        now = replace(now, beat=beat.id, moves=0, tries=0, tried=[])
        if beat.checkpoint or not now.back:
            now = replace(now, back=beat.id, ply=ply)
        if beat.others:
            return replace(now, mood="others")
        if beat.say or beat.ask or beat.quiz:
            return speak(now, beat)
    return replace(now, mood="done", said="", tried=[])


def speak(now: Progress, beat: Beat) -> Progress:
    mood: Mood = "ask" if beat.ask else "quiz" if beat.quiz else "say"
    return replace(now, mood=mood, said="", tried=[])


def next_move(course: Course, now: Progress, rules: Any, state: Any) -> Any:
    """Return the scripted move that is due; where the script does not hold, what the bot of ``otherwise`` does."""
    beat = beat_of(course, now)
    assert beat is not None
    if now.moves >= len(beat.others) and beat.ask is not None and beat.ask.best is not None:
        return puzzle_solver.reply(rules, state, beat.ask.best)
    move = beat.others[now.moves]
    try:
        return find(rules, state, move)
    except Refused:
        seat = rules.actor(state)
        if not beat.otherwise or seat != move.get("seat"):
            raise
    return make_offered_bot(beat.otherwise, rules, course.seed).choose(SeatView(rules, state, seat))


def moved(course: Course, now: Progress, at: Position, ply: int) -> Progress:
    """Return the lesson's progress after a scripted move."""
    i = course.index(now.beat)
    assert i is not None
    beat = course.lesson.beat[i]
    now = replace(now, moves=now.moves + 1)
    if now.moves < len(beat.others) or (beat.ask is not None and replied(beat.ask, at)):
        return now
    if beat.say or beat.ask or beat.quiz:
        return speak(now, beat)
    return enter(course, now, i + 1, at, ply)


def leave(course: Course, now: Progress, right: str, at: Position, ply: int) -> Progress:
    """Return the progress after a completed step: say so, or go on. What is right does not wait for a click where opponents move
    next."""
    i = course.index(now.beat)
    assert i is not None
    ahead = enter(course, replace(now, said=right), i + 1, at, ply)
    if not right or ahead.mood == "others":
        return ahead
    return replace(now, mood="right", said=right, tried=[])


def tried(now: Progress, verdict: answer_check.Verdict, path: list[str]) -> Progress:
    """Return the progress after a try that is answered and not played."""
    return replace(now, mood="wrong", said=verdict.say, tried=path, tries=now.tries + 1, wrong=now.wrong + 1)


def acted(
    course: Course, now: Progress, ask: Ask, verdict: answer_check.Verdict, done: Try, after: Position, ply: int
) -> Progress:
    """Return an action of the learner that was played: the ask is over, goes on, or its consequence is shown."""
    if verdict.let:
        return replace(tried(now, verdict, []), mood="let")
    if verdict.allowed or not done.ends(ask):
        return replace(now, mood="others" if replied(ask, after) else "ask", said="", tried=[])
    return leave(course, now, ask.right, after, ply)


def replied(ask: Ask, at: Position) -> bool:
    """Return whether it is the others' turn within a puzzle of several turns."""
    return ask.best is not None and bool(ask.best.turns) and at.rules.actor(at.state) not in (at.seat, -1)


def answered(course: Course, now: Progress, quiz: Quiz, value: Any, at: Position, ply: int) -> Progress:
    """Return an answer to a question: a list of pointers, or a number."""
    picked = value if isinstance(value, list) else []
    told = puzzle_solver.facts(quiz, course.rules, at.state, at.seat, picked)
    now = replace(now, sums={name: fact for name, fact in told.items() if isinstance(fact, int)})
    if is_right(quiz, value, told):
        return leave(course, now, quiz.right, at, ply)
    heard = next((r for r in quiz.on if heard_by(r, value, told)), None)
    return replace(
        now,
        mood="wrong",
        said=heard.say if heard is not None else quiz.wrong,
        tried=picked,
        missed=now.missed + (now.tries == 0),
        tries=now.tries + 1,
        wrong=now.wrong + 1,
    )


def is_right(quiz: Quiz, value: Any, told: dict[str, Any]) -> bool:
    """``told``: what the game says of a plan."""
    if quiz.number is not None:
        return bool(value == quiz.number)
    if not isinstance(value, list):
        return False
    if quiz.plan:
        return fits(quiz.plan, told)
    if quiz.pick_all:
        return value == quiz.pick_all if quiz.ordered else sorted(value) == sorted(quiz.pick_all)
    return len(value) == 1 and value[0] in quiz.pick


def heard_by(reaction: Reaction, value: Any, told: dict[str, Any]) -> bool:
    if isinstance(value, int):
        return value == reaction.number
    return any(one in reaction.pick for one in value) or bool(reaction.match and fits(reaction.match, told))


def went_on(course: Course, now: Progress, at: Position, ply: int) -> Progress:
    """*Next*: from a text that asks nothing, or from what was right."""
    i = course.index(now.beat)
    if i is None or now.mood not in ("say", "right"):
        return now
    return enter(course, replace(now, said=""), i + 1, at, ply)


def hinted(course: Course, now: Progress) -> Progress:
    beat = beat_of(course, now)
    part = (beat.ask or beat.quiz) if beat is not None else None
    if part is None or not part.hint or not now.open:
        return now
    return replace(now, mood="ask" if isinstance(part, Ask) else "quiz", said=part.hint)


def told_answer(course: Course, now: Progress, quiz: Quiz, at: Position, ply: int) -> Progress:
    """*Show me* at a question."""
    now = replace(now, shown=True, missed=now.missed + (now.tries == 0))
    return leave(course, now, quiz.right or quiz.hint, at, ply)


def punches(course: Course, now: Progress) -> list[bool]:
    """Finished; without being shown a move; every question right at once (without any question: at most one wrong try).

    A puzzle: solved; not shown; at the first try.
    """
    if course.lesson.puzzle:
        return [True, not now.shown, not now.shown and now.wrong == 0]
    asks = any(beat.quiz is not None for beat in course.lesson.beat)
    third = now.missed == 0 if asks else now.wrong <= 1
    return [True, not now.shown, third]


# -- going there by the model answers -------------------------------------------------------------------------------------


class Played(msgspec.Struct, frozen=True):
    """A move on the way to a beat."""

    seat: int
    action: Any
    events: list[Any]


def until(course: Course, state: Any, beat: str) -> tuple[list[Played], Progress]:
    """Play prelude, script and model answers up to a beat (one that is not there: the first). Changes the state."""
    out = [Played(seat, action, events) for seat, action, events in course.prelude(state)]
    seat = course.lesson.table.seat

    def do(action: Any) -> Position:
        actor = course.rules.actor(state)
        out.append(Played(actor, action, course.rules.apply(state, action)))
        return Position(course.rules, state, seat)

    now = begin(course, Position(course.rules, state, seat), len(out), 0.0)
    while course.index(beat) is not None and now.beat != beat and now.mood != "done":
        at = Position(course.rules, state, seat)
        here = beat_of(course, now)
        assert here is not None
        if now.mood == "others":
            action = next_move(course, now, course.rules, state)
            now = moved(course, now, do(action), len(out))
        elif now.mood == "ask" and here.ask is not None:
            tried_ = Position(course.rules, course.rules.clone(state), seat).try_(answer_check.model(here.ask, at))
            now = acted(course, now, here.ask, answer_check.Verdict(accepted=True), tried_, do(tried_.action), len(out))
        elif now.mood == "quiz" and here.quiz is not None:
            now = leave(course, now, "", at, len(out))
        else:
            now = went_on(course, now, at, len(out))
    return out, now
