"""The Standard game (STM-15)."""

from __future__ import annotations

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.games.steam.rules import Steam
from boxcars.games.steam.turn_sequence import STANDARD
from boxcars.games.steam.types import (
    BidForOrder,
    BuildTrack,
    IncomeAndExpenses,
    MoveRound,
    NewTurn,
    RaiseCapital,
    SelectAction,
    TakeLoans,
    TakeTile,
    TurnOrder,
    Urbanize,
)
from boxcars.rail.actions import Bid, BidPassed, DoNothing, DropOut, EndBuild, LayTrack, PassBid, PlaceTaken
from tests.steam.positions import P, Q, begin, building, fresh, give_tile, make, play, refused, selecting, tile

DROP, STAY = DropOut(), PassBid()


@pytest.mark.clause("STM-15.1")
def test_the_starting_order_is_drawn_by_number() -> None:
    rules = make(mode="standard")
    table = rules.start(Chance(seed_from(1), script={"tiles": [5, 6, 0, 3]}))
    assert table.order == [2, 3, 0, 1]
    assert table.cash == [0] * 4
    assert table.privilege == -1
    assert make(mode="standard", start="auction").auction_start is False


@pytest.mark.clause("STM-15.2", "STM-15.11")
def test_tiles_cost_nothing_and_say_nothing_about_passing() -> None:
    rules, table = fresh(mode="standard")
    table.cash = [0] * 4
    selecting(rules, table, P, Q, 2)
    assert refused(rules, table, TakeTile("urbanization", True)) == "no_pass_side"
    rules.play(table, P, TakeTile("urbanization"))
    rules.play(table, Q, TakeTile("locomotive"))
    assert (table.city_action[P], table.locomotive[Q], table.cash[:2]) == (1, 2, [0, 0])
    table.tile[Q], table.locomotive[2] = 0, 6
    assert refused(rules, table, TakeTile("locomotive")) == "top_locomotive"
    table.tile[P], table.new_cities = 0, [0] * 5
    assert refused(rules, table, TakeTile("urbanization")) == "nothing_to_urbanize"


@pytest.mark.clause("STM-15.3", "STM-15.19", "STM-15.18")
def test_the_phases_of_a_standard_turn() -> None:
    assert (
        RaiseCapital(), TurnOrder(), SelectAction(), BuildTrack(), MoveRound(round=1), MoveRound(round=2),
        IncomeAndExpenses(), NewTurn(),
    ) == STANDARD  # fmt: skip
    rules = make(mode="standard")
    table = begin(rules)
    old = table.order[:]
    raised = []
    while isinstance(table.agenda[-1], RaiseCapital):
        raised.append(rules.actor(table))
        rules.play(table, rules.actor(table), TakeLoans(2))
    assert raised == old  # phase 1 in the order of the previous turn
    assert rules.actor(table) == old[0]
    rules.play(table, old[0], DROP)
    for _ in range(2):
        rules.play(table, rules.actor(table), DROP)
    assert table.order == [old[3], old[2], old[1], old[0]]
    chosen = []
    while isinstance(table.agenda[-1], SelectAction):
        chosen.append(rules.actor(table))
        rules.play(table, rules.actor(table), rules.legal(table)[0])
    assert chosen == table.order
    table.turn = rules.turns - 1
    table.agenda = [NewTurn()]
    rules._advance(table, [])
    assert NewTurn() not in table.agenda  # not played in the last turn


@pytest.mark.clause("STM-15.4")
def test_raising_capital() -> None:
    rules, table = fresh(mode="standard")
    table.cash[P], table.income[P], table.points[P] = 0, -8, 5
    table.agenda = [*table.agenda, RaiseCapital(P)]
    assert [a.steps for a in rules.legal(table)] == [0, 1, 2, 3, 4]
    assert refused(rules, table, TakeLoans(5)) == "too_many_loans"
    assert refused(rules, table, TakeLoans(-1)) == "too_many_loans"
    rules.play(table, P, TakeLoans(3))
    assert (table.cash[P], table.income[P], table.points[P]) == (15, -10, 3)


@pytest.mark.clause("STM-15.5", "STM-15.13")
def test_money_is_raised_at_no_other_time() -> None:
    rules, table = fresh(mode="standard")
    table.cash[P] = 4
    building(rules, table, P)
    assert refused(rules, table, TakeLoans(1)) == "wrong_phase"
    assert play(rules, table, "c10r7 21/0") == 3
    assert refused(rules, table, tile("c10r8 T21/0")) == "money"
    assert table.income[P] == 0


def bidding(privilege: int = -1, cash: int = 20, players: int = 4, order: list[int] | None = None) -> tuple:
    rules, table = fresh("ruhr", players, "standard")
    table.cash = [cash] * players
    table.order = order or list(range(players))
    table.privilege = privilege
    table.agenda = [*table.agenda, TurnOrder()]
    rules._advance(table, [])
    return rules, table


@pytest.mark.clause("STM-15.6")
def test_bids_rise_in_the_current_order() -> None:
    rules, table = bidding(order=[2, 0, 3, 1])
    assert table.agenda[-1] == BidForOrder(2)
    rules.play(table, 2, Bid(0))
    assert refused(rules, table, Bid(0)) == "bid_too_low"
    assert refused(rules, table, Bid(21)) == "bid_too_high"
    rules.play(table, 0, Bid(5))
    rules.play(table, 3, Bid(6))
    rules.play(table, 1, Bid(9))
    assert rules.actor(table) == 2


@pytest.mark.clause("STM-15.7")
def test_who_drops_out_takes_the_last_free_place() -> None:
    rules, table = bidding()
    rules.play(table, 0, DROP)
    rules.play(table, 1, Bid(2))
    events = rules.play(table, 2, DROP)
    assert events == [PlaceTaken(2, 3, 0)]
    rules.play(table, 3, DROP)
    assert table.order == [1, 3, 2, 0]
    assert table.auction is None


@pytest.mark.clause("STM-15.8")
def test_the_highest_bidder_is_not_asked() -> None:
    rules, table = bidding(privilege=3)
    rules.play(table, 0, Bid(4))
    rules.play(table, 1, DROP)
    rules.play(table, 2, DROP)
    rules.play(table, 3, STAY)
    assert rules.actor(table) == 3  # seat 0 leads: straight on to the next
    rules, table = bidding()
    for seat in range(3):
        rules.play(table, seat, DROP)
    assert table.order == [3, 2, 1, 0]
    assert table.cash == [20] * 4


@pytest.mark.clause("STM-15.9")
def test_the_privilege_of_turn_order() -> None:
    rules, table = bidding(privilege=1)
    assert refused(rules, table, STAY) == "no_privilege"
    rules.play(table, 0, Bid(1))
    assert STAY in rules.legal(table)
    other = table.clone()
    assert rules.play(table, 1, STAY) == [BidPassed(1)]
    rules.play(table, 2, DROP)
    rules.play(table, 3, DROP)
    assert rules.actor(table) == 1
    assert refused(rules, table, STAY) == "no_privilege"  # only once
    rules.play(table, 1, DROP)
    assert table.privilege == -1
    rules.play(other, 1, DROP)  # optional
    while isinstance(other.agenda[-1], BidForOrder):
        rules.play(other, rules.actor(other), DROP)
    assert other.privilege == -1  # lapses unused


@pytest.mark.clause("STM-15.10", "STM-TV-7")
def test_payment_by_place() -> None:
    rules, table = bidding(players=5)
    for seat, amount in enumerate((1, 3, 5, 6, 7)):
        rules.play(table, seat, Bid(amount))
    for seat in (0, 1, 2, 3):
        rules.play(table, seat, DROP)
    assert table.order == [4, 3, 2, 1, 0]
    assert [20 - table.cash[seat] for seat in table.order] == [7, 6, 3, 2, 0]


@pytest.mark.clause("STM-15.10")
def test_with_two_players_left_the_second_pays_nothing() -> None:
    rules, table = bidding(order=[0, 1])
    table.gone = [0, 0, 1, 2]
    rules.play(table, 0, Bid(3))
    rules.play(table, 1, Bid(4))
    rules.play(table, 0, DROP)
    assert [20 - cash for cash in table.cash[:2]] == [0, 4]


@pytest.mark.clause("STM-EX-22")
def test_the_auction_of_the_rulebook() -> None:
    ma, pe, mt, da = range(4)
    rules, table = bidding(privilege=da)
    rules.play(table, ma, Bid(0))
    rules.play(table, pe, Bid(2))
    rules.play(table, mt, DROP)
    rules.play(table, da, STAY)
    assert refused(rules, table, Bid(2)) == "bid_too_low"
    rules.play(table, ma, Bid(3))
    rules.play(table, pe, DROP)
    rules.play(table, da, DROP)
    assert table.order == [ma, da, pe, mt]
    assert [20 - table.cash[seat] for seat in (ma, da, pe, mt)] == [3, 0, 1, 0]


@pytest.mark.clause("STM-TV-23")
@pytest.mark.parametrize("passes", [False, True])
def test_the_privilege_at_work(passes: bool) -> None:
    a, b, c, d = range(4)
    rules, table = bidding(privilege=b)
    for seat, amount in ((a, 1), (b, 4), (c, 5), (d, 6)):
        rules.play(table, seat, Bid(amount))
    rules.play(table, a, DROP)
    if not passes:
        events = rules.play(table, b, DROP)
        assert events == [PlaceTaken(b, 3, 2)]
        return
    rules.play(table, b, STAY)
    rules.play(table, c, DROP)
    rules.play(table, b, DROP)
    assert table.order == [d, b, c, a]
    assert [20 - table.cash[seat] for seat in (d, b, c, a)] == [6, 4, 3, 0]


@pytest.mark.clause("STM-15.12")
def test_the_city_action_is_decided_while_building() -> None:
    rules, table = fresh(mode="standard")
    selecting(rules, table, P)
    rules.play(table, P, TakeTile("urbanization"))
    building(rules, table, P)
    assert rules.refuse(table, P, EndBuild()) is None
    assert rules.refuse(table, P, Urbanize("c10r8")) is None
    rules.play(table, P, EndBuild())
    assert table.new_cities == [1, 1, 1, 1, 4]


def settled(income: int, level: int, cash: int, points: int) -> tuple:
    rules, table = fresh(mode="standard")
    table.cash = [50] * 4
    table.income[P], table.locomotive[P], table.cash[P], table.points[P] = income, level, cash, points
    table.agenda = [NewTurn(), IncomeAndExpenses()]
    rules._advance(table, [])
    return table.cash[P], table.income[P], table.points[P], table.gone[P]


@pytest.mark.clause("STM-15.14", "STM-EX-23")
def test_maintenance() -> None:
    assert settled(0, 3, 10, 0) == (7, 0, 0, 0)
    assert settled(0, 6, 10, 0) == (4, 0, 0, 0)
    assert settled(4, 3, 0, 5) == (1, 4, 5, 0)  # income is received before maintenance is paid
    assert settled(-2, 3, 10, 5) == (5, -2, 5, 0)


@pytest.mark.clause("STM-15.15", "STM-TV-4", "STM-TV-5")
def test_a_shortfall_costs_points_then_income() -> None:
    assert settled(-3, 2, 2, 1) == (1, -4, 0, 0)
    assert settled(1, 4, 0, 5) == (1, 1, 3, 0)


@pytest.mark.clause("STM-15.16", "STM-TV-6")
def test_bankruptcy_in_the_standard_game() -> None:
    assert settled(-10, 1, 0, 5)[3] == 1
    assert settled(-10, 1, 1, 5) == (0, -10, 0, 0)


def numbered(rules: Steam, action: LayTrack) -> tuple[int, int]:
    """Hex and form of a tile play as numbers."""
    tiles = rules.board.tiles
    return rules.board.grid.number[action.hex], tiles.form_of[tiles.number[action.tile]][action.rotation]


@pytest.mark.clause("STM-15.20")
def test_loans_at_any_time_pay_for_track() -> None:
    rules, table = fresh(mode="standard", soft_standard=True)
    table.cash, table.income[P], table.points[P] = [1] * 4, -9, 2
    building(rules, table, P)
    assert play(rules, table, "c10r7 21/0") == 3  # one loan of $5
    assert (table.cash[P], table.income[P], table.points[P]) == (3, -10, 2)
    play(rules, table, "c10r8 T21/0")  # $4: income is at its end, so 2 points
    assert (table.cash[P], table.income[P], table.points[P]) == (4, -10, 0)
    table.cash[P] = 3
    assert refused(rules, table, tile("c9r6 22/1")) == "money"
    assert all(
        rules.board.builder.cost(table.track, *numbered(rules, a)) <= 3 for a in rules.legal(table) if isinstance(a, LayTrack)
    )
    # Bids are paid from cash, and loans are asked for in phase 1 only, as always.
    rules, table = fresh(mode="standard", soft_standard=True)
    table.cash, table.agenda = [4] * 4, [*table.agenda, TurnOrder()]
    rules._advance(table, [])
    assert max(a.amount for a in rules.legal(table) if isinstance(a, Bid)) == 4
    assert refused(rules, table, Bid(5)) == "bid_too_high"
    building(rules, table, P)
    assert refused(rules, table, TakeLoans(1)) == "wrong_phase"
    # In the Basic game the option changes nothing.
    assert fresh(soft_standard=True)[0].lends_always and fresh()[0].lends_always and not fresh(mode="standard")[0].lends_always


@pytest.mark.clause("STM-15.20", "STM-15.15")
def test_loans_at_any_time_pay_for_maintenance_before_points_do() -> None:
    def after(income: int, level: int, cash: int, points: int) -> tuple[int, int, int, int]:
        rules, table = fresh(mode="standard", soft_standard=True)
        table.cash = [50] * 4
        table.income[P], table.locomotive[P], table.cash[P], table.points[P] = income, level, cash, points
        table.agenda = [NewTurn(), IncomeAndExpenses()]
        rules._advance(table, [])
        return table.cash[P], table.income[P], table.points[P], table.gone[P]

    assert after(0, 3, 3, 4) == (0, 0, 4, 0) and after(0, 3, 30, 4) == (27, 0, 4, 0), "no loan where cash is enough"
    assert after(0, 3, 0, 4) == (2, -1, 4, 0), "one loan; points stay"
    assert after(-3, 4, 1, 0) == (4, -5, 0, 0), "6 are short: two loans; the income of the start of the phase is owed"
    assert after(-10, 3, 10, 3) == (2, -10, 1, 0), "income is at its end: a loan costs 2 points"
    assert after(-10, 1, 9, 1) == (0, -10, 0, 0), "the last point pays $2 as without the option"
    assert after(-10, 3, 9, 3)[:3] == (1, -10, 1)
    assert after(-10, 3, 0, 5)[3] == 1, "13 are due, two loans and a point give 12"


@pytest.mark.clause("STM-15.17")
def test_a_new_turn_remembers_the_turn_order_tile() -> None:
    rules, table = fresh(mode="standard")
    give_tile(table, 2, "turn_order")
    table.order = [3, 1, 0, 2]
    table.agenda = [NewTurn()]
    rules._advance(table, [])
    assert (table.privilege, table.tile, table.turn) == (2, [0] * 4, 2)
    assert table.order == [3, 1, 0, 2]
    assert table.agenda[-1] == RaiseCapital(3)


@pytest.mark.clause("STM-15.13")
def test_goods_move_as_in_the_basic_game() -> None:
    rules, table = fresh(mode="standard")
    table.agenda = [*table.agenda, MoveRound(P, 1)]
    assert rules.legal(table)[-1] == DoNothing()
