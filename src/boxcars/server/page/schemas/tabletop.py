"""What lies round the board, as it is sent: ``view.tabletop`` (which says what each field means) with its words said.

Fields that are as by default are left out.
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from boxcars.server.page.schemas.base import Sent, Target


class TrayItem(Sent):
    id: str
    face: str
    w: int
    h: int
    label: str
    target: Target | UnsetType = UNSET
    count: int | UnsetType = UNSET
    note: str | UnsetType = UNSET
    shut: bool | UnsetType = UNSET
    why: str | UnsetType = UNSET
    lights: list[Target] | UnsetType = UNSET
    place: int | UnsetType = UNSET
    icon: str | UnsetType = UNSET
    price: str | UnsetType = UNSET
    form: str | UnsetType = UNSET
    at: list[Target] | UnsetType = UNSET
    ask: str | UnsetType = UNSET
    lines: list[str] | UnsetType = UNSET


class Tray(Sent):
    """A row of things: ``offer`` may be taken or chosen, ``hand`` is one's own, ``papers`` are one's tickets and claims,
    ``actions`` are what a turn can be spent on."""

    key: str
    title: str
    place: Literal["offer", "hand", "papers", "actions"]
    items: list[TrayItem]
    places: int | UnsetType = UNSET


class Ask(Sent):
    """What is asked now; ``other``: told of the one who is asked; ``next``: who follows; ``clause``: where the rules open."""

    line: str
    other: str
    next: list[int]
    clause: str
    short: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    lamp: str | UnsetType = UNSET
    at: list[Target] | UnsetType = UNSET


class Pick(Sent):
    """Combinations as switches: the action whose ``picks`` is the set that is on."""

    of: list[Target]
    least: int
    most: int
    go: list[str]
    start: list[Target] | UnsetType = UNSET


class RecapPart(Sent):
    text: str
    touched: list[Target] | UnsetType = UNSET


class Recap(Sent):
    """A turn of another seat since the reader's last: the actions from ``first`` to ``ply``. ``seat`` -1: what the table did by
    itself. ``parts``: each event by itself, where ``text`` does not say all."""

    seat: int
    first: int
    ply: int
    text: str
    faces: list[str] | UnsetType = UNSET
    gain: str | UnsetType = UNSET
    touched: list[Target] | UnsetType = UNSET
    parts: list[RecapPart] | UnsetType = UNSET


class SummaryRow(Sent):
    cells: list[str]
    seat: int | UnsetType = UNSET
    strong: bool | UnsetType = UNSET


class SummaryTable(Sent):
    head: list[str]
    rows: list[SummaryRow]
    title: str | UnsetType = UNSET


class SummaryDie(Sent):
    value: int
    text: str | UnsetType = UNSET
    faces: list[str] | UnsetType = UNSET
    ink: str | UnsetType = UNSET


class SummaryPaper(Sent):
    svg: str
    width: int
    height: int
    words: list[str] | UnsetType = UNSET


class TurnSummary(Sent):
    """The end of a turn (after action ``ply``), to be read in peace."""

    ply: int
    title: str
    note: str | UnsetType = UNSET
    tables: list[SummaryTable] | UnsetType = UNSET
    dice: list[SummaryDie] | UnsetType = UNSET
    rolled: str | UnsetType = UNSET
    papers: list[SummaryPaper] | UnsetType = UNSET
    go: str | UnsetType = UNSET


class Turn(Sent):
    """A seat in the order of play."""

    seat: int
    state: Literal["done", "now", "next", "out"]
    note: str | UnsetType = UNSET
    brief: str | UnsetType = UNSET


class Movement(Sent, rename={"from_": "from"}):
    """One movement of the story of the last action."""

    kind: Literal["fly", "lay", "lift", "slide", "ride", "turn", "count", "dice", "stamp", "rise", "say"]
    at: int | UnsetType = UNSET
    face: str | UnsetType = UNSET
    from_: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    ids: list[str] | UnsetType = UNSET
    path: str | UnsetType = UNSET
    links: int | UnsetType = UNSET
    by: int | UnsetType = UNSET
    faces: list[str] | UnsetType = UNSET
    word: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    tone: Literal["last", "bad"] | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    sound: str | UnsetType = UNSET


class Award(Sent):
    """A roundel of the ceremony."""

    title: str
    note: str
    mark: str
    seats: list[int]


class Uncovered(Sent):
    """Something hidden that counts in a line of the score."""

    seat: int
    text: str
    points: int
    done: bool


class ScoreLine(Sent):
    label: str
    values: list[int]
    uncovered: list[Uncovered]


class Outcome(Sent):
    """``total``: which line is the total (-1: none); those behind it break ties."""

    scores: list[int]
    ranks: list[int]
    lines: list[ScoreLine]
    total: int
    grade: str | None
    played_by_bots: list[int]
    seed: str
    awards: list[Award]
