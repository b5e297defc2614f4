"""What is stored of a table, as Structs: how it was set up, how it stands, and the entries of its journal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from boxcars.core.types import Outcome
from boxcars.lessons.lesson_runner import Progress

Status = Literal["open", "playing", "over", "abandoned"]


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What never changes once a table is there. ``seed`` is the table's secret."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str]
    seed: str
    start: str = ""
    """A position as JSON, if the game does not begin at the beginning (a branch)."""
    outcomes: dict[str, list[int]] | None = None
    origin: str = ""
    """Where a branch or an import came from."""
    lesson: str = ""
    """The lesson that is taken here (``boxcars.lessons``)."""
    maker: str = ""
    """The share of the address it was made from (see ``shares``): for whom its bots think. Empty: nobody knows."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """``kind`` "none": no clock. "live" and "turns": ``turn`` seconds for each turn, then the ``reserve`` is used up.

    The two differ only in what the page makes of them and in when a reminder is sent.
    """

    kind: Literal["none", "live", "turns"] = "none"
    turn: int = 0
    reserve: int = 0
    webhook: str = ""
    """Where reminders go (https); see docs/api.md for the payload."""
    away: int = 0
    """After so many seconds without a sign of its owner the others may hand a seat to a bot; 0: as usual at this pace."""
    weekends: bool = True
    """Whether Saturdays and Sundays count, in ``zone``."""
    zone: str = "UTC"
    vacation: bool = False
    """Whether the clock of somebody on vacation stands."""

    @property
    def wait_seconds(self) -> int:
        """Ten minutes while people sit at the table together, three days where they come by to move."""
        return self.away or (3 * 86400 if self.kind == "turns" else 600)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: open, a person's, or a bot's. A person's seat can be played by a bot for a while (``handed``: why)."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    """The kind of bot that plays here."""
    handed: Literal["", "owner", "vote", "clock", "resigned"] = ""
    reserve: float = 0.0
    """Seconds left of the reserve, as of the last change of turn."""
    host: bool = False
    """Held by whoever set the table up (several of them: a hot-seat table)."""
    browser: str = ""
    address: str = ""
    """Whose it is, before the start (keyed hashes: see guests.py)."""
    herald: str = ""
    """The sign of the player's card that holds the seat; "": a guest's."""
    late: bool = False
    """A card took the seat after the start: the game does not count for it."""
    was: int = -1
    """In a rematch: the seat that its owner had in the finished game."""
    vacations: list[tuple[float, float]] = []
    """From when until when its owner is on vacation, of those vacations that are not over."""

    @property
    def is_automatic(self) -> bool:
        return self.kind == "bot" or self.handed != ""


VoteKind: TypeAlias = Literal["undo", "handover", "abandon", "pause"]


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the table: take back to ``to``, hand ``seat`` to a bot, abandon the game, or pause it for ``days``."""

    id: int
    kind: VoteKind
    by: int
    seat: int = -1
    to: int = -1
    voters: list[int] = []
    yes: list[int] = []
    days: int = 0


class Rematch(msgspec.Struct, frozen=True, kw_only=True):
    """A rematch that seat ``by`` of a finished game wants: who is in, who is not, and until when the others are asked."""

    by: int
    until: float
    yes: list[int]
    no: list[int] = []


class Doc(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands, apart from the position."""

    status: Status
    seats: list[Seat]
    pace: Pace = Pace()
    listed: bool = False
    undo: bool = True
    votes: list[Vote] = []
    since: float = 0.0
    """When the turn of the seat to act began."""
    pauses: list[tuple[float, float]] = []
    """From when until when the game is paused, as everybody agreed; those that still matter to a clock."""
    hot_seat: bool = False
    """Whether one browser may take several seats."""
    home: str = ""
    """The host's address, before the start (a keyed hash)."""
    kept_away: list[str] = []
    """Guests that the host does not want here."""
    actor: int = -1
    outcome: Outcome | None = None
    rated: bool = False
    """Whether the host wants the game to count for ratings."""
    sealed: bool = False
    """Other tables share its luck and are not over yet: nothing that would tell of it leaves."""
    next: str = ""
    """The table of the rematch."""
    rematch: Rematch | None = None
    """The rematch that is wanted, until it begins."""
    former_next: str = ""
    """A rematch that was abandoned: another one has another name."""
    lesson: Progress | None = None
    """How far the learner is, where a lesson is taken."""
    elsewhere: bool = False
    """Its only player moved the game to another place: this copy can be read, and not played any more."""
    learning: bool = False
    """A table to learn at: the coach asks before what beginners regret, and whoever plays alone takes back freely."""

    @property
    def has_people(self) -> bool:
        """Whether a person plays here now. Bots among themselves play only while somebody watches."""
        return any(seat.kind == "person" and not seat.handed for seat in self.seats)

    @property
    def is_forgiving(self) -> bool:
        """Whether everything can be taken back: nobody else has anything to lose by it."""
        return self.learning and sum(seat.kind != "bot" for seat in self.seats) == 1

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot is to act, watched or not. In a lesson the script says when."""
        if self.lesson is not None:
            return self.status == "playing" and self.lesson.mood == "others"
        return self.status == "playing" and self.actor >= 0 and self.seats[self.actor].is_automatic and self.has_people


EntryKind = Literal["open", "start", "act", "undo", "note", "vote", "version"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the journal. ``ply`` is the number of actions in effect after it; ``body`` is an action or a sentence."""

    seq: int
    kind: EntryKind
    seat: int = -1
    ply: int = 0
    at: float = 0.0
    reveals: bool = False
    key: str | None = None
    body: bytes = b""
    events: bytes = b""


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A line of chat; ``seat`` -1 is a spectator."""

    id: int
    seat: int
    name: str
    text: str
    at: float
