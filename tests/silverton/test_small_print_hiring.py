"""Hiring, fines, trains and plows, track (SIL-14.2, 14.7, 18, 20.8, 20.12): small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.core.types import Event
from boxcars.games.silverton.actions import (
    Abandon,
    AssignPlow,
    Build,
    BuyPlow,
    BuyTrain,
    Dismantle,
    EndTrack,
    Hire,
    Operate,
    Pass,
    PayFine,
    RollPlows,
    RollProduction,
    RollRelease,
)
from boxcars.games.silverton.build_track import join_networks, lift_track
from boxcars.games.silverton.buy_equipment import next_plow, next_train
from boxcars.games.silverton.events import ClaimOperated, NetworksJoined, PieceAdvanced, PieceHired, PlowRolled, TrackRemoved
from boxcars.games.silverton.hire_and_advance import advance, disc_left, why_not_hire
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.state import BUILD, CLAIM, DISMANTLE, FREE, JAILED, PLACED, PROSPECTOR, SURVEYOR, Piece
from boxcars.games.silverton.steps import (
    AssignSurveyor,
    AssignTrain,
    BeginEquipment,
    BeginHiring,
    BuildTrack,
    BuyEquipment,
    FreePieces,
    HirePiece,
    OperateClaims,
    PlacePieces,
    PlayerTurn,
    PlowSnow,
)
from tests.silverton.kit import Play

ATLAS = standard()
NO = ATLAS.segment_no


def school(players: int = 2, map: str = "colorado", **options: Any) -> Play:
    """Hire and advance; seat 0 has one plain piece of each kind."""
    game = Play(players, map, rules="advanced", hire_and_advance=True, **options)
    game.state.players[0].pieces = [Piece(SURVEYOR, 0), Piece(PROSPECTOR, 0)]
    return game


# -- hire and advance ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-20.12", "SIL-20.25")
@pytest.mark.parametrize(("players", "plain", "better"), [(2, 4, 2), (3, 4, 2), (4, 2, 1), (6, 2, 1)])
def test_how_many_discs_there_are(players: int, plain: int, better: int) -> None:
    game = school(players)
    for kind in (SURVEYOR, PROSPECTOR):
        for bonus, there in ((0, plain), (1, better), (2, better)):
            for used in range(there + 1):
                game.state.players[0].pieces = [Piece(kind, bonus) for _ in range(used)] + [Piece(1 - kind, bonus)] * 4
                assert disc_left(game.rules, game.state, 0, kind, bonus) is (used < there)


@pytest.mark.clause("SIL-20.25", "SIL-20.12")
def test_why_nobody_can_be_hired() -> None:
    game = school(4).cash(400)

    def why(kind: int) -> str:
        reason = why_not_hire(game.rules, game.state, 0, kind)
        return reason.clause if reason else ""

    assert (why(SURVEYOR), why(PROSPECTOR)) == ("", "")
    game.state.players[0].pieces.append(Piece(SURVEYOR, 0))
    assert (why(SURVEYOR), why(PROSPECTOR)) == ("SIL-20.25", ""), "both plain surveyors are used"
    game.run(BeginHiring(-1, 0))
    assert game.step == HirePiece(0) and game.legal() == [Pass(), Hire("prospector")]
    game.cash(399)
    assert why(PROSPECTOR) == "SIL-20.12"
    before = len(game.state.agenda)
    game.run(BeginHiring(-1, 0))
    assert len(game.state.agenda) == before, "nothing can be hired: nobody is asked"
    game.cash(400)
    for count, allowed in ((5, True), (6, False)):  # six pieces are the most of four players
        game.state.players[0].pieces = [Piece(PROSPECTOR, 2) for _ in range(count)]
        assert (why(SURVEYOR) == "") is allowed


@pytest.mark.clause("SIL-20.12", "SIL-19.9")
def test_a_hired_surveyor_gets_a_home_while_there_are_two() -> None:
    for joined, kind, asked in (
        (False, "surveyor", True),
        (True, "surveyor", False),
        (False, "prospector", False),
    ):
        game = school(2, "golden_spike_2")
        game.state.players[0].joined = joined
        game.state.agenda.append(HirePiece(0))
        game.do(Hire(kind))
        assert game.happened(PieceHired) == [PieceHired(0, 2, SURVEYOR if kind == "surveyor" else PROSPECTOR, 400)]
        assert (game.step == AssignSurveyor(0, 2)) is asked
        assert (game.piece(0, 2).bonus, game.piece(0, 2).status, game.money(0)) == (0, FREE, 2600)
    plain = school()
    plain.state.agenda.append(HirePiece(0))
    plain.do(Hire("surveyor"))
    assert not isinstance(plain.step, AssignSurveyor)


@pytest.mark.clause("SIL-20.13")
def test_a_piece_advances_to_the_next_disc_up_to_plus_two() -> None:
    for bonus, others, after in ((0, [], 1), (1, [], 2), (2, [], 2), (0, [1], 0), (0, [2], 1), (1, [2], 1), (1, [0, 0], 2)):
        game = school(4)
        game.state.players[0].pieces = [Piece(SURVEYOR, bonus), *(Piece(SURVEYOR, other) for other in others)]
        events: list[Event] = []
        advance(game.rules, game.state, 0, 0, events)
        assert game.piece(0, 0).bonus == after
        assert events == ([PieceAdvanced(0, 0, SURVEYOR, after)] if after != bonus else [])
    plain = Play(4)
    advance(plain.rules, plain.state, 0, 1, [])
    assert plain.piece(0, 1).bonus == 0, "without the option nobody does"


# -- fines -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-14.7.1", "SIL-14.7.5")
def test_pieces_in_jail_are_named_by_their_number() -> None:
    game = Play(2).cash(500)
    for number in (0, 3):
        game.piece(0, number).status, game.piece(0, number).fine = JAILED, 200
    game.state.agenda.append(FreePieces(0))
    for number, code in ((-1, "unknown_id"), (4, "unknown_id"), (1, "piece_unavailable")):
        assert game.refused(RollRelease(number)) == game.refused(PayFine(number)) == code
    assert {RollRelease(0), PayFine(0), RollRelease(3), PayFine(3)} <= set(game.legal())
    game.do(PayFine(0))
    assert (game.piece(0, 0).status, game.piece(0, 0).fine, game.piece(0, 0).tried) == (FREE, 0, True)
    game.roll("jail", 3, 4)
    game.do(RollRelease(3))
    assert (game.piece(0, 3).status, game.piece(0, 3).fine, game.money(0)) == (FREE, 0, 300)


# -- equipment -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-18.12")
def test_the_next_card_of_each_type() -> None:
    game = Play(2, rules="advanced")
    assert [ATLAS.plows[next_plow(game.rules, game.state, kind)] for kind in range(4)] == ["+2a", "+3a", "+4a", "+5a"]
    trains = [ATLAS.trains[next_train(game.rules, game.state, kind)] for kind in range(5)]
    assert trains == ["9e", "15a", "24a", "42a", "72a"], "four 9-trains are given out"


@pytest.mark.clause("SIL-19.12", "SIL-18.11")
def test_a_new_train_gets_a_home_while_there_are_two() -> None:
    for map, joined, asked in (("golden_spike_2", False, True), ("golden_spike_2", True, False), ("colorado", True, False)):
        game = Play(2, map, rules="advanced").until(PlacePieces, 0)
        game.state.players[0].joined = joined
        game.run(BeginEquipment(-1, 0))
        assert game.step == BuyEquipment(0)
        game.do(BuyTrain(15))
        assert (game.step == AssignTrain(0, ATLAS.train_no["15a"])) is asked


@pytest.mark.clause("SIL-18.17", "SIL-18.18", "SIL-20.8")
def test_two_plows_clear_a_segment_once() -> None:
    game = Play(2, rules="advanced", multiple_plows=True).until(PlacePieces, 0).track(0, "S039", "S040")
    game.state.plow_at[0] = game.state.plow_at[1] = 0
    game.state.turn = 4
    game.state.agenda.append(PlowSnow(0))
    game.roll("plow", 6, 6)
    game.do(AssignPlow("+2a", "S040"), AssignPlow("+2b", "S040"))
    assert [event.cleared for event in game.happened(PlowRolled)] == [True, True]
    assert game.state.cleared == [NO["S040"]] and game.state.used_plows == [0, 1] and game.state.plowing == []


@pytest.mark.clause("SIL-18.17", "SIL-18.19")
def test_when_plows_are_asked_for() -> None:
    def asked(turn: int = 4, plow: int = 0, track: str = "S040", used: bool = False, cleared: bool = False) -> bool:
        game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, "S039", track)
        game.state.plow_at[0] = plow
        game.state.turn = turn
        game.state.used_plows = [0] if used else []
        game.state.cleared = [NO["S040"]] if cleared else []
        game.run(PlayerTurn(-1, 0, 3))
        return game.step == PlowSnow(0)

    assert asked()
    assert (
        not asked(turn=3) and not asked(plow=1) and not asked(track="S035") and not asked(used=True) and not asked(cleared=True)
    )


@pytest.mark.clause("SIL-18.17")
def test_plows_may_stay_at_home() -> None:
    game = Play(2, rules="advanced").until(PlacePieces, 0).track(0, "S039", "S040", "S041")
    game.state.plow_at[0] = game.state.plow_at[1] = 0
    game.state.turn = 4
    game.state.agenda.append(PlowSnow(0))
    game.do(AssignPlow("+2b", "S041"))
    assert game.step == PlowSnow(0) and game.legal() == [AssignPlow("+2a", "S040"), RollPlows()]
    game.roll("plow", 1)
    game.do(RollPlows())
    assert game.event(PlowRolled) == PlowRolled(0, "+2b", "S041", 1, True) and game.state.used_plows == [1]


# -- track -----------------------------------------------------------------------------------------------------------


def site(*rights: tuple[int, int, str]) -> Play:
    """Step IV.2 of seat 0, who has Denver–Golden, with these rights: piece, task, segment."""
    game = Play(2).track(0, "S035").track(1, "S034")
    for number, task, segment in rights:
        piece = game.piece(0, number)
        piece.status, piece.task, piece.target, piece.right = PLACED, task, NO[segment], True
    game.state.agenda.append(BuildTrack(0))
    return game


@pytest.mark.clause("SIL-14.2.1", "SIL-14.2.4")
def test_a_right_is_for_one_segment_and_one_purpose() -> None:
    game = site((0, BUILD, "S001"), (1, DISMANTLE, "S035"))
    assert game.legal() == [Build("S001"), Dismantle("S035"), EndTrack()]
    assert game.refused(Dismantle("S001")) == game.refused(Build("S035")) == game.refused(Build("S039")) == "no_right"
    game.piece(0, 0).right = game.piece(0, 1).right = False
    assert game.refused(Build("S001")) == game.refused(Dismantle("S035")) == "no_right" and game.legal() == [EndTrack()]
    sold = site((0, DISMANTLE, "S034"))
    assert sold.refused(Dismantle("S034")) == "no_right", "it is somebody else's by now"
    first = site((0, BUILD, "S001"))
    assert first.refused(Build("none")) == first.refused(Abandon("none")) == "unknown_id"


@pytest.mark.clause("SIL-14.2.6", "SIL-1.4")
def test_a_cube_is_taken_off_where_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ATLAS, "cubes", 1)
    game = site((0, BUILD, "S001"))
    assert game.refused(Build("S001")) == "no_cubes" and game.legal() == [Abandon("S035"), EndTrack()]
    assert game.refused(Abandon("S034")) == game.refused(Abandon("S001")) == "not_owner"
    game.piece(0, 0).right = False
    assert game.refused(Abandon("S035")) == "no_right" and game.legal() == [EndTrack()]
    game.piece(0, 0).right = True
    game.piece(0, 0).task = DISMANTLE
    assert game.refused(Abandon("S035")) == "no_right"
    monkeypatch.setattr(ATLAS, "cubes", 2)
    roomy = site((0, BUILD, "S001"))
    assert roomy.refused(Abandon("S035")) == "no_right" and roomy.legal() == [Build("S001"), EndTrack()]


@pytest.mark.clause("SIL-14.2.1", "SIL-14.2.2", "SIL-14.2.4")
def test_each_right_stands_for_itself() -> None:
    game = site((0, BUILD, "S001"), (1, BUILD, "S002"))
    game.piece(0, 1).first = NO["S001"]
    assert (game.why(Build("S001")), game.why(Build("S002"))) == ("", "SIL-14.2.2"), "the first comes first"
    assert site((0, DISMANTLE, "S035")).legal() == [Dismantle("S035"), EndTrack()]
    claim = site((0, BUILD, "S001"), (1, DISMANTLE, "S035"))
    for number, segment in ((2, "S001"), (3, "S035")):  # claims of the same numbers
        piece = claim.piece(0, number)
        piece.status, piece.task, piece.target, piece.right = PLACED, CLAIM, NO[segment], True
    assert claim.legal() == [Build("S001"), Dismantle("S035"), EndTrack()]
    claim.do(Dismantle("S035"))
    assert claim.piece(0, 1).status == FREE and claim.piece(0, 0).status == PLACED and claim.money(0) == 2420
    assert claim.owner("S035") == -1 and claim.event(TrackRemoved) == TrackRemoved(0, "S035", 20)
    assert not claim.happened(NetworksJoined)
    claim.do(Build("S001"))
    assert claim.owner("S001") == 0 and not claim.happened(NetworksJoined), "there is but one home"


@pytest.mark.clause("SIL-18.18", "SIL-14.2.5")
def test_track_that_is_gone_is_not_cleared_any_more() -> None:
    game = Play(2).track(0, "S039", "S040", "S041")
    game.state.cleared = [NO["S040"], NO["S041"]]
    lift_track(game.state, 0, NO["S040"])
    assert game.state.cleared == [NO["S041"]] and game.state.players[0].track == [NO["S039"], NO["S041"]]
    lift_track(game.state, 0, NO["S039"])
    assert game.state.cleared == [NO["S041"]]


@pytest.mark.clause("SIL-19.9")
def test_when_the_networks_meet_ones_own_assignments_end() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0)
    events: list[Event] = []
    join_networks(game.rules, game.state, 0, events)
    assert not events and not game.state.players[0].joined
    game.rules.homes[0] = (ATLAS.town_no["denver"], ATLAS.town_no["golden"])
    game.track(0, "S035")
    join_networks(game.rules, game.state, 0, events)
    join_networks(game.rules, game.state, 0, events)
    assert events == [NetworksJoined(0)] and game.state.players[0].joined and not game.state.players[1].joined
    assert {piece.home for piece in game.state.players[0].pieces} == {-1}
    homes = {seat: {game.state.train_home[t] for t, at in enumerate(game.state.train_at) if at == seat} for seat in (0, 1)}
    assert homes == {0: {-1}, 1: {0, 1}}
    assert {piece.home for piece in game.state.players[1].pieces if piece.kind == SURVEYOR} == {0, 1}


@pytest.mark.clause("SIL-18.12", "SIL-18.13")
def test_the_first_train_of_the_box_is_sold_and_what_is_traded_in_comes_back() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0)
    game.state.train_at[0] = -1
    assert next_train(game.rules, game.state, 0) == 0
    own = next(train for train, at in enumerate(game.state.train_at) if at == 0)
    game.state.plow_at[0] = 0
    game.state.turn = 5
    game.state.agenda += [BuyEquipment(0), BuyEquipment(0)]
    assert game.why(BuyTrain(9)) == ""
    game.state.train_at[-1] = game.state.plow_at[-1] = 0  # the last of the box is nothing that has no name
    assert game.refused(BuyTrain(15, "none")) == game.refused(BuyPlow(3, "none")) == "not_owner"
    game.state.train_at[-1] = game.state.plow_at[-1] = -1
    cash = game.money(0)
    game.do(BuyPlow(3, "+2a"))
    assert (game.state.plow_at[0], game.state.plow_at[ATLAS.plow_no["+3a"]], cash - game.money(0)) == (-1, 0, 60)
    game.do(BuyTrain(24, ATLAS.trains[own]))
    assert (game.state.train_at[own], game.state.train_home[own]) == (-1, -1)


@pytest.mark.clause("SIL-14.3.1", "SIL-6.6")
def test_what_is_told_of_a_claim_that_is_used_up() -> None:
    game = Play(2).claim(0, "C022", worked=True).claim(0, ATLAS.claims[0])
    game.state.agenda.append(OperateClaims(0))
    assert game.refused(Operate("none")) == "unknown_id" and game.why(Operate(ATLAS.claims[0])) == ""
    game.do(Operate("C022"))
    game.roll("production", 1, 2)
    game.do(RollProduction())
    assert game.event(ClaimOperated) == ClaimOperated(0, "C022", [1, 2], 3, 0, True)
    assert game.claim_at("C022") == -3 and game.state.depletions[ATLAS.town_no["walsenburg"]] == 1


@pytest.mark.clause("SIL-14.7.2")
def test_a_fine_is_paid_with_the_last_dollar() -> None:
    for cash, paid in ((200, True), (199, False)):
        game = Play(2).cash(cash)
        game.piece(0, 2).status, game.piece(0, 2).fine = JAILED, 200
        game.state.agenda.append(FreePieces(0))
        assert (PayFine(2) in game.legal()) is paid and (game.why(PayFine(2)) == "") is paid
