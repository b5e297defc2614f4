"""Bot levels as requests and stored tables may name them: a name from one list. So nothing from the network names a module, a
class or a budget."""

from __future__ import annotations

from boxcars.bots import levels
from boxcars.bots.bot import DEFAULT_KIND, offered_kinds
from boxcars.core.messages import T
from boxcars.server.table.table import make_refusal

QUICK = 0.6
"""Bots that promise to decide within this many seconds are run by the workers for short jobs."""


def check_level(level: str) -> str:
    """Return a requested level; refuses one that is not on the list."""
    known = offered_kinds()
    if level not in known:
        raise make_refusal(
            "bad_setup", T("There's no bot called {kind}. Choose one of these: {kinds}.", kind=level[:40], kinds=", ".join(known))
        )
    return level


def known_level(level: str) -> str:
    """Return a level from a record or the store; one that is not on the list becomes the usual level, and nothing is loaded."""
    return level if level in offered_kinds() else DEFAULT_KIND


def is_quick(level: str) -> bool:
    return levels.longest_decision(level) <= QUICK
