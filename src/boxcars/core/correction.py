"""Corrections of a game's own board: a small TOML file with the values that the printed board has otherwise (docs/maps.md).

    game = "steam"
    corrects = "north_america"
    provenance = "Read from a printed board by its owner."

    [[change]]
    at = ["cities", "toronto", "cubes"]
    was = 3
    now = 4

An entry of a list is named by its ``id`` where all entries have one, else by its number. The file may come from anybody: it is
parsed with the bounds of a map file, and it can only give another value of the same kind to what is there already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from boxcars.core import codec, map_loader, registry
from boxcars.core.map_loader import BadMap
from boxcars.core.messages import Complaint, T

Scalar = bool | int | float | str
Step = int | str
OWN_WORDS = ("game", "name", "provenance", "licence")
"""What every map file says about itself; it is no value of the board."""
SOURCE = "Read from a printed board by its owner."
"""What a correction file says of its source if the draft says nothing new."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value of the board. ``was`` is None where the file of the board leaves the usual value out."""

    at: list[Step]
    now: Scalar
    was: Scalar | None = None

    def place(self) -> str:
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.at).lstrip(".")


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    corrects: str
    provenance: str
    change: list[Change]


class Differences(msgspec.Struct, frozen=True):
    """``others``: how many places differ in more than a value, such as a town that was added. A correction does not hold them."""

    changes: list[Change]
    others: int


def differences(board: dict[str, Any], other: dict[str, Any]) -> Differences:
    """Return what the second tree of values says otherwise than the first."""
    changes: list[Change] = []
    others = 0
    for found in _compare(_without(board), _without(other), []):
        if found is None:
            others += 1
        else:
            changes.append(found)
    return Differences(changes, others)


def _without(tree: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tree.items() if key not in OWN_WORDS}


def _compare(old: Any, new: Any, at: list[Step]) -> Iterator[Change | None]:
    """Yield the values that differ, and None for each other difference."""
    if old == new and isinstance(old, bool) == isinstance(new, bool):
        return
    if isinstance(new, Scalar) and (old is None or _same_kind(old, new)):
        yield Change(at, new, old)
        return
    before, after = _entries(old), _entries(new)
    if before is None or after is None:
        yield None
        return
    for key in [*before, *(key for key in after if key not in before)]:
        if key not in after or (key not in before and isinstance(after[key], dict | list)):
            yield None
        else:
            yield from _compare(before.get(key), after[key], [*at, key])


def _same_kind(old: Any, new: Any) -> bool:
    """Two words, two switches, or two numbers."""
    kinds = [str if isinstance(value, str) else bool if isinstance(value, bool) else float for value in (old, new)]
    return isinstance(old, Scalar) and kinds[0] is kinds[1]


def _entries(value: Any) -> dict[Step, Any] | None:
    """Return the parts of a table or list under the steps that lead to them; None for what has no parts."""
    if isinstance(value, dict):
        return dict(value)
    if not isinstance(value, list):
        return None
    ids = [part["id"] for part in value if isinstance(part, dict) and isinstance(part.get("id"), str)]
    named = len(set(ids)) == len(value)
    return dict(zip(ids, value, strict=True)) if named else dict(enumerate(value))


def written(correction: Correction) -> str:
    """Return the correction as a file."""
    head = {"corrects": correction.corrects, "provenance": correction.provenance}
    text = map_loader.encode(correction.game, head)
    for change in correction.change:
        was = "" if change.was is None else f"was = {_toml(change.was)}\n"
        text += f"\n[[change]]\nat = {_toml(change.at)}\n{was}now = {_toml(change.now)}\n"
    return text


def _toml(value: Any) -> str:
    """Return a value on one line; JSON writes words, numbers, switches and lists of them as TOML does."""
    return json.dumps(value, ensure_ascii=False)


def between(game: str, board: str, text: str) -> tuple[str, int]:
    """Return the correction file that makes the game's board the map of this text, and how many differences it cannot hold.

    The file is "" where no value differs. Raises BadMap if the text is no map file or the game has no such board.
    """
    old, new = map_loader.parse(board_text(game, board)), map_loader.parse(text)
    found = differences(old, new)
    if not found.changes:
        return "", found.others
    source = _source(new)
    if not source or source == _source(old):
        source = SOURCE
    return written(Correction(game, board, source, found.changes)), found.others


def _source(tree: dict[str, Any]) -> str:
    """Return where a map's facts come from: a text, or the source in a table of such texts."""
    told = tree.get("provenance")
    source = told.get("source") if isinstance(told, dict) else told
    return source if isinstance(source, str) else ""


def is_correction(text: str) -> bool:
    """Return whether a file is a correction; any other is a map. Raises BadMap if it can be neither."""
    return "corrects" in map_loader.parse(text)


def read(text: str) -> Correction:
    """Return the correction in a file; raises BadMap."""
    tree = map_loader.parse(text)
    try:
        return codec.convert(tree, Correction)
    except msgspec.ValidationError as error:
        raise BadMap([map_loader.located(text, map_loader.placed(str(error), tree, {}))]) from None


def board_text(game: str, board: str) -> str:
    """Return a board of the game as the text of a map file; raises BadMap if the game has no such board."""
    found = registry.games().get(game)
    if found is None or not found.export_map:
        raise BadMap([Complaint("game", T("there's no such game"))])
    if board not in [m.key for m in found.maps if not map_loader.is_own(m.key)]:
        raise BadMap([Complaint("corrects", T("this map doesn't exist"))])
    return registry.export(found, board)


def corrected(correction: Correction) -> str:
    """Return the board with the corrected values as the text of a map file; raises BadMap with all changes that do not fit."""
    tree = map_loader.parse(board_text(correction.game, correction.corrects))
    wrong = [complaint for change in correction.change if (complaint := _correct(tree, change))]
    if wrong:
        raise BadMap(wrong)
    tree.pop("game", None)
    before = _source(tree).rstrip(". ")
    source = f"{before}. Corrected: {correction.provenance}".removeprefix(". ")[: map_loader.LONGEST]
    if isinstance(tree.get("provenance"), dict):
        tree["provenance"]["source"] = source
    else:
        tree["provenance"] = source
    return map_loader.encode(correction.game, tree)


def _correct(tree: dict[str, Any], change: Change) -> str:
    """Give one value; return what is wrong with the change, or ""."""
    if not change.at:
        return Complaint("change", T("the board has no such place"))
    at: Any = tree
    for step in change.at[:-1]:
        parts = _entries(at)
        if parts is None or step not in parts:
            return Complaint(change.place(), T("the board has no such place"))
        at = parts[step]
    last = change.at[-1]
    if isinstance(at, dict) and isinstance(last, str):
        value = at.get(last)
        fits = value is None or isinstance(value, Scalar)
    elif isinstance(at, list) and isinstance(last, int) and 0 <= last < len(at):
        value = at[last]
        fits = isinstance(value, Scalar)
    else:
        return Complaint(change.place(), T("the board has no such place"))
    if not fits or (last in OWN_WORDS and at is tree):
        return Complaint(change.place(), T("only a single value can be corrected"))
    if value != change.was:
        text = T(
            "the board says {value} here, but the correction says {was}, so it was made for another version",
            value=str(value),
            was=str(change.was),
        )
        return Complaint(change.place(), text)
    if value is not None and not _same_kind(value, change.now):
        return Complaint(change.place(), T("this needs a different type of value"))
    at[last] = change.now
    return ""
