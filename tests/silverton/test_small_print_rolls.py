"""What a dispute leaves behind, piece by piece, and who takes part (SIL-12): small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.types import Event
from boxcars.games.silverton.actions import EndPlacement, No, Yes
from boxcars.games.silverton.disputes import card_bonuses, dispute, jail, on_target, pact_of, side_length, sides_on, targets
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.network import NO_ROUTE
from boxcars.games.silverton.placing_events import DisputeRolled, ParallelTaken, PieceJailed
from boxcars.games.silverton.state import BUILD, CARD, CLAIM, DECK, DISMANTLE, FREE, JAILED, NOTHING, PLACED, Piece
from boxcars.games.silverton.steps import BuyCards, MoveParallel, PlacePieces, ResolveClaims, ResolveSurveyors
from tests.silverton.kit import OPEN, VISIBLE, Play

ATLAS = standard()
NO = ATLAS.segment_no
P09 = ATLAS.card_no["P09"]


def put(piece: Piece, task: int, target: int, **more: Any) -> Piece:
    piece.status, piece.task, piece.target = PLACED, task, target
    for name, value in more.items():
        setattr(piece, name, value)
    return piece


def look(piece: Piece) -> tuple[Any, ...]:
    return piece.status, piece.task, piece.target, piece.right, piece.won, piece.tied, piece.first, piece.fine


TARGET = 34
WON = (PLACED, BUILD, TARGET, True, True, False, 7, 0)
TIED = (PLACED, BUILD, TARGET, False, False, True, -1, 0)
HOME = (FREE, NOTHING, -1, False, False, False, -1, 0)
WON_IN_JAIL = (JAILED, BUILD, TARGET, True, True, False, 7, 200)
IN_JAIL = (JAILED, NOTHING, -1, False, False, False, -1, 200)


@pytest.mark.clause("SIL-12.3", "SIL-12.4", "SIL-12.5", "SIL-12.6", "SIL-14.7.2")
@pytest.mark.parametrize(
    ("dice", "bonuses", "totals", "winner", "left"),
    [
        ([[6, 5], [3, 4], [2, 2]], [0, 0, 0], [11, 7, 4], 0, [WON, HOME, HOME]),
        ([[3, 4], [3, 4], [3, 4]], [0, 1, 0], [7, 8, 7], 1, [HOME, WON, HOME]),
        ([[3, 4], [3, 4], [3, 4]], [0, 0, 2], [7, 7, 9], 2, [HOME, HOME, WON]),
        ([[4, 4], [4, 4], [1, 2]], [0, 0, 0], [8, 8, 3], -1, [TIED, TIED, HOME]),
        ([[4, 4], [5, 4], [6, 2]], [1, 0, 1], [9, 9, 9], -1, [TIED, TIED, TIED]),
        ([[1, 1], [3, 4], [2, 2]], [9, 0, 0], [11, 7, 4], 0, [WON_IN_JAIL, HOME, HOME]),
        ([[1, 1], [4, 4], [1, 2]], [6, 0, 0], [8, 8, 3], -1, [IN_JAIL, TIED, HOME]),
        ([[1, 1], [4, 4], [1, 1]], [0, 0, 1], [2, 8, 3], 1, [IN_JAIL, WON, IN_JAIL]),
    ],
)
def test_what_the_dice_decide(
    dice: list[list[int]], bonuses: list[int], totals: list[int], winner: int, left: list[tuple[Any, ...]]
) -> None:
    game = Play(3)
    for seat in range(3):
        put(game.piece(seat, 0), BUILD, TARGET, first=7)
    game.roll("dispute", *(face for pair in dice for face in pair))
    events: list[Event] = []
    sides = [[(seat, 0)] for seat in range(3)]
    assert dispute(game.rules, game.state, sides, bonuses, "S035", events, "S036") == winner
    assert [look(game.piece(seat, 0)) for seat in range(3)] == left
    told = events[0]
    assert told == DisputeRolled("S035", [0, 1, 2], [0, 1, 2], dice, totals, winner, "S036")
    jailed = [seat for seat, pair in enumerate(dice) if pair == [1, 1]]
    assert events[1:] == [PieceJailed(seat, 0, 0, 200) for seat in jailed]


@pytest.mark.clause("SIL-20.6", "SIL-20.19")
def test_a_pair_wins_and_loses_together() -> None:
    for faces, won in (((6, 6, 3, 3), True), ((1, 1, 3, 3), False)):
        game = Play(5, joint_passengers=True)
        for seat in (0, 2, 4):
            put(game.piece(seat, 1), CARD, P09)
        game.roll("dispute", *faces)
        events: list[Event] = []
        sides = [[(0, 1), (4, 1)], [(2, 1)]]
        dispute(game.rules, game.state, sides, [0, 0], "P09", events)
        told = events[0]
        assert isinstance(told, DisputeRolled)
        assert (told.seats, told.partners, told.rival) == ([0, 2], [4, 2], "")
        assert [game.piece(seat, 1).won for seat in (0, 4, 2)] == [won, won, not won]
        assert [game.piece(seat, 1).status for seat in (0, 4)] == ([PLACED, PLACED] if won else [JAILED, JAILED])


@pytest.mark.clause("SIL-12.6")
def test_the_fine_is_kept_with_the_piece() -> None:
    game = Play(2)
    events: list[Event] = []
    jail(game.state, (1, 2), 300, events)
    assert (game.piece(1, 2).status, game.piece(1, 2).fine) == (JAILED, 300)
    assert events == [PieceJailed(1, 2, 1, 300)]


# -- who takes part --------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-12.1")
def test_only_pieces_that_stand_there_for_the_same_purpose_take_part() -> None:
    game = Play(3)
    put(game.piece(2, 0), BUILD, 34)
    put(game.piece(1, 0), BUILD, 34)
    put(game.piece(0, 0), DISMANTLE, 34)
    put(game.piece(0, 1), BUILD, 35)
    put(game.piece(2, 1), BUILD, 33, tied=True)
    put(game.piece(1, 1), BUILD, 32).status = JAILED
    put(game.piece(0, 2), CLAIM, 34)
    assert on_target(game.state, BUILD, 34) == [(1, 0), (2, 0)]
    game.state.order = [2, 0, 1]
    assert on_target(game.state, BUILD, 34) == [(2, 0), (1, 0)], "in turn order"
    assert targets(game.state, BUILD) == [34, 35]
    assert (targets(game.state, CLAIM), targets(game.state, CARD)) == ([34], [])
    assert on_target(game.state, BUILD, 33) == on_target(game.state, BUILD, 32) == []


@pytest.mark.clause("SIL-20.19", "SIL-20.18")
def test_sides_are_single_players_and_pairs() -> None:
    game = Play(5, joint_passengers=True)
    for seat in (0, 1, 2, 4):
        put(game.piece(seat, 1), CARD, P09)
    game.state.pacts = [[P09, 4, 1], [P09 + 1, 0, 2]]
    assert [pact_of(game.state, P09, seat) for seat in range(5)] == [-1, 4, -1, -1, 1]
    assert [pact_of(game.state, P09 + 1, seat) for seat in range(5)] == [2, -1, 0, -1, -1]
    assert sides_on(game.state, CARD, P09) == [[(0, 1)], [(1, 1), (4, 1)], [(2, 1)]]
    game.state.order = [4, 3, 2, 1, 0]
    assert sides_on(game.state, CARD, P09) == [[(4, 1), (1, 1)], [(2, 1)], [(0, 1)]]


@pytest.mark.clause("SIL-12.9", "SIL-20.20", "SIL-20.3")
def test_the_shorter_route_adds_the_difference() -> None:
    # Denver–Pueblo: 11 over Colorado Springs, 12 over Falcon, 7 + 4 of seats 0 and 4 together, which counts as 13.
    game = Play(5, joint_passengers=True).track(0, "S069").track(4, "S072").track(1, "S071", "S074")
    pair, falcon, nothing = [(0, 1), (4, 1)], [(1, 1)], [(3, 1)]
    assert [side_length(game.rules, game.state, side, P09) for side in (pair, falcon, nothing)] == [13, 12, NO_ROUTE]
    bonus = [game.piece(seat, 1).bonus for seat in range(5)]
    assert bonus == [0, 2, 1, 2, 1]
    assert card_bonuses(game.rules, game.state, [pair, falcon], P09) == [1, 3]
    assert card_bonuses(game.rules, game.state, [falcon, pair, nothing], P09) == [3, 1, 2]
    assert card_bonuses(game.rules, game.state, [nothing], P09) == [2]
    game.state.turn = 4
    assert card_bonuses(game.rules, game.state, [pair, falcon], P09) == [1, 3], "no snow there"


# -- surveyors -------------------------------------------------------------------------------------------------------


def crowd(*seats: int) -> Play:
    """These seats survey Denver–Colorado Springs and, after it, Colorado Springs–Pueblo; both have an empty parallel box."""
    game = Play(2)
    for seat in seats:
        game.until(PlacePieces, seat).survey(0, "S069").survey(1, "S072")
    return game


def questions(game: Play, *answers: Any) -> list[tuple[int, str]]:
    """Who is asked to move where, if they answer so."""
    found = []
    for answer in answers:
        assert isinstance(game.step, MoveParallel)
        found.append((game.step.seat, ATLAS.segments[game.step.segment]))
        game.do(answer)
    assert not isinstance(game.step, MoveParallel)
    return found


@pytest.mark.clause("SIL-12.7", "SIL-12.18")
def test_every_dispute_asks_all_its_surveyors_in_turn_order() -> None:
    game = crowd(0, 1)
    game.do(EndPlacement())
    game.roll("dispute", 6, 6, 3, 3, 6, 6, 3, 3)
    assert questions(game, No(), No(), No(), No()) == [(0, "S070"), (1, "S070"), (0, "S073"), (1, "S073")]
    game = crowd(0, 1)
    game.do(EndPlacement())
    assert questions(game, Yes(), Yes()) == [(0, "S070"), (0, "S073")]
    assert [look(game.piece(0, n))[2:4] for n in (0, 1)] == [(NO["S070"], True), (NO["S073"], True)]
    game = crowd(0, 1)
    game.do(EndPlacement())
    assert questions(game, No(), Yes(), No(), Yes()) == [(0, "S070"), (1, "S070"), (0, "S073"), (1, "S073")]


@pytest.mark.clause("SIL-12.7", "SIL-12.18")
def test_the_questions_go_on_where_they_were_left() -> None:
    game = Play(3)
    put(game.piece(2, 0), BUILD, 0)  # alone
    for seat in (0, 1):
        put(game.piece(seat, 0), BUILD, NO["S069"])
    game.run(ResolveSurveyors())
    assert game.step == MoveParallel(0, 0, NO["S070"]) and game.state.agenda[-2] == ResolveSurveyors(-1, NO["S069"], 1)
    game.run(ResolveSurveyors(-1, NO["S069"], 1))
    assert game.step == MoveParallel(1, 0, NO["S070"]) and game.state.agenda[-2] == ResolveSurveyors(-1, NO["S069"], 2)
    game.run(ResolveSurveyors(-1, NO["S069"], 2))
    assert game.happened(DisputeRolled), "all were asked"


@pytest.mark.clause("SIL-12.7", "SIL-11.5")
def test_what_follows_a_segment_follows_its_twin() -> None:
    game = crowd(0, 1)
    assert [game.piece(seat, 1).first for seat in (0, 1)] == [NO["S069"], NO["S069"]]
    game.do(EndPlacement())
    game.do(Yes())
    assert [game.piece(seat, 1).first for seat in (0, 1)] == [NO["S070"], NO["S069"]]
    assert game.event(ParallelTaken) == ParallelTaken(0, 0, "S070")


@pytest.mark.clause("SIL-12.7", "SIL-5.3")
def test_which_parallel_box_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(turn: int = 1, where: int = NO["S070"], **third: Any) -> bool:
        game = Play(3)
        game.state.turn = turn
        for seat in (0, 1):
            put(game.piece(seat, 0), BUILD, NO["S069"])
        if third:
            put(game.piece(2, 0), third.pop("task", BUILD), where, **third)
        game.run(ResolveSurveyors())
        return isinstance(game.step, MoveParallel)

    assert asked() and asked(turn=4), "no snow lies there"
    assert not asked(tied=False), "somebody stands there"
    assert not asked(tied=True), "somebody stands there since a tie"
    assert asked(tied=True, where=0), "on another segment"
    assert asked(tied=True, task=CLAIM), "on a claim of the same number"
    assert asked(status=JAILED, right=True), "the surveyor that has won it is in jail"
    monkeypatch.setattr(ATLAS, "white", [segment == NO["S070"] for segment in range(len(ATLAS.segments))])
    assert asked() and not asked(turn=4), "on a board with snow there"


@pytest.mark.clause("SIL-12.2", "SIL-12.8")
def test_whoever_stands_alone_has_the_right() -> None:
    game = Play(3)
    put(game.piece(2, 2), CARD, P09)  # cards come later
    here = ((0, 0, DISMANTLE, 34), (0, 2, CLAIM, 21), (0, 3, DECK, -1), (1, 0, BUILD, 33), (1, 2, CLAIM, 0), (1, 3, CLAIM, 1))
    put(game.piece(1, 1), BUILD, 30, tied=True)
    for seat, number, task, target in here:
        put(game.piece(seat, number), task, target, tied=target == 1)

    def rights() -> list[tuple[int, int]]:
        return [(seat, n) for seat, player in enumerate(game.state.players) for n, p in enumerate(player.pieces) if p.right]

    game.run(ResolveSurveyors())
    assert rights() == [(0, 0), (1, 0)]
    game.run(ResolveClaims())
    assert rights() == [(0, 0), (0, 2), (0, 3), (1, 0), (1, 2)]
    assert not game.happened(DisputeRolled) and not any(p.won for player in game.state.players for p in player.pieces)


@pytest.mark.clause("SIL-12.8")
def test_three_are_added_for_a_route_from_home_to_the_claim() -> None:
    for town, totals in (("S035", [6, 8]), ("S034", [6, 5])):
        game = Play(2).claim(OPEN, "C013").track(1, town)  # coal at Golden
        game.prospect(2, "C013").until(PlacePieces, 1).prospect(3, "C013")
        game.roll("dispute", 2, 3, 2, 3)
        game.do(EndPlacement())
        assert game.event(DisputeRolled).totals == totals


@pytest.mark.clause("SIL-12.9")
def test_a_card_nobody_disputes_goes_to_whoever_stands_there() -> None:
    game = Play(2).track(0, "S069", "S072").card(VISIBLE, "P09").card(VISIBLE, "P02")
    game.prospect(2, "P09").prospect(3, "P02").until(BuyCards, 0)
    assert [game.piece(0, n).right for n in (2, 3)] == [True, True] and not game.happened(DisputeRolled)
