"""How often each home of Silverton and each contract of Spike wins, against its fair share.

python tools/home_wins.py silverton --players 4 --bot hard --games 400
python tools/home_wins.py spike --players 3 --bot hard --games 400

A shared victory counts in parts. The fair share of a seat is one in as many as there are players; a home or contract wins
when the seat does that has it. Findings: docs/balance.md.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules


def held(rules: Rules[Any], state: Any) -> list[list[str]]:
    """What each seat has that the board gives it: its home, or its contracts (by commodity)."""
    if rules.game == "silverton":
        atlas, homes = rules.atlas, rules.homes  # type: ignore[attr-defined]
        return [[f"{p.position + 1} " + "–".join(atlas.town_names[h] for h in homes[p.position])] for p in state.players]
    chart = rules.chart  # type: ignore[attr-defined]
    return [[chart.goods[chart.card_goods[card]] for card in p.dealt] for p in state.players]


def play(game: str, map: str | None, players: int, options: dict[str, str], bot: str, seed: str) -> list[tuple[str, float]]:
    """One game: every home or contract and the part of the win that it had."""
    rules = registry.make(game, map, players, options)
    bots = [make_bot(bot, rules, f"{seed} {seat}") for seat in range(rules.players)]
    state = rules.start(Chance(seed_from(seed)))
    has = held(rules, state)
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    outcome = rules.outcome(state)
    assert outcome is not None
    winners = outcome.winners
    return [(thing, (seat in winners) / len(winners)) for seat, things in enumerate(has) for thing in things]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["silverton", "spike"])
    parser.add_argument("--map")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    options = dict(text.split("=", 1) for text in given.option)
    one = partial(play, given.game, given.map, given.players, options, given.bot)
    seeds = [f"{given.seed} {number}" for number in range(given.games)]
    wins: dict[str, float] = defaultdict(float)
    games: dict[str, int] = defaultdict(int)
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for found in pool.map(one, seeds, chunksize=4):
            for thing, part in found:
                games[thing] += 1
                wins[thing] += part
    fair = 100 / given.players
    print(f"{given.game}, {given.players} players, {given.bot} in every seat, {given.games} games; fair share {fair:.1f} %")
    for thing in sorted(games, key=lambda t: -wins[t] / games[t]):
        share = 100 * wins[thing] / games[thing]
        noise = 100 * ((fair / 100) * (1 - fair / 100) / games[thing]) ** 0.5
        print(f"{thing:28} {share:5.1f} %  {share - fair:+5.1f}  (± {noise:.1f} by luck, {games[thing]} games)")


if __name__ == "__main__":
    main()
