"""Moving goods and track points (STM-10, STM-11)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from boxcars.games.steam.move_goods import allowed, moves
from boxcars.games.steam.state import KINDS, Table
from boxcars.games.steam.track_points import reward
from boxcars.games.steam.types import COLOURS, ChooseReward, MoveRound, RewardTaken, TakeReward
from boxcars.rail.actions import DoNothing, GoodsMoved, LayTrack, MoveGoods, RaiseLocomotive
from boxcars.rail.network import follow, refuse_way
from boxcars.rail.track import NOBODY
from tests.steam.positions import P, Q, R, at, building, cubes, fresh, give_tile, goods, moving, new_city, no_goods, put, refused

RAISE, NOTHING = RaiseLocomotive(), DoNothing()


def corridor(owners: tuple[int, int] = (P, P), level: int = 2) -> tuple:
    """Albany – Poughkeepsie – New York, a red cube in Albany (purple); New York is red."""
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, owners[0], "c10r7 21/0", "c10r8 T11/0")
    put(rules, table, owners[1], "c10r9 21/0", "c10r8 T21/0")
    for side, who in ((0, owners[0]), (3, owners[1])):
        table.track.sections[table.track.at[6 * at(rules, "c10r8") + side]].owner = who
    table.locomotive[P] = level
    cubes(rules, table, "c10r6", red=1)
    moving(rules, table, P)
    return rules, table


DOWN = MoveGoods("c10r6", "red", "c10r10", (3, 3))


@pytest.mark.clause("STM-10.1")
def test_two_rounds_with_first_move_first() -> None:
    rules, table = fresh()
    give_tile(table, 2, "first_move")
    table.agenda = [*table.agenda, MoveRound(round=2), MoveRound(round=1)]
    rules._advance(table, [])
    asked = []
    while len(table.agenda) > 2:
        asked.append((table.agenda[-1].round, rules.actor(table)))
        assert NOTHING in rules.legal(table)
        rules.play(table, rules.actor(table), NOTHING)
    assert asked == [(1, 2), (1, 0), (1, 1), (1, 3), (2, 2), (2, 0), (2, 1), (2, 3)]


@pytest.mark.clause("STM-10.2", "STM-EX-15")
def test_one_upgrade_in_both_rounds_together() -> None:
    rules, table = fresh()
    table.locomotive[P], table.points[P] = 5, 3  # the Locomotive tile brought it to 5
    table.agenda = [*table.agenda[:1], MoveRound(P, 2), MoveRound(P, 1)]
    rules.play(table, P, RAISE)
    assert (table.locomotive[P], table.points[P], table.cash[P]) == (6, 3, 100)
    assert refused(rules, table, RAISE) == "raised_already"
    assert RAISE not in rules.legal(table)
    table.raised[P] = False
    assert refused(rules, table, RAISE) == "top_locomotive"
    table.agenda = [*table.agenda[:1], MoveRound(round=1)]
    table.locomotive[P] = 3
    table.raised[P] = True
    rules._advance(table, [])
    assert RAISE in rules.legal(table)  # a new phase
    # The second round begins for everybody, and who has raised in the first still may not.
    table.agenda = [*table.agenda[:1], MoveRound(round=2), MoveRound(round=1)]
    rules._advance(table, [])
    first = rules.actor(table)
    table.locomotive = [1] * rules.players
    rules.play(table, first, RAISE)
    for seat in table.order[1:]:
        rules.play(table, seat, DoNothing())
    assert table.agenda[-1] == MoveRound(first, 2) and RAISE not in rules.legal(table)
    assert refused(rules, table, RAISE) == "raised_already"


@pytest.mark.clause("STM-10.3", "STM-10.11")
def test_a_delivery_goes_over_completed_links_to_a_city_of_the_colour() -> None:
    rules, table = corridor()
    bag = table.bag[0]
    assert moves(rules, table, P) == [DOWN]
    events = rules.play(table, P, DOWN)
    assert GoodsMoved(P, "c10r6", "red", ["c10r8", "c10r10"], [3, 3], [P, P], [2, 0, 0, 0]) in events
    assert goods(rules, table, "c10r6") == [0] * 5
    assert table.bag[0] == bag + 1
    rules, table = corridor()
    assert refused(rules, table, MoveGoods("c10r8", "red", "c10r10", (3,))) == "no_such_cube"  # towns supply nothing
    table.track.sections[table.track.at[6 * at(rules, "c10r8") + 3]].owner = NOBODY
    unfinished = fresh()
    put(*unfinished, P, "c10r7 21/0")
    cubes(*unfinished, "c10r6", red=1)
    moving(*unfinished, P)
    assert refused(*unfinished, MoveGoods("c10r6", "red", "c10r10", (3,))) == "no_link"


@pytest.mark.clause("STM-10.4")
def test_the_locomotive_limits_the_number_of_links() -> None:
    rules, table = corridor(level=1)
    assert refused(rules, table, DOWN) == "too_long"
    assert not moves(rules, table, P)


@pytest.mark.clause("STM-10.5")
def test_the_first_city_of_the_colour_ends_the_path() -> None:
    rules, table = corridor(level=6)
    new_city(rules, table, "c10r8", "red")
    assert refused(rules, table, DOWN) == "passes_city"
    assert [m.to for m in moves(rules, table, P)] == ["c10r8"]
    # The starting city does not count as entered: a red cube may leave New York for the red New City.
    cubes(rules, table, "c10r10", red=1)
    assert MoveGoods("c10r10", "red", "c10r8", (0,)) in moves(rules, table, P)


@pytest.mark.clause("STM-10.6")
def test_no_city_is_entered_twice() -> None:
    rules, table = corridor(level=6)
    new_city(rules, table, "c10r8", "gray")
    put(rules, table, P, "c9r6 22/1", "c9r7 22/0")  # a second link Albany – Poughkeepsie
    cubes(rules, table, "c10r6", purple=1)
    assert refused(rules, table, MoveGoods("c10r6", "purple", "c10r6", (3, 5))) == "city_twice"
    assert not [m for m in moves(rules, table, P) if m.colour == "purple"]


@pytest.mark.clause("STM-10.7", "STM-TV-13")
def test_towns_and_links_may_be_passed_twice() -> None:
    """Boston – Worcester – Brattleboro – Worcester – Hartford over four links; Brattleboro hangs on Worcester by two."""
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, P, "c14r7 22/5", "c13r6 T42/1", "c13r7 22/4", "c12r6 T23/1", "c13r5 23/3")
    assert table.track.links_of(P) == 4
    cubes(rules, table, "c15r6", blue=1)
    table.locomotive[P] = 4
    moving(rules, table, P)
    eight = MoveGoods("c15r6", "blue", "c12r8", (4, 5, 1, 3))
    there_and_back = MoveGoods("c15r6", "blue", "c12r8", (4, 5, 2, 3))
    assert sorted(len(m.sides) for m in moves(rules, table, P)) == [2, 4, 4]
    events = rules.play(table.clone(), P, eight)
    assert [e.gains[P] for e in events if isinstance(e, GoodsMoved)] == [4]
    events = rules.play(table, P, there_and_back)
    moved = next(e for e in events if isinstance(e, GoodsMoved))
    assert moved.gains[P] == 3, "a link used twice gives one point"
    assert moved.owners == [P, P, P, P]


@pytest.mark.clause("STM-10.7")
def test_each_link_once_is_an_option() -> None:
    rules, table = fresh(links_once=True)
    no_goods(rules, table)
    put(rules, table, P, "c14r7 22/5", "c13r6 T42/1", "c13r7 22/4", "c12r6 T23/1", "c13r5 23/3")
    cubes(rules, table, "c15r6", blue=1)
    table.locomotive[P] = 4
    moving(rules, table, P)
    assert {len(m.sides) for m in moves(rules, table, P)} == {2, 4}
    assert refused(rules, table, MoveGoods("c15r6", "blue", "c12r8", (4, 5, 2, 3))) == "link_twice"


@pytest.mark.clause("STM-10.9")
def test_own_links_count_as_often_as_they_are_used() -> None:
    """Q owns the way from Boston over Worcester to Hartford, P two links between Worcester and Brattleboro."""
    rules, table = fresh()
    no_goods(rules, table)
    put(rules, table, Q, "c14r7 22/5", "c13r6 T23/2", "c13r7 22/4")
    put(rules, table, P, "c13r6 T42/1", "c12r6 T23/1", "c13r5 23/3")
    assert (table.track.links_of(P), table.track.links_of(Q)) == (2, 2)
    cubes(rules, table, "c15r6", blue=1)
    table.locomotive[P] = 4
    moving(rules, table, P)
    gained = {
        tuple(e.gains) for move in moves(rules, table, P) for e in rules.play(table.clone(), P, move) if isinstance(e, GoodsMoved)
    }
    assert gained == {(1, 2, 0, 0), (2, 2, 0, 0)}
    assert refused(rules, table, MoveGoods("c15r6", "blue", "c12r8", (4, 3))) == "too_few_own_links"


@pytest.mark.clause("STM-10.8")
def test_the_path_ends_in_no_town_and_no_other_colour() -> None:
    rules, table = corridor(level=2)
    assert refused(rules, table, MoveGoods("c10r6", "red", "c10r8", (3,))) == "wrong_city"
    cubes(rules, table, "c10r6", blue=1)
    assert refused(rules, table, MoveGoods("c10r6", "blue", "c10r10", (3, 3))) == "wrong_city"
    cubes(rules, table, "c10r6", red=1)
    assert refused(rules, table, MoveGoods("c10r6", "red", "c10r6", (3, 3))) == "wrong_city"  # it leads elsewhere


@pytest.mark.clause("STM-10.9", "STM-EX-16")
def test_own_links_at_least_as_many_as_of_any_other_player() -> None:
    assert allowed([2, 2, 1, 0], P)
    assert not allowed([2, 3, 0, 0], P)
    assert not allowed([0, 2, 0, 0], P)
    assert not allowed([0, 0, 0, 0], P)
    assert allowed([1, 0, 0, 0], P)
    for owners, fine in (((P, P), True), ((P, Q), True), ((Q, Q), False), ((P, NOBODY), True), ((NOBODY, NOBODY), False)):
        rules, table = corridor(owners)
        if fine:
            assert DOWN in moves(rules, table, P)
            rules.play(table, P, DOWN)
        else:
            assert refused(rules, table, DOWN) == "too_few_own_links"
            assert not moves(rules, table, P)


@pytest.mark.clause("STM-10.10")
def test_no_consent_is_needed() -> None:
    rules, table = corridor((P, Q))
    rules.play(table, P, DOWN)
    assert table.agenda[-2:] == [ChooseReward(Q, 1), ChooseReward(P, 1)]


@pytest.mark.clause("STM-10.12")
def test_parallel_links_are_told_apart_by_the_side_of_departure() -> None:
    rules, table = corridor((P, P))
    put(rules, table, Q, "c9r6 22/1", "c9r7 22/0", "c10r8 T32/0")
    table.track.sections[table.track.at[6 * at(rules, "c10r8") + 3]].owner = P
    table.locomotive[P] = 2
    ways = {m.sides for m in moves(rules, table, P)}
    assert ways == {(3, 3), (4, 3)}
    events = rules.play(table, P, MoveGoods("c10r6", "red", "c10r10", (4, 3)))
    assert [e.owners for e in events if isinstance(e, GoodsMoved)] == [[Q, P]]


@pytest.mark.clause("STM-10.13")
def test_nobody_has_to_move() -> None:
    rules, table = corridor()
    before = table.points[:], table.income[:], table.cubes[:]
    rules.play(table, P, NOTHING)
    assert before == (table.points, table.income, table.cubes)


def points(table: Table, used: list[int]) -> tuple[int, ...]:
    """What each seat gets for the links a cube went over."""
    owners = [table.track.sections[i].owner for i in set(used)]
    return tuple(owners.count(seat) for seat in range(4))


def all_ways(rules, table, seat: int) -> set[tuple[str, str, str, tuple[int, ...]]]:  # type: ignore[no-untyped-def]
    """Every legal delivery by brute force: all sequences of sides, judged one by one."""
    found = set()
    ids = rules.board.grid.ids
    reach = table.locomotive[seat]
    for place, hex in enumerate(rules.board.places):
        for colour in range(KINDS):
            if not table.cubes[KINDS * place + colour]:
                continue
            for length in range(1, reach + 1):
                for sides in product(range(6), repeat=length):
                    if refuse_way(table.track, table.accepts, hex, colour, list(sides), reach, rules.networks.once):
                        continue
                    stops, used, _ = follow(table.track, hex, list(sides))
                    owners = [table.track.sections[i].owner for i in used]
                    if allowed([owners.count(s) for s in range(rules.players)], seat):
                        gains = points(table, used)
                        found.add((ids[hex], COLOURS[colour], ids[stops[-1]], gains))
    return found


@pytest.mark.clause("STM-10.3", "STM-10.9")
@pytest.mark.parametrize("seed", range(4))
def test_the_search_finds_every_delivery_by_its_effect(seed: int) -> None:
    rules, table = fresh("ruhr")
    rng = Random(seed)
    table.cash = [10_000] * 4
    for n in range(60):
        building(rules, table, n % 4)
        rules.play(table, n % 4, rng.choice([a for a in rules.legal(table) if isinstance(a, LayTrack)]))
    table.locomotive = [4] * 4
    for seat in range(4):
        moving(rules, table, seat)
        listed = set()
        for move in moves(rules, table, seat):
            assert rules.refuse(table, seat, move) is None
            _, used, _ = follow(table.track, at(rules, move.origin), list(move.sides))
            listed.add((move.origin, move.colour, move.to, points(table, used)))
        assert listed == all_ways(rules, table, seat)


# -- track points ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("STM-11.1", "STM-11.3")
def test_every_owner_gets_a_point_for_each_link_mover_first() -> None:
    rules, table = fresh()
    table.order = [3, 2, 1, 0]
    table.agenda = list(table.agenda)
    reward(rules, table, 1, [2, 3, 0, 1], [])
    assert table.agenda[-3:] == [ChooseReward(0, 2), ChooseReward(3, 1), ChooseReward(1, 3)]


@pytest.mark.clause("STM-11.1")
def test_neutral_links_give_nothing() -> None:
    rules, table = corridor((P, NOBODY))
    rules.play(table, P, DOWN)
    assert table.agenda[-1] == ChooseReward(P, 1)
    assert len(table.agenda) == 3


@pytest.mark.clause("STM-11.2")
def test_all_points_go_to_one_place() -> None:
    rules, table = corridor((P, P))
    rules.play(table, P, DOWN)
    assert rules.legal(table) == [TakeReward("income"), TakeReward("vp")]
    other = table.clone()
    rules.play(table, P, TakeReward("income"))
    assert (table.income[P], table.points[P]) == (2, 0)
    rules.play(other, P, TakeReward("vp"))
    assert (other.income[P], other.points[P]) == (0, 2)


@pytest.mark.clause("STM-11.4", "STM-TV-12")
def test_the_end_of_the_income_track() -> None:
    rules, table = fresh()
    table.income[P] = 8
    table.agenda = [*table.agenda, ChooseReward(P, 5)]
    events = rules.play(table, P, TakeReward("income"))
    assert table.income[P] == 10
    assert events == [RewardTaken(P, 5, "income", 3)]
    rules, table = corridor((P, R))
    table.income[P] = 10
    rules.play(table, P, DOWN)
    assert (table.income[P], table.points[P]) == (10, 1)
    assert table.agenda[-1] == ChooseReward(R, 1)  # P was not asked


@pytest.mark.clause("STM-EX-17")
def test_the_deliveries_of_the_rulebook() -> None:
    green, black = P, Q
    rules, table = fresh()
    no_goods(rules, table)
    new_city(rules, table, "c13r9", "gray")
    put(rules, table, green, "c13r8 22/1", "c15r7 22/4", "c14r7 21/1", "c13r7 21/1")
    put(rules, table, black, "c12r9 22/0", "c12r7 22/3", "c11r6 21/2", "c9r5 22/2", "c8r6 22/5", "c7r5 21/2")
    cubes(rules, table, "c13r9", red=1, blue=1, purple=1, yellow=1)
    moving(rules, table, green)

    def gains(colour: str, level: int) -> set[tuple[str, int, int]]:
        table.locomotive[green] = level
        out = set()
        for move in moves(rules, table, green):
            if move.colour == colour:
                _, used, _ = follow(table.track, at(rules, move.origin), list(move.sides))
                owners = [table.track.sections[i].owner for i in used]
                name = rules.board.hexes.names[at(rules, move.to)]
                out.add((name, owners.count(green), owners.count(black)))
        return out

    assert gains("red", 1) == {("Providence", 1, 0)}
    assert gains("red", 2) == {("Providence", 1, 0), ("Boston", 1, 1)}
    assert gains("blue", 2) == set()  # black's single link alone is not green's to use
    assert gains("blue", 3) == {("Hartford", 3, 0)}
    assert gains("purple", 3) == set()
    assert gains("purple", 4) == {("Albany", 3, 1)}
    assert gains("yellow", 4) == set()
    assert gains("yellow", 5) == {("Syracuse", 3, 2)}


@pytest.mark.clause("STM-EX-18", "STM-11.3")
def test_the_rewards_of_the_rulebook() -> None:
    rules, table = fresh()
    reward(rules, table, P, [3, 2, 0, 0], [])
    rules.play(table, P, TakeReward("income"))
    rules.play(table, Q, TakeReward("vp"))
    assert (table.income[P], table.points[P], table.income[Q], table.points[Q]) == (3, 0, 0, 2)


@pytest.mark.clause("STM-11.2", "STM-11.3")
@pytest.mark.parametrize("owners", [(P, P), (P, Q)])
def test_the_log_tells_whose_points_they_are(owners: tuple[int, int]) -> None:
    """Whoever gets them, wherever that is in the order of play."""
    rules, table = corridor(owners)
    table.order = [R, Q, P, 3]
    rules.play(table, P, DOWN)
    for seat in sorted(set(owners)):
        assert rules.actor(table) == seat
        assert rules.play(table, seat, TakeReward("vp"))[0] == RewardTaken(seat, owners.count(seat), "vp", 0)
