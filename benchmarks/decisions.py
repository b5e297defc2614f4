"""How long a bot thinks about a decision, and how much memory it takes: every game in a process of its own.

    python benchmarks/decisions.py --bot expert --minutes 2 age_of_steam/rust_belt/4 steam silverton spike ticket_to_ride

All seats play the same bot until the time is up. Prints processor time of a decision (middle, 99 in 100, longest) and the memory
of the process at its height, with that of the rules alone. Compiled or plain as the interpreter finds the rules.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Sequence
from multiprocessing import get_context
from statistics import median, quantiles

from boxcars.arena.game_result import complete
from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from


def height() -> float:
    """The most memory this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(task: tuple[str, str, float, str]) -> str:
    where, kind, minutes, seed = task
    game, map, players = [*where.split("/"), "", ""][:3]
    setup = complete(game, map or None, int(players) if players else registry.game(game).usual_players, {})
    rules = registry.make(game, setup.map, setup.players, setup.options)
    alone = height()
    taken: list[float] = []
    games = 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        state = rules.start(Chance(seed_from(f"{seed}:{games}")))
        bots = [make_bot(kind, rules, f"{seed}:{games}:{seat}") for seat in range(setup.players)]
        while (seat := rules.actor(state)) >= 0 and time.monotonic() < end:
            view = SeatView(rules, state, seat)
            begun = time.process_time()
            action = bots[seat].choose(view)
            taken.append(time.process_time() - begun)
            rules.apply(state, action)
        games += 1
    figures = f"{median(taken):.4f} | {quantiles(taken, n=100)[98]:.3f} | {max(taken):.2f} | {height():.0f} | {alone:.0f}"
    return f"| {where} | {kind} | {len(taken)} | {figures} |"


def main(argv: Sequence[str] | None = None) -> None:
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("setups", nargs="+")
    say.add_argument("--bot", default="expert")
    say.add_argument("--minutes", type=float, default=2.0)
    say.add_argument("--seed", default="decisions")
    say.add_argument("--jobs", type=int, default=1)
    given = say.parse_args(argv)
    print("| setup | bot | decisions | p50, s | p99, s | longest, s | memory, MB | of it before the game |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    tasks = [(setup, given.bot, given.minutes, given.seed) for setup in given.setups]
    with get_context("spawn").Pool(given.jobs, maxtasksperchild=1) as pool:
        for row in pool.imap(measure, tasks, chunksize=1):
            print(row, flush=True)


if __name__ == "__main__":
    main()
