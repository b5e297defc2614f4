"""The worked examples of the rulebook that build track (STM-16); the others stand in the chapters they explain."""

from __future__ import annotations

import pytest

from boxcars.games.steam.types import BuildTrack, PickNewCity, PickSupply, Urbanize
from boxcars.rail.actions import EndBuild
from boxcars.rail.track import NOBODY
from tests.steam.positions import (
    P,
    Q,
    R,
    building,
    fresh,
    give_tile,
    links,
    new_city,
    owner,
    play,
    put,
    refused,
    section,
    tile,
)


def urbanize(rules, table, hex: str, colour: str = "gray") -> None:  # type: ignore[no-untyped-def]
    seat = rules.actor(table)
    rules.play(table, seat, Urbanize(hex))
    rules.play(table, seat, PickNewCity(colour))
    rules.play(table, seat, PickSupply(0))


@pytest.mark.clause("STM-EX-4", "STM-8.2", "STM-8.36")
def test_example_4_urbanization() -> None:
    rules, table = fresh()
    give_tile(table, P, "urbanization", open=True)
    building(rules, table, P)
    play(rules, table, "c10r7 21/0")
    play(rules, table, "c10r9 21/0")
    urbanize(rules, table, "c10r8")
    assert links(rules, table, P) == {("Albany", "Poughkeepsie"), ("New York", "Poughkeepsie")}
    assert table.agenda[-1] == BuildTrack(P, 1)  # a third tile is still allowed
    play(rules, table, "c9r6 22/1")


@pytest.mark.clause("STM-EX-6")
@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("c10r8 T21/0", ""),
        ("c12r7 22/3", ""),
        ("c12r9 21/0", "impassable"),
        ("c4r5 23/5", "impassable"),
        ("c13r4 21/0", "not_connected"),
        ("c3r3 21/0", "not_buildable"),
        ("c10r6 21/0", "not_buildable"),
    ],
)
def test_example_6_legality(written: str, code: str) -> None:
    rules, table = fresh()
    put(rules, table, P, "c10r7 21/0")
    building(rules, table, P)
    if code:
        assert refused(rules, table, tile(written)) == code
    else:
        play(rules, table, written)


@pytest.mark.clause("STM-EX-6", "STM-8.15")
def test_example_6c_loop() -> None:
    rules, table = fresh()
    building(rules, table, P)
    play(rules, table, "c10r5 23/2")
    assert refused(rules, table, tile("c11r5 23/4")) == "loop"


@pytest.mark.clause("STM-EX-7", "STM-EX-8", "STM-EX-9")
def test_examples_7_to_9_on_one_board() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert [play(rules, table, t) for t in ("c10r7 21/0", "c10r8 T21/0", "c10r9 21/0")] == [3, 4, 3]
    assert links(rules, table, P) == {("Albany", "Poughkeepsie"), ("New York", "Poughkeepsie")}

    give_tile(table, Q, "engineer")
    building(rules, table, Q, 4)
    assert [play(rules, table, t) for t in ("c9r6 22/1", "c9r7 21/0", "c9r8 21/0", "c9r9 22/0")] == [4, 2, 2, 2]
    assert links(rules, table, Q) == {("Albany", "New York")}
    assert len(section(rules, table, "c9r8", 0).segments) == 4
    assert refused(rules, table, tile("c9r5 21/2"), seat=Q) == "not_your_turn"  # a fifth play

    give_tile(table, R, "urbanization", open=True)
    building(rules, table, R)
    assert [play(rules, table, t) for t in ("c11r6 21/2", "c12r7 22/3", "c12r9 22/0")] == [2, 4, 2]
    urbanize(rules, table, "c13r9")
    assert links(rules, table, R) == {("Albany", "Hartford"), ("Hartford", "New Haven")}


@pytest.mark.clause("STM-EX-10", "STM-8.28", "STM-8.30")
@pytest.mark.parametrize("goes_on", [True, False])
def test_example_10_unfinished_sections(goes_on: bool) -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert play(rules, table, "c9r5 21/2") == 3
    assert play(rules, table, "c8r5 T33/1") == 5
    rules.play(table, P, EndBuild())
    building(rules, table, P)
    assert play(rules, table, "c7r5 21/1") == 2
    rules.play(table, P, EndBuild())
    assert links(rules, table, P) == {("Albany", "Amsterdam")}
    assert owner(rules, table, "c8r5", 4) == P
    assert owner(rules, table, "c8r5", 1) == NOBODY
    building(rules, table, P)
    if goes_on:
        play(rules, table, "c6r6 23/0")
    rules.play(table, P, EndBuild())
    if goes_on:
        assert links(rules, table, P) == {("Albany", "Amsterdam"), ("Amsterdam", "Syracuse")}
    else:
        assert owner(rules, table, "c8r5", 4) == NOBODY


@pytest.mark.clause("STM-EX-12", "STM-8.28", "STM-8.29")
def test_example_12_a_redirect_is_no_extension() -> None:
    rules, table = fresh()
    put(rules, table, P, "c9r6 22/1")
    building(rules, table, P)
    assert play(rules, table, "c9r6 21/1") == 2
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c9r6", 4) == NOBODY


@pytest.mark.clause("STM-EX-13", "STM-8.19", "STM-9.3")
def test_example_13_replacement() -> None:
    black, green = P, Q
    rules, table = fresh()
    put(rules, table, black, "c15r7 22/4")
    put(rules, table, green, "c16r7 22/3", "c16r8 23/5")
    building(rules, table, green)
    assert play(rules, table, "c15r7 42/5") == 4
    assert links(rules, table, black) == {("Boston", "Providence")}
    assert owner(rules, table, "c15r7", 5) == green
    end = next(port for port, stop in zip(*ends(rules, table), strict=True) if stop < 0)
    assert rules.board.grid.ids[rules.board.grid.across[end] // 6] == "c14r7"


def ends(rules, table) -> tuple[tuple[int, int], tuple[int, int]]:  # type: ignore[no-untyped-def]
    green = section(rules, table, "c15r7", 5)
    return green.ports, green.ends


@pytest.mark.clause("STM-EX-14", "STM-8.18")
def test_example_14_a_two_segment_tile_on_an_empty_hex() -> None:
    rules, table = fresh()
    new_city(rules, table, "c13r9", "gray")
    put(rules, table, P, "c11r6 21/2", "c12r7 22/3")  # track to Hartford
    building(rules, table, P)
    assert play(rules, table, "c13r8 42/2") == 5
    assert section(rules, table, "c13r8", 5) is not section(rules, table, "c13r8", 3)
    assert {owner(rules, table, "c13r8", side) for side in (2, 5, 1, 3)} == {P}
