"""Actions, steps, events and the observation: Structs only, each validated when it is read."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from boxcars.core.types import Action, Event, Observation, Step


class DrawCoal(Action, frozen=True):
    """Draw the top card of the deck."""

    def path(self) -> tuple[str, ...]:
        return ("deck",)


class Build(Action, frozen=True):
    """Build an open section with a card of its cost."""

    section: int

    def path(self) -> tuple[str, ...]:
        return (f"section:{self.section}",)


class Pass(Action, frozen=True):
    """Do nothing, if nothing else is possible."""

    def path(self) -> tuple[str, ...]:
        return ("do:pass",)


class TakeTurn(Step, frozen=True):
    """A seat draws or builds (MR-2.1)."""


class CoalDrawn(Event, frozen=True):
    """A card was drawn. Only its owner sees the value: to others it is 0."""

    reveals: ClassVar[bool] = True
    seat: int
    value: int


class SectionBuilt(Event, frozen=True):
    """A section was built and paid for."""

    seat: int
    section: int


class Passed(Event, frozen=True):
    """A seat could do nothing."""

    seat: int


class Seen(Observation, frozen=True, kw_only=True):
    """Everything one seat may know."""

    agenda: list[TakeTurn]
    hand: list[int] | None
    """Own cards by value 1, 2, 3; None for a spectator."""
    cards: list[int]
    """Number of cards in each hand."""
    owner: list[int]
    """Who owns each section; -1: nobody."""
    deck: int
    """Number of cards in the deck."""
    passes: int
    """How many seats in a row have passed."""


MilkRunAction: TypeAlias = DrawCoal | Build | Pass
MilkRunEvent: TypeAlias = CoalDrawn | SectionBuilt | Passed
