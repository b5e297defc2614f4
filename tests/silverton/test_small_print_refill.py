"""Phase VI (SIL-7, 17): cards turned up and swept away, pieces that return: small print (docs/develop/mutation-testing.md)."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.games.silverton.buy_cards import top_card
from boxcars.games.silverton.events import (
    CardRemoved,
    CardRevealed,
    ClaimDiscarded,
    ClaimTurnedUp,
    EventTurnedUp,
)
from boxcars.games.silverton.map import standard
from boxcars.games.silverton.refill_cards import (
    discard_neutral,
    disputed,
    refill_claims,
    return_pieces,
    reveal_passengers,
    throw_away,
)
from boxcars.games.silverton.setup import turn_up
from boxcars.games.silverton.state import (
    BUILD,
    CARD,
    CLAIM,
    DISCARDED,
    FREE,
    HIDDEN,
    IN_DECK,
    JAILED,
    OPEN,
    PLACED,
    REMOVED,
    VISIBLE,
)
from boxcars.games.silverton.steps import RefillCards
from tests.silverton.kit import Play

ATLAS = standard()
C, P = ATLAS.claim_no, ATLAS.card_no


def exactly(game: Play, *claims: str) -> Play:
    """These claims are open and no others."""
    for claim in [claim for claim in game.state.row if claim >= 0]:
        game.claim(IN_DECK, ATLAS.claims[claim])
    for name in claims:
        game.claim(OPEN, name)
    return game


@pytest.mark.clause("SIL-17.1", "SIL-6.2")
def test_the_row_is_filled_to_eight() -> None:
    game = exactly(Play(2), "C029", "C022")
    deck = [claim for claim, at in enumerate(game.state.claim_at) if at == IN_DECK][:6]
    game.deck(*(ATLAS.claims[claim] for claim in deck))
    events: list[Any] = []
    refill_claims(game.rules, game.state, events)
    assert events == [ClaimTurnedUp(ATLAS.claims[claim]) for claim in deck]
    assert game.state.row == [C["C029"], C["C022"], *deck] and all(game.state.claim_at[claim] == OPEN for claim in deck)
    refill_claims(game.rules, game.state, events)
    assert len(game.state.row) == 8


@pytest.mark.clause("SIL-7.3", "SIL-7.4")
def test_an_event_sweeps_what_nobody_disputes() -> None:
    game = exactly(Play(2), "C029", ATLAS.claims[0])
    for seat in (0, 1):
        game.right(seat, 2, CLAIM, C[ATLAS.claims[0]], tied=True, right=False)
    deck = [ATLAS.claims[claim] for claim, at in enumerate(game.state.claim_at) if at == IN_DECK][:8]
    game.deck("E1", *deck)
    events: list[Any] = []
    refill_claims(game.rules, game.state, events)
    assert events[0] == EventTurnedUp("E1", [deck[0], "C029"]) and game.claim_at(deck[0]) == DISCARDED
    assert game.state.row == [C[ATLAS.claims[0]], *(C[claim] for claim in deck[1:])]
    assert game.state.discards == [len(ATLAS.claims), C[deck[0]], C["C029"]]
    again = exactly(Play(2), "C029")
    again.deck("E2", "E1", *deck)
    events = []
    refill_claims(again.rules, again.state, events)
    assert events[0] == EventTurnedUp("E2", ["E1", "C029"]), "an event may be the card that goes with it"
    assert again.state.discards[:2] == [len(ATLAS.claims) + 1, len(ATLAS.claims)]


@pytest.mark.clause("SIL-7.4")
def test_what_is_disputed() -> None:
    game = Play(2)
    game.right(1, 2, CLAIM, 0, tied=True)
    assert disputed(game.state, CLAIM, 0) and not disputed(game.state, CLAIM, 1) and not disputed(game.state, CARD, 0)
    game.piece(1, 2).status = JAILED
    assert not disputed(game.state, CLAIM, 0)
    game.right(1, 2, CLAIM, 0, tied=False)
    assert not disputed(game.state, CLAIM, 0)


@pytest.mark.clause("SIL-17.2", "SIL-8.6")
def test_the_next_card_of_a_stack_is_turned_up() -> None:
    game = Play(2)
    for place in (0, 5):
        game.card(0, ATLAS.cards[game.state.tops[place]])
    # Four claims of Leadville are used up: its card leaves as soon as it is seen, and the C card below it comes.
    game.tell("passengers", P["P10"], P["P17"], P["P09"])
    game.state.depletions[ATLAS.town_no["leadville"]] = 4
    events: list[Any] = []
    reveal_passengers(game.rules, game.state, events)
    assert events == [CardRemoved("P10"), CardRevealed("P17"), CardRevealed("P09")]
    assert (game.state.tops[0], game.state.tops[5]) == (P["P17"], P["P09"])
    assert [game.state.below[place] for place in (0, 1, 5)] == [0, 2, 1]
    assert [game.card_at(card) for card in ("P10", "P17", "P09")] == [REMOVED, VISIBLE, VISIBLE]
    assert game.state.card_at.count(HIDDEN) == sum(game.state.below)


@pytest.mark.clause("SIL-9.4", "SIL-17.3", "SIL-14.7.1")
def test_pieces_return_but_those_of_a_tie() -> None:
    game = Play(2)
    game.right(0, 0, BUILD, 34, won=True)
    game.right(0, 2, CLAIM, 3, tied=True, won=True, tried=True)
    game.right(0, 3, CLAIM, 3, tied=True).status = JAILED
    return_pieces(game.state)
    home, tied, jailed = (game.piece(0, number) for number in (0, 2, 3))
    assert (home.status, home.task, home.target, home.right, home.won) == (FREE, 0, -1, False, False)
    assert (tied.status, tied.task, tied.target, tied.tied) == (PLACED, CLAIM, 3, True)
    assert (tied.right, tied.won, tied.tried) == (False, False, False)
    assert (jailed.status, jailed.task, jailed.tied) == (JAILED, 0, False)


@pytest.mark.clause("SIL-19.6")
def test_the_card_under_the_neutral_prospector_goes() -> None:
    game = Play(1, "solo_salt_lake_10000").claim(OPEN, "C029").card(VISIBLE, "P05")
    for card, told in (("C029", [ClaimDiscarded("C029")]), ("P05", [CardRemoved("P05")]), ("", [])):
        game.state.neutral = card
        events: list[Any] = []
        discard_neutral(game.rules, game.state, events)
        assert events == told and game.state.neutral == ""
    assert game.claim_at("C029") == DISCARDED and C["C029"] in game.state.discards and game.card_at("P05") == REMOVED
    taken = Play(1, "solo_salt_lake_10000").claim(0, "C029").track(0, "S011").card(0, "P05")
    for card in ("C029", "P05"):
        taken.state.neutral = card
        discard_neutral(taken.rules, taken.state, [])
    assert (taken.claim_at("C029"), taken.card_at("P05")) == (0, 0), "the player has bought it"


@pytest.mark.clause("SIL-17.1")
def test_phase_vi_fills_the_row_again() -> None:
    game = Play(2)
    throw_away(game.state, game.state.row[0])
    game.run(RefillCards())
    assert game.state.phase == 6 and len(game.state.row) == 8


class Dealer:
    """Notes which cards may come, and gives the first that can."""

    def __init__(self) -> None:
        self.counts: list[int] = []

    def pick(self, stream: str, counts: list[int]) -> int:
        self.counts = counts
        return counts.index(max(counts))


@pytest.mark.clause("SIL-6.2", "SIL-7.1", "SIL-4.4", "SIL-8.2")
def test_every_card_that_may_come_is_as_likely_as_every_other() -> None:
    game = Play(2).claim(0, "C022").card(0, "P01")
    dealer: Any = Dealer()
    game.state.chance = dealer
    game.state.event_in_deck[2] = False
    in_deck = [int(at == IN_DECK) for at in game.state.claim_at]
    top_card(game.rules, game.state)
    assert dealer.counts == [*in_deck, 1, 1, 0, 1, 1, 1]
    hidden = [int(at == HIDDEN and kind == "B") for at, kind in zip(game.state.card_at, ATLAS.card_class, strict=True)]
    reveal_passengers(game.rules, game.state, [])
    assert dealer.counts == hidden and sum(hidden) == 8
    game.state.claim_at = [IN_DECK] * len(ATLAS.claims)
    game.state.row = []
    turn_up(game.state)
    assert dealer.counts == [0] * 7 + [1] * (len(ATLAS.claims) - 7) and game.state.row == list(range(8))
