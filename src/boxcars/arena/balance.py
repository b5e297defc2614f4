"""Balance report: what simulated games say about a map or a rule, with intervals; sentences in any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median, stdev
from typing import get_args

import msgspec

from boxcars.arena import result_statistics
from boxcars.arena.game_result import Played
from boxcars.arena.ratings import Share, wilson
from boxcars.core import registry
from boxcars.core.messages import T, Text
from boxcars.core.type_aliases import AnyRules

RUNAWAY = 0.8
"""If the leader at half-time wins at least this share of games, the second half hardly matters."""
OFTEN = 20
"""A thing offered this often and never used was not unused by chance."""
NAMED = 12
"""The greatest number of places that a sentence names."""
DEAD = {
    "route": T("Routes nobody claimed, although they could ({n} of {all}): {those}."),
    "ticket": T("Tickets that were kept but never completed ({n} of {all}): {those}."),
    "city": T("Cities nobody used ({n} of {all}): {those}."),
    "town": T("Towns nobody used ({n} of {all}): {those}."),
    "hex": T("Hexes nobody built on, although they could ({n} of {all}): {those}."),
    "segment": T("Lines nobody built, although they could ({n} of {all}): {those}."),
    "cube": T("Goods nobody moved, although they could ({n} of {all} by type and place): {those}."),
    "column": T("Growth columns that gave no cube in any game ({n} of {all}): {those}."),
    "card": T("Cards nobody took, although they were available ({n} of {all}): {those}."),
    "action": T("Actions nobody chose, although they could ({n} of {all}): {those}."),
}
OTHERS = T("Never chosen, although available ({n} of {all} of type {kind}): {those}.")


class Finding(msgspec.Struct, frozen=True):
    """A finding. ``off``: a designer should look at it; ``why``: the figures behind it; ``show``: the targets it is about."""

    subject: str
    off: bool
    text: Text
    value: float = 0.0
    low: float = 0.0
    high: float = 0.0
    why: Text | None = None
    show: list[str] = []


def _in_percent(s: Share) -> dict[str, int]:
    return {name: round(100 * value) for name, value in (("share", s.share), ("low", s.low), ("high", s.high))}


def seats(games: Sequence[Played]) -> list[Finding]:
    """Return a finding for each seat: how often it wins; ``off`` if its fair share lies outside the interval."""
    out = []
    for seat, s in enumerate(result_statistics.by_seat(games)):
        off = not s.low <= s.fair <= s.high
        about = {"seat": seat + 1, "fair": round(100 * s.fair), **_in_percent(s)}
        if not off:
            text = T("Seat {seat} wins {share}% of games [{low}%–{high}%]. A fair share is {fair}%.", **about)
        elif s.share > s.fair:
            text = T(
                ("Seat {seat} wins {share}% of games [{low}%–{high}%]. A fair share is {fair}%, so this seat has an advantage."),
                **about,
            )
        else:
            text = T(
                (
                    "Seat {seat} wins {share}% of games [{low}%–{high}%]. A fair share is {fair}%, so this "
                    "seat is at a disadvantage."
                ),
                **about,
            )
        out.append(Finding("seat", off, text, s.share, s.low, s.high))
    return out


def leader(games: Sequence[Played]) -> list[Finding]:
    """Return whether the leader runs away; off where even the lower bound at half-time says so."""
    tenths = result_statistics.runaway(games)
    out = []
    for moment in (3, 5, 8):
        s = tenths[moment]
        if s.games:
            off = moment == 5 and s.low >= RUNAWAY
            about = {"part": 10 * moment, **_in_percent(s)}
            text = T("The player leading after {part}% of the game wins {share}% of games [{low}%–{high}%].", **about)
            if off:
                text = T(
                    (
                        "The player leading after {part}% of the game wins {share}% of games [{low}%–{high}%]. The leader runs "
                        "away with it."
                    ),
                    **about,
                )
            out.append(Finding("leader", off, text, s.share, s.low, s.high))
    return out


def length(games: Sequence[Played]) -> list[Finding]:
    """Return how long games are, and whether some are much longer."""
    n = [game.decisions for game in games]
    mean = fmean(n)
    error = 1.96 * stdev(n) / len(n) ** 0.5 if len(n) > 1 else 0.0
    long = sum(x > 1.5 * median(n) for x in n) / len(n)
    text = T(
        (
            "A game takes {mean} ± {error} decisions ({least} to {most}). {long}% of games take more "
            "than 1.5 times as many as usual."
        ),
        mean=round(mean),
        error=round(error),
        least=min(n),
        most=max(n),
        long=round(100 * long),
    )
    return [Finding("length", long > 0.1, text, mean, mean - error, mean + error)]


def margins(games: Sequence[Played]) -> list[Finding]:
    """Return how close games end."""
    if games[0].players < 2:
        return []
    gaps = [sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in games]
    ties = sum(g.ranks.count(1) > 1 for g in games) / len(games)
    top = fmean([max(g.scores) for g in games]) or 1.0
    text = T(
        (
            "On average, the winner finishes {gap} ahead of second place ({part}% of the winning "
            "score). {ties}% of games are ties."
        ),
        gap=f"{fmean(gaps):.1f}",
        part=round(100 * fmean(gaps) / top),
        ties=round(100 * ties),
    )
    return [Finding("margin", ties > 0.2, text, fmean(gaps))]


def unused(games: Sequence[Played], rules: AnyRules) -> list[Finding]:
    """Return rules that nobody used and places that nobody took, although they were offered."""
    offered: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for game in games:
        offered.update(game.offered)
        for use in (*game.verbs, *game.targets):
            used[use.name] += use.count
    out = []
    verbs = {verb.__name__ for verb in get_args(rules.action_type) or (rules.action_type,)}
    for verb in sorted(verbs):
        if offered[verb] and not used[verb]:
            text = T(
                ("{verb}: never used in {games} games, although it was available {n} times."),
                verb=verb,
                games=len(games),
                n=offered[verb],
            )
            out.append(Finding("rule", True, text))
    strange = [verb for verb in sorted(verbs) if not offered[verb] and not used[verb]]
    if strange:  # rules of other maps, too: nothing need be off
        text = T("Never possible in {games} games: {verbs}.", games=len(games), verbs=", ".join(strange))
        out.append(Finding("rule", False, text, len(strange)))
    for kind in kinds(rules, offered):
        dead = [n for n in offered if n.startswith(f"{kind}:") and not used[n] and offered[n] >= OFTEN]
        alive = sum(n.startswith(f"{kind}:") for n in offered)
        if not dead or len(dead) == alive:
            continue
        dead.sort(key=lambda n: -offered[n])
        those = [name(rules, n) for n in dead[:NAMED]] + ([T("{target}", target="…")] if len(dead) > NAMED else [])
        text = T(DEAD.get(kind, OTHERS).message, n=len(dead), all=alive, those=those, kind=kind)
        why = T(
            "Available at least {n} times in {games} games, but players always chose something else.",
            n=offered[dead[-1]],
            games=len(games),
        )
        out.append(Finding(kind, True, text, len(dead), why=why, show=dead[:NAMED]))
    return out


def kinds(rules: AnyRules, offered: Counter[str]) -> list[str]:
    """Return the kinds of targets that belong to the map; all kinds if the game does not say."""
    there = {name.partition(":")[0] for name in offered if ":" in name}
    return sorted(there & set(registry.game(rules.game).places) or there - {"keep", "offer"})


def name(rules: AnyRules, target: str) -> Text:
    """Return a target in words: the towns of a route, the name of a town."""
    try:
        named: Text = rules.name(target)
        return named
    except Exception:  # a name is an ornament: a target that has none is shown as it is
        return T("{target}", target=target)


def lucky_places(games: Sequence[Played], rules: AnyRules) -> list[Finding]:
    """Return places whose users win more than their share: an opening that everybody should take is too good."""
    out = []
    fair = 1 / games[0].players
    wins: dict[str, float] = {}
    users: Counter[str] = Counter()
    for game in games:
        for use in game.targets:
            if use.seat >= 0:
                users[use.name] += 1
                wins[use.name] = wins.get(use.name, 0.0) + game.shares[use.seat]
    belong = kinds(rules, users)
    for target, n in users.items():
        if n >= 30 and games[0].players > 1 and target.partition(":")[0] in belong:
            # Many places are looked at: ask for more than the usual certainty.
            low, high = wilson(wins[target], n, z=3.3)
            if low > fair + 0.05:
                s = Share(wins[target], n, wins[target] / n, low, high, fair)
                text = T(
                    "{where}: players who use it win {share}% of their games [{low}%–{high}%] instead of {fair}%.",
                    where=name(rules, target),
                    fair=round(100 * fair),
                    **_in_percent(s),
                )
                why = T(
                    (
                        "{n} players used it. The range is wide: by chance alone, the result falls outside it "
                        "only once in a thousand times."
                    ),
                    n=n,
                )
                out.append(Finding("strong place", True, text, s.share, low, high, why, [target]))
    out.sort(key=lambda f: -f.low)
    return out[:8]


def findings(games: Sequence[Played], rules: AnyRules) -> list[Finding]:
    """Return all findings, in the order of a report."""
    if not games:
        return []
    found = seats(games) if games[0].players > 1 else []
    found += leader(games) if games[0].players > 1 else []
    return [*found, *length(games), *margins(games), *unused(games, rules), *lucky_places(games, rules)]
