"""The small print: rules that change little and are easily broken, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.age_of_steam.actions import BuyDirectLink, MoveGoods, RewardRailroads, TakeAction
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.events import ExpensesPaid, ExtraCube, IncomeReduced, Transcontinental
from boxcars.games.age_of_steam.maps.germany_plays import Plays
from boxcars.games.age_of_steam.select_actions import ENGINEER
from boxcars.games.age_of_steam.steps import Phase
from boxcars.rail.actions import LinkCompleted
from boxcars.rail.track import CITY
from tests.age_of_steam.positions import place_hex, position, start, tile
from tests.age_of_steam.test_maps import before_last_link, finish_gap

WEST = ("salt_lake_city sacramento", "denver salt_lake_city", "kansas_city denver")


@pytest.mark.clause("AOS-15.11")
def test_of_several_smallest_sets_of_railroads_the_builder_names_one() -> None:
    """Railroads 2 and 3 both bring Kansas City to the east: 1 shares with whom it likes."""
    lines = [f"line 1 {way}" for way in WEST]
    at = before_last_link(*lines, "line 2 st_louis kansas_city", "line 3 des_moines kansas_city")
    finish_gap(at)
    assert set(at.rules.legal(at.table)) == {RewardRailroads((1, 2)), RewardRailroads((1, 3))}
    assert at.no(1, RewardRailroads((2, 3))).clause == "AOS-15.11"
    at.do(1, RewardRailroads((1, 3)))
    assert at.table.income == [0, 2, 0, 2]


@pytest.mark.clause("AOS-15.11")
def test_a_connection_of_nobodys_links_rewards_nobody() -> None:
    lines = "\n".join(f"line - {way}" for way in (*WEST, "st_louis kansas_city", "sacramento san_francisco"))
    at = position(f"map western_us 3\nseat 0 cash 40\n{lines}\ndue build 0")
    assert not at.table.transcontinental
    events = at.do(0, tile("c13r12 straight 2"))
    assert Transcontinental([], 0) in events
    assert at.table.transcontinental and at.table.income == [0, 0, 0]


@pytest.mark.clause("AOS-15.10", "AOS-15.11")
def test_the_transcontinental_railroad_comes_once() -> None:
    at = before_last_link(*(f"line 1 {way}" for way in WEST), "line 1 st_louis kansas_city")
    finish_gap(at)
    assert at.table.income[1] == 4
    at.next_turn(1)
    at.do(1, at.plays()[0])
    assert at.table.income[1] == 4


@pytest.mark.clause("AOS-15.10")
def test_unfinished_track_from_both_sides_is_no_transcontinental_railroad() -> None:
    at = before_last_link(*(f"line 1 {way}" for way in WEST), "line 1 st_louis kansas_city")
    at.next_turn(0)
    at.table.cash[0] = 40
    coast = {hex for hex in at.rules.board.starting if at.rules.board.region[hex] == "west"}
    begun = 0
    for play in at.plays():
        table = at.table.clone()
        at.rules.apply(table, play)
        begun += any(coast & set(section.ends) and not section.complete for section in table.track.sections)
        assert not table.transcontinental
    assert begun


@pytest.mark.clause("AOS-15.7", "AOS-15.9")
def test_one_section_is_enough_not_to_begin_on_a_coast_again() -> None:
    """After the transcontinental railroad: who owns track may start at Denver, who owns none may not."""
    for line, allowed in (("line 0 st_louis kansas_city", True), ("", False)):
        at = position(f"map western_us 3\nseat 0 cash 40 built 1\n{line}\ndue build 0")
        at.table.transcontinental = True
        assert at.table.track.owned(0) == int(allowed)
        assert (at.rules.refuse(at.table, 0, tile("c9r5 straight 2")) is None) is allowed


@pytest.mark.clause("AOS-19.6", "AOS-19.7")
def test_a_cube_goes_on_from_the_first_stop() -> None:
    """St. Lucia: from its hex to the town, over a completed link to the city; each step is a link and an income."""
    at = position(
        """
        map st_lucia 2
        city A c2r2
        city B c6r5
        line 0 c2r2 c3r4
        line 1 c3r4 c6r5
        seat 0 loco 2
        seat 1 loco 1
        due move 0 1
        """
    )
    first = next(s for s in at.table.track.sections if s.owner == 0)
    hex = next(s // 42 for s in first.segments if s // 42 != at.hex("c3r4"))
    at.table.cubes[hex] = (1,)
    at.table.bag[1] -= 1
    (move,) = at.moves()
    assert (move.to, len(move.sides)) == ("c6r5", 2)
    at.do(0, move)
    assert at.table.income == [1, 1]
    at.table.cubes[hex] = (1,)
    assert at.moves() == [], "a locomotive of one link does not reach it"
    assert at.no(1, move).code == "too_far"


@pytest.mark.clause("AOS-1.4", "AOS-17.9")
def test_without_a_limit_of_discs_the_direct_link_needs_none() -> None:
    at = position("map germany 3 unlimited_discs\nseat 0 cash 10\ndue build 0")
    assert at.rules.builder.discs is None
    at.do(0, BuyDirectLink("koln_dusseldorf--essen_dortmund"))
    assert at.table.track.links_of(0) == 1 and at.table.cash[0] == 8


@pytest.mark.clause("AOS-8.24")
def test_every_link_that_a_play_completes_is_told_once() -> None:
    """A crossing tile finishes two links at once; one that leads on finishes none."""
    at = position("map rust_belt 3\nseat 0 cash 40\ntrack 0 c7r4 straight 0\ndue build 0")
    events = at.do(0, tile("c7r3 straight 0"))
    assert [e for e in events if isinstance(e, LinkCompleted)] == [LinkCompleted(0, ("c7r3", "c7r5"), 2)]
    assert not any(isinstance(e, LinkCompleted) for e in at.do(0, tile("c11r8 straight 1")))


@pytest.mark.clause("AOS-7.1")
def test_the_table_shows_who_took_what() -> None:
    at = position("map rust_belt 3\ndue action")
    at.do(0, TakeAction("first_move"))
    assert at.rules.observe(at.table, None).actions == ["first_move", "", ""]
    at = start("barbados", 1)
    at.table.blocked = 0b101
    assert at.rules.observe(at.table, 0).blocked == ["first_move", "engineer"]


@pytest.mark.clause("AOS-11.2", "AOS-7.5")
def test_the_locomotive_action_and_a_raise_go_together() -> None:
    at = position("map rust_belt 3\nseat 0 loco 1\ndue action")
    at.do(0, TakeAction("locomotive"))
    assert at.table.locomotive[0] == 2 and not any(at.table.raised)


@pytest.mark.clause("AOS-11.6")
def test_a_way_that_leads_elsewhere_is_refused() -> None:
    at = position("map rust_belt 3\nline 0 cincinnati evansville\ncubes c12r8 blue\ndue move 0")
    (move,) = at.moves()
    assert at.no(0, MoveGoods(move.origin, "blue", "c7r5", move.sides)).code == "wrong_destination"
    assert place_hex(at, "evansville") == at.hex(move.to)


@pytest.mark.clause("AOS-12.6", "AOS-12.8")
def test_who_is_out_has_no_income_to_lose() -> None:
    at = position("map rust_belt 3\nturn 4\nseat 0 gone 3\nseat 1 income 20\nseat 2 income 5\ndue income_reduction")
    assert at.table.income == [0, 18, 5]
    events: list[object] = []
    at.table.agenda = [Phase(-1, "advance_turn"), Phase(-1, "income_reduction")]
    at.rules._advance(at.table, events)  # type: ignore[arg-type]
    assert [event.amounts for event in events if isinstance(event, IncomeReduced)] == [[0, 2, 0]]


@pytest.mark.clause("AOS-10.1", "AOS-10.8")
@pytest.mark.parametrize(("hex", "printed"), [("c1r4", 6), ("c1r10", 11), ("c3r13", 9)])
def test_a_printed_price_stands_for_the_terrain(hex: str, printed: int) -> None:
    """Germany: a simple tile costs the number on the hex, a coexisting one 1 more, a crossing 2 more; other hexes have none."""
    board = start("germany", 3).rules.board
    special = board.prices.place[board.grid.number[hex]]
    plain = board.prices.place[next(h for h in range(board.grid.size) if board.terrain[h] == "plain" and h not in board.towns)]
    by_kind = dict(zip((form.kind for form in TILES.forms), zip(special, plain, strict=True), strict=True))
    assert {kind: price for kind, (price, _) in by_kind.items() if price} == {
        "simple": printed,
        "coexisting": printed + 1,
        "crossing": printed + 2,
    }
    assert sorted(price for _, price in by_kind.values() if price) == [2, 3, 4]


@pytest.mark.clause("AOS-18.8")
def test_alone_one_is_always_first() -> None:
    at = position("map barbados 1\nturn 2\nseat 0 cash 0\ndue pay_expenses")
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.ranks == [1]


@pytest.mark.clause("AOS-1.4", "AOS-17.9")
def test_the_last_disc_buys_a_direct_link(monkeypatch: pytest.MonkeyPatch) -> None:
    link = BuyDirectLink("koln_dusseldorf--essen_dortmund")
    at = position("map germany 3\nseat 0 cash 10\ndue build 0")
    monkeypatch.setattr(at.rules.builder, "discs", 0)
    assert at.no(0, link).code == "no_ownership_disc"
    monkeypatch.setattr(at.rules.builder, "discs", 1)
    at.do(0, link)


@pytest.mark.clause("AOS-18.6")
def test_on_barbados_every_action_is_free_again_when_all_have_been_chosen() -> None:
    at = start("barbados", 1)
    rules: Any = at.rules
    for action in rules.actions[:-1]:
        rules.action_chosen(at.table, action)
    assert at.table.blocked == sum(1 << action for action in rules.actions[:-1])
    rules.action_chosen(at.table, rules.actions[-1])
    assert at.table.blocked == 0


@pytest.mark.clause("AOS-12.7", "AOS-14.1")
def test_nobody_wins_only_when_everybody_is_bankrupt() -> None:
    for gone, told in (([0, 0, 0], False), ([3, 0, 3], False), ([3, 2, 3], True)):
        at = start("rust_belt", 3)
        at.table.gone, at.table.agenda = gone, []
        outcome = at.rules.outcome(at.table)
        assert outcome is not None and (outcome.grade is not None) is told


@pytest.mark.clause("AOS-12.6", "AOS-12.2")
def test_who_is_out_pays_and_loses_nothing() -> None:
    at = position("map rust_belt 4\nturn 4\nseat 0 gone 3\ndue shares 1")
    at.table.agenda = [Phase(-1, "pay_expenses")]
    events: list[Any] = []
    at.rules._advance(at.table, events)
    (paid,) = (event for event in events if isinstance(event, ExpensesPaid))
    assert (paid.paid[0], paid.lost[0]) == (0, 0) and min(paid.paid[1:]) > 0


@pytest.mark.clause("AOS-12.7")
def test_of_two_players_who_is_left_has_won() -> None:
    at = position("map st_lucia 2\nturn 2\nseat 0 cash 0 income 0 shares 9\nseat 1 cash 30\ndue pay_expenses")
    assert at.table.gone[0] and not at.table.agenda and at.rules.outcome(at.table) is not None


@pytest.mark.clause("AOS-17.11", "AOS-16.6")
def test_the_last_cube_of_the_bag_comes_to_berlin() -> None:
    for cubes in (0, 1):
        at = start("germany", 3)
        at.table.bag = [cubes, 0, 0, 0, 0]
        events: list[Any] = []
        at.table.agenda = [Phase(-1, "goods_growth")]
        at.rules._advance(at.table, events)
        assert sum(isinstance(event, ExtraCube) for event in events) == cubes


@pytest.mark.clause("AOS-13.1", "AOS-2.6")
def test_the_display_has_six_columns_of_each_half_and_one_for_every_new_city() -> None:
    columns = start("rust_belt", 3).rules.board.columns
    assert columns == [*(f"{half}{n}" for half in "LD" for n in range(1, 7)), *"ABCDEFGH"]


@pytest.mark.clause("AOS-17.6", "AOS-17.8")
def test_the_look_ahead_halves_the_dearest_of_the_build_turn() -> None:
    at = position("map germany 3\nseat 0 cash 10\ndue build 0")
    rules: Any = at.rules
    at.table.action[0], at.table.full_costs = ENGINEER, [2, 6, 3]
    look = rules.look_ahead(at.table, 0)
    assert (look.spent, look.dearest) == (11, 6)
    assert [look.paid(price) for price in (0, 6, 10)] == [8, 14, 16]


@pytest.mark.clause("AOS-17.8")
def test_the_surroundings_of_a_town_are_all_hexes_within_two_of_it() -> None:
    board = start("germany", 3).rules.board
    plays = Plays(board.grid.across, board.towns, board.prices)
    for town, near in plays.towns.items():
        beside = {other // 6 for other in board.grid.across[6 * town : 6 * town + 6] if other >= 0}
        further = {other // 6 for hex in beside for other in board.grid.across[6 * hex : 6 * hex + 6] if other >= 0}
        assert near == beside | further
        assert len(further) > 6


@pytest.mark.clause("AOS-17.9", "AOS-17.8", "AOS-1.4")
def test_a_direct_link_takes_a_disc_in_the_look_ahead_too() -> None:
    at = position("map germany 3\nseat 0 cash 10\ndue build 0")
    rules: Any = at.rules
    look = rules.look_ahead(at.table, 0)
    for discs, enough in ((0, False), (1, True)):
        look.most_sections = discs
        assert look.can_finish_after(2) is enough
    assert not look.can_finish_after(11)


@pytest.mark.clause("AOS-8.4")
def test_plays_are_looked_for_on_all_sides_of_a_city() -> None:
    at = start("rust_belt", 3)
    rules: Any = at.rules
    grid, places = rules.board.grid, at.table.track.places
    for city in rules.board.city_hex.values():
        beside = {other for other in grid.beside[6 * city : 6 * city + 6] if other >= 0 and places[other] != CITY}
        plays = rules.builder.legal(at.table.track, 0, 99, {city: 1}, rules.board.lay)
        found = {grid.number[play.hex] for play in plays}
        assert found <= beside and found >= {hex for hex in beside if rules.board.terrain[hex] != "water"}
