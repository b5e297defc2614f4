"""What the pages about pace are sent: a clock in words, vacations (see ``sent``)."""

from __future__ import annotations

from boxcars.server.page.schemas.base import Sent


class PaceExample(Sent):
    """A turn that begins ``since`` (a Thursday at 14:00) may last ``until``."""

    since: float
    until: float


class PaceWords(Sent):
    """A clock in sentences (``words``) and in a line (``brief``). ``length``: how many seconds a game takes, about."""

    words: str
    brief: str
    length: float | None
    example: PaceExample | None


class VacationShown(Sent):
    """``on``: it has begun."""

    id: str
    first: str
    last: str
    zone: str
    on: bool
    begins: float
    ends: float


class VacationGame(Sent):
    """A running game over days. ``stops``: whether a vacation stops one's clock there."""

    table: str
    name: str
    stops: bool


class Vacations(Sent):
    """``left``: days that are left in ``year``."""

    left: int
    year: int
    planned: list[VacationShown]
    games: list[VacationGame]
