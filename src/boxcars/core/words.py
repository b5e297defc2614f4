"""The vocabulary of the contract: Structs only, so that this module is never compiled (see docs/decisions/0002)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import ClassVar

import msgspec

CLAUSE = re.compile(r"[A-Z]{2,4}-\d+(?:\.\d+)*")


class Who(msgspec.Struct, frozen=True, tag="who"):
    """A seat inside a sentence; whoever shows the sentence puts the player's name there."""

    seat: int

    def __str__(self) -> str:
        return f"Seat {self.seat + 1}"


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A sentence to be translated: an English message with {named} places, and what stands in them."""

    message: str
    values: dict[str, Value] = {}
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        """The English sentence (other languages: boxcars.locale)."""
        message = self.plural if self.plural and self.count != 1 else self.message
        return message.format_map({k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in self.values.items()})


Value = int | float | str | Text | Who | list[Text]


def T(message: str, **values: Value) -> Text:
    """A translatable sentence: ``T("{who} claims {route}", who=Who(0), route="Denver–Omaha")``."""
    return Text(message, values)


def TN(singular: str, plural: str, count: int, **values: Value) -> Text:
    """A sentence with a plural; ``{count}`` stands for the number."""
    return Text(singular, {**values, "count": count}, plural, count)


class Complaint(str):
    """What is wrong with a file, in English: "line 12: cities.milano: there is no hex c44r3". It knows its place, its sentence
    and its line, so that it can be told in other languages."""

    where: str
    what: Text
    line: int

    def __new__(cls, where: str, what: Text, line: int = 0) -> Complaint:
        made = super().__new__(cls, f"{f'line {line}: ' if line else ''}{f'{where}: ' if where else ''}{what}")
        made.where, made.what, made.line = where, what, line
        return made

    def __getnewargs__(self) -> tuple[str, Text, int]:  # type: ignore[override]
        return self.where, self.what, self.line

    def at(self, line: int) -> Complaint:
        return Complaint(self.where, self.what, line)

    def told(self, say: Callable[[Text], str]) -> str:
        place = f"{self.where}: " if self.where else ""
        sentence = f"{place}{say(self.what)}"
        return say(T("line {line}: {complaint}", line=self.line, complaint=sentence)) if self.line else sentence


class Action(msgspec.Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True):
    """What a seat asks to do: imperative, plain ids, one class per verb. The seat stands outside."""

    def path(self) -> tuple[str, ...]:
        """The targets a person would click, in order. Unique, and no prefix of another legal action's path."""
        raise NotImplementedError


class Step(msgspec.Struct, frozen=True, tag=True, tag_field="step"):
    """What is due. With ``seat >= 0`` it waits for that seat; with -1 its chapter does it at once."""

    seat: int = -1


@cache
def clause_of(step: type[Step]) -> str:
    """The clause of the rules that a step stands for: its docstring names it ("AOS-5.1"; "" where it does not)."""
    found = CLAUSE.search(step.__doc__ or "")
    return found[0] if found else ""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event"):
    """What happened: past tense. ``reveals`` is True where somebody learned something hidden (it stops undo)."""

    reveals: ClassVar[bool] = False


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """All that one seat may know (``seat`` None: a spectator). Pictures, logs and learners are fed from it alone."""

    seat: int | None
    actor: int
    """The seat that is to act; -1 when the game is over."""


class SeenSeat(msgspec.Struct, frozen=True):
    """What an observation holds of one seat, where that is much. What is drawn from some of it need not be drawn again when the
    rest changes, or for a seat that sees more of it."""


class Reason(msgspec.Struct, frozen=True):
    """Why an action is refused: a stable code, the clause of the rules, and a sentence."""

    code: str
    clause: str
    text: Text


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the final score sheet: a label and a number for each seat."""

    label: Text
    values: list[int]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. ``ranks``: 1 is best, equal ranks are shared; ``grade`` for scenarios with degrees of victory."""

    scores: list[int]
    ranks: list[int]
    lines: list[ScoreLine]
    grade: Text | None = None

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a form: ``number`` (low..high), ``choice`` (one of options) or ``several`` (any of options).

    ``name`` is the JSON place of the value inside the action, dotted for nested objects: ``give.money``.
    """

    name: str
    kind: str
    label: Text
    low: int = 0
    high: int = 0
    options: list[tuple[int | str, Text]] = []


class Form(msgspec.Struct, frozen=True):
    """How to compose an action of an open verb (one whose legal list cannot be complete: a deal, a free payment).

    ``base`` is the action as JSON object with everything the fields do not fill.
    """

    verb: str
    title: Text
    fields: list[Field]
    base: dict[str, object]
