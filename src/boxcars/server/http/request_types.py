"""The bodies of requests to the API, with their limits."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from boxcars.core import map_loader
from boxcars.server.store import notes, pencils

Name = Annotated[str, Meta(max_length=40, description="A player's name")]
PRINTABLE = r"^[^\x00-\x1f\x7f]*\Z"
"""Pattern of texts without control characters, which not every database accepts."""
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
Label = Annotated[str, Meta(max_length=40, description="What the owner calls a device")]
Token = Annotated[str, Meta(min_length=8, max_length=100, pattern=PRINTABLE)]
Level = Annotated[str, Meta(max_length=40, description="A kind of bot, as GET /api/games lists them")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Ply = Annotated[int, Meta(ge=0, le=1_000_000)]


class Asked(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    pass


Zone = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9_+/-]+\Z", description="A time zone, as Europe/Rome")]


class SeatAsked(Asked):
    kind: Literal["person", "bot", "open"] = "person"
    name: Name = ""
    level: Level = "heuristic"
    mine: bool = False
    """Whether the maker of the table holds the seat; several such seats make it a hot-seat table."""


class PaceAsked(Asked):
    kind: Literal["none", "live", "turns"] = "none"
    turn: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0
    reserve: Annotated[int, Meta(ge=0, le=90 * 86400)] = 0
    webhook: Annotated[str, Meta(max_length=500)] = ""
    away: Annotated[int, Meta(ge=60, le=30 * 86400)] | None = None
    """Seconds of absence after which the others may give a seat to a bot; by default ten minutes, with "turns" three days."""
    weekends: bool = True
    """Whether Saturdays and Sundays count (with "turns"), in ``zone``."""
    zone: Zone = "UTC"
    vacation: bool = False
    """Whether a player's clock stops on vacation (with "turns")."""


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
    rated: bool = False
    """Whether the game is to count for ratings (it does if it is played as they ask: see docs/play.md)."""
    learning: bool = False
    """A table to learn at: the coach asks before what beginners regret; who plays alone takes back freely; never rated."""
    start: bool = False
    """Whether the game starts at once (all seats must be taken)."""
    hot_seat: bool = False
    """Whether one browser (or program) may take several seats; always so where the maker holds several."""
    key: SecretKey | None = None


class Join(Asked):
    seat: SeatNumber | None = None
    name: Name = ""
    key: SecretKey | None = None


class SetSeat(Asked):
    """A change of a seat; ``open`` also frees a person's seat, whose link is then no longer valid."""

    seat: SeatNumber
    kind: Literal["bot", "open"]
    level: Level = "heuristic"
    name: Name = ""
    keep_away: bool = False
    """Whether the person who is sent away may not return to this table."""


class Act(Asked):
    """An action; ``ply`` and ``mark`` as in the view that it was chosen in."""

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


class AskPause(Asked):
    """A proposal to stop the clock for a number of days, if all agree."""

    days: Annotated[int, Meta(ge=1, le=30)]


class DescribePace(Asked):
    """A pace to be described in words, for a game."""

    game: Annotated[str, Meta(max_length=64)]
    pace: PaceAsked


class PlanVacation(Asked):
    """Days in the time zone, both included, as "2026-11-23"."""

    first: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d\Z")]
    last: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d\Z")]
    zone: Zone


PersonId = Annotated[str, Meta(max_length=40, pattern=PRINTABLE)]


class GuestNamed(Asked):
    name: Name


class NotesKept(Asked):
    """All that one notes at a table."""

    text: Annotated[str, Meta(max_length=notes.MOST)]


class GroupNamed(Asked):
    name: Name


class UsualAsked(Asked):
    game: Annotated[str, Meta(max_length=64)]
    map: Annotated[str, Meta(max_length=64)] = ""
    turn: Annotated[int, Meta(ge=0, le=30 * 86400)] = 0


class ChangeGroup(Asked):
    """``owner``: the member who owns the group from now on."""

    name: Name | None = None
    usual: UsualAsked | None = None
    owner: PersonId | None = None


class MemberNamed(Asked):
    card: PersonId = ""


class GroupSaid(Asked):
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class LinkAsked(Asked):
    days: Annotated[int, Meta(ge=0, le=30)]


class NewProposal(Asked):
    """A game to propose: ``people`` are asked; ``paces``: those that suit, of which the fastest that suits all is taken."""

    game: Annotated[str, Meta(max_length=64)]
    people: Annotated[list[PersonId], Meta(max_length=9)]
    paces: Annotated[list[PaceAsked], Meta(max_length=4)]
    map: Annotated[str, Meta(max_length=64)] = ""
    options: Annotated[dict[Annotated[str, Meta(max_length=64)], bool | int | str], Meta(max_length=40)] = {}
    group: Annotated[str, Meta(max_length=40)] = ""
    message: Annotated[str, Meta(max_length=200)] = ""
    rated: bool = False


class AcceptInvitation(Asked):
    """``paces``: which of the proposal's paces suit, by number; none: all of them."""

    paces: Annotated[list[Annotated[int, Meta(ge=0, le=9)]], Meta(max_length=4)] = []


class GoWithout(Asked):
    """Of those who are not in for a rematch: give their seats to bots, play with fewer, or open them for somebody else."""

    fill: Literal["bots", "fewer", "others"]


class Branch(Asked):
    ply: Ply
    level: Level = "heuristic"
    seat: SeatNumber | None = None
    key: SecretKey | None = None


class NewCard(Asked):
    name: Name
    label: Label = ""


class ChangeCard(Asked):
    name: Name | None = None
    herald: Annotated[str, Meta(max_length=16)] | None = None
    seen_by: Literal["nobody", "opponents", "everyone"] | None = None


class DeleteProfile(Asked):
    """``name``: the profile's name, typed to confirm."""

    name: Name


class SeatHeld(Asked):
    table: Annotated[str, Meta(max_length=32)]
    token: Token


class ClaimSeats(Asked):
    """Seats, by their links, that the profile is to hold from now on."""

    seats: Annotated[list[SeatHeld], Meta(max_length=50)]


class SeatsHeld(Asked):
    """Seats, by their links."""

    seats: Annotated[list[SeatHeld], Meta(max_length=12)]


class PeekCode(Asked):
    code: Annotated[str, Meta(min_length=8, max_length=64, pattern=PRINTABLE)]


class TakeCard(Asked):
    code: Annotated[str, Meta(min_length=8, max_length=64, pattern=PRINTABLE)]
    label: Label = ""


Packed = Annotated[str, Meta(max_length=8000, pattern=r"^[A-Za-z0-9_-]*\Z", description="Bytes as base64url")]


class NewKey(Asked):
    """A new passkey as the browser made it."""

    id: Packed
    client: Packed
    attestation: Packed


class TakeByKey(Asked):
    """A browser's proof that it holds a passkey."""

    id: Packed
    client: Packed
    data: Packed
    signature: Packed
    label: Label = ""


class ChangeDevice(Asked):
    label: Label | None = None


class NewEvent(Asked):
    """``maps``: one for each round, or fewer that take turns. ``turn``: seconds for a turn (0: no clock); ``pace`` in its place
    says more. ``fill``: empty seats make smaller tables, or bots take them. ``listed``: everybody on this server finds it.
    ``starts_at``: when the first round begins by itself."""

    title: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Annotated[str, Meta(max_length=64)]
    maps: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=10)] = []
    form: Literal["robin", "swiss"] = "swiss"
    size: Annotated[int, Meta(ge=2, le=6)] = 4
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    turn: Annotated[int, Meta(ge=0, le=14 * 86400)] = 86400
    level: Level = "heuristic"
    rated: bool = True
    pace: PaceAsked | None = None
    fill: Literal["smaller", "bots"] = "smaller"
    listed: bool = False
    starts_at: Annotated[float, Meta(ge=0)] | None = None


class Announced(Asked):
    """What the organizers tell all entrants."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class OrganiserAnswer(Asked):
    yes: bool


class PushKeys(Asked):
    p256dh: Packed
    auth: Packed


class Subscribe(Asked):
    """A browser's subscription, as it gives it."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000, pattern=PRINTABLE)]
    keys: PushKeys


NoticeAddress = Annotated[str, Meta(min_length=3, max_length=1000, pattern=PRINTABLE)]
Mention = Annotated[str, Meta(max_length=30, pattern=r"^(<@[0-9]{5,25}>|[0-9]{5,25}|)\Z")]
"""Whom a Discord message mentions: ``<@80351110224678912>`` or the number alone."""
ClockTime = Annotated[str, Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", description="A time of day, as 22:00")]


class TryNotice(Asked):
    """A web address that notices might go to."""

    kind: Literal["discord", "slack", "ntfy", "web"]
    target: NoticeAddress
    mention: Mention = ""


class AddNotice(Asked):
    """A channel. ``target``: an e-mail or web address; ``proof``: what a test that arrived was answered with; ``push``: what the
    browser gave."""

    kind: Literal["mail", "discord", "slack", "ntfy", "web", "push"]
    target: NoticeAddress | None = None
    mention: Mention = ""
    proof: Annotated[str, Meta(max_length=120, pattern=PRINTABLE)] = ""
    push: Subscribe | None = None


class SwitchNotice(Asked):
    on: bool


class ChooseNotices(Asked):
    """When notices go out, and about what. ``quiet``: from and until when none do, in the ``zone``; null: at any time."""

    batch: Literal["ten", "each", "hourly", "daily"]
    remind: Literal["quarter", "hour", "never"]
    zone: Annotated[str, Meta(max_length=64, pattern=PRINTABLE)]
    topics: Annotated[list[Literal["invitations", "tournaments", "votes", "chat", "ended"]], Meta(max_length=10)]
    quiet: tuple[ClockTime, ClockTime] | None = None
    paused: bool = False


class ConfirmMail(Asked):
    token: Token
    yes: bool


class MuteByMail(Asked):
    """``token``: of the e-mail's link; ``table``: the game it is about."""

    token: Token
    table: Annotated[str, Meta(max_length=32, pattern=PRINTABLE)]


class Hello(Asked):
    """The first message on a websocket; sent again, it changes seat or language.

    ``diff``: send only what changed; ``append``: and of the log only new lines; ``panels``: of panels those that changed;
    ``pieces``: of what lies on the board what stands between that which stays.
    ``words``: with the position in words (``describe``); a page asks for it when somebody wants to read it.
    ``name``: what somebody who only watches is called.
    """

    token: Annotated[str, Meta(max_length=100)] | None = None
    lang: Annotated[str, Meta(max_length=20)] = ""
    name: Name = ""
    ply: int | None = None
    diff: bool = False
    append: bool = False
    panels: bool = False
    pieces: bool = False
    words: bool = True
    pong: float | None = None


Body = dict[str, Any]
"""An action, which the rules parse."""


class Try(Asked):
    """A line from a past position: the actions tried so far. ``level``: a bot of that level answers with one more."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]
    line: Annotated[list[Body], Meta(max_length=60)] = []
    level: Annotated[str, Meta(max_length=40)] = ""
    eyes: Annotated[int, Meta(ge=0, le=5)] | None = None


class Share(Asked):
    """A position to be shared: after ``ply`` actions and a line from there, through whose eyes (nobody's: a spectator's)."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]
    line: Annotated[list[Body], Meta(max_length=60)] = []
    eyes: Annotated[int, Meta(ge=0, le=5)] | None = None


class StudyLine(Asked):
    """A variation: its position, the actions tried, its name, and its evaluation."""

    ply: Annotated[int, Meta(ge=0, le=100_000)]
    line: Annotated[list[Body], Meta(max_length=60)] = []
    texts: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=60)] = []
    seats: Annotated[list[Annotated[int, Meta(ge=0, le=5)]], Meta(max_length=60)] = []
    chances: Annotated[list[Annotated[float, Meta(ge=0, le=1)]], Meta(max_length=60)] = []
    note: Annotated[str, Meta(max_length=500)] = ""


class Study(Asked):
    lines: Annotated[list[StudyLine], Meta(max_length=40)] = []


class StartLesson(Asked):
    """``beat``: a checkpoint to go on from, as the lesson's part of a view names it (``back``)."""

    lesson: Annotated[str, Meta(max_length=80)]
    beat: Annotated[str, Meta(max_length=64)] = ""
    name: Name = ""
    count: bool = True
    """Whether the metrics may count it (sums without any identity)."""
    key: SecretKey | None = None


class ToCoach(Asked):
    """``value``: the answer to a question. ``beat``: the one it is meant for; a click that comes too late does nothing."""

    do: Literal["next", "answer", "hint", "show", "again"]
    beat: Annotated[str, Meta(max_length=64)] | None = None
    value: int | Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=40)] | None = None


MapKey = Annotated[str, Meta(max_length=64, pattern=PRINTABLE)]


class DraftAsked(Asked):
    """A draft (``doc``), or what to open: a file's ``text``, the key of a ``map``, nothing for an empty sheet. ``tool``: an edit.
    ``layer``, ``held``: what to show; ``trial``: the map whose games the layer of use tells of.
    ``against``: the board of the game whose corrections are asked for. The draft itself is read in a worker."""

    doc: msgspec.Raw = msgspec.field(default_factory=lambda: msgspec.Raw(b"null"))
    text: Annotated[str, Meta(max_length=map_loader.LIMIT)] = ""
    map: MapKey = ""
    tool: Annotated[str, Meta(max_length=32)] = ""
    targets: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=400)] = []
    layer: Annotated[str, Meta(max_length=16)] = ""
    held: Annotated[str, Meta(max_length=100)] = ""
    trial: MapKey = ""
    against: MapKey = ""


DRAFT_ID = re.compile(r"[0-9a-z]{8,32}")


class DraftKept(Asked):
    """A draft as the text of a map file, however unfinished; it is read only when somebody opens it."""

    game: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=map_loader.LIMIT)]


class KeepAsked(Asked):
    """``shown``: offer it to everybody on this server, which needs a profile."""

    text: Annotated[str, Meta(max_length=map_loader.LIMIT)]
    shown: bool = False


class TuneAsked(Asked):
    """A number of a map, as a field of what is ``held`` gives it: its ``path``, and the ``part`` of the table there."""

    game: Annotated[str, Meta(max_length=64)]
    players: Annotated[int, Meta(ge=1, le=10)]
    held: Annotated[str, Meta(max_length=100)]
    path: Annotated[list[Annotated[str, Meta(max_length=64)] | int], Meta(max_length=10)]
    part: Annotated[str, Meta(max_length=64)] = ""
    start: bool = False
    """Whether to play games; otherwise only known results are returned."""


class TrialAsked(Asked):
    game: Annotated[str, Meta(max_length=64)]
    players: Annotated[int, Meta(ge=1, le=10)]


HexId = Annotated[str, Meta(max_length=16, pattern=PRINTABLE)]
TileId = Annotated[str, Meta(max_length=16, pattern=PRINTABLE)]
Rotation = Annotated[int, Meta(ge=0, le=5)]


class PencilLink(Asked):
    """A link drawn in pencil: its two places, and its tiles as (hex, tile, rotation)."""

    start: HexId
    goal: HexId
    tiles: Annotated[list[tuple[HexId, TileId, Rotation]], Meta(min_length=1, max_length=pencils.MOST_TILES)]


class StandingBid(Asked):
    """What a seat says in an auction while its player is away: raise "up_to" an amount and then drop out, or only drop out
    when it costs "above" that."""

    kind: Literal["up_to", "above"]
    most: Annotated[int, Meta(ge=0, le=999)]


class Orders(Asked):
    """What the server does for a seat when its turn comes: bid, and play where only one action is legal."""

    forced: bool = False
    bid: StandingBid | None = None


class Pencil(Asked):
    """All that a seat has drawn in pencil."""

    links: Annotated[list[PencilLink], Meta(max_length=pencils.MOST_LINKS)]
