"""Cards bought, drawn and moved (SIL-6, 7, 14.1, 20.1): small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.actions import Buy, Decline, Draw, MoveCard
from boxcars.games.silverton.buy_cards import (
    drop_useless_rights,
    free_places,
    holder,
    may_move,
    open_step,
    top_card,
    waits_for_a_place,
    why_not_buy,
)
from boxcars.games.silverton.events import (
    CardBought,
    CardDeclined,
    CardDrawn,
    CardMoved,
    DeckFoundEmpty,
    RightLapsed,
)
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.placing_events import PieceDied, PieceJailed
from boxcars.games.silverton.state import (
    BUILD,
    CARD,
    CLAIM,
    DEAD,
    DECK,
    DISCARDED,
    DRAWN,
    FREE,
    IN_DECK,
    JAILED,
    OPEN,
    STEAL,
    VISIBLE,
    Piece,
)
from boxcars.games.silverton.steps import AnswerDraw, BuyCards
from tests.silverton.kit import Play

ATLAS = standard()
C, P = ATLAS.claim_no, ATLAS.card_no


def asks(game: Play, seat: int) -> Play:
    """Step IV.1 of a seat, whatever was due."""
    events: list[Any] = []
    open_step(game.rules, game.state, seat, events)
    game.events = events
    return game


# -- rights ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-12.2", "SIL-14.1.1")
def test_which_piece_holds_a_right() -> None:
    game = Play(2).claim(OPEN, "C029").card(VISIBLE, "P09")
    assert holder(game.rules, game.state, 0, "C029") == -1
    game.right(0, 0, BUILD, C["C029"])
    game.right(0, 2, CLAIM, C["C029"])
    game.right(0, 3, CARD, P["P09"])
    assert [holder(game.rules, game.state, 0, card) for card in ("C029", "P09", "C022", "none")] == [2, 3, -1, -1]
    assert holder(game.rules, game.state, 1, "C029") == -1
    game.piece(0, 2).right = False
    assert holder(game.rules, game.state, 0, "C029") == -1
    game.piece(0, 3).task = STEAL
    assert holder(game.rules, game.state, 0, "P09") == -1


@pytest.mark.clause("SIL-14.1.1", "SIL-14.1.5")
def test_what_can_be_bought() -> None:
    game = Play(2).claim(OPEN, "C029").card(VISIBLE, "P09").cash(370)  # gold at Central City costs $370
    game.right(0, 2, CLAIM, C["C029"])
    game.right(0, 3, CARD, P["P09"])

    def why(number: int) -> str:
        reason = why_not_buy(game.rules, game.state, 0, number)
        return reason.code if reason else ""

    assert (why(2), why(3)) == ("", "no_route")
    game.cash(369).track(0, "S069", "S072")
    assert (why(2), why(3)) == ("no_funds", "")
    game.cash(219)
    assert why(3) == "no_funds"


@pytest.mark.clause("SIL-10.4", "SIL-14.1.5", "SIL-8.8")
def test_which_rights_lapse_by_themselves() -> None:
    def lapsed(task: int, target: int, **more: Any) -> list[str]:
        game = Play(2).claim(OPEN, "C029").claim(1, "C022").card(VISIBLE, "P09").card(1, "P02").track(0, "S069", "S072").cash(370)
        game.right(0, 2, task, target, **more)
        events: list[Any] = []
        drop_useless_rights(game.rules, game.state, 0, events)
        assert all(isinstance(event, RightLapsed) and event.seat == 0 for event in events)
        assert (game.piece(0, 2).status == FREE) is bool(events)
        return [event.target for event in events]

    assert lapsed(CLAIM, C["C029"]) == [] and lapsed(CLAIM, C["C022"]) == ["C022"], "somebody has it"
    assert lapsed(CARD, P["P09"]) == [] and lapsed(CARD, P["P02"]) == ["P02"]
    assert lapsed(CARD, P["P03"]) == ["P03"], "there is no route"
    assert lapsed(CLAIM, C["C022"], right=False) == lapsed(DECK, -1) == lapsed(BUILD, 34) == []
    poor = Play(2).claim(OPEN, "C029").cash(369)
    poor.right(0, 2, CLAIM, C["C029"])
    assert not isinstance(asks(poor, 0).step, BuyCards) and poor.happened(RightLapsed) == [RightLapsed(0, "C029")]


@pytest.mark.clause("SIL-14.1.6", "SIL-10.4")
def test_whoever_holds_a_right_or_stands_on_the_deck_is_asked() -> None:
    for task, target, there in ((DECK, -1, True), (CLAIM, C["C029"], True), (BUILD, 34, False)):
        game = Play(2).claim(OPEN, "C029")
        game.right(1, 2, task, target)
        assert (asks(game, 1).step == BuyCards(1)) is there
        game = Play(2).claim(OPEN, "C029")
        game.right(1, 2, task, target, right=False)
        assert asks(game, 1).step != BuyCards(1)


# -- cards that are moved --------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-20.1", "SIL-20.14")
def test_who_may_move_which_card() -> None:
    game = Play(3, variable_passengers=True).track(1, "S035", "S036").card(VISIBLE, "P09").card(VISIBLE, "P17")
    game.state.order = [2, 0, 1]
    found = [[may_move(game.rules, game.state, seat, P[card]) for card in ("P01", "P09", "P17")] for seat in (2, 0, 1)]
    assert found == [[False, False, False], [True, True, False], [False, True, False]]
    assert not may_move(Play(3).rules, game.state, 0, P["P09"]), "without the option"


@pytest.mark.clause("SIL-20.14", "SIL-6.2")
def test_a_claim_place_is_free_while_fewer_than_eight_cards_are_open() -> None:
    game = Play(2, variable_passengers=True)
    assert len(game.state.row) == 8 and free_places(game.rules, game.state, 1, P["P08"]) == []
    game.state.row.pop()
    assert free_places(game.rules, game.state, 1, P["P08"]) == ["claims"]
    game.state.tops[3] = game.state.tops[0] = -1
    assert free_places(game.rules, game.state, 1, P["P08"]) == ["0", "3", "claims"]
    game.state.row[0] = -1 - P["P08"]
    assert free_places(game.rules, game.state, 1, P["P08"]) == ["0", "3"], "it lies in a claim place already"
    game.state.row[0] = -1 - P["P02"]
    assert free_places(game.rules, game.state, 1, P["P08"]) == ["0", "3", "claims"]


@pytest.mark.clause("SIL-20.1", "SIL-14.1.6")
def test_what_a_right_to_a_card_may_wait_for() -> None:
    game = Play(2, variable_passengers=True).claim(OPEN, "C029")
    game.right(1, 3, CARD, P["P08"])
    assert not waits_for_a_place(game.rules, game.state, 1, 3), "there is no other right"
    game.right(1, 2, CLAIM, C["C029"])
    assert waits_for_a_place(game.rules, game.state, 1, 3)
    game.cash(0, 369)
    assert not waits_for_a_place(game.rules, game.state, 1, 3), "nothing can be bought"
    game.cash(0, 370)
    game.piece(1, 2).right = False
    assert not waits_for_a_place(game.rules, game.state, 1, 3)
    game.right(1, 2, DECK, C["C029"])
    assert not waits_for_a_place(game.rules, game.state, 1, 3)
    game.right(0, 3, CARD, P["P08"])
    game.right(0, 2, CLAIM, C["C029"])
    assert not waits_for_a_place(game.rules, game.state, 0, 3), "the first player moves nothing"


@pytest.mark.clause("SIL-20.1", "SIL-20.14")
@pytest.mark.parametrize("place", ["2", "claims"])
def test_a_card_is_moved_to_the_place_that_is_named(place: str) -> None:
    game = Play(2, variable_passengers=True).card(0, ATLAS.cards[Play(2, variable_passengers=True).state.tops[2]])
    game.claim(IN_DECK, ATLAS.claims[game.state.row[-1]])
    card = next(c for c in game.state.tops if c >= 0 and may_move(game.rules, game.state, 1, c))
    name, old = ATLAS.cards[card], game.state.tops.index(card)
    game.right(1, 2, CARD, card)
    asks(game, 1)
    assert game.legal() == [Decline(name), MoveCard(name, "2"), MoveCard(name, "claims")]
    assert game.why(MoveCard(name, "1")) == game.why(MoveCard(name, "none")) == "SIL-20.14"
    assert game.why(MoveCard("C001", "2")) == "SIL-12.2"
    game.do(MoveCard(name, place))
    assert game.event(CardMoved) == CardMoved(1, name, place)
    assert game.state.tops[old] == -1 and (game.state.tops[2] == card) is (place == "2")
    assert (game.state.row[-1] == -1 - card) is (place == "claims") and game.piece(1, 2).status == FREE


@pytest.mark.clause("SIL-20.1")
def test_a_claim_is_not_moved() -> None:
    game = Play(2, variable_passengers=True).claim(OPEN, "C029")
    game.state.tops[0] = -1
    game.right(1, 2, CLAIM, C["C029"])
    asks(game, 1)
    assert game.legal() == [Buy("C029"), Decline("C029")] and game.why(MoveCard("C029", "0")) == "SIL-20.14"


# -- buying and drawing ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SIL-14.1.1", "SIL-14.1.2")
def test_bought_or_left() -> None:
    for action, told, owner, cash in (
        (Buy("C029"), CardBought(0, "C029", 370), 0, 2030),
        (Decline("C029"), CardDeclined(0, "C029"), OPEN, 2400),
    ):
        game = Play(2).claim(OPEN, "C029")
        game.right(0, 2, CLAIM, C["C029"])
        asks(game, 0).do(action)
        assert told in game.events and (game.claim_at("C029"), game.money(0)) == (owner, cash)
        assert game.piece(0, 2).status == FREE and (C["C029"] in game.state.row) is (owner == OPEN)
    game = Play(2).card(VISIBLE, "P09").track(0, "S069", "S072")
    game.right(0, 2, CARD, P["P09"])
    asks(game, 0).do(Buy("P09"))
    assert CardBought(0, "P09", 220) in game.events and game.money(0) == 2180
    assert (game.card_at("P09"), game.state.partner[P["P09"]], game.state.released) == (0, -1, [])


@pytest.mark.clause("SIL-14.1.3")
def test_a_claim_that_is_drawn() -> None:
    for cash, asked in ((370, True), (369, False)):
        game = Play(2).claim(IN_DECK, "C029").cash(cash)
        row = len(game.state.row)
        game.right(0, 2, DECK, -1)
        game.deck("C029")
        asks(game, 0).do(Draw(2))
        assert CardDrawn(0, "C029") in game.events and (game.step == AnswerDraw(0, C["C029"], 2)) is asked
        assert game.claim_at("C029") == (DRAWN if asked else OPEN) and game.piece(0, 2).status == FREE
    assert game.state.row[-1] == C["C029"] and len(game.state.row) == row + 1, "as a ninth, perhaps"
    game = Play(2).claim(IN_DECK, "C029")
    game.right(0, 2, DECK, -1)
    game.deck("C029")
    asks(game, 0).do(Draw(2))
    assert game.legal() == [Buy("C029"), Decline("C029")]
    assert game.why(Buy("C022")) == game.why(Decline("C022")) == "SIL-12.2"
    game.cash(369)
    assert game.legal() == [Decline("C029")] and (game.why(Buy("C029")), game.why(Decline("C029"))) == ("SIL-14.1.1", "")
    game.cash(370).do(Buy("C029"))
    assert game.claim_at("C029") == 0 and game.money(0) == 0 and C["C029"] not in game.state.row


@pytest.mark.clause("SIL-7.1", "SIL-14.1.3")
@pytest.mark.parametrize("event", ATLAS.events)
def test_an_event_that_is_drawn(event: str) -> None:
    game = Play(2)
    number = ATLAS.events.index(event)
    game.right(0, 2, DECK, -1)
    game.deck(event)
    asks(game, 0).do(Draw(2))
    kills, fine = ATLAS.event_kills[number], ATLAS.event_fine[number]
    assert (game.piece(0, 2).status, game.piece(0, 2).fine) == (DEAD if kills else JAILED, fine)
    told = PieceDied(0, 2, fine) if kills else PieceJailed(0, 2, 1, fine)
    assert game.events[:2] == [CardDrawn(0, event), told]
    assert game.state.bottom == [number] and not game.state.event_in_deck[number]


@pytest.mark.clause("SIL-7.1", "SIL-6.9")
def test_under_the_deck_lie_the_events_that_were_drawn() -> None:
    game = Play(2)
    game.state.claim_at = [DISCARDED if at == IN_DECK else at for at in game.state.claim_at]
    game.state.discards = [claim for claim, at in enumerate(game.state.claim_at) if at == DISCARDED]
    game.state.event_in_deck = [False] * len(ATLAS.events)
    game.state.bottom = [3, 0]
    claims = len(ATLAS.claims)
    assert (top_card(game.rules, game.state), game.state.bottom) == (claims + 3, [0])
    assert (top_card(game.rules, game.state), game.state.bottom) == (claims, [])
    game.right(0, 2, DECK, -1)
    game.state.discards += [claims + event for event in range(len(ATLAS.events))]
    asks(game, 0).do(Draw(2))
    assert DeckFoundEmpty(0) in game.events and game.piece(0, 2).status == FREE
    full = Play(2)
    full.deck("E2", ATLAS.claims[next(c for c, at in enumerate(full.state.claim_at) if at == IN_DECK)])
    event, claim = top_card(full.rules, full.state), top_card(full.rules, full.state)
    assert event == claims + 1 and full.state.event_in_deck == [True, False, True, True, True, True]
    assert full.state.claim_at[claim] == DRAWN


@pytest.mark.clause("SIL-14.1.1")
def test_the_first_piece_buys_like_any_other() -> None:
    game = Play(2).claim(OPEN, "C029")
    game.state.players[0].pieces = [Piece(1, 0), Piece(1, 0)]
    game.right(0, 0, CLAIM, C["C029"])
    assert holder(game.rules, game.state, 0, "C029") == 0
    asks(game, 0)
    assert game.why(Buy("C029")) == game.why(Decline("C029")) == ""
    assert game.why(Buy("C022")) == game.why(Decline("none")) == "SIL-12.2"
    game.do(Buy("C029"))
    assert game.claim_at("C029") == 0


@pytest.mark.clause("SIL-20.1", "SIL-8.8", "SIL-10.4")
def test_what_waits_for_a_place_is_a_card_that_lies_there() -> None:
    # Seat 1 can buy coal at Golden for $160; a claim that is too dear and a card that is gone wait for nothing.
    game = Play(2, variable_passengers=True).claim(OPEN, "C013").claim(OPEN, "C008").card(0, "P08").cash(0, 200)
    game.state.players[1].pieces[0] = Piece(1, 0)
    game.right(1, 0, CLAIM, C["C013"])
    game.right(1, 2, CLAIM, C["C008"])
    game.right(1, 3, CARD, P["P08"])
    assert C["C008"] == P["P08"], "of the same number"
    asks(game, 1)
    assert game.happened(RightLapsed) == [RightLapsed(1, "C008"), RightLapsed(1, "P08")]
    assert game.legal() == [Buy("C013"), Decline("C013")]


@pytest.mark.clause("SIL-14.1.3", "SIL-20.13")
def test_only_from_the_deck_is_drawn_and_only_winners_advance() -> None:
    for won in (True, False):
        game = Play(2, rules="advanced", hire_and_advance=True).claim(OPEN, "C029")
        game.state.players[0].pieces = [Piece(1, 0), Piece(1, 0)]
        game.right(0, 1, CLAIM, C["C029"], won=won)
        asks(game, 0)
        assert game.why(Draw(1)) == game.why(Draw(0)) == "SIL-14.1.3"
        game.do(Buy("C029"))
        assert [piece.bonus for piece in game.state.players[0].pieces] == [0, int(won)]
