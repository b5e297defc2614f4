"""From files to lessons: which there are, what stands in them, and how their tables begin."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import codec, registry
from boxcars.core.chance import Chance, Impossible, OutcomeNeeded, seed_from
from boxcars.core.game import Refused, Rules
from boxcars.lessons.lesson_format import Beat, Lesson
from boxcars.lessons.move_patterns import find
from boxcars.locale import own_lessons

HOME = Path(__file__).parent
MOST_OUTCOMES = 400
"""No stream of chance has more different outcomes than this."""


class BadLesson(Exception):
    """A file that is no lesson; says which and why."""


@dataclass(frozen=True)
class Course:
    """A lesson with its name: ``ticket_to_ride/1_first_ticket``. Maps' lessons and puzzles stand in folders of their own."""

    id: str
    path: Path
    lesson: Lesson
    memo: dict[Any, Any] = field(default_factory=dict, hash=False, compare=False)
    """What was worked out for this lesson and holds for good."""

    @property
    def game(self) -> str:
        return self.lesson.table.game

    @property
    def kind(self) -> str:
        """ "" for a lesson of the course, else the folder: maps, puzzles, more."""
        parts = self.id.split("/")
        return parts[1] if len(parts) > 2 else ""

    @cached_property
    def rules(self) -> Rules[Any]:
        table = self.lesson.table
        return registry.make(table.game, table.map, table.players, dict(table.options))

    @cached_property
    def seed(self) -> str:
        return seed_from(self.lesson.table.seed)

    @cached_property
    def outcomes(self) -> dict[str, list[int]]:
        """The scripted outcomes as the numbers that the engine knows."""
        return {
            stream: [value if isinstance(value, int) else self._number(stream, value) for value in values]
            for stream, values in self.lesson.table.outcomes.items()
        }

    def _number(self, stream: str, word: str) -> int:
        names: dict[str, int] = self.memo.setdefault(("outcomes", stream), {})
        if not names:
            for value in range(MOST_OUTCOMES):
                try:
                    names.setdefault(str(self.rules.chance_name(stream, value)), value)
                except (LookupError, ValueError):
                    break
        if word not in names:
            raise BadLesson(f"{self.id}: {stream} has no outcome {word!r}")
        return names[word]

    @cached_property
    def version(self) -> str:
        """Changes with the ids and what is asked: who stopped in another version goes on at a checkpoint that still exists."""
        asked = [(beat.id, beat.ask, beat.quiz) for beat in self.lesson.beat]
        return blake2b(msgspec.json.encode(asked), digest_size=4).hexdigest()

    def index(self, id: str) -> int | None:
        return next((i for i, beat in enumerate(self.lesson.beat) if beat.id == id), None)

    @cached_property
    def stops(self) -> list[tuple[int, str]]:
        """The stations of the coach's line: (beat, name). Beats of the same name in a row (one for each case) are one station."""
        found = [(i, beat) for i, beat in enumerate(self.lesson.beat) if is_stop(beat)]
        named = [(i, beat.stop or str(n)) for n, (i, beat) in enumerate(found, 1)]
        return [stop for before, stop in zip([(0, ""), *named], named, strict=False) if stop[1] != before[1]]

    @cached_property
    def position(self) -> str:
        """The saved position it begins from, as JSON; "" if it begins at the beginning."""
        name = self.lesson.table.position
        return (self.path.parent / name).read_text(encoding="utf-8") if name else ""

    def opening(self, events: list[Any]) -> Any:
        """Return the state before the prelude."""
        if self.position:
            state = self.rules.read_state(self.position)
            state.chance = Chance(self.seed, script=self.outcomes)
            return state
        return self.rules.start(Chance(self.seed, script=self.outcomes), events)

    def prelude(self, state: Any) -> list[tuple[int, Any, list[Any]]]:
        """Play what happened before the first beat: (seat, action, events) of each move. Changes the state."""
        out = []
        for move in self.lesson.table.prelude.moves:
            seat = self.rules.actor(state)
            action = find(self.rules, state, move)
            out.append((seat, action, self.rules.apply(state, action)))
        return out


def is_stop(beat: Beat) -> bool:
    return bool(beat.stop or beat.ask or beat.quiz)


def read(path: Path, id: str) -> Course:
    try:
        lesson = codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BadLesson(f"{id}: {error}") from None
    table = lesson.table
    if table.game not in registry.games():
        raise BadLesson(f"{id}: there is no game {table.game}")
    if not 0 <= table.seat < table.players:
        raise BadLesson(f"{id}: there is no seat {table.seat} among {table.players}")
    if table.position and (Path(table.position).name != table.position or not (path.parent / table.position).is_file()):
        raise BadLesson(f"{id}: there is no position {table.position} beside the file")
    return Course(id, path, lesson)


def begun(course: Course) -> Course:
    """Return a lesson of somebody else's: its table can be set up, or it is refused before anybody sits down at it."""
    try:
        course.prelude(course.opening([]))
    except (Refused, Impossible, OutcomeNeeded, LookupError, TypeError, ValueError) as error:
        raise BadLesson(f"{course.id}: {error}") from None
    return course


@cache
def courses() -> dict[str, Course]:
    """Return every lesson there is, by its id, in the order of the files."""
    found: dict[str, Course] = {}
    for folder in (HOME, *own_lessons()):
        for path in sorted(folder.rglob("*.toml")):
            id = path.relative_to(folder).with_suffix("").as_posix()
            found[id] = read(path, id) if folder == HOME else begun(read(path, id))
    return found
