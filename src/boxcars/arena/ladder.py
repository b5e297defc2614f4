"""The ladder of bots, per game: neighbours play each other, and each level plays the heuristic. Written to docs/ladder.md.

Results are kept in a folder of tables, one for each game, pair and seed, so the ladder grows from run to run: what is there is
not played again unless the bots or the rules changed (then delete the folder). Tables of other runs, played elsewhere with
another seed, count as soon as they lie in the folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import msgspec

from boxcars.arena import result_store
from boxcars.arena.game_result import Job, Played, Setup, complete
from boxcars.arena.match_schedule import tournament
from boxcars.arena.ratings import Rating, Share, head_to_head, ratings, win_shares
from boxcars.bots.evaluators import read_fitted_weights
from boxcars.bots.learned_bot import learned_is_stronger
from boxcars.bots.levels import LEVELS, level_settings
from boxcars.core import registry

ALONE = ":max_candidates=1"
"""The setting of a level without a search: it plays the greatest logit of its evaluator."""
SEARCHING = ("normal", "hard", "expert")
"""Levels that compare candidates, in some games at least."""
BOTS = (
    "random",
    "novice",
    "heuristic",
    "easy",
    "normal",
    "hard",
    "expert",
    "expert@1",
    *(f"{level}{ALONE}" for level in SEARCHING),
)
"""The bots of the ladder, weakest first, then others that they are measured against."""

PAIRS = (
    ("heuristic", "random"),
    ("expert", "hard"),
    ("hard", "normal"),
    ("normal", "easy"),
    ("easy", "novice"),
    ("novice", "random"),
    ("normal", "heuristic"),
    ("hard", "heuristic"),
    ("expert", "expert@1"),
    *((level, f"{level}{ALONE}") for level in SEARCHING),
)
"""The pairs that play each other, the most informative first."""


class Pair(msgspec.Struct):
    """The results of a pair of bots in one game."""

    better: str
    worse: str
    games: list[Played]

    @property
    def share(self) -> Share:
        """Return the better bot's share of wins (with more than two seats: of its single seat among the others)."""
        if self.games and self.games[0].players > 2:
            return head_to_head(self.games, self.better)
        return win_shares(self.games)[self.better]


def setup_of(game: str) -> Setup:
    """Return the setup: the first map, with the usual number of seats."""
    return complete(game, players=registry.game(game).usual_players)


def jobs_of(setup: Setup, pair: tuple[str, str], games: int, seed: str) -> list[Job]:
    """Return seat-balanced games of a pair. With more than two seats, one of the better bot sits among the others."""
    jobs = tournament(setup, list(pair), games if setup.players == 2 else 2 * games + 2 * setup.players, seed)
    if setup.players > 2:
        jobs = [job for job in jobs if job.bots.count(pair[0]) == 1][:games]
    return [Job(i, job.bots, job.seed) for i, job in enumerate(jobs)]


def table_of(folder: Path, game: str, pair: tuple[str, str], seed: str) -> Path:
    return folder / f"{game}-{named(pair)}-{seed}.parquet"


def tables_of(folder: Path, game: str, pair: tuple[str, str]) -> list[Path]:
    """Return the stored results of a pair, with any seed."""
    return sorted(folder.glob(f"{game}-{named(pair)}-*.parquet"))


def named(pair: tuple[str, str]) -> str:
    """Return a pair as part of a file name."""
    return "-".join(pair).replace(":", "+")


def telling(game: str, pair: tuple[str, str]) -> bool:
    """Return whether a pair is worth measuring: a level without a search in this game is its evaluator alone."""
    better, worse = pair
    return not worse.endswith(ALONE) or level_settings(better, game)["max_candidates"] > 1


def load(folder: Path, game: str) -> list[Pair]:
    found = []
    for pair in PAIRS:
        games = [played for path in tables_of(folder, game, pair) for played in result_store.load(path)]
        if games:
            found.append(Pair(*pair, games))
    return found


def efforts(game: str) -> list[str]:
    """Return a description of the levels' settings in a game."""
    lines = [
        "| level | fitted weights | temperature | candidates | iterations | played on | seconds at most |",
        "|---|---:|---:|---:|---:|---|---:|",
    ]
    for level in LEVELS:
        s = level_settings(level, game, registry.game(game).usual_players)
        rounds, known = s.get("rollout_rounds", 0), read_fitted_weights(game)
        fitted = f"{s['fitted_share']:.0%}" if known else "–"
        played = (
            "to the end"
            if rounds >= 99
            else f"{rounds} round{'s'[: rounds - 1]}"
            if rounds
            else "to the next turn or round, then valued"
        )
        if s.get("search_last_rounds"):
            played += f", in the last {s['search_last_rounds']} rounds only"
        if s.get("play_out_last_rounds"):
            played += f", to the end when {s['play_out_last_rounds']} are left"
        if s["max_candidates"] == 1:
            played = "not at all: the evaluator decides"
        temperature = f"{s['temperature']:g}" if s.get("temperature") else "–"
        if level == "expert" and learned_is_stronger(setup_of(game).rules()):
            lines.append("| expert | learned | – | – | – | not at all: a learned network decides | – |")
            continue
        lines.append(
            f"| {level} | {fitted} | {temperature} | {s['max_candidates']} | {s['iterations']} | {played} | {s['seconds']:g} |"
        )
    return lines


def said(bot: str) -> str:
    return "its evaluator alone" if bot.endswith(ALONE) else bot


def page(results: Sequence[tuple[Setup, list[Pair]]]) -> str:
    """Return the text of docs/ladder.md."""
    lines = [
        "# The ladder",
        "",
        "How strong the bots are, measured by playing. `boxcars ladder` writes this page; run it again after a change",
        "of rules or bots.",
        "",
        "* Both bots sit in every seat equally often. With more than two players one bot of the better kind sits among",
        "  bots of the other kind, so the fair share is one over the number of players.",
        "* Intervals are 95 %: Wilson's for shares. Ratings are Bradley–Terry on the Elo scale (400 points are ten to",
        "  one), around 0.",
        "* Each game is measured at its usual number of players: two for Silverton, Spike and Ticket to Ride, four for",
        "  Age of Steam and Steam.",
        "* `heuristic` is the yardstick: the game's evaluator with the weights written by hand, without search.",
        "* Levels differ by the share of fitted weights, by temperature (how often one of the next best actions looks",
        "  best) and by effort. *Its evaluator alone* is the same level without its search.",
        "* `expert@1` is the expert before November 2026, kept for measuring.",
        "* A level that is not in a table has not been measured since it changed.",
        "",
    ]
    for setup, pairs in results:
        name = registry.game(setup.game).name
        lines += [f"## {name}: {setup.players} players, {Path(setup.map).stem}", "", *efforts(setup.game), ""]
        if not pairs:
            lines += ["Not measured yet.", ""]
            continue
        lines += [
            "| bot | against | games | wins | 95 % interval | fair | above it? | seconds a decision |",
            "|---|---|---:|---:|---:|---:|---|---:|",
        ]
        for pair in sorted(pairs, key=lambda p: (BOTS.index(p.better), BOTS.index(p.worse))):
            s = pair.share
            verdict = "yes" if s.low > s.fair else "no" if s.high < s.fair else "not yet sure"
            think = fmean([t for g in pair.games for t, b in zip(g.think, g.bots, strict=True) if b == pair.better])
            lines.append(
                f"| {pair.better} | {said(pair.worse)} | {s.games} | {s.share:.1%} | {s.low:.1%} – {s.high:.1%} | {s.fair:.1%} "
                f"| {verdict} | {think:.3f} |"
            )
        rated: list[Rating] = ratings([game for pair in pairs if not pair.worse.endswith(ALONE) for game in pair.games])
        lines += ["", "| bot | rating | 95 % interval | games |", "|---|---:|---:|---:|"]
        lines += [f"| {r.bot} | {r.rating:+.0f} | {r.low:+.0f} – {r.high:+.0f} | {r.games} |" for r in rated]
        lines.append("")
    return "\n".join(lines)
