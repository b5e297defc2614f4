"""Figures of a table of results, as plain rows, for the report and the balance findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

from boxcars.arena.game_result import Played
from boxcars.arena.ratings import Share, share
from boxcars.core import registry
from boxcars.locale import say

Row = dict[str, Any]


def by_seat(games: Sequence[Played], bot: str | None = None) -> list[Share]:
    """Return the share of wins of each seat (of one bot in that seat, if named), for the largest number of players."""
    players = max(game.players for game in games)
    out = []
    for seat in range(players):
        sat = [g for g in games if g.players > seat and (bot is None or g.bots[seat] == bot)]
        out.append(share(sum(g.shares[seat] for g in sat), len(sat), fmean([1 / g.players for g in sat]) if sat else 0.0))
    return out


def label(games: Sequence[Played], target: str) -> str:
    """Return a target in words: the towns of a route, the name of a town."""
    try:
        rules = registry.make(games[0].game, games[0].map, games[0].players)
        return say(rules.name(target))
    except Exception:  # a name is an ornament: a target that has none is shown as it is
        return target


def uses(games: Sequence[Played], what: str = "verbs") -> list[Row]:
    """Return how often verbs or targets were used in a game, by bot, and how often their users won."""
    count: Counter[tuple[str, str]] = Counter()
    users: Counter[str] = Counter()
    won: dict[str, float] = defaultdict(float)
    sat = Counter(bot for game in games for bot in game.bots)
    for game in games:
        for use in getattr(game, what):
            count[use.name, game.bots[use.seat]] += use.count
            users[use.name] += 1
            won[use.name] += game.shares[use.seat]
    names = {name for name, _ in count}
    labels = {name: label(games, name) if what == "targets" else name for name in names}
    return [
        {
            "name": labels[name],
            "target": name,
            "kind": name.partition(":")[0] if what == "targets" else "action",
            "bot": bot,
            "per_game": n / sat[bot],
            "won_by_users": won[name] / users[name],
        }
        for (name, bot), n in sorted(count.items())
    ]


def towns(games: Sequence[Played]) -> list[Row]:
    """Return how often each town was used, from routes named after their two ends."""
    count: Counter[tuple[str, str]] = Counter()
    sat = Counter(bot for game in games for bot in game.bots)
    named: dict[str, list[str]] = {}
    for game in games:
        for use in game.targets:
            if use.name not in named:
                named[use.name] = label(games, use.name).partition(" (")[0].split(" – ") if use.name.startswith("route:") else []
            for town in named[use.name]:
                count[town, game.bots[use.seat]] += use.count
    return [{"name": town, "kind": "town", "bot": bot, "per_game": n / sat[bot]} for (town, bot), n in sorted(count.items())]


def runaway(games: Sequence[Played]) -> list[Share]:
    """Return for each tenth of a game how often its leader won in the end (only games with a sole leader)."""
    out = []
    for moment in range(len(games[0].standings)):
        wins, seen = 0.0, 0
        for game in games:
            standing = game.standings[moment]
            best = max(standing)
            if standing.count(best) == 1:
                wins += game.shares[standing.index(best)]
                seen += 1
        out.append(share(wins, seen))
    return out


def outliers(games: Sequence[Played]) -> list[tuple[str, Played]]:
    """Return unusual games: longest, shortest, closest, most one-sided, strangest."""
    if not games:
        return []

    def margin(game: Played) -> int:
        ordered = sorted(game.scores)
        return ordered[-1] - ordered[-2] if len(ordered) > 1 else 0

    found = [
        ("longest", max(games, key=lambda g: g.decisions)),
        ("shortest", min(games, key=lambda g: g.decisions)),
        ("closest", min(games, key=lambda g: (margin(g), -g.decisions))),
        ("most one-sided", max(games, key=margin)),
    ]
    strange = strangeness(games)
    found += [("strangest", games[i]) for i in sorted(range(len(games)), key=lambda i: -strange[i])[:3]]
    return found


def strangeness(games: Sequence[Played]) -> list[float]:
    """Return how unusual each game is: its use of actions, length and scores in standard deviations."""
    names = sorted({use.name for game in games for use in game.verbs})
    vectors = []
    for game in games:
        count: Counter[str] = Counter()
        for use in game.verbs:
            count[use.name] += use.count
        extent = [float(game.decisions), float(max(game.scores)), float(min(game.scores))]
        vectors.append([float(count[name]) for name in names] + extent)
    columns = list(zip(*vectors, strict=True))
    middle = [fmean(column) for column in columns]
    spread = [pstdev(column) or 1.0 for column in columns]
    return [sum(((x - m) / s) ** 2 for x, m, s in zip(v, middle, spread, strict=True)) for v in vectors]
