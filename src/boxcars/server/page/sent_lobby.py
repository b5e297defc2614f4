"""What the lobby and the form of a new table are sent (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.sent_base import OptionValue, Sent, Status


class MapOffered(Sent):
    key: str
    name: str
    players: list[int]


class ChoiceOffered(Sent):
    key: str
    name: str


class OptionOffered(Sent):
    """``maps``: those it is for; all if empty."""

    key: str
    kind: Literal["switch", "number", "choice"]
    default: OptionValue
    name: str
    help: str
    low: int
    high: int
    choices: list[ChoiceOffered]
    maps: list[str]


class GameOffered(Sent):
    key: str
    name: str
    maps: list[MapOffered]
    options: list[OptionOffered]
    rules: str


class Games(Sent):
    """What can be played."""

    games: list[GameOffered]
    bots: list[str]
    languages: list[str]


class ListedGame(Sent):
    key: str
    name: str
    map: str
    players: int
    options: dict[str, OptionValue]


class ListedSeat(Sent):
    name: str
    kind: Literal["open", "person", "bot"]
    level: str


class ListedPace(Sent):
    kind: Literal["none", "live", "turns"]
    turn: int
    reserve: int


class Listed(Sent):
    """A table of the lobby."""

    table: str
    status: Status
    game: ListedGame
    seats: list[ListedSeat]
    pace: ListedPace
    created: float
    changed: float
