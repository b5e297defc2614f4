"""What a question to the table asks, in words."""

from __future__ import annotations

from boxcars.core.messages import TN, T, Text, Who
from boxcars.server.table.documents import Vote


def vote_question(vote: Vote) -> Text:
    if vote.kind == "undo":
        return T("{who} asks to undo everything after move {to}.", who=Who(vote.by), to=vote.to)
    if vote.kind == "handover":
        return T("{who} asks to give {seat}'s seat to a bot.", who=Who(vote.by), seat=Who(vote.seat))
    if vote.kind == "pause":
        days = TN("{count} day", "{count} days", vote.days)
        return T("{who} asks for a pause of {time}. The clock would stop for everyone.", who=Who(vote.by), time=days)
    return T("{who} proposes to end the game.", who=Who(vote.by))
