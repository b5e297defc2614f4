"""Mutants that somebody has looked at and that no test can notice, each with its reason (``mutate_named.toml``).

They are found by what is written, not by line numbers: file, line, change; where a file has several alike, ``nth`` says which.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

LIST = Path(__file__).with_name("mutate_named.toml")


class Known(NamedTuple):
    """What is said of changes in one line, and which of those that look alike are meant (none: all)."""

    file: str
    line: str
    changes: list[str]
    why: str
    nth: tuple[int, ...] = ()


def known() -> list[Known]:
    said = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    return [Known(**{**entry, "nth": tuple(entry.get("nth", ()))}) for entry in said]


def named(every: list[Any]) -> tuple[dict[Any, str], list[str]]:
    """Why no test notices these mutants, and what is said of mutants of the same games that are not there (any more)."""
    alike: dict[tuple[str, str, str], list[Any]] = defaultdict(list)
    for mutant in every:
        alike[mutant.file, mutant.text, f"{mutant.before} -> {mutant.after}"].append(mutant)
    folders = {Path(mutant.file).parent for mutant in every}
    found: dict[Any, str] = {}
    lost = []
    for entry in (entry for entry in known() if Path(entry.file).parent in folders):
        for change in entry.changes:
            there = alike.get((entry.file, entry.line, change), [])
            meant = [there[n] for n in entry.nth if n < len(there)] if entry.nth else there
            found |= dict.fromkeys(meant, entry.why)
            if not meant or len(meant) < len(entry.nth):
                lost.append(f"{entry.file}: {entry.line}: {change}")
    return found, lost
