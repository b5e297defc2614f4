"""How often each home of Silverton and each contract of Spike wins, against its fair share.

python tools/home_wins.py silverton --players 4 --bot hard --games 400 --out homes.jsonl
python tools/home_wins.py spike --players 3 --bot hard --games 400
python tools/home_wins.py homes.jsonl more_homes.jsonl

A shared victory counts in parts. The fair share of a seat is one in as many as there are players; a home or contract wins
when the seat does that has it. ``--out`` keeps every game as it ends: stopped early (or by ``--minutes``), nothing is lost, and
the same command goes on from there. Parts are played with ``--first`` (the number of the first game) or with seeds of their own,
and added up by naming their files. Findings: docs/lab/2026-balance.md.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from boxcars.arena.timed_pool import spread
from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules

Row = dict[str, Any]
"""A game that was played: its seed, how it was set up, and what every home or contract had of the win."""


def held(rules: Rules[Any], state: Any) -> list[list[str]]:
    """What each seat has that the board gives it: its home, or its contracts (by commodity)."""
    if rules.game == "silverton":
        atlas, homes = rules.atlas, rules.homes  # type: ignore[attr-defined]
        return [[f"{p.position + 1} " + "–".join(atlas.town_names[h] for h in homes[p.position])] for p in state.players]
    chart = rules.chart  # type: ignore[attr-defined]
    return [[chart.goods[chart.card_goods[card]] for card in p.dealt] for p in state.players]


def play(game: str, map: str | None, players: int, options: dict[str, str], bot: str, seed: str) -> Row:
    """One game: every home or contract, the part of the win that it had, and its seat's score."""
    rules = registry.make(game, map, players, options)
    bots = [make_bot(bot, rules, f"{seed} {seat}") for seat in range(rules.players)]
    state = rules.start(Chance(seed_from(seed)))
    has = held(rules, state)
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    outcome = rules.outcome(state)
    assert outcome is not None
    winners = outcome.winners
    parts = [(thing, (s in winners) / len(winners), outcome.scores[s]) for s, things in enumerate(has) for thing in things]
    return {"game": game, "players": players, "bot": bot, "seed": seed, "parts": parts}


def told(rows: list[Row]) -> str:
    """What each home or contract won."""
    wins: dict[str, float] = defaultdict(float)
    games: dict[str, int] = defaultdict(int)
    scores: dict[str, float] = defaultdict(float)
    for row in rows:
        for thing, part, score in row["parts"]:
            games[thing] += 1
            wins[thing] += part
            scores[thing] += score
    setups = sorted({f"{row['game']}, {row['players']} players, {row['bot']} in every seat" for row in rows})
    fair = 100 / rows[0]["players"]
    lines = [f"{'; '.join(setups)}, {len(rows)} games; fair share {fair:.1f} %"]
    for thing in sorted(games, key=lambda t: -wins[t] / games[t]):
        share = 100 * wins[thing] / games[thing]
        noise = 100 * ((fair / 100) * (1 - fair / 100) / games[thing]) ** 0.5
        mean = scores[thing] / games[thing]
        lines.append(
            f"{thing:28} {share:5.1f} %  {share - fair:+5.1f}  (± {noise:.1f} by luck, {games[thing]} games, score {mean:.0f})"
        )
    return "\n".join(lines)


def read(files: list[Path]) -> list[Row]:
    """The games of some files, each once."""
    found: dict[tuple[str, str], Row] = {}
    for file in files:
        for line in file.read_text().splitlines():
            row = json.loads(line)
            found[row["seed"], row["bot"]] = row
    return list(found.values())


def played(given: argparse.Namespace) -> list[Row]:
    """Play what is not known yet, until it is done or the time is up."""
    options = dict(text.split("=", 1) for text in given.option)
    one = partial(play, given.game, given.map, given.players, options, given.bot)
    rows = read([given.out]) if given.out and given.out.exists() else []
    known = {row["seed"] for row in rows}
    seeds = [f"{given.seed} {number}" for number in range(given.first, given.first + given.games)]
    rows = [row for row in rows if row["seed"] in set(seeds)]
    for _, row in spread(one, [seed for seed in seeds if seed not in known], given.jobs, given.minutes):
        rows.append(row)
        if given.out:
            with given.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+", help="silverton, spike, or files of games played")
    parser.add_argument("--map")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=6000.0)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.game[0] in ("silverton", "spike"):
        given.game = given.game[0]
        rows = played(given)
    else:
        rows = read([Path(name) for name in given.game])
    print(told(rows) if rows else "nothing played")


if __name__ == "__main__":
    main()
