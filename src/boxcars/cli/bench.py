"""boxcars bench: the speed of the engine on this machine."""

from __future__ import annotations

from statistics import mean
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from boxcars import bench as measuring
from boxcars.cli import app
from boxcars.cli.common import JSON, print_table
from boxcars.core import registry


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="A game. Default: all games.")] = None,
    as_json: JSON = False,
    seconds: Annotated[float, typer.Option(help="Time for one game, shared by its maps and player counts.")] = 24.0,
    search: Annotated[bool, typer.Option("--search", help="Measure the search bot instead, in iterations per second.")] = False,
) -> None:
    """Measure random games and single operations for every map and player count.

    With a game named, also measure how long each operation takes in games between heuristic bots, early and late.

    Example: boxcars bench ticket_to_ride --json
    """
    if search:
        from boxcars.bots.search_benchmark import search_rates

        rows = search_rates(game)
        if as_json:
            print(msgspec.json.format(msgspec.json.encode(rows)).decode())
            return
        for row in rows:
            Console().print("  ".join(f"{key} {value}" for key, value in row.items()), highlight=False, soft_wrap=True)
        return
    tables = measuring.tables(game)
    figures = []
    for key, map, players in tables:
        share = seconds / max(1, sum(t[0] == key for t in tables)) / 2 - 0.3
        figures.append(measuring.measure(key, map, players, max(0.2, share)))
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(figures)).decode())
        return
    table = Table(title=f"build: {measuring.build()}, calibration {figures[0].calibration:.0f}", title_justify="left", box=None)
    for heading in ("game", "map", "players", "games/s", "decisions/s", "clone µs", "legal µs", "p99", "apply µs", "observe µs"):
        table.add_column(heading, justify="left" if heading in ("game", "map") else "right")
    for f in figures:
        numbers = (f.games_per_s, f.decisions_per_s, f.clone_us, f.legal_us_mean, f.legal_us_p99, f.apply_us, f.observe_us)
        table.add_row(f.game, f.map, str(f.players), *(f"{n:,.1f}" for n in numbers))
    print_table(table)
    if game:
        print_questions(game)


def print_questions(game: str) -> None:
    """Print how long ``legal`` takes for each step on the first map of a game, from the first turn to the last."""
    from boxcars.bots.search_benchmark import questions

    map = registry.game(game).maps[0]
    players = 4 if 4 in map.players else map.players[-1]
    asked = questions(game, map.key, players)
    parts = sorted({q.part for q in asked})
    table = Table(title=f"legal on {map.key} with {players} heuristic bots", title_justify="left", box=None)
    for heading in ("step", "questions", "first turn µs", "last turns µs", "p99", "answers", "slowest : quickest turn"):
        table.add_column(heading, justify="left" if heading == "step" else "right")
    for step in ["", *sorted({q.step for q in asked})]:
        of = [q for q in asked if step in ("", q.step)]
        late = sorted(q.us for q in of if q.part in parts[-2:]) or [0.0]
        means = [mean(times) for part in parts if (times := [q.us for q in of if q.part == part])]
        answers = mean([q.answers for q in of if q.part in parts[-2:]] or [0])
        numbers = (means[0], mean(late), late[int(0.99 * (len(late) - 1))], answers, max(means) / min(means))
        table.add_row(step or "(all)", str(len(of)), *(f"{n:,.1f}" for n in numbers))
    print_table(table)
