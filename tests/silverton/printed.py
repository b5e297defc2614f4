"""What the oracle of Silverton knows beforehand: the printed data, and how to walk over one player's track."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from importlib.resources import files
from typing import Any

DATA = files("boxcars.games.silverton") / "data"
NONE = 10**6
IDN = [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7]
MOVES = {
    "gold": {1: 2, 3: 1, 5: 0, 7: -1, 99: -2},
    "copper": {1: 3, 2: 2, 3: 1, 5: 0, 7: -1, 9: -2, 11: -3, 99: -4},
    "silver": {0: 5, 1: 4, 2: 3, 3: 2, 5: 1, 7: 0, 9: -1, 11: -2, 12: -3, 13: -4, 14: -5, 15: -6, 99: -7},
    "lumber": {1: 3, 3: 2, 5: 1, 6: 0, 8: -1, 10: -2, 12: -3, 99: -4},
    "coal": {1: 3, 3: 2, 5: 1, 8: 0, 10: -1, 12: -2, 99: -3},
}


def read(name: str, key: str) -> dict[str, Any]:
    return {row["id"]: row for row in json.loads((DATA / f"{name}.json").read_text())[key]}


SEGMENTS, CLAIMS, CARDS = read("board", "segments"), read("claims", "claims"), read("passengers", "passengers")
MARKERS = read("market", "markers")
TRAINS = {row["power"]: row for row in json.loads((DATA / "trains.json").read_text())["trains"]}
PLOWS = {row["bonus"]: row for row in json.loads((DATA / "snowplows.json").read_text())["plows"]}


@dataclass
class Seat:
    homes: list[str]
    cash: int
    bonus: list[int]
    """Of each piece; surveyors first."""
    at: dict[int, str] = field(default_factory=dict)
    """Where pieces stand."""
    fine: dict[int, int] = field(default_factory=dict)
    track: set[str] = field(default_factory=set)
    trains: set[str] = field(default_factory=set)
    plows: set[str] = field(default_factory=set)
    sold: Counter[str] = field(default_factory=Counter)
    deliveries: int = 0
    announced: bool = False

    def length(self, a: str, b: str, closed: set[str]) -> int:
        """The shortest way over own track that hangs together with a home; NONE if there is none."""
        if not any(self.walk(home, set())[0].get(a, NONE) < NONE for home in self.homes):
            return NONE
        return self.walk(a, closed)[0].get(b, NONE)

    def walk(self, start: str, closed: set[str]) -> tuple[dict[str, int], dict[str, int]]:
        """From a town: shortest lengths, and the smallest longest segment."""
        found: list[dict[str, int]] = []
        for heavy in (False, True):
            done: dict[str, int] = {}
            queue = [(1 if heavy else 0, start)]
            while queue:
                so_far, town = heappop(queue)
                if town in done:
                    continue
                done[town] = so_far
                for name in self.track - closed:
                    towns, far = SEGMENTS[name]["towns"], SEGMENTS[name]["distance"]
                    if town in towns:
                        for other in towns:
                            heappush(queue, (max(so_far, far) if heavy else so_far + far, other))
            found.append(done)
        return found[0], found[1]
