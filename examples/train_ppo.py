"""Teach a small network Ticket to Ride on the CPU in a few minutes: PPO with action masks, in numpy alone.

    python examples/train_ppo.py --words 160000 --out docs/lab/2026-training-example

The learner has one seat of ``boxcars/TicketToRide-v1`` and plays against random bots; it is told nothing but the mask and, at the
end of each game, the difference of scores. Before and after it is tested in games it was not trained on. Writes the curve as
``OUT.svg``, the figures as ``OUT.json`` and ``OUT.md``. Every random number comes from ``--seed``.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

TABLES = 16
"""Games played at the same time, so that the network judges many positions at once."""
STEPS = 128
"""Words chosen in each of them between two updates."""
DISCOUNT, TRACE = 0.999, 0.97
CLIP = 0.2
ENTROPY = 0.01
EPOCHS, PARTS = 3, 4


class Network:
    """One hidden layer, two heads: what to choose, and how the game will end. Adam does the learning."""

    def __init__(self, inputs: int, actions: int, draw: Any, hidden: int = 128, rate: float = 1e-3) -> None:
        self.rate = rate
        self.weights = {
            "w": draw.normal(0, 1 / np.sqrt(inputs), (inputs, hidden)).astype(np.float32),
            "b": np.zeros(hidden, np.float32),
            "policy": np.zeros((hidden, actions), np.float32),
            "policy_b": np.zeros(actions, np.float32),
            "value": np.zeros((hidden, 1), np.float32),
            "value_b": np.zeros(1, np.float32),
        }
        self.mean = {k: np.zeros_like(v) for k, v in self.weights.items()}
        self.square = {k: np.zeros_like(v) for k, v in self.weights.items()}
        self.updates = 0

    def forward(self, x: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Hidden layer, probabilities of the codes (0 where the mask forbids them), value."""
        w = self.weights
        h = np.tanh(x @ w["w"] + w["b"])
        logits = np.where(mask, h @ w["policy"] + w["policy_b"], -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        return h, odds, (h @ w["value"] + w["value_b"])[:, 0]

    def learn(self, x: Any, mask: Any, code: Any, old: Any, gain: Any, target: Any) -> None:
        """One step up the clipped objective of PPO, with the gradients written out."""
        w, n = self.weights, len(x)
        h, odds, value = self.forward(x, mask)
        rows = np.arange(n)
        ratio = odds[rows, code] / old
        active = ~(((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP)))
        chosen = np.zeros_like(odds)
        chosen[rows, code] = 1
        d_logits = (active * ratio * gain)[:, None] * (chosen - odds)
        log = np.log(np.maximum(odds, 1e-9))
        d_logits -= ENTROPY * odds * (log - (odds * log).sum(1, keepdims=True))
        d_value = (target - value)[:, None]
        d_h = (d_logits @ w["policy"].T + 0.5 * d_value @ w["value"].T) * (1 - h * h)
        self._climb(
            {
                "w": x.T @ d_h / n,
                "b": d_h.mean(0),
                "policy": h.T @ d_logits / n,
                "policy_b": d_logits.mean(0),
                "value": 0.5 * h.T @ d_value / n,
                "value_b": 0.5 * d_value.mean(0),
            }
        )

    def _climb(self, gradient: dict[str, Any]) -> None:
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradient.values()))
        shrink = min(1.0, 0.5 / (norm + 1e-9))
        self.updates += 1
        for key, g in gradient.items():
            g = g * shrink
            self.mean[key] += 0.1 * (g - self.mean[key])
            self.square[key] += 0.001 * (g * g - self.square[key])
            mean = self.mean[key] / (1 - 0.9**self.updates)
            square = self.square[key] / (1 - 0.999**self.updates)
            self.weights[key] += self.rate * mean / (np.sqrt(square) + 1e-8)


class Tables:
    """Several games at once; a finished one begins anew."""

    def __init__(self, count: int, seed: int, **settings: Any) -> None:
        self.envs = [
            gymnasium.make("boxcars.envs.gymnasium:boxcars/TicketToRide-v1", reward="score", **settings).unwrapped
            for _ in range(count)
        ]
        self.seen = [env.reset(seed=seed * 1000 + i)[0] for i, env in enumerate(self.envs)]
        self.finished: list[tuple[float, bool]] = []
        """Of every game since the last look: reward, and whether it was won."""

    def look(self) -> tuple[Any, Any]:
        return np.stack([s["observation"] for s in self.seen]), np.stack([s["action_mask"] for s in self.seen]).astype(bool)

    def step(self, codes: Any) -> tuple[Any, Any]:
        rewards, ends = np.zeros(len(codes), np.float32), np.zeros(len(codes), bool)
        for i, (env, code) in enumerate(zip(self.envs, codes, strict=True)):
            self.seen[i], rewards[i], ends[i], _, info = env.step(int(code))
            if ends[i]:
                self.finished.append((float(rewards[i]), info["rank"] == 1))
                self.seen[i], _ = env.reset()
        return rewards, ends


def draw_codes(odds: Any, draw: Any) -> Any:
    return (odds.cumsum(1) > draw.random((len(odds), 1)) * odds.sum(1, keepdims=True)).argmax(1)


def interval(share: float, games: int) -> dict[str, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * float(np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)))
    return {"low": round(max(0.0, middle - half), 3), "high": round(min(1.0, middle + half), 3)}


def test(network: Network, games: int, seed: int, bots: str, players: int) -> dict[str, float]:
    """Share of games won, with its 95 % interval, and the mean difference of scores.

    Words are drawn as in training: evenly by an untrained network. (The likeliest word alone would
    compare unlike things: against random players it wins as often after one update as after eighty.)
    """
    tables = Tables(TABLES, seed, bots=bots, players=players)
    while len(tables.finished) < games:
        x, mask = tables.look()
        tables.step(draw_codes(network.forward(x, mask)[1], DRAW))
    done = tables.finished[:games]
    share = float(np.mean([won for _, won in done]))
    return {
        "games": games,
        "won": round(share, 3),
        **interval(share, games),
        "score_difference": round(100 * float(np.mean([reward for reward, _ in done])), 1),
    }


DRAW = np.random.default_rng(0)


def train(budget: int, seed: int, players: int, tests: int = 200) -> dict[str, Any]:
    draw = np.random.default_rng(seed)
    tables = Tables(TABLES, seed, bots="random", players=players)
    playing = tables.envs[0].playing
    network = Network(playing.coding.size, playing.coding.actions, draw)
    before = test(network, tests, 8_000_000, "random", players)
    curve: list[dict[str, float]] = []
    began, words, games = time.perf_counter(), 0, 0
    while words < budget:
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            x, mask = tables.look()
            _, odds, value = network.forward(x, mask)
            codes = draw_codes(odds, draw)
            rewards, ends = tables.step(codes)
            rows.append((x, mask, codes, odds[np.arange(TABLES), codes], value, rewards, ends))
        words += STEPS * TABLES
        x, mask, codes, old, value, rewards, ends = (np.stack(column) for column in zip(*rows, strict=True))
        gain, ahead, follow = np.zeros_like(value), np.zeros(TABLES, np.float32), network.forward(*tables.look())[2]
        for t in reversed(range(STEPS)):
            alive = 1.0 - ends[t]
            ahead = rewards[t] + DISCOUNT * follow * alive - value[t] + DISCOUNT * TRACE * alive * ahead
            gain[t], follow = ahead, value[t]
        target = (gain + value).reshape(-1)
        flat = [a.reshape(-1, *a.shape[2:]) for a in (x, mask, codes, old)]
        better = gain.reshape(-1)
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(EPOCHS):
            for part in np.array_split(draw.permutation(len(better)), PARTS):
                network.learn(*(a[part] for a in flat), better[part], target[part])
        if len(tables.finished) >= 40 or (words >= budget and not curve):
            done, tables.finished = tables.finished, []
            games += len(done)
            point = {
                "games": games,
                "words": words,
                "seconds": round(time.perf_counter() - began, 1),
                "won": round(float(np.mean([won for _, won in done])), 3),
                "score_difference": round(100 * float(np.mean([reward for reward, _ in done])), 1),
            }
            curve.append(point)
            print(json.dumps(point), flush=True)
    after = test(network, tests, 9_000_000, "random", players)
    bots = test(network, max(1, tests * 3 // 10), 7_000_000, "heuristic", players)
    return {"players": players, "seed": seed, "before": before, "after": after, "heuristic": bots, "curve": curve}


def picture(result: dict[str, Any]) -> str:
    """The curve as SVG: the difference of scores over the games played."""
    width, height, left, bottom = 720, 360, 64, 48
    curve = result["curve"]
    xs, ys = [p["games"] for p in curve], [p["score_difference"] for p in curve]
    low, high = min(0, min(ys)) - 10, max(ys) + 10

    def at(x: float, y: float) -> str:
        across = left + (width - left - 20) * x / max(xs)
        return f"{across:.1f},{(height - bottom) - (height - bottom - 40) * (y - low) / (high - low):.1f}"

    smooth = [float(np.mean(ys[max(0, i - 4) : i + 1])) for i in range(len(ys))]
    before, after = result["before"], result["after"]
    middle = height / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#FAF5E8"/><text x="{left}" y="24" font-size="15">',
        f"Games won against random players: {before['won']:.0%} before, {after['won']:.0%} after training</text>",
    ]
    for y in range(int(np.ceil(low / 50)) * 50, int(high) + 1, 50):
        parts.append(f'<polyline points="{at(0, y)} {at(max(xs), y)}" stroke="#CFC1A6"/>')
        parts.append(f'<text x="{left - 8}" y="{float(at(0, y).split(",")[1]) + 4}" text-anchor="end">{y}</text>')
    for x, y in zip(xs, ys, strict=True):
        across, down = at(x, y).split(",")
        parts.append(f'<circle cx="{across}" cy="{down}" r="2" fill="#A8977C"/>')
    path = " ".join(at(x, y) for x, y in zip(xs, smooth, strict=True))
    parts.append(f'<polyline points="{path}" fill="none" stroke="#0B766C" stroke-width="2.5"/>')
    parts.append(f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">games played (0 to {max(xs)})</text>')
    parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">points ahead of the opponent</text>')
    return "\n".join(parts) + "</svg>\n"


def table(result: dict[str, Any]) -> str:
    """The figures in words, as markdown."""
    lines = ["| | games tested | games won | points ahead of the opponent |", "|---|---:|---:|---:|"]
    last = result["curve"][-1]
    tested = [
        ("before (words chosen at random), against random", result["before"]),
        (f"after {last['games']} games, against random", result["after"]),
        ("the same, against the heuristic bot", result["heuristic"]),
    ]
    for name, of in tested:
        share = f"{of['won']:.1%} ({of['low']:.1%} – {of['high']:.1%})"
        lines.append(f"| {name} | {of['games']} | {share} | {of['score_difference']:+.1f} |")
    text = f"Seed {result['seed']}, {last['words']} words chosen, {last['seconds']:.0f} seconds of training on one core."
    return "# The training example\n\nWritten by `examples/train_ppo.py`.\n\n" + "\n".join(lines) + f"\n\n{text}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=160_000, help="How many words to choose in all.")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", type=int, default=200, help="How many games to test it in, before and after.")
    parser.add_argument("--out", type=Path, help="Where to write: OUT.svg, OUT.json, OUT.md.")
    given = parser.parse_args()
    result = train(given.words, given.seed, given.players, given.tests)
    print("before:", result["before"])
    print("after: ", result["after"])
    print("against the heuristic bot:", result["heuristic"])
    if given.out is not None:
        given.out.with_suffix(".svg").write_text(picture(result), encoding="utf-8")
        given.out.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        given.out.with_suffix(".md").write_text(table(result), encoding="utf-8")


if __name__ == "__main__":
    main()
