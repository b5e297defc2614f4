"""Many games at once: the same as one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.envs.batch import Batch, seed_of
from boxcars.envs.game_session import GameSession

from .setups import EVERY_GAME, name


def pick(mask: Any, draw: np.random.Generator) -> Any:
    return np.array([draw.choice(np.flatnonzero(row)) for row in mask])


def one_by_one(playing: GameSession, seed: int, place: int, bots: list[str | None], codes: list[int]) -> list[Any]:
    """What the single environment shows after each of the codes, game after game."""
    out: list[Any] = []
    number = -1
    made: dict[int, Any] = {}

    def go_on() -> None:
        while playing.open and playing.seat in made:
            playing.act(made[playing.seat].choose(SeatView(playing.rules, playing.position, playing.seat)))

    def begin() -> None:
        nonlocal number, made
        number += 1
        luck = seed_of(seed, place, number)
        made = {s: make_bot(kind, playing.rules, f"{luck}:{s}") for s, kind in enumerate(bots) if kind is not None}
        playing.reset(luck)
        go_on()

    begin()
    for code in codes:
        assert playing.choose(code)
        go_on()
        rewards = playing.rewards()
        over = playing.outcome() is not None
        if over:
            begin()
        out.append((playing.seat, over, rewards, playing.observe(playing.seat)))
    return out


@pytest.mark.parametrize("setup", [pytest.param(s, id=name(s)) for s in EVERY_GAME[::2]])
def test_a_batch_plays_what_single_games_play(setup: Any) -> None:
    game, map, players, options = setup
    bots: list[str | None] = [None] + ["random"] * (players - 1)
    draw = np.random.default_rng(3)
    steps = 40
    told: list[Any] = []
    shown: list[list[Any]] = [[], [], []]
    with Batch(game, 3, map=map, players=players, options=options, seed=11, bots=[bots]) as batch:
        seen = batch.reset()
        for _ in range(steps):
            codes = pick(seen.mask, draw)
            told.append(codes)
            seen = batch.step(codes)
            for i in range(3):
                row = (
                    int(seen.seat[i]),
                    bool(seen.done[i]),
                    list(seen.reward[i]),
                    seen.observation[i].copy(),
                    seen.mask[i].copy(),
                )
                shown[i].append(row)
    for i in range(3):
        single = one_by_one(GameSession(game, map, players, options), 11, i, bots, [int(codes[i]) for codes in told])
        for (seat, over, rewards, looks), row in zip(single, shown[i], strict=True):
            assert (seat, over) == row[:2]
            assert np.allclose(rewards if over else 0.0, row[2])
            assert np.array_equal(looks["observation"], row[3]) and np.array_equal(looks["action_mask"], row[4])


def test_the_number_of_workers_changes_nothing_and_games_begin_anew() -> None:
    ends = []
    for workers in (0, 2):
        draw = np.random.default_rng(5)
        with Batch("ticket_to_ride", 4, players=2, workers=workers, seed=2, max_decisions=60, bots=[[None, None]]) as batch:
            seen = batch.reset()
            ended = 0
            seeds = set(seen.seed.tolist())
            for _ in range(150):
                seen = batch.step(pick(seen.mask, draw))
                ended += int(seen.done.sum() + seen.truncated.sum())
                seeds |= set(seen.seed.tolist())
            ends.append((ended, seeds, seen.observation.sum(), seen.seat.tolist()))
    assert ends[0] == ends[1]
    assert ends[0][0] > 0 and len(ends[0][1]) == 4 + ends[0][0]


def test_a_finished_game_is_told_with_its_reward() -> None:
    draw = np.random.default_rng(1)
    with Batch("ticket_to_ride", 2, players=2, seed=4, reward="score") as batch:
        seen = batch.reset()
        for _ in range(3000):
            seen = batch.step(pick(seen.mask, draw))
            if seen.done.any():
                break
            assert not seen.reward.any()
        i = int(np.flatnonzero(seen.done)[0])
        assert seen.reward[i].any() and abs(seen.reward[i].sum()) < 1e-5
        assert seen.seed[i] == seed_of(4, i, 1)
        seen = batch.step(pick(seen.mask, draw))
        assert not seen.reward.any() and not seen.done.any()


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    with Batch("ticket_to_ride", 2, players=2) as batch:
        seen = batch.reset()
        before = seen.observation.copy()
        shut = np.array([np.flatnonzero(row == 0)[0] for row in seen.mask])
        for codes, said in (
            (shut, "not offered in game 0"),
            ([0], "2 whole numbers"),
            ([0.5, 1.5], "whole"),
            ([-1, 10**6], "game 0"),
        ):
            with pytest.raises(ValueError, match=said):
                batch.step(codes)
        assert np.array_equal(before, seen.observation)
    for settings, said in (
        ({"games": 0}, "at least one"),
        ({"games": 2, "workers": 3}, "0 to 2"),
        ({"games": 1, "bots": [["random"]]}, "needs 2 entries"),
        ({"games": 1, "bots": [["random", "random"]]}, "somebody has to learn"),
    ):
        with pytest.raises(ValueError, match=said):
            Batch("ticket_to_ride", players=2, **settings)


def test_a_worker_that_dies_is_told() -> None:
    with Batch("ticket_to_ride", 2, players=2, workers=1) as batch:
        seen = batch.reset()
        codes = pick(seen.mask, np.random.default_rng(1))
        batch._workers[0].kill()
        batch._workers[0].join()
        with pytest.raises(RuntimeError, match="died"):
            batch.step(codes)


class Fails:
    """Tells nothing."""

    size = 1

    def __init__(self, rules: Any) -> None:
        self.told = 0

    def tell(self, view: SeatView, out: Any) -> None:
        self.told += 1
        if self.told > 2:
            raise LookupError("nothing to tell")


def test_a_worker_that_fails_says_why() -> None:
    with Batch("ticket_to_ride", 2, players=2, workers=1, beside=f"{Fails.__module__}.Fails") as batch:
        seen = batch.reset()
        codes = pick(seen.mask, np.random.default_rng(1))
        with pytest.raises(RuntimeError, match=r"failed:(.|\n)*LookupError: nothing to tell"):
            for _ in range(9):
                seen = batch.step(codes)
                codes = pick(seen.mask, np.random.default_rng(1))


class Purse:
    """Tells how many decisions are open, and the seat's trains."""

    size = 2

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def tell(self, view: SeatView, out: Any) -> None:
        seen: Any = view.observation
        out[:] = [len(view.legal()), seen.trains[view.seat]]


@pytest.mark.parametrize("workers", [0, 1])
def test_more_is_told_beside_the_observation(workers: int) -> None:
    draw = np.random.default_rng(7)
    name = f"{Purse.__module__}.Purse"
    with Batch("ticket_to_ride", 2, players=2, workers=workers, seed=9, beside=name) as batch:
        seen = batch.reset()
        assert seen.beside.shape == (2, 2) and (seen.beside[:, 1] == 45).all()
        for _ in range(200):
            single = seen.mask.sum(1) == 1
            assert (seen.beside[:, 0] >= seen.mask.sum(1)).all() or single.any()
            seen = batch.step(pick(seen.mask, draw))
        assert (seen.beside[:, 1] < 45).any()


@pytest.mark.parametrize("workers", [0, 2])
def test_groups_are_stepped_apart_and_play_the_same(workers: int) -> None:
    """Two groups, one always under way while the other is looked at; what they show is what a batch in one piece shows."""
    rows: list[list[Any]] = [[], []]
    with Batch("ticket_to_ride", 6, players=2, seed=3, max_decisions=50) as whole:
        seen = whole.reset()
        for _ in range(80):
            seen = whole.step(seen.mask.argmax(1))
            for group, places in enumerate((slice(0, 3), slice(3, 6))):
                rows[group].append((seen.observation[places].copy(), seen.mask[places].copy(), seen.truncated[places].copy()))
    with Batch("ticket_to_ride", 6, players=2, seed=3, max_decisions=50, workers=workers and 3, groups=2) as batch:
        batch.reset()
        batch.send(batch.look(0).mask.argmax(1), 0)
        with pytest.raises(RuntimeError, match="being stepped"):
            batch.reset()
        with pytest.raises(RuntimeError, match="receive it first"):
            batch.send([0, 0, 0], 0)
        with pytest.raises(RuntimeError, match="nothing was sent"):
            batch.recv(1)
        with pytest.raises(ValueError, match="3 whole numbers"):
            batch.send([0], 1)
        for i in range(80):
            batch.send(batch.look(1).mask.argmax(1), 1)
            for group in (0, 1) if i % 2 else (1, 0):
                seen = batch.recv(group)
                for shown, want in zip((seen.observation, seen.mask, seen.truncated), rows[group][i], strict=True):
                    assert np.array_equal(shown, want)
            batch.send(batch.look(0).mask.argmax(1), 0)
        batch.recv(0)
    assert any(cut.any() for _, _, cut in rows[0])
    for groups, workers, said in ((7, 0, "1 to 6"), (0, 0, "1 to 6"), (3, 3, "0 to 2")):
        with pytest.raises(ValueError, match=said):
            Batch("ticket_to_ride", 6, players=2, groups=groups, workers=workers)
