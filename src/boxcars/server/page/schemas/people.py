"""What the pages of people are sent: rematches, friends, groups, invitations (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Sent


class RematchShown(Sent):
    """A rematch that seat ``by`` wants, as somebody sees it who sat there. ``asked``: who is not in (yet).

    ``stuck``: somebody said no or the time is over; those who are in decide how it goes on."""

    by: int
    yes: list[int]
    asked: list[int]
    until: float
    you: Literal["asked", "yes", "no"]
    stuck: bool


class DueTurn(Sent):
    """A table at which it is one's turn. ``name``: what is played there; ``left``: seconds, if a clock runs."""

    table: str
    name: str
    left: float | None


class Waiting(Sent):
    """What waits for somebody: their turns, those with least time left first; finished games whose rematch asks them."""

    turns: list[DueTurn]
    rematches: list[str]
