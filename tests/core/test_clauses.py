"""Every clause of every game's rules has a test that cites it, and no test cites a clause that does not exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import clause_coverage, registry

TESTS = Path(__file__).parents[1]


@cache
def coverage() -> dict[str, dict[str, Any]]:
    return clause_coverage.coverage(TESTS)


@pytest.mark.parametrize("game", registry.games())
def test_every_clause_is_tested(game: str) -> None:
    found = coverage()[game]
    assert found["clauses"], "the rules text has no clauses"
    assert not found["untested"], f"{len(found['untested'])} clauses without a test"


def test_no_test_cites_an_unknown_clause() -> None:
    known = {c for game in registry.games() for c in clause_coverage.defined(game)}
    unknown = {c: where for c, where in clause_coverage.cited(TESTS).items() if c not in known}
    assert not unknown


# -- what texts cite -----------------------------------------------------------------------------------------------------

ROOT = TESTS.parent
GAMES = {"TTR": "ticket_to_ride", "AOS": "age_of_steam", "STM": "steam", "SIL": "silverton", "SPK": "spike"}
CITED = re.compile(
    r"\b(TTR|AOS|STM|SIL|SPK)-((?:[A-Z]+-)?\d+[a-z]?(?:\.\d+)*)"  # STM-8.26, TTR-R-3, SIL-EX-40
    r"((?:(?:,| …|…|–| –| and| to) ?\d+\.\d+(?:\.\d+)*)*)"  # and what follows in the same breath: "STM-8.26, 8.37"
)
RULES = Path(__file__).parents[2] / "docs" / "rules"
MADE_UP = {"TTR-99.2"}
"""A lesson that cites what is not there is refused (tests/lessons/test_broken.py)."""


def citable(game: str) -> set[str]:
    """The clauses of a game, the groups they are in (14.1 of 14.1.6), and the chapters, without the game's letters."""
    numbers = {clause.split("-", 1)[1] for clause in clause_coverage.defined(game)}
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    chapters = set(re.findall(r"^#+ (\d+[a-z]?)\.", text, re.M))
    return numbers | {number.rsplit(".", 1)[0] for number in numbers} | chapters


def citations(text: str) -> Iterator[str]:
    for found in CITED.finditer(text):
        yield f"{found[1]}-{found[2]}"
        yield from (f"{found[1]}-{number}" for number in re.findall(r"[\d.]*\d", found[3]))


def test_every_clause_that_is_cited_exists() -> None:
    """In code, rulings, guides and tests. It fails for a clause that was renumbered or never written."""
    known = {letters: citable(game) for letters, game in GAMES.items()}
    files = [path for folder in ("src", "docs", "tests", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.*")]
    kinds = {".py", ".md", ".toml", ".js", ".po"}
    wrong: dict[str, list[str]] = {}
    count = 0
    for path in [ROOT / "CHANGELOG.md", *files]:
        if path.suffix in kinds and path != Path(__file__):
            for clause in citations(path.read_text(encoding="utf-8")):
                count += 1
                letters, number = clause.split("-", 1)
                if number not in known[letters] and clause not in MADE_UP:
                    wrong.setdefault(clause, []).append(str(path.relative_to(ROOT)))
    assert count > 5000 and not wrong


def test_what_counts_as_a_citation() -> None:
    assert list(citations("(STM-8.26, 8.37) SIL-14.1.6 … AOS-8.2 … 8.22, 3 players; TTR-R-3")) == [
        "STM-8.26", "STM-8.37", "SIL-14.1.6", "AOS-8.2", "AOS-8.22", "TTR-R-3",
    ]  # fmt: skip
    assert "8b" in citable("steam") and "14.1" in citable("silverton") and "99.2" not in citable("ticket_to_ride")


# -- three languages -----------------------------------------------------------------------------------------------------

RULING = re.compile(r"(?:^- \*\*|^\| )(R-\d+[a-z]?)(?:\*\*| \|)")


def told(text: str) -> dict[str, Counter[str]]:
    """Each clause and ruling, of one paragraph or more, with all numbers in it; thousands are written together."""
    found: dict[str, Counter[str]] = {}
    clause = ""
    for line in text.splitlines():
        here = clause_coverage.DEFINED.match(line.removeprefix("- ")) or RULING.match(line)
        if here:
            clause = here[1]
        elif line.startswith(("#", "<!--", "|")):
            clause = ""
        if clause:
            together = re.sub(r"(?<=\d)[ \u00a0\u202f.,](?=\d{3}\b)", "", line)
            found.setdefault(clause, Counter()).update(re.findall(r"\d+", together))
    return found


@pytest.mark.parametrize("language", ["es", "it"])
@pytest.mark.parametrize("game", registry.games())
def test_clauses_tell_the_same_numbers_in_every_language(game: str, language: str) -> None:
    """What a clause says in numbers, and which clauses it points to, is the same: a stale translation shows here."""
    folder = RULES
    english = told((folder / f"{game}.md").read_text(encoding="utf-8"))
    other = told((folder / language / f"{game}.md").read_text(encoding="utf-8"))
    assert len(english) > 150 and list(english) == list(other)
    stale = {clause: (english[clause] - other[clause], other[clause] - english[clause]) for clause in english}
    assert not {clause: differ for clause, differ in stale.items() if any(differ)}


def test_a_stale_translation_shows() -> None:
    first = told("- **STM-3.8** Deal 5 to each (STM-3.15),\n  then 1 000 dollars.\n\n| R-4 | 10 |")
    assert first == {"STM-3.8": Counter(["3", "8", "5", "3", "15", "1000"]), "R-4": Counter(["4", "10"])}
    assert told("- **STM-3.8** Reparte 5 (STM-3.15), 1.000 dólares.")["STM-3.8"] == first["STM-3.8"]
    assert told("- **STM-3.8** Reparte 6 (STM-3.15), 1.000 dólares.")["STM-3.8"] != first["STM-3.8"]
