"""Actions and observations as numbers: every action can be chosen, every word has a code, nothing hidden is coded."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.envs.encoding import SLOTS, Choice, Coding

from .setups import EVERY_GAME, MORE, name

SETUPS = [pytest.param(s, id=name(s)) for s in EVERY_GAME] + [pytest.param(s, id=name(s), marks=pytest.mark.slow) for s in MORE]


def play(setup: tuple[Any, ...], seed: int, decisions: int) -> Any:
    """Every decision of a random game: (rules, coding, state, random)."""
    game, map, players, options = setup
    rules = registry.make(game, map, players, options)
    coding = Coding(rules)
    state = rules.start(Chance(seed_from(seed)))
    chance = random.Random(seed)
    for _ in range(decisions):
        if rules.actor(state) < 0:
            return
        yield rules, coding, state, chance
        rules.apply(state, chance.choice(rules.legal(state)))


@pytest.mark.parametrize("setup", SETUPS)
def test_every_action_can_be_chosen_word_by_word(setup: Any) -> None:
    """From each position three actions are spelled and chosen again; the words are all in the vocabulary."""
    asked = 0
    for rules, coding, state, chance in play(setup, 1, 400):
        legal = rules.legal(state)
        choice = Choice(coding, legal)
        assert len(choice.left) == len(legal), "two actions are spelled alike"
        outside = {word for path in choice.left for word in path if word not in coding.code}
        assert not outside, f"words without a code of their own: {sorted(outside)[:5]}"
        for action in chance.sample(legal, min(3, len(legal))):
            other = choice.copy()
            codes = choice.codes_of(action)
            found = [other.choose(code) for code in codes]
            assert found[-1] == action and found[:-1] == [None] * (len(codes) - 1)
            asked += 1
    assert asked > 20


@pytest.mark.parametrize("setup", SETUPS)
def test_observations_have_a_fixed_size_and_sensible_numbers(setup: Any) -> None:
    for i, (rules, coding, state, _) in enumerate(play(setup, 2, 300)):
        if i % 5:
            continue
        for seat in range(rules.players):
            vector = coding.observe(rules.observe(state, seat), [0])
            assert len(vector) == coding.size and vector[coding.features] == 1.0
            assert vector.min() >= -2 and vector.max() <= 12


@pytest.mark.parametrize("setup", SETUPS)
def test_features_are_made_from_the_observation_alone(setup: Any) -> None:
    """In a world that the seat cannot tell from the true one, the numbers are the same."""
    for i, (rules, coding, state, _) in enumerate(play(setup, 3, 150)):
        if i % 7:
            continue
        for seat in range(rules.players):
            other = rules.imagine(state, seat, seed_from(i))
            assert np.array_equal(coding.observe(rules.observe(other, seat), []), coding.observe(rules.observe(state, seat), []))


def test_features_tell_positions_apart() -> None:
    """What was built, drawn or bought is seen: along a game hardly two positions look alike."""
    for setup in EVERY_GAME:
        vectors = [c.observe(r.observe(s, r.actor(s)), []).tobytes() for r, c, s, _ in play(setup, 4, 40)]
        assert len(set(vectors)) >= 0.9 * len(vectors), name(setup)


class Word:
    """An action of one word, for lists longer than any game has."""

    def __init__(self, word: str) -> None:
        self.word = word

    def path(self) -> tuple[str, ...]:
        return (self.word,)


def test_words_without_a_code_get_slots_and_pages() -> None:
    coding = Coding(registry.make("ticket_to_ride"))
    first = len(coding.vocabulary)
    many = [Word(f"new:{i:03}") for i in range(SLOTS * 2)]
    choice = Choice(coding, many)
    assert choice.targets() == {first + i: f"new:{i:03}" for i in range(SLOTS - 1)} | {first + SLOTS - 1: ""}
    for word in many:
        codes, again = choice.codes_of(word), choice.copy()
        assert [again.choose(code) for code in codes][-1] is word
    for _ in range(3):
        assert choice.choose(first + SLOTS - 1) is None
    assert choice.targets()[first] == "new:000", "pages come round"
    few = Choice(coding, many[:SLOTS])
    assert few.targets()[first + SLOTS - 1] == f"new:{SLOTS - 1:03}", "as many as there are slots need no page"
    with pytest.raises(KeyError):
        choice.choose(0)
