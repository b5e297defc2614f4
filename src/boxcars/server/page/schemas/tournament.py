"""What the page of an event is sent (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Sent, Status


class TournamentStanding(Sent):
    """How somebody stands. ``rounds``: by round the points and the rank, as "3 1"."""

    card: str
    name: str
    herald: str
    you: bool
    gone: bool
    points: float
    opponents: float
    shares: float
    rounds: dict[int, tuple[float, int]]


class TournamentSeat(Sent):
    name: str
    herald: str
    you: bool


class TournamentTable(Sent):
    """A table of the round. ``moves``: how many were made; ``turn``, ``step``, ``dots``: how far it is, as in the lobby, once
    the round is over; ``due``: whose move it is."""

    table: str
    number: int
    status: Status
    seats: list[TournamentSeat]
    moves: int
    turn: str
    step: str
    dots: tuple[int, int]
    due: int


class TournamentOrganiser(Sent):
    """Somebody who runs a tournament. ``card``: told to other organizers alone; ``accepted``: they said yes to it."""

    card: str
    name: str
    herald: str
    you: bool
    owner: bool
    accepted: bool


class TournamentNews(Sent):
    """A message of the organizers."""

    name: str
    text: str
    at: float


class TournamentShown(Sent):
    """A tournament as its link shows it. ``maps``: the map of each round. ``hosting``: one organizes it, as its ``owner`` or
    another; ``asked``: one is asked to; ``takeover``: one may become its owner, who is away. ``preview``: the tables that the
    entrants would make. ``brief``, ``words``: the clock."""

    id: str
    title: str
    game: str
    game_name: str
    maps: list[str]
    map_names: list[str]
    form: Literal["robin", "swiss"]
    size: int
    rounds: int
    round: int
    turn: int
    level: str
    rated: bool
    status: Literal["open", "playing", "over"]
    hosting: bool
    owner: bool
    asked: bool
    takeover: bool
    entered: bool
    listed: bool
    starts_at: float | None
    fill: Literal["smaller", "bots"]
    brief: str
    words: str
    preview: str
    organisers: list[TournamentOrganiser]
    news: list[TournamentNews]
    tables: list[TournamentTable]
    standings: list[TournamentStanding]


class TournamentListed(Sent):
    """An event of one's own in a line. ``place`` of ``entrants``: how one stands (0: not at all); ``table``: where one plays."""

    id: str
    title: str
    game_name: str
    status: Literal["open", "playing", "over"]
    round: int
    rounds: int
    place: int
    entrants: int
    table: str
    game: str
    map: str
    size: int
    form: Literal["robin", "swiss"]
    turn: int
    live: bool
    starts_at: float | None
