"""The payload of an analysis, of statistics, and of a position that is tried."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

import msgspec

from boxcars.analysis import Effort
from boxcars.analysis.data_frames import figures
from boxcars.analysis.game_review import Analysis, gather
from boxcars.core.game import State
from boxcars.locale import sayer
from boxcars.server.jobs.analysis_jobs import Looked
from boxcars.server.page import view_payload
from boxcars.server.page.position_payload import Parts
from boxcars.server.page.schemas.analysis import AnalysisSent, LossFigure, ReviewedDecision, StatisticLine, StatisticSent
from boxcars.server.table.table import Table
from boxcars.view.statistics import Statistic

Stage: TypeAlias = Literal["none", "waiting", "working", "done"]
"""The progress of an analysis."""


def analysis_payload(
    table: Table, lang: str, state: Stage, looked: Looked, done: int, total: int, ahead: int, may: bool
) -> AnalysisSent:
    """Return an analysis in a language. Blocks for a moment: a long game has hundreds of decisions."""
    rules = table.rules
    say = sayer(lang, [seat.name for seat in table.doc.seats])
    known: Analysis = gather("", Effort(), looked.found, looked.decisions)
    judged = []
    for one in known.decisions:
        action = rules.read_action(bytes(one.action))
        best = rules.read_action(one.rival) if one.rival is not None else None
        judged.append(
            ReviewedDecision(
                ply=one.ply,
                seat=one.seat,
                text=say(rules.say(action)),
                best=say(rules.say(best)) if best is not None else None,
                why=say(one.why) if one.why is not None else "",
                action=best,
                done=list(action.path()) if best is not None else [],
                path=list(best.path()) if best is not None else [],
                forced=one.choices < 2,
                chance=one.chance,
                better=one.better,
                loss=one.loss,
                error=one.error,
                label=one.label,
            )
        )
    return AnalysisSent(
        state=state,
        done=done,
        total=total,
        ahead=ahead,
        may=may,
        chances=known.chances,
        rounds=known.rounds,
        decisions=judged,
        figures=[
            LossFigure(
                seat=one.seat,
                chapter=say(one.chapter) if one.chapter is not None else None,
                decisions=one.decisions,
                loss=one.loss,
            )
            for one in figures(rules, known)
        ],
    )


def statistics_payload(table: Table, lang: str, told: list[Statistic]) -> list[StatisticSent]:
    say = sayer(lang, [seat.name for seat in table.doc.seats])
    return [
        StatisticSent(
            kind=one.kind,
            title=say(one.title),
            heads=[say(head) for head in one.heads],
            lines=[
                StatisticLine(label=say(line.label) if line.label is not None else "", values=line.values, seat=line.seat)
                for line in one.lines
            ],
        )
        for one in told
        if one.lines
    ]


def tried_payload(table: Table, world: State, drawn: Parts, ply: int, seat: int, lang: str) -> Parts:
    """Return a position that is tried in a finished game: as if it were being played, with the seat's legal actions."""
    doc = msgspec.structs.replace(table.doc, status="playing", outcome=None)
    as_if = replace(table, doc=doc, state=world, memo={}, journal=[])
    parts = view_payload.past_view(as_if, drawn, min(ply, table.ply), seat, lang)
    return parts | {"slip": b"null", "recap": b"[]", "log": b"[]", "outcome": b"null"}
