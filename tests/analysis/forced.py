"""What the analysis says of an expert that was forced to blunder now and then (``benchmarks/blunders.py`` plays such games)."""

from __future__ import annotations

from typing import NamedTuple

from boxcars.analysis import Analyst, Decision
from boxcars.analysis.game_review import analyse_decision, moments, usual
from boxcars.core.record import Record


class Checked(NamedTuple):
    forced: list[Decision]
    free: list[Decision]

    @property
    def found(self) -> list[Decision]:
        return [one for one in self.forced if one.label]

    @property
    def above(self) -> list[Decision]:
        """Those found that stand above everything the expert chose freely."""
        most = max((one.loss for one in self.free if one.label), default=0.0)
        return [one for one in self.found if one.loss > most]


def check(record: Record, seat: int, forced: set[int], every: int = 1) -> Checked:
    """The seat's forced decisions (by their plies) and every so many of its free ones, judged."""
    analyst = Analyst(record.rules(), usual(len(record.entries)))
    out = Checked([], [])
    for _, moment in moments(record):
        mine = moment.action is not None and record.entries[moment.ply].seat == seat
        if mine and (moment.ply in forced or moment.ply % every == 0):
            decision = analyse_decision(analyst, moment)
            assert decision is not None
            (out.forced if moment.ply in forced else out.free).append(decision)
    return out
