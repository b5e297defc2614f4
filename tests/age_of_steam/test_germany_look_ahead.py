"""Germany's look-ahead against a plain search, which lays each tile on a copy and asks the laws of track (AOS-17.8)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import Urbanize
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.maps.germany import Germany, halved
from boxcars.games.age_of_steam.maps.germany_plays import fitting
from boxcars.games.age_of_steam.rules import AgeOfSteam
from boxcars.games.age_of_steam.select_actions import ENGINEER, URBANIZATION
from boxcars.games.age_of_steam.state import Table
from boxcars.games.age_of_steam.steps import BuildTrack
from boxcars.rail.actions import EndBuild, LayTrack
from boxcars.rail.track import EMPTY, OPEN, TOWN_HEX, Track, lay, urbanize, urbanizing_loops

from ..scale import games as scaled
from .positions import At, position

ONCE = {"allow_same_hex_twice": False}
ANY_TIME = {"urbanize_any_time": True, "allow_same_hex_twice": False}


class PlainSearch:
    """Every play that touches an OPEN end, as deep as there are plays left."""

    def __init__(self, rules: Germany, table: Table, seat: int) -> None:
        self.rules, self.table, self.seat = rules, table, seat
        self.left = rules.tiles_allowed(table, seat) - table.plays
        self.purse = table.cash[seat] + self.paid(table.full_costs)
        self.may_found_city = table.action[seat] == URBANIZATION and rules.urbanize_any_time and not table.urbanized

    def paid(self, costs: list[int]) -> int:
        return halved(costs) if self.table.action[self.seat] == ENGINEER else sum(costs)

    def can_finish(self, hex: int, form: int) -> bool:
        return self.after(self.table.track, self.left, self.table.full_costs, self.table.played, hex, form)

    def can_finish_after(self, cost: int) -> bool:
        return self.finishable(self.table.track, self.left - 1, [*self.table.full_costs, cost], self.table.played)

    def can_finish_with_city(self, hex: int) -> bool:
        table = self.table
        self.may_found_city = False
        return self.finishable(self.with_city(table.track, hex), self.left, table.full_costs, table.played)

    def with_city(self, track: Track, hex: int) -> Track:
        copy = track.clone()
        urbanize(copy, self.rules.board.grid, TILES, hex, self.seat)
        return copy

    def after(self, track: Track, left: int, costs: list[int], played: list[int], hex: int, form: int) -> bool:
        copy, cost = track.clone(), self.rules.builder.cost(track, hex, form)
        lay(copy, self.rules.board.grid, TILES, hex, form, self.seat)
        return self.finishable(copy, left - 1, [*costs, cost], [*played, hex])

    def finishable(self, track: Track, left: int, costs: list[int], played: list[int]) -> bool:
        if self.paid(costs) > self.purse:
            return False
        unfinished = track.unfinished(self.seat)
        if not unfinished:
            return True
        if self.may_found_city:
            self.may_found_city = False
            towns = [town for town in self.rules.board.towns if track.places[town] == TOWN_HEX]
            towns = [town for town in towns if not urbanizing_loops(track, self.rules.board.grid, town)]
            found = any(self.finishable(self.with_city(track, town), left, costs, played) for town in towns)
            self.may_found_city = True
            if found:
                return True
        if left == 0:
            return False
        rules = self.rules
        anchors = rules.builder.anchors(track, self.seat)
        for i in unfinished:
            section = track.sections[i]
            for hex, form in self.carrying_on(track, section.ports[0 if section.ends[0] == OPEN else 1], played):
                if not rules.builder.refuse(track, self.seat, hex, form, rules.board.dearest, anchors):
                    if left == 1 and not self.may_found_city and self.leads_nowhere(track, hex, form):
                        continue
                    if self.after(track, left, costs, played, hex, form):
                        return True
        return False

    def carrying_on(self, track: Track, port: int, played: list[int]) -> list[tuple[int, int]]:
        """Plays (hex, form) on the hex an OPEN end faces, or that redirect it; legal or not."""
        facing, here = self.rules.board.grid.across[port], port // 6
        found: list[tuple[int, int]] = []
        if self.rules.same_hex_twice or facing // 6 not in played:
            found += [(facing // 6, form.number) for form in TILES.forms if facing % 6 in form.sides]
        if (self.rules.same_hex_twice or here not in played) and track.places[here] != TOWN_HEX:
            found += [(here, move[0]) for move in TILES.redirects[track.tiles[here]]]
        return found

    def leads_nowhere(self, track: Track, hex: int, form: int) -> bool:
        """Only to save time: on the last play a new side must face track or a city."""
        old = track.tiles[hex]
        new = set(TILES.forms[form].sides) - set(TILES.forms[old].sides if old >= 0 else ())
        others = [self.rules.board.grid.across[6 * hex + side] for side in new]
        return any(track.at[other] < 0 and not track.is_stop(other // 6) for other in others)


def compare(rules: Germany, table: Table, plays: list[Any]) -> Counter[bool]:
    """Put the same questions to both; how often the answer was yes and no."""
    seat = table.agenda[-1].seat
    plain, look = PlainSearch(rules, table, seat), rules.look_ahead(table, seat)
    found: Counter[bool] = Counter()
    for play in plays:
        hex, form = rules.board.grid.number[play.hex], TILES.form_of[TILES.number[play.tile]][play.rotation]
        answer = look.can_finish(hex, form)
        assert answer is plain.can_finish(hex, form), f"{play} in turn {table.turn} after {table.played}"
        found[answer] += 1
    for _, _, cost in rules.board.direct.values():
        assert look.can_finish_after(cost) is plain.can_finish_after(cost)
    if plain.may_found_city:
        for town in rules.board.towns:
            if table.track.places[town] == TOWN_HEX and not urbanizing_loops(table.track, rules.board.grid, town):
                answer = look.can_finish_with_city(town)
                assert answer is PlainSearch(rules, table, seat).can_finish_with_city(town)
                found[answer] += 1
    return found


def play_and_compare(kind: str, seats: int, seed: str, options: dict[str, Any], sample: int, questions: int) -> Counter[bool]:
    """One game. ``sample``: so many plays of each position are compared. "builder": random, but eager and never broke."""
    rules = registry.make("age_of_steam", "germany", seats, options)
    assert isinstance(rules, Germany)
    bots = [make_bot(kind, rules, f"{seed} {seat}") for seat in range(seats) if kind != "builder"]
    rng = random.Random(seed)
    table = rules.start(Chance(seed_from(seed)))
    found: Counter[bool] = Counter()
    while (seat := rules.actor(table)) >= 0 and found.total() < questions:
        if isinstance(table.agenda[-1], BuildTrack) and table.plays < rules.tiles_allowed(table, seat):
            plays = AgeOfSteam.tile_plays(rules, table, seat)
            found += compare(rules, table, rng.sample(plays, min(sample, len(plays))))
        if kind == "builder":
            for other in range(seats):
                table.cash[other], table.income[other] = max(table.cash[other], rng.choice((3, 9, 20))), 3
            if rules.urbanize_any_time and isinstance(table.agenda[-1], BuildTrack) and table.plays == 0 and not table.urbanized:
                table.action[seat] = URBANIZATION
            legal = rules.legal(table)
            plays = [action for action in legal if isinstance(action, LayTrack)]
            rules.apply(table, rng.choice(plays if plays and rng.random() < 0.8 else legal))
        else:
            rules.apply(table, bots[seat].choose(SeatView(rules, table, seat)))
    return found


@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize(
    ("kind", "seats", "options"),
    [("random", 4, ONCE), ("builder", 3, ONCE), ("builder", 6, ONCE), ("heuristic", 5, {}), ("builder", 3, {})],
)
def test_it_answers_like_a_plain_search(kind: str, seats: int, options: dict[str, Any]) -> None:
    found = play_and_compare(kind, seats, f"look {kind} {seats}", options, 12, 240)
    assert min(found[True], found[False]) > 15


@pytest.mark.clause("AOS-17.8", "AOS-9.1")
def test_it_knows_that_a_new_city_may_come_after_the_first_tile() -> None:
    found = play_and_compare("builder", 3, "look city", ANY_TIME, 6, 120)
    assert min(found[True], found[False]) > 8


@pytest.mark.clause("AOS-17.8", "AOS-17.7")
def test_a_new_city_that_is_still_to_come_may_finish_a_link() -> None:
    """One tile leads from a city to a town. There are $2 only: the town's tile is too dear, a New City costs nothing."""
    any_time = " urbanize_any_time"
    for option, action, allowed in (("", "urbanization", False), (any_time, "engineer", False), (any_time, "urbanization", True)):
        cash = 1 if action == "engineer" else 2  # half price for the Engineer
        at = position(f"map germany 3{option}\nseat 0 cash {cash} action {action}\ndue build 0 1")
        assert isinstance(at.rules, Germany)
        towns = {at.grid.ids[town]: town for town in at.rules.board.towns}
        leading = [play for play in AgeOfSteam.tile_plays(at.rules, at.table, 0) if _faces(at, play, set(towns.values()))]
        assert leading
        cheap = [play for play in leading if play in at.plays()]
        assert bool(cheap) is allowed
        if allowed:
            at.do(0, cheap[0])
            town = next(at.grid.ids[hex] for hex in _faces(at, cheap[0], set(towns.values())))
            assert at.no(0, EndBuild()).clause == "AOS-17.7"
            elsewhere = next(id for id in towns if id != town)
            assert at.no(0, Urbanize(elsewhere, "A")).clause == "AOS-17.8", "it is needed here"
            at.urbanize(0, f"{town} A")
            assert at.table.track.links_of(0) == 1
            at.end(0)


def _faces(at: At, play: LayTrack, towns: set[int]) -> list[int]:
    """The towns which a simple tile from a city leads to."""
    form = TILES.forms[TILES.form_of[TILES.number[play.tile]][play.rotation]]
    hex = at.hex(play.hex)
    if form.kind != "simple" or at.table.track.places[hex] == TOWN_HEX:
        return []
    others = [at.grid.across[6 * hex + side] // 6 for side in form.sides]
    return [other for other in others if other in towns]


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.clause("AOS-17.8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("kind", ["random", "builder", "heuristic"])
def test_it_answers_like_a_plain_search_for_every_play(kind: str, seats: int) -> None:
    for n in range(scaled(8, 1)):
        play_and_compare(kind, seats, f"all {kind} {n}", ONCE, 1_000, 10_000)


@pytest.mark.clause("AOS-17.8", "AOS-1.7", "AOS-1.8")
@pytest.mark.parametrize("scarce", ["simple", "town"])
def test_it_counts_what_is_left_in_the_box(scarce: str) -> None:
    """One tile of a kind is left: enough to begin, but not always to finish."""
    at = position("map germany 3\nseat 0 cash 40\nline 0 berlin hamburg\ndue build 0 1")
    rules, table = at.rules, at.table
    assert isinstance(rules, Germany)
    plenty = rules.legal(table)
    for tile, ((_, most),) in enumerate(TILES.limits):
        if TILES.tiles[tile].kind == scarce:
            table.track.used[tile] = most - 1
    if scarce == "town":
        table.track.discs = TILES.discs
    legal = rules.legal(table)
    plays = AgeOfSteam.tile_plays(rules, table, 0)
    lost = [play for play in plays if play in plenty and play not in legal]
    assert lost
    compare(rules, table, lost[:30] + random.Random(scarce).sample(plays, 20))


@pytest.mark.clause("AOS-8.7", "AOS-17.8")
def test_no_end_is_redirected_off_the_board() -> None:
    """Every first tile on the edge of the board whose other end could be turned over the edge."""
    at = position("map germany 3\nseat 0 cash 40\ndue build 0 1")
    assert isinstance(at.rules, Germany)
    across = at.grid.across
    tried = 0
    for play in AgeOfSteam.tile_plays(at.rules, at.table, 0):
        hex, form = at.hex(play.hex), TILES.form_of[TILES.number[play.tile]][play.rotation]
        table = at.rules.clone(at.table)
        lay(table.track, at.grid, TILES, hex, form, 0)
        look = at.rules.look_ahead(table, 0)
        for port in look.ends:
            turned = {new for _, _, dropped, new in TILES.redirects[form] if dropped == across[port] % 6}
            off = {side for side in turned if across[6 * hex + side] < 0}
            for found in look.redirecting(port, look.ends):
                assert not off & set(TILES.forms[found.form].sides)
                tried += bool(off)
    assert tried > 20


def test_which_tiles_fit_is_answered_anew_for_every_question() -> None:
    """Answers are remembered. Land or town, what lies there, what must be added and what may be: each makes another question."""
    sides = [{*form.sides} for form in TILES.forms]
    below = [EMPTY, *(TILES.form_of[TILES.number[tile]][0] for tile in ("straight", "town_1"))]
    masks = [{side for side in range(6) if mask >> side & 1} for mask in range(64)]
    for must in (0b1, 0b100000, 0b100001):
        for may in range(64):
            for old in below:
                for town in (False, True):
                    there = sides[old] if old != EMPTY else set()
                    if town:
                        fit = [form.number for form in TILES.forms]
                    elif old == EMPTY:
                        fit = [form.number for form in TILES.forms if form.kind != "town"]
                    else:
                        fit = [form for form, _ in TILES.upgrades[old]]
                    fit = [form for form in fit if masks[must] <= sides[form] - there <= masks[may] and there <= sides[form]]
                    assert sorted(fitting(town, old, must, may)) == sorted(fit)


@pytest.mark.clause("AOS-17.8", "AOS-8.4")
@pytest.mark.parametrize(("options", "again"), [({}, True), (ONCE, False)])
def test_a_hex_that_was_played_finishes_nothing_where_each_is_played_once(options: dict[str, Any], again: bool) -> None:
    """Track from a city faces a hex that one more play would finish it on, if the hex had not been played in this turn."""
    at = position("map germany 3\nseat 0 cash 40\ndue build 0 1")
    rules = registry.make("age_of_steam", "germany", 3, options)
    assert isinstance(rules, Germany)
    tried = 0
    for play in AgeOfSteam.tile_plays(rules, at.table, 0):
        hex, form = at.hex(play.hex), TILES.form_of[TILES.number[play.tile]][play.rotation]
        table = rules.clone(at.table)
        lay(table.track, at.grid, TILES, hex, form, 0)
        table.plays, table.played = 1, [hex]
        look = rules.look_ahead(table, 0)
        if len(look.ends) == 1 and look.can_finish_after(0):
            tried += 1
            table.played = [*(port // 6 for port in look.ends), hex]
            assert rules.look_ahead(table, 0).can_finish_after(0) is again
    assert tried > 10
