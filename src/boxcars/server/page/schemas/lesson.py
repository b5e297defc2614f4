"""What the page is sent of lessons and of the coach: its part of a view, the list of the Learn page, cards (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Sent, Target


class CoachHighlight(Sent):
    """Something the coach points at: to act on, or to look at. ``css`` finds it, or ``shape`` is its outline on the board."""

    kind: Literal["act", "look"]
    css: str
    name: str
    shape: str


class LessonQuiz(Sent):
    """A question. ``names``: everything that can be picked; ``choices``: numbers to choose from; ``all``: several are right.

    ``options``: the names are answers in words, which stand nowhere else.
    """

    all: bool
    options: bool
    names: dict[Target, str]
    choices: list[int]


class LessonOffered(Sent):
    """``kind``: "" in the course, else the folder it stands in (maps, puzzles, more)."""

    id: str
    kind: str
    title: str
    goal: str
    minutes: float
    stops: int
    version: str


class RuleLearnt(Sent):
    say: str
    clause: str


class LessonResult(Sent):
    """``clauses``: of a puzzle, what it was about. ``next``: the next lesson or puzzle."""

    say: str
    goal: str
    punches: list[bool]
    seconds: int
    remember: list[RuleLearnt]
    clauses: list[str]
    next: LessonOffered | None


class LessonPart(Sent):
    """Where the learner stands. ``back``: the last checkpoint. ``asked``: which of the legal actions are. ``glow``: only these
    targets are lit (null: all that is legal).

    ``say``: what the beat says; ``answer``: what is said to a try, or a hint, while the question stands; ``room``: the longest
    that may be answered; ``ways``: names of what leads on from a try. ``hint``: seconds until it is offered (null: none).
    ``tried``: the targets of the last try in vain.
    """

    id: str
    title: str
    puzzle: bool
    beat: str
    back: str
    version: str
    stops: list[str]
    at: int
    mood: Literal["others", "say", "ask", "quiz", "wrong", "let", "right", "done"]
    say: str
    answer: str
    room: str
    ways: list[str]
    point: list[CoachHighlight]
    asked: list[int]
    glow: list[Target] | None
    quiz: LessonQuiz | None
    hint: int | None
    tries: int
    tried: list[Target]
    next: bool
    finish: LessonResult | None


class GameLessons(Sent):
    """A game and its lessons; ``players``: from so many to so many."""

    key: str
    name: str
    map: str
    players: list[int]
    lessons: list[LessonOffered]


class Lessons(Sent):
    """What can be learnt."""

    games: list[GameLessons]


class CoachOption(Sent):
    """What can be done, with what it is good for; in so many ``ways``."""

    say: str
    ways: int


class CoachTip(Sent):
    """``key``: by which a browser remembers that it was read."""

    key: str
    say: str


class CoachExplanation(Sent):
    """What one can do in the position ``mark``; ``clause``: where the rules speak of it ("": nowhere)."""

    mark: int
    verbs: list[CoachOption]
    clause: str
    tips: list[CoachTip]


class CoachWarnings(Sent):
    """What a coach asks before an action."""

    say: list[str]


class KeyMoment(Sent):
    """A moment of a finished game, by the number of actions before it. ``clause``: the rule that was met in it, else ""."""

    kind: Literal["fall", "best", "rule"]
    ply: int
    title: str
    say: str
    clause: str


class ReferencePart(Sent):
    title: str
    lines: list[RuleLearnt]


class ReferenceCard(Sent):
    """A game's reference card."""

    key: str
    name: str
    parts: list[ReferencePart]
