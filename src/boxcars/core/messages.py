"""Sentences to be translated: an English message with named places, and the values that stand in them.

Structs only, so that this module is never compiled (see docs/decisions/0002).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec


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
        """Return the English sentence (other languages: boxcars.locale)."""
        message = self.plural if self.plural and self.count != 1 else self.message
        return message.format_map({k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in self.values.items()})


Value = int | float | str | Text | Who | list[Text]


def T(message: str, **values: Value) -> Text:
    """Return a translatable sentence: ``T("{who} claims {route}", who=Who(0), route="Denver–Omaha")``."""
    return Text(message, values)


def TN(singular: str, plural: str, count: int, **values: Value) -> Text:
    """Return a translatable sentence with a plural; ``{count}`` stands for the number."""
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
