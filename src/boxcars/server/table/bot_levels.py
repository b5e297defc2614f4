"""How well a bot plays, as strangers may say it: a name from one list, which the bots keep.

Requests and stored tables alike pass here, so nothing that came over the network names a module, a class or a budget.
"""

from __future__ import annotations

from boxcars.bots import levels
from boxcars.bots.bot import DEFAULT_KIND, offered_kinds
from boxcars.core.messages import T
from boxcars.server.table.table import make_refusal

QUICK = 0.6
"""A bot that promises to decide in so many seconds is answered for by the workers that are kept free for short work."""


def check_level(level: str) -> str:
    """A level that somebody asks for: it is on the list, or refused."""
    known = offered_kinds()
    if level not in known:
        raise make_refusal(
            "bad_setup", T("There's no bot called {kind}. Choose one of these: {kinds}.", kind=level[:40], kinds=", ".join(known))
        )
    return level


def known_level(level: str) -> str:
    """A level that stands in a record or in the store: what is not on the list becomes the usual one, and nothing is loaded."""
    return level if level in offered_kinds() else DEFAULT_KIND


def is_quick(level: str) -> bool:
    return levels.longest_decision(level) <= QUICK
