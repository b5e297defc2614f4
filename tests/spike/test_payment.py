"""Paying for a line: naturals and wild sets (SPK-10.7 to 10.11, 10.15)."""

from __future__ import annotations

import itertools
import random

import pytest

from boxcars.games.spike.actions import Build
from boxcars.games.spike.payment import affordable, payments, pays, usual_payment

from .kit import code, hold, home, rules_for, started, turn_of


def minimal(need: list[int], pay: list[int]) -> bool:
    """SPK-10.10 word for word: the cards pay, and no card can be left out. Pays = naturals, and sets of n as n − 1."""
    return covers(need, pay) and not any(
        covers(need, [q - (i == c) for i, q in enumerate(pay)]) for c in range(len(pay)) if pay[c]
    )


def covers(need: list[int], pay: list[int]) -> bool:
    """Whether some use of the cards covers the line: any number of each colour natural, any split of the rest into sets."""
    options = []
    for n, q in zip(need, pay, strict=True):
        options.append([(k, max(0, q - k - 1)) for k in range(min(n, q) + 1)])
    return any(
        sum(wild for _, wild in choice) >= sum(n - k for n, (k, _) in zip(need, choice, strict=True))
        for choice in itertools.product(*options)
    )


@pytest.mark.clause("SPK-10.9", "SPK-10.10")
def test_the_formula_is_exactly_the_minimal_payments() -> None:
    for need in itertools.product(range(3), repeat=3):
        if sum(need) == 0:
            continue
        for pay in itertools.product(range(6), repeat=3):
            assert pays(list(need), list(pay)) == minimal(list(need), list(pay)), (need, pay)


@pytest.mark.clause("SPK-10.11", "SPK-15.4")
def test_affordable_means_that_a_payment_exists() -> None:
    rng = random.Random(4)
    for _ in range(400):
        need = [rng.randrange(3) for _ in range(4)]
        hand = [rng.randrange(5) for _ in range(4)]
        if not any(need):
            continue
        every = payments(need, hand)
        assert affordable(need, hand) == bool(every)
        usual = usual_payment(need, hand)
        assert (usual is None) == (not every)
        if usual is not None:
            assert usual in every
            assert sum(usual) == min(map(sum, every)), "no payment takes fewer cards"
            natural = [min(n, q) for n, q in zip(need, usual, strict=True)]
            assert natural == [min(n, h) for n, h in zip(need, hand, strict=True)], "naturals first"


@pytest.mark.clause("SPK-15.4")
def test_the_usual_payment_takes_the_colour_with_most_left() -> None:
    assert usual_payment([1, 1, 0, 0], [1, 0, 2, 4]) == [1, 0, 0, 2]
    assert usual_payment([1, 1, 0, 0], [1, 0, 3, 3]) == [1, 0, 2, 0], "ties by the order of colours"
    assert usual_payment([0, 3, 0, 0], [2, 0, 2, 2]) == [2, 0, 2, 2]
    assert usual_payment([0, 3, 0, 0], [1, 0, 2, 2]) is None


@pytest.mark.clause("SPK-10.10")
def test_a_matching_card_may_be_kept_back() -> None:
    rules = rules_for(2)
    state = started(rules)
    home(rules, state, 1, "raleigh")
    hold(rules, state, 1, purple=1, blue=1, white=2)
    turn_of(rules, state, 1)
    assert code(rules, state, Build(("s270", "s269"), {"blue": 1, "white": 2})) is None, "the dearer payment is legal"
    assert code(rules, state, Build(("s270", "s269"), {"blue": 2, "purple": 1})) == "pay_not_held"


@pytest.mark.clause("SPK-10.15")
def test_single_colour_sets_against_a_search() -> None:
    """The option, word for word: all divisions of all extras into sets with one target each."""
    for need in itertools.product(range(3), repeat=3):
        for pay in itertools.product(range(6), repeat=3):
            extra = [max(0, q - n) for n, q in zip(need, pay, strict=True)]
            short = [max(0, n - q) for n, q in zip(need, pay, strict=True)]
            sizes = [[k for k in itertools.product((0, 2, 3, 4, 5), repeat=3) if sum(k) == e] for e in extra]
            found = any(
                all(sum(k[t] - 1 for k in division if k[t]) == short[t] for t in range(3))
                for division in itertools.product(*sizes)
            )
            assert pays(list(need), list(pay), True) == found, (need, pay)
    # A single card is no set: 3 and 2 cards are not a pair for each of two colours and one card thrown away.
    assert pays([0, 0, 1, 1], [2, 2, 0, 0], True) and not pays([0, 0, 1, 1], [3, 2, 0, 0], True)


@pytest.mark.clause("SPK-10.15", "SPK-15.4")
def test_the_usual_payment_in_single_colour_sets() -> None:
    rng = random.Random(8)
    for _ in range(500):
        need = [rng.randrange(3) for _ in range(4)]
        hand = [rng.randrange(6) for _ in range(4)]
        every = payments(need, hand, True)
        usual = usual_payment(need, hand, True)
        assert (usual is None) == (not every) == (not affordable(need, hand, True))
        if usual is not None:
            assert usual in every and sum(usual) == min(map(sum, every))
