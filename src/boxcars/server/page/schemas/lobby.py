"""What the lobby and the form of a new table are sent (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import OptionValue, Sent, Status


class MapOffered(Sent):
    """``reconstructed``: where the board is not the printed one, what is certain and what is not; "" otherwise."""

    key: str
    name: str
    players: list[int]
    reconstructed: str


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


class Measured(Sent):
    """How strong a kind of bot is: points on the scale of ratings, and its games against another kind (shares in percent)."""

    points: float
    against: str
    games: int
    won: float
    fair: float


class GameOffered(Sent):
    """``live``: clocks for live games, fast, normal and relaxed: seconds for a turn, and extra for the whole game."""

    key: str
    name: str
    maps: list[MapOffered]
    options: list[OptionOffered]
    measured: dict[str, Measured]
    live: list[tuple[int, int]]
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


class SavedSeat(Sent):
    name: str
    level: str
    """The kind of bot; "" for a person."""


class SavedGame(Sent):
    """What a saved game holds, before it is opened: every move was replayed. ``turn``: the seat to act; -1 if it is over."""

    game: str
    game_name: str
    map: str
    map_name: str
    ply: int
    turn: int
    seats: list[SavedSeat]
