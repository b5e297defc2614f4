"""Makes the table of a lesson: at its beginning or at a checkpoint."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from boxcars.lessons import lesson_runner
from boxcars.lessons.lesson_loader import Course
from boxcars.server.table.documents import Doc, Entry, Seat, Setup
from boxcars.server.table.records import Brought

LEVEL = "lesson"
"""The level of the opponents' seats. The lesson's script moves them, no bot runs."""


def make_lesson_table(course: Course, beat: str, name: str, maker: str, count: bool, now: float) -> Brought:
    """The table of a lesson at its beginning, or (by its model answers) at a checkpoint. Blocks."""
    wanted = course.lesson.table
    rules = course.rules
    setup = Setup(
        game=rules.game,
        map=rules.map,
        players=rules.players,
        options=rules.options,
        seed=course.seed,
        start=course.position,
        outcomes=course.outcomes,
        lesson=course.id,
        maker=maker,
    )
    events: list[Any] = []
    state = course.opening(events)
    journal = [Entry(seq=2, kind="start", at=now, events=rules.write(events))]
    kept = [(2, 0, rules.version, rules.write(state))]
    moves, progress = lesson_runner.until(course, state, beat)
    for ply, move in enumerate(moves, 1):
        body, told = rules.write(move.action), rules.write(move.events)
        journal.append(Entry(seq=ply + 2, kind="act", seat=move.seat, ply=ply, at=now, reveals=True, body=body, events=told))
    if moves:
        kept.append((len(journal) + 1, len(moves), rules.version, rules.write(state)))
    seats = [
        Seat(kind="person", name=name, host=True) if seat == wanted.seat else Seat(kind="bot", name=called, level=LEVEL)
        for seat, called in enumerate(wanted.names)
    ]
    progress = replace(progress, begun=now, uncounted=not count)
    doc = Doc(status="playing", seats=seats, undo=False, actor=rules.actor(state), since=now, lesson=progress)
    return Brought(setup, doc, rules.version, journal, kept, rules.write(state))
