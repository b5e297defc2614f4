"""Vacations: 21 days a year, at most 14 in a row, planned at least an hour ahead. They stop the clock in games that allow it."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from boxcars.core.game import Refused
from boxcars.core.messages import TN, T
from boxcars.server import steady
from boxcars.server.store import vacations
from boxcars.server.store.notice_times import known_zone
from boxcars.server.store.vacations import Vacation
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.table_manager import Missing, TableManager

A_YEAR = 21
IN_A_ROW = 14
AHEAD = 3600.0
"""Seconds from planning to the start of a vacation at least: it cannot rescue a turn that is about to end."""


def read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise make_refusal("bad_request", T("{day} isn't a date.", day=text)) from None


def midnight(day: date, zone: tzinfo) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=zone).timestamp()


def list_days(one: Vacation) -> set[date]:
    first, last = date.fromisoformat(one.first), date.fromisoformat(one.last)
    return {first + timedelta(days=n) for n in range((last - first).days + 1)}


def days_left(found: list[Vacation], year: int) -> int:
    return A_YEAR - len({day for one in found for day in list_days(one) if day.year == year})


def longest_row(days: set[date]) -> int:
    best = 0
    for day in days:
        if day - timedelta(days=1) not in days:
            row = 1
            while day + timedelta(days=row) in days:
                row += 1
            best = max(best, row)
    return best


def plan_vacation(found: list[Vacation], id: str, card: str, first: str, last: str, zone_name: str, now: float) -> Vacation:
    """Return the vacation, or refuse it. ``found``: those that the profile has already."""
    zone = known_zone(zone_name)
    if zone is None:
        raise make_refusal("bad_request", T("We don't know the time zone {zone}.", zone=zone_name))
    begin, end = read_day(first), read_day(last)
    if end < begin:
        raise make_refusal("bad_vacation", T("The last day comes before the first."))
    if begin > (datetime.fromtimestamp(now, zone) + timedelta(days=366)).date():
        raise make_refusal("bad_vacation", T("You can plan a vacation up to a year ahead."))
    starts, ends = max(midnight(begin, zone), now + AHEAD), midnight(end + timedelta(days=1), zone)
    if begin < datetime.fromtimestamp(now, zone).date() or starts >= ends:
        raise make_refusal("bad_vacation", T("A vacation can start in one hour at the earliest."))
    made = Vacation(id, card, zone_name, first, last, starts, ends)
    days = list_days(made)
    row = longest_row(days | {day for one in found for day in list_days(one)})
    if len(days) > IN_A_ROW or row > IN_A_ROW:
        raise make_refusal("too_long", TN("At most {count} day in a row.", "At most {count} days in a row.", IN_A_ROW))
    for year in {day.year for day in days}:
        left = days_left(found, year)
        if sum(day.year == year for day in days) > left:
            text = TN(
                "You have {count} vacation day left in {year}.", "You have {count} vacation days left in {year}.", left, year=year
            )
            raise make_refusal("too_many_days", text)
    if any(one.begins < ends and one.ends > starts for one in found):
        raise make_refusal("overlap", T("You already have a vacation on some of these days."))
    return made


async def note_vacations(hall: TableManager, card: str = "") -> None:
    """Write vacations to the tables that they concern: of one profile, or all planned ones (a game may have begun since)."""
    for id, seat, found in await hall.run_blocking(vacations.seats_on_vacation, hall.store, steady.time(), card):

        def decide_change(table: Table, seat: int = seat, found: list[tuple[float, float]] = found) -> Change | None:
            if not table.doc.pace.vacation or seat >= len(table.doc.seats):
                return None
            since = table.doc.since
            wanted = [one for one in found if one[1] > since]
            known = [one for one in table.doc.seats[seat].vacations if one[1] > since]
            return None if wanted == known else commands.set_vacations(table, seat, wanted, steady.time())

        try:
            await hall.change_table(id, decide_change)
        except (Missing, Refused):
            continue
