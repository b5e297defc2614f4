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
    """What waits for somebody: their turns, those with least time left first; finished games whose rematch asks them;
    ``invitations`` to games and ``requests`` to be friends."""

    turns: list[DueTurn]
    rematches: list[str]
    invitations: int
    requests: int


class PersonShown(Sent):
    """Somebody one knows. ``seen``: days since their last visit; ``away``: on vacation until then; ``state``: whether one has
    asked to be friends; ``ahead``: in how many of ``games`` together one finished ahead; ``last``: the game played together
    last, and when."""

    card: str
    name: str
    herald: str
    seen: int
    away: float | None
    state: Literal["none", "asked", "friends"]
    games: int
    ahead: int
    last: str
    last_at: float


class GuestShown(Sent):
    """Somebody without a profile one has played with."""

    name: str
    last: str
    last_at: float


class GroupListed(Sent):
    id: str
    name: str
    members: int
    running: int


class PaceOffered(Sent):
    """A pace of a proposal, in a line and in sentences."""

    brief: str
    words: str


class ProposalSeat(Sent):
    name: str
    herald: str


class ProposalShown(Sent):
    """A game that is proposed. ``mine``: by oneself. ``you``: what one has said; ``agreed``: who is in (those who declined are
    not told); ``waiting``: how many have not said yes; ``table``: the game it became."""

    id: str
    mine: bool
    by: ProposalSeat
    group: str
    group_name: str
    game: str
    game_name: str
    map: str
    map_name: str
    message: str
    rated: bool
    paces: list[PaceOffered]
    you: Literal["asked", "yes", "no"]
    agreed: list[ProposalSeat]
    invited: int
    waiting: int
    state: Literal["open", "started", "withdrawn", "failed"]
    decide_at: float
    until: float
    table: str


class PeopleShown(Sent):
    """Everybody one knows, and what waits for an answer. ``asking``: who wants to be friends."""

    friends: list[PersonShown]
    played: list[PersonShown]
    guests: list[GuestShown]
    asking: list[PersonShown]
    blocked: list[PersonShown]
    groups: list[GroupListed]
    proposals: list[ProposalShown]


class SecretLink(Sent):
    """A link to give away. ``link`` "": there is none. ``until``: when it ends; null: when it is taken back."""

    link: str
    only_here: bool
    until: float | None


class LinkOwner(Sent):
    """Whose friend link it is."""

    name: str
    herald: str


class LinkedGroup(Sent):
    """The group that a link opens."""

    id: str
    name: str
    members: int


class GroupRemark(Sent):
    id: int
    name: str
    you: bool
    text: str
    at: float


class GroupStanding(Sent):
    """One point for each player one finished ahead of, in the games of the group this year."""

    card: str
    name: str
    herald: str
    points: int
    games: int
    won: int


class UsualGame(Sent):
    game: str
    map: str
    turn: int
    title: str


class GroupTable(Sent):
    """A running game of a group. ``names``: who plays, in order; ``actor``: whose turn it is; ``left``: seconds, if a clock
    runs; ``you``: one's seat, or -1."""

    table: str
    game: str
    map: str
    name: str
    names: list[str]
    actor: int
    left: float | None
    you: int


class GroupShown(Sent):
    """A group as its members see it. ``tables``: its running games; ``finished``: how many have ended."""

    id: str
    name: str
    owner: str
    you: str
    members: list[PersonShown]
    tables: list[GroupTable]
    finished: int
    standings: list[GroupStanding]
    chat: list[GroupRemark]
    link: SecretLink
    usual: UsualGame | None
    proposals: list[ProposalShown]


class SeatNotes(Sent):
    """What one has noted at a table. ``at``: when it was saved; null: nothing was noted."""

    text: str
    at: float | None
