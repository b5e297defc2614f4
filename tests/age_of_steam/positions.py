"""Positions written as text, and a table to try actions on.

    map rust_belt 3                      the map and the number of players (options: "map barbados 1 easy")
    turn 2
    order 1 0 2
    seat 0 cash 12 shares 3 income 2 loco 2 action engineer
    seat 1 built 1                       has laid a tile before (who owns track on the board has)
    city A c10r8                         a New City on the board
    track 0 c7r4 straight 0              seat 0 owns this tile ("-": nobody); later lines replace earlier ones
    line 0 chicago milwaukee             seat 0 owns a link between two places, over the fewest empty hexes
    direct 0 koln_dusseldorf--essen_dortmund
    cubes c7r5 red red blue
    display L3 red - blue                the spaces of a column from the top
    dice light 3 3 4                     what chance will show: dice, "bag red blue"
    due build 0 1                        who is to act: shares, bid, first, action, build, move, production; then the other phases

What is not said is as at the start of a game with an empty board; all other cubes are in the bag.
"""

from __future__ import annotations

from typing import Any

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Refused
from boxcars.core.types import Event, Reason
from boxcars.games.age_of_steam.actions import ACTIONS, MoveGoods, Urbanize
from boxcars.games.age_of_steam.components import COLOURS, COLUMN_SPACES, LETTERS, TILES, WHITE
from boxcars.games.age_of_steam.map_file import PHASES
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.setup import empty_table
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BidOrDrop, BuildTrack, ChooseAction, DecideShares, MoveOne, MoveRound, Phase
from boxcars.games.age_of_steam.turn_order import AuctionPhase
from boxcars.rail.actions import EndBuild, LayTrack
from boxcars.rail.track import EMPTY, LAND, NOBODY, TOWN_HEX, Section, give, lay, link_directly, segment, urbanize

AFTER = {"shares": "issue_shares", "bid": "turn_order", "action": "select_actions", "build": "build_track", "move": "move_goods"}


class At:
    """A game at a position."""

    def __init__(self, rules: AgeOfSteam, table: Table) -> None:
        self.rules = rules
        self.table = table

    # -- acting ------------------------------------------------------------------------------------------------------

    def do(self, seat: int, action: Any) -> list[Event]:
        """Play a legal action; it must be listed, and the position must stay sound."""
        if not isinstance(action, self.rules.open_verbs):
            assert self.rules.normal(action) in self.rules.legal(self.table), f"{action} is not listed"
        events = self.rules.play(self.table, seat, action)
        self.rules.audit(self.table)
        return events

    def no(self, seat: int, action: Any) -> Reason:
        """The action must be refused, not be listed, and change nothing."""
        before = self.rules.write(self.table)
        try:
            self.rules.play(self.table, seat, action)
        except Refused as refused:
            assert self.rules.write(self.table) == before
            if self.rules.actor(self.table) == seat:
                assert self.rules.normal(action) not in self.rules.legal(self.table)
            return refused.reason
        raise AssertionError(f"{action} was accepted")

    def why(self, seat: int, action: Any) -> tuple[str, str]:
        reason = self.no(seat, action)
        return reason.code, reason.clause

    def lay(self, seat: int, text: str) -> int:
        """ "c7r4 straight 0"; returns what was paid."""
        before = self.table.cash[seat]
        self.do(seat, tile(text))
        return before - self.table.cash[seat]

    def cannot(self, seat: int, text: str) -> str:
        """The code of the refusal of a tile play."""
        return self.no(seat, tile(text)).code

    def end(self, seat: int) -> list[Event]:
        return self.do(seat, EndBuild())

    def urbanize(self, seat: int, text: str) -> list[Event]:
        hex, letter = text.split()
        return self.do(seat, Urbanize(hex, letter))  # type: ignore[arg-type]

    def move(self, seat: int, text: str) -> list[Event]:
        return self.do(seat, cube(text))

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def grid(self) -> Any:
        return self.rules.board.grid

    def hex(self, name: str) -> int:
        return self.grid.number[name]  # type: ignore[no-any-return]

    def section(self, hex: str, a: int, b: int | str) -> Section | None:
        """The section that contains a segment; "T" is the town."""
        s = segment(self.hex(hex), a, 6 if b == "T" else int(b))
        for section in self.table.track.sections:
            if s in section.segments:
                return section
        return None

    def owner(self, hex: str, a: int, b: int | str) -> int | None:
        """Who owns the track there: a seat, -1 for nobody, None if there is none."""
        section = self.section(hex, a, b)
        return None if section is None else section.owner

    def complete(self, hex: str, a: int, b: int | str) -> bool:
        section = self.section(hex, a, b)
        assert section is not None
        return section.complete

    def cubes(self, hex: str) -> list[str]:
        return [COLOURS[c] for c in self.table.cubes[self.hex(hex)]]

    def column(self, column: str) -> list[str]:
        shown = [self.table.display[i] for i in COLUMN_SPACES[column]]
        return [COLOURS[c] if c >= 0 else "-" for c in shown]

    def plays(self) -> list[LayTrack]:
        return [a for a in self.rules.legal(self.table) if isinstance(a, LayTrack)]

    def moves(self) -> list[MoveGoods]:
        return [a for a in self.rules.legal(self.table) if isinstance(a, MoveGoods)]

    def next_turn(self, *seats: int) -> At:
        """As if the other phases had passed: these seats build now."""
        self.table.agenda = agenda(self.rules, "build", list(seats))
        self.table.reset_build()
        self.table.track.fresh = []
        return self


def tile(text: str) -> LayTrack:
    hex, name, rotation = text.split()
    return LayTrack(hex, name, int(rotation))


def cube(text: str) -> MoveGoods:
    """ "c9r9 blue 1 > c12r8": from, colour, sides, to; "+2" gives the bonus to that link (1 is the first)."""
    left, right = text.split(">")
    hex, colour, *sides = left.split()
    to, *bonus = right.split()
    return MoveGoods(hex, colour, to, tuple(int(s) for s in sides), int(bonus[0]) - 1 if bonus else -1)  # type: ignore[arg-type]


def agenda(rules: AgeOfSteam, what: str, seats: list[int]) -> list[Any]:
    phases = list(rules.board.data.rules.phases)
    name = AFTER.get(what, what)
    assert name in PHASES
    later: list[Any] = [Phase(-1, p) for p in reversed(phases[phases.index(name) + 1 :])]
    if what == "shares":
        return later + [DecideShares(s) for s in reversed(seats)]
    if what == "action":
        return later + [ChooseAction(s) for s in reversed(seats)]
    if what == "build":
        return later + [BuildTrack(s) for s in reversed(seats)]
    if what == "move":
        return [*later, MoveRound(-1, 2), *(MoveOne(s, 1) for s in reversed(seats))]
    return [*later, Phase(-1, name)]


def start(map: str = "rust_belt", players: int = 3, seed: str = "test", **options: Any) -> At:
    """A new game at its first decision."""
    rules = registry.make("age_of_steam", map, players, options)
    assert isinstance(rules, AgeOfSteam)
    return At(rules, rules.start(Chance(seed_from(seed))))


def position(text: str) -> At:
    lines = [line.split("#")[0].split() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    assert lines[0][0] == "map"
    rules = registry.make("age_of_steam", lines[0][1], int(lines[0][2]), dict.fromkeys(lines[0][3:], True))
    assert isinstance(rules, AgeOfSteam)
    table = empty_table(rules, Chance(seed_from("position")))
    table.agenda = []
    script: dict[str, list[int]] = {}
    at = At(rules, table)
    due: tuple[str, list[int]] = ("build", table.order.copy())
    for word, *rest in lines[1:]:
        if word == "turn":
            table.turn = int(rest[0])
        elif word == "order":
            table.order = [int(s) for s in rest]
        elif word == "seat":
            _seat(table, int(rest[0]), rest[1:])
        elif word == "city":
            n, hex = LETTERS.index(rest[0]), at.hex(rest[1])
            urbanize(table.track, rules.board.grid, TILES, hex, 0)
            table.new_cities[n] = hex
            table.accepts[hex] = 1 << rules.board.new_city_colour[n]
        elif word == "track":
            _track(at, rest)
        elif word == "line":
            _line(at, rest[0], rest[1], rest[2])
        elif word == "direct":
            a, b, _ = rules.board.direct[rest[1]]
            link_directly(table.track, rules.board.grid, a, b, NOBODY if rest[0] == "-" else int(rest[0]))
        elif word == "cubes":
            table.cubes[at.hex(rest[0])] = tuple(sorted(COLOURS.index(c) for c in rest[1:]))  # type: ignore[arg-type]
        elif word == "terminal":
            table.accepts[at.hex(rest[0])] = 1 << COLOURS.index(rest[1])  # type: ignore[arg-type]
        elif word == "display":
            for i, c in zip(COLUMN_SPACES[rest[0]], rest[1:], strict=False):
                table.display[i] = COLOURS.index(c) if c != "-" else -1  # type: ignore[arg-type]
        elif word == "dice":
            script.setdefault(f"dice:{rest[0]}", []).extend(int(n) - 1 for n in rest[1:])
        elif word == "bag":
            script.setdefault("bag", []).extend(COLOURS.index(c) for c in rest)  # type: ignore[arg-type]
        elif word == "due":
            due = (rest[0], [int(s) for s in rest[1:]] or table.order.copy())
        else:
            raise ValueError(word)
    _fill_bag(at)
    table.chance.script = script
    if rules.board.data.plays_like == "st_lucia" and table.right < 0:
        table.right = 0
    table.track.fresh = []
    table.agenda = agenda(rules, *due)
    if due[0] == "bid":
        table.agenda.pop()
        AuctionPhase().run(rules, table, None, [])
        assert table.agenda and isinstance(table.agenda[-1], BidOrDrop)
    rules._advance(table, [])
    rules.audit(table)
    return at


def _seat(table: Table, seat: int, words: list[str]) -> None:
    for key, value in zip(words[::2], words[1::2], strict=True):
        if key == "action":
            table.action[seat] = ACTIONS.index(value)  # type: ignore[arg-type]
        elif key == "gone":
            table.gone[seat] = int(value)
            table.order.remove(seat)
        elif key == "built":
            table.built |= int(value) << seat
        elif key == "loco":
            table.locomotive[seat] = int(value)
        else:
            getattr(table, key)[seat] = int(value)


def _track(at: At, words: list[str]) -> None:
    owner, hex, name, rotation = words
    _put(at, owner, at.hex(hex), TILES.form_of[TILES.number[name]][int(rotation)])


def place_hex(at: At, name: str) -> int:
    """The hex of a city or town by its id, or a hex by its own."""
    data = at.rules.board.data
    for place in [*data.cities, *data.towns]:
        if place.id == name:  # type: ignore[attr-defined]
            return at.hex(place.hex)  # type: ignore[attr-defined]
    return at.hex(name)


def _line(at: At, owner: str, a: str, b: str) -> None:
    track, across = at.table.track, at.grid.across
    first, last = place_hex(at, a), place_hex(at, b)
    came: dict[int, int] = {first: -1}
    edge = [first]
    while edge and last not in came:
        beyond = []
        for hex in edge:
            for port in range(6 * hex, 6 * hex + 6):
                n = across[port] // 6
                free = track.places[n] == LAND and track.tiles[n] == EMPTY
                if across[port] >= 0 and n not in came and ((n == last and hex != first) or free):
                    came[n] = hex
                    beyond.append(n)
        edge = beyond
    way = [last]
    while way[-1] != first:
        way.append(came[way[-1]])
    for n in range(len(way) - 1):
        if track.places[way[n]] == TOWN_HEX and n == 0:
            _exit(at, owner, way[0], at.grid.side_towards(way[0], way[1]))
    for before, hex, after in zip(way, way[1:], way[2:], strict=False):
        sides = sorted((at.grid.side_towards(hex, before), at.grid.side_towards(hex, after)))
        form = next(f for f in TILES.forms if f.segments == (tuple(sides),))
        _put(at, owner, hex, form.number)
    if track.places[first] == TOWN_HEX:
        _exit(at, owner, first, at.grid.side_towards(first, way[-2]))


def _exit(at: At, owner: str, hex: int, side: int) -> None:
    """One more exit for a town."""
    old = at.table.track.tiles[hex]
    have = set(TILES.forms[old].sides) if old != EMPTY else set()
    want = tuple(sorted(have | {side}))
    free = [f for f in TILES.forms if f.sides == want and (f.kind == "town") == (len(want) in (1, 3))]
    _put(at, owner, hex, free[0].number)


def _put(at: At, owner: str, hex: int, form: int) -> None:
    track = at.table.track
    added = lay(track, at.grid, TILES, hex, form, 0 if owner == "-" else int(owner))
    if owner != "-":
        at.table.built |= 1 << int(owner)
    if owner == "-":
        for s in added:
            give(track, track.at[s // 7], NOBODY)


def _fill_bag(at: At) -> None:
    """Whatever is not on the board or the display is in the bag."""
    table, board = at.table, at.rules.board
    seen = [c for cubes in table.cubes for c in cubes] + [c for c in table.display if c >= 0]
    for hex in board.terminals:
        if not table.accepts[hex]:
            table.accepts[hex] = 1
        seen.append(table.accepts[hex].bit_length() - 1)
    for colour in range(len(COLOURS)):
        if colour != WHITE:
            table.bag[colour] = board.data.rules.bag.get(COLOURS[colour], 0) - seen.count(colour)
    if board.data.rules.town_cubes == "cotton":
        table.cotton_gone = len(board.towns) - seen.count(WHITE)
