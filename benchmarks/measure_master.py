"""How strong the master of Ticket to Ride is: one of it among others in every seat, with luck that nobody trained on.

    python benchmarks/measure_master.py --games 400 --rival expert --jobs 2 --out master.json
    python benchmarks/measure_master.py --games 200 --players 3 --weights run/master.npz
    python benchmarks/measure_master.py --games 200 --players 5 --keep kept --part 0/8 --minutes 5   # one of eight at a time

Prints the share of wins with its 95 % interval, mean scores, tickets held and completed, and the time a move took.
With ``--keep`` every game is written down as it ends: a measure that was cut short goes on where it was, and parts that were
played side by side (or on several days) are told together.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from boxcars.arena.game_result import Job, Played, complete
from boxcars.arena.local_runner import run
from boxcars.arena.ratings import head_to_head
from boxcars.core.chance import seed_from
from boxcars.core.record import read

MASTER = "boxcars.bots.learned_bot.LearnedBot"


class Measured(msgspec.Struct):
    """A game, without its record, and the tickets that each seat held and completed."""

    game: Played
    held: list[int]
    completed: list[int]


def measured(game: Played) -> Measured:
    *_, (rules, state, _) = read(game.record.encode()).replay()
    outcome: Any = rules.outcome(state)
    small = msgspec.structs.replace(game, record="", standings=[], verbs=[], targets=[], offered={})
    return Measured(small, [len(held) for held in state.tickets], outcome.lines[-1].values)


def kept_in(folder: Path | None) -> list[Measured]:
    """The games that were written down so far, by whichever part; a line that was cut off is none."""
    found: dict[int, Measured] = {}
    for file in sorted(folder.glob("*.jsonl")) if folder else []:
        for line in file.read_text().splitlines():
            try:
                one = msgspec.json.decode(line, type=Measured)
            except msgspec.DecodeError:
                continue
            found[one.game.number] = one
    return [found[number] for number in sorted(found)]


def jobs_of(given: argparse.Namespace, master: str) -> list[Job]:
    jobs = []
    for i in range(given.games):
        # Games that differ in the seating alone share their luck.
        seat, luck = i % given.players, i // given.players
        bots = [master if s == seat else given.rival for s in range(given.players)]
        jobs.append(Job(i, bots, seed_from(f"{given.seed}:{given.players}:{luck}")))
    return jobs


def play_on(given: argparse.Namespace, master: str, done: set[int]) -> Iterator[Measured]:
    """The games of this part that are still to be played, as long as there is time."""
    part, parts = map(int, given.part.split("/"))
    begun = time.monotonic()
    jobs = [job for job in jobs_of(given, master) if job.number % parts == part and job.number not in done]
    for game in run(complete("ticket_to_ride", None, given.players, {}), jobs, given.jobs, records=True):
        yield measured(game)
        if time.monotonic() - begun > 60 * given.minutes:
            break


def tell(given: argparse.Namespace, master: str, all_games: list[Measured]) -> dict[str, Any]:
    lines: dict[str, dict[str, list[float]]] = {"master": defaultdict(list), "rival": defaultdict(list)}
    for one in all_games:
        game = one.game
        for seat, bot in enumerate(game.bots):
            line = lines["master" if bot == master else "rival"]
            line["score"].append(game.scores[seat])
            line["winner"] += [game.scores[seat]] * (game.ranks[seat] == 1)
            line["tickets"].append(one.held[seat])
            line["completed"].append(one.completed[seat])
            line["milliseconds"].append(1000 * game.think[seat])
            line["longest"].append(1000 * game.longest_think[seat])
    share = head_to_head([one.game for one in all_games], master)
    print(f"{given.players} players, master against {given.rival}: {share} (fair {share.fair:.1%})")
    means = {who: {name: round(fmean(values), 2) for name, values in line.items() if values} for who, line in lines.items()}
    for who, figures in means.items():
        print(f"  {who:7s} " + "  ".join(f"{name} {value}" for name, value in figures.items()))
    summary = {"players": given.players, "rival": given.rival, "games": share.games, "wins": share.wins, "share": share.share}
    return summary | {"low": share.low, "high": share.high} | means


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rival", default="expert")
    parser.add_argument("--weights", default="")
    parser.add_argument("--seed", default="measured")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", default="0/1", help="play every n-th game only, beginning with the k-th: k/n")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no more games after so many")
    parser.add_argument("--keep", type=Path, help="a folder in which every game is written down")
    parser.add_argument("--tell", action="store_true", help="play nothing, tell what was kept")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    master = f"{MASTER}:weights={given.weights}" if given.weights else MASTER
    games = kept_in(given.keep)
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    for one in [] if given.tell else play_on(given, master, {one.game.number for one in games}):
        games.append(one)
        if given.keep:
            with (given.keep / f"{given.part.replace('/', '_of_')}.jsonl").open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
        if len(games) % 10 == 0:
            print(f"{len(games)} games: {head_to_head([one.game for one in games], master)}", flush=True)
    if games:
        summary = tell(given, master, games)
        if given.out:
            given.out.write_bytes(msgspec.json.format(msgspec.json.encode(summary), indent=1) + b"\n")


if __name__ == "__main__":
    main()
