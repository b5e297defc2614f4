"""The small print of track: redirects, claims, sections and tiles, each bound and what lies beside it."""

from __future__ import annotations

import random

import pytest

from boxcars.rail.actions import LayTrack, LinkCompleted
from boxcars.rail.build_legality import Builder
from boxcars.rail.hexgrid import Grid
from boxcars.rail.network import follow
from boxcars.rail.tile_plays import KINDS_OF_PLAY, all_plays, link_completed
from boxcars.rail.tiles import TOWN, turned
from boxcars.rail.track import (
    CITY,
    EMPTY,
    LAND,
    NOBODY,
    OPEN,
    TOWN_HEX,
    Section,
    Track,
    eliminate,
    empty_track,
    end_build,
    far_stop,
    give,
    lay,
    link_directly,
    section_id,
    segment,
    segment_parts,
    spread,
    urbanize,
    urbanizing_loops,
    vanishing,
    waiting_for_city,
)
from boxcars.rail.track_ownership import added_segments, added_sides, any_loose, joins, may_claim

from .test_rail import GRID, PRICES, TILES, TOWNS, check, played
from .test_small_print_building import boards

COLUMN = Grid([(0, row) for row in range(7)])
"""Seven hexes from north to south: side 0 of each leads up, side 3 down."""
STRAIGHT = TILES.form_of[TILES.number["straight"]][0]


def column(cities: list[int], towns: list[int], owners: dict[int, int]) -> Track:
    track = empty_track(COLUMN, TILES, cities, towns)
    for hex, owner in owners.items():
        lay(track, COLUMN, TILES, hex, STRAIGHT, max(owner, 0))
        if owner == NOBODY:
            for side in (0, 3):
                give(track, track.at[6 * hex + side], NOBODY)
    return track


# -- redirects and claims ------------------------------------------------------------------------------------------------


def plain_redirect(
    track: Track, seat: int, hex: int, move: tuple[int, int, int, int], anchors: dict[int, int], claims: bool
) -> str:
    _, kept, dropped, new = move
    section = track.sections[track.at[6 * hex + kept]]
    if section.owner not in (seat, NOBODY):
        return "not_yours"
    loose = {port for port, end in zip(section.ports, section.ends, strict=True) if end == OPEN}
    if 6 * hex + dropped not in loose:
        return "no_redirect"
    if track.at[6 * hex + new] != EMPTY:
        return "no_redirect"
    other = GRID.across[6 * hex + new]
    if other < 0:
        return "impassable"
    met = track.sections[track.at[other]] if track.at[other] != EMPTY else None
    if met is not None and met.owner not in (seat, NOBODY):
        return "foreign_track"
    start = far_stop(section)
    reached = far_stop(met) if met is not None else other // 6 if track.places[other // 6] == CITY else OPEN
    if reached == start:
        return "loop"
    if start not in anchors and (claims or reached not in anchors):
        return "not_connected"
    if claims and section.owner == NOBODY and met is not None and met.owner == NOBODY and far_stop(met) not in anchors:
        return "no_claim"
    return ""


@pytest.mark.clause("AOS-8.19", "AOS-8.27", "STM-8.22", "STM-8.23", "STM-8.26")
@pytest.mark.parametrize("claims", [False, True])
def test_every_reason_against_a_redirect(claims: bool) -> None:
    told: set[str] = set()
    for seed in range(4):
        track = played(seed, 45, claims)
        builder = Builder(GRID, TILES, PRICES, claims=claims)
        for seat in range(3):
            anchors = builder.anchors(track, seat)
            for hex, form in enumerate(track.tiles):
                if form == EMPTY or track.places[hex] == TOWN_HEX:
                    continue
                codes = builder.sides(track, seat, hex, anchors)
                for move in TILES.redirects[form]:
                    found = builder.why_not_redirect(track, seat, codes, hex, move, anchors)
                    expected = plain_redirect(track, seat, hex, move, anchors, claims)
                    told.add(expected)
                    assert found == expected
                    right = builder.refuse(track, seat, hex, move[0], 99, anchors)
                    assert right == expected or (not expected and right == "no_tile")
                assert builder.refuse(track, seat, hex, form, 99, anchors) == "no_replacement"
    assert told >= {"", "not_yours", "no_redirect", "impassable", "foreign_track", "loop"}
    assert ("no_claim" in told) == claims


@pytest.mark.clause("STM-8.26")
def test_what_new_track_adds_and_joins() -> None:
    rng = random.Random("adds")
    for track in boards():
        for hex in range(GRID.size):
            if track.places[hex] == CITY or hex in GRID.water:
                continue
            for side in range(6):
                other = GRID.across[6 * hex + side]
                free = other < 0 or track.places[other // 6] == CITY
                assert joins(track, GRID, 6 * hex + side) == (EMPTY if free else track.at[other])
            old = track.tiles[hex]
            for form in rng.sample(range(len(TILES.forms)), 4):
                before = TILES.forms[old] if old != EMPTY else None
                shape = TILES.forms[form]
                if track.places[hex] == TOWN_HEX:
                    expected = [tuple(side for side in shape.sides if not before or side not in before.sides)]
                else:
                    expected = [pair for pair in shape.segments if not before or pair not in before.segments]
                assert added_segments(track, TILES, hex, form) == expected
                assert added_sides(track, TILES, hex, form) == [side for pair in expected for side in pair]


@pytest.mark.clause("STM-8.26")
def test_who_may_claim_track_of_nobodys() -> None:
    """From the town in hex 3 nobody's track leads up to hex 1; a tile there would join it."""
    track = column([6], [3], {3: NOBODY, 2: NOBODY, 4: 0, 5: 0})
    assert any_loose(track, {6: 1}) and not any_loose(track, {6: 1, 3: 1})
    assert not may_claim(track, COLUMN, TILES, 0, 1, STRAIGHT, {6: 1})
    assert may_claim(track, COLUMN, TILES, 0, 1, STRAIGHT, {6: 1, 3: 1}), "it comes from a stop he may build from"
    lay(track, COLUMN, TILES, 0, STRAIGHT, 0)
    assert may_claim(track, COLUMN, TILES, 0, 1, STRAIGHT, {6: 1}), "it meets track of his own"
    assert not may_claim(track, COLUMN, TILES, 1, 1, STRAIGHT, {6: 1})
    town = column([6], [1, 3], {3: NOBODY, 2: NOBODY})
    assert not may_claim(town, COLUMN, TILES, 0, 1, STRAIGHT, {6: 1}) and may_claim(town, COLUMN, TILES, 0, 1, STRAIGHT, {1: 1})
    assert not any_loose(column([0, 2], [], {1: NOBODY}), {}), "a link is not loose"
    assert not any_loose(column([0], [], {1: 0}), {}), "nor is track that somebody owns"


@pytest.mark.clause("AOS-8.8", "AOS-8.27", "STM-8.26")
def test_only_where_claims_are_a_rule_must_unowned_track_be_within_reach() -> None:
    """Track of nobody's comes from a town that seat 0 does not reach; a tile from a city joins it."""
    track = column([0, 6], [3], {3: NOBODY, 2: NOBODY})
    for claims, why in ((None, ""), (False, ""), (True, "no_claim")):
        builder = Builder(COLUMN, TILES, PRICES) if claims is None else Builder(COLUMN, TILES, PRICES, claims=claims)
        anchors = builder.anchors(track, 0)
        assert 3 not in anchors and builder.refuse(track, 0, 1, STRAIGHT, 99, anchors) == why


# -- sections ------------------------------------------------------------------------------------------------------------


def test_segments_have_numbers() -> None:
    for hex in (0, 1, 71):
        for a in range(6):
            for b in range(7):
                if a != b:
                    assert segment_parts(segment(hex, a, b)) == (hex, min(a, b), max(a, b))
    assert len({segment(hex, a, b) for hex in range(3) for a in range(6) for b in range(a + 1, 7)}) == 63


@pytest.mark.clause("AOS-2.14", "AOS-1.4", "AOS-12.6")
def test_what_a_seat_owns_is_counted_and_lost() -> None:
    """Cities in hexes 0 and 4, a town in 2: a link each way of seat 0, an open end of seat 1 beyond."""
    track = column([0, 4], [2], {1: 0, 2: 0, 3: 0, 5: 1})
    assert [track.owned(seat) for seat in (0, 1, 2)] == [2, 1, 0]
    assert [track.links_of(seat) for seat in (0, 1)] == [2, 0]
    assert [track.link_segments(seat) for seat in (0, 1)] == [4, 0]
    assert [len(track.unfinished(seat)) for seat in (0, 1)] == [0, 1]
    first = next(section for section in track.sections if 0 in section.ends)
    assert (first.ends, first.complete) == ((0, 2), True)
    assert [first.other_port(port) for port in first.ports] == list(reversed(first.ports))
    loose = next(section for section in track.sections if section.owner == 1)
    assert far_stop(loose) == 4 and far_stop(Section(0, (0, 1), (OPEN, 0), ())) == 0 == far_stop(
        Section(0, (0, 1), (0, OPEN), ())
    )
    assert [track.is_stop(hex) for hex in range(6)] == [True, False, True, False, True, False]
    eliminate(track, 0)
    assert [section.owner for section in track.sections].count(NOBODY) == 2 and track.owned(1) == 1
    eliminate(track, 1)
    assert {section.owner for section in track.sections} == {NOBODY}


@pytest.mark.clause("AOS-8.25", "STM-8.28")
def test_what_was_not_extended_is_lost() -> None:
    track = column([0, 6], [], {1: 0, 5: 1})
    track.fresh = []
    lay(track, COLUMN, TILES, 2, STRAIGHT, 0)
    assert end_build(track.clone(), 0) == [] and end_build(track, 1) != []
    assert sorted(section.owner for section in track.sections) == [NOBODY, 0] and track.fresh == []
    lost = end_build(track, 0)
    assert [track.sections[i].owner for i in lost] == [NOBODY] and end_build(track, 0) == []


@pytest.mark.clause("STM-8.27", "AOS-8.10")
@pytest.mark.parametrize("claim", [None, False, True])
def test_who_lays_a_town_tile_claims_its_loose_ends_only_where_that_is_a_rule(claim: bool | None) -> None:
    track = column([6], [3], {3: NOBODY})
    crossing = TILES.form_of[TILES.number["cross_straight_straight"]][0]
    if claim is None:
        lay(track, COLUMN, TILES, 3, crossing, 0)
    else:
        lay(track, COLUMN, TILES, 3, crossing, 0, claim)
    assert track.owned(0) == (4 if claim else 2)
    theirs = column([6], [3], {3: 1})
    lay(theirs, COLUMN, TILES, 3, crossing, 0, bool(claim))
    assert [theirs.owned(seat) for seat in (0, 1)] == [2, 2], "what somebody owns is never claimed"


@pytest.mark.clause("AOS-9.3", "AOS-9.6", "AOS-9.7")
def test_a_new_city_looks_at_its_own_six_sides() -> None:
    """The next hex has track towards it; the last hex of the board has track on its last side, which leads nowhere."""
    track = column([6], [0, 4], {5: 0})
    lay(track, COLUMN, TILES, 2, next(form.number for form in TILES.forms if form.sides == (3, 5)), 1)
    lay(track, COLUMN, TILES, 3, STRAIGHT, 1)
    assert waiting_for_city(track, COLUMN, 4) == [6 * 5, 6 * 3 + 3] or waiting_for_city(track, COLUMN, 4) == [6 * 3 + 3, 6 * 5]
    assert not urbanizing_loops(track, COLUMN, 4) and vanishing(track, 4, 0) == 0
    urbanize(track, COLUMN, TILES, 4, 0)
    assert [section.ends for section in track.sections if section.owner == 0] == [(4, 6)] and len(track.sections) == 2
    end = column([], [0], {})
    lay(end, COLUMN, TILES, 6, next(form.number for form in TILES.forms if form.sides == (3, 5)), 1)
    assert end.at[-1] != EMPTY
    assert waiting_for_city(end, COLUMN, 0) == [] and not urbanizing_loops(end, COLUMN, 0)
    urbanize(end, COLUMN, TILES, 0, 0)
    assert [section.owner for section in end.sections] == [1]


@pytest.mark.clause("AOS-2.5", "AOS-8.10", "AOS-9.6")
def test_port_0_is_a_port_like_any_other() -> None:
    """A column numbered from the south: side 0 of hex 0 leads up to hex 1."""
    grid = Grid([(0, row) for row in range(6, -1, -1)])
    assert grid.across[6 * 1 + 3] == 0
    track = empty_track(grid, TILES, [0, 3], [])
    builder = Builder(grid, TILES, PRICES)
    pairs = [[(hex, form) for form in range(len(TILES.forms))] for hex in range(grid.size)]

    def plays_on(track: Track, anchors: dict[int, int]) -> set[int]:
        return {hex for hex, _ in builder.legal(track, 0, 99, anchors, pairs)}

    assert plays_on(track, {0: 1}) == {1}
    lay(track, grid, TILES, 1, STRAIGHT, 0)
    assert [section.ends for section in track.sections] == [(0, OPEN)] and follow(track, 0, [0])[2] == "no_link"
    assert plays_on(track, {0: 1}) == {2} and joins(track, grid, 6 * 1 + 3) == EMPTY
    lay(track, grid, TILES, 2, STRAIGHT, 0)
    assert track.links_of(0) == 1 and follow(track, 0, [0]) == ([3], [0], "") and builder.anchors(track, 0) == {0: 1, 3: 1}
    open_end = empty_track(grid, TILES, [3], [])
    for hex in (2, 1):
        lay(open_end, grid, TILES, hex, STRAIGHT, 0)
    assert plays_on(open_end, {3: 1}) == {4}
    assert builder.refuse(open_end, 0, 0, STRAIGHT, 9, {3: 1}) == "impassable", "it would lead off the board"
    facing = empty_track(grid, TILES, [], [1])
    lay(facing, grid, TILES, 0, STRAIGHT, 1)
    assert waiting_for_city(facing, grid, 1) == [0] and joins(facing, grid, 6 * 1 + 3) == 0
    urbanize(facing, grid, TILES, 1, 0, [0])
    assert [(section.owner, set(section.ends)) for section in facing.sections] == [(0, {OPEN, 1})]
    far = [99] * 7
    far[1] = 0
    spread(grid, [LAND] * 7, far, [1])
    assert far == [1, 0, 1, 2, 3, 4, 5]


@pytest.mark.clause("AOS-9.5", "AOS-8.25")
def test_what_was_laid_beside_a_new_city_is_still_new() -> None:
    track = column([6], [5], {5: 0, 4: 0, 3: 0})
    assert {s // 42 for s in track.fresh} == {3, 4, 5}
    urbanize(track, COLUMN, TILES, 5, 0)
    assert {s // 42 for s in track.fresh} == {3, 4}


@pytest.mark.clause("AOS-9.6", "AOS-9.7")
def test_loose_ends_and_loops_on_every_side_of_a_town() -> None:
    grid = Grid([(col, row) for col in range(5) for row in range(5)])
    town = grid.number["c2r2"]
    beside = [(grid.across[6 * town + side] // 6, (side + 3) % 6) for side in range(6)]
    around = empty_track(grid, TILES, [], [town])
    for hex, back in beside:
        lay(around, grid, TILES, hex, TILES.joining(-1, back, (back + 3) % 6), 0)
    assert waiting_for_city(around, grid, town) == [6 * hex + back for hex, back in beside]
    assert not urbanizing_loops(around, grid, town)
    for side in range(6):
        for exits in ((), (side,), ((side + 1) % 6,)):
            track = empty_track(grid, TILES, [], [town])
            if exits:
                lay(track, grid, TILES, town, next(f.number for f in TILES.forms if f.sides == exits and f.kind == "town"), 0)
            (here, back), (there, back_too) = beside[side], beside[(side + 1) % 6]
            lay(track, grid, TILES, here, TILES.joining(-1, back, (back - 1) % 6), 0)
            assert not urbanizing_loops(track, grid, town)
            lay(track, grid, TILES, there, TILES.joining(-1, back_too, (back_too + 1) % 6), 0)
            assert urbanizing_loops(track, grid, town), "out by one side and back by the next"


@pytest.mark.clause("AOS-8.10")
@pytest.mark.parametrize(("city", "tiles"), [(6, [2, 4, 3, 5]), (0, [4, 2, 3, 1])])
def test_towns_far_from_the_city_are_joined_to_it_link_by_link(city: int, tiles: list[int]) -> None:
    """The link that is farther away is the older one."""
    track = column([city], [2, 4], dict.fromkeys(tiles, 0))
    assert set(Builder(COLUMN, TILES, PRICES).anchors(track, 0)) == {city, 2, 4}


def test_distances_go_over_land_only() -> None:
    far = [99] * 7
    far[0] = 0
    spread(COLUMN, [CITY, LAND, LAND, TOWN_HEX, LAND, LAND, LAND], far, [0])
    assert far == [0, 1, 2, 99, 99, 99, 99]


@pytest.mark.clause("AOS-8.10")
def test_a_town_is_anchored_by_a_city_on_the_first_hex() -> None:
    track = column([0], [2], {1: 0, 2: 0})
    assert Builder(COLUMN, TILES, PRICES).anchors(track, 0) == {0: 1, 2: 1}
    assert Builder(COLUMN, TILES, PRICES).anchors(track, 1) == {0: 1}


def test_sections_have_names() -> None:
    track = column([0, 4], [2], {1: 0, 2: 0})
    assert {section_id(COLUMN, section) for section in track.sections} == {"c0r1:0-3", "c0r2:3-T"}


@pytest.mark.clause("AOS-17.9")
@pytest.mark.parametrize(("a", "b"), [(0, 1), (1, 0)])
def test_a_direct_link_runs_from_the_first_city_to_the_second(a: int, b: int) -> None:
    track = empty_track(COLUMN, TILES, [0, 1, 3], [])
    number = link_directly(track, COLUMN, a, b, 2)
    section = track.sections[number]
    assert section == Section(2, (3, 6), (0, 1), (segment(0, 3, TOWN),))
    assert track.at[3] == track.at[6] == number and track.at.count(number) == 2
    assert link_completed(track, COLUMN, number) == LinkCompleted(2, ("c0r0", "c0r1"), 1)


@pytest.mark.clause("AOS-9.3", "AOS-9.6", "AOS-9.7", "STM-8.36")
def test_what_a_new_city_would_complete_loop_and_take_away() -> None:
    for track in boards():
        for hex in TOWNS:
            if track.places[hex] != TOWN_HEX:
                continue
            met, loose = [], []
            for side in range(6):
                port, other = 6 * hex + side, GRID.across[6 * hex + side]
                if track.at[port] != EMPTY:
                    met.append(track.at[port])
                elif other >= 0 and track.places[other // 6] != CITY and track.at[other] != EMPTY:
                    met.append(track.at[other])
                    loose.append(other)
            assert urbanizing_loops(track, GRID, hex) is (len(set(met)) < len(met))
            assert waiting_for_city(track, GRID, hex) == loose
            for seat in range(3):
                alone = [s for s in track.sections if s.owner == seat and len(s.segments) == 1 and s.segments[0] // 42 == hex]
                assert vanishing(track, hex, seat) == len(alone)
            if len(set(met)) == len(met):
                after = track.clone()
                owners = {other: track.sections[track.at[other]].owner for other in loose}
                urbanize(after, GRID, TILES, hex, 7, loose[:1])
                check(after)
                for n, other in enumerate(loose):
                    assert after.sections[after.at[other]].owner == (7 if n == 0 else owners[other])
                assert not any(s // 42 == hex for s in after.fresh)


# -- tiles ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-1.6", "AOS-8.19", "AOS-8.21")
def test_what_may_replace_and_redirect_each_form() -> None:
    for old in TILES.forms:
        upgrades, redirects = [], []
        for new in TILES.forms:
            if "town" in (old.kind, new.kind):
                continue
            gone, came = {*old.segments} - {*new.segments}, {*new.segments} - {*old.segments}
            if not gone and len(came) == 1:
                upgrades.append((new.number, *came))
            elif len(gone) == len(came) == 1 and len(old.segments) == len(new.segments):
                (lost,), (won,) = gone, came
                if len({*lost} & {*won}) == 1:
                    (kept,) = {*lost} & {*won}
                    redirects.append((new.number, kept, *({*lost} - {kept}), *({*won} - {kept})))
        assert TILES.upgrades[old.number] == upgrades and TILES.redirects[old.number] == redirects
    assert [turned((0, 3), turn) for turn in range(6)] == [(0, 3), (1, 4), (2, 5), (0, 3), (1, 4), (2, 5)]
    assert [turned((4, TOWN), turn) for turn in range(3)] == [(4, TOWN), (5, TOWN), (0, TOWN)]
    assert TILES.joining(-1, 3, 0) == STRAIGHT == TILES.joining(-1, 0, 3) and TILES.joining(TILES.form_of[5][0], 0, 2) == -1
    assert all_plays(COLUMN, TILES)[2][STRAIGHT] == LayTrack("c0r2", "straight", 0)
    assert KINDS_OF_PLAY == ("place", "replace", "town", "redirect")
