"""What is due in a game of Spike: one step for each question and each thing the table does by itself. Structs only."""

from __future__ import annotations

from boxcars.core.types import Step


class NameFirst(Step, frozen=True):
    """The lot is drawn: tell who begins (SPK-3.8)."""


class DealContracts(Step, frozen=True):
    """One contract card of each commodity, equally to all seats (SPK-3.4)."""


class DealHands(Step, frozen=True):
    """Five rail cards to each seat (SPK-3.7, 3.8)."""


class OpenTable(Step, frozen=True):
    """Turn up the face-up row and deal the route cards (SPK-3.10, 3.11)."""


class PickSide(Step, frozen=True):
    """Advanced game: a side for the next contract card (SPK-13.1)."""


class GiveCard(Step, frozen=True):
    """The first player gives a rail card to the right-hand neighbour (SPK-3.9)."""


class PickRoute(Step, frozen=True):
    """Advanced game: keep one of two route cards (SPK-13.2)."""


class PlaceTrain(Step, frozen=True):
    """Put the train into a city (SPK-3.12)."""


class FreeMovement(Step, frozen=True):
    """The train is in transit: it may move before the action (SPK-5.2)."""


class DeliverGoods(Step, frozen=True):
    """The train has entered a city where something on board can be delivered (SPK-7.5)."""


class TakeAction(Step, frozen=True):
    """One of the five actions (SPK-5.3)."""


class DrawMore(Step, frozen=True):
    """Action A goes on: ``left`` more cards may be taken, ``taken`` are in the hand (SPK-8.2)."""

    left: int = 0
    taken: int = 0


class SketchLine(Step, frozen=True):
    """Action B, segment by segment: the line so far, a sketch that nobody else sees (SPK-10.1)."""

    line: tuple[str, ...] = ()


class PayForLine(Step, frozen=True):
    """Action B: the sketch reaches a new city and is to be paid (SPK-10.9)."""

    line: tuple[str, ...] = ()


class EndTurn(Step, frozen=True):
    """The turn of ``who`` is over (SPK-5.6)."""

    who: int = 0


class RevealRoutes(Step, frozen=True):
    """The game is over: route cards are scored (SPK-12.5)."""


SpikeStep = (
    NameFirst
    | DealContracts
    | DealHands
    | OpenTable
    | PickSide
    | GiveCard
    | PickRoute
    | PlaceTrain
    | FreeMovement
    | DeliverGoods
    | TakeAction
    | DrawMore
    | SketchLine
    | PayForLine
    | EndTurn
    | RevealRoutes
)
