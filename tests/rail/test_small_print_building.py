"""The judgement of tile plays against plain words: what lies across each side, which form fits, from where one may build."""

from __future__ import annotations

import random
from functools import cache

import pytest

from boxcars.rail.build_legality import PLACE, REDIRECT, REPLACE, TOWN_REPLACE, Builder, Prices
from boxcars.rail.tile_fit import FOREIGN, IMPASSABLE, NOTHING, TAKEN, Fitting, is_anchored
from boxcars.rail.tiles import Tile, TileSet
from boxcars.rail.track import CITY, EMPTY, NOBODY, OPEN, TOWN_HEX, Track, eliminate, far_stop, lay

from .test_rail import GRID, PRICES, SHAPES, TABLE, TILES, TOWNS, board, check, played

WITHOUT_DISCS = TileSet([Tile(i, k, tuple(s)) for i, k, s, _ in SHAPES], [((i,), n) for i, _, _, n in SHAPES])
FAR_OFF = ((2, 7), (3, 3), (4, 6), (5, 2), (6, 0))
"""Stops and pieces with large numbers, which small mistakes in the arithmetic take for each other."""
HEXES = [hex for hex in range(GRID.size) if hex not in GRID.water]


@cache
def boards() -> list[Track]:
    """Empty, with a little track, with much; not to be changed."""
    return [played(seed, plays, claim_exits=seed % 2 == 1) for seed, plays in ((0, 0), (1, 9), (2, 20), (3, 35), (4, 60))]


# -- from where one may build ------------------------------------------------------------------------------------------


def plain_anchors(track: Track, seat: int) -> set[int]:
    found = {hex for hex in range(GRID.size) if track.places[hex] == CITY}
    links = [set(section.ends) for section in track.sections if section.owner == seat and section.complete]
    for _ in links:
        for link in links:
            if link & found:
                found |= link
    return found


@pytest.mark.clause("AOS-8.10", "STM-8.12")
def test_one_builds_from_cities_and_from_towns_that_own_links_join_to_them() -> None:
    for track in boards():
        builder = Builder(GRID, TILES, PRICES)
        for seat in range(3):
            found = builder.anchors(track, seat)
            assert set(found) == plain_anchors(track, seat) and set(found.values()) == {1}


@pytest.mark.clause("AOS-8.4", "STM-8.3")
def test_where_plays_are_found() -> None:
    """On anchored towns, beside anchored cities, and on both sides of every loose end that is the seat's or nobody's."""
    for track in boards():
        builder = Builder(GRID, TILES, PRICES)
        for seat in range(3):
            anchors = builder.anchors(track, seat)
            expected = {stop for stop in anchors if track.places[stop] == TOWN_HEX}
            ports = [6 * stop + side for stop in anchors if track.places[stop] == CITY for side in range(6)]
            for section in track.sections:
                loose = [port for port, end in zip(section.ports, section.ends, strict=True) if end == OPEN]
                if section.owner in (seat, NOBODY):
                    expected |= {port // 6 for port in loose}
                    ports += loose
            beyond = {GRID.across[port] // 6 for port in ports if GRID.across[port] >= 0}
            expected |= {hex for hex in beyond if track.places[hex] != CITY}
            assert {hex for hex, _ in builder.legal(track, seat, 99, anchors, TABLE)} <= expected


# -- what surrounds a hex ----------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-8.7", "AOS-8.8", "STM-8.9")
def test_what_lies_across_each_side() -> None:
    """Stops and pieces are numbered from the hex itself: the same number is the same stop, piece 0 is no anchor."""
    rng = random.Random("sides")
    for track in boards():
        builder = Builder(GRID, TILES, PRICES)
        for seat in range(3):
            anchors = {stop: rng.randint(1, 3) for stop in builder.anchors(track, seat)}
            for hex in HEXES:
                if track.places[hex] == CITY:
                    continue
                form, town, here, *sides = builder.sides(track, seat, hex, anchors)
                assert form == track.tiles[hex] and town == (track.places[hex] == TOWN_HEX)
                assert bool(here) is bool(town and hex in anchors)
                stops, pieces = {0: hex}, {0: 0, **({here: anchors[hex]} if here else {})}
                for side, code in enumerate(sides):
                    port = 6 * hex + side
                    other = GRID.across[port]
                    section = track.sections[track.at[other]] if other >= 0 and track.at[other] != EMPTY else None
                    if track.at[port] != EMPTY:
                        assert code == TAKEN
                    elif other < 0:
                        assert code == IMPASSABLE
                    elif section is None and track.places[other // 6] != CITY:
                        assert code == NOTHING
                    elif section is not None and section.owner not in (seat, NOBODY):
                        assert code == FOREIGN
                    else:
                        stop = far_stop(section) if section is not None else other // 6
                        local, piece = divmod(code - 1, 8)
                        assert stops.setdefault(local, stop) == stop and pieces.setdefault(
                            piece, anchors.get(stop, 0)
                        ) == anchors.get(stop, 0)
                        assert is_anchored(code) is (stop in anchors)
                assert len(set(stops.values())) == len(stops) and len(set(pieces.values())) == len(pieces)


def plain_fit(tiles: TileSet, old: int, town: bool, here: int, sides: list[int], form: int) -> str:
    """Why the form does not fit, in the words of the rules; each side is a code."""
    shape = tiles.forms[form]
    before = tiles.forms[old] if old != EMPTY else None
    stop = {side: (sides[side] - 1) // 8 for side in range(6) if sides[side] > 0}
    piece = {side: (sides[side] - 1) % 8 for side in stop if (sides[side] - 1) % 8}
    if town:
        if shape.kind != "town" and not tiles.discs:
            return "not_on_town"
        kept = before.sides if before else ()
        if not {*kept} < {*shape.sides}:
            return "no_replacement"
        added = [side for side in shape.sides if side not in kept]
        for side in added:
            if sides[side] in (IMPASSABLE, FOREIGN):
                return "impassable" if sides[side] == IMPASSABLE else "foreign_track"
            if stop.get(side) == 0:
                return "loop"
        return "" if here or any(side in piece for side in added) else "not_connected"
    if shape.kind == "town":
        return "not_off_town"
    if before and not (len(before.segments) == 1 and before.segments[0] in shape.segments and len(shape.segments) == 2):
        return "no_replacement"
    new = [segment for segment in shape.segments if not before or segment not in before.segments]
    for segment in new:
        ends = [sides[side] for side in segment]
        if IMPASSABLE in ends:
            return "impassable"
        if FOREIGN in ends:
            return "foreign_track"
        if all(side in stop for side in segment) and stop[segment[0]] == stop[segment[1]]:
            return "loop"
    own = [{piece[side] for side in segment if side in piece} for segment in new]
    reached = [{stop[side] for side in segment if side in stop} for segment in new]
    if not any(own):
        return "not_connected"
    if len(new) == 2 and not reached[0] & reached[1]:
        if not all(own):
            return "not_connected"
        if not own[0] & own[1]:
            return "two_pieces"
    return ""


@pytest.mark.clause("AOS-8.6", "AOS-8.7", "AOS-8.8", "AOS-8.10", "AOS-8.12", "AOS-15.8", "AOS-8.21")
@pytest.mark.parametrize("tiles", [TILES, WITHOUT_DISCS])
def test_which_form_fits_what_lies_around(tiles: TileSet) -> None:
    rng = random.Random("fit")
    fitting = Fitting(tiles)
    told: set[str] = set()
    weights = [6, 1, 1, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2]
    codes = [
        NOTHING,
        IMPASSABLE,
        FOREIGN,
        *(1 + 8 * stop + piece for stop, piece in ((1, 0), (1, 1), (2, 1), (2, 2), (0, 0), (0, 1), (3, 2), *FAR_OFF)),
    ]
    for _ in range(200):
        town = rng.random() < 0.4
        old = rng.choice([EMPTY, EMPTY, *rng.sample(tiles.on_town if town else tiles.on_land, 2)])
        sides = rng.choices(codes, weights, k=6)
        if old != EMPTY:
            for side in tiles.forms[old].sides:
                sides[side] = TAKEN
        here = int(town and rng.random() < 0.3)
        question = [old, int(town), here, *sides]
        for form in range(len(tiles.forms)):
            expected = plain_fit(tiles, old, town, here, sides, form)
            assert fitting.why_misfit(question, form) == expected
            told.add(expected)
        listed = [form for form in range(len(tiles.forms)) if not plain_fit(tiles, old, town, here, sides, form)]
        assert fitting.forms(question) == listed and fitting.forms(question.copy()) is fitting.forms(question)
    assert told >= {"", "no_replacement", "impassable", "foreign_track", "loop", "not_connected", "not_off_town", "two_pieces"}
    assert ("not_on_town" in told) is (tiles is WITHOUT_DISCS)
    assert [is_anchored(code) for code in (NOTHING, IMPASSABLE, FOREIGN, TAKEN, 1, 2, 8, 9, 10)] == [False] * 5 + [
        True,
        True,
        False,
        True,
    ]


# -- kinds, prices, discs ----------------------------------------------------------------------------------------------


def test_each_kind_of_play_has_its_own_price() -> None:
    n = len(TILES.forms)
    prices = Prices([[100 * hex + form for form in range(n)] for hex in range(GRID.size)], [1] * n, [2] * n, [3] * n)
    builder = Builder(GRID, TILES, prices)
    town, land = 10, 2
    straight, gentle, crossing = (
        TILES.form_of[TILES.number[name]][0] for name in ("straight", "gentle", "cross_straight_straight")
    )
    empty = board()
    assert [builder.kind(empty, hex, straight) for hex in (town, land)] == [PLACE, PLACE]
    assert builder.cost(empty, land, gentle) == 100 * land + gentle
    track = board()
    lay(track, GRID, TILES, land, straight, 0)
    lay(track, GRID, TILES, town, straight, 0)
    assert [builder.kind(track, land, form) for form in (crossing, gentle)] == [REPLACE, REDIRECT]
    assert [builder.kind(track, town, form) for form in (crossing, gentle)] == [TOWN_REPLACE, TOWN_REPLACE]
    assert [builder.cost(track, land, crossing), builder.cost(track, town, crossing), builder.cost(track, land, gentle)] == [
        1,
        2,
        3,
    ]


@pytest.mark.clause("STM-8.27", "AOS-1.4")
@pytest.mark.parametrize("claims", [False, True])
def test_how_many_discs_a_play_takes(claims: bool) -> None:
    tried = 0
    for track in boards():
        builder = Builder(GRID, TILES, PRICES, discs=99, claims=claims)
        for seat in range(3):
            for hex, form in builder.legal(track, seat, 99, builder.anchors(track, seat), TABLE)[::5]:
                after = track.clone()
                lay(after, GRID, TILES, hex, form, seat, claims)
                check(after)
                assert after.owned(seat) - track.owned(seat) == builder.discs_needed(track, seat, hex, form)
                tried += 1
    assert tried > 100


@pytest.mark.clause("AOS-1.4", "AOS-1.7", "AOS-1.8", "AOS-8.3", "AOS-8.5", "AOS-8.11")
def test_every_last_reason_against_a_play() -> None:
    """A play that is right in every other way, at the bound and beyond it."""
    hex, form = 1, TILES.form_of[TILES.number["straight"]][0]
    track = board()
    builder = Builder(GRID, TILES, PRICES, discs=1)
    anchors = builder.anchors(track, 0)
    assert builder.refuse(track, 0, hex, form, 2, anchors, True) == ""
    assert builder.refuse(track, 0, hex, form, 1, anchors) == "money"
    for city_or_water in (0, 5, 20, 44):
        assert builder.refuse(track, 0, city_or_water, form, 9, anchors) == "not_buildable"
    track.used[TILES.number["straight"]] = 47
    assert builder.refuse(track, 0, hex, form, 9, anchors) == ""
    track.used[TILES.number["straight"]] = 48
    assert builder.refuse(track, 0, hex, form, 9, anchors) == "no_tile"
    track = board()
    builder.discs = 0
    assert builder.refuse(track, 0, hex, form, 9, anchors) == "no_ownership_disc"
    builder.discs = None
    assert builder.refuse(track, 0, hex, form, 9, anchors) == ""
    sites = [place for place in builder.legal(track, 0, 9, anchors, TABLE) if track.places[place[0]] == TOWN_HEX]
    assert {TILES.needs_disc(shape) for _, shape in sites} == {False, True}
    for discs in (TILES.discs - 1, TILES.discs):
        track.discs = discs
        for site, shape in sites:
            wrong = builder.refuse(track, 0, site, shape, 9, anchors)
            assert wrong == ("no_disc" if discs == TILES.discs and TILES.needs_disc(shape) else "")
        listed = [place for place in builder.legal(track, 0, 9, anchors, TABLE) if track.places[place[0]] == TOWN_HEX]
        assert listed == [place for place in sites if discs < TILES.discs or not TILES.needs_disc(place[1])]


@pytest.mark.clause("AOS-10.3", "AOS-10.6", "AOS-8.3", "AOS-8.4")
def test_what_is_listed_is_what_can_be_paid_and_is_not_left_out() -> None:
    """Each kind of play at a price of its own, with every purse; hexes that are left out are left out and no others."""
    n = len(TILES.forms)
    prices = Prices([[2] * n] * GRID.size, [4] * n, [3] * n, [5] * n)
    for track in boards():
        builder = Builder(GRID, TILES, prices)
        for seat in range(2):
            anchors = builder.anchors(track, seat)
            every = builder.legal(track, seat, 5, anchors, TABLE)
            for purse in range(1, 6):
                affordable = [(hex, form) for hex, form in every if builder.cost(track, hex, form) <= purse]
                assert builder.legal(track, seat, purse, anchors, TABLE) == affordable
            out = [every[0][0], every[-1][0]]
            assert builder.legal(track, seat, 5, anchors, TABLE, out) == [play for play in every if play[0] not in out]


@pytest.mark.clause("AOS-1.8")
@pytest.mark.parametrize(("under", "wrong"), [("town_1", "no_disc"), ("straight", "")])
def test_a_disc_that_lies_there_already_is_used_again(under: str, wrong: str) -> None:
    """On the last town without discs left: a town's own tile gives none back, a straight does."""
    town = next(hex for hex in TOWNS if all(GRID.across[6 * hex + side] >= 0 for side in range(6)))
    track = board()
    lay(track, GRID, TILES, town, TILES.form_of[TILES.number[under]][0], 0)
    track.discs = TILES.discs
    builder = Builder(GRID, TILES, PRICES)
    crossing = TILES.form_of[TILES.number["cross_straight_straight"]][0]
    assert builder.refuse(track, 0, town, crossing, 99, {town: 1}) == wrong
    assert ((town, crossing) in builder.legal(track, 0, 99, {town: 1}, TABLE)) is (wrong == "")


@pytest.mark.clause("STM-8.27", "AOS-12.6")
def test_links_of_nobodys_in_a_town_are_not_claimed() -> None:
    tried = 0
    for track in boards():
        table = track.clone()
        eliminate(table, 2)
        eliminate(table, 1)
        builder = Builder(GRID, TILES, PRICES, discs=99, claims=True)
        anchors = dict.fromkeys(range(GRID.size), 1)
        for hex in TOWNS:
            for form in (form.number for form in TILES.forms):
                if (
                    table.places[hex] == TOWN_HEX
                    and table.tiles[hex] != EMPTY
                    and not builder.refuse(table, 0, hex, form, 99, anchors)
                ):
                    after = table.clone()
                    lay(after, GRID, TILES, hex, form, 0, True)
                    assert after.owned(0) - table.owned(0) == builder.discs_needed(table, 0, hex, form)
                    tried += 1
    assert tried > 20
