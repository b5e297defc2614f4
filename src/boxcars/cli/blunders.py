"""boxcars blunders: count obvious mistakes of bots, with examples."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from boxcars.arena import complete
from boxcars.arena.blunder_count import jobs_of, tally, watched
from boxcars.bots.bot import check_kind
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Games, Jobs, Luck, play_all, table_path
from boxcars.core import registry


@app.command()
def blunders(
    game: Annotated[str, typer.Argument(help="The game.")],
    level: Annotated[str, typer.Option("--level", help="The kind of bot that plays every seat.")] = "expert",
    map: Annotated[str | None, typer.Option("--map", help="The map. Default: the first one.")] = None,
    players: Annotated[int | None, typer.Option("--players", "-n", help="Number of seats. Default: the usual number.")] = None,
    games: Games = 20,
    seed: Luck = "1",
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Keep the games: .parquet or .jsonl, for boxcars replay.")] = None,
) -> None:
    """Play games and count obvious mistakes: shares not issued before bankruptcy, tickets never completed …

    Example: boxcars blunders spike --level expert --games 20 --out games.jsonl
    """
    check_kind(level)
    if game not in registry.games():
        raise Complaint(f"there is no game {game}; there are: {', '.join(registry.games())}")
    if watched(game) is None:
        raise Complaint(f"{game} does not say what no good player does")
    usual = registry.game(game).usual_players if map is None else None
    setup = complete(game, map, players or usual)
    todo = jobs_of(setup, level, games, seed)
    played, _ = play_all(setup, todo, workers=jobs, out=table_path(out), records=True, title=f"{game}: {level}")
    if not played:
        raise Complaint("no game was finished")
    found = tally(setup, played)
    table = Table("times", "in 100 seats", "what no good player does", "for example (game, ply, seat)")
    for thing, count in sorted(found.counts().items(), key=lambda pair: -pair[1]):
        examples = "; ".join(f"{b.game}, {b.ply}, {b.seat + 1}" for b in found.examples(thing))
        table.add_row(str(count), f"{100 * count / found.seats:.1f}", found.things[thing], examples)
    console = Console()
    console.print(f"{game}, {setup.map}, {setup.players} players, {level}: {found.games} games", highlight=False)
    console.print(table)
    if out is not None:
        console.print(f"See one: boxcars replay {out} --game {found.found[0].game if found.found else 0}", highlight=False)
