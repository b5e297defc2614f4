"""Claims (SIL-6), operating them (SIL-14.3), event cards (SIL-7), refilling (SIL-17)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.actions import Buy, Decline, Deliver, Draw, EndPlacement, Operate, PlaceProspector, RollProduction
from boxcars.games.silverton.buy_cards import top_card
from boxcars.games.silverton.events import CardDrawn, ClaimDiscarded, ClaimOperated, DeckFoundEmpty, EventTurnedUp
from boxcars.games.silverton.observation import FACE_DOWN
from boxcars.games.silverton.placing_events import PieceDied, PieceJailed
from boxcars.games.silverton.state import DEAD, DRAWN, FREE, JAILED, PLACED
from boxcars.games.silverton.steps import (
    AnswerDraw,
    BuyCards,
    DeliverGoods,
    FreePieces,
    MakeDeals,
    OperateClaims,
    PlacePieces,
)
from tests.silverton.kit import DISCARDED, IN_DECK, OPEN, Play


def operate(claim: str, *dice: int, goods: int = 0, worked: bool = True) -> Play:
    game = Play(2).claim(0, claim, goods=goods, worked=worked).until(OperateClaims, 0)
    game.roll("production", *dice)
    game.do(Operate(claim))
    return game


@pytest.mark.clause("SIL-6.1")
def test_a_claim_card() -> None:
    atlas = Play(2).rules.atlas
    n = atlas.claim_no["C025"]
    assert (atlas.towns[atlas.claim_town[n]], atlas.claim_good[n], atlas.claim_cost[n]) == ("bingham", 0, 480)
    assert (atlas.operating[n], atlas.depletion[n], atlas.yields[n][7:]) == (60, 6, [1, 1, 2, 3, 4, 5])


@pytest.mark.clause("SIL-6.2", "SIL-17.1", "SIL-14.1.3")
def test_open_claims_are_refilled_to_eight_and_a_ninth_stays() -> None:
    game = Play(2)
    first = game.rules.atlas.claims[game.state.row[0]]
    game.cash(5000, 5000).prospect(2, first).until(BuyCards, 0).do(Buy(first))
    assert len(game.state.row) == 7
    game.deck("C001" if game.claim_at("C001") == IN_DECK else "C002")
    game.to_turn(2)
    assert len(game.state.row) == 8
    game.prospect(2, "deck").until(BuyCards, 0)
    fresh = next(c for c in game.rules.atlas.claims if game.claim_at(c) == IN_DECK)
    game.deck(fresh)
    game.do(Draw(2))
    if isinstance(game.step, AnswerDraw):
        game.do(Decline(fresh))
    assert len(game.state.row) == 9
    row = game.state.row.copy()
    game.to_turn(3)
    assert game.state.row == row


@pytest.mark.clause("SIL-6.3", "SIL-6.4")
def test_goods_pile_up_without_track() -> None:
    game = operate("C025", 5, 6, goods=40)
    assert game.goods("C025") == 44
    game.to_turn(2)
    assert game.goods("C025") == 44


@pytest.mark.clause("SIL-6.5", "SIL-EX-4")
def test_the_first_operation_rolls_one_die_and_six() -> None:
    game = operate("C025", 5, worked=False)
    rolled = game.event(ClaimOperated)
    assert (rolled.dice, rolled.roll, rolled.units) == ([5], 11, 4)
    for face in range(1, 7):
        assert not operate("C025", face, worked=False).event(ClaimOperated).depleted
    # The count belongs to the card: a traded claim that was worked rolls 2d6.
    assert operate("C025", 5, 6, worked=True).event(ClaimOperated).dice == [5, 6]


@pytest.mark.clause("SIL-6.6", "SIL-6.8", "SIL-EX-2")
def test_a_roll_up_to_the_depletion_number_depletes() -> None:
    game = operate("C025", 2, 4)
    assert game.event(ClaimOperated).depleted and game.happened(ClaimDiscarded)
    assert game.claim_at("C025") == DISCARDED
    assert game.money(0) == 2400 - 60


@pytest.mark.clause("SIL-EX-3", "SIL-6.6")
def test_eleven_yields_four_gold_and_the_claim_works_again() -> None:
    game = operate("C025", 5, 6)
    assert game.goods("C025") == 4 and game.money(0) == 2340
    game.to_turn(2).until(OperateClaims, 0)
    assert Operate("C025") in game.legal()


@pytest.mark.clause("SIL-6.7", "SIL-EX-5")
@pytest.mark.parametrize(
    ("claim", "die", "depleted"), [("C078", 1, True), ("C078", 2, False), ("C074", 2, True), ("C074", 3, False)]
)
def test_depletion_7_and_8_can_strike_at_once(claim: str, die: int, depleted: bool) -> None:
    assert operate(claim, die, worked=False).event(ClaimOperated).depleted == depleted


@pytest.mark.clause("SIL-6.8", "SIL-14.6.8")
def test_a_depleted_claim_waits_until_it_is_empty() -> None:
    game = operate("C029", 1, 1, goods=2)
    assert game.claim_at("C029") == 0 and not game.happened(ClaimDiscarded)
    game.track(0, "S035", "S036").until(DeliverGoods, 0).do(Deliver("C029", "denver", 1))
    assert game.claim_at("C029") == 0
    game.do(Deliver("C029", "denver", 1))
    assert game.claim_at("C029") == DISCARDED


@pytest.mark.clause("SIL-14.3.1", "SIL-14.3.2")
def test_all_costs_first_then_rolls_in_ascending_number() -> None:
    game = (
        Play(2).claim(0, "C029", worked=True).claim(0, "C013", worked=True).claim(0, "C090", worked=True, depleted=True, goods=1)
    )
    game.until(OperateClaims, 0)
    assert game.refused(Operate("C090")) == "depleted"
    assert game.refused(Operate("C001")) == "not_owner"
    game.do(Operate("C029"))
    assert game.money(0) == 2350 and not game.happened(ClaimOperated)
    assert game.refused(Operate("C029")) == "already_operated"
    game.roll("production", 6, 6, 6, 5)
    game.do(Operate("C013"))
    assert [e.claim for e in game.happened(ClaimOperated)] == ["C013", "C029"]
    assert game.goods("C013") == 6 and game.goods("C029") == 2
    poor = Play(2).claim(0, "C029").claim(0, "C013").cash(60).until(OperateClaims, 0)
    poor.do(Operate("C029"))
    assert poor.money(0) == 10 and not isinstance(poor.step, OperateClaims)  # the dice fell: nothing else can be paid
    none = Play(2).claim(0, "C029").until(OperateClaims, 0)
    none.do(RollProduction())
    assert not none.happened(ClaimOperated)


@pytest.mark.clause("SIL-6.9", "SIL-11.12", "SIL-6.10", "SIL-14.1.6")
def test_discards_never_return_and_an_empty_deck_gives_nothing() -> None:
    game = Play(2)
    for claim, at in enumerate(game.state.claim_at):
        if at == IN_DECK:
            game.state.claim_at[claim] = DISCARDED
            game.state.discards.append(claim)
    for event in range(6):
        game.state.event_in_deck[event] = False
        game.state.discards.append(102 + event)
    game.rules.audit(game.state)
    assert game.refused(PlaceProspector(2, "deck")) == "deck_empty"
    assert len(game.rules.observe(game.state, 1).discards) == 100  # open to everybody
    first = game.rules.atlas.claims[game.state.row[0]]
    game.cash(5000).prospect(2, first).until(BuyCards, 0).do(Buy(first)).copy()
    game.to_turn(2)
    assert len(game.state.row) == 7


@pytest.mark.clause("SIL-6.10")
def test_discards_are_closed_in_ones_own_turn_by_an_option() -> None:
    """How many there are stays public; whoever is not at turn, and everybody between the turns, may look through them."""
    for closed in (False, True):
        game = Play(2, closed_discards=closed)
        number = next(claim for claim, at in enumerate(game.state.claim_at) if at == IN_DECK)
        game.state.claim_at[number] = DISCARDED
        game.state.discards.append(number)
        game.rules.audit(game.state)
        name = game.rules.atlas.claims[number]

        def seen(seat: int | None, game: Play = game) -> list[str]:
            return game.rules.observe(game.state, seat).discards

        assert [seen(seat) for seat in (0, 1, None)] == [[name]] * 3, "pieces are placed: nobody has the turn"
        for active in (0, 1):
            game.until(MakeDeals, active)
            for seat in (0, 1, None):
                assert seen(seat) == ([FACE_DOWN] if closed and seat == active else [name])
        game.to_turn(2)
        assert seen(0)[0] == seen(1)[0] == name


@pytest.mark.clause("SIL-7.1", "SIL-7.2", "SIL-14.7.3", "SIL-14.7.4")
@pytest.mark.parametrize(
    ("event", "status", "fine"), [("E1", JAILED, 200), ("E4", DEAD, 300), ("E5", DEAD, 400), ("E6", JAILED, 100)]
)
def test_an_event_drawn_by_a_prospector(event: str, status: int, fine: int) -> None:
    game = Play(2).prospect(2, "deck").until(BuyCards, 0)
    game.deck(event)
    game.do(Draw(2))
    piece = game.piece(0, 2)
    assert (piece.status, piece.fine) == (status, fine)
    assert game.happened(PieceDied if status == DEAD else PieceJailed) and game.event(CardDrawn).card == event
    assert game.rules.observe(game.state, 1).bottom == [event]
    assert not isinstance(game.step, BuyCards)  # no further action
    effects = game.rules.atlas.event_kills
    assert (effects.count(False), effects.count(True)) == (4, 2)


@pytest.mark.clause("SIL-7.1")
def test_events_lie_under_the_deck_in_the_order_they_were_drawn() -> None:
    game = Play(2).prospect(2, "deck").prospect(3, "deck").until(BuyCards, 0)
    game.deck("E2", "E1")
    game.do(Draw(2), Draw(3))
    assert game.rules.observe(game.state, 1).bottom == ["E2", "E1"]
    for claim, at in enumerate(game.state.claim_at):
        if at == IN_DECK:
            game.state.claim_at[claim] = DISCARDED
    game.state.event_in_deck = [False] * 6
    names = [game.rules.atlas.events[top_card(game.rules, game.state) - 102] for _ in range(2)]
    assert names == ["E2", "E1"]  # the first put there is met first


@pytest.mark.clause("SIL-EX-44", "SIL-14.1.6", "SIL-7.1")
def test_the_last_card_of_the_deck() -> None:
    def last(card: str) -> Play:
        game = Play(2)
        number = game.rules.atlas.claim_no.get(card, -1)
        for claim, at in enumerate(game.state.claim_at):
            if at == IN_DECK and claim != number:
                game.state.claim_at[claim] = DISCARDED
                game.state.discards.append(claim)
        for event in range(6):
            if game.rules.atlas.events[event] != card:
                game.state.event_in_deck[event] = False
                game.state.discards.append(102 + event)
        game.rules.audit(game.state)
        game.prospect(2, "deck").do(EndPlacement())
        game.prospect(2, "deck").until(BuyCards, 0)
        return game

    claim = next(c for c in Play(2).rules.atlas.claims if Play(2).claim_at(c) == IN_DECK)
    game = last(claim)
    game.do(Draw(2))
    game.until(BuyCards, 1).do(Draw(2))
    assert game.happened(DeckFoundEmpty)
    game = last("E1")
    game.do(Draw(2)).copy()
    game.until(BuyCards, 1).do(Draw(2))
    assert game.event(CardDrawn).card == "E1" and game.piece(1, 2).status == JAILED


def tied_claim() -> tuple[Play, str]:
    """Two prospectors tied on an open claim at the end of phase IV, with five cards open."""
    game = Play(2)
    claim = game.rules.atlas.claims[game.state.row[0]]
    game.prospect(3, claim).do(EndPlacement())
    game.prospect(3, claim)
    game.roll("dispute", 4, 5, 4, 5)
    game.do(EndPlacement())
    for extra in game.state.row[5:].copy():
        game.state.row.remove(extra)
        game.state.claim_at[extra] = DISCARDED
        game.state.discards.append(extra)
    return game, claim


@pytest.mark.clause("SIL-7.3", "SIL-7.4", "SIL-EX-28", "SIL-9.4", "SIL-17.3")
def test_an_event_turned_up_sweeps_the_undisputed_claims() -> None:
    game, claim = tied_claim()
    open_before = [game.rules.atlas.claims[c] for c in game.state.row]
    deck = [c for c in game.rules.atlas.claims if game.claim_at(c) == IN_DECK]
    game.deck("E2", deck[0], *deck[1:8])
    game.to_turn(2)
    swept = game.event(EventTurnedUp)
    assert swept.discarded == [deck[0], *open_before[1:]]
    assert game.claim_at(claim) == OPEN and len(game.state.row) == 8
    assert all(game.claim_at(c) == DISCARDED for c in swept.discarded)
    assert [game.piece(seat, 3).status for seat in (0, 1)] == [PLACED, PLACED]


@pytest.mark.clause("SIL-7.5", "SIL-7.7")
def test_a_discarded_event_has_no_effect_and_the_sweep_takes_new_claims_too() -> None:
    game, _ = tied_claim()
    deck = [c for c in game.rules.atlas.claims if game.claim_at(c) == IN_DECK]
    game.deck(deck[0], "E2", "E3", *deck[1:8])
    game.to_turn(2)
    swept = game.event(EventTurnedUp)  # E3 lies in the discards without effect
    assert swept.discarded[0] == "E3" and deck[0] in swept.discarded
    assert {"E2", "E3"} <= set(game.rules.observe(game.state, 0).discards)
    # An empty deck ends the refill.
    bare, _ = tied_claim()
    for number, at in enumerate(bare.state.claim_at):
        if at == IN_DECK:
            bare.state.claim_at[number] = DISCARDED
            bare.state.discards.append(number)
    bare.to_turn(2)
    assert len(bare.state.row) == 1 and bare.rules.observe(bare.state, 0).deck == 0


@pytest.mark.clause("SIL-14.1.3", "SIL-14.1.4")
def test_a_drawn_claim_is_bought_or_becomes_an_open_card() -> None:
    game = Play(2).cash(5000, 5000)
    claim = next(c for c in game.rules.atlas.claims if game.claim_at(c) == IN_DECK)
    game.prospect(2, "deck").prospect(3, "deck").until(BuyCards, 0)
    assert game.legal() == [Draw(2), Draw(3)]
    game.deck(claim)
    game.do(Draw(2))
    assert game.claim_at(claim) == DRAWN and game.legal() == [Buy(claim), Decline(claim)]
    game.do(Decline(claim))
    assert game.claim_at(claim) == OPEN and len(game.state.row) == 9
    # Nobody else can take it this turn: the other prospector may only draw.
    assert game.legal() == [Draw(3)] and game.refused(Buy(claim)) == "no_right"
    other = next(c for c in game.rules.atlas.claims if game.claim_at(c) == IN_DECK)
    game.deck(other)
    cost = game.rules.atlas.claim_cost[game.rules.atlas.claim_no[other]]
    game.do(Draw(3), Buy(other))
    assert game.claim_at(other) == 0 and game.money(0) == 5000 - cost


def test_a_free_prospector_stays_free() -> None:
    game = Play(2).until(PlacePieces, 1)
    assert game.piece(0, 2).status == FREE and not isinstance(game.step, FreePieces)
