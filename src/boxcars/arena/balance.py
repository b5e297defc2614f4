"""The designer's bench: what simulated games say about a map or a rule, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median, stdev
from typing import get_args

import msgspec

from boxcars.arena import figures
from boxcars.arena.played import Played
from boxcars.arena.ratings import Share
from boxcars.core.kinds import AnyRules

RUNAWAY = 0.8
"""If the leader at half-time wins at least so often, the second half hardly matters."""
OFTEN = 20
"""On offer so often and never used: not by chance."""


class Finding(msgspec.Struct, frozen=True):
    """One judgement. ``off``: something a designer should look at."""

    subject: str
    off: bool
    text: str
    value: float = 0.0
    low: float = 0.0
    high: float = 0.0


def _percent(s: Share) -> str:
    return f"{s.share:.0%} [{s.low:.0%}–{s.high:.0%}]"


def seats(games: Sequence[Played]) -> list[Finding]:
    """Does a seat win more than its fair share? Off where the fair share lies outside the interval."""
    out = []
    for seat, s in enumerate(figures.by_seat(games)):
        off = not s.low <= s.fair <= s.high
        how = " – an advantage" if off and s.share > s.fair else " – a handicap" if off else ""
        out.append(
            Finding("seat", off, f"Seat {seat + 1} wins {_percent(s)}, fair is {s.fair:.0%}{how}.", s.share, s.low, s.high)
        )
    return out


def leader(games: Sequence[Played]) -> list[Finding]:
    """Does the leader run away? Off where even the lower bound says so at half-time."""
    tenths = figures.runaway(games)
    out = []
    for moment in (3, 5, 8):
        s = tenths[moment]
        if s.games:
            off = moment == 5 and s.low >= RUNAWAY
            text = (
                f"Who leads after {10 * moment} % of the game wins {_percent(s)} of them{' – a runaway leader' if off else ''}."
            )
            out.append(Finding("leader", off, text, s.share, s.low, s.high))
    return out


def length(games: Sequence[Played]) -> list[Finding]:
    """How long games are, and whether some drag on."""
    n = [game.decisions for game in games]
    mean = fmean(n)
    error = 1.96 * stdev(n) / len(n) ** 0.5 if len(n) > 1 else 0.0
    long = sum(x > 1.5 * median(n) for x in n) / len(n)
    text = f"A game takes {mean:.0f} ± {error:.0f} decisions ({min(n)} to {max(n)}); {long:.0%} take half as many again as usual."
    return [Finding("length", long > 0.1, text, mean, mean - error, mean + error)]


def margins(games: Sequence[Played]) -> list[Finding]:
    """How close games end."""
    if games[0].players < 2:
        return []
    gaps = [sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in games]
    ties = sum(g.ranks.count(1) > 1 for g in games) / len(games)
    top = fmean([max(g.scores) for g in games]) or 1.0
    text = (
        f"The winner is {fmean(gaps):.1f} ahead of the next ({fmean(gaps) / top:.0%} of the winning score); {ties:.0%} are ties."
    )
    return [Finding("margin", ties > 0.2, text, fmean(gaps))]


def unused(games: Sequence[Played], rules: AnyRules) -> list[Finding]:
    """Rules nobody used and places nobody wanted, though they were on offer."""
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
            out.append(Finding("rule", True, f"{verb}: never used in {len(games)} games, though on offer {offered[verb]} times."))
    strange = [verb for verb in sorted(verbs) if not offered[verb] and not used[verb]]
    if strange:  # rules of other maps, too: nothing need be off
        out.append(Finding("rule", False, f"Never even possible in {len(games)} games: {', '.join(strange)}.", len(strange)))
    for kind in sorted({name.partition(":")[0] for name in offered if ":" in name}):
        dead = [n for n in offered if n.startswith(f"{kind}:") and not used[n] and offered[n] >= OFTEN]
        alive = sum(n.startswith(f"{kind}:") for n in offered)
        if not dead or len(dead) == alive or kind in ("keep", "offer"):
            continue
        dead.sort(key=lambda n: -offered[n])
        shown = "; ".join(figures.label(games, n) for n in dead[:12]) + (" …" if len(dead) > 12 else "")
        out.append(
            Finding(kind, True, f"{len(dead)} of {alive} {kind} targets are dead (offered, never chosen): {shown}.", len(dead))
        )
    return out


def lucky_places(games: Sequence[Played]) -> list[Finding]:
    """Places whose users win more than their share: an opening everybody should take is an opening too good."""
    out = []
    fair = 1 / games[0].players
    wins: dict[str, float] = {}
    users: Counter[str] = Counter()
    for game in games:
        for use in game.targets:
            users[use.name] += 1
            wins[use.name] = wins.get(use.name, 0.0) + game.shares[use.seat]
    for name, n in users.items():
        if n >= 30 and games[0].players > 1:
            from boxcars.arena.ratings import wilson

            # Many places are looked at: ask for more than the usual certainty.
            low, high = wilson(wins[name], n, z=3.3)
            if low > fair + 0.05:
                where = figures.label(games, name)
                text = f"{where}: its users win {wins[name] / n:.0%} [{low:.0%}–{high:.0%}] instead of {fair:.0%}."
                out.append(Finding("strong place", True, text, wins[name] / n, low, high))
    out.sort(key=lambda f: -f.low)
    return out[:8]


def findings(games: Sequence[Played], rules: AnyRules) -> list[Finding]:
    """Everything the bench can say, in the order of a report."""
    if not games:
        return []
    found = seats(games) if games[0].players > 1 else []
    found += leader(games) if games[0].players > 1 else []
    return [*found, *length(games), *margins(games), *unused(games, rules), *lucky_places(games)]
