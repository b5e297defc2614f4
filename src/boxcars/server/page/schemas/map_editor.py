"""What the workshop's page is sent (see ``sent``)."""

from __future__ import annotations

from typing import Any, Literal

from boxcars.server.page.schemas.base import Sent


class EditorTool(Sent):
    """``aim``: what it is pointed at, one for each click (none: it works at once); ``drag``: it is drawn over many; ``picture``:
    a drawing's inside; ``layer``: where its work is seen."""

    key: str
    name: str
    hint: str
    picture: str
    aim: list[str]
    drag: bool
    layer: str


class EditorToolGroup(Sent):
    name: str
    tools: list[EditorTool]


class EditorBoard(Sent):
    key: str
    name: str


class EditorGame(Sent):
    """A game whose maps can be drawn here. ``boards``: those to begin from."""

    key: str
    name: str
    groups: list[EditorToolGroup]
    layers: list[EditorBoard]
    boards: list[EditorBoard]


class EditorChoice(Sent):
    """``picture``: the mark of an ink, a drawing's inside."""

    key: str
    name: str
    picture: str


class EditorField(Sent):
    """A value of the draft: see ``view/workshop.Field``."""

    name: str
    kind: Literal["text", "number", "choice", "ink", "inks", "switch"]
    path: list[str | int]
    value: Any
    part: str
    low: int
    high: int
    step: int
    none: int | None
    choices: list[EditorChoice]


class EditorSelection(Sent):
    target: str
    title: str
    kind: str
    fields: list[EditorField]


class EditorOperation(Sent):
    """One change of a draft; its inverse swaps old and new, insert and remove."""

    do: Literal["set", "insert", "remove"]
    path: list[str | int]
    old: Any
    new: Any


class EditorCheck(Sent):
    """``show``: what it speaks of on the sheet, if anything."""

    good: bool
    text: str
    show: list[str]


class CheckedDraft(Sent):
    """A draft drawn and checked. ``doc``: when it was opened; ``ops``: what the tool did; ``text``: its file.
    ``corrections``: the correction file against the board that was named, "" if no value differs; ``others``: how many
    differences such a file cannot hold."""

    doc: dict[str, Any] | None
    ops: list[EditorOperation]
    svg: str
    width: float
    height: float
    step: list[float]
    good: bool
    checks: list[EditorCheck]
    held: EditorSelection | None
    text: str
    players: list[int]
    corrections: str = ""
    others: int = 0


class KeptMap(Sent):
    map: str
    game: str
    name: str
    players: list[int]
    link: str


class KeptDraft(Sent):
    """A draft that is kept with one's card. ``at``: when it was put there."""

    id: str
    game: str
    name: str
    at: float


class KeptDraftText(Sent):
    draft: KeptDraft
    text: str


class TrialSeat(Sent):
    share: float
    low: float
    high: float


class MapFinding(Sent):
    """``why``: what it rests on; ``show``: what it speaks of on the sheet."""

    off: bool
    text: str
    why: str
    show: list[str]


class MapTrial(Sent):
    """What bots found on a map. ``state``: none asked for yet, being played, or done; ``done`` of ``games``."""

    state: Literal["none", "playing", "done", "failed"]
    done: int
    games: int
    players: int
    fair: float
    seats: list[TrialSeat]
    leader: TrialSeat | None
    length: float
    margin: float
    ties: float
    findings: list[MapFinding]
    use: dict[str, float]


class TriedValue(Sent):
    """A value that was tried: how far a seat is from its share at most, how often the leader at half-time wins, how many
    decisions a game takes, how far the winner is ahead. ``now``: the map has it; ``best``: the fairest of those tried."""

    value: int
    now: bool
    best: bool
    seats: float
    leader: float
    length: float
    margin: float


class MapTuning(Sent):
    """What other values of one number would do. ``name``: what the number is called; ``spread``: what may be luck."""

    state: Literal["none", "playing", "done", "failed"]
    done: int
    games: int
    name: str
    spread: float
    settings: list[TriedValue]
