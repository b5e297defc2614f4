"""What a bot is given: its seat's knowledge, its legal actions, and determinized states that agree with both."""

from __future__ import annotations

from boxcars.core.game import State
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action, Observation


class SeatView:
    """One seat's view of a game in progress. It hides the true state: bots work on determinized states."""

    def __init__(self, rules: AnyRules, state: State, seat: int) -> None:
        self.rules = rules
        self.seat = seat
        self._state = state

    @property
    def observation(self) -> Observation:
        """What the seat knows of the position."""
        observation: Observation = self.rules.observe(self._state, self.seat)
        return observation

    def legal(self) -> list[Action]:
        """Return the legal actions of the seat, none if it is not to act.

        They follow from the observation alone, which the conformance tests prove.
        """
        return self.rules.legal(self._state) if self.rules.actor(self._state) == self.seat else []

    def imagine(self, seed: str) -> State:
        """Return a determinized state: a world that agrees with what the seat knows, with everything hidden dealt at random.

        It depends on the seat's knowledge and the seed alone: true states that look the same to the seat give the same world.
        """
        world: State = self.rules.imagine(self._state, self.seat, seed)
        return world
