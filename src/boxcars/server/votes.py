"""Questions to the table: taking back what others saw, handing an absent player's seat to a bot, abandoning the game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from boxcars.core.words import T, Text, Who
from boxcars.server import changes
from boxcars.server.changes import Change
from boxcars.server.documents import Vote
from boxcars.server.table import Table, refuse


def people(table: Table) -> list[int]:
    """The seats in which a person plays now."""
    return [i for i, seat in enumerate(table.doc.seats) if seat.kind == "person" and not seat.automatic]


def question(vote: Vote) -> Text:
    if vote.kind == "undo":
        return T("{who} asks to take back to move {to}.", who=Who(vote.by), to=vote.to)
    if vote.kind == "handover":
        return T("{who} asks to hand the seat of {seat} to a bot.", who=Who(vote.by), seat=Who(vote.seat))
    return T("{who} asks to abandon the game.", who=Who(vote.by))


def passed(vote: Vote) -> bool:
    """Whose past or game it is must all agree; an absent player's seat needs more than half of the others."""
    if vote.kind == "handover":
        return 2 * (len(vote.yes) + 1) > len(vote.voters) + 1
    return set(vote.yes) >= set(vote.voters)


def draft(table: Table, kind: Any, by: int, seat: int = -1, to: int = -1) -> Vote:
    """The question as it would be put now."""
    changes.playing(table)
    if by not in people(table):
        raise refuse("not_seated", T("Only those who play may ask that."))
    if kind == "undo" and not table.doc.undo:
        raise refuse("undo_off", T("This table plays without taking back."))
    if kind == "undo" and not 0 <= to < table.ply:
        raise refuse("no_such_ply", T("There is no position {ply} at this table.", ply=to))
    if kind == "handover" and (seat == by or seat not in people(table)):
        raise refuse("no_seat", T("There is no person in that seat."))
    voters = [s for s in people(table) if s not in (by, seat)]
    same = [v for v in table.doc.votes if (v.kind, v.seat, v.to) == (kind, seat, to)]
    if same:
        raise refuse("asked_already", T("That has been asked already."))
    return Vote(id=table.seq + 1, kind=kind, by=by, seat=seat, to=to, voters=voters)


def ask(table: Table, vote: Vote, position: Any, now: float) -> Change:
    """Put the question; what needs nobody else's consent is done at once."""
    if passed(vote):
        return carry_out(table, vote, position, now)
    doc = replace(table.doc, votes=[*table.doc.votes, vote])
    return changes.change(table, "vote", doc, now, seat=vote.by, body=msgspec.json.encode(question(vote)))


def find(table: Table, id: int) -> Vote:
    for vote in table.doc.votes:
        if vote.id == id:
            return vote
    raise refuse("no_vote", T("That question is no longer open."))


def answered(vote: Vote, seat: int) -> Vote:
    """The vote with one more yes."""
    return replace(vote, yes=sorted({*vote.yes, seat}))


def answer(table: Table, id: int, seat: int, yes: bool, position: Any, now: float) -> Change:
    """A voter says yes or no. ``position``: of an undo that passes with this answer."""
    vote = find(table, id)
    if not yes and seat == vote.by:
        text = T("{who} withdraws the question.", who=Who(seat))
        return _close(table, vote, seat, text, now)
    if seat not in vote.voters:
        raise refuse("no_vote", T("You have no vote in this."))
    if not yes:
        return _close(table, vote, seat, T("{who} says no.", who=Who(seat)), now)
    vote = answered(vote, seat)
    if passed(vote):
        return carry_out(table, vote, position, now)
    doc = replace(table.doc, votes=[vote if v.id == id else v for v in table.doc.votes])
    return changes.change(table, "vote", doc, now, seat=seat, body=msgspec.json.encode(T("{who} agrees.", who=Who(seat))))


def _close(table: Table, vote: Vote, seat: int, text: Text, now: float) -> Change:
    doc = replace(table.doc, votes=[v for v in table.doc.votes if v.id != vote.id])
    return changes.change(table, "vote", doc, now, seat=seat, body=msgspec.json.encode(text))


def carry_out(table: Table, vote: Vote, position: Any, now: float) -> Change:
    if vote.kind == "undo":
        return changes.undo(table, vote.by, vote.to, position, now, agreed=True)
    if vote.kind == "handover":
        return changes.hand_over(table, vote.seat, "vote", "heuristic", now)
    return changes.abandon(table, vote.by, now)
