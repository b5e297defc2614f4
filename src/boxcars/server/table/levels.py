"""How well a bot plays, as strangers may say it: a name from one list, which the bots keep.

Requests and stored tables alike pass here, so nothing that came over the network names a module, a class or a budget.
"""

from __future__ import annotations

from boxcars.bots import levels
from boxcars.bots.bot import USUAL, offered
from boxcars.core.words import T
from boxcars.server.table.table import refuse

QUICK = 0.6
"""A bot that promises to decide in so many seconds is answered for by the workers that are kept free for short work."""


def check_level(level: str) -> str:
    """A level that somebody asks for: it is on the list, or refused."""
    known = offered()
    if level not in known:
        raise refuse("bad_setup", T("There is no bot {kind}; there are: {kinds}.", kind=level[:40], kinds=", ".join(known)))
    return level


def known_level(level: str) -> str:
    """A level that stands in a record or in the store: what is not on the list becomes the usual one, and nothing is loaded."""
    return level if level in offered() else USUAL


def quick(level: str) -> bool:
    return levels.seconds(level) <= QUICK
