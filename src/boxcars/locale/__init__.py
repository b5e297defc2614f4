"""Sentences in the reader's language: gettext catalogues, one .po file per game and language.

The English message is the key. ``tools/catalogues.py`` extracts messages; a test fails on a missing one.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
import polib

from boxcars.core.messages import Text, Value, Who

LANGUAGES = ("en", "es", "it")
LESSONS = "lessons_"
"""Begins the names of the catalogues of lessons, which stand apart."""
OWN_LESSONS = "BOXCARS_LESSONS"
"""Environment variable: folders with lessons of the host's own, laid out as ours are, separated like the parts of PATH. Their
catalogues stand in them as ours stand here: ``locale/es/lessons_<game>.po``."""
SEAT = {"en": "Seat {n}", "es": "Asiento {n}", "it": "Posto {n}"}
DELETED = "Deleted player"
"""The name of whoever deleted their profile. It is stored as it is here, and shown in the reader's language."""
PLACE = re.compile(r"\{(\w+)\}")
JOINS = {
    "es": ((re.compile(r"\b(de|a) el "), r"\1l "),),
    "it": (
        (re.compile(r"\bdi (?=l'|la |lo |il )"), "de "),
        (re.compile(r"\b(a|da|de|su) l('|a |o )"), r"\1ll\2"),
        (re.compile(r"\b(a|da|de|su) il "), r"\1l "),
        (re.compile(r"\ba (?=A\w)"), "ad "),
        (re.compile(r"\be (?=E\w)"), "ed "),
    ),
}
"""What stands in a place may begin with an article, which grows together with a preposition before it: *de el* is *del*.
In Italian *a* and *e* take a *d* before a name that begins with the same vowel: *ad Atlanta*, *ed Erie*."""

Say = Callable[[Text], str]


@cache
def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """Message -> its translation (two for a plural: one, many). English has some for ids such as ``grey``, shown as "gray"."""
    found: dict[str, tuple[str, ...]] = {}
    if language not in LANGUAGES:
        return found
    folder = files("boxcars.locale") / language
    for path in sorted(p.name for p in folder.iterdir() if p.name.endswith(".po") and not p.name.startswith(LESSONS)):
        for entry in polib.pofile((folder / path).read_text(encoding="utf-8")):
            if entry.obsolete:
                continue
            if entry.msgid_plural:
                found[entry.msgid] = tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural))
            elif entry.msgstr:
                found[entry.msgid] = (entry.msgstr,)
    return found


@cache
def lesson_catalogue(game: str, language: str) -> dict[str, str]:
    """Message -> its translation, of a game's lessons alone: there a word may mean something else than on a button."""
    if language == "en" or language not in LANGUAGES:
        return {}
    found: dict[str, str] = {}
    for home in (files("boxcars.locale"), *(folder / "locale" for folder in own_lessons())):
        path = home / language / f"{LESSONS}{game}.po"
        entries = polib.pofile(path.read_text(encoding="utf-8")) if path.is_file() else []
        found |= {entry.msgid: entry.msgstr for entry in entries if entry.msgstr and not entry.obsolete}
    return found


@cache
def former_messages() -> dict[str, str]:
    """Messages that journals of older games hold, with today's wording."""
    found: dict[str, str] = json.loads((files("boxcars.locale") / "former.json").read_text(encoding="utf-8"))
    return found


def own_lessons() -> list[Path]:
    """The host's own folders of lessons."""
    return [Path(folder) for folder in filter(None, os.environ.get(OWN_LESSONS, "").split(os.pathsep))]


def best_language(accept: str | None) -> str:
    """The best of our languages for an Accept-Language header (or a plain code)."""
    ranked = []
    for i, part in enumerate((accept or "").split(",")):
        code, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        ranked.append((-weight, i, code[:2].lower()))
    return next((code for _, _, code in sorted(ranked) if code in LANGUAGES), "en")


def say(text: Text, language: str = "en", names: Sequence[str] = ()) -> str:
    """The sentence in a language; ``names`` are the players' names by seat."""
    forms = catalogue(language).get(text.message)
    if forms is None and text.message in former_messages():
        text = msgspec.structs.replace(text, message=former_messages()[text.message])
        forms = catalogue(language).get(text.message)
    if forms is None:
        message = text.plural if text.plural and text.count != 1 else text.message
    else:
        message = forms[1] if len(forms) > 1 and text.count != 1 else forms[0]
    values = text.values
    if not values:
        return message
    parts = _parts(message)
    out = list(parts)
    for i in range(1, len(parts), 2):
        name = parts[i]
        out[i] = _value(values[name], language, names) if name in values else f"{{{name}}}"
    whole = "".join(out)
    return _joined(whole, language) if language in JOINS else whole


@lru_cache(maxsize=16384)
def _joined(whole: str, language: str) -> str:
    """The sentence with its articles grown together; the same sentences come again and again."""
    for apart, joined in JOINS[language]:
        whole = apart.sub(joined, whole)
    return whole


@cache
def _parts(message: str) -> list[str]:
    """The message cut at its places: text and names in turn."""
    return PLACE.split(message)


def _value(value: Value, language: str, names: Sequence[str]) -> str:
    if type(value) is str:  # most are, or numbers
        return value
    if type(value) is int:
        return str(value)
    if isinstance(value, Text):
        return say(value, language, names)
    if isinstance(value, Who):
        if 0 <= value.seat < len(names):
            return person_name(names[value.seat], language)
        return SEAT.get(language, SEAT["en"]).format(n=value.seat + 1)
    if isinstance(value, list):
        return ", ".join(say(part, language, names) for part in value)
    return str(value)


def person_name(name: str, language: str) -> str:
    """The name of a person as a reader of the language sees it."""
    return say(Text(DELETED), language) if name == DELETED else name


def sayer(language: str = "en", names: Sequence[str] = ()) -> Say:
    """``say`` with language and names filled in."""
    language = language if language in LANGUAGES else "en"
    return lambda text: say(text, language, names)
