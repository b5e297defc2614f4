"""The sequence of play, set-up, prices, networks (SIL-3, 4, 5, 10, 16, 19): small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from boxcars.core.types import Event, Step
from boxcars.games.silverton.actions import Assign
from boxcars.games.silverton.events import CashAnnounced, FaresCollected
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.money import receive
from boxcars.games.silverton.network import NO_ROUTE, Lines
from boxcars.games.silverton.passengers import collect, income, joint_partners, joint_route
from boxcars.games.silverton.placing_events import Assigned
from boxcars.games.silverton.prices import boxes, idn
from boxcars.games.silverton.setup import home_choices, selections
from boxcars.games.silverton.special_disputes import _continuations
from boxcars.games.silverton.state import BUILD, PLACED, PROSPECTOR, SURVEYOR, VISIBLE, Piece
from boxcars.games.silverton.steps import (
    AssignSurveyor,
    AssignTrain,
    BeginAssigning,
    BeginEquipment,
    BeginHiring,
    BeginNeutral,
    BeginPlacing,
    ChangePrices,
    ChoosePieces,
    DemandDispute,
    EndTurn,
    PlaceNeutral,
    PlacePieces,
    PlayerTurn,
    RefillCards,
    ResolveClaims,
    ResolveJoint,
    ResolvePassengers,
    ResolveSpecial,
    ResolveSurveyors,
    ResolveThefts,
)
from boxcars.games.silverton.turn_sequence import sequence_of_play
from boxcars.games.silverton.visibility import cash_known
from tests.silverton.kit import Play

ATLAS = standard()
NO = ATLAS.segment_no
P09 = ATLAS.card_no["P09"]
PHASE_III = [ResolveSurveyors(), ResolveSpecial(), ResolveClaims(), ResolveJoint(), ResolvePassengers(), ResolveThefts()]


# -- the sequence of play --------------------------------------------------------------------------------------------


def turn(game: Play, number: int) -> list[Step]:
    game.state.turn = number
    return sequence_of_play(game.rules, game.state)


@pytest.mark.clause("SIL-10.1", "SIL-10.2", "SIL-10.3")
def test_a_turn_of_the_basic_game() -> None:
    game = Play(3)
    game.state.order = [2, 0, 1]
    placing, playing = [BeginPlacing(-1, seat) for seat in (2, 0, 1)], [PlayerTurn(-1, seat, 0) for seat in (2, 0, 1)]
    whole: list[Step] = [*placing, *PHASE_III, *playing, ChangePrices(), RefillCards(), EndTurn()]
    assert turn(game, 1) == turn(game, 2) == whole


@pytest.mark.clause("SIL-18.2", "SIL-18.11", "SIL-19.9", "SIL-20.25")
def test_what_the_advanced_game_and_its_options_add() -> None:
    advanced = Play(2, rules="advanced")
    first, later = turn(advanced, 1), turn(advanced, 2)
    assert first[:3] == [ChoosePieces(0), ChoosePieces(1), BeginPlacing(-1, 0)] and later == first[2:]
    assert later[-3:] == [BeginEquipment(-1, 0), BeginEquipment(-1, 1), EndTurn()]
    hiring = Play(2, rules="advanced", hire_and_advance=True)
    assert turn(hiring, 2)[-6:-3] == [RefillCards(), BeginHiring(-1, 0), BeginHiring(-1, 1)]
    spike = Play(2, "golden_spike_2", rules="advanced")
    assert turn(spike, 1)[2:4] == [BeginAssigning(-1, 0), BeginAssigning(-1, 1)] and turn(spike, 2) == later
    alone = Play(1, "solo_salt_lake_10000")
    assert turn(alone, 2)[:3] == [BeginPlacing(-1, 0), BeginNeutral(), ResolveSurveyors()]
    assert turn(Play(1, "solo_denver_10000"), 1)[0] == ChoosePieces(0), "one of two sets"


@pytest.mark.clause("SIL-10.3")
def test_the_parts_of_a_players_turn() -> None:
    for part, number in enumerate((1, 2, 3, 3, 4, 5, 6, 7)):
        game = Play(2)
        game.state.deliveries = game.state.offers = 2
        before = len(game.state.agenda)
        game.run(PlayerTurn(-1, 1, part))
        assert (game.state.phase, game.state.active, game.state.part) == (4, 1, number)
        added = game.state.agenda[before:]
        assert added[:1] == ([PlayerTurn(-1, 1, part + 1)] if part < 7 else [])
        assert (game.state.deliveries, game.state.offers) == ((0, 0) if part == 0 else (2, 2))


@pytest.mark.clause("SIL-19.6")
def test_the_neutral_prospector_is_sent_while_there_is_a_card() -> None:
    game = Play(1, "solo_salt_lake_10000")
    game.run(BeginNeutral())
    assert game.step == PlaceNeutral(0)
    bare = Play(1, "solo_salt_lake_10000")
    bare.state.row = []
    bare.state.card_at = [-1] * len(ATLAS.cards)
    before = len(bare.state.agenda)
    bare.run(BeginNeutral())
    assert len(bare.state.agenda) == before


# -- set-up ----------------------------------------------------------------------------------------------------------


def affordable(points: int) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All sets of surveyors and prospectors, at least one of each, that so many points pay."""
    groups = [g for size in (1, 2, 3, 4) for g in combinations_with_replacement((2, 1, 0), size)]
    groups = [g for g in groups if g.count(2) < 2 and g.count(1) < 2 and g.count(0) < 3]
    return {pair for pair in product(groups, groups) if sum(3 + bonus for group in pair for bonus in group) <= points}


@pytest.mark.clause("SIL-18.2", "SIL-18.3")
@pytest.mark.parametrize("points", range(6, 16))
def test_selections_that_leave_no_points_for_more(points: int) -> None:
    """Of the sets that can be paid those from which no single step, a piece more or a better one, leads to another."""

    def grown(group: tuple[int, ...]) -> list[tuple[int, ...]]:
        more = [tuple(sorted((*group, bonus), reverse=True)) for bonus in (0, 1, 2)]
        for number, old in enumerate(group):
            rest = group[:number] + group[number + 1 :]
            more += [tuple(sorted((*rest, bonus), reverse=True)) for bonus in range(old + 1, 3)]
        return more

    there = affordable(points)
    full = {
        (one, two)
        for one, two in there
        if not any((other, two) in there for other in grown(one)) and not any((one, other) in there for other in grown(two))
    }
    assert set(selections(points, [3, 4, 5], [2, 1, 1], 1)) == full
    assert set(selections(points, [3, 4, 5], [2, 1, 1], 2)) == {pair for pair in full if len(pair[0]) > 1}


@pytest.mark.clause("SIL-19.9", "SIL-19.11")
@pytest.mark.parametrize(
    ("homes", "choices"),
    [
        ([-1, -1], [0, 1]),
        ([0, -1], [1]),
        ([1, -1], [0]),
        ([-1, -1, -1], [0, 1]),
        ([0, -1, -1], [0, 1]),
        ([0, 0, -1], [1]),
        ([1, 1, -1], [0]),
        ([0, 1, -1], [0, 1]),
        ([0, 0, -1, -1], [0, 1]),
    ],
)
def test_each_home_needs_a_surveyor(homes: list[int], choices: list[int]) -> None:
    game = Play(2, "golden_spike_2")
    game.state.players[0].pieces = [Piece(SURVEYOR, 0, home=home) for home in homes] + [Piece(PROSPECTOR, 0)]
    assert home_choices(game.rules, game.state, 0) == choices


@pytest.mark.clause("SIL-19.9", "SIL-19.18")
def test_surveyors_and_trains_without_a_home_are_assigned() -> None:
    game = Play(2, "golden_spike_2", rules="advanced")
    game.state.players[1].pieces = [Piece(PROSPECTOR, 0), Piece(SURVEYOR, 0), Piece(SURVEYOR, 0)]
    game.state.train_home[ATLAS.train_no["9c"]] = -1
    assert game.state.train_at[ATLAS.train_no["9c"]] == 1
    game.state.agenda = []
    game.run(BeginAssigning(-1, 1))
    assert game.state.agenda == [BeginAssigning(-1, 1), AssignSurveyor(1, 1)]
    assert game.legal() == [Assign("denver"), Assign("salt_lake_city")]
    assert game.why(Assign("pueblo")) == "SIL-19.9" and game.why(Assign("denver")) == ""
    game.do(Assign("salt_lake_city"))
    assert game.events == [Assigned(1, "salt_lake_city", 1), Assigned(1, "denver", 2)], "the other follows from it"
    assert [piece.home for piece in game.state.players[1].pieces] == [-1, 1, 0]
    assert game.state.agenda == [BeginAssigning(-1, 1), AssignTrain(1, ATLAS.train_no["9c"])]
    assert game.why(Assign("pueblo")) == "SIL-19.12" and game.legal() == [Assign("denver"), Assign("salt_lake_city")]
    game.state.agenda.insert(0, PlacePieces(0))
    game.do(Assign("salt_lake_city"))
    assert game.events == [Assigned(1, "salt_lake_city", -1, "9c")] and game.state.train_home[ATLAS.train_no["9c"]] == 1
    assert game.state.agenda == [PlacePieces(0)], "nothing is left to assign"
    game.piece(1, 1).home = -1
    game.state.players[1].joined = True
    game.run(BeginAssigning(-1, 1))
    assert game.state.agenda == [PlacePieces(0)]


# -- money and prices ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-2.8")
def test_cash_is_announced_once_and_only_where_there_is_a_threshold() -> None:
    game = Play(2).cash(5000)
    events: list[Event] = []
    for amount in (0, 1, 500):
        receive(game.rules, game.state, 0, amount, events)
    assert events == [CashAnnounced(0, 5001)] and game.state.players[0].announced
    campaign = Play(2, length="campaign")
    receive(campaign.rules, campaign.state, 0, 90_000, events)
    assert len(events) == 1 and not campaign.state.players[0].announced


@pytest.mark.clause("SIL-2.8")
def test_whose_cash_is_known() -> None:
    game = Play(2)
    assert [cash_known(game.rules, game.state, seat, 0) for seat in (0, 1, None)] == [True, False, False]
    game.state.players[0].announced = True
    assert [cash_known(game.rules, game.state, seat, 0) for seat in (0, 1, None)] == [True, True, True]
    game.state.players[0].announced = False
    game.state.phase = 8
    assert cash_known(game.rules, game.state, 1, 0)
    alone = Play(1, "solo_denver_6000")
    assert cash_known(alone.rules, alone.state, None, 0)


@pytest.mark.clause("SIL-16.3", "SIL-2.10")
def test_the_demand_of_each_turn_and_of_those_beyond_the_table() -> None:
    game = Play(2)
    for number, demand in ((1, 0), (2, 0), (3, 1), (5, 2), (8, 3), (22, 6), (23, 7), (24, 7), (25, 7), (40, 7)):
        game.state.turn = number
        assert idn(game.rules, game.state) == demand


@pytest.mark.clause("SIL-16.4")
def test_the_last_row_of_a_table_is_for_all_that_is_more() -> None:
    for marker in ATLAS.markers:
        assert boxes(marker, 150) == boxes(marker, 60) == marker.table[-1][1] < 0


# -- networks --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-5.7", "SIL-18.9")
def test_the_shortest_way_and_the_lightest_are_two_things() -> None:
    # Colorado Springs–Cripple Creek: 5, or 3 + 3 over Divide.
    start, end = (ATLAS.town_no[town] for town in ("colorado_springs", "cripple_creek"))
    lines = Lines(ATLAS, (start,), (NO["S059"], NO["S060"], NO["S061"], NO["S062"]))
    assert (lines.length(start, end), lines.haul(start, end, ())) == (5, 3)
    assert (lines.length(end, start), lines.haul(end, start, ())) == (5, 3)
    canon = ATLAS.town_no["canon_city"]
    assert (lines.length(start, canon), lines.haul(start, canon, ())) == (9, 4)
    closed = (NO["S060"],)
    assert (lines.length(start, end, closed), lines.haul(start, end, closed)) == (5, 5)


@pytest.mark.clause("SIL-12.7", "SIL-13.1")
def test_which_segments_are_twins_and_which_are_rivals() -> None:
    def named(numbers: tuple[int, ...]) -> list[str]:
        return [ATLAS.segments[number] for number in numbers]

    for segment, twins, rivals in (
        ("S069", ["S070"], ["S070", "S071"]),
        ("S071", [], ["S069", "S070"]),
        ("S063", [], ["S064"]),  # of another cost
        ("S001", [], []),
    ):
        assert (named(ATLAS.twins[NO[segment]]), named(ATLAS.rivals[NO[segment]])) == (twins, rivals)


@pytest.mark.clause("SIL-20.17")
def test_a_joint_route_has_track_of_both() -> None:
    game = Play(5, joint_passengers=True).track(0, "S069", "S072").track(4, "S063")
    assert joint_route(game.rules, game.state, 0, 4, P09, False) == (NO_ROUTE, 0), "it is all of seat 0"
    assert joint_route(game.rules, game.state, 4, 0, P09, False) == (NO_ROUTE, 0)
    game.track(4, "S073", "S075")
    assert joint_route(game.rules, game.state, 0, 4, P09, False) == (11, 7)
    assert joint_route(game.rules, game.state, 4, 0, P09, False) == (11, 4)


@pytest.mark.clause("SIL-20.5", "SIL-20.21", "SIL-14.5.1")
def test_partners_collect_where_their_route_is_open() -> None:
    card = ATLAS.card_no["P10"]
    game = Play(4, joint_passengers=True)
    game.rules.homes[2] = (ATLAS.town_no["leadville"],)
    game.track(0, "S039", "S040").track(2, "S045", "S048").card(0, "P10")
    game.state.partner[card] = 2
    for number, cleared, fares in (
        (3, [], [FaresCollected(2, "P10", 50)]),
        (4, [], []),
        (4, ["S040"], [FaresCollected(2, "P10", 50)]),
    ):
        game.state.turn, game.state.cleared = number, [NO[segment] for segment in cleared]
        events: list[Event] = []
        collect(game.rules, game.state, 2, events)
        assert events == fares
        assert joint_partners(game.rules, game.state, 0, card) == ([2] if fares else [])
    game.state.partner[ATLAS.card_no["P18"]] = 1
    assert income(game.rules, game.state, ATLAS.card_no["P18"]) == 130, "half of 250, rounded up"


# -- special disputes ------------------------------------------------------------------------------------------------


def survey(game: Play, seat: int, number: int, segment: str, first: int = -1) -> None:
    piece = game.piece(seat, number)
    piece.status, piece.task, piece.target, piece.right, piece.first = PLACED, BUILD, NO[segment], True, first


@pytest.mark.clause("SIL-12.10")
def test_nobody_is_in_conflict_with_oneself_whichever_piece_stands_where() -> None:
    for one, two in ((0, 1), (1, 0)):
        game = Play(2).track(0, "S069", "S072", "S076", "S078", "S081", "S084")
        survey(game, 0, one, "S083")
        survey(game, 0, two, "S085")
        game.run(ResolveSpecial())
        assert not isinstance(game.step, DemandDispute)


@pytest.mark.clause("SIL-12.12", "SIL-13.1", "SIL-13.6")
def test_beside_the_first_of_two_segments_nothing_parallel_leads_on() -> None:
    # After Denver–Colorado Springs to Falcon: from there to Pueblo, not back to Denver.
    game = Play(2)
    survey(game, 0, 0, "S069")
    survey(game, 0, 1, "S075", first=NO["S069"])
    after = game.state.owner.copy()
    after[NO["S069"]] = after[NO["S075"]] = 0
    found = _continuations(game.rules, game.state, after, (NO["S075"], 0, 1))
    assert [ATLAS.segments[line] for line in found] == ["S074"]


@pytest.mark.clause("SIL-8.9", "SIL-11.5")
def test_what_is_known_of_pieces_and_piles() -> None:
    game = Play(2).card(VISIBLE, "P09").survey(0, "S035").survey(1, "S036").prospect(2, "deck")
    seen = game.rules.observe(game.state, 1)
    pieces: list[Any] = seen.players[0].pieces
    assert [(piece.target, piece.first) for piece in pieces] == [("S035", ""), ("S036", "S035"), ("deck", ""), ("", "")]
    assert seen.released == ["P09"] and seen.step == game.step and seen.actor == 0
    assert game.rules.deducible, "every payment was public"


@pytest.mark.clause("SIL-6.3", "SIL-6.10", "SIL-8.2")
def test_the_first_of_everything_is_seen_under_its_own_name() -> None:
    game = Play(2).claim(-2, ATLAS.claims[0])
    claims = len(ATLAS.claims)
    game.state.discards, game.state.bottom = [claims, claims - 1, claims + 1], [0, 2]
    seen = game.rules.observe(game.state, 0)
    assert seen.row[-1] == ATLAS.claims[0] and "P01" in seen.places
    assert (seen.discards, seen.bottom) == (["E1", ATLAS.claims[-1], "E2"], ["E1", "E3"])
    assert seen.scores is None and seen.deal is None
    game.state.phase = 8
    assert game.rules.observe(game.state, 0).scores == [2400, 2400]
    game.state.tops[0] = -1
    assert game.rules.observe(game.state, 0).places[0] == ""
    game.state.agenda = []
    assert game.rules.observe(game.state, 0).step is None and game.rules.observe(game.state, 0).actor == -1
