"""Scenarios (SIL-19)."""

from __future__ import annotations

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.games.silverton.actions import (
    Assign,
    Build,
    BuyTrain,
    Deliver,
    EndPlacement,
    MakeUpTrain,
    PlaceSurveyor,
    SelectPieces,
    SendNeutral,
)
from boxcars.games.silverton.deal_actions import Accept, Bundle, Freight, Offer
from boxcars.games.silverton.deliveries import serves
from boxcars.games.silverton.events import CardRemoved, ClaimDiscarded, NetworksJoined
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.placing_events import Assigned
from boxcars.games.silverton.scoring import OVER, grade
from boxcars.games.silverton.state import BUILD, REMOVED, SURVEYOR
from boxcars.games.silverton.steps import (
    AssignSurveyor,
    AssignTrain,
    BuildTrack,
    BuyEquipment,
    ChoosePieces,
    DeliverGoods,
    MakeDeals,
    PlaceNeutral,
    PlacePieces,
)
from tests.silverton.kit import DISCARDED, Play

ATLAS = standard()


def pieces(game: Play, seat: int) -> str:
    discs = game.state.players[seat].pieces
    return "/".join("".join(str(p.bonus) for p in discs if p.kind == kind) for kind in (0, 1))


def trains(game: Play, seat: int) -> list[tuple[str, int]]:
    return [(ATLAS.trains[t][:-1], game.state.train_home[t]) for t, at in enumerate(game.state.train_at) if at == seat]


def homes(game: Play) -> list[list[str]]:
    return [[ATLAS.towns[h] for h in game.rules.homes[p.position]] for p in game.state.players]


def graded(map: str, turn: int, cash: int) -> str:
    game = Play(1, map)
    game.state.turn, game.state.phase = turn, OVER
    game.cash(cash)
    found = grade(game.rules, game.state)
    assert found is not None
    return found.message.lower()


@pytest.mark.clause("SIL-19.1")
@pytest.mark.parametrize("map", list(ATLAS.scenarios))
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_any_scenario_with_either_rules(map: str, mode: str) -> None:
    count = ATLAS.scenarios[map]["players"]
    assert next(m for m in registry.game("silverton").maps if m.key == map).players == [count]
    game = Play(count, map, rules=mode)
    assert game.state.players[0].cash == ATLAS.scenarios[map][mode]["money"]


@pytest.mark.clause("SIL-19.2")
def test_solitaire() -> None:
    game = Play(1, "solo_denver_6000").to_turn(3)
    assert game.state.order == [0] and game.rules.announce == -1
    assert game.rules.observe(game.state, None).players[0].cash == 1600
    assert all(p.bonus == 0 for p in game.state.players[0].pieces)
    assert graded("solo_denver_6000", 24, 5999) == "decisive defeat"


GRADES = (
    "decisive victory",
    "substantial victory",
    "marginal victory",
    "draw",
    "marginal defeat",
    "substantial defeat",
    "decisive defeat",
)


def bounds(map: str, cash: int, *last: int) -> None:
    """``last``: the last turn of each grade."""
    first = 1
    for name, turn in zip(GRADES, last, strict=True):
        assert graded(map, first, cash) == graded(map, turn, cash) == name
        first = turn + 1


@pytest.mark.clause("SIL-19.3", "SIL-EX-33")
def test_denver_6000() -> None:
    bounds("solo_denver_6000", 6000, 10, 12, 13, 14, 16, 17, 24)
    game = Play(1, "solo_denver_6000")
    assert (homes(game), pieces(game, 0), game.money(0), game.rules.target) == ([["denver"]], "0/0", 1600, 6000)
    assert [ATLAS.markers[m].id for m in game.rules.in_play] == [ATLAS.markers[m].id for m in ATLAS.in_play[1]]
    plus = Play(1, "solo_denver_6000", rules="advanced")
    assert plus.money(0) == 2000 and trains(plus, 0) == [("9", -1)] and pieces(plus, 0) == "0/0"


@pytest.mark.clause("SIL-19.4")
def test_denver_10000() -> None:
    bounds("solo_denver_10000", 10000, 12, 14, 15, 16, 18, 20, 24)
    game = Play(1, "solo_denver_10000")
    assert isinstance(game.step, ChoosePieces)
    assert set(game.legal()) == {SelectPieces((0, 0), (0,)), SelectPieces((0,), (0, 0))}
    game.do(SelectPieces((0,), (0, 0)))
    assert pieces(game, 0) == "0/00" and game.money(0) == 2000
    plus = Play(1, "solo_denver_10000", rules="advanced")
    assert plus.money(0) == 2400 and trains(plus, 0) == [("9", -1)]


@pytest.mark.clause("SIL-19.5")
def test_salt_lake_10000() -> None:
    for name, (first, last) in zip(GRADES, [(1, 14), (15, 16), (17, 18), (19, 19), (20, 21), (22, 24)], strict=False):
        assert graded("solo_salt_lake_10000", first, 10000) == graded("solo_salt_lake_10000", last, 10000) == name
    assert graded("solo_salt_lake_10000", 24, 9999) == "decisive defeat"
    game = Play(1, "solo_salt_lake_10000")
    assert (homes(game), pieces(game, 0), game.money(0)) == ([["salt_lake_city"]], "0/0", 2000)
    assert len(game.rules.in_play) == 13 and game.box("lumber_denver") == 2 and game.box("coal_el_paso") == 5
    assert Play(1, "solo_salt_lake_10000", rules="advanced").money(0) == 2400


@pytest.mark.clause("SIL-19.6")
def test_the_neutral_prospector() -> None:
    game = Play(1, "solo_salt_lake_10000")
    mine = ATLAS.claims[game.state.row[0]]
    game.prospect(1, mine).do(EndPlacement())
    assert isinstance(game.step, PlaceNeutral)
    assert SendNeutral(mine) not in game.legal() and game.refused(SendNeutral(mine)) == "unknown_id"
    other = ATLAS.claims[game.state.row[1]]
    game.do(SendNeutral(other))
    game.to_turn(2)
    assert game.claim_at(other) == DISCARDED and any(e.claim == other for e in game.happened(ClaimDiscarded))
    game.until(PlaceNeutral)
    top = next(a.card for a in game.legal() if a.card.startswith("P"))
    place = game.state.tops.index(ATLAS.card_no[top])
    game.do(SendNeutral(top))
    game.to_turn(3)
    assert game.card_at(top) == REMOVED and game.state.tops[place] >= 0 and game.state.below[place] == 1


def by_money(map: str) -> None:
    for cash, name in (
        (60000, GRADES[0]), (59999, GRADES[1]), (50000, GRADES[1]), (49999, GRADES[2]), (40000, GRADES[2]), (39999, GRADES[3]),
        (35000, GRADES[3]), (34999, GRADES[4]), (30000, GRADES[4]), (29999, GRADES[5]), (25000, GRADES[5]), (24999, GRADES[6]),
    ):  # fmt: skip
        assert graded(map, 24, cash) == name


@pytest.mark.clause("SIL-19.7")
def test_denver_campaign() -> None:
    by_money("solo_denver_campaign")
    game = Play(1, "solo_denver_campaign")
    assert (pieces(game, 0), game.money(0), game.rules.target, game.rules.last_turn) == ("00/00", 2400, 0, 24)
    assert game.box("lumber_salt_lake_city") == 3 and game.box("coal_santa_fe") == 2 and game.box("lumber_denver") == 4
    plus = Play(1, "solo_denver_campaign", rules="advanced")
    assert plus.money(0) == 3000 and trains(plus, 0) == [("9", -1)] * 2


@pytest.mark.clause("SIL-19.8", "SIL-19.18")
def test_copper_spike() -> None:
    by_money("solo_copper_spike")
    game = Play(1, "solo_copper_spike")
    assert homes(game) == [["denver", "el_paso"]] and game.money(0) == 2400
    assert {ATLAS.markers[m].id for m in game.rules.in_play} == set(ATLAS.scenarios["solo_copper_spike"]["markets"])
    plus = Play(1, "solo_copper_spike", rules="advanced")
    plus.do(Assign("el_paso"))
    assert isinstance(plus.step, AssignTrain)  # starting trains not tied to a home are assigned by their owner
    plus.do(Assign("denver"))
    plus.do(Assign("el_paso"))
    assert trains(plus, 0) == [("9", 0), ("9", 1)] and isinstance(plus.step, PlacePieces)


# -- two homes -------------------------------------------------------------------------------------------------------


def spike() -> Play:
    """Golden Spike: seat 0 with surveyor 0 at Denver and surveyor 1 at Salt Lake City."""
    game = Play(2, "golden_spike_2")
    while isinstance(game.step, AssignSurveyor):
        game.do(Assign("denver"))
    return game


@pytest.mark.clause("SIL-19.9", "SIL-19.10")
def test_surveyors_work_for_their_home() -> None:
    game = Play(2, "golden_spike_2")
    assert isinstance(game.step, AssignSurveyor) and game.legal() == [Assign("denver"), Assign("salt_lake_city")]
    game.do(Assign("denver"))
    assert [e.home for e in game.happened(Assigned)] == ["denver", "salt_lake_city"]  # the other follows
    game.do(Assign("denver"))
    assert isinstance(game.step, PlacePieces)
    assert PlaceSurveyor(0, "S035") in game.legal() and PlaceSurveyor(1, "S014") in game.legal()
    assert game.refused(PlaceSurveyor(0, "S014")) == "wrong_network"
    assert game.refused(PlaceSurveyor(1, "S035")) == "wrong_network"
    game.track(0, "S035", "S014")
    lines = game.rules.lines(game.state, 0)
    assert lines.at_home(ATLAS.town_no["golden"]) and lines.at_home(ATLAS.town_no["provo"])
    assert not lines.open(ATLAS.town_no["golden"], ATLAS.town_no["provo"], ())
    assert game.refused(PlaceSurveyor(1, "S035", True)) == "wrong_network"
    assert all(p.home == -1 for p in game.state.players[0].pieces if p.kind != SURVEYOR)


LINK = ("S001", "S002", "S003", "S004", "S005", "S006", "S008")
"""Denver to Evanston and Ogden to Salt Lake City: S007 joins them."""


@pytest.mark.clause("SIL-19.9", "SIL-19.19")
def test_once_joined_the_assignment_ends_for_good() -> None:
    game = spike().track(0, *LINK)
    assert PlaceSurveyor(0, "S007") in game.legal() and PlaceSurveyor(1, "S007") in game.legal()  # of either
    game.survey(1, "S007").until(BuildTrack, 0).do(Build("S007"))
    assert game.happened(NetworksJoined) and game.state.players[0].joined
    assert all(p.home == -1 for p in game.state.players[0].pieces)
    game.to_turn(2)
    game.state.owner[ATLAS.segment_no["S007"]] = -1
    game.state.players[0].track.remove(ATLAS.segment_no["S007"])
    assert PlaceSurveyor(0, "S014") in game.legal() and PlaceSurveyor(1, "S014") in game.legal()


@pytest.mark.clause("SIL-19.19")
def test_separate_networks_consecutive_and_stray_track() -> None:
    game = spike().track(0, "S078").survey(0, "S035")
    assert game.refused(PlaceSurveyor(1, "S036")) in ("not_connected", "wrong_network")  # not the same home
    assert game.refused(PlaceSurveyor(1, "S081")) == "wrong_network"  # stray track is not extended
    assert game.piece(0, 0).task == BUILD


@pytest.mark.clause("SIL-19.9", "SIL-14.2.8")
def test_a_surveyor_that_lost_its_own_network_may_not_build_from_the_other() -> None:
    """Seat 1's Denver surveyor on the joining segment; a deal takes the Denver end of it away."""
    game = spike().track(1, *LINK).until(PlacePieces, 1).survey(0, "S007").until(MakeDeals, 0)
    game.do(Offer(1, Bundle(money=10), Bundle(segments=("S006",))), Accept())
    assert (BuildTrack, 1) not in game.asked(2)
    kept = spike().track(1, *LINK).until(PlacePieces, 1).survey(0, "S007").until(BuildTrack, 1)
    kept.do(Build("S007"))
    assert kept.state.players[1].joined


@pytest.mark.clause("SIL-19.11")
def test_a_third_surveyor_is_assigned_freely() -> None:
    game = Play(2, "golden_spike_2", rules="advanced")
    assert isinstance(game.step, ChoosePieces)
    assert all(len(a.surveyors) >= 2 for a in game.legal())
    assert game.refused(SelectPieces((2,), (2, 1))) == "bad_selection"
    three = next(a for a in game.legal() if len(a.surveyors) == 3)
    game.do(three, game.legal()[0])
    while isinstance(game.step, ChoosePieces):
        game.do(game.legal()[0])
    seat = game.step.seat
    game.do(Assign("denver"))
    assert len(game.legal()) == 2 and game.step.seat == seat
    game.do(Assign("denver"))
    got = sorted(p.home for p in game.state.players[seat].pieces if p.kind == SURVEYOR)
    assert got == [0, 0, 1]  # each home needs one: the last follows


@pytest.mark.clause("SIL-19.12", "SIL-19.13")
def test_trains_serve_their_home_network() -> None:
    game = Play(2, "golden_spike_2", rules="advanced", max_offers=0)
    assert trains(game, 0) == [("9", 0), ("9", 1)] and trains(game, 1) == [("9", 0), ("9", 1)]
    game.until(PlacePieces).track(0, "S035", "S036", "S014", "S017").claim(0, "C029", goods=4).claim(0, "C071", goods=4)
    game.until(DeliverGoods, 0)
    at_denver, at_salt_lake = (ATLAS.trains[t] for t, at in enumerate(game.state.train_at) if at == 0)
    assert game.refused(MakeUpTrain((at_denver, at_salt_lake))) == "capacity"  # never together
    game.do(MakeUpTrain((at_denver,)))
    assert {a.claim for a in game.legal()} == {"C029"}
    assert game.refused(Deliver("C071", "salt_lake_city", 1)) == "wrong_network"
    game.do(Deliver("C029", "denver", 1))
    game.until(BuyEquipment, 0).do(BuyTrain(15))
    assert isinstance(game.step, AssignTrain) and game.step.seat == 0
    game.do(Assign("salt_lake_city"))
    assert trains(game, 0)[-1] == ("15", 1)


@pytest.mark.clause("SIL-19.13", "SIL-19.14", "SIL-19.15", "SIL-19.16", "SIL-19.17")
@pytest.mark.parametrize(
    ("map", "money", "turns", "towns", "discs"),
    [
        ("golden_spike_2", 2400, 24, ["denver salt_lake_city"] * 2, ["20/10", "10/20"]),
        ("golden_spike_3", 2400, 20, ["denver salt_lake_city"] * 2 + ["denver santa_fe"], ["02/00", "01/01", "00/02"]),
        ("nickel_spike_3", 2200, 24, ["denver salt_lake_city", "denver el_paso", "denver santa_fe"], ["01/01", "02/00", "00/02"]),
        (
            "silver_spike_4",
            2000,
            24,
            ["denver salt_lake_city"] * 2 + ["denver el_paso"] * 2,
            ["01/01", "00/02", "01/01", "02/00"],
        ),
        (
            "strong_start_5",
            1800,
            0,
            ["denver", "denver", "el_paso", "salt_lake_city", "pueblo"],
            ["00/1", "1/00", "01/0", "0/01", "1/1"],
        ),
    ],
)
def test_multi_player_scenarios(map: str, money: int, turns: int, towns: list[str], discs: list[str]) -> None:
    game = Play(len(towns), map)
    assert homes(game) == [t.split() for t in towns]
    assert [pieces(game, s) for s in range(len(towns))] == discs
    assert (game.money(0), game.rules.last_turn) == (money, turns)
    assert game.rules.in_play == ATLAS.in_play[len(towns)]


@pytest.mark.clause("SIL-19.14", "SIL-19.15", "SIL-19.16", "SIL-19.17")
def test_multi_player_scenarios_advanced() -> None:
    for map, players, points, money in (
        ("golden_spike_3", 3, 14, 3000),
        ("nickel_spike_3", 3, 14, 2600),
        ("silver_spike_4", 4, 14, 2400),
        ("strong_start_5", 5, 14, 2200),
    ):
        game = Play(players, map, rules="advanced")
        assert (game.rules.points, game.money(0)) == (points, money)
        want = {"silver_spike_4": [("9", 0)] * 2, "strong_start_5": [("9", -1)]}.get(map, [("9", 0), ("9", 1)])
        assert all(trains(game, seat) == want for seat in range(players))
    silver = Play(4, "silver_spike_4", rules="advanced")
    assert silver.rules.observe(silver.state, 0).train_supply[0] == 0  # eight handed out, six printed
    golden = Play(3, "golden_spike_3").cash(90000)
    while golden.state.agenda:
        golden.rules.apply(golden.state, golden.rules.default(golden.state))
    assert golden.state.turn == 20


@pytest.mark.clause("SIL-19.17", "SIL-11.6")
def test_strong_start_takes_any_length() -> None:
    assert Play(5, "strong_start_5", length="short").rules.target == 6000
    assert Play(5, "strong_start_5", length="campaign").rules.target == 0


@pytest.mark.clause("SIL-19.20")
def test_scenarios_with_an_end_count_as_campaigns() -> None:
    with pytest.raises(Refused):
        registry.make("silverton", "golden_spike_2", 2, {"length": "short"})
    assert registry.make("silverton", "golden_spike_2", 2, {"rules": "advanced", "hire_and_advance": True})
    assert registry.make("silverton", "solo_denver_6000", 1, {"goods_transfer": True})
    assert Play(2, "golden_spike_2").rules.length == "campaign"
    with pytest.raises(Refused):
        registry.make("silverton", "strong_start_5", 5, {"rules": "advanced", "length": "short", "hire_and_advance": True})


@pytest.mark.clause("SIL-19.21")
def test_the_target_is_tested_once_a_turn_after_the_equipment() -> None:
    game = Play(1, "solo_denver_6000", rules="advanced").cash(6050)
    game.until(BuyEquipment)
    game.do(BuyTrain(9))  # $80: below the target again
    assert game.state.turn == 2
    won = Play(1, "solo_denver_6000").cash(6000)
    while won.state.agenda:
        won.rules.apply(won.state, won.rules.default(won.state))
    outcome = won.rules.outcome(won.state)
    assert won.state.turn == 1 and outcome is not None and outcome.grade is not None
    assert outcome.grade.message == "Decisive victory" and not any(isinstance(e, CardRemoved) for e in won.events)


@pytest.mark.clause("SIL-19.12", "SIL-15.12")
def test_freight_is_judged_on_the_networks_as_the_deal_leaves_them() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0)
    game.track(0, *LINK, "S035", "S037").track(1, "S007").claim(1, "C067", goods=2, worked=True)
    game.until(MakeDeals, 0)
    western = next(t for t, owner in enumerate(game.state.train_at) if owner == 0 and game.state.train_home[t] == 1)
    load = Freight("C067", 1, "denver", (ATLAS.trains[western],))
    assert game.refused(Offer(1, Bundle(money=50), Bundle(), load)) == "bad_deal"  # it serves Salt Lake City only
    game.do(Offer(1, Bundle(money=50), Bundle(segments=("S007",)), load), Accept())  # the deal joins the networks
    assert game.state.players[0].joined and game.state.orders[0].trains == [western]
    assert {game.state.train_home[t] for t, owner in enumerate(game.state.train_at) if owner == 0} == {-1}
    assert serves(game.rules, game.state, 0, western, ATLAS.town_no["denver"])  # both ends of the line for good
