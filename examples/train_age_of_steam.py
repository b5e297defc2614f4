"""A network for Age of Steam that beats the rule of thumb: it learns from a better player which of the likely actions to take.

    python examples/train_age_of_steam.py collect --games 300 --jobs 2 --out run            # what the teacher would do
    python examples/train_age_of_steam.py train --out run                                   # run/network.npz
    python examples/train_age_of_steam.py collect --games 300 --jobs 2 --out run --seed b   # now the network plays as well
    python examples/train_age_of_steam.py train --out run
    python examples/train_age_of_steam.py test --games 300 --jobs 2 --out run               # against the rule of thumb

In every position the game's evaluator, with the numbers written by hand (the rule of thumb), proposes its dozen best actions. The
network is shown the observation that learners get everywhere (docs/observations.md), the words of each proposal and what the
evaluator thinks of it, and learns which of them the teacher (``hard``: fitted numbers and a small search) plays. The others at
the table play by the rule of thumb, as in the test. From the second round on the network plays, too, and the teacher corrects: so
it learns what to do in positions that it gets itself into («DAgger», Ross and others 2011). Games go on side by side in a batch
(``boxcars.envs.batch``), whose workers tell the proposals and the teacher's choice beside the observation; the network is asked
for all tables at once. All of it is numpy.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boxcars.arena.ratings import share
from boxcars.bots import Bot, SeatView, make_bot
from boxcars.bots.evaluators import load_evaluator
from boxcars.core.chance import seed_from
from boxcars.core.type_aliases import AnyRules
from boxcars.envs.batch import Batch
from boxcars.envs.encoding import Choice, Coding

MAP, PLAYERS = "rust_belt", 3
PROPOSED = 12
"""Actions that the evaluator proposes."""
WORDS = 8
"""Words of an action that are looked at,"""
LONGEST = 48
"""and codes that it takes at most to choose it."""
HIDDEN = 128


class Position:
    """A position as the network sees it: what the seat sees, and the evaluator's proposals."""

    def __init__(self, coding: Coding, evaluator: Any, view: SeatView, seed: str) -> None:
        legal = view.legal()
        logits = evaluator.policy(view.imagine(seed), legal)
        order = sorted(range(len(legal)), key=lambda i: -logits[i])[:PROPOSED]
        self.actions = [legal[i] for i in order]
        self.features = coding.observe(view.observation, [])[: coding.features]
        self.judged = np.full(PROPOSED, -99.0, np.float32)
        """How much worse than its first proposal the evaluator finds each."""
        self.judged[: len(order)] = [logits[i] - logits[order[0]] for i in order]
        nothing = coding.actions
        self.words = np.full((PROPOSED, WORDS), nothing, np.int16)
        for row, action in zip(self.words, self.actions, strict=False):
            known = [word for word in coding.path_of(action) if word < nothing][-WORDS:]
            row[: len(known)] = known


class Network:
    """Two layers over what is seen and what is proposed; a number for each proposal. The evaluator's own opinion is added to
    it."""

    def __init__(self, logits: dict[str, Any]) -> None:
        self.w = logits

    @classmethod
    def read(cls, path: Path) -> Network:
        with np.load(path) as arrays:
            return cls({name: arrays[name].astype(np.float32) for name in arrays.files})

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

    def forward(self, features: Any, words: Any, judged: Any) -> tuple[Any, ...]:
        """``[n, features], [n, 12, 8], [n, 12]``: what each layer says, and last the odds of the proposals."""
        w = self.w
        there = judged > -98
        opinion = np.stack([np.maximum(judged, -10) / 10, np.exp(np.maximum(judged, -20)), np.tanh(judged)], -1)
        said = spoken(words, len(w["word"]))
        first = (features @ w["see"])[:, None] + said @ w["word"] + opinion @ w["judged"] + w["place"]
        first = np.maximum(first, 0)
        second = np.maximum(first @ w["mix"] + w["mix_b"], 0)
        near = np.maximum(judged, -20)
        logits = np.where(there, second @ w["out"] + w["trust"] * near, -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return said, opinion, near, first, second, odds / odds.sum(1, keepdims=True)

    def gradient(self, features: Any, words: Any, judged: Any, label: Any) -> tuple[dict[str, Any], float, float]:
        """Of the log-odds of the teacher's choices; also their mean, and how often the likeliest proposal is the teacher's."""
        w, n = self.w, len(label)
        said, opinion, near, first, second, odds = self.forward(features, words, judged)
        rows = np.arange(n)
        up = -odds.copy()
        up[rows, label] += 1
        up /= n
        d_second = up[..., None] * w["out"] * (second > 0)
        d_first = (d_second @ w["mix"].T) * (first > 0)
        found = {
            "see": features.T @ d_first.sum(1),
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
    """Plays what the network prefers among the evaluator's proposals."""

    def __init__(self, rules: AnyRules, seed: str, *, logits: str = "") -> None:
        super().__init__(rules, seed)
        self.network = Network.read(Path(logits))
        self.coding = Coding(rules)
        self.evaluator = load_evaluator(rules)
        self.decisions = 0

    def look(self, view: SeatView) -> Position:
        self.decisions += 1
        return Position(self.coding, self.evaluator, view, seed_from(f"{self.seed}:{self.decisions}"))

    def choose(self, view: SeatView) -> Any:
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        seen = self.look(view)
        odds = self.network.forward(seen.features[None], seen.words[None].astype(np.int32), seen.judged[None])[-1][0]
        return seen.actions[int(odds[: len(seen.actions)].argmax())]


# -- many games at once ------------------------------------------------------------------------------------------------


class Proposals:
    """What the batch tells of each position beside the observation: the evaluator's proposals, and how each is spelled.

    A row for each: the evaluator's opinion, words to look at, codes to choose one after another (-1: no more).
    """

    teacher = ""
    wide = 1 + WORDS + LONGEST
    size = 1 + (PROPOSED + 1) * wide
    """First the place of the teacher's choice among them (-1: it is none of them); its own codes stand in the last row."""

    def __init__(self, rules: AnyRules) -> None:
        self.coding = Coding(rules)
        self.evaluator = load_evaluator(rules)
        self.bot = make_bot(self.teacher, rules, "teacher") if self.teacher else None
        self.asked = 0

    def tell(self, view: SeatView, out: Any) -> None:
        self.asked += 1
        seen = Position(self.coding, self.evaluator, view, seed_from(f"{self.asked}"))
        actions = seen.actions
        out[0] = -1
        rows = out[1:].reshape(PROPOSED + 1, self.wide)
        rows[:] = -1
        rows[:PROPOSED, 0] = seen.judged
        rows[:PROPOSED, 1 : 1 + WORDS] = seen.words
        choice = Choice(self.coding, view.legal())
        if self.bot is not None:
            wanted = self.bot.choose(view)
            out[0] = actions.index(wanted) if wanted in actions else -1
            actions = [*actions, *[wanted] * (PROPOSED + 1 - len(actions))]
        for row, action in zip(rows, actions, strict=False):
            codes = choice.codes_of(action)
            row[1 + WORDS : 1 + WORDS + len(codes)] = codes


class Lessons(Proposals):
    """The same, and what the teacher would do."""

    teacher = "hard"


def play(given: argparse.Namespace, beside: str, rival: str, seed: str, network: Network | None) -> Iterator[Any]:
    """Play with one learner among rivals, in every seat equally often, one network for all tables.

    Gives at each step: what stood there, which games were to decide anew, who decided, and what the step brought.
    """
    luck = np.random.default_rng(given.number)
    seatings = [[None if seat == mine else rival for seat in range(PLAYERS)] for mine in range(PLAYERS)]
    tables = min(given.tables, given.games)
    more = {"workers": min(given.jobs, tables) if given.jobs > 1 else 0, "seed": seed, "bots": seatings, "beside": beside}
    with Batch("age_of_steam", tables, map=MAP, players=PLAYERS, **more) as batch:
        width = batch.coding.features
        seen = batch.reset()
        waiting: list[list[int]] = [[] for _ in range(tables)]
        while True:
            new = [i for i, codes in enumerate(waiting) if not codes]
            features = seen.observation[new, :width]
            rows = seen.beside[new, 1:].reshape(len(new), PROPOSED + 1, Proposals.wide)
            label = seen.beside[new, 0].astype(int)
            words, judged = rows[:, :PROPOSED, 1 : 1 + WORDS].astype(np.int32), rows[:, :PROPOSED, 0]
            words = np.where(words < 0, batch.coding.actions, words)
            chosen = np.full(len(new), PROPOSED)
            if network is not None and new:
                # Half of the pupil's own choices are played, half of the teacher's: both kinds of positions are met.
                own = network.forward(features, words, judged)[-1].argmax(1)
                taught = (luck.random(len(new)) < 0.5) & bool(Lessons.teacher and beside.endswith("Lessons"))
                chosen = np.where(taught, PROPOSED, own)
            for i, row, k in zip(new, rows, chosen, strict=True):
                waiting[i] = [int(code) for code in row[k, 1 + WORDS :] if code >= 0]
            stood = features.astype(np.float16), words.astype(np.int16), judged.copy(), label
            who = seen.seat.copy()
            seen = batch.step(np.array([codes.pop(0) for codes in waiting], np.int64))
            yield stood, who, seen


# -- what there is to do -----------------------------------------------------------------------------------------------


def collect(given: argparse.Namespace) -> None:
    file = given.out / "network.npz"
    network = Network.read(file) if file.exists() else None
    begun, games, missed = time.monotonic(), 0, 0
    parts: list[Any] = []
    for (features, words, judged, label), _, seen in play(given, "train_age_of_steam.Lessons", "heuristic", given.seed, network):
        several = judged[:, 1:2].ravel() > -98
        keep = several & (label >= 0)
        missed += int((several & (label < 0)).sum())
        parts.append((features[keep], words[keep], judged[keep], label[keep]))
        games += int(seen.done.sum())
        if games >= given.games or time.monotonic() - begun > 60 * given.minutes:
            break
    features, words, judged, label = (np.concatenate(column) for column in zip(*parts, strict=True))
    np.savez(given.out / f"lessons_{given.seed}.npz", features=features, words=words, judged=judged, label=label)
    print(f"{games} games, {len(label)} decisions; {missed} more where the teacher's was not among the proposals")


def train(given: argparse.Namespace) -> None:
    files = [np.load(file) for file in sorted(given.out.glob("lessons_*.npz"))]
    features, words, judged, label = (
        np.concatenate([f[name] for f in files]) for name in ("features", "words", "judged", "label")
    )
    draw = np.random.default_rng(given.number)
    order = draw.permutation(len(label))
    held, rest = order[: len(label) // 10], order[len(label) // 10 :]
    network = Network.fresh(features.shape[1], int(words.max()), given.number)
    mean, square, steps, best = {}, {}, 0, (-1e9, network.w)
    begun, history = time.perf_counter(), []

    def part(index: Any) -> tuple[Any, ...]:
        return features[index].astype(np.float32), words[index].astype(np.int32), judged[index], label[index]

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
        print(
            f"{history[-1]} {time.perf_counter() - begun:.0f} s; the evaluator alone: {(label[held] == 0).mean():.4f}", flush=True
        )
        if likelihood > best[0]:
            best = (likelihood, {name: value.copy() for name, value in network.w.items()})
        if time.perf_counter() - begun > 60 * given.minutes:
            break
    np.savez(given.out / "network.npz", **{name: value.astype(np.float16) for name, value in best[1].items()})
    (given.out / "history.json").write_text(json.dumps({"decisions": len(label), "epochs": history}, indent=1) + "\n")


def test(given: argparse.Namespace) -> None:
    begun, games, wins = time.monotonic(), 0, 0.0
    network = Network.read(given.out / "network.npz")
    # As many games at each table: who counts those that end first counts the short ones.
    tables = min(given.tables, given.games)
    left = np.full(tables, -(-given.games // tables))
    for _, who, seen in play(given, "train_age_of_steam.Proposals", given.rival, given.seed, network):
        for i in np.flatnonzero(seen.done & (left > 0)):
            left[i] -= 1
            games += 1
            # 1 for a win alone, less for one that is shared.
            wins += max(0.0, float(seen.reward[i, who[i]]))
        if not left.any() or time.monotonic() - begun > 60 * given.minutes:
            break
    won = share(wins, games, 1 / PLAYERS)
    print(f"the network among {PLAYERS - 1} of {given.rival}: {won} (fair {won.fair:.1%})")


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
    parser.add_argument("--jobs", type=int, default=1, help="processes of the batch")
    parser.add_argument("--tables", type=int, default=24, help="games that are played at once")
    parser.add_argument("--minutes", type=float, default=1e9)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    {"collect": collect, "train": train, "test": test}[given.what](given)


if __name__ == "__main__":
    main()
