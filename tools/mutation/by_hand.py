"""Rules broken by hand (``by_hand.toml``): one line of a chapter each, with what stands there instead.

They are found by what is written, like the equivalent ones; where a file has several equal lines, ``nth`` says which.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from places import GAMES, RAIL, ROOT, Mutant

LIST = Path(__file__).with_name("by_hand.toml")


def game_of(file: str) -> str:
    folder = Path(file).relative_to(Path("src") / "boxcars").parts
    return folder[1] if folder[0] == GAMES.name else RAIL


def read_by_hand() -> tuple[list[Mutant], list[str]]:
    """Return the mutants of the list, and the entries whose line is not there any more (or there more than once)."""
    found: list[Mutant] = []
    lost: list[str] = []
    entries: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    for entry in entries:
        lines = (ROOT / entry["file"]).read_text(encoding="utf-8").splitlines()
        alike = [number for number, line in enumerate(lines, 1) if line.strip() == entry["line"]]
        nth = entry.get("nth")
        if (len(alike) != 1 and nth is None) or (nth or 0) >= len(alike):
            lost.append(f"{entry['file']}: {entry['line']}")
            continue
        number = alike[nth or 0]
        found.append(
            Mutant(game_of(entry["file"]), entry["file"], number, "by hand", -1, entry["line"], entry["instead"], entry["line"])
        )
    return found, lost
