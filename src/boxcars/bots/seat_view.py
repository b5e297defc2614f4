"""What a bot is given: its seat's knowledge, its legal actions, and worlds that agree with both."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core.game import Rules
from boxcars.core.judge import Judge
from boxcars.core.registry import game, load


class SeatView:
    """One seat's view of a game in progress. The true state stays behind it: bots work on imagined worlds."""

    def __init__(self, rules: Rules[Any], state: Any, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self._state = state

    @property
    def observation(self) -> Any:
        return self.rules.observe(self._state, self.seat)

    def legal(self) -> list[Any]:
        """What the seat may do now, nothing if it is not to act. (A function of the observation: conformance proves it.)"""
        return self.rules.legal(self._state) if self.rules.actor(self._state) == self.seat else []

    def imagine(self, seed: str) -> Any:
        """A world the seat cannot tell from the true one; the same for every true state that looks the same to it."""
        return self.rules.imagine(self._state, self.seat, seed)


def judge_of(rules: Rules[Any], experience: float = 0.0) -> Judge[Any]:
    """The game's own judgement.

    Its numbers are those written by hand (experience 0), those fitted by self-play where there are (1), or between them.
    """
    judge: Judge[Any] = load(game(rules.game).judge)(rules)
    if experience:
        fitted = fitted_numbers(rules.game)
        taste = getattr(judge, "taste", None)
        by_hand = {name: float(getattr(taste, name)) for name in fitted}
        judge.learn({name: by_hand[name] + experience * (fitted[name] - by_hand[name]) for name in fitted})
    return judge


def fitted_numbers(key: str) -> dict[str, float]:
    """The numbers of a game's judge that were fitted by self-play; none if they were not."""
    file = files(game(key).judge.partition(":")[0].rpartition(".")[0]) / "taste.json"
    return msgspec.json.decode(file.read_bytes(), type=Fitted).taste if file.is_file() else {}


class Fitted(msgspec.Struct):
    """``taste.json`` of a game, written by benchmarks/fit_taste.py."""

    provenance: str
    players: int
    taste: dict[str, float]
