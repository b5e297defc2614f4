"""What is known, how a game begins and ends, networks (SIL-2–5, 10, 16, 19, 24): small print."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Impossible
from boxcars.core.game import Refused
from boxcars.games.silverton.actions import No, Operate, RollProduction, Yes
from boxcars.games.silverton.events import ClaimOperated, GameEnded
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE, Lines
from boxcars.games.silverton.placing_events import DisputeRolled
from boxcars.games.silverton.refill_cards import reveal_passengers
from boxcars.games.silverton.rules import Silverton
from boxcars.games.silverton.scoring import GRADES, grade
from boxcars.games.silverton.setup import selections
from boxcars.games.silverton.special_disputes import _continuations
from boxcars.games.silverton.state import BUILD, PLACED, REMOVED, SURVEYOR
from boxcars.games.silverton.steps import (
    ChangePrices,
    DemandDispute,
    EndTurn,
    OperateClaims,
    PlacePieces,
    ResolveSpecial,
    StartTurn,
)
from tests.silverton.kit import Play

ATLAS = standard()
NO = ATLAS.segment_no
SCENARIOS = list(ATLAS.scenarios)


# -- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-6.3", "SIL-18.11")
def test_everything_on_the_table_is_seen() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).claim(0, "C022", goods=3).claim(1, "C029", worked=True)
    game.card(REMOVED, "P10").track(1, "S069", "S072").card(1, "P09")
    game.state.plow_at[0], game.state.plow_at[4], game.state.train_at[ATLAS.train_no["24b"]] = 1, 0, 1
    seen = game.rules.observe(game.state, 0)
    assert [player.claims for player in seen.players] == [["C022"], ["C029"]]
    assert [player.cards for player in seen.players] == [[], ["P09"]]
    assert [player.plows for player in seen.players] == [["+3b"], ["+2a"]]
    assert (seen.plow_supply, seen.train_supply) == ([2, 3, 5, 6], [2, 6, 7, 8, 8])
    assert seen.removed == ["P10"]
    assert {(c.id, c.owner, c.goods, c.worked) for c in seen.claims if c.owner >= 0} == {
        ("C022", 0, 3, False),
        ("C029", 1, 0, True),
    }
    assert [c.id for c in seen.claims if c.owner < 0] == sorted(seen.row)
    assert seen.players[1].trains[-1] == "24b" and set(seen.players[1].train_homes) == {-1}


# -- how it begins ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-19.6", "SIL-18.1")
def test_what_each_scenario_starts_with() -> None:
    points = {"golden_spike_2": 15, "golden_spike_3": 14, "nickel_spike_3": 14, "silver_spike_4": 14, "strong_start_5": 14}
    for key in SCENARIOS:
        players = ATLAS.scenarios[key]["players"]
        basic, advanced = Play(players, key).rules, Play(players, key, rules="advanced").rules
        assert (basic.points, advanced.points) == (0, points.get(key, 0))
        assert basic.neutral is advanced.neutral is (key == "solo_salt_lake_10000")
        assert basic.spike is advanced.spike is ("spike" in key)
    assert Play(2).rules.points == 0 and not Play(2).rules.neutral and not Play(2).rules.spike


@pytest.mark.clause("SIL-19.2")
def test_the_ordinary_game_is_not_for_one() -> None:
    options = registry.make("silverton", "colorado", 2, {}).options
    with pytest.raises(Refused) as refused:
        Silverton("colorado", 1, options)
    assert refused.value.reason.clause == "SIL-19.2"


@pytest.mark.clause("SIL-18.3", "SIL-19.11")
def test_both_kinds_are_chosen() -> None:
    for points, fewest in ((8, 1), (6, 1), (14, 2), (15, 2)):
        chosen = selections(points, [3, 4, 5], [2, 1, 1], fewest)
        assert chosen and all(len(surveyors) >= fewest and prospectors for surveyors, prospectors in chosen)
    assert selections(6, [3, 4, 5], [2, 1, 1], 1) == [((0,), (0,))]
    assert set(selections(8, [3, 4, 5], [2, 1, 1], 1)) == {((2,), (0,)), ((1,), (1,)), ((0,), (2,))}


@pytest.mark.clause("SIL-18.1", "SIL-19.12")
def test_trains_of_the_ordinary_game_have_no_home() -> None:
    game = Play(3, rules="advanced")
    assert set(game.state.train_home) == {-1}
    assert [game.state.train_at.count(seat) for seat in range(3)] == [2, 2, 2]
    assert game.state.train_at.count(-2) == 12, "cards that only a scenario needs"


@pytest.mark.clause("SIL-10.1")
def test_in_phases_i_to_iii_and_v_nobody_is_active() -> None:
    game = Play(2)
    game.state.active, game.state.part = 1, 7
    game.run(StartTurn())
    assert (game.state.active, game.state.part, game.state.phase, game.state.turn) == (-1, 0, 2, 2)
    game.state.active, game.state.part = 1, 7
    game.run(ChangePrices())
    assert (game.state.active, game.state.part, game.state.phase) == (-1, 0, 5)


# -- how it ends -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-2.6", "SIL-17.5")
def test_the_phase_after_the_last_is_the_eighth() -> None:
    game = Play(2).cash(10_000, 300)
    game.run(EndTurn())
    assert game.event(GameEnded) == GameEnded(1, [10_000, 300]) and game.state.phase == 8
    on = Play(2).cash(9_999, 300)
    on.run(EndTurn())
    assert on.step == StartTurn() and on.rules.outcome(on.state) is None


@pytest.mark.clause("SIL-19.2", "SIL-19.6", "SIL-19.7")
def test_degrees_of_victory() -> None:
    def found(key: str, cash: int, turn: int = 24, **changed: Any) -> str:
        game = Play(ATLAS.scenarios[key]["players"], key).cash(cash)
        game.state.turn = turn
        scenario = game.rules.scenario
        assert scenario is not None
        game.rules.scenario = {**scenario, **changed}
        words = grade(game.rules, game.state)
        return next((word for word, text in GRADES.items() if text == words), "")

    rows = ATLAS.scenarios["solo_denver_campaign"]["victory_by_money"]
    for row in rows:
        for cash in {row["money_from"], row["money_to"] or 99_999}:
            assert found("solo_denver_campaign", cash) == row["result"]
            assert found("solo_denver_campaign", cash, victory_by_money=rows[::-1]) == row["result"], "in any order"
    for row in ATLAS.scenarios["solo_denver_6000"]["victory"]:
        for turn in {row["turn_from"], row["turn_to"] or 24}:
            assert found("solo_denver_6000", 6000, turn) == row["result"]
        assert found("solo_denver_6000", 5999, row["turn_from"]) == "decisive defeat"
    assert found("solo_salt_lake_10000", 10_000, 25) == "decisive defeat", "after the last turn"
    assert found("golden_spike_2", 10_000) == "" and grade(Play(2).rules, Play(2).state) is None


# -- networks --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-5.9", "SIL-19.9")
def test_parts_of_the_track_that_hang_together() -> None:
    def labels(homes: tuple[str, ...], *track: str) -> dict[str, int]:
        lines = Lines(ATLAS, tuple(ATLAS.town_no[home] for home in homes), tuple(NO[segment] for segment in sorted(track)))
        return {ATLAS.towns[town]: number for town, number in lines.label.items()}

    one = labels(("denver",), "S035", "S076", "S145")
    assert (one["denver"], one["golden"]) == (0, 0)
    assert one["pueblo"] == one["walsenburg"] != one["el_paso"] == one["van_horn"] and min(one["pueblo"], one["el_paso"]) >= 1
    two = labels(("denver", "salt_lake_city"), "S035", "S013", "S076", "S145")
    assert (two["golden"], two["bingham"]) == (0, 1) and two["pueblo"] >= 2 and two["el_paso"] >= 2
    assert two["pueblo"] != two["el_paso"]
    met = labels(("denver", "golden"), "S035", "S076", "S145")
    assert met["golden"] == 0 and met["pueblo"] >= 2 and met["el_paso"] >= 2 and met["pueblo"] != met["el_paso"]
    lines = Lines(ATLAS, (ATLAS.town_no["denver"], ATLAS.town_no["golden"]), (NO["S035"], NO["S076"]))
    assert lines.joined and not lines.at_home(ATLAS.town_no["pueblo"]) and not lines.connected(NO["S076"])
    assert lines.length(ATLAS.town_no["pueblo"], ATLAS.town_no["walsenburg"]) == NO_ROUTE, "it is no route of a home"


# -- cards and claims ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-17.2", "SIL-4.5")
def test_under_an_a_card_lies_a_b_card() -> None:
    for card, possible in (("P09", True), ("P17", False), ("P01", False)):
        game = Play(2)
        game.card(0, ATLAS.cards[game.state.tops[0]]).tell("passengers", ATLAS.card_no[card])
        if possible:
            reveal_passengers(game.rules, game.state, [])
            assert game.state.tops[0] == ATLAS.card_no[card]
        else:
            with pytest.raises(Impossible):
                reveal_passengers(game.rules, game.state, [])


@pytest.mark.clause("SIL-14.3.1", "SIL-6.5")
def test_a_claim_is_worked_with_the_last_dollar() -> None:
    for cash in (30, 29):
        game = Play(2).claim(0, "C022").claim(0, "C001").cash(cash)
        game.state.operated, game.state.produced = [ATLAS.claim_no["C001"]], 1
        game.state.agenda.append(OperateClaims(0))
        if cash == 29:
            assert game.legal() == [RollProduction()] and game.refused(Operate("C022")) == "no_funds"
            continue
        assert game.legal() == [Operate("C022"), RollProduction()]
        game.roll("production", 3)
        game.do(Operate("C022"))
        told = game.event(ClaimOperated)
        assert (told.dice, told.roll, told.units) == ([3], 9, 5) and game.money(0) == 0
        assert game.state.worked[ATLAS.claim_no["C022"]] and game.state.produced == 2


# -- special disputes ------------------------------------------------------------------------------------------------


def survey(game: Play, seat: int, number: int, segment: str, first: int = -1) -> None:
    piece = game.piece(seat, number)
    piece.status, piece.task, piece.target, piece.right, piece.first = PLACED, BUILD, NO[segment], True, first
    assert piece.kind == SURVEYOR


def french() -> Play:
    """Two ways to French, of which only one can lead on to Las Vegas."""
    game = Play(5).track(0, "S069", "S072", "S076", "S078", "S081").track(4, "S077", "S079", "S082", "S084")
    survey(game, 0, 0, "S083")
    survey(game, 4, 0, "S085")
    return game


@pytest.mark.clause("SIL-12.11")
def test_each_of_a_pair_is_asked_once() -> None:
    game = french()
    game.run(ResolveSpecial())
    assert game.step == DemandDispute(0, 0, 4, 0) and game.state.agenda[-2] == ResolveSpecial(-1, NO["S083"], NO["S085"], 1)
    game.do(No())
    assert game.step == DemandDispute(4, 0, 0, 0) and game.state.agenda[-2] == ResolveSpecial(-1, NO["S083"], NO["S085"], 2)
    game.do(No())
    assert not isinstance(game.step, DemandDispute)
    again = french()
    before = len(again.state.agenda)
    again.run(ResolveSpecial(-1, NO["S083"], NO["S085"], 2))
    assert len(again.state.agenda) == before, "both were asked"
    later = french()
    later.run(ResolveSpecial(-1, 1, 2, 1))
    assert later.step == DemandDispute(0, 0, 4, 0), "about another pair"
    past = french()
    before = len(past.state.agenda)
    past.run(ResolveSpecial(-1, NO["S083"], NO["S085"] + 1, 0))
    assert len(past.state.agenda) == before


@pytest.mark.clause("SIL-12.10")
def test_a_special_dispute_tells_both_segments() -> None:
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0]):
        game = french()
        game.state.order = order
        game.run(ResolveSpecial())
        game.roll("dispute", 6, 6, 1, 2)
        game.do(Yes())
        told = game.event(DisputeRolled)
        assert (told.target, told.rival) == (("S083", "S085") if order[0] == 0 else ("S085", "S083"))
        first, second = order[0], order[-1]
        assert told.seats == [first, second]
        assert told.totals == [12 + game.piece(first, 0).bonus, 3 + game.piece(second, 0).bonus]


@pytest.mark.clause("SIL-12.12", "SIL-13.6")
def test_what_leads_on_from_the_second_of_two_segments() -> None:
    # Denver–Greeley is the first of the board; after it Greeley–Cheyenne, from where Laramie is reached.
    game = Play(2)
    survey(game, 0, 0, "S001")
    survey(game, 0, 1, "S002", first=0)
    after = game.state.owner.copy()
    after[0] = after[1] = 0
    assert _continuations(game.rules, game.state, after, (NO["S002"], 0, 1)) == [NO["S003"]]
    assert _continuations(game.rules, game.state, after, (NO["S001"], 0, 0)) == []
