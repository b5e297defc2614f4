"""Payments against plain searches: every bound that only saves time must leave the answer alone (SPK-10.7 to 10.15, 15.4)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from boxcars.games.spike.payment import affordable, payments, pays, usual_payment


def cases(seed: int, number: int, most: int) -> Iterator[tuple[list[int], list[int]]]:
    rng = random.Random(seed)
    for _ in range(number):
        yield [rng.choice((0, 0, 1, 2, 3, 4)) for _ in range(4)], [rng.randrange(most + 1) for _ in range(4)]


@pytest.mark.clause("SPK-10.9", "SPK-10.10", "SPK-15.6")
@pytest.mark.parametrize("single", [False, True])
def test_every_payment_that_the_hand_holds_is_listed_with_the_fewest_cards_first(single: bool) -> None:
    for need, hand in cases(3, 80, 5):
        every = [list(pay) for pay in itertools.product(*(range(h + 1) for h in hand)) if pays(need, list(pay), single)]
        every.sort(key=lambda pay: (sum(pay), [-q for q in pay]))
        assert payments(need, hand, single) == every, (need, hand)


def in_order_of_preference(gaps: list[int], left: list[int]) -> Iterator[tuple[int, list[int]]]:
    """Every way to fill the gaps with sets of one colour each: (how many sets, cards of each colour), gap by gap, colours with
    most cards left first, larger sets first (SPK-15.4)."""
    gap = next((g for g, n in enumerate(gaps) if n), None)
    if gap is None:
        yield 0, [0] * len(left)
        return
    for c in sorted(range(len(left)), key=lambda c: (-left[c], c)):
        for size in range(min(left[c], gaps[gap] + 1), 1, -1):
            rest = [n - (size - 1) * (g == gap) for g, n in enumerate(gaps)]
            for sets, used in in_order_of_preference(rest, [n - size * (k == c) for k, n in enumerate(left)]):
                yield sets + 1, [n + size * (k == c) for k, n in enumerate(used)]


@pytest.mark.clause("SPK-10.15", "SPK-15.4")
def test_what_is_proposed_is_the_first_of_the_fewest_single_colour_sets() -> None:
    several = 0
    for need, hand in cases(5, 1000, 6):
        natural = [min(n, h) for n, h in zip(need, hand, strict=True)]
        gaps = [n - q for n, q in zip(need, natural, strict=True)]
        left = [h - q for h, q in zip(hand, natural, strict=True)]
        ways = list(in_order_of_preference(gaps, left))
        several += len(ways) > 1
        expected = None
        if ways:
            _, used = min(ways, key=lambda way: way[0])
            expected = [q + extra for q, extra in zip(natural, used, strict=True)]
        assert usual_payment(need, hand, True) == expected, (need, hand)
        assert affordable(need, hand, True) == (expected is not None)
    assert several > 200


@pytest.mark.clause("SPK-15.4")
def test_what_is_proposed_of_sets_for_any_colour() -> None:
    """The fewest sets, the colour with most cards left over first, then the order of colours; no card too many."""
    for need, hand in cases(7, 600, 6):
        pay = [min(n, h) for n, h in zip(need, hand, strict=True)]
        short = sum(need) - sum(pay)
        most = sorted(range(4), key=lambda c: (pay[c] - hand[c], c))
        for c in most:
            size = min(hand[c] - pay[c], short + 1)
            if short and size > 1:
                pay[c] += size
                short -= size - 1
        assert usual_payment(need, hand) == (None if short else pay), (need, hand)
