"""What the pages of turn notices are sent (see ``sent``)."""

from __future__ import annotations

from typing import Literal

from boxcars.server.page.schemas.base import Sent


class NoticeChannel(Sent):
    """A channel as its owner sees it. ``label``: its target, masked; ``device``: the label of the device that a push goes to;
    ``here``: it is this one. ``last_at``, ``last_code``: the newest delivery (200–299: it arrived, 0: no answer, -1: not
    allowed).
    ``retry_in``: seconds until the next try, if one failed; ``tries``: how often it was tried."""

    id: str
    kind: Literal["push", "mail", "discord", "slack", "ntfy", "web"]
    label: str
    device: str
    here: bool
    state: Literal["on", "off", "waiting", "failed", "bounced"]
    last_at: float | None
    last_code: int | None
    tries: int
    failures: int
    retry_in: float | None


class NoticePrefs(Sent):
    """``quiet``: from and until when nothing is sent, as "22:00"; null: at any time. ``chosen``: whether anything was chosen."""

    chosen: bool
    batch: Literal["ten", "each", "hourly", "daily"]
    remind: Literal["quarter", "hour", "never"]
    quiet: tuple[str, str] | None
    zone: str
    topics: list[Literal["invitations", "tournaments", "votes", "chat", "ended"]]
    paused: bool


class NoticeGame(Sent):
    """A game over days that one plays. ``turn``: seconds for a turn."""

    table: str
    game: str
    game_name: str
    map_name: str
    others: list[str]
    turn: int
    muted: bool


class NoticesShown(Sent):
    """``push_key``: the key of this server's pushes, "" if it has none; ``mail``: whether it sends e-mail; ``room``: how many
    more channels there can be; ``guest``: these are the notices of a seat, not of a profile."""

    channels: list[NoticeChannel]
    prefs: NoticePrefs
    games: list[NoticeGame]
    push_key: str
    mail: bool
    room: int
    guest: bool


class NoticeTried(Sent):
    """How a test went. ``code``: 200–299: it arrived; 0: no answer; -1: not allowed. ``seconds``: how long that took. ``proof``:
    lets the address be added; "": it did not arrive. ``key``: what messages to a web address are signed with."""

    code: int
    seconds: float
    proof: str
    key: str


class MailAsked(Sent):
    """What the link of an e-mail asks. ``address``: masked; ``name``: who asked for it, ``at``: when."""

    address: str
    name: str
    at: float


class MailStopped(Sent):
    """The channel that the links of an e-mail are for. ``on``: whether it is open."""

    on: bool
