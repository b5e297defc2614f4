"""What may stand in the file of a lesson (docs/lessons.md). Nothing else may: an unknown field is an error."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Match = dict[str, Any]
"""A pattern over the JSON of an action; ``event``, ``after`` and ``reach`` are reserved words (see ``pattern_match`` and
``answer_check``)."""
Move = dict[str, Any]
"""An action with fields left out at will: the first legal action that fits is meant. ``seat`` says whose it is."""
OptionValue = bool | int | str


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class Reaction(Part, frozen=True, kw_only=True):
    """What is said to a try that is not accepted: an action that fits ``match``, an answer among ``pick`` or equal to ``number``.

    ``let``: the action is played all the same, so that its consequence is seen, and taken back to the checkpoint afterwards.
    """

    say: str
    match: Match = {}
    pick: list[str] = []
    number: int | None = None
    let: bool = False


class Reach(Part, frozen=True, kw_only=True):
    """A goal that the learner's own next decisions can reach: an event within so many of them, of those that fit ``among``."""

    event: Match
    within: Annotated[int, Meta(ge=1, le=3)]
    among: list[Match] = []


class Best(Part, frozen=True, kw_only=True):
    """(puzzles) What the learner's own next decisions are to reach, and what the checker proves cannot be bettered.

    ``of``: places of the learner's observation whose sum counts ("income.0"; "-income.1" is taken away; "score": the final
    score). ``goal``: a match over the observation; only positions that fit it count.
    """

    of: list[str]
    value: int
    within: Annotated[int, Meta(ge=1, le=4)] = 1
    among: list[Match] = []
    goal: Match = {}
    turns: Annotated[int, Meta(ge=0, le=6)] = 0
    """Counts own turns instead of decisions: the value is to be reached in as few as can be, and these are so many."""
    others: list[Move] = []
    """What the other seats do in between: the first of these moves that is legal."""
    same: list[str] = []
    """Places of the observation that alone decide what can still be reached: positions alike in them are looked at once."""


class Ask(Part, frozen=True, kw_only=True):
    """Something must be done: an action that fits ``accept``, or one from which the ``best`` can still be reached."""

    accept: list[Match] = []
    best: Best | None = None
    only: bool = False
    """(puzzles) Proved: just one action is right."""
    reckon: dict[str, Any] = {}
    """(puzzles) How the game reckons the first targets of what is right."""
    play: Move | list[Move]
    """The model answer: what *Show me* does and the checker plays."""
    until: Match | None = None
    """The ask goes on until an accepted action fits this."""
    allow: list[Match] = []
    """Played without ending the ask."""
    on: list[Reaction] = []
    wrong: str = ""
    right: str = ""
    hint: str = ""
    after: int = 20
    """Seconds until the hint is offered."""
    reach: dict[str, Reach] = {}
    glow: Literal["asked", "all"] = "asked"

    @property
    def model(self) -> list[Move]:
        return self.play if isinstance(self.play, list) else [self.play]


class Quiz(Part, frozen=True, kw_only=True):
    """A question; nothing is played. Exactly one of ``pick``, ``pick_all``, ``number`` and ``plan`` is the answer.

    ``plan``: a match over what the game says of a set of targets; ``model`` is such a set, ``best`` what no plan betters.
    """

    pick: list[str] = []
    pick_all: list[str] = []
    ordered: bool = False
    """``pick_all``: in this order."""
    options: dict[str, str] = {}
    """Answers in words: picked as ``option:key``."""
    number: int | None = None
    choices: list[int] = []
    plan: Match = {}
    model: list[str] = []
    best: dict[str, int] = {}
    reckon: dict[str, Any] = {}
    """How the game reckons the answer: ``what``, and what that wants to know. The checker compares."""
    source: list[str] = msgspec.field(default=[], name="from")
    """Places of the learner's observation ("income.0") whose sum the number must be."""
    on: list[Reaction] = []
    wrong: str
    right: str = ""
    hint: str = ""
    after: int = 20


class Beat(Part, frozen=True, kw_only=True):
    """One idea: opponents move, something is said, something is asked."""

    id: str
    say: str = ""
    point: list[str] = []
    others: list[Move] = []
    otherwise: str = ""
    """The level of a bot that moves where a scripted move is not legal; without one the script must hold."""
    checkpoint: bool = False
    stop: str = ""
    when: Match = msgspec.field(default={}, name="if")
    ask: Ask | None = None
    quiz: Quiz | None = None
    facts: list[Match] = []
    """What must be so when the beat is left (``event``: among its events, ``after``: in the observation): what its texts say."""


class Remember(Part, frozen=True, kw_only=True):
    say: str
    clause: str


class Finish(Part, frozen=True, kw_only=True):
    say: str
    next: str = ""
    remember: Annotated[list[Remember], Meta(max_length=3)] = []


class Prelude(Part, frozen=True, kw_only=True):
    moves: list[Move]


class Table(Part, frozen=True, kw_only=True):
    """As a new table, and what is scripted."""

    game: str
    map: str
    players: int
    options: dict[str, OptionValue] = {}
    seat: int = 0
    names: list[str]
    seed: str
    outcomes: dict[str, list[int | str]] = {}
    prelude: Prelude = Prelude(moves=[])
    position: str = ""
    """A file beside the lesson with a saved position to begin from."""


class Lesson(Part, frozen=True, kw_only=True):
    format: Literal[1]
    title: str
    goal: str = ""
    minutes: float = 1
    rules: int
    teaches: list[str]
    needs: list[str] = []
    puzzle: bool = False
    table: Table
    beat: list[Beat]
    finish: Finish = Finish(say="")

    @property
    def task(self) -> str:
        """What is to be reached, in a sentence or two: of a puzzle its question."""
        return self.goal or self.beat[-1].say
