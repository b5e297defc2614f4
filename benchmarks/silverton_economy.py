"""The balance sheet of Silverton's reconstructed economy, from games between heuristic bots.

    python benchmarks/silverton_economy.py --games 100 > docs/lab/2026-silverton-economy.md

``--games`` is the number of games for each number of players (ordinary game, Basic rules); half as many are played in the
Advanced game and in each solitaire scenario. Everything is seeded: the same numbers come out again.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.silverton import events as e
from boxcars.games.silverton import placing_events as placing
from boxcars.games.silverton.map import GOODS, standard

ATLAS = standard()
HOMES = ("Denver 1", "Denver 2", "El Paso", "Salt Lake City", "Pueblo", "Santa Fe")


@dataclass
class Ledger:
    """What one game told about claims and passenger cards."""

    spent: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    earned: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    paid_back: set[str] = field(default_factory=set)
    bought: set[str] = field(default_factory=set)
    deals: int = 0
    disputes: int = 0
    thefts: int = 0

    def note(self, event: Any) -> None:
        if isinstance(event, e.CardBought):
            self.bought.add(event.card)
            self.spent[event.card] += event.cost
        elif isinstance(event, e.ClaimPaid):
            self.spent[event.claim] += event.cost
        elif isinstance(event, e.GoodsDelivered):
            self.earn(event.claim, event.income)
        elif isinstance(event, e.FaresCollected):
            self.earn(event.card, event.income)
        self.deals += isinstance(event, e.DealDone)
        self.disputes += isinstance(event, placing.DisputeRolled)
        self.thefts += isinstance(event, placing.TheftRolled)

    def earn(self, card: str, income: int) -> None:
        self.earned[card] += income
        if card in self.bought and self.earned[card] >= self.spent[card]:
            self.paid_back.add(card)


@dataclass
class Game:
    turns: int
    cash: list[int]
    """By starting position."""
    winners: list[int]
    grade: str
    ledger: Ledger


def play(map: str, players: int, options: dict[str, Any], seed: str) -> Game:
    rules = registry.make("silverton", map, players, options)
    bots = [make_bot("heuristic", rules, f"{seed} {seat}") for seat in range(players)]
    ledger = Ledger()
    state = rules.start(Chance(seed_from(seed)))
    while (seat := rules.actor(state)) >= 0:
        for event in rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat))):
            ledger.note(event)
    outcome = rules.outcome(state)
    assert outcome is not None
    place = [player.position for player in state.players]
    cash = [0] * players
    for seat, position in enumerate(place):
        cash[position] = outcome.scores[seat]
    grade = outcome.grade.message if outcome.grade else ""
    return Game(state.turn, cash, [place[seat] for seat in outcome.winners], grade, ledger)


def mean(values: list[float]) -> str:
    """Mean with its 95 % interval."""
    m = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{m:,.0f} ± {half:,.0f}" if m >= 100 else f"{m:.1f} ± {half:.1f}"


def share(hits: float, of: int) -> str:
    """A share in per cent with its Wilson 95 % interval."""
    if not of:
        return "–"
    z, p = 1.96, hits / of
    centre, half = (p + z * z / (2 * of)), z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low, high = ((centre - half) / (1 + z * z / of), (centre + half) / (1 + z * z / of))
    return f"{100 * p:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def spread(values: list[int]) -> str:
    """Median and 10–90 % range."""
    cuts = statistics.quantiles(values, n=10)
    return f"{statistics.median(values):.0f} ({cuts[0]:.0f}–{cuts[-1]:.0f})"


def lengths(title: str, rows: dict[str, list[Game]]) -> None:
    print(f"\n## {title}\n")
    print("| game | games | turns: median (10–90 %) | mean turns | winner's cash | deals | disputes | thefts |")
    print("|---|---|---|---|---|---|---|---|")
    for name, games in rows.items():
        best = [float(max(game.cash)) for game in games]
        told = [
            mean([float(n) for n in values])
            for values in zip(*((g.ledger.deals, g.ledger.disputes, g.ledger.thefts) for g in games), strict=True)
        ]
        turns = [game.turns for game in games]
        long = mean([float(t) for t in turns])
        print(f"| {name} | {len(games)} | {spread(turns)} | {long} | ${mean(best)} | {' | '.join(told)} |")


def seats(rows: dict[str, list[Game]]) -> None:
    print("\n## Final cash and wins by starting position\n")
    print("| game | position | final cash | wins (shared ones in parts) |")
    print("|---|---|---|---|")
    for name, games in rows.items():
        for position in range(len(games[0].cash)):
            wins = sum(1 / len(game.winners) for game in games if position in game.winners)
            cash = mean([float(game.cash[position]) for game in games])
            print(f"| {name} | {HOMES[position]} | ${cash} | {share(wins, len(games))} |")


def payback(games: list[Game]) -> None:
    print("\n## Do claims and passenger cards pay back?\n")
    print("A card *pays back* when the sales of its goods (its fares) reach its price and all operating costs so far,")
    print("in whosever hands it is.\n")
    print("| cards | bought | share that ever pays back | mean result, price deducted |")
    print("|---|---|---|---|")
    groups: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for game in games:
        ledger = game.ledger
        for card in ledger.bought:
            back, result = card in ledger.paid_back, float(ledger.earned[card] - ledger.spent[card])
            if card in ATLAS.claim_no:
                number = ATLAS.claim_no[card]
                groups["all claims"].append((back, result))
                groups[GOODS[ATLAS.claim_good[number]]].append((back, result))
                cost = ATLAS.claim_cost[number]
                groups[f"claims {'up to $299' if cost < 300 else '$300–449' if cost < 450 else '$450 and more'}"].append(
                    (back, result)
                )
            else:
                groups[f"passengers {ATLAS.card_class[ATLAS.card_no[card]]}"].append((back, result))
    for name, rows in sorted(groups.items(), key=lambda item: (item[0] != "all claims", item[0])):
        print(f"| {name} | {len(rows)} | {share(sum(b for b, _ in rows), len(rows))} | ${mean([r for _, r in rows])} |")


def solitaire(rows: dict[str, list[Game]]) -> None:
    print("\n## Solitaire scenarios\n")
    print("| scenario | games | draw or better | turns: median (10–90 %) | final cash | grades |")
    print("|---|---|---|---|---|---|")
    for name, games in rows.items():
        good = sum("efeat" not in game.grade for game in games)
        grades = ", ".join(f"{grade} {count}" for grade, count in Counter(game.grade for game in games).most_common())
        cash = mean([float(game.cash[0]) for game in games])
        print(f"| {name} | {len(games)} | {share(good, len(games))} | {spread([g.turns for g in games])} | ${cash} | {grades} |")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--games", type=int, default=100)
    count = arguments.parse_args().games
    basic = {f"{n} players": [play("colorado", n, {}, f"economy {n} {i}") for i in range(count)] for n in range(2, 7)}
    half = max(2, count // 2)
    advanced = {
        f"{n} players, Advanced": [play("colorado", n, {"rules": "advanced"}, f"advanced {n} {i}") for i in range(half)]
        for n in (2, 4)
    }
    alone = {
        m.name: [play(m.key, 1, {}, f"economy {m.key} {i}") for i in range(half)]
        for m in registry.game("silverton").maps
        if m.players == [1]
    }
    together = [game for games in basic.values() for game in games]
    print("# Silverton: balance sheet of the reconstructed economy\n")
    print(f"Written by `python benchmarks/silverton_economy.py --games {count}`: {len(together)} ordinary games between")
    print("heuristic bots (standard length, Basic rules, deals on) and the others named below. Intervals are 95 %.")
    lengths("Length and pace", {**basic, **advanced})
    seats(basic)
    payback(together)
    solitaire(alone)
    print(NOTES)


NOTES = """
## Reading it

* The board, claims and passenger cards are reconstructed (docs/silverton_data.md); no rule depends on these figures.
* Seats are not equal in strength and cannot be made so for these bots alone: the levers are the early A passenger cards and the
  number of segments between a home city and its nearest claims (`passengers.json`, segment costs in `board.json`), then `town`
  and `purchase_cost` in `claims.json`.
* The rulebook's solitaire tables are the only outside measure of scale: where the bot reaches a draw in most games the economy
  gives what a competent player should get."""


if __name__ == "__main__":
    main()
