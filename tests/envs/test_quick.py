"""The quick way to observations, masks and words says what the layout and the spelling of all legal actions say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.envs.coding import Choice, Coding
from boxcars.envs.playing import Playing

OWN = Path(__file__).parents[2] / "examples" / "iberia.toml"


@pytest.mark.parametrize("map", [None, OWN], ids=["usa", "own"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_quick_way_is_the_same(map: Any, players: int) -> None:
    """Two games in one ``Playing``, every seat looked at: the second is written over what the first left."""
    try:
        playing = Playing("ticket_to_ride", map, players)
    except Exception as refused:
        assert "players" in str(refused)
        pytest.skip("the map takes fewer players")
    coding, rules = playing.coding, playing.rules
    draw = np.random.default_rng(players)
    ready = words = 0
    for game in range(2):
        playing.reset(game)
        while playing.seat >= 0:
            choice = Choice(coding, rules.legal(playing.position)) if playing._choice is None else playing._choice
            ready += playing._first and playing._choice is None
            want = np.zeros(coding.actions, np.int8)
            choice.mark(want.data)
            assert np.array_equal(playing.mask(playing.seat), want)
            for seat in range(players):
                seen = playing.observe(seat)["observation"]
                chosen = choice.chosen if seat == playing.seat else []
                assert np.array_equal(seen, coding.observe(rules.observe(playing.position, seat), chosen))
            shut = int(draw.choice(np.flatnonzero(want == 0)))
            assert not playing.choose(shut)
            code = int(draw.choice(np.flatnonzero(want)))
            other, position = choice.copy(), rules.clone(playing.position)
            action = other.choose(code)
            assert playing.choose(code)
            words += 1
            if action is None:
                assert playing._choice is not None
                assert (playing._choice.depth, playing._choice.chosen) == (other.depth, other.chosen)
                assert sorted(playing._choice.paths) == sorted(other.paths)
            else:
                rules.apply(position, action)
                assert position == playing.position
        for seat in [*range(players), *range(players)]:
            assert np.array_equal(playing.observe(seat)["observation"], coding.observe(rules.observe(playing.position, seat), []))
    assert ready > words / 2


def test_payments_are_all_there_are() -> None:
    """At many turns: the actions that a route's word leaves are the legal claims of that route, and no others are offered."""
    rules: Any = registry.make("ticket_to_ride", None, 4, {})
    coding = Coding(rules)
    quick: Any = coding.quick
    draw = np.random.default_rng(1)
    state = rules.start(Chance(seed_from("payments")))
    checked = 0
    while state.agenda:
        legal = rules.legal(state)
        if quick.ready(state):
            by_word: dict[int, set[Any]] = {}
            for action in legal:
                by_word.setdefault(coding.path_of(action)[0], set()).add(action)
            for code in range(coding.actions):
                assert set(quick.choose(state, code)) == by_word.get(code, set())
            checked += 1
        # Hoarding makes rich hands: many payments at once.
        draws = [action for action in legal if coding.path_of(action)[0] not in quick.route_of]
        pool = draws if draws and draw.random() < 0.8 else legal
        rules.apply(state, pool[int(draw.integers(len(pool)))])
    assert checked > 100
