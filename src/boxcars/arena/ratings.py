"""How strong each bot is: shares of wins with Wilson intervals, and Bradley–Terry ratings by maximum likelihood.

A table of more than two is read as all its pairs: a bot beats those it ranks before. Ratings are on the Elo scale (400
points = ten to one); their intervals are the wider of a bootstrap over whole games and of the curvature of the likelihood
(a bot that won everything has no spread to resample, but its rating is far from certain).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, log, sqrt

import msgspec

from boxcars.arena.game_result import Played

ELO = 400 / log(10)


class Share(msgspec.Struct, frozen=True):
    """A share of wins with its 95 % interval, and the fair share."""

    wins: float
    games: int
    share: float
    low: float
    high: float
    fair: float

    def __str__(self) -> str:
        return f"{self.share:.1%} [{self.low:.1%}, {self.high:.1%}] of {self.games}"


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not games:
        return 0.0, 1.0
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(wins: float, games: int, fair: float = 0.0) -> Share:
    low, high = wilson(wins, games)
    return Share(wins, games, wins / games if games else 0.0, low, high, fair)


def win_shares(games: Iterable[Played]) -> dict[str, Share]:
    """Return for each bot its share of wins in the games it played, and its fair share. A game in which a bot holds several seats
    counts once, with all that its seats won and all that is fair for them."""
    wins: dict[str, float] = defaultdict(float)
    fair: dict[str, float] = defaultdict(float)
    seen: dict[str, int] = defaultdict(int)
    for game in games:
        for bot in set(game.bots):
            seats = [s for s, b in enumerate(game.bots) if b == bot]
            wins[bot] += sum(game.shares[s] for s in seats)
            fair[bot] += len(seats) / game.players
            seen[bot] += 1
    return {bot: share(wins[bot], seen[bot], fair[bot] / seen[bot]) for bot in sorted(seen, key=lambda b: -wins[b] / seen[b])}


def head_to_head(games: Iterable[Played], bot: str) -> Share:
    """Return the share of wins of a single seat of ``bot``, over the games in which it sat alone among others; fair is
    1/players."""
    wins, seen, fair = 0.0, 0, 0.0
    for game in games:
        seats = [s for s, b in enumerate(game.bots) if b == bot]
        if len(seats) == 1:
            wins += game.shares[seats[0]]
            fair += 1 / game.players
            seen += 1
    return share(wins, seen, fair / seen if seen else 0.0)


def pairs(game: Played) -> list[tuple[str, str, float]]:
    """Return a game as duels (a, b, score of a), each of weight 1/(seats - 1), so that every game counts alike."""
    out = []
    for i in range(game.players):
        for j in range(i):
            if game.bots[i] != game.bots[j]:
                score = 0.5 if game.ranks[i] == game.ranks[j] else float(game.ranks[i] < game.ranks[j])
                out.append((game.bots[i], game.bots[j], score))
    return out


def bradley_terry(games: Sequence[Played], bots: Sequence[str]) -> dict[str, float]:
    """Return strengths by maximum likelihood (Zermelo's iteration), with half a drawn game added between all that met, so that a
    bot that won everything stays finite."""
    wins: dict[str, float] = defaultdict(float)
    met: dict[str, dict[str, float]] = {bot: defaultdict(float) for bot in bots}
    for game in games:
        weight = 1 / max(1, game.players - 1)
        for a, b, score in pairs(game):
            wins[a] += weight * score
            wins[b] += weight * (1 - score)
            met[a][b] += weight
            met[b][a] += weight
    for a in bots:
        for b in met[a]:
            wins[a] += 0.25
            met[a][b] += 0.5
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(500):
        change = 0.0
        for a in bots:
            if not met[a]:
                continue
            new = wins[a] / sum(n / (strength[a] + strength[b]) for b, n in met[a].items())
            change = max(change, abs(log(new / strength[a])))
            strength[a] = new
        if change < 1e-6:
            break
    mean = sum(log(s) for s in strength.values()) / len(strength)
    return {bot: ELO * (log(s) - mean) for bot, s in strength.items()}


def errors(games: Sequence[Played], strength: dict[str, float]) -> dict[str, float]:
    """Return standard errors of the ratings, from the curvature of the likelihood (with the added half games of
    ``bradley_terry``)."""
    import numpy as np

    bots = list(strength)
    place = {bot: i for i, bot in enumerate(bots)}
    curve = np.zeros((len(bots), len(bots)))
    met: dict[tuple[str, str], float] = defaultdict(lambda: 0.5)
    for game in games:
        for a, b, _ in pairs(game):
            met[min(a, b), max(a, b)] += 1 / max(1, game.players - 1)
    for (a, b), n in met.items():
        p = expected(strength[a] - strength[b])
        i, j, bend = place[a], place[b], n * p * (1 - p)
        curve[i, i] += bend
        curve[j, j] += bend
        curve[i, j] -= bend
        curve[j, i] -= bend
    spread = np.sqrt(np.clip(np.diag(np.linalg.pinv(curve)), 0.0, None))
    return {bot: float(ELO * spread[place[bot]]) for bot in bots}


class Rating(msgspec.Struct, frozen=True):
    bot: str
    rating: float
    low: float
    high: float
    games: int


def ratings(games: Sequence[Played], resamples: int = 100, seed: int = 1) -> list[Rating]:
    """Return ratings around 0 with 95 % intervals, best first."""
    bots = sorted({bot for game in games for bot in game.bots})
    best = bradley_terry(games, bots)
    rng = random.Random(seed)
    samples = [bradley_terry(rng.choices(games, k=len(games)), bots) for _ in range(resamples)] if len(bots) > 1 else [best]
    error = errors(games, best)
    out = []
    for bot in bots:
        values = sorted(sample[bot] for sample in samples)
        low = min(values[int(0.025 * len(values))], best[bot] - 1.96 * error[bot])
        high = max(values[min(len(values) - 1, int(0.975 * len(values)))], best[bot] + 1.96 * error[bot])
        out.append(Rating(bot, best[bot], low, high, sum(bot in game.bots for game in games)))
    return sorted(out, key=lambda r: -r.rating)


def expected(gap: float) -> float:
    """Return the share of duels that a lead of ``points`` rating points wins."""
    return 1 / (1 + exp(-gap / ELO))
