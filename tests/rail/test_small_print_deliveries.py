"""The small print of ways: every reason against one, and deliveries reach by reach."""

from __future__ import annotations

import pytest

from boxcars.rail.actions import MoveGoods
from boxcars.rail.network import (
    CITIES,
    CITY_AT,
    GAIN_BITS,
    LINKS,
    STOPS,
    Networks,
    follow,
    gain_of,
    link_numbers,
    ready_made,
    refuse_way,
    sides_of,
)
from boxcars.rail.track import NOBODY

from .test_small_print_track import COLUMN, column


@pytest.mark.clause("AOS-11.3", "AOS-11.4", "AOS-11.5", "AOS-11.6", "STM-10.4", "STM-10.7")
def test_every_reason_against_a_way() -> None:
    """Cities in 0, 2, 4 and 6, links of seat 0 between the first three; the cube starts in city 0."""
    track = column([0, 2, 4, 6], [], {1: 0, 3: 0})
    accepts = [0, 0, 2, 0, 1, 0, 0]

    def why(sides: list[int], colour: int = 0, reach: int = 2, once: int = STOPS) -> str:
        return refuse_way(track, accepts, 0, colour, sides, reach, once)

    assert why([]) == "no_path" and why([0]) == "no_link" and why([6]) == "no_link" and why([-1]) == "no_link"
    assert why([3, 3]) == "" and why([3, 3], reach=1) == "too_long" and why([3]) == "wrong_city"
    assert why([3, 3], colour=1) == "passes_city" and why([3], colour=1) == "" and why([3, 3, 3], reach=9) == "no_link"
    assert [why([3, 0], once=once) for once in (STOPS, LINKS, CITIES)] == ["city_twice", "link_twice", "city_twice"]
    assert follow(track, 0, [3, 3]) == ([2, 4], [track.at[6], track.at[18]], "")
    assert follow(track, 1, [3])[2] == "no_link", "goods start at a stop"
    open_end = column([0], [], {1: 0})
    assert follow(open_end, 0, [3])[2] == "no_link"
    assert follow(column([0], [1], {1: 0}), 0, [6])[2] == "no_link", "the next hex is a town, and has a side 0 of its own"


@pytest.mark.clause("AOS-11.5", "AOS-11.10")
def test_deliveries_are_made_ready_reach_by_reach() -> None:
    track = column([0, 2, 4, 6], [], {1: 0, 3: 2, 5: NOBODY})
    accepts = [0, 0, 1, 0, 2, 0, 4]
    network = Networks(6).of(track, accepts)
    search = network.search(0, 2)
    assert [search.within(reach) for reach in (-1, 0, 1, 2, 3, 9)] == [0, 0, 0, 0, 1, 1]
    (effect,) = search.found
    assert effect >> CITY_AT == 6 and [gain_of(effect, seat) for seat in range(4)] == [1, 0, 1, 0]
    assert sides_of(search.found[effect]) == (3, 3, 3) and GAIN_BITS == 4
    for reach, count in ((2, 0), (3, 1), (3, 1)):
        made = ready_made(search, reach, MoveGoods, "c0r0", "red", COLUMN.ids)
        assert made == [MoveGoods("c0r0", "red", "c0r6", (3, 3, 3))][:count]
    assert network.near(0) == [1, 99, 0, 99, 1, 99, 2] and network.near(3) == [99] * 7
    assert network.search(2, 0).within(1) == 0, "a cube does not stay where it is"
    assert network.search(1, 0).within(6) == 0, "hex 1 is no stop"
    both = [1, 0, 1, 0, 0, 0, 0]
    for closed in (frozenset[int](), frozenset([0])):
        near = Networks(6).of(track, both, closed).search(0, 0)
        assert [near.within(reach) for reach in (0, 1)] == [0, 1], "from one city that takes it to the next"
    assert network.search(4, 0, skip=6 * 4 + 3).within(2) == 1 and network.search(4, 0, skip=6 * 4).within(2) == 0
    assert link_numbers(track) == sorted(
        (section.ports[0] * 65536 + section.ports[1]) * 8 + section.owner + 1 for section in track.sections
    )
    assert link_numbers(column([6], [], {5: 0})) == [], "what leads nowhere is no link"
    assert Networks(3).of(track, accepts).search(0, 2).within(9) == 1
    assert Networks(2).of(track, accepts).search(0, 2).within(9) == 0, "no cube goes farther than the longest"
