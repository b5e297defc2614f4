"""The derived test vectors (chapter 21). Seats: 0 is P, 1 is Q."""

from __future__ import annotations

import pytest

from boxcars.games.age_of_steam.actions import BuyDirectLink, RewardRailroads, TakeAction
from boxcars.games.age_of_steam.income_and_expenses import reduction
from boxcars.rail.actions import Bid, DropOut, EndBuild, PassBid
from boxcars.rail.track import OPEN
from tests.age_of_steam.positions import At, position, start, tile

RICH = """
    map rust_belt 3
    seat 0 cash 30
    seat 1 cash 30
    due build 0 1 2
"""


def after_5() -> At:
    """P has laid `straight` rot 0 on c7r4 and ended his build turn."""
    at = position(RICH)
    at.lay(0, "c7r4 straight 0")
    at.end(0)
    return at


@pytest.mark.clause("AOS-TV-1", "AOS-2.1", "AOS-2.3")
def test_tv_1() -> None:
    grid = start().grid
    assert grid.axial[grid.number["c12r8"]] == (12, 2)
    assert grid.neighbours(grid.number["c12r8"]) == ["c12r7", "c13r7", "c13r8", "c12r9", "c11r8", "c11r7"]


@pytest.mark.clause("AOS-TV-2", "AOS-2.4")
def test_tv_2() -> None:
    at = start()
    assert at.grid.neighbours(at.hex("c7r5")) == ["c7r4", "c8r5", "c8r6", "c7r6", "c6r6", "c6r5"]
    assert at.rules.board.terrain[at.hex("c8r5")] == "water"
    assert at.grid.across[6 * at.hex("c7r5") + 1] == -1
    assert at.grid.neighbours(at.hex("c0r10")) == ["c0r9", "c1r9", None, None, None, None]


@pytest.mark.clause("AOS-TV-3", "AOS-2.2", "AOS-2.3")
def test_tv_3() -> None:
    grid = start("western_us", 3).grid
    assert grid.pointy
    assert grid.axial[grid.number["c14r6"]] == (11, 6)
    assert grid.neighbours(grid.number["c14r6"]) == ["c13r5", None, None, None, "c13r7", "c13r6"]
    assert grid.axial[grid.number["c13r3"]] == (12, 3)
    assert grid.neighbours(grid.number["c13r3"]) == ["c13r2", "c14r2", None, "c14r4", "c13r4", "c12r3"]


@pytest.mark.clause("AOS-TV-4")
def test_tv_4() -> None:
    grid = start("germany", 3).grid
    assert grid.axial[grid.number["c2r7"]] == (2, 6)
    assert grid.neighbours(grid.number["c2r7"]) == ["c2r6", "c3r6", "c3r7", "c2r8", "c1r7", "c1r6"]


@pytest.mark.clause("AOS-TV-5", "AOS-8.14", "AOS-2.6")
def test_tv_5() -> None:
    at = position(RICH)
    assert at.lay(0, "c7r4 straight 0") == 2
    section = at.section("c7r4", 0, 3)
    assert section is not None and OPEN in section.ends and at.hex("c7r5") in section.ends


@pytest.mark.clause("AOS-TV-6", "AOS-8.7")
def test_tv_6() -> None:
    assert position(RICH).cannot(0, "c7r4 sharp 2") == "impassable"


@pytest.mark.clause("AOS-TV-7", "AOS-8.8")
def test_tv_7() -> None:
    assert after_5().cannot(1, "c7r3 town_1 3") == "foreign_track"


@pytest.mark.clause("AOS-TV-8", "AOS-8.25", "AOS-8.19", "AOS-10.6")
def test_tv_8() -> None:
    at = after_5().next_turn(0, 1)
    assert at.lay(0, "c7r4 gentle 3") == 2
    assert at.owner("c7r4", 3, 5) == 0
    at.end(0)
    assert at.owner("c7r4", 3, 5) == -1


@pytest.mark.clause("AOS-TV-9", "AOS-8.9")
def test_tv_9() -> None:
    assert after_5().cannot(1, "c7r4 gentle 3") == "not_yours"


def unowned() -> At:
    at = after_5().next_turn(0, 1)
    at.end(0)
    assert at.owner("c7r4", 0, 3) == -1
    return at


@pytest.mark.clause("AOS-TV-10", "AOS-8.25", "AOS-8.27", "AOS-8.23")
def test_tv_10() -> None:
    at = unowned()
    at.table.built = 0b11
    assert at.lay(1, "c7r3 straight 0") == 3
    link = at.section("c7r4", 0, 3)
    assert link is not None and link.owner == 1 and link.complete and link is at.section("c7r3", 3, "T")
    assert at.owner("c7r3", 0, "T") == 1 and not at.complete("c7r3", 0, "T")
    assert at.table.track.discs == 1


@pytest.mark.clause("AOS-TV-11", "AOS-8.12", "AOS-2.12")
def test_tv_11() -> None:
    at = position(RICH)
    at.lay(0, "c7r4 sharp 3")
    assert at.cannot(0, "c6r5 sharp 1") == "loop"


@pytest.mark.clause("AOS-TV-12", "AOS-8.10")
def test_tv_12() -> None:
    assert position(RICH).cannot(0, "c5r3 straight 0") == "not_connected"


@pytest.mark.clause("AOS-TV-13", "AOS-8.10")
def test_tv_13() -> None:
    at = position(RICH)
    at.lay(0, "c11r8 straight 1")
    at.end(0)
    assert at.cannot(1, "c11r8 cross_straight_straight 1") == "not_connected"


@pytest.mark.clause("AOS-TV-14", "AOS-8.4")
def test_tv_14() -> None:
    at = position(RICH)
    at.lay(0, "c7r4 straight 0")
    assert at.lay(0, "c7r4 gentle 3") == 2


@pytest.mark.clause("AOS-TV-15", "AOS-10.1")
def test_tv_15() -> None:
    assert position(RICH).lay(0, "c17r4 straight 0") == 4
    assert position(RICH).lay(0, "c16r6 gentle 1") == 3


@pytest.mark.clause("AOS-TV-16", "AOS-10.2", "AOS-8.18")
@pytest.mark.parametrize(
    ("play", "price"),
    [("c7r3 town_1 3", 2), ("c7r3 straight 0", 3), ("c7r3 town_3_left 0", 4), ("c7r3 cross_gentle_gentle 3", 5)],
)
def test_tv_16(play: str, price: int) -> None:
    at = after_5().next_turn(0)
    assert at.lay(0, play) == price


@pytest.mark.clause("AOS-TV-16")
def test_tv_16_star() -> None:
    assert after_5().next_turn(0).cannot(0, "c7r3 town_3_star 1") == "impassable"


@pytest.mark.clause("AOS-TV-17", "AOS-12.8", "AOS-16.7")
@pytest.mark.parametrize(
    ("income", "after", "doubled"),
    [
        (0, 0, 0),
        (10, 10, 10),
        (11, 9, 7),
        (20, 18, 16),
        (21, 17, 13),
        (30, 26, 22),
        (31, 25, 19),
        (40, 34, 28),
        (41, 33, 25),
        (50, 42, 34),
        (51, 41, 31),
        (90, 80, 70),
    ],
)
def test_tv_17(income: int, after: int, doubled: int) -> None:
    assert income - reduction(income) == after
    for map, turn, left in (("rust_belt", 4, after), ("southern_us", 4, doubled), ("southern_us", 3, after)):
        at = position(f"map {map} 3\nturn {turn}\nseat 0 income {income}\ndue income_reduction")
        assert at.table.income[0] == left


@pytest.mark.clause("AOS-TV-18", "AOS-12.2", "AOS-12.3", "AOS-12.4", "AOS-12.5")
@pytest.mark.parametrize(("income", "left"), [(6, 2), (4, 0), (3, None)])
def test_tv_18(income: int, left: int | None) -> None:
    others = "seat 1 cash 50\nseat 2 cash 50\n"
    at = position(f"map rust_belt 3\nturn 3\nseat 0 cash 3 shares 5 loco 2 income {income}\n{others}due pay_expenses")
    assert at.table.cash[0] == 0
    if left is None:
        assert at.table.gone[0] == 3 and 0 not in at.table.order
    else:
        assert at.table.income[0] == left and 0 in at.table.order
    assert at.table.cash[1] == 50 - 3


@pytest.mark.clause("AOS-TV-19", "AOS-6.6", "AOS-6.9")
def test_tv_19() -> None:
    at = position("map rust_belt 4\ndue bid")
    at.do(0, Bid(5))
    at.do(1, Bid(6))
    at.do(2, DropOut())
    at.do(3, Bid(7))
    at.do(0, DropOut())
    assert at.table.cash[0] == 7, "half, rounded up, when he drops out"
    at.do(1, DropOut())
    assert at.table.order == [3, 1, 0, 2]
    assert at.table.cash == [7, 4, 10, 3]


@pytest.mark.clause("AOS-TV-20", "AOS-6.5")
def test_tv_20() -> None:
    at = position("map rust_belt 4\norder 2 0 3 1\ndue bid")
    for seat in (2, 0, 3):
        at.do(seat, DropOut())
    assert at.table.order == [1, 3, 0, 2]
    assert at.table.cash == [10] * 4


@pytest.mark.clause("AOS-TV-21", "AOS-14.2")
def test_tv_21() -> None:
    at = position(
        """
        map rust_belt 3
        seat 0 income 20 shares 7
        line 0 cincinnati evansville
        line 0 chicago st_louis
        line 0 chicago des_moines
        line 0 wheeling pittsburgh
        line 0 minneapolis duluth
        line 0 kansas_city st_louis
        track 0 c12r9 sharp 5
        """
    )
    track = at.table.track
    unfinished = [s for s in track.sections if not s.complete]
    assert len(unfinished) == 1, "it does not count"
    at.table.track.sections = [s for s in track.sections if s.complete]
    assert track.link_segments(0) == sum(len(s.segments) for s in track.sections) == 18
    assert at.rules.standing(at.table)[0] == 57


@pytest.mark.clause("AOS-TV-23", "AOS-13.5")
def test_tv_23() -> None:
    at = position("map rust_belt 4\nturn 2\ndisplay L4 - - red\ndice light 4 4 4 4\ndice dark 1 1 1 1\ndue goods_growth")
    assert at.column("L4") == ["-", "-", "-"]
    assert sum(len(c) for c in at.table.cubes) == 1


# -- other maps ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-TV-24", "AOS-15.1", "AOS-15.7", "AOS-15.12")
def test_tv_24() -> None:
    assert sum(start("western_us", 3).table.bag) == 0

    def west() -> At:
        return position("map western_us 3\nseat 0 cash 20\ndue build 0 1 2")

    at = west()
    assert at.lay(0, "c13r11 gentle 1") == 4
    assert at.complete("c13r11", 1, 3)
    assert west().no(0, tile("c9r5 straight 2")).clause == "AOS-15.7"
    assert west().lay(0, "c2r9 straight 2") == 5
    assert west().lay(0, "c13r12 straight 2") == 4
    assert west().lay(0, "c13r6 straight 2") == 2


@pytest.mark.clause("AOS-TV-26", "AOS-16.4", "AOS-16.5")
def test_tv_26() -> None:
    at = position("map southern_us 3\nseat 0 cash 20\ncubes c4r7 white\ndue build 0")
    assert at.lay(0, "c4r9 straight 0") == 3
    assert at.lay(0, "c4r8 straight 0") == 3
    assert at.lay(0, "c4r7 town_1 3") == 2
    assert at.table.track.link_segments(0) == 3 and at.table.track.links_of(0) == 1
    gone = at.table.cotton_gone
    mobile = next(c.hex for c in at.rules.board.data.cities if c.id == "mobile")
    at.move(0, f"c4r7 white 3 > {mobile}")
    assert at.table.income[0] == 2
    assert at.cubes("c4r7") == [] and at.table.cotton_gone == gone + 1


@pytest.mark.clause("AOS-TV-27", "AOS-17.6", "AOS-17.10")
def test_tv_27() -> None:
    from boxcars.games.age_of_steam.components import TILES
    from boxcars.games.age_of_steam.maps.germany import halved

    at = start("germany", 3)
    place = at.rules.board.prices.place[at.hex("c1r10")]
    by_kind = {form.kind: place[form.number] for form in TILES.forms if form.kind != "town"}
    assert by_kind == {"simple": 11, "coexisting": 12, "crossing": 13}
    costs = [4, 12, 2]
    paid = [halved(costs[: n + 1]) - halved(costs[:n]) for n in range(3)]
    assert paid == [2, 8, 2]
    at.table.action[0] = 2
    at.table.cash[0] = 50
    for n, cost in enumerate(costs):
        at.table.full_costs = costs[:n]
        assert at.rules.due(at.table, 0, cost) == paid[n]


DIRECT = "koln_dusseldorf--essen_dortmund"


@pytest.mark.clause("AOS-TV-28", "AOS-17.7", "AOS-17.9", "AOS-BAD-10")
def test_tv_28() -> None:
    at = position("map germany 3\nseat 0 cash 40\nseat 1 cash 40\ndue build 0 1")
    at.do(0, BuyDirectLink(DIRECT))
    assert at.table.cash[0] == 38 and at.table.plays == 1
    assert at.table.track.links_of(0) == at.table.track.link_segments(0) == at.table.track.owned(0) == 1
    assert at.no(0, BuyDirectLink(DIRECT)).code == "link_owned"
    # Now something that needs a second tile: the build turn cannot end before it.
    play = next(p for p in at.plays() if leaves_unfinished(at, p))
    at.do(0, play)
    assert at.why(0, EndBuild()) == ("unfinished", "AOS-17.7")
    assert at.plays(), "it can be finished"


def leaves_unfinished(at: At, play: object) -> bool:
    copy = At(at.rules, at.table.clone())
    copy.do(0, play)
    return bool(copy.table.track.unfinished(0))


@pytest.mark.clause("AOS-TV-37", "AOS-17.6")
def test_tv_37() -> None:
    at = position("map germany 3\nseat 0 cash 40 action engineer\ndue build 0")
    at.do(0, BuyDirectLink(DIRECT))
    assert at.table.cash[0] == 39
    assert at.rules.due(at.table, 0, 5) == 4


@pytest.mark.clause("AOS-TV-29", "AOS-18.8")
@pytest.mark.parametrize(("cash", "score", "won"), [(60, 25, True), (30, -5, False), (35, 0, True)])
def test_tv_29(cash: int, score: int, won: bool) -> None:
    at = position(f"map barbados 1\nturn 10\nseat 0 cash {cash} shares 7 income 0\ndue advance_turn")
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.scores == [score]
    assert outcome.grade is not None and ("solvent" in outcome.grade.message) is won


@pytest.mark.clause("AOS-TV-30", "AOS-19.1", "AOS-19.6", "AOS-19.7", "AOS-19.8")
def test_tv_30() -> None:
    at = position("map st_lucia 2\nseat 0 cash 20 action urbanization\ncubes c2r3 red\ndue build 0 1")
    assert at.cannot(0, "c2r3 straight 0") == "not_connected"
    at.urbanize(0, "c2r2 A")
    assert at.lay(0, "c2r3 straight 0") == 3
    at.end(0)
    at.end(1)
    assert not at.complete("c2r3", 0, 3)
    at.move(0, "c2r3 red 0 > c2r2")
    assert at.table.income[0] == 1


@pytest.mark.clause("AOS-TV-31", "AOS-19.4")
def test_tv_31() -> None:
    from boxcars.games.age_of_steam.actions import DeclineFirst, IssueShares, PayForFirst
    from boxcars.games.age_of_steam.steps import DecideFirst
    from boxcars.rail.actions import DoNothing

    at = start("st_lucia", 2)
    at.table.cash = [200, 200]
    x = at.table.order[0]
    holders = []
    for turn in range(1, 5):
        step = at.table.agenda[-1]
        assert isinstance(step, DecideFirst)
        holders.append(step.holder)
        at.do(step.seat, PayForFirst() if turn % 2 else DeclineFirst())
        while at.table.turn == turn and at.table.agenda:
            seat = at.rules.actor(at.table)
            legal = at.rules.legal(at.table)
            want = ["turn_order", "engineer"] if turn == 1 and seat == holders[0] else ["engineer", "first_move"]
            choices = [TakeAction(name) for name in want if TakeAction(name) in legal]  # type: ignore[arg-type]
            for action in (*choices, DeclineFirst(), IssueShares(0), EndBuild(), DoNothing()):
                if action in legal:
                    at.do(seat, action)
                    break
    # X took Turn Order on turn 1: he has the right on turn 2, and again by alternation on turn 3.
    first = holders[0]
    assert holders == [first, first, first, 1 - first]
    assert x in (0, 1)


@pytest.mark.clause("AOS-TV-32", "AOS-1.8", "AOS-10.4")
def test_tv_32() -> None:
    at = position(RICH + "track 0 c7r4 straight 0\ntrack 0 c7r3 town_3_left 0")
    at.table.track.discs = 8
    assert at.rules.refuse(at.table, 0, tile("c7r3 cross_gentle_gentle 3")).code == "no_disc"
    assert tile("c7r3 cross_gentle_gentle 3") not in at.rules.legal(at.table)
    at.table.track.discs = 0
    assert at.lay(0, "c7r3 cross_gentle_gentle 3") == 3


@pytest.mark.clause("AOS-TV-33", "AOS-9.4", "AOS-9.3")
def test_tv_33() -> None:
    at = position(
        """
        map rust_belt 3
        seat 1 action urbanization
        track 0 c7r4 straight 0
        track 0 c7r3 straight 0
        track 0 c7r2 straight 0
        due build 1
        """
    )
    assert at.table.track.discs == 1
    at.urbanize(1, "c7r3 B")
    assert at.owner("c7r4", 0, 3) == 0 and at.complete("c7r4", 0, 3) and at.table.track.link_segments(0) == 1
    section = at.section("c7r2", 0, 3)
    assert section is not None and not section.complete and section.owner == 0 and at.hex("c7r3") in section.ends
    assert at.table.track.discs == 0
    at.end(1)
    at.next_turn(0)
    at.end(0)
    assert at.owner("c7r2", 0, 3) == -1 and at.owner("c7r4", 0, 3) == 0


@pytest.mark.clause("AOS-TV-34", "AOS-8.11")
def test_tv_34() -> None:
    at = unowned()
    assert at.table.track.owned(1) == 0
    assert at.cannot(1, "c7r3 town_1 3") == "first_at_city"
    at.table.built = 0b11
    assert at.lay(1, "c7r3 town_1 3") == 2
    assert at.owner("c7r4", 0, 3) == 1 and at.complete("c7r4", 0, 3)


@pytest.mark.clause("AOS-TV-35", "AOS-15.8")
def test_tv_35() -> None:
    at = position("map western_us 3\nseat 0 cash 20\ndue build 0")
    assert at.why(0, tile("c13r2 coexist_gentle_gentle 0")) == ("two_pieces", "AOS-15.8")
    assert at.lay(0, "c13r2 straight 0") == 4
    assert at.table.track.links_of(0) == 1


@pytest.mark.clause("AOS-TV-38", "AOS-6.2", "AOS-6.6")
def test_tv_38() -> None:
    at = position("map rust_belt 4\nseat 1 action turn_order\ndue bid")
    at.do(0, Bid(3))
    at.do(1, Bid(4))
    at.do(2, Bid(5))
    at.do(3, DropOut())
    at.do(0, DropOut())
    at.do(1, PassBid())
    assert at.rules.actor(at.table) == 1, "the highest bid stands"
    at.do(1, DropOut())
    assert at.table.order == [2, 1, 0, 3]
    assert [10 - c for c in at.table.cash] == [2, 4, 5, 0]


__all__ = ["RewardRailroads"]
