"""The small print of money, goods growth, New Cities and what is shown: bounds, first things and who is out, one test each."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.age_of_steam.actions import Urbanize
from boxcars.games.age_of_steam.components import COLUMN_SPACES, LETTERS, TILES, TRACK_TILES
from boxcars.games.age_of_steam.events import ExpensesPaid, GameEnded, IncomeCollected
from boxcars.games.age_of_steam.goods_growth import grow_column
from boxcars.games.age_of_steam.income_and_expenses import remove_player
from boxcars.games.age_of_steam.scoring import traces
from boxcars.games.age_of_steam.steps import DecideProduction, Phase
from boxcars.games.age_of_steam.urbanization import refuse_urbanize
from boxcars.rail.actions import Bid, DropOut, PlaceTaken
from boxcars.rail.track import EMPTY, TOWN_HEX
from tests.age_of_steam.positions import At, position, start


def phase(at: At, *names: str) -> list[Any]:
    """The events of these phases; whatever would come next is left out."""
    events: list[Any] = []
    at.table.agenda = [Phase(-1, name) for name in reversed(names)]
    at.rules._advance(at.table, events)
    return events


# -- money ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-12.1", "AOS-12.6")
def test_who_is_out_collects_nothing() -> None:
    at = position("map rust_belt 4\nturn 4\nseat 0 gone 3\nseat 1 income 7\nseat 3 income 2\ndue shares 1")
    (told,) = phase(at, "collect_income")
    assert told == IncomeCollected([0, 7, 0, 2])


@pytest.mark.clause("AOS-12.7")
@pytest.mark.parametrize(
    ("map", "players", "broke", "ended"),
    [
        ("rust_belt", 3, [], None),
        ("rust_belt", 3, [1], None),
        ("rust_belt", 3, [0, 1], "one_left"),
        ("rust_belt", 3, [0, 1, 2], "none_left"),
        ("st_lucia", 2, [], None),
        ("st_lucia", 2, [1], "one_left"),
        ("barbados", 1, [], None),
        ("barbados", 1, [0], "none_left"),
    ],
)
def test_the_game_ends_when_one_is_left_or_nobody(map: str, players: int, broke: list[int], ended: str | None) -> None:
    at = start(map, players)
    at.table.cash = [0 if seat in broke else 20 for seat in range(players)]
    at.table.turn = 2
    events = phase(at, "pay_expenses", "issue_shares")
    assert [event.reason for event in events if isinstance(event, GameEnded)] == ([ended] if ended else [])
    assert bool(at.table.agenda) is (ended is None)
    assert at.table.order == [seat for seat in at.table.order if seat not in broke]


@pytest.mark.clause("AOS-12.6")
def test_who_goes_out_leaves_nothing_behind() -> None:
    at = position("map rust_belt 3\nturn 5\nseat 0 cash 9 income 4 action engineer\nline 0 chicago milwaukee\ndue shares 1")
    remove_player(at.table, 0)
    table = at.table
    assert (table.gone[0], table.cash[0], table.income[0], table.action[0], table.track.owned(0)) == (5, 0, 0, -1, 0)
    assert 0 not in table.order


@pytest.mark.clause("AOS-12.2", "AOS-12.4")
@pytest.mark.parametrize(("cash", "paid", "lost", "out"), [(6, 5, 0, False), (5, 5, 0, False), (4, 4, 1, False), (3, 3, 2, True)])
def test_what_is_missing_costs_income(cash: int, paid: int, lost: int, out: bool) -> None:
    """Three shares and two links are $5; one income can be lost, a second cannot."""
    at = position(
        f"map rust_belt 3\nturn 2\nseat 0 cash {cash} shares 3 loco 2 income 1\nseat 1 cash 9\nseat 2 cash 9\ndue shares 1"
    )
    told = next(event for event in phase(at, "pay_expenses") if isinstance(event, ExpensesPaid))
    assert (told.paid[0], told.lost[0], bool(at.table.gone[0])) == (paid, lost, out)


@pytest.mark.clause("AOS-6.4", "AOS-6.6")
def test_who_is_left_takes_the_first_place() -> None:
    at = position("map rust_belt 3\nturn 2\ndue bid")
    events = [*at.do(0, Bid(4)), *at.do(1, DropOut()), *at.do(2, DropOut())]
    taken = [event for event in events if isinstance(event, PlaceTaken)]
    assert taken == [PlaceTaken(1, 3, 0), PlaceTaken(2, 2, 0), PlaceTaken(0, 1, 4)] and at.table.order == [0, 2, 1]


@pytest.mark.clause("AOS-6.3")
@pytest.mark.parametrize(("amount", "wrong"), [(9, ""), (10, ""), (11, "not_enough_cash")])
def test_one_may_bid_all_one_has(amount: int, wrong: str) -> None:
    at = position("map rust_belt 3\nturn 2\nseat 0 cash 10\ndue bid")
    found = at.rules.refuse(at.table, 0, Bid(amount))
    assert (found.code if found else "") == wrong


@pytest.mark.clause("AOS-18.8")
@pytest.mark.parametrize(("cash", "shares", "gone", "won"), [(15, 3, 0, True), (14, 3, 0, False), (50, 3, 4, False)])
def test_the_settlement_of_barbados(cash: int, shares: int, gone: int, won: bool) -> None:
    at = start("barbados", 1)
    assert at.rules.outcome(at.table) is None, "it is still going on"
    at.table.agenda, at.table.cash, at.table.shares, at.table.gone = [], [cash], [shares], [gone]
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.grade is not None
    assert [line.values for line in outcome.lines] == [[cash], [-5 * shares], [cash - 5 * shares]]
    assert ("solvent" in str(outcome.grade)) is won


@pytest.mark.clause("AOS-17.7")
def test_only_in_germany_links_must_be_finished() -> None:
    for map, must in (("germany", True), ("rust_belt", False), ("western_us", False), ("southern_us", False)):
        assert start(map, 3).rules.must_finish is must


# -- goods growth --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-13.1", "AOS-13.2")
@pytest.mark.parametrize(("cubes", "asked"), [(0, False), (1, True), (2, True)])
def test_with_a_single_cube_in_the_bag_production_is_asked(cubes: int, asked: bool) -> None:
    at = position("map rust_belt 3\nturn 2\nseat 0 action production\ndue shares 0")
    at.table.bag = [0, 0, 0, 0, cubes, 0]
    phase(at, "goods_growth")
    assert (DecideProduction(0) in at.table.agenda) is asked


@pytest.mark.clause("AOS-13.4", "AOS-13.5")
def test_goods_grow_on_the_first_hex_as_on_any_other() -> None:
    """North Point lies on hex 0 of Barbados; a New City is put there on Rust Belt; a column without a city keeps its cubes."""
    at = start("barbados", 1)
    columns = {column for column, hex in at.rules.board.growth.items() if hex == 0}
    assert columns
    for column in columns:
        at.table.cubes[0] = ()
        at.table.display[COLUMN_SPACES[column][0]] = 0
        grow_column(at.rules, at.table, column, [])
        assert at.table.cubes[0] == (0,)
    at = start("rust_belt", 3)
    at.table.new_cities[0] = 0
    at.table.display = [-1] * len(at.table.display)
    at.table.display[COLUMN_SPACES["A"][1]] = 0
    moved: list[Any] = []
    grow_column(at.rules, at.table, "L3", moved)
    assert moved == [("A", at.grid.ids[0], "red")] and at.table.cubes[0] == (0,)


@pytest.mark.clause("AOS-13.4")
def test_a_column_without_a_city_keeps_its_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    at = start("rust_belt", 3)
    monkeypatch.delitem(at.rules.board.growth, "L1")
    before = at.table.cubes.copy()
    moved: list[Any] = []
    grow_column(at.rules, at.table, "L1", moved)
    assert moved == [] and at.table.cubes == before


# -- scoring and what is shown -------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-14.2")
def test_the_lines_of_the_result_add_up() -> None:
    at = position(
        "map rust_belt 3\nturn 10\nseat 0 income 5 shares 3\nseat 1 income 4 shares 7\nline 1 chicago milwaukee\ndue advance_turn"
    )
    outcome = at.rules.outcome(at.table)
    assert outcome is not None
    length = at.table.track.link_segments(1)
    assert length > 0
    assert [line.values for line in outcome.lines] == [[15, 12, 0], [0, length, 0], [-9, -21, -6], [6, length - 9, -6]]


@pytest.mark.clause("AOS-13.4")
def test_how_many_goods_of_each_column_have_left_is_traced() -> None:
    at = start("rust_belt", 3)
    at.table.display = [0] * len(at.table.display)
    at.table.display[COLUMN_SPACES["L2"][0]] = -1
    at.table.display[COLUMN_SPACES["A"][0]] = -1
    found = traces(at.rules, at.table)
    assert {column: (seat, gone) for column, seat, gone in found} == {
        f"column:{column}": (-1, int(column == "L2")) for column in at.rules.board.growth
    }
    assert traces(start("st_lucia", 2).rules, start("st_lucia", 2).table) == []


@pytest.mark.clause("AOS-1.5", "AOS-1.8", "AOS-6.2")
def test_what_is_left_in_the_box_is_seen() -> None:
    at = position("map rust_belt 3\nline 0 chicago milwaukee\ntrack 0 c7r4 straight 0\ndue build 0")
    town = at.rules.board.towns[0]
    track = at.table.track
    track.discs = 3
    seen = at.rules.observe(at.table, 0)
    used = [sum(form != EMPTY and TILES.forms[form].tile == tile for form in track.tiles) for tile in range(len(TILES.tiles))]
    assert sum(used) > 1 and track.places[town] == TOWN_HEX
    assert seen.tiles_left == [TRACK_TILES[tile][3] - used[tile] for tile in range(len(TILES.tiles))]
    assert seen.town_discs_left == 5
    assert (seen.bids, seen.dropped, seen.high_bid, seen.may_pass) == ([], [], 0, -1), "there is no auction now"


# -- New Cities ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-9.2")
def test_a_new_city_may_go_on_the_first_hex_and_on_none_that_is_not_there() -> None:
    at = position("map rust_belt 3\nseat 0 action urbanization\ndue build 0")
    places, ids = at.table.track.places, at.grid.ids
    places[0] = places[-1] = TOWN_HEX
    for hex, wrong in ((ids[0], None), (ids[-1], None), ("c99r99", "not_a_town"), (ids[1], "not_a_town")):
        found = refuse_urbanize(at.rules, at.table, 0, Urbanize(hex, "A"))
        assert (found.code if found else None) == wrong
    for beside, wrong in ((-1, None), (-2, "no_such_city"), (0, "no_such_city"), (5, "no_such_city")):
        at.table.new_cities[LETTERS.index("A")] = beside
        found = refuse_urbanize(at.rules, at.table, 0, Urbanize(ids[0], "A"))
        assert (found.code if found else None) == wrong
