"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass, field

from boxcars.server.store.prune import Keep


@dataclass
class Config:
    database: str | None = None
    workers: int | None = None
    """Worker processes for strong bots (there is one more for short work and one for long replays); None: one fewer than there
    are cores."""
    bot_delay: float = 0.6
    """A bot's move takes at least this long while somebody watches, so that it can be followed."""
    limits: bool = True
    """Whether requests are limited per token and per address."""
    behind_proxy: bool = False
    """Whether X-Forwarded-For and X-Forwarded-Proto can be trusted."""
    public_url: str = ""
    """Where the page is found from outside, for all links; "": where each request says it came to."""
    local_url: str = ""
    """Where this process listens, for the links in reminders if there is no ``public_url``."""
    origins: list[str] = field(default_factory=list)
    """Other origins that may open a websocket."""
    private_webhooks: bool = False
    sweep: float = 1.0
    """How often clocks and waiting bots are looked after, in seconds."""
    bot_patience: float = 30.0
    """A bot that thinks longer than this (waiting does not count) is replaced by the plain heuristic for this decision."""
    prune: Keep = field(default_factory=Keep)
    """How long tables are kept; by default for ever."""
    metrics: bool = True
    """Whether /metrics answers without a token (as it does on a server that only its own machine can reach)."""
    metrics_token: str = ""
    """What whoever reads /metrics must send as a bearer token."""
    push: bool = True
    """Whether browsers are pushed to (the extra ``push`` must be installed)."""
    push_contact: str = ""
    """Whom a push service may write to about this server (mailto: or https:); "": where the server is found."""
    mail_server: str = ""
    """Where e-mails are handed over, as ``smtps://user:password@host:465``; "": this server sends none."""
    mail_from: str = ""
    """The sender of e-mails, as ``Boxcars <notices@example.org>``."""
    notice_key: str = ""
    """A secret that is added to the key which addresses of notices are encrypted with."""
    workshop: bool = True
    """Whether people may draw maps here and play them."""
    sockets: int = 60
    """Websockets and streams that one address may have open (with ``limits``)."""
    watchers: int = 200
    """Spectators at one table (with ``limits``)."""
    sharing: bool = True
    """Whether whoever sits at this computer may let others on its network in, by a press (see http/sharing.py)."""
    share_address: str = ""
    """Where the server listens for them; "": at this computer's address in its network."""
    patience: float = 15.0
    """A new connection that has not brought a whole request within so many seconds is closed (see doors.py for the others)."""
