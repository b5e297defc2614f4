"""Moving goods (chapter 11), money (12), goods growth (13), scoring (14)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.age_of_steam.actions import DeclineProduction, DrawGoods, IssueShares, MoveGoods, PlaceGoods
from boxcars.games.age_of_steam.events import GameEnded, GoodsDrawn, GoodsPlaced, GoodsReturned, IncomeReduced
from boxcars.games.age_of_steam.steps import Grow
from boxcars.rail.actions import DoNothing, RaiseLocomotive
from tests.age_of_steam.positions import cube, position

# Kansas City (purple) - St. Louis (red) - Evansville (blue) - Cincinnati (blue); St. Louis - Chicago (red).
NET = """
    map rust_belt 3
    line 0 kansas_city st_louis
    line 1 st_louis evansville
    line 0 evansville cincinnati
    line - chicago st_louis
    seat 0 loco 3
    seat 1 loco 1
    seat 2 loco 6
"""


def sides(at: object, *ways: str) -> str:
    return " ".join(ways)


@pytest.mark.clause("AOS-11.1")
def test_two_rounds_one_thing_each() -> None:
    at = position(NET + "cubes c5r9 blue\ndue move_goods")
    assert at.rules.actor(at.table) == 0
    for seat in (0, 1, 2, 0, 1, 2):
        assert at.rules.actor(at.table) == seat
        at.do(seat, DoNothing())
    assert not isinstance(at.table.agenda[-1], type(None))
    assert at.no(0, DoNothing()).code == "wrong_phase"


@pytest.mark.clause("AOS-11.3", "AOS-11.9", "AOS-11.10", "AOS-11.12")
def test_a_delivery_pays_every_owner_and_returns_the_cube() -> None:
    at = position(NET + "cubes c0r10 blue blue\ndue move 0")
    bag = at.table.bag[1]
    (move,) = at.moves()
    assert (move.origin, move.colour, move.to) == ("c0r10", "blue", "c9r9") and len(move.sides) == 2
    at.do(0, move)
    assert at.table.income == [1, 1, 0]
    assert at.cubes("c0r10") == ["blue"] and at.table.bag[1] == bag + 1


@pytest.mark.clause("AOS-11.3", "AOS-BAD-12")
def test_only_completed_links() -> None:
    at = position("map rust_belt 3\ntrack 0 c11r8 straight 1\ncubes c12r8 blue\nseat 0 loco 4\ndue move 0")
    assert at.moves() == []
    assert at.no(0, cube("c12r8 blue 4 > c9r9")).code == "unfinished"
    assert at.no(0, cube("c12r8 blue 1 > c9r9")).code == "no_track"
    assert at.no(0, cube("c12r8 red 4 > c9r9")).code == "no_cube"
    assert at.no(0, MoveGoods("c12r8", "blue", "c9r9", ())).code == "no_path"


@pytest.mark.clause("AOS-11.4", "AOS-BAD-12")
def test_no_stop_twice() -> None:
    at = position("map rust_belt 3\nline 0 cincinnati evansville\ncubes c12r8 red\nseat 0 loco 4\ndue move 0")
    back = cube("c12r8 red 4 1 4 > c9r9")
    assert at.no(0, back).code == "stop_twice"


@pytest.mark.clause("AOS-11.5", "AOS-BAD-12")
def test_no_farther_than_the_locomotive() -> None:
    at = position(NET + "cubes c0r10 blue\ndue move 1")
    assert at.moves() == []
    far = position(NET + "cubes c0r10 blue\ndue move 0").moves()[0]
    assert at.no(1, far).code == "too_far"


@pytest.mark.clause("AOS-11.6", "AOS-BAD-12")
def test_the_first_city_of_the_colour_ends_the_move() -> None:
    at = position(NET + "cubes c0r10 blue\nseat 0 loco 6\ndue move 0")
    assert [m.to for m in at.moves()] == ["c9r9"], "Cincinnati lies behind Evansville"
    move = at.moves()[0]
    through = MoveGoods("c0r10", "blue", "c12r8", (*move.sides, 1))
    assert at.no(0, through).code == "must_stop"
    # The starting city does not count as entered.
    at = position(NET + "cubes c9r9 blue\ndue move 0")
    assert [m.to for m in at.moves()] == ["c12r8"]


@pytest.mark.clause("AOS-11.6", "AOS-BAD-12")
def test_a_move_ends_in_a_city_of_the_colour() -> None:
    at = position(NET + "cubes c0r10 blue\ndue move 0")
    move = at.moves()[0]
    short = MoveGoods("c0r10", "blue", "c5r9", move.sides[:1])
    assert at.no(0, short).code == "not_wanted"
    assert at.no(0, MoveGoods("c0r10", "blue", "c12r8", move.sides)).code == "wrong_destination"


@pytest.mark.clause("AOS-11.7")
def test_towns_and_other_cities_are_passed_through() -> None:
    at = position(NET + "cubes c0r10 blue\ndue move 0")
    assert len(at.moves()[0].sides) == 2, "through St. Louis"
    at = position(
        "map rust_belt 3\ntrack 1 c11r7 gentle 2\ntrack 1 c10r8 straight 1\ntrack 1 c9r8 gentle 1\n"
        "seat 0 loco 2\ncubes c12r8 blue\ndue move 0"
    )
    assert [m.sides for m in at.moves()] == [(5, 4)], "through the town of Indianapolis"


@pytest.mark.clause("AOS-11.8", "AOS-11.9")
def test_anybodys_links_and_links_of_nobody() -> None:
    at = position(NET + "cubes c5r9 red\ndue move 2")
    (move,) = at.moves()
    assert move.to == "c7r5"
    at.do(2, move)
    assert at.table.income == [0, 0, 0], "a link without owner pays nobody"


@pytest.mark.clause("AOS-11.2")
def test_raising_the_locomotive_in_place_of_a_move() -> None:
    at = position(NET + "cubes c0r10 blue\ndue move 1")
    before = at.table.locomotive[1]
    at.do(1, RaiseLocomotive())
    assert at.table.locomotive[1] == before + 1 and at.table.raised[1]
    assert at.rules.actor(at.table) != 1 and at.cubes("c0r10") == ["blue"]


# -- chapter 12 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-12.1", "AOS-12.2")
def test_income_and_expenses() -> None:
    at = position("map rust_belt 3\nseat 0 cash 1 income 9 shares 4 loco 3\nseat 1 cash 9\nseat 2 cash 9\ndue collect_income")
    assert at.table.cash == [1 + 9 - 7, 6, 6]


@pytest.mark.clause("AOS-12.6")
def test_elimination() -> None:
    at = position(
        """
        map rust_belt 3
        turn 4
        line 0 cincinnati evansville
        track 0 c7r6 straight 0
        seat 0 cash 0 income 2 shares 9 action production
        seat 1 cash 50 built 1
        seat 2 cash 50
        due pay_expenses
        """
    )
    assert at.table.gone == [4, 0, 0] and at.table.order == [1, 2] and at.table.cash[0] == 0
    assert at.owner("c7r6", 0, 3) == -1 and at.owner("c11r8", 1, 4) == -1
    assert at.table.track.link_segments(0) == 0
    # The unfinished track can be claimed by others, the link cannot; it carries goods and pays nobody.
    at.table.cubes[at.hex("c12r8")] = (1,)
    at.table.bag[1] -= 1
    at.table.agenda = []
    at.next_turn(1)
    assert any(p.hex == "c7r7" for p in at.plays())
    assert at.cannot(1, "c11r8 gentle 1") == "no_redirect"
    moved = position("map rust_belt 3\nturn 5\nseat 0 gone 4\nline - cincinnati evansville\ncubes c12r8 blue\ndue move 1")
    moved.move(1, "c12r8 blue 4 > c9r9")
    assert moved.table.income == [0, 0, 0]


@pytest.mark.clause("AOS-12.7")
def test_the_last_player_left_wins_at_once() -> None:
    at = position("map rust_belt 3\nturn 2\nseat 0 cash 0 shares 9\nseat 1 cash 0 shares 9\nseat 2 cash 50\ndue pay_expenses")
    assert not at.table.agenda
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.ranks == [2, 2, 1]
    at = position("map rust_belt 3\nturn 2\nseat 0 cash 0\nseat 1 cash 0\nseat 2 cash 0\ndue pay_expenses")
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.grade is not None and "nobody wins" in outcome.grade.message


@pytest.mark.clause("AOS-12.9", "AOS-12.5")
def test_income_falls_only_by_debt_and_reduction() -> None:
    at = position(
        "map rust_belt 3\nseat 0 cash 50 income 10\nseat 1 cash 0 income 8 shares 7\nseat 2 cash 50 income 25\ndue pay_expenses"
    )
    # Seat 1 owes 8 and has nothing: income 0. Seat 2 is reduced by 4.
    assert at.table.income == [10, 0, 21]


# -- chapter 13 ----------------------------------------------------------------------------------------------------------

GROW = "map rust_belt 3\nturn 2\nseat 0 action production cash 9\nseat 1 cash 9\nseat 2 cash 9\n"


@pytest.mark.clause("AOS-13.1", "AOS-13.2", "AOS-7.7")
def test_production_comes_first_and_is_optional() -> None:
    at = position(GROW + "bag red blue\ndice light 1 1 1\ndice dark 2 2 2\ndue goods_growth")
    assert at.rules.legal(at.table) == [DrawGoods(), DeclineProduction()]
    at.do(0, DrawGoods())
    assert at.table.drawn == [0, 1] and len(at.rules.legal(at.table)) == 2 * 52
    at.do(0, PlaceGoods("red", "L1", 3))
    assert at.no(0, PlaceGoods("blue", "L1", 3)).code == "space_taken"
    assert at.no(0, PlaceGoods("red", "L2", 3)).code == "not_drawn"
    assert at.no(0, DeclineProduction()).code == "wrong_phase"
    at.do(0, PlaceGoods("blue", "H", 2))
    assert at.cubes("c7r5") == ["red"], "the light dice come after Production"
    assert at.column("H") == ["-", "blue"], "a New City that is not on the map keeps it"
    at = position(GROW + "dice light 1 1 1\ndice dark 2 2 2\ndue goods_growth")
    at.do(0, DeclineProduction())
    assert at.table.turn == 3 and at.table.drawn == []


@pytest.mark.clause("AOS-13.2", "AOS-7.7")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_production_is_told_of_whoever_has_it(seat: int) -> None:
    at = position(f"map rust_belt 3\nturn 2\nseat {seat} action production\nbag red blue\ndice light 1 1 1\ndue goods_growth")
    assert at.rules.actor(at.table) == seat
    assert at.do(seat, DrawGoods()) == [GoodsDrawn(seat, ["red", "blue"])]
    assert at.do(seat, PlaceGoods("red", "L1", 3))[0] == GoodsPlaced(seat, "red", "L1", 3)
    assert at.do(seat, PlaceGoods("blue", "H", 2))[0] == GoodsPlaced(seat, "blue", "H", 2)


@pytest.mark.clause("AOS-13.2", "AOS-BAD-14")
def test_production_with_one_empty_space() -> None:
    full = "\n".join(f"display {c} red red red" for c in ("L1", "L2", "L3", "L4", "L5", "L6"))
    full += "\n" + "\n".join(f"display {c} blue blue blue" for c in ("D1", "D2", "D3", "D4", "D5", "D6"))
    full += "\n" + "\n".join(f"display {c} black black" for c in "ABCDEFG") + "\ndisplay H black\n"
    at = position(GROW + full + "bag yellow purple\ndice light 1 1 1\ndice dark 1 1 1\ndue goods_growth")
    before = sum(at.table.bag)
    at.do(0, DrawGoods())
    assert set(at.rules.legal(at.table)) == {PlaceGoods("purple", "H", 2), PlaceGoods("yellow", "H", 2)}
    assert at.no(0, PlaceGoods("yellow", "Z", 1)).code == "no_such_space"
    events = at.do(0, PlaceGoods("yellow", "H", 2))
    assert any(isinstance(e, GoodsReturned) and e.colours == ["purple"] for e in events)
    assert sum(at.table.bag) == before - 1 and at.table.drawn == []


@pytest.mark.clause("AOS-13.2")
def test_production_with_a_nearly_empty_bag() -> None:
    at = position(GROW + "dice light 1 1 1\ndice dark 2 2 2\ndue goods_growth")
    taken = at.table.bag.copy()
    taken[0] -= 1
    at.table.bag = [1, 0, 0, 0, 0, 0]
    at.rules.play(at.table, 0, DrawGoods())
    assert at.table.drawn == [0]
    at.rules.play(at.table, 0, PlaceGoods("red", "L1", 1))
    assert at.table.turn == 3
    # With an empty bag he is not asked.
    at = position(GROW + "dice light 1 1 1\ndice dark 2 2 2")
    at.table.bag = [0] * 6
    from boxcars.games.age_of_steam.steps import Phase

    at.table.agenda = [Phase(-1, "advance_turn"), Phase(-1, "goods_growth")]
    at.rules._advance(at.table, [])
    assert at.table.turn == 3


@pytest.mark.clause("AOS-13.3")
def test_a_roll_for_each_half_with_dice_for_all_who_started() -> None:
    at = position("map rust_belt 4\nturn 3\nseat 3 gone 2\nseat 0 cash 9\nseat 1 cash 9\nseat 2 cash 9\ndue goods_growth")
    assert at.table.chance.counters["dice:light"] == at.table.chance.counters["dice:dark"] == 4


@pytest.mark.clause("AOS-13.3", "AOS-13.4")
def test_one_roll_for_both_halves_by_an_option() -> None:
    """Column 3 of both halves gives a cube for each 3; without the option the dark half has a roll of its own."""
    for option, rolled in (("one_growth_roll", [3, 3, 1]), ("", [5, 3, 5])):
        at = position(f"map rust_belt 3 {option}\nturn 2\ndice light 3 3 1\ndice dark 5 3 5\ndue move")
        at.table.display = [0] * len(at.table.display)
        at.table.agenda.append(Grow())
        events: list[Any] = []
        at.rules._advance(at.table, events)
        light, dark = events
        assert (light.half, light.dice, dark.half, dark.dice) == ("light", [3, 3, 1], "dark", rolled)
        assert [column for column, _, _ in light.moved] == ["L3", "L3", "L1"]
        assert [column for column, _, _ in dark.moved] == [f"D{n}" for n in rolled]
        assert at.table.chance.counters.get("dice:dark", 0) == (0 if option else 3)


@pytest.mark.clause("AOS-13.6")
def test_no_limit_in_a_city_and_no_refill() -> None:
    at = position(
        "map rust_belt 3\nturn 2\ncubes c7r5 red red red red red red red\ndisplay L1 blue blue blue\ndice light 1 1 1\n"
        "dice dark 1 1 1\ndue goods_growth"
    )
    assert len(at.cubes("c7r5")) == 10 and at.column("L1") == ["-", "-", "-"]


# -- chapter 14 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-14.2", "AOS-14.3")
def test_points_and_shared_victory() -> None:
    text = "map rust_belt 3\nturn 10\nseat 0 income 5 shares 3 cash {cash}\n"
    text += "seat 1 income 4 shares 2 cash 3\nseat 2 income 1 cash 9\ndue advance_turn"
    for cash in (0, 99):
        outcome = (at := position(text.format(cash=cash))).rules.outcome(at.table)
        assert outcome is not None and outcome.scores == [6, 6, -3] and outcome.ranks == [1, 1, 3], "cash is worth nothing"


@pytest.mark.clause("AOS-14.4")
def test_the_later_eliminated_ranks_higher() -> None:
    at = position(
        "map rust_belt 5\nturn 7\nseat 1 gone 3\nseat 2 gone 5\nseat 4 gone 3\nseat 0 shares 9\nseat 3 income 1\ndue advance_turn"
    )
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.ranks == [2, 4, 3, 1, 4]


@pytest.mark.clause("AOS-BAD-1", "AOS-12.7")
def test_nothing_after_the_end() -> None:
    at = position("map rust_belt 3\nturn 10\ndue advance_turn")
    assert at.no(0, IssueShares(0)).code == "game_over"
    at = position("map rust_belt 3\nturn 2\ndue shares")
    assert at.no(1, IssueShares(0)).code == "not_your_turn"
    assert at.no(0, DoNothing()).code == "wrong_phase"
    assert at.no(7, IssueShares(0)).code == "unknown_player"
    assert IncomeReduced([0]).amounts == [0] and GameEnded("turns").reason == "turns"


@pytest.mark.clause("AOS-BAD-15")
@pytest.mark.parametrize(
    "data",
    [
        "{}",
        "[]",
        '{"do": "IssueShares"}',
        '{"do": "IssueShares", "shares": true}',
        '{"do": "IssueShares", "shares": 1.5}',
        '{"do": "IssueShares", "shares": "2"}',
        '{"do": "IssueShares", "shares": 1, "more": 2}',
        '{"do": "MoveGoods", "origin": "c0r0", "colour": "green", "to": "c0r0", "sides": []}',
        '{"do": "LayTrack", "hex": 3, "tile": "straight", "rotation": 0}',
    ],
)
def test_malformed_messages(data: str) -> None:
    from boxcars.core.game import Refused

    at = position("map rust_belt 3\ndue shares")
    with pytest.raises(Refused) as refused:
        at.rules.read_action(data)
    assert refused.value.reason.code == "bad_request"
