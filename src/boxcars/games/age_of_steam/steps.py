"""What is due in a game of Age of Steam: one step for each question and each thing the table does by itself. Structs only."""

from __future__ import annotations

from boxcars.core.types import Step


class SetUp(Step, frozen=True):
    """Fill the display, put out the starting cubes, roll for the first order of play (AOS-3)."""


class Phase(Step, frozen=True):
    """A phase of the turn begins (AOS-4.1)."""

    name: str = ""


class DecideShares(Step, frozen=True):
    """Issue shares or not (AOS-5.1)."""


class BidOrDrop(Step, frozen=True):
    """The auction for the order of play (AOS-6.2)."""


class DecideFirst(Step, frozen=True):
    """St. Lucia: pay to be first, or not (AOS-19.4). ``holder`` has the right of first refusal."""

    holder: int = -1


class ChooseAction(Step, frozen=True):
    """Take one of the actions of the turn (AOS-7.1)."""


class BuildTrack(Step, frozen=True):
    """A build turn goes on (AOS-8.1)."""


class CloseBuild(Step, frozen=True):
    """A build turn ends: unfinished track that was not extended loses its owner (AOS-8.25)."""

    builder: int = -1


class ShareReward(Step, frozen=True):
    """Western US: who is rewarded for the transcontinental railroad (AOS-15.11)."""

    choices: list[tuple[int, ...]] = []


class MoveRound(Step, frozen=True):
    """A round of the goods phase begins (AOS-11.1)."""

    round: int = 1


class MoveOne(Step, frozen=True):
    """Move a cube, raise the locomotive, or do nothing (AOS-11.1)."""

    round: int = 1


class DecideProduction(Step, frozen=True):
    """Draw two cubes for the display, or not (AOS-13.2)."""


class PlaceDrawn(Step, frozen=True):
    """Put a drawn cube on an empty space of the display (AOS-13.2)."""


class Grow(Step, frozen=True):
    """The map's extra cubes, then dice for each half (AOS-13.1)."""


AOSStep = (
    SetUp
    | Phase
    | DecideShares
    | BidOrDrop
    | DecideFirst
    | ChooseAction
    | BuildTrack
    | CloseBuild
    | ShareReward
    | MoveRound
    | MoveOne
    | DecideProduction
    | PlaceDrawn
    | Grow
)
