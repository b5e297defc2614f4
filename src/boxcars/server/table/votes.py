"""Questions to the table: taking back what others saw, handing an absent player's seat to a bot, abandoning the game.

Who is away (``away``) is what presence.py knows. A question needs everybody's yes whom it concerns and who is not away; a seat
whose owner is here is never given away. (A clock that runs out hands the seat over without a question.)
"""

from __future__ import annotations

from collections.abc import Set

import msgspec
from msgspec.structs import replace

from boxcars.core.game import State
from boxcars.core.messages import TN, T, Text, Who
from boxcars.server.table import clocks, commands
from boxcars.server.table.commands import Change
from boxcars.server.table.documents import Vote, VoteKind
from boxcars.server.table.game_results import counts_for_rating
from boxcars.server.table.table import Table, make_refusal
from boxcars.server.table.vote_question import vote_question


def playing_people(table: Table) -> list[int]:
    """Return the seats in which a person plays now."""
    return [i for i, seat in enumerate(table.doc.seats) if seat.kind == "person" and not seat.is_automatic]


def dealt_in(table: Table) -> list[int]:
    """Return the seats whose owners may vote: also those that a bot plays for a while, but not those that resigned."""
    return [i for i, seat in enumerate(table.doc.seats) if seat.kind == "person" and seat.handed != "resigned"]


def needed_seats(table: Table, vote: Vote, away: Set[int]) -> list[int]:
    """Whose yes it takes: of everybody dealt in, but those who stay away hold up nobody for ever.

    Unless what was revealed is to be hidden again: that is against everybody who was dealt in, here or not.
    """
    if vote.kind == "pause":  # here or not; a seat that a bot plays has no vote
        return [seat for seat in playing_people(table) if seat != vote.by]
    asked = [seat for seat in dealt_in(table) if seat not in (vote.by, vote.seat)]
    if vote.kind == "undo" and any(entry.reveals for entry in table.acts[vote.to :]):
        return asked
    return [seat for seat in asked if seat not in away]


def has_passed(vote: Vote) -> bool:
    return set(vote.yes) >= set(vote.voters)


def draft_pause(table: Table, by: int, days: int, now: float) -> Vote:
    """Return the question for a pause as it would be asked now."""
    commands.require_playing(table)
    if table.doc.pace.kind == "none":
        raise make_refusal("no_clock", T("This game has no clock to pause."))
    if by not in playing_people(table):
        raise make_refusal("not_seated", T("Only players can ask for that."))
    if clocks.paused_until(table.doc, now) is not None:
        raise make_refusal("paused", T("This game is already paused."))
    if any(vote.kind == "pause" for vote in table.doc.votes):
        raise make_refusal("asked_already", T("Someone has already asked for that."))
    vote = Vote(id=table.seq + 1, kind="pause", by=by, days=days)
    return replace(vote, voters=needed_seats(table, vote, frozenset()))


def draft_vote(table: Table, kind: VoteKind, by: int, away: Set[int], seat: int = -1, to: int = -1) -> Vote:
    """Return a question as it would be asked now; one that is open may no longer need anybody's consent."""
    commands.require_playing(table)
    if by not in (dealt_in(table) if kind == "abandon" else playing_people(table)):
        raise make_refusal("not_seated", T("Only players can ask for that."))
    if kind == "undo" and not table.doc.undo:
        raise make_refusal("undo_off", T("Undo is off at this table."))
    if kind == "undo":
        commands.within_reach(table, to)
        commands.refuse_final(table)
    if kind == "handover" and (seat == by or seat not in playing_people(table)):
        raise make_refusal("no_seat", T("There's no human player in that seat."))
    if kind == "handover" and seat not in away:
        name = table.doc.seats[seat].name
        text = T("A bot can take this seat when {name} has been away for {time}.", name=name, time=waiting_text(table))
        raise make_refusal("not_away", text)
    same = [v for v in table.doc.votes if (v.kind, v.seat, v.to) == (kind, seat, to)]
    vote = same[0] if same else Vote(id=table.seq + 1, kind=kind, by=by, seat=seat, to=to)
    vote = replace(vote, voters=needed_seats(table, vote, away))
    if kind == "abandon" and not vote.voters:
        refuse_to_end_alone(table)
    if same and not has_passed(vote):
        raise make_refusal("asked_already", T("Someone has already asked for that."))
    return vote


def refuse_to_end_alone(table: Table) -> None:
    """Refuse that one player ends a rated game in which somebody has moved."""
    people = dealt_in(table)
    if counts_for_rating(table) and any(entry.seat in people for entry in table.acts):
        raise make_refusal("rated", T("This is a rated game, so you can't end it alone. You can resign."))


def waiting_text(table: Table) -> Text:
    """Return in words how long the table waits for somebody."""
    seconds = table.doc.pace.wait_seconds
    if seconds % 86400 == 0:
        return TN("{count} day", "{count} days", seconds // 86400)
    if seconds % 3600 == 0:
        return TN("{count} hour", "{count} hours", seconds // 3600)
    return TN("{count} minute", "{count} minutes", -(-seconds // 60))


def ask_vote(table: Table, vote: Vote, position: State | None, now: float) -> Change:
    """Ask a question; what needs nobody else's consent is done at once."""
    if has_passed(vote):
        return carry_out(table, vote, position, now)
    doc = replace(table.doc, votes=[*table.doc.votes, vote])
    return commands.make_change(table, "vote", doc, now, seat=vote.by, body=msgspec.json.encode(vote_question(vote)))


def find_vote(table: Table, id: int) -> Vote:
    for vote in table.doc.votes:
        if vote.id == id:
            return vote
    raise make_refusal("no_vote", T("This request is already closed."))


def count_answer(table: Table, vote: Vote, seat: int, away: Set[int]) -> Vote:
    """Return the vote with one more yes, for those who are present now."""
    vote = replace(vote, yes=sorted({*vote.yes, seat}))
    return replace(vote, voters=needed_seats(table, vote, away))


def answer_vote(table: Table, id: int, seat: int, yes: bool, away: Set[int], position: State | None, now: float) -> Change:
    """Record a yes or a no. ``position``: of an undo that this answer completes."""
    vote = find_vote(table, id)
    if not yes and seat == vote.by:
        text = T("{who} withdraws the request.", who=Who(seat))
        return _close_vote(table, vote, seat, text, now)
    if vote.kind == "handover" and vote.seat not in away:
        return _close_vote(table, vote, vote.seat, T("{who} is back.", who=Who(vote.seat)), now)
    asked = playing_people(table) if vote.kind == "pause" else dealt_in(table)
    if seat not in asked or seat in (vote.by, vote.seat):
        raise make_refusal("no_vote", T("You don't have a vote on this."))
    if not yes:
        return _close_vote(table, vote, seat, T("{who} says no.", who=Who(seat)), now)
    vote = count_answer(table, vote, seat, away)
    if has_passed(vote):
        return carry_out(table, vote, position, now)
    doc = replace(table.doc, votes=[vote if v.id == id else v for v in table.doc.votes])
    return commands.make_change(table, "vote", doc, now, seat=seat, body=msgspec.json.encode(T("{who} agrees.", who=Who(seat))))


def _close_vote(table: Table, vote: Vote, seat: int, text: Text, now: float) -> Change:
    doc = replace(table.doc, votes=[v for v in table.doc.votes if v.id != vote.id])
    return commands.make_change(table, "vote", doc, now, seat=seat, body=msgspec.json.encode(text))


def carry_out(table: Table, vote: Vote, position: State | None, now: float) -> Change:
    if vote.kind == "undo":
        return commands.undo_actions(table, vote.by, vote.to, position, now, agreed=True)
    if vote.kind == "handover":
        return commands.hand_over(table, vote.seat, "vote", "heuristic", now)
    if vote.kind == "pause":
        return commands.pause_game(table, vote, now)
    return commands.abandon_game(table, vote.by, now)
