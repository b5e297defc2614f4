"""How strong bots are, on all the cores there are, with plain files: seat-balanced games with luck of their own.

    python benchmarks/measure_bots.py --jobs 15 --minutes 9 --seed fresh --out strength.jsonl \\
        spike:expert:expert@1:200 age_of_steam/rust_belt/4:expert:expert@1:100 age_of_steam/barbados/1:expert::40

``GAME[/MAP[/PLAYERS[/OPTION=VALUE,…]]]:BOT:OTHER:GAMES``; settings of a bot are joined by ``+`` (``expert+max_candidates=1``).
One of the first kind sits among bots of the other, in every seat in turn; games that differ in the seating alone share their
luck. Without an OTHER all seats play the same. Pairs are played in this order (``--in-turns``: a game of each by turns) until the
time is up; what lies in ``--out`` is not played again. Prints shares of wins with 95 % intervals, scores, and the time of a
decision.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any

import msgspec

from boxcars.arena.game_result import Job, Played, complete
from boxcars.arena.local_runner import play_chunk
from boxcars.arena.ratings import share
from boxcars.arena.timed_pool import spread
from boxcars.core import registry
from boxcars.core.chance import seed_from

Row = dict[str, Any]


class Pair:
    """A line of the plan."""

    def __init__(self, text: str) -> None:
        self.text = text
        where, self.bot, self.other, games = text.split(":")
        game, _, rest = where.partition("/")
        map, _, rest = rest.partition("/")
        players, _, options = rest.partition("/")
        chosen = dict(option.split("=") for option in options.split(",") if option)
        seats = int(players) if players else registry.game(game).usual_players
        known = {option.key: option for option in registry.game(game).options}
        self.setup = complete(game, map or None, seats, {name: known[name].read(value) for name, value in chosen.items()})
        self.games = int(games)

    def jobs(self, seed: str) -> Iterator[Job]:
        players = self.setup.players
        bot, other = (kind.replace("+", ":") for kind in (self.bot, self.other or self.bot))
        for i in range(self.games):
            bots = [bot if s == i % players else other for s in range(players)]
            luck = i // players if self.other else i
            yield Job(i, bots, seed_from(f"{seed}:{self.setup.game}:{self.setup.map}:{players}:{luck}"))

    def told(self, rows: list[Row]) -> str:
        if not rows:
            return f"{self.text}: nothing played"
        players = self.setup.players
        mine = [row["scores"][row["number"] % players] for row in rows]
        best = fmean(max(row["scores"]) for row in rows)
        think = [row["think"][row["number"] % players] for row in rows]
        longest = [row["longest"][row["number"] % players] for row in rows]
        p99 = quantiles(longest, n=100)[98] if len(longest) > 1 else longest[0]
        text = f"{self.text}: "
        if self.other:
            text += (
                f"won {share(sum(row['shares'][row['number'] % players] for row in rows), len(rows))} (fair {1 / players:.0%}); "
            )
        every = fmean(n for row in rows for n in row["scores"])
        lost = sum(row["gone"] > 0 for row in rows)
        return text + (
            f"score {fmean(mine):.1f}, winner {best:.1f}, all {every:.1f}, games with a bankrupt {lost} of {len(rows)}; "
            f"a decision {fmean(think):.3f} s, longest {max(longest):.2f} (p99 of longest {p99:.2f})"
        )


def one(task: tuple[str, bytes, Job]) -> Row:
    """What a worker does."""
    pair, setup, job = task
    played: Played = play_chunk(setup, [job], True)[0]
    return {
        "pair": pair,
        "number": job.number,
        "bots": job.bots,
        "seed": job.seed,
        "scores": played.scores,
        "shares": played.shares,
        "ranks": played.ranks,
        "think": played.think,
        "longest": played.longest_think,
        "decisions": played.decisions,
        "gone": sum(bankrupt(played)),
    }


def bankrupt(played: Played) -> list[bool]:
    """Which seats were out of the game before its end, where a game knows that."""
    from boxcars.core.record import read

    *_, (_, state, _) = read(played.record.encode()).replay()
    return list(getattr(state, "gone", []))


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("pairs", nargs="+")
    say.add_argument("--jobs", type=int, default=1)
    say.add_argument("--minutes", type=float, default=600.0)
    say.add_argument("--seed", default="measured")
    say.add_argument("--in-turns", action="store_true")
    say.add_argument("--out", type=Path, required=True)
    given = say.parse_intermixed_args()
    plan = [Pair(text) for text in given.pairs]
    rows: dict[str, list[Row]] = defaultdict(list)
    if given.out.exists():
        for line in given.out.read_text().splitlines():
            row = json.loads(line)
            rows[row["pair"]].append(row)
    todo = []
    for pair in plan:
        known = {row["number"] for row in rows[pair.text]}
        setup = msgspec.json.encode(pair.setup)
        todo += [(pair.text, setup, job) for job in pair.jobs(given.seed) if job.number not in known]
    if given.in_turns:
        todo.sort(key=lambda task: task[2].number)
    with given.out.open("a") as file:
        for _, row in spread(one, todo, given.jobs, given.minutes):
            rows[row["pair"]].append(row)
            file.write(json.dumps(row) + "\n")
            file.flush()
    for pair in plan:
        print(pair.told(rows[pair.text]), flush=True)


if __name__ == "__main__":
    main()
