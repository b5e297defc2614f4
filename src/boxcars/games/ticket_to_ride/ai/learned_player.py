"""The learned network of Ticket to Ride as an evaluator, computed with numpy: one for two players and one for three to five.

The weights (float16) and the records of their training are files beside this one; ``src/boxcars/training`` made them.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from boxcars.core.evaluator import ObservationEvaluator
from boxcars.games.ticket_to_ride.ai.board_arrays import code_of
from boxcars.games.ticket_to_ride.ai.network_input import LAYOUT, SCALE, row
from boxcars.games.ticket_to_ride.ai.network_input_from_view import observation_arrays
from boxcars.games.ticket_to_ride.rules import TicketToRide
from boxcars.games.ticket_to_ride.state import Table

BLOCKS: Final = 2
DUEL: Final = "duel.npz"
"""File of the weights for two players: trained for points and the win; it draws tickets."""
SEVERAL: Final = "master.npz"
"""File of the weights for three to five players: trained for the lead and the win; it ends games early."""
LOGIT_STEPS: Final = 1024
"""Logits are rounded to steps of 1 / LOGIT_STEPS: another machine, which adds in another order, chooses the same action."""


def shipped_weights(players: int) -> str:
    """Return the path of the weights that ship for a number of players."""
    return str(files("boxcars.games.ticket_to_ride.ai") / (DUEL if players == 2 else SEVERAL))


@lru_cache(maxsize=4)
def read_weights(path: str) -> dict[str, Any]:
    """Return the weights of a file, as float32."""
    file = Path(path)
    if not file.is_file():
        raise ValueError(f"there are no weights in {file.name}")
    with np.load(file) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files if name != "record"}


@lru_cache(maxsize=2)
def read_precise_weights(path: str) -> dict[str, Any]:
    """Return the weights of a file as float64: about 30 MB and twice the time, but sums whose order no longer shows."""
    return {name: weights.astype(np.float64) for name, weights in read_weights(path).items()}


def normalize(h: Any) -> Any:
    """Return a vector scaled to mean 0 and standard deviation 1 (layer normalization)."""
    h = h - h.mean()
    return h / np.sqrt((h * h).mean() + np.float32(1e-5))


def apply_layer(h: Any, weights: dict[str, Any], name: str) -> Any:
    """Return a vector multiplied by a dense layer, in a fixed order of sums and on one core.

    ``@`` would call the machine's BLAS, which takes all cores for this little and spends ten times the processor time on waiting.
    """
    return np.einsum("i,ij->j", h, weights[f"{name}_w"]) + weights[f"{name}_b"]


def forward(weights: dict[str, Any], numbers: Any) -> tuple[Any, Any]:
    """Return the logits of all actions and the values (lead, win) for one input row: ``training.network.forward``, in numpy."""
    h = np.maximum(apply_layer(numbers * SCALE, weights, "in"), 0)
    for i in range(BLOCKS):
        h = h + np.maximum(apply_layer(normalize(h), weights, f"block{i}"), 0)
    h = normalize(h)
    return apply_layer(h, weights, "policy"), apply_layer(h, weights, "value") + baseline_value(numbers)


def baseline_value(numbers: Any) -> Any:
    """Return the values before the network corrects them: from points, tickets done, and those that the plan can still
    complete."""

    def field(name: str) -> Any:
        first, end, _ = LAYOUT[name]
        return numbers[first:end].astype(np.float64)

    points, counts = field("points"), field("ticket_counts")
    planned = field("plan_points")[0] * (field("spare_trains")[0] >= 0)
    own = points[0] + field("kept_points")[0] - field("lost_points")[0] + 1.4 * planned
    others = np.where(field("seat_there")[1:] > 0, points[1:] + 6 * counts[1:], -99).max()
    lead = (own - others) / 100
    return np.array([lead, np.tanh(lead)])


class LearnedEvaluator(ObservationEvaluator[Table]):
    """The evaluator of the learned network."""

    def __init__(self, rules: TicketToRide, path: str = "") -> None:
        """``path``: a file of weights other than the one that ships for the number of players."""
        super().__init__(rules)
        self.path = path or shipped_weights(rules.players)
        self.network = read_weights(self.path)

    @staticmethod
    def supports(rules: Any) -> bool:
        """Return whether it was trained for this board; with two to five players it is stronger than the search there."""
        return bool(rules.map == "usa")

    def logits(self, observation: Any, legal: list[Any]) -> list[float]:
        """Return the logit of each legal action, rounded to multiples of 1 / LOGIT_STEPS so that every machine chooses the
        same."""
        logits, _ = forward(self.network, row(np, observation_arrays(observation), len(observation.trains)))
        codes = [code_of(action, observation.offer or []) for action in legal]
        steps: list[int] = np.rint(logits[codes] * LOGIT_STEPS).astype(np.int64).tolist()
        return [step / LOGIT_STEPS for step in steps]

    def win_probability(self, observation: Any) -> float:
        """Return the probability to win of the seat to act, computed so precisely that every machine returns the same."""
        players = len(observation.trains)
        _, value = forward(read_precise_weights(self.path), row(np, observation_arrays(observation), players))
        return round(win_probability_of(value, players), 9)


def win_probability_of(value: Any, players: int) -> float:
    """Return the probability to win for the value head's output (lead, win)."""
    return float(np.clip(value[1] / 2 + 1 / players, 0, 1))
