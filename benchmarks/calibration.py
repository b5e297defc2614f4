"""Are the analyst's chances true? Games of rule-of-thumb bots, predicted against what became of them.

    python benchmarks/calibration.py play GAME FIRST LAST FILE   games with these numbers, one line a position, added to the file
    python benchmarks/calibration.py fit FILE …                  write steepness.json, print a table (docs/lab/2026-analysis.md)

In every second game one seat plays at random for a while, so that there are positions in which somebody erred; what counts is
only what comes after that, when all play alike. Each position is looked at through the eyes of the seat to act, in a few of its
worlds, played on as the analyst does.
"""

from __future__ import annotations

import json
import random
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from boxcars.analysis.lookahead import Lookahead, lookahead_for, sharpen
from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from

SETUPS: dict[str, tuple[str | None, dict[str, Any], int, int]] = {
    "age_of_steam": (None, {}, 255, 10),
    "age_of_steam/2": ("st_lucia", {}, 120, 10),
    "steam": ("ruhr", {"mode": "standard"}, 320, 10),
    "ticket_to_ride": (None, {}, 170, 12),
    "silverton": (None, {}, 700, 10),
    "spike": (None, {}, 285, 16),
}
"""The map, options, about how many decisions a game of three (``/2``: of two) has, and how many of them are looked at."""
WORLDS = 4
QUARTERS = 4
GRID = [round(0.05 * 1.1**i, 2) for i in range(60)]
"""Steepness that is tried: 0.05 to 14."""
ALIKE = 4.0
"""How much less likely two neighbouring stages are the less alike they are."""

Row = dict[str, Any]


def seats(game: str) -> int:
    return int(game.partition("/")[2] or 3)


def play(game: str, number: int) -> list[Row]:
    """The positions of one game. Shares are the evaluator's own: not yet bent."""
    map, options, usual, points = SETUPS[game]
    players = seats(game)
    rules = registry.make(game.partition("/")[0], map, players, options)
    seed = f"calibration {game} {number}"
    luck = random.Random(seed)
    bots = [make_bot("heuristic", rules, f"{seed}:{seat}") for seat in range(players)]
    lookahead, known = Lookahead(rules), lookahead_for(rules)
    lookahead.steepness = [1.0]
    errs, until, since = -1, 0, 0
    if number % 2:
        errs, until = luck.randrange(players), luck.randrange(int(0.8 * usual))
        since = until - luck.choice([5, 10, 20, 40])
    due = until + luck.random() * usual / points
    rows: list[Row] = []
    state: Any = rules.start(Chance(seed_from(seed)))
    ply = 0
    while (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        if ply >= due and len(legal) > 1:
            due += usual / points
            rows.append({"game": game, "ply": ply, "seat": seat} | looked(lookahead, known, SeatView(rules, state, seat), ply))
        astray = seat == errs and since <= ply < until and luck.random() < 0.4
        rules.apply(state, luck.choice(legal) if astray else bots[seat].choose(SeatView(rules, state, seat)))
        ply += 1
    outcome = rules.outcome(state)
    assert outcome is not None
    for row in rows:
        row["won"] = 1 / len(outcome.winners) if outcome.ranks[row["seat"]] == 1 else 0.0
        row["at"] = row["ply"] / ply
    return rows


def looked(lookahead: Lookahead, known: Lookahead, view: SeatView, ply: int) -> Row:
    """Rounds left and shares in some worlds, now and when everybody has played on; and what the game's own lookahead expects
    for."""
    now, then = [], []
    for place in range(WORLDS):
        world = lookahead.imagine_belief(view, f"analysis:{ply}:{place}")
        now.append((stage(lookahead, world), lookahead.win_shares(world)))
        here = lookahead.current_round(world)
        end = here + lookahead.rounds_ahead(world, far=False)
        lookahead.play_on(world, view.seat, f"analysis:{ply}:{place}", here, end, sampled=lookahead.samples_rollouts)
        then.append((stage(lookahead, world), lookahead.win_shares(world)))
    hoped = known.imagine_probable(view, "calibration")
    return {
        "now": now,
        "then": then,
        "hope": known.seat_share(hoped, view.seat) if type(known) is not Lookahead else None,
    }


def stage(lookahead: Lookahead, world: Any) -> int:
    return lookahead.evaluator.rounds_left(world) if lookahead.rules.actor(world) >= 0 else 0


def foretold(row: Row, look: str, steep: dict[int, float] | float) -> float:
    """The seat's chance: the mean over its worlds."""
    total = 0.0
    for left, shares in row[look]:
        power = steep if isinstance(steep, float) else steep[left]
        total += sharpen([max(share, 1e-9) for share in shares], power)[row["seat"]]
    return total / len(row[look])


def likely(rows: list[Row], look: str, steep: float) -> float:
    told = np.clip([foretold(row, look, steep) for row in rows], 1e-3, 1 - 1e-3)
    won = np.array([row["won"] for row in rows])
    return float(np.sum(won * np.log(told) + (1 - won) * np.log(1 - told)))


def fit(rows: list[Row]) -> list[float]:
    """By rounds left the steepness under which what became of the positions is likeliest: when all had played on, where that was
    seen, else at once. Neighbours are alike unless the games say otherwise; games that are over have none."""
    ends = {row["then"][0][0] for row in rows}
    last = max(row["now"][0][0] for row in rows)
    fits = []
    for left in range(last + 1):
        look = "then" if left in ends else "now"
        here = [row for row in rows if row[look][0][0] == left]
        fits.append(np.array([likely(here, look, steep) for steep in GRID]))
    apart = ALIKE * np.subtract.outer(np.log(GRID), np.log(GRID)) ** 2
    ways: list[Any] = []
    best = fits[-1]
    for found in reversed(fits[1:-1]):
        over = best[:, None] - apart
        ways.append(over.argmax(axis=0))
        best = found + over.max(axis=0)
    chosen = [int(best.argmax())]
    for way in reversed(ways):
        chosen.append(int(way[chosen[-1]]))
    return [GRID[int(fits[0].argmax())], *[GRID[at] for at in chosen]]


def told(game: str, rows: list[Row], steep: list[float]) -> None:
    """The table: in each quarter of a game what was foretold and what came, and how far chances were off (Brier score)."""
    by_left = dict(enumerate(steep))
    for quarter in range(QUARTERS):
        part = [row for row in rows if int(min(row["at"], 0.999) * QUARTERS) == quarter]
        won = np.array([row["won"] for row in part])
        learned = part[0]["hope"] is not None
        raw = np.array([row["hope"] if learned else foretold(row, "then", 1.0) for row in part])
        bent = raw if learned else np.array([foretold(row, "then", by_left) for row in part])
        off = [float(np.mean((told - won) ** 2)) for told in (np.full(len(won), 1 / seats(game)), raw, bent)]
        cells = []
        for low, high in ((0, 0.15), (0.15, 0.3), (0.3, 0.45), (0.45, 0.7), (0.7, 1.01)):
            inside = (bent >= low) & (bent < high)
            many = int(inside.sum())
            cells.append(f"{100 * bent[inside].mean():.0f} → {100 * won[inside].mean():.0f} ({many})" if many > 4 else "–")
        print(f"| {game} | {quarter + 1} | {len(part)} | {' | '.join(f'{x:.3f}' for x in off)} | {' | '.join(cells)} |")


def main() -> None:
    what, *rest = sys.argv[1:]
    if what == "play":
        with Path(rest[3]).open("a") as out:
            for number in range(int(rest[1]), int(rest[2])):
                out.writelines(json.dumps(row) + "\n" for row in play(rest[0], number))
                out.flush()
        return
    rows = [json.loads(line) for name in rest for line in Path(name).read_text().splitlines()]
    found: dict[str, list[float]] = {}
    for game in SETUPS:
        mine = [row for row in rows if row["game"] == game]
        if mine:
            found[game] = fit(mine)
            told(game, mine, found[game])
    target = Path(str(files("boxcars.analysis") / "steepness.json"))
    known = json.loads(target.read_text())
    known["games"] |= found
    lines = ",\n".join(f"  {json.dumps(game)}: {json.dumps(known['games'][game])}" for game in sorted(known["games"]))
    target.write_text(f'{{\n "provenance": {json.dumps(known["provenance"])},\n "games": {{\n{lines}\n }}\n}}\n')


if __name__ == "__main__":
    main()
