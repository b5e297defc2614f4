"""A rematch: one of those who played wants it, the others are asked, and the next table seats those who are in.

The finished table keeps who is in (``Doc.rematch``) until the next table is there (``Doc.next``): its changes come one after
the other, so two people who press in the same second make one game. The first player moves on by one seat.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec.structs import replace

from boxcars.core.messages import T
from boxcars.locale import DELETED
from boxcars.server.page.schemas.people import RematchShown
from boxcars.server.table import commands
from boxcars.server.table.commands import Change
from boxcars.server.table.documents import Doc, Rematch, Seat
from boxcars.server.table.table import Table, make_refusal

OPEN = 86400.0
"""Seconds for which the others are asked."""

Fill: TypeAlias = Literal["bots", "fewer", "others"]
"""What becomes of the seats of those who are not in: a bot's, none, or open for somebody else."""


def need_finished(table: Table) -> Doc:
    if table.doc.status not in ("over", "abandoned"):
        raise make_refusal("not_over", T("This game isn't over yet."))
    return table.doc


def people_of(doc: Doc) -> list[int]:
    """The seats whose owners can be asked."""
    return [i for i, seat in enumerate(doc.seats) if seat.kind == "person" and seat.name != DELETED]


def seats_with(doc: Doc, seat: int) -> list[int]:
    """Whom the owner of a seat speaks for: on a shared screen all of the host's seats."""
    return [i for i, held in enumerate(doc.seats) if i == seat or (doc.seats[seat].host and held.host)]


def missing_people(doc: Doc) -> list[int]:
    """Who is not in, or not yet."""
    return [i for i in people_of(doc) if doc.rematch is None or i not in doc.rematch.yes]


def is_stuck(doc: Doc, now: float) -> bool:
    """Whether somebody said no, or the time for an answer is over."""
    return doc.rematch is not None and bool(doc.rematch.no or now >= doc.rematch.until)


def say_yes(table: Table, seat: int, now: float) -> Change | None:
    """Want a rematch, or be in the one that somebody wants. None: that is known already."""
    doc = need_finished(table)
    own = seats_with(doc, seat)
    known = doc.rematch
    if known is None or (now >= known.until and not set(own) & set(known.yes)):
        found = Rematch(by=seat, until=now + OPEN, yes=sorted({*own, *(known.yes if known else ())}))
    else:
        found = replace(known, yes=sorted({*known.yes, *own}), no=[i for i in known.no if i not in own])
    return None if found == known else commands.make_change(table, "note", replace(doc, rematch=found), now)


def say_no(table: Table, seat: int, now: float) -> Change | None:
    """Not this time; or take the wish back. When nobody is in any more, nothing is asked."""
    doc = need_finished(table)
    known = doc.rematch
    if known is None:
        return None
    own = seats_with(doc, seat)
    left = [i for i in known.yes if i not in own]
    changed = replace(known, by=known.by if known.by in left else min(left, default=-1), yes=left)
    if own[0] not in known.yes:  # (who takes a wish back may still be asked)
        changed = replace(changed, no=sorted({*known.no, *own}))
    found = changed if left else None
    return None if found == known else commands.make_change(table, "note", replace(doc, rematch=found), now)


def next_seats(doc: Doc, fill: Fill | None) -> list[Seat]:
    """The seats of the next table. Whoever sat second is first now. ``fill`` None: everybody is in."""
    assert doc.rematch is not None
    count = len(doc.seats)
    level = next((seat.level for seat in doc.seats if seat.kind == "bot"), "easy")
    by = seats_with(doc, doc.rematch.by)
    out: list[Seat] = []
    for was in ((i + 1) % count for i in range(count)):
        held = doc.seats[was]
        if held.kind == "bot":
            out.append(Seat(kind="bot", name=held.name, level=held.level))
        elif was in doc.rematch.yes:
            out.append(Seat(kind="person", name=held.name, herald=held.herald, host=was in by, was=was))
        elif fill == "bots":
            out.append(Seat(kind="bot", name=f"Bot {len(out) + 1}", level=level))
        elif fill == "others":
            out.append(Seat())
    return out


def next_document(doc: Doc, seats: list[Seat], home: str) -> Doc:
    """The next table, as the finished one was set up."""
    return Doc(
        status="open",
        seats=seats,
        pace=doc.pace,
        listed=doc.listed,
        undo=doc.undo,
        rated=doc.rated,
        learning=doc.learning,
        hot_seat=doc.hot_seat or sum(seat.host for seat in seats) > 1,
        home=home,
    )


def shown_to(doc: Doc, seat: int | None, now: float) -> RematchShown | None:
    """What somebody who played there sees of it."""
    known = doc.rematch
    if known is None or doc.next or seat is None or not 0 <= seat < len(doc.seats):
        return None
    said: Literal["asked", "yes", "no"] = "yes" if seat in known.yes else "no" if seat in known.no else "asked"
    return RematchShown(
        by=known.by, yes=known.yes, asked=missing_people(doc), until=known.until, you=said, stuck=is_stuck(doc, now)
    )
