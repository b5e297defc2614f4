"""What is stored of a table, as Structs: its set-up, its current document, and the entries of its journal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from boxcars.core.types import Outcome
from boxcars.lessons.lesson_runner import Progress

Status = Literal["open", "playing", "over", "abandoned"]


class Setup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What never changes at a table. ``seed`` is secret."""

    game: str
    map: str
    players: int
    options: dict[str, bool | int | str]
    seed: str
    start: str = ""
    """The starting position as JSON, if the game is a branch of another."""
    outcomes: dict[str, list[int]] | None = None
    origin: str = ""
    """The table or file that a branch or an import came from."""
    lesson: str = ""
    """The key of the lesson that is taken at this table (``boxcars.lessons``)."""
    maker: str = ""
    """The keyed hash of the address that made the table, on whose account its bots run. Empty: unknown."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """``kind`` "none": no clock. "live" and "turns": ``turn`` seconds for each turn, then the ``reserve`` is used up.

    The two differ only in what the page makes of them and in when a reminder is sent.
    """

    kind: Literal["none", "live", "turns"] = "none"
    turn: int = 0
    reserve: int = 0
    webhook: str = ""
    """The web address (https) that reminders are sent to; see docs/api.md for the payload."""
    away: int = 0
    """Seconds without a sign of its owner after which the others may give a seat to a bot; 0: the pace's usual time."""
    weekends: bool = True
    """Whether Saturdays and Sundays count, in ``zone``."""
    zone: str = "UTC"
    vacation: bool = False
    """Whether the clock of somebody on vacation stands."""

    @property
    def wait_seconds(self) -> int:
        """Seconds to wait for an absent player: ten minutes in live games, three days in games over days."""
        return self.away or (3 * 86400 if self.kind == "turns" else 600)


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat: open, a person's, or a bot's. A person's seat can be played by a bot for a while (``handed``: why)."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    """The bot level that plays this seat."""
    handed: Literal["", "owner", "vote", "clock", "resigned"] = ""
    reserve: float = 0.0
    """Seconds left of the reserve when the turn last changed."""
    host: bool = False
    """Whether the table's host holds it (several seats: a hot-seat table)."""
    browser: str = ""
    address: str = ""
    """Keyed hash of its owner's address, before the start (``guest_identity``)."""
    herald: str = ""
    """The badge of the profile that holds the seat; "": a guest's."""
    late: bool = False
    """Whether a profile took the seat after the start: then its game is not rated."""
    was: int = -1
    """In a rematch: the seat that its owner had in the finished game."""
    vacations: list[tuple[float, float]] = []
    """From when until when its owner is on vacation, of those vacations that are not over."""

    @property
    def is_automatic(self) -> bool:
        return self.kind == "bot" or self.handed != ""


VoteKind: TypeAlias = Literal["undo", "handover", "abandon", "pause"]


class Vote(msgspec.Struct, frozen=True, kw_only=True):
    """A question to the table: go back to ``to``, give ``seat`` to a bot, abandon the game, or pause it for ``days``."""

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


class StandingBid(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat says in an auction while its player is away (``rail.standing_bids``). ``auction``: which one; -1: the next."""

    kind: Literal["up_to", "above"]
    most: int
    auction: int = -1


class Orders(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the server does for a seat when its turn comes. Nobody else is told."""

    forced: bool = False
    """Play where only one action is legal."""
    bid: StandingBid | None = None
    early: str = ""
    """An action that was chosen before the seat's turn, where all choose at once (JSON)."""


class Doc(msgspec.Struct, frozen=True, kw_only=True):
    """The current document of a table, without the position."""

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
    """Keyed hash of the host's address, before the start."""
    kept_away: list[str] = []
    """Keyed hashes of guests that the host does not want here."""
    actor: int = -1
    turn_began: int = 0
    """The journal number with which the turn of the seat to act began; 0: not noted."""
    outcome: Outcome | None = None
    rated: bool = False
    """Whether the host wants the game to count for ratings."""
    sealed: bool = False
    """Whether other tables with the same chance are still playing: nothing that reveals it may leave the server."""
    next: str = ""
    """The table of the rematch."""
    rematch: Rematch | None = None
    """The rematch that somebody wants, until it begins."""
    former_next: str = ""
    """A rematch that was abandoned; the next one gets another name."""
    lesson: Progress | None = None
    """The learner's progress, where a lesson is taken."""
    elsewhere: bool = False
    """Its only player moved the game to another place: this copy can be read, and not played any more."""
    orders: dict[int, Orders] = {}
    """Standing orders, by seat. A secret of each seat: they leave the server in its own view alone."""
    early: list[int] = []
    """Seats that are asked before their turn, because all choose at once, and have not chosen."""
    learning: bool = False
    """Whether this is a learning table: the coach warns before typical beginners' mistakes, and whoever plays alone undoes
    freely."""

    @property
    def has_people(self) -> bool:
        """Whether a person plays here now. Bots among themselves play only while somebody watches."""
        return any(seat.kind == "person" and not seat.handed for seat in self.seats)

    @property
    def is_forgiving(self) -> bool:
        """Whether everything can be undone, because no other person plays."""
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
