"""How far the analysis can be trusted, and what it costs.

    python benchmarks/analysis.py blunders [GAME] [GAMES] [SEED] [JOBS]
                                                            forced blunders of an expert: how many are found, and above all else
    python benchmarks/analysis.py labels EVERY RECORD …     what is labelled in recorded games, and of other choices there
    python benchmarks/analysis.py costs [GAME …]            time and memory to analyse a golden game of each of the five
    python benchmarks/analysis.py hashes                    the end of each golden game as a hash: the same on every machine

Seconds are of the processor. docs/analysis.md tells what came out.
"""

from __future__ import annotations

import multiprocessing
import platform
import resource
import sys
import time
from functools import partial
from hashlib import blake2b
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.analysis.forced import check  # noqa: E402
from tests.analysis.games import LIGHT, golden, sampled  # noqa: E402

from boxcars.analysis import Decision, analyse  # noqa: E402
from boxcars.bots.master import learned  # noqa: E402
from boxcars.core.record import read  # noqa: E402

GOLDEN = {
    "age_of_steam": "rust_belt-3-heuristic",
    "steam": "ruhr-3-heuristic-mode=standard",
    "ticket_to_ride": "usa-3-heuristic",
    "silverton": "colorado-3-advanced",
    "spike": "eastern_usa-3-heuristic",
}
TABLE = dict.fromkeys(GOLDEN, 3) | {"ticket_to_ride": 2}
"""How many sit where an expert blunders."""


def blunder(game: str, seed: str, n: int) -> tuple[int, list[int], int, int, list[str]]:
    """Of one game: forced, found, above everything the expert chose freely; labelled free choices, and what was missed."""
    one = check(game, TABLE[game], f"{seed} {n}")
    counts = [len(one.forced), len(one.found), len(one.above)]
    missed = [f"{x.step} {x.loss:.3f} ± {x.error:.3f}" for x in one.forced if not x.label]
    return n, counts, sum(bool(x.label) for x in one.free), len(one.free), missed


def blunders(game: str = "ticket_to_ride", games: int = 20, seed: str = "blind", jobs: int = 1) -> None:
    """One line a game, and their sum so far: who is interrupted knows as much as there is."""
    total = [0, 0, 0, 0, 0]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for n, counts, free, chosen, missed in pool.imap_unordered(partial(blunder, game, seed), range(games)):
            total = [a + b for a, b in zip(total, [*counts, free, chosen], strict=True)]
            forced, found, above, labels, of = total
            share = found / max(1, forced)
            part = f"so far {found} of {forced} found ({share:.0%}), {above} above all others; free {labels} of {of}"
            print(game, n, *counts, f"free labelled: {free} of {chosen}", *missed, part, sep="  ", flush=True)


def told(name: str, chosen: list[Decision]) -> None:
    """The share that is labelled, of all decisions and of those in which anybody could err."""
    labels = sum(bool(one.label) for one in chosen)
    stakes = sum(one.matters for one in chosen)
    of_all = f"{labels} of {len(chosen)} decisions labelled ({labels / max(1, len(chosen)):.0%})"
    print(f"{name}: {of_all}, of those at stake {labels / max(1, stakes):.0%} ({stakes})", flush=True)


def labels(every: int, *files: str) -> None:
    for file in files:
        record = read(Path(file).read_bytes())
        name = Path(file).stem
        told(f"{name} as played", sampled(record, every))
        expert = "expert" if learned(record.rules()) else "expert:seconds=0"  # as strong on a busy machine
        for kind in ("random", expert):
            told(f"{name}, {kind}", sampled(record, every, kind))


def cost(game: str) -> None:
    record = read((ROOT / f"tests/{game}/golden/{GOLDEN[game]}.jsonl").read_bytes())
    start = time.process_time()
    analyse(record)
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"| {game}, {GOLDEN[game]} | {len(record.entries)} | {seconds:.0f} | {memory:.0f} MB |", flush=True)


def costs(*games: str) -> None:
    """Each in a process of its own: memory is the most it ever held."""
    for game in games or GOLDEN:
        one = multiprocessing.get_context("spawn").Process(target=cost, args=(game,))
        one.start()
        one.join()


LAST = 60
"""So many of the last actions are enough to tell two machines apart."""


def hashes() -> None:
    print(platform.python_version(), platform.machine(), platform.platform())
    for game, name in GOLDEN.items():
        found = analyse(golden(f"{game}/golden/{name}.jsonl", LAST), LIGHT)
        print(game, blake2b(found.write(), digest_size=16).hexdigest(), flush=True)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "blunders":
        game, games, seed, jobs = [*rest, *("ticket_to_ride", "20", "blind", "1")[len(rest) :]]
        blunders(game, int(games), seed, int(jobs))
    elif what == "labels":
        labels(int(rest[0]), *rest[1:])
    elif what == "hashes":
        hashes()
    else:
        costs(*rest)
