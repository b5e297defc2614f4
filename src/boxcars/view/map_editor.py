"""The workshop: what a game gives so that its maps can be drawn in the browser. The page knows no game, only these parts.

A draft is the tree of a map file with every key there (``Workshop.open``), so nothing ever moves when a value is set. An edit is a
list of small operations on that tree; each says what was there before, so its inverse undoes it to the last byte.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal

import msgspec

from boxcars.core import codec, map_loader
from boxcars.core.messages import Complaint, Text
from boxcars.view.board import Say

STATION = '<circle r="13" class="town"/>'
ARROW = (
    '<circle r="11" class="town" cx="-18"/><path d="M0 0h34M22-12 34 0 22 12" stroke="var(--ink)" stroke-width="5" fill="none"/>'
)
CROSS = '<path d="M-20-20 20 20M20-20-20 20" stroke="var(--ink)" stroke-width="6" fill="none"/>'
PAPER = '<rect x="-34" y="-22" width="68" height="44" rx="4" class="nameplate"/><path d="M-20 4 20-6" stroke="var(--ink)" stroke-width="4"/>'
"""Pictures of tools that games on routes share: a place, moving it, taking away, a card."""

Doc = dict[str, Any]
Value = str | int | float | bool | list[str] | None


class Op(msgspec.Struct, frozen=True):
    """One change of a draft. "set": the value at the path; "insert", "remove": an entry of the list there, by its number."""

    do: Literal["set", "insert", "remove"]
    path: list[str | int]
    old: Any = None
    new: Any = None

    def inverse(self) -> Op:
        turned: dict[str, Literal["set", "insert", "remove"]] = {"set": "set", "insert": "remove", "remove": "insert"}
        return Op(turned[self.do], self.path, self.new, self.old)


def apply(doc: Doc, ops: list[Op]) -> None:
    """Change the draft."""
    for op in ops:
        at: Any = doc
        for step in op.path[:-1]:
            at = at[step]
        last: Any = op.path[-1]
        if op.do == "insert":
            at.insert(last, op.new)
        elif op.do == "remove":
            del at[last]
        else:
            at[last] = op.new


class Trying:
    """Operations tried on a draft one after the other, each seeing what the last one did; the end of the block takes them back, for
    it is the page that changes its draft."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.ops: list[Op] = []

    def __enter__(self) -> Trying:
        return self

    def do(self, *ops: Op) -> None:
        for op in ops:
            apply(self.doc, [op])
            self.ops.append(op)

    def __exit__(self, *_: object) -> None:
        for op in reversed(self.ops):
            apply(self.doc, [op.inverse()])


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A brush. ``aim``: what it is pointed at (the part of a target before the colon; "at": any spot of the sheet), one for each pick;
    none: it works at once, on the whole map. ``drag``: it can be drawn over many. ``picture``: the inside of a drawing from -52, -46,
    104 wide and 92 high. ``layer``: where its work is seen."""

    key: str
    name: Text
    hint: Text
    picture: str
    aim: tuple[str, ...]
    drag: bool = False
    layer: str = ""


class Group(msgspec.Struct, frozen=True):
    name: Text
    tools: list[Tool]


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the draft that can be set in the inspector. ``part``: the key of a table at the path, where the table is set as a
    whole; a number equal to ``none`` takes the key away. ``kind`` "ink": one of the choices, each a colour; "inks": several."""

    name: Text
    kind: Literal["text", "number", "choice", "ink", "inks", "switch"]
    path: list[str | int]
    value: Value
    part: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    none: int | None = None
    choices: list[tuple[str, Text]] = []


class Held(msgspec.Struct, frozen=True):
    """What is chosen on the sheet, or the sheet itself."""

    target: str
    title: str
    kind: Text
    fields: list[Field]


class Drawn(msgspec.Struct, frozen=True):
    svg: str
    width: float
    height: float
    step: tuple[float, float]
    """How far an arrow key moves the cursor."""


class MapEditor:
    """One game's. Everything is a function of the draft."""

    game: ClassVar[str]
    file: ClassVar[type[msgspec.Struct]]
    """The schema of its map files."""

    def __init__(self, say: Say) -> None:
        self.say = say

    def blank(self) -> msgspec.Struct:
        """Return an empty sheet to begin from."""
        raise NotImplementedError

    def groups(self) -> list[Group]:
        raise NotImplementedError

    def layers(self) -> list[tuple[str, Text]]:
        """Return what the sheet can show beside the map itself."""
        return []

    def edit(self, doc: Doc, tool: str, targets: list[str]) -> list[Op]:
        """Return what the tool does there; nothing if it can do nothing."""
        raise NotImplementedError

    def after(self, targets: list[str], ops: list[Op]) -> str:
        """Return what is looked at when the tool has done its work."""
        return targets[-1] if targets else ""

    def held(self, doc: Doc, target: str) -> Held | None:
        raise NotImplementedError

    def draw(self, doc: Doc, layer: str, use: dict[str, float]) -> Drawn:
        """Return the sheet, however unfinished. ``use``: how often bots used each target, for the layer "use"."""
        raise NotImplementedError

    def facts(self, doc: Doc) -> list[Text]:
        """Return what can be said of a good map."""
        return []

    def on_sheet(self, doc: Doc, word: str) -> str:
        """Return the target of the sheet for a target of the game or a name in the file ("routes[3]", an id); "" if there is
        none."""
        return ""

    # -- the same for all ------------------------------------------------------------------------------------------------

    def where(self, doc: Doc, words: list[str]) -> list[str]:
        """Return what these words name on the sheet, each once."""
        return list(dict.fromkeys(filter(None, (self.on_sheet(doc, word) for word in words))))

    def spoken_of(self, doc: Doc, complaint: str) -> list[str]:
        """Return the first thing of the sheet that a complaint names, as a word for ``where``."""
        if not isinstance(complaint, Complaint):
            return []
        named = [str(value).strip("'") for value in complaint.what.values.values()]
        words = [*re.findall(r"\w+\[\d+\]|[\w-]+", complaint.where), *named]
        return [word for word in words if self.on_sheet(doc, word)][:1]

    def open(self, text: str) -> Doc:
        """Return a map file as a draft; raises BadMap."""
        return self.drafted(map_loader.decode(text, self.file))

    def drafted(self, data: msgspec.Struct) -> Doc:
        doc: Doc = msgspec.to_builtins(data, str_keys=True)
        return doc

    def accept(self, tree: Doc) -> Doc:
        """Return a draft as the page sent it, which may be anything; raises BadMap."""
        map_loader.bounded(tree)
        try:
            return self.drafted(codec.convert(tree, self.file))
        except msgspec.ValidationError as error:
            raise map_loader.BadMap([map_loader.placed(str(error), tree, {})]) from None

    def fresh(self) -> Doc:
        """Return the draft of an empty sheet."""
        return self.drafted(self.blank())

    def save(self, doc: Doc) -> str:
        """Return the draft as a map file; raises BadMap."""
        try:
            return map_loader.encode(self.game, codec.convert(doc, self.file))
        except msgspec.ValidationError as error:
            raise map_loader.BadMap([map_loader.placed(str(error), doc, {})]) from None


def index(entries: list[dict[str, Any]], id: str) -> int:
    """Return the number of the entry with that id; -1 if there is none."""
    return next((n for n, entry in enumerate(entries) if entry["id"] == id), -1)


def free_id(name: str, taken: set[str]) -> str:
    """Return an id of small letters for a new entry."""
    n = 1
    while f"{name}_{n}" in taken:
        n += 1
    return f"{name}_{n}"
