"""Chance: fair, reproducible, independent by stream, scripted, verifiable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from boxcars.core.chance import Chance, Impossible, OutcomeNeeded, commitment, new_seed, seed_from


def chi_square(seen: Counter[int], weights: Sequence[int], draws: int) -> float:
    total = sum(weights)
    return sum((seen[i] - draws * w / total) ** 2 / (draws * w / total) for i, w in enumerate(weights) if w)


@pytest.mark.parametrize(
    ("counts", "limit"),
    [
        ([1, 1], 15.1),  # 1 degree of freedom; the limits are the points passed once in ten thousand
        ([1] * 6, 25.7),
        ([12] * 8 + [14], 31.8),
        ([5, 0, 1, 14, 0, 2], 21.1),
        ([1] * 37, 79.2),
    ],
)
def test_a_pick_is_fair(counts: list[int], limit: float) -> None:
    for name in ("one", "two", "three"):
        chance = Chance(seed_from(name))
        seen = Counter(chance.pick("bag", counts) for _ in range(20_000))
        assert all(counts[i] > 0 for i in seen)
        assert chi_square(seen, counts, 20_000) < limit


def test_dice_and_numbers_are_fair() -> None:
    chance = Chance(seed_from("dice"))
    dice = Counter(chance.die("dice") - 1 for _ in range(12_000))
    assert set(dice) == set(range(6))
    assert chi_square(dice, [1] * 6, 12_000) < 25.7
    below = Counter(chance.below("seat", 5) for _ in range(10_000))
    assert set(below) == set(range(5))
    assert chi_square(below, [1] * 5, 10_000) < 23.5


def test_successive_values_are_independent() -> None:
    """Pairs of neighbours, also within one hashed block."""
    chance = Chance(seed_from("pairs"))
    values = [chance.below("pairs", 6) for _ in range(36_001)]
    pairs = Counter(a * 6 + b for a, b in pairwise(values))
    assert chi_square(pairs, [1] * 36, 36_000) < 77.8


def test_an_order_is_a_permutation_and_fair() -> None:
    chance = Chance(seed_from("order"))
    orders = Counter(tuple(chance.order("o", 3)) for _ in range(6_000))
    assert len(orders) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in orders.values()) < 25.7
    assert sorted(chance.order("long", 110)) == list(range(110))


def test_the_same_seed_gives_the_same_values() -> None:
    a, b, c = Chance(seed_from(1)), Chance(seed_from(1)), Chance(seed_from(2))
    values = [[x.below("s", 10**6) for _ in range(50)] for x in (a, b, c)]
    assert values[0] == values[1] != values[2]


def test_streams_are_independent() -> None:
    """What is drawn from one stream does not move another."""
    plain, mixed = Chance(seed_from("streams")), Chance(seed_from("streams"))
    deck = [plain.below("deck", 1000) for _ in range(40)]
    woven = []
    for _ in range(40):
        mixed.die("dice")
        woven.append(mixed.below("deck", 1000))
        mixed.below("deck:2", 7)
    assert woven == deck
    other = [Chance(seed_from("streams")).below(f"deck{n}", 1000) for n in range(40)]
    assert len(set(other)) > 30


def test_a_clone_goes_its_own_way() -> None:
    chance = Chance(seed_from("clone"))
    chance.below("s", 6)
    clone = chance.clone()
    ahead = [clone.below("s", 1000) for _ in range(9)]
    assert chance.counters == {"s": 1}
    assert [chance.below("s", 1000) for _ in range(9)] == ahead


def test_picking_does_not_change_the_bag() -> None:
    bag = [1, 2, 3]
    Chance(seed_from("bag")).pick("bag", bag)
    assert bag == [1, 2, 3]


def test_nothing_comes_out_of_an_empty_bag() -> None:
    with pytest.raises(ValueError, match="nothing to draw from 'bag'"):
        Chance(seed_from("bag")).pick("bag", [0, 0])


# -- scripted ------------------------------------------------------------------------------------------------------------


def test_scripted_outcomes_come_in_order_and_by_stream() -> None:
    chance = Chance("", {}, {"deck": [2, 0, 2], "dice": [5, 0]})
    assert chance.pick("deck", [1, 1, 1]) == 2
    assert chance.die("dice") == 6
    assert chance.pick("deck", [1, 1, 1]) == 0
    assert chance.die("dice") == 1
    assert chance.pick("deck", [1, 1, 1]) == 2
    assert chance.counters == {"deck": 3, "dice": 2}


def test_an_outcome_that_was_not_told_is_asked_for() -> None:
    chance = Chance("", {}, {"deck": [1]})
    chance.pick("deck", [1, 1])
    with pytest.raises(OutcomeNeeded) as needed:
        chance.pick("deck", [3, 0, 1])
    assert (needed.value.stream, needed.value.counts) == ("deck", [3, 0, 1])
    with pytest.raises(OutcomeNeeded, match="dice"):
        chance.die("dice")
    assert chance.counters == {"deck": 1}


@pytest.mark.parametrize("value", [1, 3, -1, 99])
def test_an_impossible_outcome_is_refused(value: int) -> None:
    """A card that is not in the deck; a colour that does not exist."""
    chance = Chance("", {}, {"deck": [value]})
    with pytest.raises(Impossible) as impossible:
        chance.pick("deck", [2, 0, 1])
    assert (impossible.value.stream, impossible.value.value) == ("deck", value)
    assert chance.counters == {}


def test_a_seven_on_a_die_is_impossible() -> None:
    with pytest.raises(Impossible):
        Chance("", {}, {"dice": [6]}).die("dice")


def test_after_the_script_the_seed_decides() -> None:
    chance = Chance(seed_from("after"), {}, {"deck": [0, 0]})
    plain = Chance(seed_from("after"), {"deck": 2})
    assert [chance.pick("deck", [1, 1]) for _ in range(2)] == [0, 0]
    assert [chance.below("deck", 1000) for _ in range(5)] == [plain.below("deck", 1000) for _ in range(5)]


# -- commitment ------------------------------------------------------------------------------------------------------------


def test_a_commitment_binds_the_seed_and_hides_it() -> None:
    seed = new_seed()
    assert len(bytes.fromhex(seed)) == 32
    assert commitment(seed) == commitment(seed)
    assert commitment(seed) != commitment(new_seed())
    assert seed not in commitment(seed)
    assert commitment(seed) != seed_from(seed)


def test_seeds_differ() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
    assert len({seed_from(n) for n in range(50)} | {seed_from(str(n)) for n in range(50)}) == 50
