"""What lies around the board: trays of cards and tiles, the prompt, the recap, the summary of a turn, the seat order, animation.

A game's board gives these (``Board.item_trays``, ``turn_prompt``, ``action_mark``, ``choice_switches``, ``recap_row``,
``turn_summary``, ``seat_order``, ``focus_targets``, ``animation_steps``, ``game_awards``). Each is optional, and the page works
without it. All are made from an observation and from events as the reader saw them. The page knows no game: only pictures,
targets, counts and texts.

A *face* is a small picture: the id of a ``<symbol>`` in ``Board.draw_symbols()`` (sent once, with the ground) or, for a picture
that differs every time, SVG markup (it begins with "<"; drawn in a box of ``w`` x ``h`` from 0, 0).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxcars.core.messages import Text

Place = Literal["offer", "hand", "papers", "actions"]
BeatKind = Literal["fly", "lay", "lift", "slide", "ride", "turn", "count", "dice", "stamp", "rise", "say"]
Tone = Literal["", "last", "bad"]


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """Fields that are as by default are not sent."""


class Item(Thing, frozen=True, kw_only=True):
    """Something in a tray, ``w`` × ``h`` units of its face.

    ``id`` is stable: a beat finds it (``item:<id>``), and a hand card with the face of a legal action's ``cost`` rises when
    that is chosen. ``target``: what a click on it means (a target of an action's path or of ``pick.of``); without one it is
    only looked at. ``shut``: not now, and ``why``. ``note``: a few words below it (a price, "points"). ``lights``: the targets on the
    board that belong to it (a ticket's cities), ringed while it is pointed at.

    In a tray with fixed places, ``place`` is the item's own place (-1: any free one). In an ``actions`` tray an item stands for the
    legal actions whose ``Mark.of`` is its id: ``icon`` is a name of the page's drawings, ``price`` what it costs, ``form`` the verb
    of a form that belongs to it, ``at`` the targets on the board that mean the same (one's own train), ``ask`` what is
    asked when it was chosen; ``why`` says what is missing when there is no such action.

    ``lines``: a paper in words for the foot of a phone's map: two lines, and what it is worth. Only what is still open has them.
    """

    id: str
    face: str
    w: int
    h: int
    label: Text
    target: str = ""
    count: int | None = None
    note: Text | None = None
    shut: bool = False
    why: Text | None = None
    lights: list[str] = []
    place: int = -1
    icon: str = ""
    price: Text | str = ""
    form: str = ""
    at: list[str] = []
    ask: Text | None = None
    lines: list[Text | str] = []


class Tray(Thing, frozen=True, kw_only=True):
    """A row of things. ``offer``: what may be taken or chosen (the dock's row); ``hand``: one's own cards, always in sight;
    ``papers``: tickets, contracts and claims one owns (beside the board); ``actions``: what a turn can be spent on.
    ``places``: so many places are reserved, and what leaves one leaves it empty."""

    key: str
    title: Text
    place: Place
    items: list[Item]
    places: int = 0


class Ask(Thing, frozen=True, kw_only=True):
    """The question. ``line`` (at most 60 signs) on a wide page, ``short`` (at most 34; as ``line`` if absent) on a phone, ``note``
    below it: what is left for it. ``other``: the same step told of the one who is asked ("{who} chooses tickets"), for those who
    wait. ``lamp``: icon of the question (a name of the page's drawings: "cards", "route", "ticket", "hex", "cube", "coins", "dice").
    ``at``: the targets that it is about (a claim just drawn): they are ringed and brought into sight."""

    line: Text
    other: Text
    short: Text | None = None
    note: Text | None = None
    lamp: str = ""
    at: list[str] = []


class Mark(Thing, frozen=True, kw_only=True):
    """How a legal action is shown besides its sentence. ``badge``: what it brings or costs, three or four signs ("+2", "$2"), drawn at
    the target; ``face``: its picture in a rack or row; ``cost``: its payment, (face, how many) in the order of a slip; ``group``: under
    which heading it stands in the list of all moves; ``picks``: the targets of ``Pick.of`` that this action takes; ``text``: the sentence
    itself, where that of the rules cannot know the position (to move where one stands is to wait). ``of``: the item of an ``actions``
    tray to which it belongs; ``order``: where it stands among ways to pay or tiles, the smallest first. ``effect``: tiles with the
    same one do the same and are offered once; ``completes``: the link that a tile completes, ``label``: where it leads.
    ``hold``: a phone sends it so many milliseconds after the tap and offers Undo until then; ``held`` says what was taken."""

    badge: str = ""
    face: str = ""
    w: int = 0
    h: int = 0
    cost: list[tuple[str, int]] = []
    group: Text | None = None
    picks: list[str] = []
    text: Text | None = None
    of: str = ""
    order: int = 0
    effect: str = ""
    completes: Text | None = None
    label: Text | None = None
    hold: int = 0
    held: Text | None = None


class Pick(Thing, frozen=True, kw_only=True):
    """The choices are combinations: switches for the targets ``of`` (items of an offer tray), and the action whose ``Mark.picks`` is the
    set that is on. ``go``: the button for 0, 1, 2 … that are on ("Keep 2"). ``start``: those that are on at first."""

    of: list[str]
    least: int
    most: int
    go: list[Text]
    start: list[str] = []


class RecapPart(Thing, frozen=True, kw_only=True):
    """One thing that happened in a row of the recap, and where."""

    text: Text | str
    touched: list[str] = []


class Recap(Thing, frozen=True, kw_only=True):
    """A turn of somebody else since the reader's last: a sentence, the faces that moved, what it gained ("+7"), where it was.
    The server adds the parts: each event of the row once, in the words of the log."""

    text: Text | str
    faces: list[str] = []
    gain: str = ""
    touched: list[str] = []


class Row(Thing, frozen=True, kw_only=True):
    """A row of a slip's table; ``seat`` puts that seat's medal before it, ``strong``: a result."""

    cells: list[Text | str]
    seat: int = -1
    strong: bool = False


class Grid(Thing, frozen=True, kw_only=True):
    """A table of a slip; the first column is words, the others are numbers."""

    head: list[Text | str]
    rows: list[Row]
    title: Text | None = None


class Die(Thing, frozen=True, kw_only=True):
    """A die that was rolled: its number, and what it brought (cubes for cities, in faces and words)."""

    value: int
    text: Text | None = None
    faces: list[str] = []
    ink: str = ""


class Paper(Thing, frozen=True, kw_only=True):
    """A picture of a slip that is no table (a price ladder); ``words`` says the same."""

    svg: str
    width: int
    height: int
    words: list[Text] = []


class Slip(Thing, frozen=True, kw_only=True):
    """What happened at the end of a turn, to be read in peace: it stays until the reader goes on (``go``: the button).
    ``rolled``: what the dice were for."""

    title: Text
    note: Text | None = None
    tables: list[Grid] = []
    dice: list[Die] = []
    rolled: Text | None = None
    papers: list[Paper] = []
    go: Text | None = None


class Turn(Thing, frozen=True, kw_only=True):
    """A seat in the order of play; ``note``: its role or bid, ``brief``: the same in a word, for a narrow strip.
    ``out``: passed or gone."""

    seat: int
    state: Literal["done", "now", "next", "out"]
    note: Text | None = None
    brief: Text | None = None


class Beat(Thing, frozen=True, kw_only=True, rename={"from_": "from"}):
    """One movement of a story (docs/decisions; the page knows eleven kinds and no game). ``from_`` and ``to`` are anchors:
    ``piece:<id>``, ``item:<id>``, ``target:<target>``, ``seat:<n>``, ``stat:<seat>.<key>``, ``deck:<key>``. ``ids``: pieces that
    appear or leave, in order. ``path``, ``links``: a way over the board and its steps. ``by``: of a count; ``faces``: of dice;
    ``word``: of a stamp, of a number that rises from a place, of what is said to all (``note``: below it). Beats with the same ``at`` play together. ``sound``: None is the kind's own, "" is silence."""

    kind: BeatKind
    at: int = 0
    face: str = ""
    from_: str = ""
    to: str = ""
    ids: list[str] = []
    path: str = ""
    links: int = 0
    by: int = 0
    faces: list[str] = []
    word: Text | None = None
    note: Text | None = None
    tone: Tone = ""
    seat: int = -1
    sound: str | None = None


class Uncovered(Thing, frozen=True, kw_only=True):
    """Something hidden that counts at the end, uncovered while its line of the score is counted: punched if it was ``done``."""

    seat: int
    text: Text
    points: int
    done: bool


class Award(Thing, frozen=True, kw_only=True):
    """A roundel of the ceremony: what for, a few words, the number or letters on it, whose it is."""

    title: Text
    note: Text
    mark: str
    seats: list[int]
