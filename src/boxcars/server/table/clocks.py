"""Clocks: kept in the table's document, as seconds since 1970 (``steady.time``). Nothing here needs a timer; a sweep finds
what is due."""

from __future__ import annotations

from msgspec.structs import replace

from boxcars.server.table.documents import Doc, Seat

GRACE = 60.0
"""Nobody loses on time within this many seconds after a restart."""


def is_running(doc: Doc) -> bool:
    """Whether the clock of the seat to act runs."""
    return doc.pace.kind != "none" and doc.status == "playing" and doc.actor >= 0 and not doc.seats[doc.actor].is_automatic


def reserve_left(doc: Doc, seat: int, now: float) -> float:
    """What would be left of the seat's reserve if its turn ended now."""
    reserve = doc.seats[seat].reserve
    if seat == doc.actor and is_running(doc):
        reserve -= max(0.0, now - doc.since - doc.pace.turn)
    return max(0.0, reserve)


def pass_turn(doc: Doc, actor: int, now: float) -> Doc:
    """Charge the seat whose turn ends and start the clock of ``actor``; nothing changes while the same seat goes on."""
    if actor == doc.actor:
        return doc
    seats = list(doc.seats)
    if doc.actor >= 0 and is_running(doc):
        seats[doc.actor] = replace(seats[doc.actor], reserve=reserve_left(doc, doc.actor, now))
    return replace(doc, seats=seats, actor=actor, since=now)


def restart_turn(doc: Doc, now: float) -> Doc:
    """Give the seat to act its full turn again (a seat that is taken back)."""
    return replace(doc, since=now)


def grant_until(doc: Doc, until: float) -> Doc:
    """Let nobody lose on time before then: the turn counts as begun that much later, for the whole of it."""
    ends = turn_deadline(doc)
    return doc if ends is None or ends >= until else replace(doc, since=doc.since + until - ends)


def clamp_turn_start(doc: Doc, now: float) -> Doc:
    """Return the document with a turn that began no later than now: the clock was set back while no server ran."""
    return replace(doc, since=now) if is_running(doc) and doc.since > now else doc


def fill_reserves(doc: Doc) -> list[Seat]:
    """The seats with a full reserve, at the start."""
    return [replace(seat, reserve=float(doc.pace.reserve)) for seat in doc.seats]


def turn_deadline(doc: Doc) -> float | None:
    """When the seat to act loses its turn to a bot."""
    if not is_running(doc):
        return None
    return doc.since + doc.pace.turn + doc.seats[doc.actor].reserve


def reminder_time(doc: Doc) -> float | None:
    """When the table's webhook is told whose turn it is: a while into the turn, so that quick players are left alone."""
    if doc.status != "playing" or doc.actor < 0 or doc.seats[doc.actor].is_automatic:
        return None
    if doc.pace.webhook == "":
        return None
    turn = doc.pace.turn if doc.pace.kind != "none" else 240
    return doc.since + min(60.0, turn / 4)


def clock_payload(doc: Doc, seat: int, now: float) -> dict[str, float | bool] | None:
    """The seat's clock for the page: seconds left of this turn and of the reserve."""
    if doc.pace.kind == "none":
        return None
    runs = seat == doc.actor and is_running(doc)
    left = min(max(0.0, doc.since + doc.pace.turn - now), doc.pace.turn + GRACE) if runs else float(doc.pace.turn)
    return {"left": round(left, 1), "reserve": round(reserve_left(doc, seat, now), 1), "running": runs}
