"""What every lesson promises, proved (docs/lessons.md lists the twelve promises). Complaints say where and what.

The lesson is played from its first beat to its last with its model answers; wherever more than one action is accepted each of
them is taken once and the rest played from there. On the way every pointer is looked for, every legal action judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from boxcars.core import clause_coverage, registry
from boxcars.core.chance import Impossible, OutcomeNeeded
from boxcars.core.game import Refused
from boxcars.lessons import answer_check, lesson_runner, puzzle_proof
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_format import Ask, Beat, Quiz
from boxcars.lessons.lesson_loader import BadLesson, Course, courses
from boxcars.lessons.lesson_runner import Progress
from boxcars.lessons.lesson_text import said, texts
from boxcars.lessons.page_targets import Nowhere, PageTargets, is_part
from boxcars.lessons.pattern_match import fits, found, plain
from boxcars.lessons.puzzle_solver import TooWide
from boxcars.locale import LANGUAGES, lesson_catalogue, sayer
from boxcars.view.board import Board

MOST_WORDS = {"en": 45}
OTHER_WORDS = 56
LONGEST_TITLE = {"en": 28}
OTHER_TITLE = 36
BRANCHES = 64
"""Accepted actions of one ask that are followed; of more, a fixed sample."""
WORDS_A_MINUTE = 190
SECONDS = {"text": 1.0, "ask": 7.0, "quiz": 5.0, "move": 0.9}
"""What each takes beside reading."""
EXCLAMATIONS = 2
QUICK_BOTS = ("random", "heuristic")
"""Bots that move at once: those that may stand in where a script does not hold."""
Complain = Callable[[str], None]


def check(course: Course) -> list[str]:
    """Return everything that is wrong with a lesson."""
    complaints: list[str] = []
    for part in (form, lengths, languages):
        part(course, complaints.append)
    found = list(dict.fromkeys([*complaints, *played(course)]))
    return [f"{course.id}: {text}" for text in found]


def played(course: Course) -> list[str]:
    """Return what is wrong with its moves, answers and pointers."""
    complaints: list[str] = []
    try:
        Replay(course, complaints.append).all()
    except (Refused, BadLesson, Impossible, OutcomeNeeded, LookupError) as error:
        complaints.append(str(error))
    except (TypeError, AttributeError) as error:
        complaints.append(f"a match or a move is not of the right kind: {error}")
    except (answer_check.TooFar, TooWide):
        complaints.append("a goal takes too many positions to look for: say among which actions")
    return complaints


# -- the file by itself --------------------------------------------------------------------------------------------------


def form(course: Course, complain: Complain) -> None:
    lesson = course.lesson
    ids = [beat.id for beat in lesson.beat]
    for id in {id for id in ids if ids.count(id) > 1}:
        complain(f"two beats are called {id}")
    for other in (*lesson.needs, *filter(None, [lesson.finish.next])):
        if other not in courses():
            complain(f"there is no lesson {other}")
    known = set(clause_coverage.defined(course.game))
    for clause in (*lesson.teaches, *(line.clause for line in lesson.finish.remember)):
        if clause not in known:
            complain(f"the rules have no clause {clause}")
    if lesson.rules != course.rules.version:
        complain(f"it was written for version {lesson.rules} of the rules; they are at {course.rules.version}")
    if len(lesson.table.names) != course.rules.players:
        complain("names: one for each seat")
    puzzle_proof.form(lesson, complain)
    for beat in lesson.beat:
        _beat_form(beat, complain)


def _beat_form(beat: Beat, complain: Complain) -> None:
    if beat.ask and beat.quiz:
        complain(f"{beat.id}: it both asks and questions")
    if (beat.ask or beat.quiz) and not beat.say:
        complain(f"{beat.id}: it asks without a word")
    if beat.otherwise and beat.otherwise not in QUICK_BOTS:
        complain(f"{beat.id}: otherwise: one of {', '.join(QUICK_BOTS)}")
    if not (beat.say or beat.others):
        complain(f"{beat.id}: nothing happens in it")
    matches = [*beat.ask.accept, *beat.ask.allow, *(reaction.match for reaction in beat.ask.on)] if beat.ask else []
    for named in (match.get("reach", []) for match in matches):
        for goal in [named] if isinstance(named, str) else named:
            if beat.ask and goal not in beat.ask.reach:
                complain(f"{beat.id}: there is no goal {goal}")
    quiz = beat.quiz
    if quiz is None:
        return
    if sum((bool(quiz.pick), bool(quiz.pick_all), quiz.number is not None, bool(quiz.plan))) != 1:
        complain(f"{beat.id}: a quiz has one kind of answer")
    for reaction in quiz.on:
        if reaction.number is not None and reaction.number not in quiz.choices:
            complain(f"{beat.id}: nobody can answer {reaction.number}: it is not among the choices")
    if quiz.number is not None and quiz.number not in quiz.choices:
        complain(f"{beat.id}: the answer {quiz.number} is not among the choices")
    for reaction in quiz.on:
        both = set(reaction.pick) & {*quiz.pick, *quiz.pick_all} if quiz.pick else set()
        if both or (reaction.number is not None and reaction.number == quiz.number):
            complain(f"{beat.id}: {', '.join(sorted(both)) or reaction.number} is right and wrong at once")


def lengths(course: Course, complain: Complain) -> None:
    lesson = course.lesson
    for lang in LANGUAGES:
        most = MOST_WORDS.get(lang, OTHER_WORDS)
        for text in texts(lesson):
            words = len(said(course.game, text, lang).split())
            if words > most:
                complain(f"{lang}: {words} words, more than {most}: {text[:60]}…")
        title = said(course.game, lesson.title, lang)
        if len(title) > LONGEST_TITLE.get(lang, OTHER_TITLE):
            complain(f"{lang}: the title {title!r} is too long")
    if "".join(texts(lesson)).count("!") > EXCLAMATIONS:
        complain("more than two exclamation marks")
    if seconds(course) > lesson.minutes * 60:
        complain(f"it takes {seconds(course) / 60:.1f} minutes, more than {lesson.minutes:g}")


def seconds(course: Course) -> float:
    """Return how long a lesson takes somebody who makes no mistake."""
    total = 0.0
    for beat in course.lesson.beat:
        part = beat.ask or beat.quiz
        shown = [text for text in (beat.say, part.right if part else "") if text]
        total += sum(len(text.split()) for text in shown) * 60 / WORDS_A_MINUTE + len(shown) * SECONDS["text"]
        total += len(beat.others) * SECONDS["move"]
        total += SECONDS["ask"] * (len(beat.ask.model) if beat.ask else 0) + SECONDS["quiz"] * (beat.quiz is not None)
    return total


def languages(course: Course, complain: Complain) -> None:
    for lang in LANGUAGES[1:]:
        have = lesson_catalogue(course.game, lang)
        for text in texts(course.lesson):
            if text not in have and any(c.isalpha() for c in text):
                complain(f"{lang}: not translated: {text}")


def dead(game: str, lang: str) -> list[str]:
    """Messages of a game's catalogue that no lesson says any more."""
    alive = {text for course in courses().values() if course.game == game for text in texts(course.lesson)}
    return sorted(set(lesson_catalogue(game, lang)) - alive)


# -- played --------------------------------------------------------------------------------------------------------------


@cache
def board_of(game: str, map: str, players: int, options: tuple[tuple[str, Any], ...]) -> tuple[Board, str]:
    """Return the board of a lesson in English, and its ground."""
    board: Board = registry.load(registry.game(game).board)(registry.make(game, map, players, dict(options)), sayer("en"))
    return board, board.draw_ground()


@dataclass
class Replay:
    """A lesson being played by the checker. ``met``: which accepts and reactions of each beat some legal action has met."""

    course: Course
    complain: Complain
    met: dict[str, set[int]] = field(default_factory=dict)
    heard: dict[str, set[str]] = field(default_factory=dict)

    def all(self) -> None:
        course = self.course
        table = course.lesson.table
        self.board, self.ground = board_of(table.game, table.map, table.players, tuple(sorted(table.options.items())))
        state = course.opening([])
        course.prelude(state)
        start = lesson_runner.begin(course, self.at(state), 0, 0.0)
        for there, progress in list(self.walk(state, start)):
            list(self.walk(there, progress, model=False))
        self.unheard()

    def at(self, state: Any) -> Position:
        return Position(self.course.rules, state, self.course.lesson.table.seat)

    def walk(self, state: Any, now: Progress, model: bool = True) -> Iterator[tuple[Any, Progress]]:
        """Play on to the end with the model answers; the other ways that were open, as positions to walk on from.

        What the texts say (``facts``) holds on the ``model`` way; elsewhere they must merely make sense.
        """
        events: list[Any] = []
        beat_id = now.beat
        for _ in range(1_000):
            if now.beat != beat_id or now.mood == "done":
                if model:
                    self.facts(beat_id, events, state)
                beat_id, events = now.beat, []
            if now.mood == "done":
                return
            beat = lesson_runner.beat_of(self.course, now)
            assert beat is not None
            at = self.at(state)
            if now.mood == "others":
                state, now = self.other(state, now, events)
            elif now.mood == "ask" and beat.ask:
                self.point(beat, at)
                for action in self.judged(beat, beat.ask, at):
                    yield self.take(beat.ask, at, now, action, [])
                shown = answer_check.model(beat.ask, at)
                if shown is None or (model and not meant(beat.ask, shown)):
                    self.complain(f"{beat.id}: the model answer is not accepted")
                if shown is None:
                    return
                state, now = self.take(beat.ask, at, now, shown, events)
            elif now.mood == "quiz" and beat.quiz:
                self.point(beat, at)
                self.question(beat, beat.quiz, at)
                now = lesson_runner.answered(self.course, now, beat.quiz, answer(beat.quiz), at, 0)
            else:
                if now.mood == "say":
                    self.point(beat, at)
                now = lesson_runner.went_on(self.course, now, at, 0)
        self.complain(f"{beat_id}: the lesson does not end")

    def other(self, state: Any, now: Progress, events: list[Any]) -> tuple[Any, Progress]:
        """Return a scripted move of the opponents."""
        rules = self.course.rules
        try:
            action = lesson_runner.next_move(self.course, now, rules, state)
        except Refused as refused:
            raise BadLesson(f"{now.beat}: move {now.moves + 1}: {refused}") from None
        state = rules.clone(state)
        events += plain(rules.apply(state, action))
        return state, lesson_runner.moved(self.course, now, self.at(state), 0)

    def take(self, ask: Ask, at: Position, now: Progress, action: Any, events: list[Any]) -> tuple[Any, Progress]:
        """Play the learner's action."""
        verdict = answer_check.verdict(ask, at.try_(action))
        state = at.rules.clone(at.state)
        events += plain(at.rules.apply(state, action))
        return state, lesson_runner.acted(self.course, now, ask, verdict, at.try_(action), self.at(state), 0)

    def judged(self, beat: Beat, ask: Ask, at: Position) -> list[Any]:
        """Judge every legal action: all get an answer. The accepted ones that are not the model."""
        if not at.legal:
            raise BadLesson(f"{beat.id}: it is not the learner's turn")
        first = beat.id not in self.met
        met, heard = self.met.setdefault(beat.id, set()), self.heard.setdefault(beat.id, set())
        accepted = []
        for action in at.legal:
            tried = at.try_(action)
            verdict = answer_check.verdict(ask, tried)
            if verdict.accepted:
                accepted.append(action)
                met |= {i for i, match in enumerate(ask.accept) if tried.fits(match, ask.reach)}
            elif not verdict.allowed:
                heard.add(verdict.say)
                if not verdict.say:
                    self.complain(f"{beat.id}: nothing is said to {plain(action)}")
        if first:
            puzzle_proof.ask(beat, at, accepted, self.complain)
        model = answer_check.model(ask, at)
        rest = [action for action in accepted if action != model]
        return rest[:: max(1, -(-len(rest) // BRANCHES))]

    def unheard(self) -> None:
        for beat in self.course.lesson.beat:
            if beat.ask is None or beat.id not in self.met:
                continue
            for i in set(range(len(beat.ask.accept))) - self.met[beat.id]:
                self.complain(f"{beat.id}: no legal action fits accept {i + 1}")
            for reaction in beat.ask.on:
                if reaction.say not in self.heard[beat.id]:
                    self.complain(f"{beat.id}: can never be heard: {reaction.say[:60]}")

    def point(self, beat: Beat, at: Position) -> None:
        page_targets = PageTargets(self.board, at.state, at.seat, self.course.lesson.table.names)
        asked = first_targets(answer_check.asked(beat.ask, at)) if beat.ask else []
        self.exist(beat, page_targets, beat.point)
        for pointer in filter(is_part, beat.point):
            try:
                page_targets.point(pointer, asked)
            except Nowhere as nowhere:
                self.complain(f"{beat.id}: {nowhere}")

    def exist(self, beat: Beat, page_targets: PageTargets, pointers: list[str]) -> None:
        targets = [pointer for pointer in pointers if not is_part(pointer)]
        if targets:
            there = page_targets.targets(self.ground)
            for target in targets:
                if target not in there:
                    self.complain(f"{beat.id}: there is nothing to point at: {target}")

    def question(self, beat: Beat, quiz: Quiz, at: Position) -> None:
        page_targets = PageTargets(self.board, at.state, at.seat, self.course.lesson.table.names)
        puzzle_proof.quiz(beat, at, self.complain)
        named = [*quiz.pick, *quiz.pick_all, *quiz.model, *(one for reaction in quiz.on for one in reaction.pick)]
        pointers = [pointer for pointer in named if pointer not in puzzle_proof.options(quiz)]
        self.exist(beat, page_targets, pointers)
        for pointer in filter(is_part, pointers):
            page_targets.point(pointer, [])
        if quiz.source:
            total = sum(found(at.seen, place) for place in quiz.source)
            if total != quiz.number:
                self.complain(f"{beat.id}: the answer is {total}, not {quiz.number}")

    def facts(self, id: str, events: list[Any], state: Any) -> None:
        i = self.course.index(id)
        for fact in self.course.lesson.beat[i].facts if i is not None else []:
            seen = self.at(state).seen
            holds = ("event" not in fact or any(fits(fact["event"], event) for event in events)) and (
                "after" not in fact or fits(fact["after"], seen)
            )
            if not holds:
                self.complain(f"{id}: it is not so that {fact}")


def meant(ask: Ask, action: Any) -> bool:
    """Return whether the model answer names this action itself, and it is not merely accepted in its place."""
    return any(fits({name: value for name, value in move.items() if name != "seat"}, plain(action)) for move in ask.model)


def answer(quiz: Quiz) -> Any:
    """Return the right answer to a question."""
    return quiz.number if quiz.number is not None else quiz.model or quiz.pick_all or quiz.pick[:1]


def first_targets(actions: list[Any]) -> list[str]:
    """Return what is to be clicked first, each once."""
    return list(dict.fromkeys(action.path()[0] for action in actions))
