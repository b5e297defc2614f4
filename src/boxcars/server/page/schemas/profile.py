"""What the pages around the tables are sent: a player's card, one's own tables, an invitation (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Sent, Status
from boxcars.server.page.schemas.people import RematchShown, Waiting
from boxcars.server.page.schemas.tournament import TournamentListed


class ProfileCreated(Sent):
    """``token``: the secret of this device; nobody can be told it a second time."""

    token: str
    card: str


class ProfileDevice(Sent):
    """``seen``: how many days ago it was last here. ``push``: whether it gets turn notices."""

    number: int
    label: str
    seen: int
    here: bool
    push: bool


class ProfileRating(Sent):
    """``spread``: half of the interval that holds the strength with 95 %. ``bots``: where the kinds of bot stand."""

    game: str
    name: str
    value: float
    spread: float
    provisional: bool
    games: int
    bots: dict[str, float]


class ProfilePasskey(Sent):
    """A passkey. ``device``: the number of the device that added it (0: taken away since, or not known); ``label``: its name."""

    number: int
    seen: int
    device: int
    label: str


class DeviceRemoved(Sent):
    """A device was taken away. ``keys``: the passkeys that it had added, which still bring the card back."""

    keys: list[ProfilePasskey]


class OwnProfile(Sent):
    """A card as its owner sees it."""

    id: str
    name: str
    herald: str
    seen_by: Literal["nobody", "opponents", "everyone"]
    created: float
    devices: list[ProfileDevice]
    keys: list[ProfilePasskey]
    games: int
    won: int
    ratings: list[ProfileRating]
    passkeys: bool
    push: bool
    delete_at: float | None
    delete_by: str


class OwnedTournament(Sent):
    """A tournament that one runs. ``next``: the organiser who would run it without one; "": there is none yet."""

    id: str
    title: str
    next: str


class DeletionPlan(Sent):
    """What the deletion of a profile concerns. ``at``: when it happens, or would happen if it were asked for now."""

    planned: bool
    at: float
    by: str
    name: str
    games: int
    finished: int
    owned: list[OwnedTournament]
    entered: list[str]


class ProfileStatus(Sent):
    """What every page shows of one's profile, wherever one is. ``delete_at``: when it is deleted; null: it stays.
    ``delete_by``: the device that asked for it. ``waiting``: what waits at one's tables."""

    delete_at: float | None
    delete_by: str
    waiting: Waiting


class SharedProfile(Sent):
    """Whose profile a code carries over. ``device``: the device that made the code; ``until``: it works until then."""

    name: str
    herald: str
    device: str
    until: float


class PublicProfile(Sent):
    """A card as others see it."""

    id: str
    name: str
    herald: str
    created: float
    games: int
    won: int
    ratings: list[ProfileRating]


class DeviceLink(Sent):
    """A code that carries a card over, as a link and as a picture to scan (``path`` in a square of ``size``).

    ``only_here``: only the computer that the server runs on can follow the link; there is no picture then."""

    link: str
    path: str
    size: int
    until: float
    only_here: bool


class Invitation(Sent):
    """A link for others. ``only_here``: nobody else can follow it (then there is no picture of it either)."""

    link: str
    path: str
    size: int
    only_here: bool


class SharingShown(Sent):
    """Whether others can reach the server. ``alone``: only this computer can; ``shared``: others on its network can, since
    somebody said so; ``here``: the page is open where that can be said; ``failed``: the address did not answer."""

    alone: bool
    shared: bool
    here: bool
    port: int
    failed: bool


class OwnSeat(Sent):
    name: str
    kind: Literal["open", "person", "bot"]
    level: str
    herald: str


class OwnTable(Sent):
    """A table of one's own, in a line. ``dots``: the stations of the turn that are done, and how many there are.

    ``awaits``: how many seconds the seat to act has left, if a clock runs. ``moved``: what the game did to one's rating.
    ``elsewhere``: its only player took it to another place."""

    table: str
    status: Status
    game: str
    game_name: str
    map: str
    map_name: str
    seats: list[OwnSeat]
    you: int
    actor: int
    turn: str
    step: str
    dots: tuple[int, int]
    pace: Literal["none", "live", "turns"]
    awaits: float | None
    since: float
    rank: int
    scores: list[int]
    rating: float | None
    moved: float | None
    next: str
    rematch: RematchShown | None
    solo: bool
    elsewhere: bool


class OwnTables(Sent):
    """What the lobby shows of a card. ``finished``: how many finished games there are in all; the newest are among ``tables``.
    ``events``: those that are not over."""

    tables: list[OwnTable]
    finished: int
    games: int
    won: int
    ratings: list[ProfileRating]
    events: list[TournamentListed]


class PastSeat(Sent):
    """Somebody at a finished game. ``card``: "" for guests and bots, and for those who do not show theirs."""

    name: str
    bot: str
    card: str
    herald: str
    rank: int


class PastGame(Sent):
    """A finished game. ``table``: "" if it is no longer kept. ``moved``: what it did to the rating;
    ``why``: a code for why it does not count for this card ("": it does)."""

    table: str
    game: str
    game_name: str
    map: str
    map_name: str
    ended: float
    rank: int
    moved: float | None
    why: str
    others: list[PastSeat]


class OpponentScore(Sent):
    """How often one was ahead of somebody, and behind."""

    card: str
    name: str
    herald: str
    ahead: int
    behind: int


class PartLoss(Sent):
    """What a decision in a part of a game cost on average."""

    game: str
    name: str
    loss: float


class ProfileStats(Sent):
    """``places``: how often one came first, second …; ``beaten``: the share of opponents that were behind, ties by half.
    ``losses``: what a decision cost on average in the newest analysed games, oldest first; ``best``, ``worst``: the parts of
    games in which one lost least and most."""

    games: int
    won: int
    places: dict[int, int]
    beaten: float
    opponents: int
    often: list[OpponentScore]
    losses: list[float]
    best: PartLoss | None
    worst: PartLoss | None


class RatingListed(Sent):
    """A line of a game's list: a card, or a kind of bot."""

    card: str
    name: str
    herald: str
    bot: str
    value: float
    spread: float
