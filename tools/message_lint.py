"""Check how the messages speak: words that we avoid, long sentences, names of files, ids.

python tools/message_lint.py        prints what to change; exits with 1 if there is anything

The words are in tools/message_words.toml, which also lists the exceptions with their reasons. The tests run the same check.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import util
from pathlib import Path

import polib

from boxcars.lessons.lesson_loader import courses
from boxcars.lessons.lesson_text import texts
from boxcars.locale import LANGUAGES

ROOT = Path(__file__).parents[1]
WORDS = Path(__file__).with_name("message_words.toml")
LONGEST = 30
"""Words in one sentence, at most."""
PLACE = re.compile(r"\{\w*\}")
SENTENCE = re.compile(r"(?<=[.!?…:])\s+")
"""Where a sentence ends. A colon ends one here: a label and its list are not read in one breath."""
FILE = re.compile(r"\b[\w/-]+\.(?:json|toml|md|py|po|js|html|css|svg|txt|ya?ml)\b")
ID = re.compile(r"\b[A-Z]{2,4}-\d+(?:\.\d+)+\b|\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+\.[a-z_]+\b(?!\.[a-z])")
"""A clause, a name with underscores, a key of a file: nobody says them aloud."""
SPACE = re.compile(r"[\d}] [$%]")
"""A sign that a line may not part from its number."""
ADDRESS = re.compile(r"https?://\S+|\b(?:p\.m|a\.m|e\.g|i\.e|p\.ej)\b")


@dataclass(frozen=True)
class Problem:
    language: str
    rule: str
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.language} {self.rule}: {self.text!r}\n    {self.advice}"


@cache
def settings() -> dict[str, object]:
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def avoided(language: str) -> dict[str, str]:
    """Return the expressions of a language that no message says -> what to write instead."""
    found = settings().get(language, {})
    assert isinstance(found, dict)
    return found


def allowances() -> list[dict[str, str]]:
    found = settings().get("allow", [])
    assert isinstance(found, list)
    return found


def check_text(language: str, text: str) -> Iterator[Problem]:
    """Yield what is wrong with one message."""
    plain = PLACE.sub("x", text)
    for words, instead in avoided(language).items():
        found = re.search(rf"(?<![\w-])(?:{words})(?![\w-])", plain, re.IGNORECASE)
        if found:
            yield Problem(language, "words", text, f"{found[0]!r}: write {instead!r} instead")
    for sentence in SENTENCE.split(plain):
        count = len(re.findall(r"[\w'’$%+−-]+", sentence))
        if count > LONGEST:
            yield Problem(language, "long", text, f"a sentence of {count} words; {LONGEST} is the most: make two of it")
    if language != "en" and SPACE.search(text):
        yield Problem(language, "spaces", text, "write a no-break space before $ and % (no space at all before % in Italian)")
    plain = ADDRESS.sub("", plain)
    for rule, pattern, advice in (
        ("files", FILE, "say what it is for the reader, not the file's name"),
        ("ids", ID, "say it in words; a clause is linked to, not written"),
    ):
        found = pattern.search(plain)
        if found:
            yield Problem(language, rule, text, f"{found[0]!r}: {advice}")


def messages(language: str) -> Iterator[str]:
    """Yield every message in a language: English from the code and the lessons, the others from their catalogues."""
    if language == "en":
        spec = util.spec_from_file_location("catalogues", Path(__file__).with_name("catalogues.py"))
        assert spec and spec.loader
        catalogues = util.module_from_spec(spec)
        spec.loader.exec_module(catalogues)
        yield from catalogues.messages()
        yield from catalogues.plurals()
        for course in courses().values():
            yield from texts(course.lesson)
    for path in sorted((ROOT / "src/boxcars/locale" / language).glob("*.po")):
        for entry in polib.pofile(str(path)):
            yield from (entry.msgstr_plural or {0: entry.msgstr}).values()


def check(language: str) -> list[Problem]:
    """Return all problems of a language, those with an allowance left out."""
    free = [(a["rule"], a["text"]) for a in allowances()]
    found = {problem: None for text in dict.fromkeys(messages(language)) for problem in check_text(language, text)}
    return [p for p in found if not any(p.rule == rule and p.text.startswith(text) for rule, text in free)]


def idle_allowances() -> list[str]:
    """Return the exceptions that no message needs any more."""
    raised = {(p.rule, p.text) for language in LANGUAGES for text in messages(language) for p in check_text(language, text)}
    return [a["text"] for a in allowances() if not any(a["rule"] == r and t.startswith(a["text"]) for r, t in raised)]


if __name__ == "__main__":
    problems = [problem for language in LANGUAGES for problem in check(language)]
    print("\n".join(map(str, problems)))
    idle = idle_allowances()
    print("\n".join(f"{text!r}: no message needs this exception; delete it from {WORDS.name}" for text in idle))
    print(f"{len(problems)} messages to change" if problems else "")
    sys.exit(1 if problems or idle else 0)
