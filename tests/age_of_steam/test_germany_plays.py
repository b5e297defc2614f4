"""What tile plays do to unfinished track in Germany, against tiles laid on the board (AOS-17.7, 17.8)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.maps.germany_plays import COUNT, SIDES, Ends, Half, Plays, fitting, join
from boxcars.rail.track import CITY, EMPTY, LAND, OPEN, TOWN_HEX, Track, lay, urbanize

from .positions import At, position

TOWN_TURNED_CITY = ("frankfurt", "kassel")
"""They lie near each other, so that hexes between them see both."""


def board(*cities: str) -> tuple[At, Track, Plays]:
    at = position("map germany 3\ndue build 0 1")
    track, printed = at.table.track, at.rules.board
    names = {place.id: place.hex for place in printed.data.towns}
    for city in cities:
        urbanize(track, printed.grid, TILES, at.hex(names[city]), 0)
    return at, track, Plays(printed.grid.across, printed.towns, printed.prices)


def unfinished(track: Track, across: list[int]) -> Ends | None:
    """The ends of all sections; None if one comes from no stop or leads back to its own."""
    ends: Ends = {}
    for section in track.sections:
        if section.ends[0] == section.ends[1]:
            return None
        for n in (0, 1):
            if section.ends[n] == OPEN:
                ends[across[section.ports[n]]] = section.ends[1 - n]
    return ends


def beside(at: At, hex: int) -> list[int]:
    """The hexes which track can reach across each side, -1 for none."""
    return [port // 6 if port >= 0 else -1 for port in at.grid.across[6 * hex : 6 * hex + 6]]


@pytest.mark.clause("AOS-17.7", "AOS-8.12", "AOS-10.1", "AOS-10.6")
@pytest.mark.parametrize("cities", [(), TOWN_TURNED_CITY])
def test_a_play_leaves_what_the_tile_leaves_on_the_board(cities: tuple[str, ...]) -> None:
    """Tiles on empty hexes, on others and in place of others; what they finish, leave unfinished, cost and take."""
    at, empty, plays = board(*cities)
    around, across, builder = plays.around(empty.places), at.grid.across, at.rules.builder
    rng = random.Random("plays")
    land = [hex for hex in range(at.grid.size) if empty.places[hex] != CITY and hex not in at.grid.water]
    judged = dict.fromkeys((True, False), 0)
    for hex in [*at.rules.board.towns[:8], *rng.sample(land, 30)]:
        town = empty.places[hex] == TOWN_HEX
        if empty.places[hex] == CITY:
            continue
        below = [EMPTY, *rng.sample(TILES.on_town if town else TILES.on_land[:15], 5)]
        for old in below:
            before = empty.clone()
            if old != EMPTY:
                lay(before, at.grid, TILES, hex, old, 0)
            ends = unfinished(before, across)
            if ends is None or -1 in ends:
                continue
            loose = {side for side in range(6) if across[6 * hex + side] in ends}
            over = [
                form for form in _over(town, old, loose) if all(beside(at, hex)[side] >= 0 for side in TILES.forms[form].sides)
            ]
            for form in rng.sample(over, min(5, len(over))):
                after = before.clone()
                lay(after, at.grid, TILES, hex, form, 0)
                left = unfinished(after, across)
                play = plays.play(hex, around.city[hex], old, form)
                found = play.among(ends)
                assert (found.links >= 0) is (left is not None)
                judged[found.links >= 0] += 1
                if left is not None:
                    assert found.ends == left
                    assert found.links == after.links_of(0) - before.links_of(0)
                    assert found.discs == after.discs - before.discs
                assert (found.hex, found.form, found.tile) == (hex, form, TILES.forms[form].tile)
                assert found.back == (TILES.forms[old].tile if old != EMPTY else -1)
                assert found.price == builder.cost(before, hex, form)
                assert plays.play(hex, around.city[hex], old, form) is play, "remembered"
                if old == EMPTY and left is not None:
                    assert (play.ends, play.links) == (found.ends, found.links)
    assert min(judged.values()) > 40


def _over(town: bool, old: int, loose: set[int]) -> list[int]:
    """The forms that may lie over another: more exits, a second segment, a loose end moved."""
    if old == EMPTY:
        return TILES.on_town if town else TILES.on_land
    if town:
        return [form.number for form in TILES.forms if {*TILES.forms[old].sides} < {*form.sides}]
    return [form for form, _, dropped, _ in TILES.redirects[old] if dropped in loose] + [form for form, _ in TILES.upgrades[old]]


def test_new_segments_take_up_ends_and_leave_others() -> None:
    """Two ends 1 and 2 from the stops 50 and 60; a segment may carry one on, join both or lead to a city."""

    def half(arrive: int, stop: int, leave: int) -> Half:
        return arrive, stop, leave

    def joined(one: Half, two: Half) -> tuple[int, Ends]:
        ends = {1: 50, 2: 60}
        return join([(one, two)], ends), ends

    onward = half(3, OPEN, 9)
    assert joined(half(1, OPEN, 7), onward) == (0, {2: 60, 9: 50})
    assert joined(onward, half(1, OPEN, 7)) == (0, {2: 60, 9: 50})
    assert joined(half(1, OPEN, 7), half(2, OPEN, 8)) == (1, {})
    assert joined(half(1, OPEN, 7), half(4, 70, 8)) == (1, {2: 60})
    assert joined(half(1, OPEN, 7), half(4, 50, 8))[0] == -1, "back to its stop"
    assert joined(onward, half(4, OPEN, 8))[0] == -1, "from no stop"
    assert joined(onward, half(4, 0, 8)) == (0, {1: 50, 2: 60, 9: 0}), "hex 0 is a stop like any other"
    both = {1: 50, 2: 60}
    assert join([(half(1, OPEN, 7), half(4, 70, 8)), (half(2, OPEN, 6), half(5, 80, 8))], both) == 2 and not both


@pytest.mark.clause("AOS-17.8", "AOS-9.6")
@pytest.mark.parametrize("cities", [(), TOWN_TURNED_CITY, TOWN_TURNED_CITY[1:]])
def test_what_each_hex_faces(cities: tuple[str, ...]) -> None:
    at, track, plays = board(*cities)
    around = plays.around(track.places)
    for hex in range(at.grid.size):
        facing = beside(at, hex)
        city = {side for side in range(6) if facing[side] >= 0 and track.places[facing[side]] == CITY}
        land = {side for side in range(6) if facing[side] >= 0} - city
        assert {side for side in range(8) if around.city[hex] >> side & 1} == city
        assert {side for side in range(8) if around.land[hex] >> side & 1} == land
        stops = {facing[side] for side in city} if track.places[hex] == LAND else set()
        assert {*around.stops[hex]} == ({hex} if track.places[hex] == TOWN_HEX else stops)
        near = {town for town in plays.towns if track.places[town] == CITY and hex in plays.towns[town]}
        assert {town for n, town in enumerate(plays.towns) if around.founded[hex] >> n & 1} == near
        assert around.founded[hex] < 1 << len(plays.towns)
    assert plays.around(track.places.copy()) is around and plays.around([CITY] * at.grid.size) is not around
    assert plays.pairs == [[(hex, form) for form in range(len(TILES.forms))] for hex in range(at.grid.size)]


@pytest.mark.clause("AOS-17.8")
def test_by_which_sides_track_may_leave_a_hex() -> None:
    """With one play it must meet a city, with two the hex beyond must be a town or touch a city, with more it may go anywhere;
    never only back to the stop it comes from."""
    at, track, plays = board(*TOWN_TURNED_CITY)
    around = plays.around(track.places)
    tried = 0
    for hex in range(at.grid.size):
        facing = beside(at, hex)
        stops = [{other} if track.places[other] == CITY else {*around.stops[other]} for other in facing]
        for start in {OPEN, hex, 0}.union(*stops):
            ways: list[set[int]] = [set(), set(), {side for side in range(6) if facing[side] >= 0}]
            for side in ways[2]:
                reached = bool(stops[side] - {start})
                if reached and track.places[facing[side]] == CITY:
                    ways[0].add(side)
                if reached:
                    ways[1].add(side)
            for left, sides in enumerate([*ways, ways[2]], 1):
                assert around.onward(hex, start, left) == sum(1 << side for side in sides)
                tried += 1
    assert tried > 2_000


@pytest.mark.clause("AOS-17.8")
def test_the_plays_for_a_single_end() -> None:
    """Where a second segment could come from another city, or the hex is a town, more is tried; each question by itself."""
    at, track, plays = board(*TOWN_TURNED_CITY)
    around = plays.around(track.places)
    asked: list[tuple[tuple[int, int, int, int], list[Any]]] = []
    for port in range(0, 6 * at.grid.size, 7):
        hex = port // 6
        if at.grid.across[port] < 0 or track.places[hex] == CITY:
            continue
        start = at.grid.across[port] // 6
        town, second = track.places[hex] == TOWN_HEX, COUNT[around.city[hex]] > 1
        for left in (1, 2, 3):
            leave = around.onward(hex, hex if town else OPEN if second else start, left)
            must = 1 << port % 6
            forms = fitting(town, EMPTY, must, must | leave)
            found = around.plays_for(port, start, EMPTY, left)
            made = [plays.play(hex, around.city[hex], EMPTY, form).among({port: start}) for form in forms]
            assert found == [play for play in made if play.links >= 0]
            asked.append(((port, start, EMPTY, left), found))
    for question, found in asked:
        assert around.plays_for(*question) is found
    assert len(asked) > 150


def test_sets_of_sides() -> None:
    assert [{side for side in range(8) if mask >> side & 1} for mask in SIDES] == [
        *({*form.sides} for form in TILES.forms),
        set(),
    ]
    assert [bin(mask).count("1") for mask in range(64)] == COUNT
    for town in (False, True):
        counts = [len(TILES.forms[form].sides) for form in fitting(town, EMPTY, 0b1, 0b111111)]
        assert counts == sorted(counts), "those with few sides first"
