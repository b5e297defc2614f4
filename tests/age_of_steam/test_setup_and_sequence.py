"""Set-up (chapter 3), the turn (chapter 4), shares (5), the auction (6), actions (7)."""

from __future__ import annotations

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.games.age_of_steam.actions import ACTIONS, IssueShares, TakeAction
from boxcars.games.age_of_steam.setup import roll_order
from boxcars.games.age_of_steam.steps import ChooseAction, DecideShares, Phase
from boxcars.rail.actions import Bid, DoNothing, DropOut, EndBuild, PassBid, RaiseLocomotive
from tests.age_of_steam.positions import At, position, start

BAG_LEFT = {"rust_belt": 18, "western_us": 0, "southern_us": 21, "germany": 9, "barbados": 60, "st_lucia": 58}
SEATS = {"barbados": 1, "st_lucia": 2}


@pytest.mark.clause("AOS-3.1", "AOS-3.2", "AOS-3.3")
def test_rust_belt_is_set_up() -> None:
    at = start("rust_belt", 4)
    assert all(c >= 0 for c in at.table.display) and len(at.table.display) == 52
    by_city = {c.id: len(at.cubes(c.hex)) for c in at.rules.board.data.cities}
    assert by_city.pop("pittsburgh") == by_city.pop("wheeling") == 3
    assert set(by_city.values()) == {2} and len(by_city) == 10
    assert sum(at.table.bag) == 18
    everything = at.table.bag.copy()
    for c in [*at.table.display, *(c for cubes in at.table.cubes for c in cubes)]:
        everything[c] += 1
    assert everything == [20, 20, 20, 20, 16, 0]


@pytest.mark.clause("AOS-3.2")
def test_the_display_is_filled_row_by_row() -> None:
    rules = start().rules
    first = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2]
    table = rules.start(Chance(seed_from("x"), {}, {"bag": first}))
    assert table.display[: len(first)] == first


@pytest.mark.clause("AOS-3.4")
@pytest.mark.parametrize("map", BAG_LEFT)
def test_cubes_left_in_the_bag(map: str) -> None:
    assert sum(start(map, SEATS.get(map, 3)).table.bag) == BAG_LEFT[map]


@pytest.mark.clause("AOS-3.5", "AOS-3.6", "AOS-3.8", "AOS-15.2")
def test_players_start_alike() -> None:
    at = start("rust_belt", 5)
    t = at.table
    assert t.new_cities == [-1] * 8
    assert (t.cash, t.shares, t.income, t.locomotive) == ([10] * 5, [2] * 5, [0] * 5, [1] * 5)
    assert t.turn == 1 and isinstance(t.agenda[-1], DecideShares)
    assert start("western_us", 3).table.cash == [20] * 3


@pytest.mark.clause("AOS-3.7")
def test_ties_of_the_first_roll_are_rolled_again() -> None:
    # Seats 0 and 2 tie at 9; seat 1 has 12. Rolling again, 2 beats 0.
    dice = [3, 3, 3, 4, 4, 4, 3, 3, 3, 1, 1, 1, 6, 6, 6]
    rolls = [0, 0, 0]
    order = roll_order(Chance("", {}, {"dice:order": [n - 1 for n in dice]}), [0, 1, 2], rolls)
    assert order == [1, 2, 0] and rolls == [9, 12, 9]


# -- chapter 4 -----------------------------------------------------------------------------------------------------------


def play_on(at: At, until: int = 400) -> list[str]:
    """Everybody does the least; the kinds of step asked, in order."""
    asked: list[str] = []
    turn = at.table.turn
    while at.table.turn == turn and at.table.agenda and len(asked) < until:
        step = at.table.agenda[-1]
        asked.append(f"{type(step).__name__}{step.seat}")
        legal = at.rules.legal(at.table)
        for action in (IssueShares(0), DropOut(), EndBuild(), DoNothing(), legal[0]):
            if action in legal:
                at.do(step.seat, action)
                break
    return asked


@pytest.mark.clause("AOS-4.1", "AOS-4.2", "AOS-4.3", "AOS-7.2", "AOS-7.3")
def test_the_phases_of_a_turn() -> None:
    at = start("rust_belt", 3)
    at.table.cash = [50, 50, 50]
    a, b, c = at.table.order
    asked = play_on(at)
    # Everybody drops without a bid: the order is reversed. TakeAction lists First Move first, then First Build.
    assert asked == [
        *(f"DecideShares{s}" for s in (a, b, c)),
        *(f"BidOrDrop{s}" for s in (a, b)),
        *(f"ChooseAction{s}" for s in (c, b, a)),
        *(f"BuildTrack{s}" for s in (b, c, a)),
        *(f"MoveOne{s}" for s in (c, b, a)),
        *(f"MoveOne{s}" for s in (c, b, a)),
    ]
    assert at.rules.board.data.rules.phases == (
        "issue_shares",
        "turn_order",
        "select_actions",
        "build_track",
        "move_goods",
        "collect_income",
        "pay_expenses",
        "income_reduction",
        "goods_growth",
        "advance_turn",
    )
    assert at.table.turn == 2 and at.table.order == [c, b, a]


@pytest.mark.clause("AOS-4.4")
def test_eliminated_players_are_skipped() -> None:
    at = position("map rust_belt 4\nturn 3\nseat 2 gone 2\nseat 0 cash 50\nseat 1 cash 50\nseat 3 cash 50\ndue issue_shares")
    asked = play_on(at)
    assert not any(step.endswith("2") for step in asked) and len(asked) == 3 + 2 + 3 + 3 + 6
    assert at.why(2, IssueShares(0)) == ("not_your_turn", "")


@pytest.mark.clause("AOS-4.5", "AOS-14.1")
def test_the_last_turn_is_played_in_full() -> None:
    text = "map rust_belt 3\nturn {turn}\nseat 0 cash 50 income 15\nseat 1 cash 50\nseat 2 cash 50\ndue collect_income"
    at = position(text.format(turn=10))
    assert not at.table.agenda
    assert at.table.income[0] == 13, "income was reduced before scoring"
    assert at.table.cash[0] == 50 + 15 - 3
    assert at.table.chance.counters["dice:light"] == 3
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.winners == [0]
    at = position(text.format(turn=9))
    assert at.table.turn == 10 and isinstance(at.table.agenda[-1], DecideShares) and at.rules.outcome(at.table) is None


# -- chapter 5 -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-5.2", "AOS-BAD-3")
def test_no_more_than_15_shares() -> None:
    at = position("map rust_belt 3\nseat 0 shares 13\ndue shares")
    assert at.rules.legal(at.table) == [IssueShares(0), IssueShares(1), IssueShares(2)]
    assert at.why(0, IssueShares(3)) == ("too_many_shares", "AOS-5.2")
    assert at.no(0, IssueShares(-1)).code == "bad_number"
    at.do(0, IssueShares(2))
    assert at.table.shares[0] == 15 and at.table.cash[0] == 20


@pytest.mark.clause("AOS-5.3")
def test_shares_are_issued_only_in_their_phase() -> None:
    for due in ("action", "build", "move"):
        at = position(f"map rust_belt 3\ndue {due}")
        assert at.no(0, IssueShares(1)).code == "wrong_phase"
    # Nothing ever buys a share back.
    at = position("map rust_belt 3\nseat 0 cash 90 shares 6\nseat 1 cash 50\nseat 2 cash 50\ndue collect_income")
    assert at.table.shares[0] == 6


# -- chapter 6 -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-6.2", "AOS-6.3", "AOS-BAD-4")
def test_what_may_be_bid() -> None:
    at = position("map rust_belt 3\nseat 0 cash 4\ndue bid")
    assert at.rules.legal(at.table) == [DropOut(), Bid(1), Bid(2), Bid(3), Bid(4)]
    assert at.no(0, Bid(0)).code == at.no(0, Bid(-3)).code == "bid_too_low"
    assert at.why(0, Bid(5)) == ("not_enough_cash", "AOS-6.3")
    assert at.no(0, PassBid()).code == "no_right_to_pass"
    at.do(0, Bid(3))
    assert at.no(1, Bid(3)).code == "bid_too_low"
    at.do(1, DropOut())
    at.do(2, Bid(4))
    assert at.rules.legal(at.table) == [DropOut()], "who cannot outbid must drop out"
    assert at.no(0, Bid(5)).code == "not_enough_cash"
    assert at.no(1, Bid(9)).code == "not_your_turn", "he has dropped out"


@pytest.mark.clause("AOS-6.4")
def test_the_leader_is_not_asked() -> None:
    at = position("map rust_belt 3\ndue bid")
    at.do(0, Bid(1))
    at.do(1, DropOut())
    at.do(2, Bid(2))
    at.do(0, Bid(3))
    assert at.rules.actor(at.table) == 2
    at.do(2, DropOut())
    assert at.table.auction is None and at.table.order == [0, 2, 1]
    assert at.table.cash == [7, 10, 8]


@pytest.mark.clause("AOS-6.5")
def test_the_last_one_left_never_has_to_bid() -> None:
    at = position("map rust_belt 3\ndue bid")
    at.do(0, DropOut())
    at.do(1, DropOut())
    assert at.table.order == [2, 1, 0] and at.table.cash == [10] * 3
    assert isinstance(at.table.agenda[-1], ChooseAction)


@pytest.mark.clause("AOS-6.7")
def test_an_auction_of_two() -> None:
    at = position("map rust_belt 3\nturn 4\nseat 2 gone 3\ndue bid")
    at.do(0, Bid(3))
    at.do(1, Bid(4))
    at.do(0, DropOut())
    assert at.table.order == [1, 0]
    assert at.table.cash[:2] == [10, 6]


@pytest.mark.clause("AOS-6.8", "AOS-7.8")
def test_the_right_to_pass_lapses() -> None:
    at = position("map rust_belt 3\nturn 2\nseat 1 action turn_order\ndue bid")
    at.do(0, Bid(1))
    assert PassBid() in at.rules.legal(at.table)
    at.do(1, Bid(2))
    at.do(2, DropOut())
    at.do(0, DropOut())
    for seat in at.table.order.copy():
        at.do(seat, at.rules.legal(at.table)[0])  # First Move, First Build, Engineer
    assert ACTIONS.index("turn_order") not in at.table.action
    at.table.agenda = [Phase(-1, "turn_order")]
    at.rules._advance(at.table, [])
    assert at.table.auction is not None and at.table.auction.passes == -1
    # Nobody has the right on turn 1.
    first = start()
    for seat in first.table.order.copy():
        first.do(seat, IssueShares(0))
    assert first.table.auction is not None and first.table.auction.passes == -1


# -- chapter 7 -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-7.1", "AOS-7.9", "AOS-BAD-5")
def test_each_action_once() -> None:
    at = position("map rust_belt 6\nturn 2\nseat 0 action engineer\ndue select_actions")
    assert at.table.action == [-1] * 6, "markers are cleared"
    assert len(at.rules.legal(at.table)) == 7
    at.do(0, TakeAction("engineer"))
    assert at.why(1, TakeAction("engineer")) == ("action_taken", "AOS-7.1")
    at.do(1, TakeAction("turn_order"))
    assert len(at.rules.legal(at.table)) == 5
    assert at.no(0, TakeAction("production")).code == "not_your_turn"
    for name in ("first_move", "first_build", "locomotive"):
        at.do(at.rules.actor(at.table), TakeAction(name))  # type: ignore[arg-type]
    assert at.rules.legal(at.table) == [TakeAction("urbanization"), TakeAction("production")]


@pytest.mark.clause("AOS-7.4", "AOS-8.1", "AOS-8.30")
def test_engineer_builds_four() -> None:
    plays = ["c11r8 straight 1", "c7r6 straight 0", "c6r6 straight 1", "c12r9 straight 0"]
    for action, allowed in (("engineer", 4), ("production", 3)):
        at = position(f"map rust_belt 3\nseat 0 cash 50 action {action}\ndue build 0 1")
        for n, play in enumerate(plays[:allowed]):
            assert at.rules.actor(at.table) == 0, n
            at.lay(0, play)
        assert at.rules.actor(at.table) == 1, "the build turn ends by itself"


@pytest.mark.clause("AOS-7.5")
def test_locomotive_works_at_once() -> None:
    at = position("map rust_belt 3\nseat 0 loco 3\nseat 1 loco 6\ndue action")
    at.do(0, TakeAction("locomotive"))
    assert at.table.locomotive[0] == 4
    at = position("map rust_belt 3\norder 1 0 2\nseat 1 loco 6\ndue action")
    at.do(1, TakeAction("locomotive"))
    assert at.table.locomotive[1] == 6


@pytest.mark.clause("AOS-7.6", "AOS-9.1")
def test_urbanization_is_optional() -> None:
    at = position("map rust_belt 3\nseat 0 action urbanization\ndue build 0 1")
    assert EndBuild() in at.rules.legal(at.table)
    at.end(0)
    assert at.table.new_cities == [-1] * 8


@pytest.mark.clause("AOS-11.2", "AOS-7.5", "AOS-BAD-13")
def test_the_locomotive_is_raised_once_in_two_rounds() -> None:
    at = position("map rust_belt 3\nseat 0 loco 4 action locomotive\nseat 1 loco 6\ndue move_goods")
    at.do(0, RaiseLocomotive())
    assert at.table.locomotive[0] == 5
    assert at.no(1, RaiseLocomotive()).code == "locomotive_full"
    at.do(1, DoNothing())
    at.do(2, DoNothing())
    assert at.no(0, RaiseLocomotive()).code == "raised_already"
