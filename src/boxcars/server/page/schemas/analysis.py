"""What the page is sent of an analysis (see ``sent``)."""

from __future__ import annotations

from typing import Any, Literal

from boxcars.server.page.schemas.base import Action, Sent, Target


class ReviewedDecision(Sent):
    """A decision: what was done, what was better (null: nothing), and the targets of both where something was."""

    ply: int
    seat: int
    text: str
    best: str | None
    why: str
    """What speaks for the better action; empty where no loss is named."""
    action: Action | None
    done: list[Target]
    path: list[Target]
    forced: bool
    chance: float
    better: float
    loss: float
    error: float
    label: Literal["", "slip", "mistake", "blunder"]


class LossFigure(Sent):
    """A player's mean loss per decision; ``chapter``: in that part of the game (null: in all of it)."""

    seat: int
    chapter: str | None
    decisions: int
    loss: float


class AnalysisSent(Sent):
    """``done`` of ``total`` pieces are found; ``ahead``: games that are looked at before. Chances are by ply, then by seat."""

    state: Literal["none", "waiting", "working", "done"]
    done: int
    total: int
    ahead: int
    may: bool
    """Whether the asker may have it made."""
    chances: list[list[float]]
    rounds: list[int]
    decisions: list[ReviewedDecision]
    figures: list[LossFigure]


class StatisticLine(Sent):
    label: str
    values: list[float]
    seat: int


class StatisticSent(Sent):
    """See ``boxcars.view.statistics``."""

    kind: Literal["figures", "course", "list"]
    title: str
    heads: list[str]
    lines: list[StatisticLine]


class TriedPosition(Sent):
    """A position that was tried: its view (with what the seat to act may do), each action of the line in words, the actions
    (a bot's included), the chances of every seat."""

    view: dict[str, Any]
    texts: list[str]
    seats: list[int]
    line: list[Action]
    chances: list[float]


class SharedPosition(Sent):
    """A shared position: of which table, after how many actions, what was tried from there, through whose eyes."""

    table: str
    ply: int
    line: list[Action]
    eyes: int | None


class KeptVariations(Sent):
    """The variations that a card keeps of a table."""

    lines: list[dict[str, Any]]
