"""When a notice is sent: its owner's choices, and the time that follows from them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

Topic: TypeAlias = Literal[
    "turn",
    "reminder",
    "invitation",
    "friend",
    "rematch",
    "tournament",
    "deletion",
    "vacation",
    "vote",
    "chat",
    "ended",
    "confirm",
]
Batch: TypeAlias = Literal["ten", "each", "hourly", "daily"]
Remind: TypeAlias = Literal["quarter", "hour", "never"]
Choice: TypeAlias = Literal["invitations", "tournaments", "votes", "chat", "ended"]

CHOICE_OF: dict[Topic, Choice] = {
    "invitation": "invitations",
    "friend": "invitations",
    "rematch": "invitations",
    "tournament": "tournaments",
    "vote": "votes",
    "chat": "chat",
    "ended": "ended",
}
"""Topic -> the choice that turns it on. Notices of turns, reminders and the profile itself are always sent."""
AT_ONCE: frozenset[Topic] = frozenset({"reminder", "tournament", "deletion", "vacation", "confirm"})
"""Topics that do not wait to be sent together with others."""
TEN_MINUTES = 600.0
EVENING = 18
"""The hour of the daily message."""


class Prefs(msgspec.Struct, frozen=True, kw_only=True):
    """``quiet_from``, ``quiet_to``: minutes of the day; -1: no quiet hours. ``paused``: no notices at all for now."""

    batch: Batch = "ten"
    remind: Remind = "quarter"
    quiet_from: int = -1
    quiet_to: int = -1
    zone: str = "UTC"
    topics: frozenset[Choice] = frozenset({"invitations", "tournaments", "votes", "ended"})
    paused: bool = False

    def wants(self, topic: Topic) -> bool:
        choice = CHOICE_OF.get(topic)
        return not self.paused and (choice is None or choice in self.topics)


def known_zone(name: str) -> ZoneInfo | None:
    """Return the time zone of that name, if there is one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _next_moment(now: float, zone: ZoneInfo, minutes: int) -> float:
    """Return when it is that minute of the day next. Where clocks change, the later of two such moments."""
    here = datetime.fromtimestamp(now, zone)
    for days in (0, 1):
        then = datetime(here.year, here.month, here.day, minutes // 60, minutes % 60, tzinfo=zone) + timedelta(days=days)
        at = max(then.replace(fold=fold).timestamp() for fold in (0, 1))
        if at > now:
            return at
    return now + 86400.0


def quiet_until(now: float, prefs: Prefs) -> float | None:
    """Return when the quiet hours end that it is in; None outside of them."""
    begin, end, zone = prefs.quiet_from, prefs.quiet_to, known_zone(prefs.zone)
    if begin < 0 or end < 0 or begin == end or zone is None:
        return None
    here = datetime.fromtimestamp(now, zone)
    minute = here.hour * 60 + here.minute
    inside = begin <= minute < end if begin < end else minute >= begin or minute < end
    return _next_moment(now, zone, end) if inside else None


def _after_quiet(at: float, prefs: Prefs) -> float:
    until = quiet_until(at, prefs)
    return at if until is None else until


def _batch_time(at: float, prefs: Prefs) -> float:
    zone = known_zone(prefs.zone) or ZoneInfo("UTC")
    if prefs.batch == "ten":
        return at + TEN_MINUTES
    if prefs.batch == "hourly":
        here = datetime.fromtimestamp(at, zone)
        return at + 3600 - here.minute * 60 - here.second - here.microsecond / 1e6
    return _next_moment(at, zone, EVENING * 60) if prefs.batch == "daily" else at


def due_time(topic: Topic, at: float, deadline: float | None, prefs: Prefs) -> float:
    """Return when a notice of what happened ``at`` goes out: with others, after quiet hours, but before the deadline."""
    batched = at if topic in AT_ONCE else _batch_time(at, prefs)
    for due in (_after_quiet(batched, prefs), _after_quiet(at, prefs)):
        if deadline is None or due < deadline:
            return due
    return at


def reminder_moment(since: float, turn: float, deadline: float | None, prefs: Prefs) -> float | None:
    """Return when somebody is reminded of a turn before time runs out; None: not at all."""
    if deadline is None or prefs.remind == "never":
        return None
    before = turn / 4 if prefs.remind == "quarter" else 3600.0
    return deadline - before if deadline - before > since else None
