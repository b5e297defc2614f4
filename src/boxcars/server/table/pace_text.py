"""A pace in words: the same sentences when a game is set up, at the table, in invitations and in notices."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text
from boxcars.locale import Say
from boxcars.server.table.documents import Pace

UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def _amount(unit: str, count: int) -> Text:
    if unit == "day":
        return TN("{count} day", "{count} days", count)
    if unit == "hour":
        return TN("{count} hour", "{count} hours", count)
    if unit == "minute":
        return TN("{count} minute", "{count} minutes", count)
    return TN("{count} second", "{count} seconds", count)


def span_text(seconds: int) -> Text:
    """Return a span of time in words, to the second: "2 days", "1 day and 12 hours"."""
    parts = []
    for size, unit in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(_amount(unit, count))
    if not parts:
        return _amount("second", 0)
    said = parts[-1]
    for n, part in enumerate(reversed(parts[:-1])):
        said = T("{first} and {rest}", first=part, rest=said) if n == 0 else T("{first}, {rest}", first=part, rest=said)
    return said


def pace_sentences(pace: Pace) -> list[Text]:
    """Say all that a player must know of the clock, sentence by sentence."""
    if pace.kind == "none":
        return [T("There's no clock. Take your time.")]
    out = [T("You have {time} for each turn.", time=span_text(pace.turn))]
    if pace.kind == "turns" and not pace.weekends:
        out.append(T("Weekends don't count ({zone} time).", zone=zone_name(pace.zone)))
    if pace.reserve:
        out.append(T("Everyone also gets {time} extra for the whole game.", time=span_text(pace.reserve)))
        out.append(T("If that runs out too, a bot plays for you until you're back."))
    else:
        out.append(T("There's no extra time."))
        out.append(T("If your time runs out, a bot plays for you until you're back."))
    if pace.kind == "turns":
        out.append(
            T("Your clock stops while you're on vacation.")
            if pace.vacation
            else T("Vacations don't stop the clock in this game.")
        )
    return out


def pace_sentence(pace: Pace, say: Say) -> str:
    return " ".join(say(text) for text in pace_sentences(pace))


def pace_brief(pace: Pace, say: Say) -> str:
    """The pace in a line: "2 days per turn · weekends don't count"."""
    if pace.kind == "none":
        return say(T("No clock"))
    parts = [say(T("{time} per turn", time=span_text(pace.turn)))]
    if pace.kind == "live":
        parts.insert(0, say(T("Live")))
    if pace.reserve:
        parts.append(say(T("{time} extra", time=span_text(pace.reserve))))
    if pace.kind == "turns" and not pace.weekends:
        parts.append(say(T("weekends don't count")))
    return " · ".join(parts)


def zone_name(zone: str) -> str:
    """A time zone as people read it: "Europe/Rome", "America/New York"."""
    return zone.replace("_", " ")
