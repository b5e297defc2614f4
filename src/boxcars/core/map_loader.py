"""Map files of all games: one loader. A file is data only (TOML, or JSON where a game always took it), small, judged in words.

Everything here treats the text as hostile: it may come from a stranger's browser. What passes ``parse`` is a tree of plain values
of bounded size; the game's own schema (a Struct) and check come after it. A complaint begins with its place, and ``located`` adds
the line.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import msgspec

from boxcars.core import codec, map_limits
from boxcars.core.messages import Complaint, T, Text

LIMIT = map_limits.MOST_BYTES
"""Bytes of a file."""
LONGEST = 4_000
"""Signs of one text in it."""
GREATEST = 1_000_000
"""No number in it is farther from 0."""
MOST = 2_000
"""Entries of one list or table in it."""
STRANGE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f<{}]")
"""What no text in it holds: control characters but tab and line feed, and what markup and sentences are made of."""
KEPT = "own:"
"""How the key of a map begins that is known by the hash of its text."""
FOLDER = "BOXCARS_KEPT_MAPS"
"""Environment variable: the folder in which a server's processes find the kept maps."""

F = TypeVar("F")


class BadMap(ValueError):
    """A map file that cannot be used; every complaint says where and what."""

    def __init__(self, complaints: list[str]) -> None:
        super().__init__("; ".join(complaints))
        self.complaints = complaints


# -- which text ------------------------------------------------------------------------------------------------------------------


def is_file(map: str) -> bool:
    """Return the map that is meant: a key of the registry, or the path of a map file."""
    return "/" in map or "." in map


def is_own(map: str) -> bool:
    """Return whether the map is no board of the game, but a file or a text that was kept."""
    return map.startswith(KEPT) or is_file(map)


def key_of(text: str) -> str:
    """Return the key of a kept map: it changes with every letter of the text, so a running game keeps the map it began on."""
    return KEPT + hashlib.sha256(text.encode()).hexdigest()[:32]


_kept: dict[str, str] = {}
_finders: list[Callable[[str], str | None]] = []


def know(text: str) -> str:
    """Let the text be played as a map in this process, until others have taken its place; returns its key."""
    key = key_of(text)
    if key not in _kept:
        if len(_kept) >= 256:
            _kept.pop(next(iter(_kept)))
        _kept[key] = text
    return key


def keep(text: str) -> str:
    """Let the text be played as a map, here and in the processes that share the folder of kept maps; returns its key."""
    key = know(text)
    file = _file_of(key)
    if file is not None and not file.is_file():
        _write(file, text.encode())
    return key


def drop(key: str) -> None:
    """Forget a kept map."""
    _kept.pop(key, None)
    file = _file_of(key)
    if file is not None:
        for one in file.parent.glob(f"{file.stem}.*"):
            one.unlink(missing_ok=True)


def shared(map: str, what: str, make: Callable[[], bytes]) -> bytes:
    """What takes long to work out about a kept map: the first process that needs it leaves it to the others, beside the text."""
    file = _file_of(map) if map.startswith(KEPT) else None
    if file is None or not file.is_file():
        return make()
    beside = file.with_suffix(f".{what}")
    if not beside.is_file():
        _write(beside, make())
    return beside.read_bytes()


def _write(file: Path, data: bytes) -> None:
    """Write a file at once, whoever reads it meanwhile."""
    draft = file.with_suffix(f"{file.suffix}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(file)


def _file_of(key: str) -> Path | None:
    """Return where the processes of a server find a kept map."""
    folder = os.environ.get(FOLDER)
    return Path(folder) / f"{key.removeprefix(KEPT)}.map" if folder else None


@contextmanager
def found_by(finder: Callable[[str], str | None]) -> Iterator[None]:
    """For so long look for kept maps there, too (a server's database), and let processes started meanwhile find them."""
    _finders.append(finder)
    with TemporaryDirectory(prefix="boxcars-maps-") as folder:
        mine = os.environ.setdefault(FOLDER, folder) == folder
        try:
            yield
        finally:
            _finders.remove(finder)
            if mine:
                del os.environ[FOLDER]


def text_of(map: str) -> str:
    """Return the text of a map file or of a kept map; raises BadMap."""
    if not map.startswith(KEPT):
        return read_file(Path(map))
    if map in _kept:
        return _kept[map]
    if not re.fullmatch(r"[0-9a-f]{32}", map.removeprefix(KEPT)):
        raise BadMap([Complaint(map, T("this isn't a map key"))])
    file = _file_of(map)
    found = file.read_text(encoding="utf-8") if file is not None and file.is_file() else None
    for finder in _finders:
        found = found or finder(map)
    if found is None or key_of(found) != map:
        raise BadMap([Complaint(map, T("this server doesn't know this map"))])
    keep(found)
    return found


def read_file(path: Path) -> str:
    """Raises BadMap if the file cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
        too_large(len(data))
        return data.decode("utf-8")
    except OSError as error:
        raise BadMap([Complaint(str(path), T("this file can't be read: {why}", why=error.strerror or ""))]) from None
    except UnicodeDecodeError as error:
        raise BadMap(
            [Complaint(path.name, T("this isn't UTF-8 text: {why} at byte {byte}", why=error.reason, byte=error.start))]
        ) from None


def too_large(size: int) -> None:
    if size > LIMIT:
        raise BadMap([Complaint("", T("the file is larger than {size} kB", size=LIMIT // 1024))])


# -- from text to data -----------------------------------------------------------------------------------------------------------


def parse(text: str) -> dict[str, Any]:
    """Return the tree of values in the text, every one of them plain and of bounded size; raises BadMap."""
    found: dict[str, Any] = msgspec.json.decode(_parsed(text))
    return found


@lru_cache(maxsize=8)
def _parsed(text: str) -> bytes:
    """Return the tree as JSON: to check, draw and play one draft its text is read several times, and TOML is slow to read."""
    excess = map_limits.excess(text)
    if excess is not None:
        raise BadMap([excess])
    kind = "JSON" if map_limits.is_json(text) else "TOML"
    try:
        tree = json.loads(text) if kind == "JSON" else tomllib.loads(text)
    except RecursionError:
        raise BadMap([Complaint("", T("this isn't valid {kind}: it's nested too deeply", kind=kind))]) from None
    except ValueError as error:
        raise BadMap([Complaint("", T("this isn't valid {kind}: {why}", kind=kind, why=str(error)))]) from None
    if not tree:
        raise BadMap([Complaint("", T("the file is empty"))])
    bounded(tree, text)
    return msgspec.json.encode(tree)


def bounded(tree: Any, text: str = "") -> None:
    """Raises BadMap if there is anything in the tree that no map needs; ``text``: what it was read from."""
    wrong: list[str] = []
    _bounded(tree, "", 0, wrong)
    if wrong:
        raise BadMap([located(text, complaint) for complaint in wrong])


def _bounded(value: Any, where: str, depth: int, wrong: list[str]) -> None:
    """Complain of what no map needs: signs that are no text, giant numbers, dates, very long or deep lists."""
    if len(wrong) >= 10:
        return
    if depth > 12:
        wrong.append(Complaint(where, T("this is nested too deeply")))
    elif isinstance(value, str):
        if len(value) > LONGEST:
            wrong.append(Complaint(where, T("the text is longer than {most} characters", most=LONGEST)))
        elif STRANGE.search(value):
            wrong.append(Complaint(where, T("the text contains a control character or one of {signs}", signs="< { }")))
    elif isinstance(value, dict | list):
        if len(value) > MOST:
            wrong.append(Complaint(where, T("there are more than {most} entries", most=MOST)))
            return
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in inside:
            if isinstance(key, str):
                _bounded(key, where, depth, wrong)
            _bounded(part, f"{where}[{key}]" if isinstance(key, int) else f"{where}.{key}".lstrip("."), depth + 1, wrong)
    elif isinstance(value, bool) or value is None:
        return
    elif not isinstance(value, int | float) or not math.isfinite(value) or abs(value) > GREATEST:
        needed = T("this must be a number from {low} to {high}, or text", low=-GREATEST, high=GREATEST)
        wrong.append(Complaint(where, needed))


def decode(text: str, kind: type[F], choices: dict[str, tuple[str, ...]] | None = None) -> F:
    """Return the text as the game's schema; ``choices``: what may stand under a key that takes one of a few words. Raises
    BadMap."""
    tree = parse(text)
    tree.pop("game", None)
    try:
        return codec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise BadMap([located(text, placed(str(error), tree, choices or {}))]) from None


def placed(complaint: str, tree: dict[str, Any], choices: dict[str, tuple[str, ...]]) -> str:
    """Return a complaint of the decoder in the words of the other ones: first where, then what, and what is allowed instead."""
    what, _, path = complaint.partition(" - at ")
    where = path.replace("`", "").replace("$.", "").replace("$", "")
    entry = re.match(r"(\w+)\[(\d+)\]", where)
    if entry:
        found = tree[entry[1]][int(entry[2])]
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            where = where.replace(entry[0], f"{entry[1]}.{found['id']}", 1)
    key = re.split(r"[. ]", re.sub(r"\[.*?\]", "", where))[-1]
    return Complaint(where, _misfit(what, choices.get(key, ())))


def _misfit(what: str, choices: tuple[str, ...]) -> Text:
    """Return what the decoder says, as a sentence that can be translated; the rare ones stay English."""
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        return T("this should be `{kind}`, not `{found}`", kind=found[1], found=found[2])
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return T("the key `{key}` is missing", key=found[1])
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        return T("there's no key called `{key}`", key=found[1])
    if found := re.fullmatch(r"Invalid enum value (.+)", what):
        if choices:
            return T("{value} isn't allowed here; use one of {those}", value=found[1], those=", ".join(choices))
        return T("{value} isn't allowed here", value=found[1])
    return T("{what}", what=what)


def checked(text: str, read: Callable[[str], F], complaints: Callable[[F], list[str]]) -> list[str]:
    """Return what is wrong with a text: what its reader says, or then what its contents do, with the lines."""
    try:
        data = read(text)
    except BadMap as bad:
        return bad.complaints
    return [located(text, complaint) for complaint in complaints(data)]


# -- where in the text -----------------------------------------------------------------------------------------------------------


def located(text: str, complaint: str) -> str:
    """Return the complaint with the line of its place, where one is found: ``line 12: cities.milano: …``."""
    lines = _lines(text)
    where = complaint.partition(": ")[0].partition(" (")[0]
    where = re.sub(r" row (\d+).*", r"[\1]", where)
    if (
        isinstance(complaint, Complaint) and "key" in complaint.what.values
    ):  # a key that should not be there has a line of its own
        where = f"{complaint.where}.{complaint.what.values['key']}".lstrip(".")
    entry = re.match(r"(\w+): (\w+) '?([\w-]+)'?", complaint)  # "board: city albany: …", "claims: C006 names …"
    if entry:
        part, kind, id = entry.groups()
        many = f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
        where = next((f"{part}.{name}.{id}" for name in (many, kind) if f"{part}.{name}.{id}" in lines), where)
        where = next((place for place in lines if f".{place}".endswith(f".{part}.{kind}")), where)
    while where:
        if where in lines and isinstance(complaint, Complaint):
            return complaint.at(lines[where])
        where = re.sub(r"(\.[^.\[]*|\[[^\[]*\])$", "", where) if re.search(r"[.\[]", where) else ""
    return complaint


@lru_cache(maxsize=2)
def _lines(text: str) -> dict[str, int]:
    """Return the line of each table, key and entry, by place; entries with an id also by it. Reads the layout that people
    write."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    above = inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*(\[\[?)\s*([\w.\"-]+)\s*\]", line)
        key = re.match(r"\s*([\w\"-]+)\s*=\s*(.*)", line)
        if inside:
            if re.match(r"\s*\]", line):
                inside = ""
                continue
            if re.match(r"\s*[{\"'\[\d]", line):
                here = f"{inside}[{counts[inside]}]"
                counts[inside] += 1
                found[here] = number
                named = re.search(r"\bid\s*=\s*[\"']([^\"']+)[\"']", line)
                if named:
                    found.setdefault(f"{inside}.{named[1]}", number)
        elif header:
            above = name = header[2].replace('"', "")
            if header[1] == "[[":
                above = f"{name}[{counts.setdefault(name, 0)}]"
                counts[name] += 1
            found.setdefault(name, number)
            found[above] = number
        elif key:
            name, value = key[1].strip('"'), key[2]
            here = f"{above}.{name}".lstrip(".")
            found.setdefault(here, number)
            if name == "id" and above.endswith("]"):
                alias = f"{above.partition('[')[0]}.{value.split('#')[0].strip().strip(chr(34))}"
                found.setdefault(alias, found[above])
                above = alias
            if re.fullmatch(r"\[\s*(#.*)?", value):
                inside = here
                counts[inside] = 0
    return found


# -- from data to text -----------------------------------------------------------------------------------------------------------


def encode(game: str, data: msgspec.Struct | dict[str, Any]) -> str:
    """Return the data as the text of a map file: one canonical form, so equal maps have equal bytes. Defaults are left out."""
    return f"game = {json.dumps(game)}\n" + _table(plain(data), "")


def plain(value: Any) -> Any:
    """Return the tree of a file: Structs without their defaults; null, which TOML cannot say, is a key left out and 0 in a
    list."""
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        return {f.encode_name: plain(v) for f in fields if (v := getattr(value, f.name)) is not None and v != _default(f)}
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [0 if part is None else plain(part) for part in value]
    return value


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _table(tree: dict[str, Any], name: str) -> str:
    plain = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    lines = [f"{_key(key)} = {_value(value)}\n" for key, value in plain.items()]
    for key, value in tree.items():
        if isinstance(value, dict):
            inner = f"{name}.{_key(key)}".lstrip(".")
            lines.append(f"\n[{inner}]\n" + _table(value, inner))
    return "".join(lines)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    """On one line, or, for a list that would be long, one entry a line."""
    short = _inline(value)
    drawn = isinstance(value, list) and len(value) > 1 and all(isinstance(part, str) and len(part) > 3 for part in value)
    if isinstance(value, list) and value and (len(short) > 100 or isinstance(value[0], dict) or drawn):
        return "[\n" + "".join(f"  {_inline(part)},\n" for part in value) + "]"
    return short


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_inline(part)}" for key, part in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(part) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        value = round(value, 3)
        return str(int(value)) if value == int(value) else repr(value)
    return json.dumps(value, ensure_ascii=False)
