"""Urbanization and City Growth (STM-8e, 8f)."""

from __future__ import annotations

import pytest

from boxcars.games.steam.types import (
    BuildTrack,
    ChooseNewCity,
    ChooseSupply,
    CityActionLapsed,
    CityFounded,
    GrowCity,
    PickNewCity,
    PickSupply,
    Urbanize,
)
from boxcars.rail.actions import BuildEnded, EndBuild, LinkCompleted
from boxcars.rail.track import CITY, NOBODY, OPEN, give
from tests.steam.positions import (
    P,
    Q,
    R,
    at,
    building,
    empty_supply,
    fresh,
    give_tile,
    goods,
    links,
    new_city,
    owner,
    play,
    put,
    refused,
    section,
    tile,
)


def found(rules, table, hex: str, colour: str = "gray", space: int = 0) -> list:  # type: ignore[no-untyped-def]
    """The holder of the tile in his build turn puts a New City there."""
    seat = rules.actor(table)
    events = rules.play(table, seat, Urbanize(hex))
    if isinstance(table.agenda[-1], ChooseNewCity):
        events += rules.play(table, seat, PickNewCity(colour))
    if isinstance(table.agenda[-1], ChooseSupply):
        events += rules.play(table, seat, PickSupply(space))
    return events


def holder(action: str = "urbanization", plays: int = 3, mode: str = "basic") -> tuple:
    rules, table = fresh(mode=mode)
    give_tile(table, P, action, open=True)
    building(rules, table, P, plays)
    return rules, table


@pytest.mark.clause("STM-8.34")
def test_any_town_and_any_new_city_once() -> None:
    rules, table = holder()
    assert {a.hex for a in rules.legal(table) if isinstance(a, Urbanize)} == {t.hex for t in rules.board.file.towns}
    assert refused(rules, table, Urbanize("c10r6")) == "no_town"
    rules.play(table, P, Urbanize("c10r8"))
    assert len(rules.legal(table)) == 5
    rules.play(table, P, PickNewCity("blue"))
    rules.play(table, P, PickSupply(3))
    assert table.accepts[at(rules, "c10r8")] == 1 << 1
    assert table.new_cities == [1, 0, 1, 1, 4]
    assert refused(rules, table, Urbanize("c8r5")) == "no_urbanization"
    building(rules, table, Q)
    assert refused(rules, table, Urbanize("c8r5")) == "no_urbanization"


@pytest.mark.clause("STM-8.34", "STM-8.2")
def test_at_any_moment_and_not_a_tile_play() -> None:
    rules, table = holder()
    play(rules, table, "c10r7 21/0")
    found(rules, table, "c10r8")
    assert table.agenda[-1] == BuildTrack(P, 2)
    play(rules, table, "c10r9 21/0")
    assert len(links(rules, table, P)) == 2


@pytest.mark.clause("STM-8.35")
def test_the_town_tile_goes_back() -> None:
    rules, table = holder()
    put(rules, table, Q, "c10r7 21/0", "c10r8 T21/0")
    number = rules.board.tiles.number["T21"]
    assert table.track.used[number] == 1
    found(rules, table, "c10r8")
    assert table.track.used[number] == 0
    assert table.track.tiles[at(rules, "c10r8")] == -1
    assert table.track.places[at(rules, "c10r8")] == CITY
    assert refused(rules, table, tile("c10r8 T21/0")) == "not_buildable"
    assert rules.refuse(table, P, tile("c10r9 21/0")) is None  # track to all sides


@pytest.mark.clause("STM-8.36")
def test_what_becomes_of_sections_that_reached_the_town() -> None:
    rules, table = holder()
    put(rules, table, Q, "c10r7 21/0", "c10r8 T32/0", "c10r9 22/0")  # Albany link; OPEN to c10r9; bare exit 5
    assert table.track.owned(Q) == 3
    found(rules, table, "c10r8")
    assert links(rules, table, Q) == {("Albany", "Poughkeepsie")}
    south = section(rules, table, "c10r9", 0)
    assert (south.owner, OPEN in south.ends, at(rules, "c10r8") in south.ends) == (Q, True, True)
    assert table.track.owned(Q) == 2  # the bare exit has gone with its token
    building(rules, table, Q)
    rules.play(table, Q, EndBuild())
    assert owner(rules, table, "c10r9", 0) == NOBODY  # nothing was added to it for STM-8.28


@pytest.mark.clause("STM-8.37", "STM-TV-22")
def test_open_ends_at_the_new_city_are_completed() -> None:
    rules, table = holder()
    give_tile(table, P, "turn_order")
    give_tile(table, Q, "urbanization", open=True)
    put(rules, table, P, "c10r7 21/0")
    put(rules, table, NOBODY, "c10r9 21/0")
    building(rules, table, Q)
    assert not table.built[Q]
    events = found(rules, table, "c10r8")
    assert links(rules, table, P) == {("Albany", "Poughkeepsie")}
    assert links(rules, table, Q) == {("New York", "Poughkeepsie")}
    assert [e.seat for e in events if isinstance(e, LinkCompleted)] == [P, Q]


@pytest.mark.clause("STM-8.37", "STM-8.26", "STM-2.16")
def test_a_new_city_claims_only_what_its_founder_may_claim() -> None:
    """Nobody's track comes from Poughkeepsie, where only R has track, and waits before New Haven."""
    for who, claimed in ((Q, set()), (R, {("New Haven", "Poughkeepsie")})):
        rules, table = holder()
        give_tile(table, P, "turn_order")
        give_tile(table, who, "urbanization", open=True)
        put(rules, table, R, "c10r7 21/0", "c10r8 T22/0")
        give(table.track, table.track.at[6 * at(rules, "c10r8") + 2], NOBODY)
        put(rules, table, NOBODY, "c11r8 21/2", "c12r9 21/2")
        building(rules, table, who)
        events = found(rules, table, "c13r9")
        assert section(rules, table, "c11r8", 5).complete, "it is a link in any case"
        assert links(rules, table, who) - {("Albany", "Poughkeepsie")} == claimed
        assert len([e for e in events if isinstance(e, LinkCompleted)]) == len(claimed)


@pytest.mark.clause("STM-8.38")
def test_the_new_city_gets_all_goods_of_a_supply_space() -> None:
    rules, table = holder()
    wanted = rules.observe(table, None).supply[5]
    rules.play(table, P, Urbanize("c10r8"))
    rules.play(table, P, PickNewCity("red"))
    rules.play(table, P, PickSupply(5))
    assert goods(rules, table, "c10r8") == wanted
    assert 5 not in table.sets_left()
    rules, table = holder()
    empty_supply(table, 4)
    rules.play(table, P, Urbanize("c10r8"))
    rules.play(table, P, PickNewCity("red"))
    assert refused(rules, table, PickSupply(4)) == "empty_supply"
    rules, table = holder()
    empty_supply(table)
    events = found(rules, table, "c10r8")
    assert any(isinstance(e, CityFounded) and e.supply == -1 for e in events)
    assert goods(rules, table, "c10r8") == [0] * 5


@pytest.mark.clause("STM-8.39", "STM-8.42", "STM-EX-24")
def test_new_cities_never_grow() -> None:
    rules, table = holder("city_growth")
    new_city(rules, table, "c10r8", "gray")
    assert refused(rules, table, GrowCity("c10r8")) == "grown"
    rules, table = holder()
    found(rules, table, "c10r8")  # the same by the action itself
    give_tile(table, Q, "city_growth", open=True)
    building(rules, table, Q)
    assert refused(rules, table, GrowCity("c10r8")) == "grown"


@pytest.mark.clause("STM-8.40")
def test_an_urbanization_may_not_make_a_self_link() -> None:
    """A section leaves Poughkeepsie to the north and comes round to an open end at its north-east side."""
    rules, table = holder()
    put(rules, table, P, "c10r9 21/0", "c10r8 T21/0", "c10r7 23/2", "c11r7 23/4")
    ring = section(rules, table, "c10r8", 0)
    assert OPEN not in ring.ends or ring.ports[1] // 6 == at(rules, "c11r7")
    assert refused(rules, table, Urbanize("c10r8")) == "loop"
    assert Urbanize("c10r8") not in rules.legal(table)


@pytest.mark.clause("STM-8.44")
def test_a_committed_urbanization_without_a_town_lapses() -> None:
    rules, table = holder()
    put(rules, table, P, "c10r9 21/0", "c10r8 T21/0", "c10r7 23/2", "c11r7 23/4")
    for town in rules.board.hexes.towns:
        if town != at(rules, "c10r8"):
            table.track.places[town] = 0
    assert EndBuild() in rules.legal(table)
    events = rules.play(table, P, EndBuild())
    assert CityActionLapsed(P, "urbanization") in events
    assert table.cash[P] == 100


@pytest.mark.clause("STM-8.41")
def test_city_growth() -> None:
    rules, table = holder("city_growth")
    before = goods(rules, table, "c0r4")
    more = rules.observe(table, None).supply[7]
    rules.play(table, P, GrowCity("c0r4"))  # Toronto, far from any track of P's
    rules.play(table, P, PickSupply(7))
    assert goods(rules, table, "c0r4") == [a + b for a, b in zip(before, more, strict=True)]
    assert table.grown[rules.board.place_of[at(rules, "c0r4")]]
    assert refused(rules, table, GrowCity("c1r5")) == "no_city_growth"
    assert table.agenda[-1] == BuildTrack(P, 3)


@pytest.mark.clause("STM-8.42")
def test_a_city_grows_once() -> None:
    rules, table = holder("city_growth")
    table.grown[rules.board.place_of[at(rules, "c0r4")]] = True
    assert refused(rules, table, GrowCity("c0r4")) == "grown"
    assert refused(rules, table, GrowCity("c10r8")) == "no_city"


@pytest.mark.clause("STM-8.43")
def test_a_committed_growth_without_goods_lapses() -> None:
    rules, table = holder("city_growth")
    empty_supply(table)
    assert refused(rules, table, GrowCity("c0r4")) == "nothing_to_grow"
    events = rules.play(table, P, EndBuild())
    assert CityActionLapsed(P, "city_growth") in events
    rules, table = holder("city_growth", plays=1)
    empty_supply(table)
    events = rules.play(table, P, tile("c10r7 21/0"))
    assert BuildEnded(P) in events  # nothing is open any more


@pytest.mark.clause("STM-8.45")
def test_the_build_turn_ends_after_the_city_action_when_no_play_is_left() -> None:
    rules, table = holder(plays=1)
    play(rules, table, "c10r7 21/0")
    events = found(rules, table, "c8r5")
    assert BuildEnded(P) in events


@pytest.mark.clause("STM-9.4")
def test_the_city_actions_cost_nothing_in_the_building_phase() -> None:
    rules, table = holder()
    found(rules, table, "c10r8")
    assert table.cash[P] == 100
    rules, table = holder("city_growth")
    rules.play(table, P, GrowCity("c0r4"))
    rules.play(table, P, PickSupply(0))
    assert table.cash[P] == 100
