"""A network for Age of Steam that beats the rule of thumb: it learns from a better player which of the likely actions to take.

    python examples/train_age_of_steam.py collect --games 300 --jobs 2 --out run            # what the teacher would do
    python examples/train_age_of_steam.py train --out run                                   # run/network.npz
    python examples/train_age_of_steam.py collect --games 300 --jobs 2 --out run --seed b   # now the network plays as well
    python examples/train_age_of_steam.py train --out run
    python examples/train_age_of_steam.py test --games 300 --jobs 2 --out run               # against the rule of thumb

In every position the game's judge, with the numbers written by hand (the rule of thumb), proposes its dozen best actions. The
network is shown the observation that learners get everywhere (docs/observations.md), the words of each proposal and what the
judge thinks of it, and learns which of them the teacher (``hard``: fitted numbers and a small search) plays. The others at the
table play by the rule of thumb, as in the test. From the second round on the network plays, too, and the teacher corrects: so it
learns what to do in positions that it gets itself into («DAgger», Ross and others 2011). All of it is numpy.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from boxcars.arena.ratings import share
from boxcars.bots import Bot, SeatView, make_bot
from boxcars.bots.seat_view import judge_of
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.kinds import AnyRules
from boxcars.envs.coding import Coding

MAP, PLAYERS = "rust_belt", 3
PROPOSED = 12
"""Actions that the judge proposes."""
WORDS = 8
"""Words of an action that are looked at."""
HIDDEN = 128


class Position:
    """A position as the network sees it: what the seat sees, and the judge's proposals."""

    def __init__(self, coding: Coding, judge: Any, view: SeatView, seed: str) -> None:
        legal = view.legal()
        weights = judge.weigh(view.imagine(seed), legal)
        order = sorted(range(len(legal)), key=lambda i: -weights[i])[:PROPOSED]
        self.actions = [legal[i] for i in order]
        self.sight = coding.observe(view.observation, [])[: coding.features]
        self.judged = np.full(PROPOSED, -99.0, np.float32)
        """How much worse than its first proposal the judge finds each."""
        self.judged[: len(order)] = [weights[i] - weights[order[0]] for i in order]
        nothing = coding.actions
        self.words = np.full((PROPOSED, WORDS), nothing, np.int16)
        for row, action in zip(self.words, self.actions, strict=False):
            known = [word for word in coding.path_of(action) if word < nothing][-WORDS:]
            row[: len(known)] = known


class Network:
    """Two layers over what is seen and what is proposed; a number for each proposal. The judge's own opinion is added to it."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.w = weights

    @classmethod
    def fresh(cls, features: int, codes: int, seed: int) -> Network:
        draw = np.random.default_rng(seed)

        def normal(*shape: int, scale: float) -> Any:
            return (draw.normal(size=shape) * scale).astype(np.float32)

        return cls(
            {
                "see": normal(features, HIDDEN, scale=0.03),
                "word": normal(codes, HIDDEN, scale=0.1),
                "judged": normal(3, HIDDEN, scale=0.1),
                "place": normal(PROPOSED, HIDDEN, scale=0.1),
                "mix": normal(HIDDEN, HIDDEN, scale=float(np.sqrt(2 / HIDDEN))),
                "mix_b": np.zeros(HIDDEN, np.float32),
                "out": np.zeros(HIDDEN, np.float32),
                "trust": np.full(1, 0.5, np.float32),
            }
        )

    def think(self, sight: Any, words: Any, judged: Any) -> tuple[Any, ...]:
        """``[n, features], [n, 12, 8], [n, 12]``: what each layer says, and last the odds of the proposals."""
        w = self.w
        there = judged > -98
        opinion = np.stack([np.maximum(judged, -10) / 10, np.exp(np.maximum(judged, -20)), np.tanh(judged)], -1)
        said = spoken(words, len(w["word"]))
        first = (sight @ w["see"])[:, None] + said @ w["word"] + opinion @ w["judged"] + w["place"]
        first = np.maximum(first, 0)
        second = np.maximum(first @ w["mix"] + w["mix_b"], 0)
        near = np.maximum(judged, -20)
        logits = np.where(there, second @ w["out"] + w["trust"] * near, -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return said, opinion, near, first, second, odds / odds.sum(1, keepdims=True)

    def gradient(self, sight: Any, words: Any, judged: Any, label: Any) -> tuple[dict[str, Any], float, float]:
        """Of the log-odds of the teacher's choices; also their mean, and how often the likeliest proposal is the teacher's."""
        w, n = self.w, len(label)
        said, opinion, near, first, second, odds = self.think(sight, words, judged)
        rows = np.arange(n)
        up = -odds.copy()
        up[rows, label] += 1
        up /= n
        d_second = up[..., None] * w["out"] * (second > 0)
        d_first = (d_second @ w["mix"].T) * (first > 0)
        found = {
            "see": sight.T @ d_first.sum(1),
            "word": said.reshape(-1, said.shape[-1]).T @ d_first.reshape(-1, HIDDEN),
            "judged": opinion.reshape(-1, 3).T @ d_first.reshape(-1, HIDDEN),
            "place": d_first.sum(0),
            "mix": first.reshape(-1, HIDDEN).T @ d_second.reshape(-1, HIDDEN),
            "mix_b": d_second.sum((0, 1)),
            "out": np.einsum("nk,nkh->h", up, second),
            "trust": np.array([(up * np.where(judged > -98, near, 0)).sum()], np.float32),
        }
        likelihood = float(np.log(np.maximum(odds[rows, label], 1e-9)).mean())
        return found, likelihood, float((odds.argmax(1) == label).mean())


def spoken(words: Any, codes: int) -> Any:
    """1 for each word of a proposal: ``[n, 12, 8] -> [n, 12, codes]``. The code behind the last one says nothing."""
    out = np.zeros((words.size // WORDS, codes + 1), np.float32)
    out[np.arange(len(out))[:, None], words.reshape(-1, WORDS)] = 1
    return out[:, :codes].reshape(*words.shape[:2], codes)


class NetworkBot(Bot):
    """Plays what the network prefers among the judge's proposals."""

    def __init__(self, rules: AnyRules, seed: str, *, weights: str = "") -> None:
        super().__init__(rules, seed)
        with np.load(weights) as arrays:
            self.network = Network({name: arrays[name].astype(np.float32) for name in arrays.files})
        self.coding = Coding(rules)
        self.judge = judge_of(rules)
        self.decisions = 0

    def look(self, view: SeatView) -> Position:
        self.decisions += 1
        return Position(self.coding, self.judge, view, seed_from(f"{self.seed}:{self.decisions}"))

    def choose(self, view: SeatView) -> Any:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        seen = self.look(view)
        odds = self.network.think(seen.sight[None], seen.words[None].astype(np.int32), seen.judged[None])[-1][0]
        return seen.actions[int(odds[: len(seen.actions)].argmax())]


# -- games -------------------------------------------------------------------------------------------------------------


def lesson(given: tuple[str, int, str, str]) -> tuple[list[Any], ...]:
    """One game: the learner's seat looks at every position, the teacher says what to do there."""
    seed, number, teacher, weights = given
    rules = registry.make("age_of_steam", MAP, PLAYERS)
    state = rules.start(Chance(seed_from(f"{seed}:{number}")))
    learner = number % PLAYERS
    bots = [make_bot("heuristic", rules, f"{seed}:{number}:{seat}") for seat in range(PLAYERS)]
    pupil = NetworkBot(rules, f"{seed}:{number}", weights=weights) if weights else None
    master = make_bot(teacher, rules, f"{seed}:{number}:teacher")
    coding, judge, luck = Coding(rules), judge_of(rules), random.Random(f"{seed}:{number}")
    rows: tuple[list[Any], ...] = ([], [], [], [])
    missed = 0
    while (seat := rules.actor(state)) >= 0:
        view = SeatView(rules, state, seat)
        legal = view.legal()
        if seat != learner or len(legal) == 1:
            action = bots[seat].choose(view) if len(legal) > 1 else legal[0]
        else:
            action = master.choose(view)
            seen = Position(coding, judge, view, f"{seed}:{number}:{len(rows[0])}")
            if action in seen.actions:
                label = seen.actions.index(action)
                for row, value in zip(rows, (seen.sight.astype(np.float16), seen.words, seen.judged, label), strict=True):
                    row.append(value)
            else:
                missed += 1
            # Half of the pupil's own choices are played, half of the teacher's: both kinds of positions are met.
            if pupil is not None and luck.random() < 0.5:
                action = pupil.choose(view)
        rules.play(state, seat, action)
    return (*rows, [missed])


def duel(given: tuple[str, int, str, str]) -> tuple[float, int, int]:
    """One game of the network among rules of thumb: its share of the win, its score, the best of the others'."""
    seed, number, rival, weights = given
    rules = registry.make("age_of_steam", MAP, PLAYERS)
    # Games that differ in the seat alone share their luck.
    state = rules.start(Chance(seed_from(f"{seed}:{number // PLAYERS}")))
    mine = number % PLAYERS
    bots = [make_bot(rival, rules, f"{seed}:{number}:{seat}") for seat in range(PLAYERS)]
    bots[mine] = NetworkBot(rules, f"{seed}:{number}", weights=weights)
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    outcome: Any = rules.outcome(state)
    first = outcome.winners
    others = [score for seat, score in enumerate(outcome.scores) if seat != mine]
    return (1 / len(first) if mine in first else 0.0), outcome.scores[mine], max(others)


def together(work: Any, jobs: list[Any], processes: int, minutes: float) -> list[Any]:
    """The results that are there when the time is up."""
    begun, out = time.monotonic(), []
    with get_context("spawn").Pool(processes) as pool:
        for result in pool.imap_unordered(work, jobs):
            out.append(result)
            if time.monotonic() - begun > 60 * minutes:
                break
    return out


# -- what there is to do -----------------------------------------------------------------------------------------------


def collect(given: argparse.Namespace) -> None:
    weights = given.out / "network.npz"
    jobs = [(given.seed, i, given.teacher, str(weights) if weights.exists() else "") for i in range(given.games)]
    games = together(lesson, jobs, given.jobs, given.minutes)
    sight, words, judged, label, missed = ([value for game in games for value in game[i]] for i in range(5))
    file = given.out / f"lessons_{given.seed}.npz"
    np.savez(file, sight=np.stack(sight), words=np.stack(words), judged=np.stack(judged), label=np.array(label))
    print(f"{len(games)} games, {len(label)} decisions; {sum(missed)} more where the teacher's was not among the proposals")


def train(given: argparse.Namespace) -> None:
    files = [np.load(file) for file in sorted(given.out.glob("lessons_*.npz"))]
    sight, words, judged, label = (np.concatenate([f[name] for f in files]) for name in ("sight", "words", "judged", "label"))
    draw = np.random.default_rng(given.number)
    order = draw.permutation(len(label))
    held, rest = order[: len(label) // 10], order[len(label) // 10 :]
    network = Network.fresh(sight.shape[1], int(words.max()), given.number)
    mean, square, steps, best = {}, {}, 0, (-1e9, network.w)
    begun, history = time.perf_counter(), []

    def part(index: Any) -> tuple[Any, ...]:
        return sight[index].astype(np.float32), words[index].astype(np.int32), judged[index], label[index]

    for epoch in range(given.epochs):
        rate = given.rate * (1 - epoch / given.epochs)
        for index in np.array_split(draw.permutation(rest), max(1, len(rest) // 512)):
            gradient, _, _ = network.gradient(*part(index))
            steps += 1
            for name, g in gradient.items():
                mean[name] = 0.9 * mean.get(name, 0) + 0.1 * g
                square[name] = 0.999 * square.get(name, 0) + 0.001 * g * g
                move = mean[name] / (1 - 0.9**steps) / (np.sqrt(square[name] / (1 - 0.999**steps)) + 1e-6)
                network.w[name] = network.w[name] * (1 - 0.01 * rate) + rate * move
        told = [network.gradient(*part(index))[1:] for index in np.array_split(held, max(1, len(held) // 512))]
        likelihood, right = np.mean(told, 0)
        history.append({"epoch": epoch, "likelihood": round(float(likelihood), 4), "right": round(float(right), 4)})
        print(f"{history[-1]} {time.perf_counter() - begun:.0f} s; the judge alone: {(label[held] == 0).mean():.4f}", flush=True)
        if likelihood > best[0]:
            best = (likelihood, {name: value.copy() for name, value in network.w.items()})
        if time.perf_counter() - begun > 60 * given.minutes:
            break
    np.savez(given.out / "network.npz", **{name: value.astype(np.float16) for name, value in best[1].items()})
    (given.out / "history.json").write_text(json.dumps({"decisions": len(label), "epochs": history}, indent=1) + "\n")


def test(given: argparse.Namespace) -> None:
    jobs = [(given.seed, i, given.rival, str(given.out / "network.npz")) for i in range(given.games)]
    games = together(duel, jobs, given.jobs, given.minutes)
    won = share(sum(game[0] for game in games), len(games), 1 / PLAYERS)
    mine, best = np.mean([game[1] for game in games]), np.mean([game[2] for game in games])
    print(
        f"the network among {PLAYERS - 1} of {given.rival}: {won} (fair {won.fair:.1%}); score {mine:.1f}, best other {best:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["collect", "train", "test"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--teacher", default="hard")
    parser.add_argument("--rival", default="heuristic")
    parser.add_argument("--seed", default="a", help="of the games")
    parser.add_argument("--number", type=int, default=1, help="the seed of the network")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    {"collect": collect, "train": train, "test": test}[given.what](given)


if __name__ == "__main__":
    main()
