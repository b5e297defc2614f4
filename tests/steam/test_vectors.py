"""Derived test vectors with coordinates (STM-17); the others stand in the chapters they belong to."""

from __future__ import annotations

import pytest

from boxcars.games.steam.types import PickNewCity, PickSupply, Urbanize
from boxcars.rail.actions import EndBuild, LayTrack
from boxcars.rail.track import NOBODY
from tests.steam.positions import P, Q, building, fresh, give_tile, links, new_city, owner, play, put, refused, section, tile


@pytest.mark.clause("STM-TV-9")
@pytest.mark.parametrize(("map", "counts"), [("north_america", (329, 64, 0)), ("ruhr", (427, 209, 26))])
def test_legal_first_plays(map: str, counts: tuple[int, int, int]) -> None:
    rules, table = fresh(map)
    building(rules, table, P)
    plays = [a for a in rules.legal(table) if isinstance(a, LayTrack)]
    kinds = [rules.board.tiles.tiles[rules.board.tiles.number[a.tile]].kind for a in plays]
    assert (kinds.count("simple"), kinds.count("crossing") + kinds.count("coexisting"), kinds.count("town")) == counts
    assert len(plays) == sum(counts) == rules.board.file.checks["legal_first_plays"]
    # Counted a second time by the evaluator of single plays.
    all_plays = [play for row in rules.board.plays for play in row]
    assert sum(rules.refuse(table, P, action) is None for action in all_plays) == sum(counts)


def urbanize(rules, table, hex: str) -> None:  # type: ignore[no-untyped-def]
    seat = rules.actor(table)
    rules.play(table, seat, Urbanize(hex))
    rules.play(table, seat, PickNewCity("gray"))
    rules.play(table, seat, PickSupply(0))


@pytest.mark.clause("STM-TV-10", "STM-8.36", "STM-8.32")
def test_a_one_exit_link_vanishes_with_its_town() -> None:
    rules, table = fresh()
    new_city(rules, table, "c12r6", "gray")
    building(rules, table, P)
    assert play(rules, table, "c13r6 T11/5") == 3
    assert links(rules, table, P) == {("Brattleboro", "Worcester")}
    give_tile(table, Q, "urbanization", open=True)
    building(rules, table, Q)
    urbanize(rules, table, "c13r6")
    assert not table.track.sections


@pytest.mark.clause("STM-TV-11", "STM-8.36")
def test_adjacent_towns() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert [play(rules, table, t) for t in ("c14r7 22/5", "c13r6 T21/2", "c12r6 T11/2")] == [2, 4, 3]
    both = {("Boston", "Worcester"), ("Brattleboro", "Worcester")}
    assert links(rules, table, P) == both
    assert len(section(rules, table, "c12r6", 2).segments) == 2
    give_tile(table, Q, "urbanization", open=True)
    building(rules, table, Q)
    urbanize(rules, table, "c13r6")
    assert links(rules, table, P) == both
    assert len(section(rules, table, "c12r6", 2).segments) == 1


@pytest.mark.clause("STM-TV-19", "STM-8.27", "STM-8.28")
def test_town_exits_over_four_turns() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert [play(rules, table, t) for t in ("c10r7 21/0", "c10r8 T22/0")] == [3, 4]
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c10r8", 2) == P
    building(rules, table, P)
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c10r8", 2) == NOBODY
    building(rules, table, P)
    assert refused(rules, table, tile("c10r8 T32/5")) == "no_replacement"
    assert play(rules, table, "c10r8 T31/0") == 4
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c10r8", 2) == owner(rules, table, "c10r8", 4) == P
    building(rules, table, P)
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c10r8", 2) == owner(rules, table, "c10r8", 4) == NOBODY


@pytest.mark.clause("STM-TV-20", "STM-8.6", "STM-8.28")
def test_a_redirect_in_the_turn_of_building() -> None:
    rules, table = fresh()
    building(rules, table, P)
    assert play(rules, table, "c9r6 22/1") == 4
    assert play(rules, table, "c9r6 21/1") == 2
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c9r6", 4) == P
    building(rules, table, P)
    play(rules, table, "c9r6 22/1")
    rules.play(table, P, EndBuild())
    assert owner(rules, table, "c9r6", 3) == NOBODY


@pytest.mark.clause("STM-TV-21", "STM-8.13")
def test_the_first_tile() -> None:
    rules, table = fresh()
    put(rules, table, NOBODY, "c10r7 21/0")
    building(rules, table, Q)
    assert refused(rules, table, tile("c10r8 T21/0")) == "first_at_city"
    play(rules, table, "c9r5 21/2")
    assert play(rules, table, "c10r8 T21/0") == 4
    assert links(rules, table, Q) == {("Albany", "Poughkeepsie")}
    assert owner(rules, table, "c10r8", 3) == Q
