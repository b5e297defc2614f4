"""How strong the master of Ticket to Ride is: one of it among others in every seat, with luck that nobody trained on.

    python benchmarks/measure_master.py --games 400 --rival expert --jobs 2 --out master.json
    python benchmarks/measure_master.py --games 200 --players 3 --weights run/master.npz

Prints the share of wins with its 95 % interval, mean scores, tickets held and completed, and the time a move took.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

from boxcars.arena.played import Job, complete
from boxcars.arena.ratings import head_to_head
from boxcars.arena.run import run
from boxcars.core.chance import seed_from
from boxcars.core.record import read

MASTER = "boxcars.bots.master.MasterBot"


def tickets(record: str) -> tuple[list[int], list[int]]:
    """Tickets that each seat held and completed at the end of a recorded game."""
    *_, (rules, state, _) = read(record.encode()).replay()
    outcome: Any = rules.outcome(state)
    return [len(held) for held in state.tickets], outcome.lines[-1].values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rival", default="expert")
    parser.add_argument("--weights", default="")
    parser.add_argument("--seed", default="measured")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    master = f"{MASTER}:weights={given.weights}" if given.weights else MASTER
    setup = complete("ticket_to_ride", None, given.players, {})
    jobs = []
    for i in range(given.games):
        # Games that differ in the seating alone share their luck.
        seat, luck = i % given.players, i // given.players
        bots = [master if s == seat else given.rival for s in range(given.players)]
        jobs.append(Job(i, bots, seed_from(f"{given.seed}:{given.players}:{luck}")))
    games = []
    for game in run(setup, jobs, given.jobs, records=True):
        games.append(game)
        if len(games) % 10 == 0:
            print(f"{len(games)} games: {head_to_head(games, master)}", flush=True)
    lines: dict[str, dict[str, list[float]]] = {"master": defaultdict(list), "rival": defaultdict(list)}
    for game in games:
        held, done = tickets(game.record)
        for seat, bot in enumerate(game.bots):
            line = lines["master" if bot == master else "rival"]
            line["score"].append(game.scores[seat])
            line["tickets"].append(held[seat])
            line["completed"].append(done[seat])
            line["milliseconds"].append(1000 * game.think[seat])
            line["longest"].append(1000 * game.longest_think[seat])
    share = head_to_head(games, master)
    print(f"{given.players} players, master against {given.rival}: {share} (fair {share.fair:.1%})")
    means = {who: {name: round(fmean(values), 2) for name, values in line.items()} for who, line in lines.items()}
    for who, figures in means.items():
        print(f"  {who:7s} " + "  ".join(f"{name} {value}" for name, value in figures.items()))
    if given.out:
        summary = {"players": given.players, "rival": given.rival, "games": share.games, "wins": share.wins, "share": share.share}
        given.out.write_text(json.dumps(summary | {"low": share.low, "high": share.high} | means, indent=1) + "\n")


if __name__ == "__main__":
    main()
