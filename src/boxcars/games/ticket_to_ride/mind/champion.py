"""The learned player: a network of a few megabytes that numpy alone can ask, one for games of two and one for three to five.

The weights (float16) and the records of their training are files beside this one; ``src/boxcars/training`` made them.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from boxcars.games.ticket_to_ride.mind.seen_sight import sight_of
from boxcars.games.ticket_to_ride.mind.sight import LAYOUT, SCALE, row
from boxcars.games.ticket_to_ride.mind.tables import code_of
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.words import Seen, TTRAction

BLOCKS: Final = 2
DUEL: Final = "duel.npz"
"""Weights for two players: it plays for points and the win, and draws tickets;"""
COMPANY: Final = "master.npz"
"""and for three to five: it plays for the lead and the win, and ends games early."""
FINE: Final = 1024
"""Logits are compared in steps of one of so many: sums that another machine rounds in another order choose the same action."""


def shipped(players: int) -> str:
    """Where the weights that ship for so many players lie."""
    return str(files("boxcars.games.ticket_to_ride.mind") / (DUEL if players == 2 else COMPANY))


@lru_cache(maxsize=4)
def read_weights(path: str) -> dict[str, Any]:
    """The weights of a file, as float32."""
    file = Path(path)
    if not file.is_file():
        raise ValueError(f"there are no weights in {file.name}")
    with np.load(file) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files if name != "record"}


@lru_cache(maxsize=2)
def finely(path: str) -> dict[str, Any]:
    """The same as float64: about 30 MB, twice the time, and sums whose order no longer shows."""
    return {name: weights.astype(np.float64) for name, weights in read_weights(path).items()}


def normal(h: Any) -> Any:
    """Mean 0, deviation 1."""
    h = h - h.mean()
    return h / np.sqrt((h * h).mean() + np.float32(1e-5))


def through(h: Any, weights: dict[str, Any], name: str) -> Any:
    """A row through a layer, in one order of sums and on one core. (``@`` asks the machine's BLAS, which takes all cores for so
    little, and spends ten times the processor's time on waiting where others want them, too.)"""
    return np.einsum("i,ij->j", h, weights[f"{name}_w"]) + weights[f"{name}_b"]


def think(weights: dict[str, Any], numbers: Any) -> tuple[Any, Any]:
    """The logits of all actions and the values (lead, win) for one row: ``training/network.think``, in numpy."""
    h = np.maximum(through(numbers * SCALE, weights, "in"), 0)
    for i in range(BLOCKS):
        h = h + np.maximum(through(normal(h), weights, f"block{i}"), 0)
    h = normal(h)
    return through(h, weights, "policy"), through(h, weights, "value") + prior(numbers)


def prior(numbers: Any) -> Any:
    """What the values begin from: points on the board, tickets done, and those that the plan can still complete."""

    def field(name: str) -> Any:
        first, end, _ = LAYOUT[name]
        return numbers[first:end].astype(np.float64)

    points, counts = field("points"), field("ticket_counts")
    planned = field("plan_points")[0] * (field("spare_trains")[0] >= 0)
    own = points[0] + field("kept_points")[0] - field("lost_points")[0] + 1.4 * planned
    others = np.where(field("seat_there")[1:] > 0, points[1:] + 6 * counts[1:], -99).max()
    lead = (own - others) / 100
    return np.array([lead, np.tanh(lead)])


class Champion:
    """Weighs the legal actions of a seat."""

    fine = FINE

    @staticmethod
    def knows(rules: TicketToRide) -> bool:
        """Whether it learned for this board; with two to five players it is better than the search there (docs/training.md)."""
        return rules.map == "usa"

    def __init__(self, players: int, path: str = "") -> None:
        self.path = path or shipped(players)
        self.weights = read_weights(self.path)

    def weigh(self, seen: Seen, legal: list[TTRAction]) -> tuple[Any, float]:
        """How much each action is to be preferred (whole numbers: the greatest is played), and the chance to win."""
        players = len(seen.trains)
        logits, value = think(self.weights, row(np, sight_of(seen), players))
        codes = [code_of(action, seen.offer or []) for action in legal]
        preferred = np.rint(logits[codes] * FINE).astype(np.int64)
        return preferred, chance_of(value, players)

    def chance(self, seen: Seen) -> float:
        """The seat's chance to win when it is to act, reckoned so finely that every machine says the same."""
        players = len(seen.trains)
        _, value = think(finely(self.path), row(np, sight_of(seen), players))
        return round(chance_of(value, players), 9)


def chance_of(value: Any, players: int) -> float:
    return float(np.clip(value[1] / 2 + 1 / players, 0, 1))
