"""What a request may say: every body of the API, with its limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=40, description="A player's name")]
PRINTABLE = r"^[^\x00-\x1f\x7f]*\Z"
"""No control characters: no program needs them, and not every database takes them."""
Key = Annotated[
    str,
    Meta(min_length=8, max_length=64, pattern=PRINTABLE, description="Idempotency key: a request with the same key is done once"),
]
SecretKey = Annotated[
    str,
    Meta(
        min_length=16,
        max_length=64,
        pattern=PRINTABLE,
        description="Idempotency key, at least 16 random characters and kept secret: the same key gives the same token",
    ),
]
Level = Annotated[str, Meta(max_length=40, description="A kind of bot, as GET /api/games lists them")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class SeatAsked(Asked):
    kind: Literal["person", "bot", "open"] = "person"
    name: Name = ""
    level: Level = "heuristic"
    mine: bool = False
    """Held by whoever makes the table; several such seats make it a hot-seat table."""


class PaceAsked(Asked):
    kind: Literal["none", "live", "turns"] = "none"
    turn: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    reserve: Annotated[int, Meta(ge=0, le=90 * 86400)] = 0
    webhook: Annotated[str, Meta(max_length=500)] = ""
    away: Annotated[int, Meta(ge=60, le=30 * 86400)] | None = None
    """After so many seconds of absence the others may hand a seat to a bot; usually ten minutes, with "turns" three days."""


class NewTable(Asked):
    """``seats`` may be shorter than ``players``: the rest are open. The first person's seat is the maker's."""

    game: Annotated[str, Meta(max_length=64)]
    map: Annotated[str, Meta(max_length=64)] | None = None
    players: Annotated[int, Meta(ge=1, le=10)] | None = None
    options: Annotated[dict[Annotated[str, Meta(max_length=64)], bool | int | str], Meta(max_length=40)] = {}
    seats: Annotated[list[SeatAsked], Meta(max_length=10)] = []
    pace: PaceAsked = msgspec.field(default_factory=PaceAsked)
    listed: bool = False
    undo: bool = True
    start: bool = False
    """Start at once (all seats must be taken)."""
    hot_seat: bool = False
    """Let one browser (or program) take several seats; so it is anyway where the maker holds several."""
    key: SecretKey | None = None


class Join(Asked):
    seat: SeatNumber | None = None
    name: Name = ""
    key: SecretKey | None = None


class SetSeat(Asked):
    """``open`` also frees a person's seat, whose link then opens nothing any more."""

    seat: SeatNumber
    kind: Literal["bot", "open"]
    level: Level = "heuristic"
    name: Name = ""
    keep_away: bool = False
    """Whoever is sent away cannot sit down at this table again."""


class Act(Asked):
    """``ply`` and ``mark`` as in the view that was acted upon."""

    ply: Ply
    action: dict[str, Any]
    mark: Ply | None = None
    key: Key | None = None


class Undo(Asked):
    to: Ply


class HandOver(Asked):
    """Without ``seat`` (or with one's own): one's own seat. Another's seat, once its owner is away: asks the others."""

    seat: SeatNumber | None = None
    level: Level = "heuristic"


class Answer(Asked):
    vote: int
    yes: bool


class Say(Asked):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    name: Name = ""
    key: Key | None = None


class Branch(Asked):
    ply: Ply
    level: Level = "heuristic"
    seat: SeatNumber | None = None
    key: SecretKey | None = None


class Hello(Asked):
    """The first message on a websocket; sent again, it changes seat or language.

    ``diff``: send only what changed; ``append``: and of the log only new lines; ``panels``: of panels those that changed.
    ``words``: with the position in words (``describe``); a page asks for it when somebody wants to read it.
    """

    token: Annotated[str, Meta(max_length=100)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = ""
    ply: int | None = None
    diff: bool = False
    append: bool = False
    panels: bool = False
    words: bool = True
    pong: float | None = None
