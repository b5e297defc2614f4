"""Training: the look back over several seats, and the player in numpy that thinks as the network in JAX did."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

jax = pytest.importorskip("jax")
jnp = jax.numpy

from boxcars.games.ticket_to_ride.ai import board_arrays as t  # noqa: E402
from boxcars.games.ticket_to_ride.ai import learned_player  # noqa: E402
from boxcars.games.ticket_to_ride.ai.network_input import SIZE  # noqa: E402
from boxcars.training import self_play  # noqa: E402
from boxcars.training.network import forward, fresh_weights  # noqa: E402
from boxcars.training.ppo import TRACE, look_back  # noqa: E402
from boxcars.training.self_play import SEATS, Ends, Moves  # noqa: E402

ROOT = Path(__file__).parents[2]


def test_each_seat_looks_back_on_its_own_decisions() -> None:
    """One game of two seats that ends with the fourth decision, and the beginning of the next."""
    actor = jnp.array([0, 1, 0, 1, 1, 0])[:, None]
    done = jnp.array([0, 0, 0, 1, 0, 0], bool)[:, None]
    value = jnp.arange(6.0)[:, None, None] / 10 * jnp.ones(2)
    lead = jnp.zeros((6, 1, SEATS)).at[3, 0, 0].set(1.0).at[3, 0, 1].set(-1.0)
    nothing = jnp.zeros_like(lead)
    no = jnp.zeros((6, 1), bool)
    moves = Moves(None, None, None, None, value, actor, None, None, no, done, None)
    gain, there = look_back(moves, Ends(lead, nothing, nothing, nothing))
    last0, last1 = 1.0 - 0.2, -1.0 - 0.3
    want = [0.2 - 0.0 + TRACE * last0, 0.3 - 0.1 + TRACE * last1, last0, last1]
    assert gain[:4, 0, 0].tolist() == pytest.approx(want, abs=1e-6)
    assert there[:, 0].tolist() == [True, True, True, True, False, False]


def test_a_forced_choice_is_no_fault_of_those_before_it() -> None:
    actor = jnp.zeros((3, 1), jnp.int32)
    done = jnp.array([0, 0, 1], bool)[:, None]
    value = jnp.zeros((3, 1, 2))
    lead = jnp.zeros((3, 1, SEATS)).at[2, 0, 0].set(-1.0)
    nothing = jnp.zeros_like(lead)
    forced = jnp.array([0, 1, 0], bool)[:, None]
    moves = Moves(None, None, None, None, value, actor, None, None, forced, done, None)
    gain, _ = look_back(moves, Ends(lead, nothing, nothing, nothing))
    assert gain[:, 0, 0].tolist() == pytest.approx([0.0, -TRACE, -1.0])


@pytest.mark.parametrize(("rivalry", "leads"), [(1.0, [0.2, -0.2]), (0.0, [0.3, 0.1]), (0.5, [0.25, -0.05])])
def test_what_a_rivals_point_counts(rivalry: float, leads: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that two seats ended with 130 and 110 points; without rivalry a point counts from a hundred on."""
    scores = jnp.array([130, 110, 0, 0, 0])
    ranks = jnp.array([1, 2, 9, 9, 9])
    monkeypatch.setattr(self_play, "final_scores", lambda *_: (scores, jnp.zeros(SEATS), None, ranks))
    end = (jnp.zeros((1, 1, 1)), jnp.zeros((1, 1, SEATS)), jnp.zeros((1, 1, SEATS)), jnp.full((1, 1), 2))
    moves = Moves(*[None] * 9, jnp.ones((1, 1), bool), end)
    assert self_play.ends(moves, rivalry).lead[0, 0].tolist() == pytest.approx([*leads, 0, 0, 0])


def test_the_player_in_numpy_thinks_as_the_network_did() -> None:
    weights = fresh_weights(jax.random.PRNGKey(1), width=64)
    weights = {k: w + 0.02 * jax.random.normal(jax.random.PRNGKey(i), w.shape) for i, (k, w) in enumerate(weights.items())}
    rows = np.random.default_rng(2).integers(0, 4, (3, SIZE)).astype(np.int16)
    logits, value = forward(weights, rows)
    plain = {k: np.asarray(w) for k, w in weights.items()}
    for i, numbers in enumerate(rows):
        own_logits, own_value = learned_player.forward(plain, numbers)
        assert np.abs(own_logits - np.asarray(logits[i])).max() < 0.05
        assert np.abs(own_value - np.asarray(value[i])).max() < 0.05


def test_who_begins_afresh_has_no_opinion_on_tickets_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    import train_master

    weights = fresh_weights(jax.random.PRNGKey(1), width=64)
    weights["policy_w"] = jax.random.normal(jax.random.PRNGKey(2), weights["policy_w"].shape)
    rows = np.random.default_rng(2).integers(0, 4, (3, SIZE)).astype(np.int16)
    before, after = forward(weights, rows)[0], forward(train_master.afresh(weights), rows)[0]
    assert (after[:, t.KEEP :] == 0).all()
    assert (after[:, t.DRAW_TICKETS] == train_master.NOW_AND_THEN).all()
    assert (after[:, : t.DRAW_TICKETS] == before[:, : t.DRAW_TICKETS]).all()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(1200)
def test_games_of_bots_are_lessons(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What bots chose by the rules is repeated in the batched game, choice by choice; only the named are learned from."""
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    import train_rival

    from boxcars.core.registry import make
    from boxcars.training.imitation import repeat

    rules = make("ticket_to_ride", None, 3, {})
    games = [train_rival.play(rules, ["heuristic", "random", "heuristic"], f"lesson {i}") for i in range(2)]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(game) + "\n" for game in games) + '{"bots": [')
    told, lesson = train_rival.read_games([file], "heuristic")
    choices, of_game = repeat(told, lesson)
    taken = [
        code
        for step in range(told.codes.shape[1])
        for code, seat in ((g["codes"][step], g["seats"][step]) for g in games if step < len(g["codes"]))
        if seat != 1
    ]
    assert 0 < len(choices.code) <= len(taken) and set(of_game.tolist()) == {0, 1}
    assert bool(jnp.take_along_axis(choices.legal, choices.code[:, None], -1).all())
    assert bool((choices.legal.sum(-1) > 1).all())
    told.codes[0, 5] = 0  # a claim that nobody could make then
    with pytest.raises(ValueError, match="not legal"):
        repeat(told, lesson)
