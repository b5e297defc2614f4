"""The first segment, claim, card, train and seat are like all others: numbers begin with 0 (docs/develop/mutation-testing.md)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import (
    Abandon,
    Build,
    Buy,
    Decline,
    Deliver,
    Dismantle,
    Draw,
    EndPlacement,
    Operate,
    PlaceProspector,
    PlaceSurveyor,
    Yes,
)
from boxcars.games.silverton.deliveries import serves
from boxcars.games.silverton.events import CardBought, ClaimOperated, EventTurnedUp, TrackBuilt, TrackRemoved
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.passengers import lift
from boxcars.games.silverton.place_pieces import neutral_targets
from boxcars.games.silverton.restrictions import purposes
from boxcars.games.silverton.state import DISCARDED, IN_DECK, OPEN, VISIBLE
from boxcars.games.silverton.steps import AnswerDraw, BuildTrack, BuyCards, DeliverGoods, OperateClaims, PayTheft, PlacePieces
from tests.silverton.kit import Play

ATLAS = standard()
SEGMENT, CLAIM, CARD = ATLAS.segments[0], ATLAS.claims[0], ATLAS.cards[0]


def row(game: Play, *cards: int) -> Play:
    """Only these cards are open in the row, with claims from the end of the box up to eight."""
    fill = [c for c in reversed(range(len(ATLAS.claims))) if c not in cards][: 8 - len(cards)]
    game.state.claim_at = [IN_DECK if at == OPEN else at for at in game.state.claim_at]
    game.state.row = [*cards, *fill]
    for claim in game.state.row:
        if claim >= 0:
            game.state.claim_at[claim] = OPEN
    game.rules.audit(game.state)
    return game


@pytest.mark.clause("SIL-14.2.1", "SIL-14.2.2")
def test_the_first_segment_is_built_and_followed() -> None:
    game = Play(2).survey(0, SEGMENT).survey(1, "S002").until(BuildTrack, 0)
    assert game.refused(Build("S002")) == "not_connected" and game.legal(Build) == [Build(SEGMENT)]
    game.roll("build", 6, 6)
    game.do(Build(SEGMENT))
    assert game.event(TrackBuilt).segment == SEGMENT and game.owner(SEGMENT) == 0
    game.do(Build("S002"), Yes())
    assert game.owner("S002") == 0


@pytest.mark.clause("SIL-14.2.4", "SIL-14.2.6")
def test_the_first_segment_is_dismantled_and_abandoned() -> None:
    game = Play(2).track(0, SEGMENT)
    game.do(PlaceSurveyor(0, SEGMENT, True))
    game.until(BuildTrack, 0).do(Dismantle(SEGMENT))
    assert game.event(TrackRemoved).refund == ATLAS.refund * ATLAS.distance[0] and game.owner(SEGMENT) == -1
    cut = Play(2).track(1, "S035")
    cut.rules.homes[1] = (ATLAS.town_no["el_paso"],)
    cut.track(1, SEGMENT).until(BuildTrack, 1)
    assert set(cut.legal(Abandon)) == {Abandon(SEGMENT), Abandon("S035")}
    cut.do(Abandon(SEGMENT))
    assert cut.owner(SEGMENT) == -1 and cut.refused(Abandon("none")) == "unknown_id"


@pytest.mark.clause("SIL-11.11", "SIL-14.1.1", "SIL-6.2")
def test_the_first_claim_is_prospected_and_bought() -> None:
    game = row(Play(2), 0)
    assert game.rules.observe(game.state, 1).row[0] == CLAIM
    assert PlaceProspector(2, CLAIM) in game.legal()
    game.prospect(2, CLAIM).until(BuyCards, 0).do(Buy(CLAIM))
    assert game.event(CardBought).cost == ATLAS.claim_cost[0] and game.claim_at(CLAIM) == 0 and 0 not in game.state.row


@pytest.mark.clause("SIL-14.1.3")
@pytest.mark.parametrize(("answer", "place"), [(Buy(CLAIM), 0), (Decline(CLAIM), OPEN)])
def test_the_first_claim_is_drawn(answer: Buy | Decline, place: int) -> None:
    game = row(Play(2)).prospect(2, "deck").until(BuyCards, 0)
    game.deck(CLAIM)
    game.do(Draw(2))
    assert isinstance(game.step, AnswerDraw) and game.legal() == [Buy(CLAIM), Decline(CLAIM)]
    assert game.refused(Buy("C002")) == game.refused(Decline("C002")) == "no_right"
    cash = game.money(0)
    game.cash(ATLAS.claim_cost[0] - 1)
    assert game.legal() == [Decline(CLAIM)] and game.refused(Buy(CLAIM)) == "no_funds"
    game.cash(cash).do(answer)
    assert game.claim_at(CLAIM) == place and (0 in game.state.row) == (place == OPEN)


@pytest.mark.clause("SIL-14.3.1", "SIL-14.6.6", "SIL-6.8")
def test_the_first_claim_is_worked_and_its_goods_are_sold() -> None:
    game = Play(2).track(0, "S034").claim(0, CLAIM, goods=2, worked=True).until(OperateClaims, 0)
    game.roll("production", 1, 1)  # it is used up
    game.do(Operate(CLAIM))  # the only one: the dice are rolled at once
    assert game.event(ClaimOperated).depleted and game.claim_at(CLAIM) == 0, "there are goods left"
    game.until(DeliverGoods, 0).do(Deliver(CLAIM, "denver", 2))
    assert game.claim_at(CLAIM) == DISCARDED and 0 in game.state.discards


@pytest.mark.clause("SIL-7.3")
def test_an_event_sweeps_the_first_claim_away() -> None:
    game = row(Play(2), 0)
    game.state.claim_at[game.state.row.pop()] = IN_DECK  # there is room for a card
    game.deck("E1", "C050")
    game.to_turn(2)
    assert CLAIM in game.event(EventTurnedUp).discarded and "C050" in game.event(EventTurnedUp).discarded


@pytest.mark.clause("SIL-20.2", "SIL-20.14")
def test_the_first_passenger_card_may_lie_in_a_claim_place() -> None:
    game = Play(2, variable_passengers=True)
    game.state.tops[game.state.tops.index(0)] = -1
    row(game, -1)
    assert game.rules.observe(game.state, 0).row[0] == CARD
    assert len(set(game.legal())) == len(game.legal()), "and nothing is proposed twice"
    game.track(0, "S035", "S036").prospect(2, CARD).until(BuyCards, 0).do(Buy(CARD))
    assert game.card_at(CARD) == 0 and -1 not in game.state.row


@pytest.mark.clause("SIL-8.2", "SIL-8.9")
def test_a_card_is_taken_from_where_it_lies() -> None:
    game = Play(2)
    place = game.state.tops.index(0)
    lift(game.state, 0)
    assert game.state.tops[place] == -1 and game.state.tops.count(-1) == 1
    pile = Play(2).card(VISIBLE, "P09").card(VISIBLE, CARD)
    lift(pile.state, 0)
    assert pile.state.released == [ATLAS.card_no["P09"]]


@pytest.mark.clause("SIL-19.6")
def test_the_neutral_prospector_may_go_to_the_first_of_everything() -> None:
    game = row(Play(1, "solo_salt_lake_10000").card(VISIBLE, CARD), 0)
    assert {CLAIM, CARD} <= set(neutral_targets(game.rules, game.state, 0))
    game.prospect(next(n for n, p in enumerate(game.state.players[0].pieces) if p.kind == 1), CLAIM)
    assert CLAIM not in neutral_targets(game.rules, game.state, 0) and CARD in neutral_targets(game.rules, game.state, 0)


@pytest.mark.clause("SIL-11.14", "SIL-12.13")
def test_the_first_seat_steals_and_is_stolen_from() -> None:
    game = Play(2).track(1, "S071", "S074").card(1, "P09").track(0, "S070", "S073")
    assert PlaceProspector(2, "P09") in game.legal()
    other = Play(2).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").until(PlacePieces, 1)
    assert PlaceProspector(2, "P09") in other.legal()


@pytest.mark.clause("SIL-12.17")
def test_whichever_thief_wins_goes_on_to_the_owner() -> None:
    for faces, seat in (((6, 6, 3, 3), 1), ((3, 3, 6, 6), 2)):
        game = Play(3).track(0, "S071", "S074").card(0, "P09").track(1, "S070", "S073").track(2, "S069", "S072")
        game.state.players[2].position, game.state.players[0].position = 0, 2
        game.rules.homes[2] = game.rules.homes[0]
        game.until(PlacePieces, 1).prospect(3, "P09").until(PlacePieces, 2).prospect(3, "P09")
        game.roll("dispute", *faces)
        game.do(EndPlacement())
        assert isinstance(game.step, PayTheft) and game.step.seat == seat


@pytest.mark.clause("SIL-13.5")
def test_track_of_the_first_seat_closes_the_road_like_that_of_others() -> None:
    for seat, rival in ((0, 1), (1, 0)):
        game = Play(2).track(rival, "S002")
        assert not purposes(game.rules, game.state, seat).open_road(0)


@pytest.mark.clause("SIL-5.2", "SIL-14.2.1")
def test_where_anybody_has_built_nobody_else_does() -> None:
    for seat, rival in ((0, 1), (1, 0)):
        game = Play(2).until(PlacePieces, seat).survey(0, "S035").until(BuildTrack, seat)
        game.state.owner[ATLAS.segment_no["S035"]] = rival
        assert game.refused(Build("S035")) == "occupied"


@pytest.mark.clause("SIL-19.9", "SIL-14.2.8")
def test_a_surveyor_builds_for_its_own_home_whichever_that_is() -> None:
    game = Play(2, "golden_spike_2").until(PlacePieces, 0).survey(0, "S035").survey(1, "S008").until(BuildTrack, 0)
    assert set(game.legal(Build)) == {Build("S035"), Build("S008")}
    for number in (0, 1):
        game.piece(0, number).home = 1 - number
    assert game.refused(Build("S035")) == game.refused(Build("S008")) == "not_connected"


@pytest.mark.clause("SIL-19.12")
def test_a_train_serves_its_own_home_whichever_that_is() -> None:
    game = Play(2, "golden_spike_2", rules="advanced").until(PlacePieces, 0)
    denver, salt_lake = (ATLAS.town_no[town] for town in ("denver", "salt_lake_city"))
    for train, home in ((t, game.state.train_home[t]) for t, at in enumerate(game.state.train_at) if at == 0):
        assert [serves(game.rules, game.state, 0, train, town) for town in (denver, salt_lake)] == [home == 0, home == 1]
        game.state.train_home[train] = -1
        assert serves(game.rules, game.state, 0, train, denver) and serves(game.rules, game.state, 0, train, salt_lake)


@pytest.mark.clause("SIL-6.3", "SIL-20.4")
def test_what_belongs_to_the_first_seat_is_seen_by_all() -> None:
    game = Play(5, joint_passengers=True).claim(0, CLAIM, goods=2).track(0, "S069").track(4, "S072").card(4, "P09")
    game.state.partner[ATLAS.card_no["P09"]] = 0
    seen = game.rules.observe(game.state, 3)
    assert [(claim.owner, claim.goods) for claim in seen.claims if claim.id == CLAIM] == [(0, 2)]
    assert seen.joint == {"P09": [4, 0]}
    assert ["P09" in player.cards for player in seen.players] == [True, False, False, False, True]
