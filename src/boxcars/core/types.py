"""The types every game shares: actions, steps, events, observations, refusals, outcomes and forms.

Structs only, so that this module is never compiled (see docs/decisions/0002).
"""

from __future__ import annotations

import re
from functools import cache
from typing import ClassVar

import msgspec

from boxcars.core.messages import Text

CLAUSE = re.compile(r"[A-Z]{2,4}-\d+(?:\.\d+)*")


class Action(msgspec.Struct, frozen=True, tag=True, tag_field="do", forbid_unknown_fields=True, gc=False):
    """What a seat asks to do: imperative, plain ids, one class per verb. The seat stands outside.

    (``gc=False``: actions, steps and events hold plain values and never each other in a circle, so the garbage collector need not
    look at the thousands that games keep.)
    """

    def path(self) -> tuple[str, ...]:
        """Return the targets a person clicks, in order. It is unique and no prefix of another legal action's path."""
        raise NotImplementedError


class Step(msgspec.Struct, frozen=True, tag=True, tag_field="step", gc=False):
    """What is due. With ``seat >= 0`` it waits for that seat; with -1 its chapter does it at once."""

    seat: int = -1


@cache
def clause_of(step: type[Step]) -> str:
    """Return the clause that the docstring of a step names ("AOS-5.1"), or "" if it names none."""
    found = CLAUSE.search(step.__doc__ or "")
    return found[0] if found else ""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
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
