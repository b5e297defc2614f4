"""Drawing train cards, reshuffle and flush (TTR-4, TTR-5)."""

from __future__ import annotations

import pytest

from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride.train_cards import flush_if_due
from boxcars.games.ticket_to_ride.types import CardDrawn, CardTaken, DeckReshuffled, DisplayFlushed, DrawSecondCard, TakeTurn

from .positions import DECK, TICKETS, L, begun, cards, claim, counts, hold, lay, letters, play, refused, take


def draws(rules: object, table: object) -> set[str]:
    """The draws on the legal list: letters of the display, D for the deck."""
    out = set()
    for action in rules.legal(table):  # type: ignore[attr-defined]
        path = action.path()[0]
        if path == "deck":
            out.add("D")
        elif path.startswith("display:"):
            out.add(
                letters([("violet", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive").index(path[8:])])
            )
    return out


@pytest.mark.clause("TTR-4.1", "TTR-4.2")
def test_two_draws_from_display_or_deck() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "KOVV")
    assert draws(rules, table) == set("RBGWYD")
    events = play(rules, table, 0, take("B"))
    assert events == [CardTaken(0, "blue", 1, "black")]
    assert letters(table.display) == "RKGWY"
    assert table.agenda == [DrawSecondCard(0)]
    assert draws(rules, table) == set("RKGWYD")
    assert play(rules, table, 0, DECK) == [CardDrawn(0, "orange")]
    assert table.hands[0] == counts("B O")
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-4.3", "TTR-EX-3")
def test_a_face_up_locomotive_is_the_only_card() -> None:
    rules, table = begun()
    lay(table, "LRBGW", "YKK")
    play(rules, table, 0, take("L"))
    assert table.hands[0] == counts("L")
    assert letters(table.display) == "YRBGW"
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-4.2", "TTR-4.4", "TTR-EX-4")
def test_the_replacement_locomotive_cannot_be_the_second_card() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "LKK")
    play(rules, table, 0, take("R"))
    assert letters(table.display) == "LBGWY"
    assert draws(rules, table) == set("BGWYD")
    assert refused(rules, table, 0, take("L")).code == "locomotive_not_allowed"
    play(rules, table, 0, DECK)
    assert table.hands[0] == counts("R K")
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-4.4", "TTR-R-6")
def test_an_old_display_locomotive_cannot_be_the_second_card_either() -> None:
    rules, table = begun()
    lay(table, "RBGWL", "KKK")
    play(rules, table, 0, take("R"))
    assert draws(rules, table) == set("KBGWD")
    assert refused(rules, table, 0, take("L")).code == "locomotive_not_allowed"


@pytest.mark.clause("TTR-4.5", "TTR-EX-5")
def test_two_locomotives_from_the_deck() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "LLK")
    play(rules, table, 0, DECK)
    assert draws(rules, table) == set("RBGWYD")
    play(rules, table, 0, DECK)
    assert table.hands[0] == counts("L2")
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-4.6", "TTR-4.7", "TTR-R-5", "TTR-R-8", "TTR-EX-10")
@pytest.mark.parametrize("first", ["R", "deck"])
def test_the_action_ends_when_deck_and_discard_are_empty(first: str) -> None:
    rules, table = begun()
    lay(table, "RBGWY", "K")
    play(rules, table, 0, DECK if first == "deck" else take("R"))
    assert sum(table.hands[0]) == 1
    assert letters(table.display) == ("RBGWY" if first == "deck" else "KBGWY")
    assert table.agenda == [TakeTurn(1)]
    assert not draws(rules, table)
    assert TICKETS in rules.legal(table)
    for action in (DECK, take("B")):
        assert refused(rules, table, 1, action).code == "nothing_to_draw"


@pytest.mark.clause("TTR-4.6", "TTR-6.1", "TTR-EX-11")
def test_a_payment_can_be_drawn_again() -> None:
    rules, table = begun()
    hold(table, 0, "B3")
    lay(table, "RBGWY", "")
    assert refused(rules, table, 0, DECK).code == "nothing_to_draw"
    play(rules, table, 0, claim("montreal-new_york", "B"))
    assert table.discard == counts("B3")
    assert table.deck == counts("")
    assert draws(rules, table) == set("RBGWYD")
    events = play(rules, table, 1, DECK)
    assert events == [DeckReshuffled(3), CardDrawn(1, "blue")]
    assert (sum(table.deck), sum(table.discard)) == (2, 0)


@pytest.mark.clause("TTR-4.8", "TTR-R-7")
def test_the_second_draw_is_compulsory_and_always_possible() -> None:
    rules, table = begun()
    lay(table, "RLLWY", "KK")
    play(rules, table, 0, take("R"))
    assert {type(a).__name__ for a in rules.legal(table)} == {"TakeCard", "DrawCard"}
    assert DECK in rules.legal(table)
    for action in (TICKETS, claim("montreal-new_york", "B")):
        assert refused(rules, table, 0, action).code == "wrong_phase"


@pytest.mark.clause("TTR-4.9")
def test_of_equal_cards_the_one_in_the_lowest_slot_is_taken() -> None:
    rules, table = begun()
    lay(table, "GRBRR", "KK")
    assert sum(a == take("R") for a in rules.legal(table)) == 1
    assert play(rules, table, 0, take("R")) == [CardTaken(0, "red", 1, "black")]
    assert letters(table.display) == "GKBRR"


@pytest.mark.clause("TTR-4.10", "TTR-12.6")
def test_the_display_always_has_five_cards() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "KLLRV")
    for _ in range(4):
        assert len(table.display) == 5
        play(rules, table, rules.actor(table), rules.legal(table)[0])
    assert len(table.display) == 5
    table.display.pop()
    with pytest.raises(Exception, match="five cards"):
        rules.audit(table)


# -- reshuffle -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-5.1", "TTR-R-4", "TTR-EX-9")
def test_discards_are_shuffled_only_when_a_card_is_needed() -> None:
    rules, table = begun()
    lay(table, "RBGWY", "K", "VVVVVBBBBB")
    assert play(rules, table, 0, DECK) == [CardDrawn(0, "black")]
    assert (sum(table.deck), sum(table.discard)) == (0, 10)
    events = play(rules, table, 0, DECK)
    assert events[0] == DeckReshuffled(10)
    assert (sum(table.deck), sum(table.discard)) == (9, 0)
    assert table.hands[0][0] + table.hands[0][1] == 1


# -- flush ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("TTR-5.2", "TTR-5.3", "TTR-5.8", "TTR-EX-6")
def test_three_locomotives_are_flushed_and_the_action_goes_on() -> None:
    rules, table = begun()
    lay(table, "LLRBG", "LYWKROV")
    events = play(rules, table, 0, take("G"))
    assert events[-1] == DisplayFlushed(["yellow", "white", "black", "red", "orange"])
    assert letters(table.display) == "YWKRO"
    assert table.discard == counts("L3 R B")
    assert table.agenda == [DrawSecondCard(0)]
    assert draws(rules, table) == set("YWKROD")
    assert sum(table.hands[0]) == 1


@pytest.mark.clause("TTR-5.2", "TTR-R-2")
@pytest.mark.parametrize(("display", "deck"), [("LLRBG", "L"), ("LLRLG", "L"), ("LLLLG", "L")])
def test_three_or_more_are_flushed(display: str, deck: str) -> None:
    rules, table = begun()
    lay(table, display, deck + "YWKROV")
    play(rules, table, 0, take("G"))
    assert letters(table.display) == "YWKRO"


@pytest.mark.clause("TTR-5.2")
def test_two_locomotives_stay() -> None:
    rules, table = begun()
    lay(table, "LRBGG", "LYWKRO")
    play(rules, table, 0, take("G"))
    assert letters(table.display) == "LRBLG"


@pytest.mark.clause("TTR-5.3")
def test_the_check_waits_until_five_new_cards_lie_there() -> None:
    """The first three new cards are locomotives, but the check is made on the five: it is one flush more, not a card earlier."""
    rules, table = begun()
    lay(table, "LLRBG", "LLLLYW" + "KROVV" + "B")
    events = play(rules, table, 0, take("G"))
    assert [e.display for e in events if isinstance(e, DisplayFlushed)] == [
        ["locomotive", "locomotive", "locomotive", "yellow", "white"],
        ["black", "red", "orange", "violet", "violet"],
    ]
    assert table.deck == counts("B")


@pytest.mark.clause("TTR-5.4")
def test_a_flush_repeats() -> None:
    rules, table = begun()
    lay(table, "LLRBG", "L" + "LLLVV" + "LLLOO" + "BBGGY" + "K")
    events = play(rules, table, 0, take("G"))
    assert sum(isinstance(e, DisplayFlushed) for e in events) == 3
    assert letters(table.display) == "BBGGY"


@pytest.mark.clause("TTR-5.5", "TTR-12.7", "TTR-R-3", "TTR-EX-7")
def test_a_flush_that_cannot_help_is_not_made() -> None:
    rules, table = begun()
    lay(table, "LLLRB", "L", "L")
    rules.audit(table)
    assert draws(rules, table) == set("LRBD")
    events = play(rules, table, 0, take("R"))
    assert events == [CardTaken(0, "red", 3, "locomotive")]
    assert letters(table.display) == "LLLLB"
    assert (sum(table.deck), table.discard) == (0, counts("L"))
    assert draws(rules, table) == set("BD")
    events = play(rules, table, 0, DECK)
    assert events == [DeckReshuffled(1), CardDrawn(0, "locomotive")]


@pytest.mark.clause("TTR-5.5", "TTR-EX-7")
def test_taking_the_locomotive_of_a_blocked_display_is_the_only_card() -> None:
    rules, table = begun()
    lay(table, "LLLRB", "L", "L")
    play(rules, table, 0, take("L"))
    assert table.agenda == [TakeTurn(1)]
    assert letters(table.display) == "LLLRB"


@pytest.mark.clause("TTR-5.5")
def test_exactly_three_others_in_the_pool_allow_the_flush() -> None:
    rules, table = begun()
    lay(table, "LLRBG", "L", "K" + "LLLLL")
    events = play(rules, table, 0, take("G"))
    assert sum(isinstance(e, DisplayFlushed) for e in events) >= 1
    assert table.display.count(L) == 2
    assert sum(c != L for c in table.display) == 3


@pytest.mark.clause("TTR-5.3", "TTR-5.6", "TTR-EX-29")
def test_a_claim_makes_a_blocked_flush_possible() -> None:
    rules, table = begun()
    hold(table, 0, "R3")
    lay(table, "LLLLB", "")
    rules.audit(table)
    events = play(rules, table, 0, claim("montreal-toronto", "R"))
    assert isinstance(events[-1], DisplayFlushed)
    assert DeckReshuffled(8) in events
    assert table.display.count(L) <= 2
    assert sum(table.deck) + sum(table.discard) == 3
    assert table.agenda == [TakeTurn(1)]


@pytest.mark.clause("TTR-5.1", "TTR-5.7", "TTR-EX-8")
@pytest.mark.parametrize("seed", range(20))
def test_ten_cards_do_not_change_places_for_ever(seed: int) -> None:
    _, table = begun()
    lay(table, "LLLRB", "LLLGW")
    table.chance = Chance(seed_from(seed), {}, {"deck": cards("LLLGW")})
    events: list[object] = []
    flush_if_due(table, events)  # type: ignore[arg-type]
    flushed = [e.display for e in events if isinstance(e, DisplayFlushed)]
    assert flushed[0] == ["locomotive", "locomotive", "locomotive", "green", "white"]
    assert DeckReshuffled(10) in events
    assert table.display.count(L) <= 2
    assert sum(table.deck) + sum(table.discard) == 5


@pytest.mark.clause("TTR-5.7")
def test_the_worst_pool_ends() -> None:
    """Fourteen locomotives and three other cards: some tens of flushes on average, and no cap."""
    flushes = []
    for seed in range(30):
        _, table = begun()
        lay(table, "LLLLL", "L" * 9 + "RBG")
        table.chance = Chance(seed_from(seed))
        events: list[object] = []
        flush_if_due(table, events)  # type: ignore[arg-type]
        assert table.display.count(L) == 2
        flushes.append(sum(isinstance(e, DisplayFlushed) for e in events))
    assert 10 < sum(flushes) / 30 < 200


@pytest.mark.clause("TTR-5.9")
def test_hoarders_reach_a_display_that_cannot_be_flushed() -> None:
    rules, table = begun(5)
    blocked = 0
    while rules.actor(table) >= 0:
        legal = rules.legal(table)
        plain = [a for a in legal if a.path()[0].startswith("display:") and a != take("L")]
        action = plain[0] if plain else DECK if DECK in legal else legal[-1]
        play(rules, table, rules.actor(table), action)
        blocked += table.display.count(L) >= 3
        if blocked:
            break
    assert blocked
