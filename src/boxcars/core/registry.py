"""Which games there are: maps, options and player counts, so that every front end builds its forms from here.

A game is a package under ``boxcars.games`` (or an entry point of group ``boxcars.games`` of another distribution) with a
``GAME: Game`` in its ``__init__``; nothing else needs to be told.
"""

from __future__ import annotations

import os
import pkgutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from boxcars.core import map_loader
from boxcars.core.game import Refused, Rules
from boxcars.core.map_loader import BadMap, is_own
from boxcars.core.map_loader import is_file as is_file
from boxcars.core.messages import Complaint, T, Text
from boxcars.core.types import Reason


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """A choice made when a table is set up. ``kind``: "switch" (bool), "number" (low..high) or "choice"."""

    key: str
    kind: str
    default: bool | int | str
    name: Text
    help: Text
    low: int = 0
    high: int = 0
    choices: list[tuple[str, Text]] = []
    maps: list[str] = []
    """Maps it changes something on; empty: all."""

    def read(self, text: str) -> bool | int | str:
        """Return a value written as text. What is not of the option's kind stays as it is, for ``check`` to refuse."""
        if self.kind == "switch" and text.lower() in ("true", "false", "yes", "no", "on", "off"):
            return text.lower() in ("true", "yes", "on")
        return int(text) if self.kind == "number" and text.removeprefix("-").isdecimal() else text

    def check(self, value: object) -> None:
        ok = (
            (self.kind == "switch" and isinstance(value, bool))
            or (self.kind == "number" and type(value) is int and self.low <= value <= self.high)
            or (self.kind == "choice" and isinstance(value, str) and value in dict(self.choices))
        )
        if not ok:
            allowed = {
                "switch": "true, false",
                "number": f"{self.low}–{self.high}",
                "choice": ", ".join(key for key, _ in self.choices),
            }[self.kind]
            text = T("Option {option} can't be {value}. Choose {allowed}.", option=self.key, value=repr(value), allowed=allowed)
            raise Refused(Reason("bad_setup", "", text))


class Map(msgspec.Struct, frozen=True, kw_only=True):
    """A board a game can be played on; ``players`` lists the numbers of seats it takes. ``name`` is English: say(T(name))."""

    key: str
    name: str
    players: list[int]
    provenance: str = ""
    reconstructed: Text | None = None
    """Where the board is not the printed one: what is certain and what is ours, in a sentence for players."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its front ends see it. ``rules``: builds Rules from (map, players, options), refusing what cannot be."""

    key: str
    name: str
    maps: list[Map]
    options: list[Option]
    rules: Callable[[str, int, dict[str, Any]], Rules[Any]]
    usual_players: int = 3
    """The number of seats it is most often played with: where bots are measured."""
    board: str = ""
    """Where the pictures come from: ``module:Class`` of a view.Board."""
    evaluator: str = ""
    """Where the evaluator of the bots comes from: ``module:Class`` of a core.evaluator.Evaluator; "": only the bot random
    plays."""
    puzzles: str = ""
    """What the game can reckon for puzzles: ``module:name`` of a table of functions (docs/lessons.md)."""
    map_suffixes: tuple[str, ...] = ()
    """File endings a user's own map may have (empty: none)."""
    check_map: Callable[[str], list[str]] | None = None
    """Validate the text of a map file: complaints, each saying where and what; an empty list is a good map."""
    export_map: str = ""
    """Where a map of the game is written as the text of a map file: ``module:function`` of its key."""
    places: tuple[str, ...] = ()
    """Kinds of targets that belong to its maps: what a report on a map speaks of."""
    workshop: str = ""
    """Where its maps are drawn: ``module:Class`` of a view.MapEditor."""
    routes: str = ""
    """Where routes of track are found and drawn for its players: ``module:function`` of (rules, say); "": it has none."""
    bidding: str = ""
    """Its auctions for standing bids: ``module:function`` of (rules, state, seat), which returns a rail.standing_bids.Bidding or
    None; "": it has no auctions."""
    early: str = ""
    """Where all choose at once: ``module:function`` of (rules, state, seat), which returns the position as if it were the seat's
    turn, or None; "": nowhere."""
    rules_text: str = ""
    """Where the rules for players stand, in a game of another distribution: ``package:file.md``. (Ours: docs/rules.)"""
    judge: str = ""
    """Deprecated name of ``evaluator``."""

    def __post_init__(self) -> None:
        if self.judge:
            warnings.warn(f"Game({self.key!r}): judge is deprecated, use evaluator", DeprecationWarning, stacklevel=2)
            msgspec.structs.force_setattr(self, "evaluator", self.evaluator or self.judge)
            msgspec.structs.force_setattr(self, "judge", "")

    @property
    def players(self) -> list[int]:
        return sorted({n for m in self.maps for n in m.players})


OF_THE_HOST = "a map file of the host's own"
OWN_MAPS = "BOXCARS_MAPS"
"""Environment variable: map files offered beside the games' maps, as game=file, separated like the parts of PATH."""


def offer(files: list[tuple[str, str]]) -> None:
    """Let map files (game, name in the current folder) be chosen like the game's own, here and in processes started later."""
    os.environ[OWN_MAPS] = os.pathsep.join(f"{key}={file}" for key, file in files)
    games.cache_clear()


def own_map(game: Game, file: str) -> Map:
    """Return a map file as a map of the game: its name, and the numbers of players it takes."""
    content = map_loader.parse(map_loader.text_of(file))
    usual = {o.key: o.default for o in game.options}
    players = []
    for seats in game.players:
        with suppress(Refused):
            players.append(game.rules(file, seats, usual).players)
    return Map(key=file, name=str(content.get("name") or Path(file).stem), players=players, provenance=OF_THE_HOST)


_describers: list[Callable[[str, str], Map | None]] = []


@contextmanager
def described_by(describer: Callable[[str, str], Map | None]) -> Iterator[None]:
    """For so long believe what this says about a kept map (game, key) that was checked before, instead of checking it here."""
    _describers.append(describer)
    try:
        yield
    finally:
        _describers.remove(describer)


@lru_cache(maxsize=4096)
def kept_map(game: str, key: str) -> Map:
    """Raises BadMap if it is not known, or not good for this game: that is not remembered."""
    for describer in _describers:
        described = describer(game, key)
        if described is not None:
            return described
    found = games()[game]
    wrong = complaints_of(found, key)
    if wrong:
        raise BadMap(wrong)
    try:
        return own_map(found, key)
    except Exception as error:
        raise BadMap([unreadable(error)]) from None


def map_of(game: Game, key: str) -> Map | None:
    """Return a map of the game, one that the host offers, or a kept one; None if there is none."""
    if not key.startswith(map_loader.KEPT):
        return next((m for m in game.maps if m.key == key), None)
    try:
        return kept_map(game.key, key)
    except BadMap:
        return None


@cache
def games() -> dict[str, Game]:
    """Return every registered game by key."""
    package = import_module("boxcars.games")
    found = {}
    for info in pkgutil.iter_modules(package.__path__):
        game: Game | None = getattr(import_module(f"boxcars.games.{info.name}"), "GAME", None)
        if game is not None:
            found[game.key] = game
    for entry in entry_points(group="boxcars.games"):
        try:
            game = entry.load()
        except Exception as error:
            raise ImportError(f"the game {entry.name} of the entry point {entry.value!r} cannot be loaded: {error!r}") from error
        if not isinstance(game, Game):
            raise ImportError(f"the entry point {entry.value!r} of the game {entry.name} is no boxcars.core.registry.Game")
        found[game.key] = game
    for own in filter(None, os.environ.get(OWN_MAPS, "").split(os.pathsep)):
        key, _, file = own.partition("=")
        if key not in found or not Path(file).is_file():
            continue
        found[key] = msgspec.structs.replace(found[key], maps=[*found[key].maps, own_map(found[key], file)])
    return dict(sorted(found.items()))


def game(key: str) -> Game:
    try:
        return games()[key]
    except KeyError:
        text = T("There's no game called {key}. Choose one of these: {games}.", key=key, games=", ".join(games()))
        raise Refused(Reason("bad_setup", "", text)) from None


def rules_path(key: str, lang: str = "en") -> Path | None:
    """Return the file with the rules of a game for players in a language, None if there is none."""
    found = games().get(key)
    if found is None:
        return None
    if found.rules_text:
        package, _, name = found.rules_text.partition(":")
        path = Path(str(files(package))) / name
        path = path if lang == "en" else path.with_name(f"{path.stem}.{lang}{path.suffix}")
        return path if path.is_file() else None
    name = f"{key}.md" if lang == "en" else f"{lang}/{key}.md"
    package_folder = Path(str(files("boxcars")))
    for folder in (
        package_folder / "docs" / "rules",
        package_folder.parent.parent / "docs" / "rules",
    ):  # installed, or a checkout
        if (folder / name).is_file():
            return folder / name
    return None


def complaints_of(game: Game, map: str) -> list[str]:
    """Return what is wrong with a map file or a kept map; an empty list is a good map."""
    try:
        return (
            game.check_map(map_loader.text_of(map))
            if game.check_map
            else [Complaint("", T("{game} doesn't support map files", game=game.name))]
        )
    except BadMap as bad:
        return bad.complaints
    except Exception as error:
        return [unreadable(error)]


def unreadable(error: Exception) -> Complaint:
    """Whatever a stranger's file makes of the check: it is the file that is wrong."""
    return Complaint("", T("this map can't be read: {why}", why=f"{type(error).__name__}: {str(error)[:200]}"))


def _complaints(game: Game, map: str) -> list[str]:
    """As ``complaints_of``; a kept map that was found good once is not checked again."""
    if is_file(map):
        return complaints_of(game, map)
    try:
        kept_map(game.key, map)
    except BadMap as bad:
        return bad.complaints
    return []


def export(game: Game, map: str) -> str:
    """Return a map of the game as the text of a map file, to begin one's own from."""
    text: str = load(game.export_map)(map)
    return text


def make(
    key: str, map: str | Path | None = None, players: int | None = None, options: dict[str, Any] | None = None
) -> Rules[Any]:
    """Return the rules of one game on one map: checked, completed with defaults."""
    chosen = game(key)
    if isinstance(map, Path):
        map = str(map)
    own_map = map is not None and is_own(map)
    if map is not None and own_map:
        if chosen.check_map is None or (is_file(map) and Path(map).suffix not in chosen.map_suffixes):
            text = T("{game} doesn't support this type of map file: {map}", game=chosen.name, map=map)
            raise Refused(Reason("bad_setup", "", text))
        complaints = _complaints(chosen, map)
        if complaints:
            raise Refused(
                Reason("bad_setup", "", T("There's a problem with this map file: {complaint}", complaint=complaints[0]))
            )
    maps = {m.key: m for m in chosen.maps}
    map_key = map if map is not None else chosen.maps[0].key
    if not own_map and map_key not in maps:
        text = T(
            "{game} has no map called {map}. Choose one of these: {maps}.", game=chosen.name, map=map_key, maps=", ".join(maps)
        )
        raise Refused(Reason("bad_setup", "", text))
    counts = chosen.players if own_map else maps[map_key].players
    seats = players if players is not None else (3 if 3 in counts else counts[0])
    if type(seats) is not int or seats not in counts:
        text = T(
            "{map} is for {counts} players, not {players}.",
            map=map_key,
            counts=", ".join(str(n) for n in counts),
            players=str(seats),
        )
        raise Refused(Reason("bad_setup", "", text))
    known = {o.key: o for o in chosen.options}
    given = options or {}
    for name, value in given.items():
        if name not in known:
            text = T(
                "{game} has no option called {option}. Choose one of these: {options}.",
                game=chosen.name,
                option=name,
                options=", ".join(known) or "–",
            )
            raise Refused(Reason("bad_setup", "", text))
        known[name].check(value)
    complete = {o.key: given.get(o.key, o.default) for o in chosen.options}
    return chosen.rules(map_key, seats, complete)


def when_called(where: str) -> Callable[..., Any]:
    """Return a function that passes its call on to ``module:name``, which is imported only then: a program pays for the games
    it plays."""

    def call(*args: Any) -> Any:
        return load(where)(*args)

    return call


def load(where: str) -> Any:
    """Return the object at ``module:name``. Raises ImportError or AttributeError, naming the place."""
    module, _, name = where.partition(":")
    if not module or not name:
        raise ImportError(f"{where!r} names no object: write module:name")
    return getattr(import_module(module), name)
