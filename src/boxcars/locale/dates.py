"""Days and times in the reader's language, as people write them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

WEEKDAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "es": ("lun", "mar", "mié", "jue", "vie", "sáb", "dom"),
    "it": ("lun", "mar", "mer", "gio", "ven", "sab", "dom"),
}
MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "es": ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"),
    "it": ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"),
}


def moment_text(at: float, zone: ZoneInfo, language: str) -> str:
    """Return a moment in a time zone, as "Fri 20 Nov, 14:02". UTC is named, since nobody lives by it."""
    language = language if language in WEEKDAYS else "en"
    here = datetime.fromtimestamp(at, zone)
    day = f"{WEEKDAYS[language][here.weekday()]} {here.day} {MONTHS[language][here.month - 1]}"
    return f"{day}, {here.hour:02}:{here.minute:02}{' UTC' if zone.key == 'UTC' else ''}"
