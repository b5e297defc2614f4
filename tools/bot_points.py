"""Where the bots stand, from what the ladder measured (docs/ladder.md): the fixed points of people's ratings.

python tools/bot_points.py           writes src/boxcars/server/profiles/bots.json
python tools/bot_points.py --check   says whether the file is current
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import registry

HOME = Path(__file__).parents[1]
LADDER = HOME / "docs" / "ladder.md"
TARGET = HOME / "src" / "boxcars" / "server" / "profiles" / "bots.json"
DUEL = re.compile(r"\| (\w+) \| (\w+) \| (\d+) \| ([\d.]+)% \| [^|]+ \| ([\d.]+)% \| [^|]+ \| [\d.]+ \|")
RATING = re.compile(r"\| (\w+) \| ([+-]\d+) \| [^|]+ \| \d+ \|")
YARDSTICK, ZERO = "heuristic", 1500


def read(text: str) -> dict[str, Any]:
    """By game: points of each kind of bot (the yardstick is 1500), and the newest duel that each was measured in."""
    keys = {game.name: game.key for game in registry.games().values()}
    out: dict[str, Any] = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        key = keys.get(part.partition(":")[0])
        found = {bot: int(points) for bot, points in RATING.findall(part)}
        if key is None or YARDSTICK not in found:
            continue
        duels = {
            bot: {"against": other, "games": int(games), "won": float(won), "fair": float(fair)}
            for bot, other, games, won, fair in DUEL.findall(part)
        }
        points = {bot: ZERO + value - found[YARDSTICK] for bot, value in found.items()}
        out[key] = {"points": dict(sorted(points.items(), key=lambda pair: pair[1])), "duels": duels}
    return out


def text() -> str:
    return msgspec.json.format(msgspec.json.encode(read(LADDER.read_text(encoding="utf-8"))), indent=1).decode() + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == text() else "run: python tools/bot_points.py")
    TARGET.write_text(text(), encoding="utf-8")
