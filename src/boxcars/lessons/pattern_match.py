"""The one small language of lessons: does a value of some JSON fit a pattern?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

RESERVED = ("event", "after", "reach")
"""Words of a match that speak of more than the action itself."""


def plain(thing: Any) -> Any:
    """Return a Struct as the JSON that patterns are compared with."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def _same(values: Any, wanted: Any) -> bool:
    return isinstance(values, list) and sorted(map(str, values)) == sorted(map(str, wanted))


WORDS: dict[str, Callable[[Any, Any], bool]] = {
    "is": lambda value, wanted: bool(value == wanted),
    "in": lambda value, wanted: value in wanted,
    "not": lambda value, wanted: not fits(wanted, value),
    "min": lambda value, wanted: isinstance(value, (int, float)) and value >= wanted,
    "max": lambda value, wanted: isinstance(value, (int, float)) and value <= wanted,
    "len": lambda value, wanted: isinstance(value, (list, dict)) and fits(wanted, len(value)),
    "has": lambda value, wanted: isinstance(value, list) and any(fits(wanted, one) for one in value),
    "set": _same,
    "all": lambda value, wanted: all(fits(one, value) for one in wanted),
}
"""Words of a pattern, and what each wants of a value."""


def fits(pattern: Any, value: Any) -> bool:
    """Return whether a value is as the pattern says. A table of fields fits an object that has them all."""
    if not isinstance(pattern, dict):
        return bool(pattern == value) and isinstance(pattern, bool) == isinstance(value, bool)
    if "at" in pattern:
        rest = {word: wanted for word, wanted in pattern.items() if word != "at"}
        place = pattern["at"]
        return isinstance(value, list) and -len(value) <= place < len(value) and fits(rest, value[place])
    if pattern and pattern.keys() <= WORDS.keys():
        return all(WORDS[word](value, wanted) for word, wanted in pattern.items())
    return isinstance(value, dict) and all(name in value and fits(wanted, value[name]) for name, wanted in pattern.items())


def found(thing: Any, path: str) -> Any:
    """Return what stands at a place of some JSON: ``income.0``."""
    for part in path.split("."):
        thing = thing[int(part)] if isinstance(thing, list) else thing[part]
    return thing
