"""Equivalent mutants: somebody has looked at them and no test can notice them (``equivalent.toml`` has the reasons).

They are found by what is written, not by line numbers: file, line, change; where a file has several alike, ``nth`` says which.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

LIST = Path(__file__).with_name("equivalent.toml")


class Entry(NamedTuple):
    """An entry of the list: changes of one line, and which of several equal places are meant (``nth``; none: all)."""

    file: str
    line: str
    changes: list[str]
    why: str
    nth: tuple[int, ...] = ()


def read_list() -> list[Entry]:
    said = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    return [Entry(**{**entry, "nth": tuple(entry.get("nth", ()))}) for entry in said]


def find_equivalent(every: list[Any]) -> tuple[dict[Any, str], list[str]]:
    """Return the equivalent ones of these mutants with the reason, and the entries for the same games that fit none of them."""
    alike: dict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for mutant in every:
        alike[mutant.file, mutant.text, f"{mutant.before} -> {mutant.after}"].append(mutant)
    folders = {Path(mutant.file).parent for mutant in every}
    found: dict[Any, str] = {}
    lost = []
    for entry in (entry for entry in read_list() if Path(entry.file).parent in folders):
        for change in entry.changes:
            there = alike.get((entry.file, entry.line, change), [])
            meant = [there[n] for n in entry.nth if n < len(there)] if entry.nth else there
            found |= dict.fromkeys(meant, entry.why)
            if not meant or len(meant) < len(entry.nth):
                lost.append(f"{entry.file}: {entry.line}: {change}")
    return found, lost
