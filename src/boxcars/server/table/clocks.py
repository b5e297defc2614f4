"""Clocks: kept in the table's document, as seconds since 1970 (``steady.time``). Nothing here needs a timer; a sweep finds
what is due."""

from __future__ import annotations

from msgspec.structs import replace

from boxcars.server.table.counted_time import Standstill, find_zone
from boxcars.server.table.documents import Doc, Seat

GRACE = 60.0
"""Seconds after a restart within which nobody loses on time."""


def is_running(doc: Doc) -> bool:
    """Whether the clock of the seat to act runs."""
    return doc.pace.kind != "none" and doc.status == "playing" and doc.actor >= 0 and not doc.seats[doc.actor].is_automatic


def standstill_of(doc: Doc, seat: int) -> Standstill:
    """Return when a seat's clock stands: on weekends and its owner's vacation, if the pace says so, and during a pause."""
    by_days = doc.pace.kind == "turns"
    weekends = find_zone(doc.pace.zone) if by_days and not doc.pace.weekends else None
    away = doc.seats[seat].vacations if by_days and doc.pace.vacation else []
    return Standstill(weekends, [*doc.pauses, *away])


def turn_used(doc: Doc, now: float) -> float:
    """Return the seconds that the seat to act has used for its turn."""
    return standstill_of(doc, doc.actor).counted(doc.since, now)


def reserve_left(doc: Doc, seat: int, now: float) -> float:
    """Return what would be left of the seat's reserve, in seconds, if its turn ended now."""
    reserve = doc.seats[seat].reserve
    if seat == doc.actor and is_running(doc):
        reserve -= max(0.0, turn_used(doc, now) - doc.pace.turn)
    return max(0.0, reserve)


def pass_turn(doc: Doc, actor: int, now: float) -> Doc:
    """Charge the seat whose turn ends and start the clock of ``actor``; nothing changes while the same seat goes on."""
    if actor == doc.actor:
        return doc
    seats = list(doc.seats)
    if doc.actor >= 0 and is_running(doc):
        seats[doc.actor] = replace(seats[doc.actor], reserve=reserve_left(doc, doc.actor, now))
    if any(seat.vacations for seat in seats):
        seats = [replace(seat, vacations=[away for away in seat.vacations if away[1] > now]) for seat in seats]
    return replace(doc, seats=seats, actor=actor, since=now, pauses=[pause for pause in doc.pauses if pause[1] > now])


def restart_turn(doc: Doc, now: float) -> Doc:
    """Give the seat to act its full turn again (when a person takes a seat back from a bot)."""
    return replace(doc, since=now)


def grant_until(doc: Doc, until: float) -> Doc:
    """Let nobody lose on time before a moment: the turn counts as begun that much later."""
    ends = turn_deadline(doc)
    if ends is None or ends >= until:
        return doc
    stands = standstill_of(doc, doc.actor)
    goes_on = stands.stands_until(until)
    whole = doc.pace.turn + doc.seats[doc.actor].reserve
    return replace(doc, since=stands.before(until if goes_on is None else goes_on + 1.0, whole))


def clamp_turn_start(doc: Doc, now: float) -> Doc:
    """Return the document with a turn that began no later than now: the clock was set back while no server ran."""
    return replace(doc, since=now) if is_running(doc) and doc.since > now else doc


def fill_reserves(doc: Doc) -> list[Seat]:
    """Return the seats with a full reserve, at the start."""
    return [replace(seat, reserve=float(doc.pace.reserve)) for seat in doc.seats]


def turn_deadline(doc: Doc) -> float | None:
    """Return when the seat to act loses its turn to a bot."""
    if not is_running(doc):
        return None
    return standstill_of(doc, doc.actor).after(doc.since, doc.pace.turn + doc.seats[doc.actor].reserve)


def standing_until(doc: Doc, now: float) -> float | None:
    """Return when the clock of the seat to act goes on; None: it does not stand now."""
    return standstill_of(doc, doc.actor).stands_until(now) if is_running(doc) else None


def vacation_until(doc: Doc, seat: int, now: float) -> float | None:
    """Return until when the owner of a seat is on vacation now; None: not on vacation, or it does not matter."""
    if doc.pace.kind != "turns" or not doc.pace.vacation:
        return None
    return next((end for begin, end in doc.seats[seat].vacations if begin <= now < end), None)


def paused_until(doc: Doc, now: float) -> float | None:
    """Return until when the game is paused; None: it is not."""
    return next((end for begin, end in doc.pauses if begin <= now < end), None)


def reminder_time(doc: Doc) -> float | None:
    """Return when the table's webhook gets its reminder: some time into the turn, so that quick players get none."""
    if doc.status != "playing" or doc.actor < 0 or doc.seats[doc.actor].is_automatic:
        return None
    if doc.pace.webhook == "":
        return None
    turn = doc.pace.turn if doc.pace.kind != "none" else 240
    return doc.since + min(60.0, turn / 4)


def clock_payload(doc: Doc, seat: int, now: float) -> dict[str, float | bool] | None:
    """Return a seat's clock for the page: seconds left of this turn and of the reserve."""
    if doc.pace.kind == "none":
        return None
    runs = seat == doc.actor and is_running(doc)
    early = min(max(0.0, doc.since - now), GRACE)  # the turn counts as begun later, after a restart
    left = max(0.0, doc.pace.turn + early - turn_used(doc, now)) if runs else float(doc.pace.turn)
    ticks = runs and standing_until(doc, now) is None
    return {"left": round(left, 1), "reserve": round(reserve_left(doc, seat, now), 1), "running": ticks}
