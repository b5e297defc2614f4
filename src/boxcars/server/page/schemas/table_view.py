"""What the page is sent, declared once: every answer, part by part.

The page's types (``client/types.d.ts``) are written from these Structs by ``tools/client_types.py``, and a test holds real views
of every game against them, so that neither side can change alone. Views themselves are encoded part by part (``view_payload``,
``position_payload``), because only what changed goes out: nothing here costs a request anything.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxcars.server.page.schemas.analysis import *  # noqa: F403
from boxcars.server.page.schemas.answers import (
    Candidate,
    Done,
    Ghost,
    RulesGuide,
    RulesPart,
    RulesQuestion,
    RulesText,
    Scores,
    SeatTaken,
    TableCreated,
    Words,
)
from boxcars.server.page.schemas.base import Action, Diff, OptionValue, Sent, Status, Target
from boxcars.server.page.schemas.lesson import *  # noqa: F403
from boxcars.server.page.schemas.lesson import LessonPart
from boxcars.server.page.schemas.lobby import (
    ChoiceOffered,
    GameOffered,
    Games,
    Listed,
    ListedGame,
    ListedPace,
    ListedSeat,
    MapOffered,
    Measured,
    OptionOffered,
    SavedGame,
    SavedSeat,
)
from boxcars.server.page.schemas.map_editor import *  # noqa: F403
from boxcars.server.page.schemas.notices import *  # noqa: F403
from boxcars.server.page.schemas.pace import *  # noqa: F403
from boxcars.server.page.schemas.people import *  # noqa: F403
from boxcars.server.page.schemas.people import RematchShown
from boxcars.server.page.schemas.planning import PencilPlan, PlannedRoute, RoutesFound
from boxcars.server.page.schemas.profile import *  # noqa: F403
from boxcars.server.page.schemas.tabletop import (
    Ask,
    Award,
    Movement,
    Outcome,
    Pick,
    Recap,
    RecapPart,
    ScoreLine,
    SummaryDie,
    SummaryPaper,
    SummaryRow,
    SummaryTable,
    Tray,
    TrayItem,
    Turn,
    TurnSummary,
    Uncovered,
)
from boxcars.server.page.schemas.tournament import *  # noqa: F403

__all__ = [
    "Action",
    "Ask",
    "Award",
    "Candidate",
    "ChoiceOffered",
    "Diff",
    "Done",
    "GameOffered",
    "Games",
    "Ghost",
    "LessonPart",
    "Listed",
    "ListedGame",
    "ListedPace",
    "ListedSeat",
    "MapOffered",
    "Measured",
    "Movement",
    "OptionOffered",
    "OptionValue",
    "Outcome",
    "PencilPlan",
    "Pick",
    "PlannedRoute",
    "Recap",
    "RecapPart",
    "RoutesFound",
    "RulesGuide",
    "RulesPart",
    "RulesQuestion",
    "RulesText",
    "SavedGame",
    "SavedSeat",
    "ScoreLine",
    "Scores",
    "SeatTaken",
    "Sent",
    "Status",
    "SummaryDie",
    "SummaryPaper",
    "SummaryRow",
    "SummaryTable",
    "TableCreated",
    "Target",
    "Tray",
    "TrayItem",
    "Turn",
    "TurnSummary",
    "Uncovered",
    "Words",
]


# -- the view of a table ---------------------------------------------------------------------------------------------------


class GamePart(Sent):
    """What is played. ``chosen``: the options that are not as usual, in words. ``tab_name``: what its own panels are called."""

    key: str
    name: str
    map: str
    map_name: str
    options: dict[str, OptionValue]
    chosen: list[str]
    players: int
    routes: bool
    """Whether it has track of which routes can be asked for and drawn in pencil."""
    commitment: str
    origin: str
    tab_name: str


class Clock(Sent):
    """Seconds left of this turn and of the reserve."""

    left: float
    reserve: float
    running: bool


class Stat(Sent):
    key: str
    label: str
    value: str
    icon: str
    low: bool


class Card(Sent):
    """What the page shows of a seat beside its name and clock."""

    role: str | None
    stats: list[Stat]
    state: Literal["", "passed", "gone"]


class Seat(Sent):
    """``handed``: why a bot plays a person's seat. ``herald``: the sign of the card that holds it ("": a guest's)."""

    seat: int
    name: str
    colour: str
    kind: Literal["open", "person", "bot"]
    level: str
    handed: Literal["", "owner", "vote", "clock", "resigned"]
    host: bool
    herald: str
    here: bool
    clock: Clock | None
    vacation: float | None
    card: Card | None
    score: int | None


class Station(Sent):
    """A phase of the turn."""

    name: str
    state: Literal["done", "now", "next"]


class Panel(Sent):
    """A box of the side rail. ``words`` says the same as the picture. ``follows``: it belongs to the one before it.
    ``pinned``: it is always in sight."""

    key: str
    title: str
    width: int
    height: int
    svg: str
    words: list[str]
    follows: bool
    pinned: bool


class Legal(Sent):
    """An action that may be taken: its sentence, a few more words (price, who earns), and the targets to click in order.

    The rest is how it is shown besides (``view.tabletop.Mark``).
    """

    i: int
    text: str
    more: str
    path: list[Target]
    action: Action
    badge: str | msgspec.UnsetType = msgspec.UNSET
    face: str | msgspec.UnsetType = msgspec.UNSET
    w: int | msgspec.UnsetType = msgspec.UNSET
    h: int | msgspec.UnsetType = msgspec.UNSET
    cost: list[tuple[str, int]] | msgspec.UnsetType = msgspec.UNSET
    group: str | msgspec.UnsetType = msgspec.UNSET
    picks: list[Target] | msgspec.UnsetType = msgspec.UNSET
    of: str | msgspec.UnsetType = msgspec.UNSET
    order: int | msgspec.UnsetType = msgspec.UNSET
    effect: str | msgspec.UnsetType = msgspec.UNSET
    completes: str | msgspec.UnsetType = msgspec.UNSET
    label: str | msgspec.UnsetType = msgspec.UNSET
    hold: int | msgspec.UnsetType = msgspec.UNSET
    held: str | msgspec.UnsetType = msgspec.UNSET


class Field(Sent):
    """An entry of a form; ``name`` is the place of its value inside the action, dotted where it is nested."""

    name: str
    kind: Literal["number", "choice", "several"]
    label: str
    low: int
    high: int
    options: list[tuple[int | str, str]]


class Form(Sent):
    """How to compose an action of an open verb: ``base`` is all of it that the fields do not fill."""

    verb: str
    title: str
    base: Action
    fields: list[Field]


class Line(Sent):
    """A line of the log; ``undone``: it was taken back later."""

    n: int
    ply: int
    seat: int
    text: str
    at: float
    kind: Literal["event", "note", "undo"]
    undone: bool


class Vote(Sent):
    """A question to the table. ``days``: for which it asks a pause."""

    id: int
    kind: Literal["undo", "handover", "abandon", "pause"]
    by: int
    seat: int
    to: int
    voters: list[int]
    yes: list[int]
    days: int


class Undo(Sent):
    """``to``: the plies one may go back to at once; ``step``: the one to which Undo goes (tiles of a route are taken back
    together). ``last``: before one's own last move, for asking the others."""

    on: bool
    to: list[int]
    step: int | None
    last: int | None
    requests: list[Vote]


class ShownBid(Sent):
    """``up_to``: bid as little as possible up to ``most``, then drop out. ``above``: drop out when it costs more."""

    kind: Literal["up_to", "above"]
    most: int


class ShownOrders(Sent):
    """One's own standing orders. ``forced``: play where only one action is legal. ``chosen``: one has chosen before one's turn.
    ``low``, ``high``: what one may bid now; ``high`` -1: one does not bid."""

    forced: bool
    chosen: bool
    bid: ShownBid | None
    low: int
    high: int


class Remark(Sent):
    """A line of chat; ``seat`` -1 is a spectator."""

    id: int
    seat: int
    name: str
    text: str
    at: float


class Pace(Sent):
    """``away``: after so many seconds without a sign of its owner the others may hand a seat to a bot.

    ``brief``: the clock in a line; ``words``: in sentences. ``paused``: until when everybody agreed to pause (it may be over)."""

    kind: Literal["none", "live", "turns"]
    turn: int
    reserve: int
    away: int
    brief: str
    words: str
    vacation: bool
    paused: float | None


class View(Sent):
    """The table as one seat (``you``; null: a spectator) sees it. docs/api.md explains every part.

    ``watchers``: of ``watching`` spectators those who said a name.

    ``closed``: it belongs to a running tournament round and whoever asks does not sit there, so the position is not shown.
    """

    table: str
    seq: int
    mark: int
    ply: int
    status: Status
    you: int | None
    host: bool
    lang: str
    game: GamePart
    watching: int
    watchers: list[str]
    outcome: Outcome | None
    chat: list[Remark]
    votes: list[Vote]
    pace: Pace
    listed: bool
    hot_seat: bool
    rated: bool
    learning: bool
    next: str
    rematch: RematchShown | None
    orders: ShownOrders | None
    closed: bool
    now: float
    actor: int
    turn: str | None
    last: str | None
    stations: list[Station]
    prompt: str
    note: str | None
    coming: list[str]
    size: tuple[int, int]
    ground: str | None
    pieces: str
    touched: list[Target]
    ask: Ask | None
    order: list[Turn]
    trays: list[Tray]
    pick: Pick | None
    focus: list[Target]
    recap: list[Recap]
    slip: TurnSummary | None
    beats: list[Movement]
    panels: list[Panel]
    describe: list[str]
    legal: list[Legal]
    names: dict[Target, str]
    forms: list[Form]
    seats: list[Seat]
    log: list[Line]
    undo: Undo
    last_ply: int | msgspec.UnsetType = msgspec.UNSET
    lesson: LessonPart | msgspec.UnsetType = msgspec.UNSET


class Message(Sent):
    """What comes over the live line: a whole view, or what changed since the view whose ``seq`` is ``base``.

    ``log``: lines to be appended; ``panels``: all panels, those that have not changed by their keys; ``pieces``: how much of the
    known ones stays at the beginning, how much at the end, and what stands between.
    """

    view: View | msgspec.UnsetType = msgspec.UNSET
    diff: Diff | msgspec.UnsetType = msgspec.UNSET
    base: int | msgspec.UnsetType = msgspec.UNSET
    log: list[Line] | msgspec.UnsetType = msgspec.UNSET
    panels: list[Panel | str] | msgspec.UnsetType = msgspec.UNSET
    pieces: tuple[int, int, str] | msgspec.UnsetType = msgspec.UNSET
    ping: float | msgspec.UnsetType = msgspec.UNSET
    error: Reason | msgspec.UnsetType = msgspec.UNSET
    gone: bool | msgspec.UnsetType = msgspec.UNSET


# -- answers ---------------------------------------------------------------------------------------------------------------


class Reason(Sent):
    """A refusal: a stable code, the clause of the rules if it is the rules that refuse, and a sentence."""

    code: str
    clause: str
    text: str


class No(Sent):
    """``view``: the current one, if the request was made in an old one."""

    reason: Reason
    view: View | msgspec.UnsetType = msgspec.UNSET
