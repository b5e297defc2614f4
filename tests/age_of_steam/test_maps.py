"""Western US (15), Southern US (16), Germany (17), Barbados (18), St. Lucia (19)."""

from __future__ import annotations

import pytest

from boxcars.games.age_of_steam.actions import (
    ACTIONS,
    BuyDirectLink,
    DeclineFirst,
    DrawGoods,
    IssueShares,
    MoveGoods,
    PayForFirst,
    PlaceGoods,
    RewardRailroads,
    TakeAction,
    Urbanize,
)
from boxcars.games.age_of_steam.components import TILES
from boxcars.games.age_of_steam.events import TieRolled, Transcontinental
from boxcars.games.age_of_steam.steps import DecideFirst, Phase
from boxcars.rail.actions import DoNothing, EndBuild
from tests.age_of_steam.positions import At, cube, place_hex, position, start, tile

# -- Western US ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-15.1", "AOS-15.2")
def test_western_us_uses_all_cubes() -> None:
    at = start("western_us", 4)
    board = at.rules.board
    assert [len(at.table.cubes[h]) for h in board.cities] == [2] * 12
    assert [len(at.table.cubes[h]) for h in board.towns] == [1] * 20
    assert sum(at.table.bag) == 0 and at.table.cash == [20] * 4


@pytest.mark.clause("AOS-15.4")
def test_a_cube_on_a_town_moves_like_one_in_a_city() -> None:
    at = position(
        "map western_us 3\nline 0 st_louis kansas_city\ncubes c12r5 yellow\ncubes c11r6 yellow\nseat 0 loco 2\ndue move 0"
    )
    (move,) = at.moves()
    assert move.origin == "c12r5" and move.to == "c14r6", "Wichita carries no tile"
    at.do(0, move)
    assert at.cubes("c12r5") == [] and at.table.income[0] == 1


@pytest.mark.clause("AOS-15.5")
def test_east_and_west() -> None:
    board = start("western_us", 3).rules.board
    by_region = {side: {board.names[h] for h, r in board.region.items() if r == side} for side in ("east", "west")}
    east = {"Duluth", "Minneapolis", "Des Moines", "St. Louis", "Memphis", "Vicksburg", "New Orleans", "Kansas City"}
    assert by_region == {"east": east, "west": {"Seattle", "San Francisco", "Los Angeles", "Portland", "San Diego"}}
    assert {board.names[h] for h in board.starting} == (east | by_region["west"]) - {"Kansas City", "Portland", "San Diego"}


COAST_TO_COAST = """
    map western_us 3
    line 0 st_louis kansas_city
    line 0 kansas_city cheyenne
    line 0 cheyenne denver
    line 0 denver salt_lake_city
    line 1 salt_lake_city sacramento
    line 1 sacramento san_francisco
    seat 0 loco 6
    seat 1 loco 6
"""


@pytest.mark.clause("AOS-15.6", "AOS-TV-25", "AOS-BAD-12")
def test_the_east_west_bonus() -> None:
    at = position(COAST_TO_COAST + "cubes c14r6 purple\ncubes c12r5 purple\nturn 5\ndue move 1")
    # Purple would stop at Denver; black out Denver for this test.
    at.table.accepts[place_hex(at, "denver")] = 0
    moves = [m for m in at.moves() if m.origin == "c14r6"]
    assert [len(m.sides) for m in moves] == [6, 6] and {m.bonus for m in moves} == {0, 4}
    plain = MoveGoods("c14r6", "purple", "c0r7", moves[0].sides)
    assert at.no(1, plain).code == "bonus_due"
    assert all(m.bonus == -1 for m in at.moves() if m.origin == "c12r5"), "Kansas City is no city yet"
    at.do(1, MoveGoods("c14r6", "purple", "c0r7", moves[0].sides, 2))
    assert at.table.income == [5, 2, 0]


@pytest.mark.clause("AOS-15.6")
def test_no_bonus_within_the_east_and_a_lost_one() -> None:
    at = position("map western_us 3\nline 0 st_louis des_moines\ncubes c14r6 red\nturn 5\ndue move 0")
    (move,) = at.moves()
    assert move.bonus == -1
    assert at.no(0, MoveGoods(move.origin, move.colour, move.to, move.sides, 0)).code == "no_bonus"
    at = position(COAST_TO_COAST.replace("line 0", "line -").replace("line 1", "line -") + "cubes c14r6 purple\ndue move 1")
    at.table.accepts[place_hex(at, "denver")] = 0
    (move,) = at.moves()
    at.do(1, move)
    assert at.table.income == [0, 0, 0]


@pytest.mark.clause("AOS-15.7", "AOS-BAD-11")
def test_a_railroad_begins_on_a_coast() -> None:
    at = position("map western_us 3\nseat 0 cash 40 action urbanization\ndue build 0")
    starts = {at.hex(h) for h in ("c14r6",)}
    assert starts <= set(at.rules.board.starting)
    denver = place_hex(at, "denver")
    for play in at.plays():
        touches = {n for n in at.grid.beside[6 * at.hex(play.hex) : 6 * at.hex(play.hex) + 6] if n in at.rules.board.starting}
        assert touches, f"{play} touches no starting city"
    assert at.why(0, tile("c9r5 straight 2")) == ("not_connected", "AOS-15.7")
    at.urbanize(0, "c11r6 A")
    assert not any(at.grid.side_towards(at.hex(p.hex), denver) >= 0 and p.hex == "c9r5" for p in at.plays()), "nor at a New City"


@pytest.mark.clause("AOS-15.8", "AOS-BAD-11")
def test_one_piece_until_the_transcontinental_railroad() -> None:
    text = "map western_us 3\nseat 0 cash 40\nline 0 st_louis kansas_city\ndue build 0"
    at = position(text)
    assert at.why(0, tile("c13r12 straight 2")) == ("two_pieces", "AOS-15.8"), "New Orleans is not in his piece"
    assert at.why(0, tile("c9r5 straight 0")) == ("not_connected", "AOS-8.10"), "and this touches no city at all"
    assert any(p.hex == "c12r5" for p in at.plays()), "he goes on from Kansas City"
    # 15.9: afterwards he may start afresh at any city.
    at = position(text)
    at.table.transcontinental = True
    at.lay(0, "c13r12 straight 2")
    at.lay(0, "c9r5 straight 2")


@pytest.mark.clause("AOS-15.9")
def test_without_track_one_still_starts_on_a_coast() -> None:
    at = position("map western_us 3\nseat 0 cash 40\ndue build 0")
    at.table.transcontinental = True
    assert at.no(0, tile("c9r5 straight 2")).clause == "AOS-15.7"
    at.lay(0, "c13r12 straight 2")


def before_last_link(*lines: str) -> At:
    """All links but the last tile between Sacramento and San Francisco, which seat 1 is about to lay."""
    text = "map western_us 4\nseat 1 cash 40\n" + "\n".join(lines) + "\nline 1 sacramento san_francisco\ndue build 1"
    at = position(text)
    gap = next(s for s in at.table.track.sections if sorted(s.ends) == sorted([at.hex("c1r5"), at.hex("c0r7")]))
    return cut(at, gap)


def cut(at: At, gap: object) -> At:
    """Take the last tile of a link off again."""
    from boxcars.rail.track import EMPTY, add_segment, remove_section

    track = at.table.track
    remove_section(track, gap)  # type: ignore[arg-type]
    town = next(s for s in gap.segments if s // 42 == at.hex("c1r5"))  # type: ignore[attr-defined]
    for s in gap.segments:  # type: ignore[attr-defined]
        if s != town:
            track.used[TILES.forms[track.tiles[s // 42]].tile] -= 1
            track.tiles[s // 42] = EMPTY
    add_segment(track, at.grid, town, 1)
    at.rules.audit(at.table)
    return at


def finish_gap(at: At) -> list[object]:
    """Seat 1 completes the missing link, whatever it takes."""
    for _ in range(3):
        for play in at.plays():
            copy = At(at.rules, at.table.clone())
            copy.rules.apply(copy.table, play)
            if copy.table.transcontinental:
                return at.do(1, play)  # type: ignore[return-value]
        toward = [p for p in at.plays() if at.hex(p.hex) in at.grid.beside[6 * at.hex("c0r7") : 6 * at.hex("c0r7") + 6]]
        at.do(1, toward[0])
    raise AssertionError("the gap was not closed")


WEST = ("salt_lake_city sacramento", "denver salt_lake_city", "kansas_city denver", "st_louis kansas_city")


@pytest.mark.clause("AOS-15.10", "AOS-15.11", "AOS-TV-36")
@pytest.mark.parametrize(
    ("owners", "rewards"),
    [
        ("1111", [0, 4, 0, 0]),
        ("1-1-", [0, 4, 0, 0]),
        ("1122", [0, 2, 2, 0]),
    ],
)
def test_the_transcontinental_railroad(owners: str, rewards: list[int]) -> None:
    at = before_last_link(*(f"line {o} {way}" for o, way in zip(owners, WEST, strict=True)))
    assert not at.table.transcontinental
    events = finish_gap(at)
    assert at.table.transcontinental and at.table.income == rewards
    assert any(isinstance(e, Transcontinental) for e in events)


@pytest.mark.clause("AOS-15.11", "AOS-TV-36", "AOS-BAD-11", "AOS-8.30")
def test_of_three_railroads_the_builder_names_two() -> None:
    at = before_last_link(*(f"line {o} {way}" for o, way in zip("1123", WEST, strict=True)))
    finish_gap(at)
    assert at.rules.actor(at.table) == 1
    assert set(at.rules.legal(at.table)) == {RewardRailroads((1, 2)), RewardRailroads((1, 3)), RewardRailroads((2, 3))}
    assert at.no(1, EndBuild()).code == "wrong_phase"
    assert at.no(1, RewardRailroads((1,))).code == "not_offered"
    at.do(1, RewardRailroads((2, 3)))
    assert at.table.income == [0, 0, 2, 2]


@pytest.mark.clause("AOS-15.12")
def test_western_prices() -> None:
    assert start("western_us", 3).rules.board.data.track_costs == {
        "plain": (2, 3, 4),
        "river": (4, 5, 6),
        "swamp": (4, 5, 6),
        "mountain": (5, 6, 7),
    }


@pytest.mark.clause("AOS-15.13")
def test_western_length() -> None:
    assert [start("western_us", n).rules.turns for n in (3, 4, 5, 6)] == [10, 8, 7, 6]


@pytest.mark.clause("AOS-15.14")
def test_no_ties_in_the_west() -> None:
    end = "turn 10\nseat 0 cash {0}\nseat 1 cash {1}\nseat 2 cash 3 shares 4\ndice tie 2 2 5 4\ndue advance_turn"

    def ranks(text: str) -> list[int]:
        at = position(text)
        outcome = at.rules.outcome(at.table)
        assert outcome is not None
        return outcome.ranks

    assert ranks("map western_us 3\n" + end.format(7, 8)) == [2, 1, 3], "more cash"
    assert ranks("map western_us 3\n" + end.format(8, 8)) == [1, 2, 3], "dice: 2-2, then 5-4"
    lines = "map western_us 3\nline 1 denver kansas_city\nseat 1 shares 3\nline 0 new_orleans vicksburg\n"
    more_track = position(lines + end.format(8, 8))
    assert more_track.rules.standing(more_track.table)[:2] == [1 - 6, 4 - 9]
    assert ranks(lines + end.format(8, 8)) == [2, 1, 3], "then more track"
    assert ranks(lines + end.format(9, 8)) == [1, 2, 3], "but cash comes first"
    assert TieRolled([0, 1]).seats == [0, 1]


# -- Southern US ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-16.1", "AOS-16.2", "AOS-16.8")
def test_southern_us_is_set_up() -> None:
    at = start("southern_us", 3)
    data = at.rules.board.data
    assert all(at.cubes(t.hex) == ["white"] for t in data.towns) and len(data.towns) == 14
    counts = {c.id: len(at.cubes(c.hex)) for c in data.cities}
    assert counts["atlanta"] == 4 and sorted(counts.values()) == [1] * 7 + [3] * 4 + [4]
    assert [counts[p] for p in ("charleston", "savannah", "mobile", "new_orleans")] == [3] * 4
    assert at.table.bag[5] == 0 and 5 not in at.table.display
    assert {p.id for p in [*data.cities, *data.towns] if p.name.startswith("Jackson")} >= {"jackson", "jackson_tennessee"}
    ports = {c.id for c in data.cities if "white" in c.colours}
    assert ports == {"charleston", "savannah", "mobile", "new_orleans"}
    assert all(len(c.colours) == 2 for c in data.cities if c.id in ports), "a port takes its own colour too"


@pytest.mark.clause("AOS-16.4", "AOS-BAD-12")
def test_cotton_goes_to_ports_only() -> None:
    text = """
        map southern_us 3
        line 0 selma montgomery
        line 0 selma mobile
        line 0 mobile biloxi
        line 0 biloxi new_orleans
        cubes c6r7 white
        cubes c12r5 white
        seat 0 loco 4
        due move 0
    """
    at = position(text)
    (move,) = at.moves()
    assert move.to == "c4r10", "it must stop at the first port; Augusta carries no tile"
    on = MoveGoods(move.origin, "white", "c0r11", (*move.sides, 4, 4))
    assert at.no(0, on).code in ("must_stop", "no_track")
    at = position(text.replace("cubes c6r7 white", "cubes c4r7 white"))
    short = [m for m in at.moves() if m.origin == "c4r7"]
    assert [m.to for m in short] == ["c4r10"]
    to_city = next(
        s for s in range(6) if at.rules.refuse(at.table, 0, MoveGoods("c4r7", "white", "c6r7", (s,))).code == "not_wanted"
    )
    assert at.why(0, MoveGoods("c4r7", "white", "c6r7", (to_city,))) == ("not_wanted", "AOS-16.4")


@pytest.mark.clause("AOS-16.5")
def test_cotton_pays_the_mover() -> None:
    at = position("map southern_us 3\nline 1 selma mobile\ncubes c4r7 white\ndue move 0")
    (move,) = at.moves()
    at.do(0, move)
    assert at.table.income == [1, 1, 0]


@pytest.mark.clause("AOS-16.6")
@pytest.mark.parametrize(("turn", "cubes"), [(1, 1), (4, 1), (5, 0)])
def test_atlanta_gets_a_cube_on_turns_1_to_4(turn: int, cubes: int) -> None:
    at = position(f"map southern_us 3\nturn {turn}\nbag red\ndue goods_growth")
    assert len(at.cubes("c9r4")) == cubes


@pytest.mark.clause("AOS-16.6", "AOS-17.11")
def test_an_empty_bag_gives_nothing() -> None:
    at = position("map southern_us 3\nturn 1")
    at.table.bag = [0] * 6
    at.table.agenda = [Phase(-1, "advance_turn"), Phase(-1, "goods_growth")]
    at.rules._advance(at.table, [])
    assert at.cubes("c9r4") == [] and at.table.turn == 2


@pytest.mark.clause("AOS-16.7")
def test_the_reduction_of_turn_4_is_doubled() -> None:
    for turn, left in ((3, 13), (4, 11), (5, 13)):
        assert position(f"map southern_us 3\nturn {turn}\nseat 0 income 15\ndue income_reduction").table.income[0] == left


# -- Germany -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-17.1", "AOS-17.2", "AOS-17.3")
def test_germany_is_set_up() -> None:
    at = start("germany", 3)
    data = at.rules.board.data
    counts = {c.id: len(at.cubes(c.hex)) for c in data.cities if c.kind == "city"}
    assert counts.pop("konigsberg") == 3 and counts.pop("wien") == 4 and set(counts.values()) == {2}
    terminals = {c.name: c.hex for c in data.cities if c.kind == "terminal"}
    assert set(terminals) == {"Rotterdam", "Antwerp", "Paris", "Lyon", "Copenhagen", "Warsaw"}
    assert all(at.table.accepts[at.hex(h)].bit_count() == 1 and at.cubes(h) == [] for h in terminals.values())
    assert not any(at.hex(h) in at.rules.board.growth.values() for h in terminals.values())
    public = start("germany", 3, public_starting_cubes=True)
    assert len(public.cubes("c9r4")) == 4 and len(public.cubes("c12r14")) == 2


GERMAN = "map germany 3\nseat 0 cash 60 loco 4\nseat 1 cash 60\n"


@pytest.mark.clause("AOS-17.4", "AOS-17.3", "AOS-17.5", "AOS-BAD-12")
def test_terminals_end_moves() -> None:
    text = GERMAN + "terminal c0r8 red\nline 0 koln_dusseldorf antwerp\ncubes {0}\ndue move 0"
    at = position(text.format("c2r7 red"))
    assert [m.to for m in at.moves()] == ["c0r8"]
    at = position(text.format("c2r7 blue"))
    assert at.moves() == []
    # Köln - Antwerp - Rotterdam: blue wants to go on to Rotterdam, and may not.
    through = GERMAN + "terminal c0r8 red\nterminal c0r5 blue\nline 0 koln_dusseldorf antwerp\nline 0 antwerp rotterdam\n"
    at = position(through + "cubes c2r7 blue\ndue move 0")
    assert at.moves() == []
    first = next(
        s for s in range(6) if at.rules.refuse(at.table, 0, MoveGoods("c2r7", "blue", "c0r8", (s,))).code == "not_wanted"
    )
    codes = {at.rules.refuse(at.table, 0, MoveGoods("c2r7", "blue", "c0r5", (first, s))).code for s in range(6)}
    assert "terminal" in codes
    # A terminal counts as a city to build from.
    at = position(GERMAN + "due build 0")
    assert any(at.grid.side_towards(at.hex(p.hex), at.hex("c0r11")) >= 0 for p in at.plays())


@pytest.mark.clause("AOS-17.6")
def test_the_german_engineer() -> None:
    at = position("map germany 3\nseat 0 cash 60 action engineer\ndue build 0 1")
    assert at.rules.tiles_allowed(at.table, 0) == 3
    cheap = position("map germany 3\nseat 0 cash 1 action engineer\ndue build 0")
    # $2 halved is $1: with $1 he can buy the direct link, and nothing dearer.
    assert cheap.rules.purse(cheap.table, 0) == 2
    cheap.do(0, BuyDirectLink("koln_dusseldorf--essen_dortmund"))
    assert cheap.table.cash[0] == 0


@pytest.mark.clause("AOS-17.7", "AOS-17.8", "AOS-BAD-10")
def test_only_what_can_be_finished_may_be_begun() -> None:
    at = position("map germany 3\nseat 0 cash 60\ndue build 0 1")
    at.table.plays = 2
    for play in at.plays():
        copy = At(at.rules, at.table.clone())
        copy.do(0, play)
        assert not copy.table.track.unfinished(0), f"{play} leaves something unfinished on the last play"
    refused = at.no(0, tile("c4r10 straight 0"))
    assert refused.clause in ("AOS-17.8",)
    at = position("map germany 3\nseat 0 cash 2\ndue build 0")
    assert at.no(0, tile("c4r10 straight 0")).clause == "AOS-17.8", "no money left for the second tile"


@pytest.mark.clause("AOS-17.8")
def test_no_dead_end_in_a_german_build_turn() -> None:
    at = position("map germany 3\nseat 0 cash 60\ndue build 0 1")
    begun = [p for p in at.plays() if p.hex == "c4r10"]
    assert begun
    for play in begun:
        copy = At(at.rules, at.table.clone())
        copy.do(0, play)
        if copy.table.track.unfinished(0):
            assert copy.plays() and EndBuild() not in copy.rules.legal(copy.table)
            for second in copy.plays()[:6]:
                again = At(copy.rules, copy.table.clone())
                again.do(0, second)
                assert again.rules.legal(again.table)


@pytest.mark.clause("AOS-17.8", "AOS-17.9")
def test_the_direct_link_must_leave_enough_to_finish() -> None:
    at = position("map germany 3\nseat 0 cash 60\ndue build 0 1")
    at.table.plays = 1
    play = next(p for p in at.plays() if p.hex == "c4r10" and leaves_open(at, p))
    at.do(0, play)
    assert at.no(0, BuyDirectLink("koln_dusseldorf--essen_dortmund")).clause == "AOS-17.8"
    assert at.no(0, BuyDirectLink("nowhere")).code == "no_such_link"


def leaves_open(at: At, play: object) -> bool:
    copy = At(at.rules, at.table.clone())
    copy.do(0, play)
    return bool(copy.table.track.unfinished(0))


@pytest.mark.clause("AOS-17.9", "AOS-1.4")
def test_the_direct_link_needs_a_disc() -> None:
    at = position("map germany 3\nseat 0 cash 60\nline 0 koln_dusseldorf antwerp\ndue build 0")
    at.rules.builder.discs = 1
    assert at.no(0, BuyDirectLink("koln_dusseldorf--essen_dortmund")).code == "no_ownership_disc"
    at.rules.builder.discs = 20
    at.table.cash[0] = 1
    assert at.no(0, BuyDirectLink("koln_dusseldorf--essen_dortmund")).code == "money"


@pytest.mark.clause("AOS-17.11")
def test_berlin_gets_a_cube_each_turn() -> None:
    at = position("map germany 3\nturn 9\nbag red\ndue goods_growth")
    assert len(at.cubes("c9r4")) == 1
    berlin = next(c for c in at.rules.board.data.cities if c.id == "berlin")
    assert berlin.colours == ["black"] and berlin.growth == ""


# -- Barbados ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-18.1", "AOS-18.2", "AOS-18.3")
def test_barbados_is_set_up() -> None:
    for n in range(5):
        at = start("barbados", 1, seed=f"b{n}")
        t = at.table
        tops = [c for c in t.display if c >= 0]
        assert len(tops) == 10 and t.display[12:36] == [-1] * 24
        assert at.column("A")[0] not in ("red", "-") and at.column("B")[0] not in ("blue", "-")
        assert all(at.column(c)[0] == "-" for c in ("D1", "D6", "E", "H"))
        assert t.new_cities == [-1] * 4 + [-2] * 4
        assert 2 not in tops and t.bag[2] == 0 and sum(t.bag) == 60
        assert [len(at.cubes(c.hex)) for c in at.rules.board.data.cities] == [1] * 6
        assert (t.cash, t.shares, t.income, t.locomotive) == ([10], [2], [0], [1])
    easy = start("barbados", 1, easy=True)
    assert [len(easy.cubes(c.hex)) for c in easy.rules.board.data.cities] == [2] * 6 and sum(easy.table.bag) == 54


@pytest.mark.clause("AOS-18.2")
def test_a_forbidden_colour_is_drawn_again() -> None:
    from boxcars.core.chance import Chance, seed_from

    rules = start("barbados", 1).rules
    table = rules.start(Chance(seed_from("x"), {}, {"bag": [3] * 6 + [0, 0, 4, 1, 3, 3, 3]}))
    at = At(rules, table)
    assert at.column("A")[0] == "black" and at.column("B")[0] == "yellow"
    rules.audit(table)


@pytest.mark.clause("AOS-18.4", "AOS-BAD-3")
def test_one_share_per_turn() -> None:
    at = start("barbados", 1)
    assert at.rules.legal(at.table) == [IssueShares(0), IssueShares(1)]
    assert at.why(0, IssueShares(2)) == ("too_many_shares", "AOS-18.4")


@pytest.mark.clause("AOS-18.5", "AOS-18.6", "AOS-BAD-5")
def test_each_action_once_in_four_turns() -> None:
    at = start("barbados", 1)
    assert all(step.name != "turn_order" for step in at.table.agenda if isinstance(step, Phase)), "there is no phase II"
    at.do(0, IssueShares(1))
    names = ["engineer", "locomotive", "urbanization", "production"]
    assert at.rules.legal(at.table) == [TakeAction(n) for n in names], "no auction, four actions"  # type: ignore[arg-type]
    assert at.no(0, TakeAction("first_move")).code == "no_such_action"
    for turn, name in enumerate(names):
        at.table.cash[0] = 99
        at.do(0, TakeAction(name))  # type: ignore[arg-type]
        if turn < 3:
            assert at.table.blocked >> ACTIONS.index(name) & 1  # type: ignore[arg-type]
        at.do(0, EndBuild())
        at.do(0, DoNothing())
        at.do(0, DoNothing())
        if name == "production":
            at.do(0, at.rules.legal(at.table)[1])
        at.do(0, IssueShares(0))
        if turn < 3:
            assert at.why(0, TakeAction(name)) == ("action_blocked", "AOS-18.6")  # type: ignore[arg-type]
    assert len(at.rules.legal(at.table)) == 4, "then all are free again"


@pytest.mark.clause("AOS-18.7", "AOS-BAD-14")
def test_growth_with_two_dice_in_the_light_half() -> None:
    at = position("map barbados 1\nturn 2\nseat 0 cash 50 action production\nbag red blue\ndue goods_growth")
    at.do(0, DrawGoods())
    columns = {a.column for a in at.rules.legal(at.table)}
    assert columns == {"L1", "L2", "L3", "L4", "L5", "L6", "A", "B", "C", "D"}
    assert at.no(0, PlaceGoods("red", "D1", 1)).code == "no_such_space"
    at.do(0, PlaceGoods("red", "L1", 1))
    at.do(0, PlaceGoods("blue", "L1", 2))
    assert at.table.chance.counters["dice:light"] == 2 and "dice:dark" not in at.table.chance.counters


@pytest.mark.clause("AOS-18.8", "AOS-12.4")
def test_insolvency_on_barbados_is_a_loss() -> None:
    at = position("map barbados 1\nturn 2\nseat 0 cash 0\ndue pay_expenses")
    outcome = at.rules.outcome(at.table)
    assert not at.table.agenda and outcome is not None and outcome.grade is not None and "lose" in outcome.grade.message


# -- St. Lucia -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("AOS-19.1", "AOS-19.2")
def test_st_lucia_is_set_up() -> None:
    at = start("st_lucia", 2)
    board = at.rules.board
    assert board.cities == [] and at.table.display == []
    for hex in range(board.grid.size):
        want = 1 if board.terrain[hex] in ("plain", "river") and hex not in board.towns else 0
        assert len(at.table.cubes[hex]) == want
    assert sum(len(c) for c in at.table.cubes) == 38
    at.table.agenda = []
    at.next_turn(0, 1)
    assert at.plays() == [], "nobody can build before the first urbanization"


@pytest.mark.clause("AOS-19.3", "AOS-19.5")
def test_the_phases_of_st_lucia() -> None:
    at = start("st_lucia", 2)
    assert isinstance(at.table.agenda[-1], DecideFirst)
    assert at.rules.board.data.rules.phases[:2] == ("turn_order", "issue_shares")
    assert "goods_growth" not in at.rules.board.data.rules.phases
    at.do(at.rules.actor(at.table), PayForFirst())
    first, second = at.table.order
    at.do(first, IssueShares(3))
    at.do(second, IssueShares(0))
    assert {a.action for a in at.rules.legal(at.table)} == set(ACTIONS) - {"production"}
    assert at.no(first, TakeAction("production")).code == "no_such_action"


@pytest.mark.clause("AOS-19.4")
def test_the_right_of_first_refusal() -> None:
    def asked() -> At:
        at = start("st_lucia", 2, seed="right")
        assert isinstance(at.table.agenda[-1], DecideFirst)
        return at

    at = asked()
    x = at.rules.actor(at.table)
    at.do(x, PayForFirst())
    assert at.table.order == [x, 1 - x] and at.table.cash[x] == 5
    at = asked()
    at.do(x, DeclineFirst())
    at.do(1 - x, PayForFirst())
    assert at.table.order == [1 - x, x] and at.table.cash == ([10, 5] if x == 0 else [5, 10])
    at = asked()
    at.do(x, DeclineFirst())
    at.do(1 - x, DeclineFirst())
    assert at.table.order == [x, 1 - x] and at.table.cash == [10, 10], "first for free"
    # Who has less than $5 is not asked.
    at = position("map st_lucia 2\nseat 0 cash 4\nseat 1 cash 4\nturn 2\ndue turn_order")
    assert at.table.order == [0, 1] and not isinstance(at.table.agenda[-1], DecideFirst)


LUCIA = "map st_lucia 2\ncity A c2r2\ncity B c3r4\nseat 0 loco {loco}\ntrack 1 c2r3 gentle 0\n"


@pytest.mark.clause("AOS-19.6", "AOS-19.7", "AOS-19.8")
def test_a_cube_starts_on_its_hex() -> None:
    # Track from Castries (A, red) south: the first step needs no completed link.
    at = position("map st_lucia 2\ncity A c2r2\ntrack 1 c2r3 straight 0\ncubes c2r3 red\ncubes c2r4 red\ndue move 0")
    (move,) = at.moves()
    assert (move.origin, move.sides, move.to) == ("c2r3", (0,), "c2r2"), "c2r4 has no track"
    assert at.no(0, MoveGoods("c2r3", "red", "c2r2", (3,))).code == "no_stop"
    at.do(0, move)
    assert at.table.income == [0, 1]
    # A replaced tile does not disturb the cube.
    at = position("map st_lucia 2\ncity A c2r2\ntrack 0 c2r3 straight 0\ncubes c2r3 red\nseat 0 cash 20\ndue build 0")
    at.lay(0, "c2r3 gentle 0")
    assert at.cubes("c2r3") == ["red"]


@pytest.mark.clause("AOS-19.7")
def test_the_first_step_counts_and_is_not_used_again() -> None:
    at = position("map st_lucia 2\ncity A c2r2\ncity B c3r4\nline 1 c2r2 c3r4\nseat 0 loco 2\ndue move 0")
    link = next(s for s in at.table.track.sections if s.complete)
    hex = link.segments[0] // 42
    blue, red = 1, 0
    for colour in (blue, red):
        at.table.cubes[hex] = (colour,)
        wanted = at.hex("c3r4") if colour == blue else at.hex("c2r2")
        ends = {m.to for m in at.moves()}
        assert ends == {at.grid.ids[wanted]}
        assert all(len(m.sides) == 1 for m in at.moves()), "out and back over the same section is not allowed"
        one = at.moves()[0]
        other = next(s for s in range(6) if at.table.track.at[6 * hex + s] >= 0 and s != one.sides[0])
        stop = at.grid.number[next(i for i in ("c2r2", "c3r4") if i not in ends)]
        back = next(p % 6 for p in link.ports if p // 6 == stop)
        assert at.rules.refuse(at.table, 0, MoveGoods(one.origin, one.colour, one.to, (other, back))).code == "section_twice"


@pytest.mark.clause("AOS-19.6", "AOS-19.7")
def test_the_shortest_way_is_listed_where_another_pays_the_same() -> None:
    """The cube lies on two tracks: nobody's, which leads back to Castries and over a link of seat 1, and one of seat 1."""
    at = position("""
        map st_lucia 2
        city A c2r2
        city B c3r4
        track - c3r2 gentle 3
        track - c3r3 gentle 0
        track 1 c3r3 coexist_gentle_gentle 0
        line 1 c2r2 c3r4
        seat 0 loco 2
        cubes c3r3 blue
        due move 0
    """)
    assert [move.sides for move in at.moves()] == [(3,)]
    assert at.move(0, "c3r3 blue 0 3 > c3r4") and at.table.income == [0, 1], "the longer way is allowed"


@pytest.mark.clause("AOS-19.7")
def test_the_option_of_a_bonus_for_the_first_section() -> None:
    at = position("map st_lucia 2 first_section_bonus\ncity A c2r2\ntrack 1 c2r3 straight 0\ncubes c2r3 red\ndue move 0")
    at.move(0, "c2r3 red 0 > c2r2")
    assert at.table.income == [0, 2]


@pytest.mark.clause("AOS-19.9")
def test_st_lucia_ends_after_eight_turns() -> None:
    at = position("map st_lucia 2\nturn 8\nseat 0 income 3\ndue advance_turn")
    outcome = at.rules.outcome(at.table)
    assert outcome is not None and outcome.scores == [3, -6]
    assert cube("c2r3 red 0 > c2r2").to == "c2r2" and Urbanize("c2r2", "A").city == "A"
