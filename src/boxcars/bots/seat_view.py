"""What a bot is given: its seat's knowledge, its legal actions, and worlds that agree with both."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec

from boxcars.core import wire
from boxcars.core.game import State
from boxcars.core.judge import NEWEST, Judge, of_edition
from boxcars.core.kinds import AnyJudge, AnyRules
from boxcars.core.registry import game, load
from boxcars.core.words import Action, Observation


class SeatView:
    """One seat's view of a game in progress. The true state stays behind it: bots work on imagined worlds."""

    def __init__(self, rules: AnyRules, state: State, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self._state = state

    @property
    def observation(self) -> Observation:
        seen: Observation = self.rules.observe(self._state, self.seat)
        return seen

    def legal(self) -> list[Action]:
        """What the seat may do now, nothing if it is not to act. (A function of the observation: conformance proves it.)"""
        return self.rules.legal(self._state) if self.rules.actor(self._state) == self.seat else []

    def imagine(self, seed: str) -> State:
        """A world the seat cannot tell from the true one; the same for every true state that looks the same to it."""
        world: State = self.rules.imagine(self._state, self.seat, seed)
        return world


def judge_of(rules: AnyRules, experience: float = 0.0, edition: int = NEWEST) -> AnyJudge:
    """The game's own judgement.

    Its numbers are those written by hand (experience 0), those fitted by self-play where there are (1), or between them; those
    of an earlier ``edition`` are kept for measuring.
    """
    judge: Judge[Any] = load(game(rules.game).judge)(rules)
    if edition != NEWEST:
        judge.recall(edition)
    if experience:
        fitted = fitted_numbers(rules.game, rules.map, edition)
        taste = getattr(judge, "taste", None)
        by_hand = {name: float(getattr(taste, name)) for name in fitted}
        judge.learn({name: by_hand[name] + experience * (fitted[name] - by_hand[name]) for name in fitted})
    return judge


def fitted_numbers(key: str, map: str = "", edition: int = NEWEST) -> dict[str, float]:
    """The numbers of a game's judge that were fitted by self-play, on this map where it has its own; none if they were not."""
    file = files(game(key).judge.partition(":")[0].rpartition(".")[0]) / of_edition("taste", edition)
    if not file.is_file():
        return {}
    fitted = wire.decoder(Fitted).decode(file.read_bytes())
    return fitted.taste | fitted.maps.get(map, {})


class Fitted(msgspec.Struct):
    """``taste.json`` of a game, written by benchmarks/fit_taste.py."""

    provenance: str
    players: int
    taste: dict[str, float]
    maps: dict[str, dict[str, float]] = {}
    """What differs on some maps: those for one player or two ask for other play."""
