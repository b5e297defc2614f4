"""The fast encoder of observations, masks and words says what the layout and the spelling of all legal actions say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.envs.encoding import Choice, Coding
from boxcars.envs.game_session import GameSession

OWN = Path(__file__).parents[2] / "examples" / "iberia.toml"


@pytest.mark.parametrize("map", [None, OWN], ids=["usa", "own"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("starting_seat", [0, 2])
def test_the_quick_way_is_the_same(map: Any, starting_seat: int, players: int) -> None:
    """Two games in one ``Playing``, every seat looked at: the second is written over what the first left."""
    try:
        playing = GameSession("ticket_to_ride", map, players, {"starting_seat": starting_seat})
    except Exception as refused:
        assert "players" in str(refused)
        pytest.skip("the map takes fewer players")
    coding, rules = playing.coding, playing.rules
    draw = np.random.default_rng(players)
    is_ready = words = 0
    for game in range(2):
        playing.reset(game)
        while playing.seat >= 0:
            choice = Choice(coding, rules.legal(playing.position)) if playing._choice is None else playing._choice
            is_ready += playing._first and playing._choice is None
            want = np.zeros(coding.actions, np.int8)
            choice.fill_mask(want.data)
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
    assert is_ready > words / 2


@pytest.mark.parametrize("players", [2, 4])
def test_who_looks_seldom_sees_what_there_is(players: int) -> None:
    """Games in one ``Playing``, a seat looked at now and then: all that has happened since, or another game, is seen."""
    playing = GameSession("ticket_to_ride", None, players)
    coding, rules = playing.coding, playing.rules
    draw, deck = np.random.default_rng(players), coding.code["deck"]
    looks = 0
    for game in range(6):
        playing.reset(game)
        while playing.seat >= 0:
            for seat in np.flatnonzero(draw.random(players) < 0.05):
                seen = playing.observe(int(seat))["observation"][: coding.features]
                assert np.array_equal(seen, coding.observe(rules.observe(playing.position, int(seat)), [])[: coding.features])
                looks += 1
            # As many cards drawn as paid between two looks happens only where drawing is as likely as all else together.
            mask = playing.mask(playing.seat)
            from_deck = mask[deck] and draw.random() < 0.5
            assert playing.choose(deck if from_deck else int(draw.choice(np.flatnonzero(mask))))
    assert looks > 60


def test_payments_are_all_there_are() -> None:
    """At many turns: the actions that a route's word leaves are the legal claims of that route, and no others are offered."""
    rules: Any = registry.make("ticket_to_ride", None, 4, {})
    coding = Coding(rules)
    fast_encoder: Any = coding.fast_encoder
    draw = np.random.default_rng(1)
    state = rules.start(Chance(seed_from("payments")))
    checked = 0
    while state.agenda:
        legal = rules.legal(state)
        if fast_encoder.is_ready(state):
            by_word: dict[int, set[Any]] = {}
            for action in legal:
                by_word.setdefault(coding.path_of(action)[0], set()).add(action)
            for code in range(coding.actions):
                assert set(fast_encoder.choose(state, code)) == by_word.get(code, set())
            checked += 1
        # Hoarding makes rich hands: many payments at once.
        draws = [action for action in legal if coding.path_of(action)[0] not in fast_encoder.route_of]
        pool = draws if draws and draw.random() < 0.8 else legal
        rules.apply(state, pool[int(draw.integers(len(pool)))])
    assert checked > 100
