"""Analyses as data frames, one row per decision; and figures of each player, by parts of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from boxcars.analysis.decision_analysis import Decision
from boxcars.analysis.game_review import Analysis
from boxcars.core import ui_loader
from boxcars.core.game import Rules
from boxcars.core.messages import T, Text

if TYPE_CHECKING:
    import polars

LABELS: dict[str, Text] = {"slip": T("inaccuracy"), "mistake": T("mistake"), "blunder": T("blunder")}


class Figure(msgspec.Struct, frozen=True):
    """A player's mean loss per decision, in all and by part of the game. Forced actions do not count."""

    seat: int
    chapter: Text | None
    """The part of the game; None: all of it."""
    decisions: int
    loss: float


def rows(analysis: Analysis, number: int = 0) -> list[dict[str, Any]]:
    """Return one row per decision, forced ones included."""
    out = []
    for one in analysis.decisions:
        row: dict[str, Any] = {"game": number, "key": analysis.key}
        row |= {
            name: getattr(one, name)
            for name in ("ply", "seat", "step", "choices", "chance", "better", "loss", "error", "stake", "label")
        }
        row["action"] = bytes(one.action).decode()
        row["best"] = one.rival.decode() if one.rival is not None else None
        row["win_before"], row["win_after"] = (analysis.chances[p][one.seat] for p in (one.ply, one.ply + 1))
        out.append(row)
    return out


def decisions(analyses: Analysis | Iterable[Analysis]) -> polars.DataFrame:
    """Return a polars data frame of one or several analyses; ``game`` numbers them."""
    import polars as pl

    several = [analyses] if isinstance(analyses, Analysis) else analyses
    schema = {
        "game": pl.Int64,
        "key": pl.String,
        "ply": pl.Int64,
        "seat": pl.Int64,
        "step": pl.String,
        "choices": pl.Int64,
        "chance": pl.Float64,
        "better": pl.Float64,
        "loss": pl.Float64,
        "error": pl.Float64,
        "stake": pl.Float64,
        "label": pl.String,
        "action": pl.String,
        "best": pl.String,
        "win_before": pl.Float64,
        "win_after": pl.Float64,
    }
    return pl.DataFrame([row for n, one in enumerate(several) for row in rows(one, n)], schema=schema)


def figures(rules: Rules[Any], analysis: Analysis) -> list[Figure]:
    """Return for each seat its mean loss, then that of each part of the game in which it decided."""
    known = ui_loader.statistics(rules.ui)
    chapters = known.CHAPTERS if known is not None else {}
    out = []
    for seat in range(rules.players):
        own = [one for one in analysis.decisions if one.seat == seat and one.choices > 1]
        out.append(Figure(seat, None, len(own), _mean(own)))
        names = {chapters[one.step].message: chapters[one.step] for one in own if one.step in chapters}
        for name in names.values():
            part = [one for one in own if chapters.get(one.step) == name]
            out.append(Figure(seat, name, len(part), _mean(part)))
    return out


def _mean(several: list[Decision]) -> float:
    return round(sum(one.loss for one in several) / len(several), 4) if several else 0.0
