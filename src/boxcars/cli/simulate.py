"""boxcars simulate: many games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from boxcars.arena import complete, schedule
from boxcars.arena.ratings import win_shares
from boxcars.cli import app
from boxcars.cli.batch_games import Bots, Games, Jobs, Luck, Records, bot_names, play_all, table_path
from boxcars.cli.common import JSON, GameName, MapName, Options, Players, print_table, read_options


@app.command()
def simulate(
    game: GameName,
    bots: Bots = "heuristic,random",
    games: Games = 100,
    seed: Luck = "1",
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write the results: a table, .parquet or .jsonl.")] = None,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
    records: Records = True,
    as_json: JSON = False,
) -> None:
    """Play games between bots that rotate through the seats, and report how often each one won.

    As many seats as bots unless --players says otherwise (then the bots are repeated in turn). The same seed gives the same
    games, whatever the number of processes. Ctrl-C keeps what is done.

    Example: boxcars simulate ticket_to_ride --bots heuristic,random --games 400 --seed 7 --jobs 2 --out games.parquet
    """
    names = bot_names(bots)
    table_path(out)
    seats = players if players is not None or len(names) == 1 else len(names)
    setup = complete(game, map, seats, read_options(game, option))
    played, _ = play_all(setup, schedule(setup, names, games, seed), workers=jobs, out=out, records=records)
    shares = win_shares(played)
    if as_json:
        summary = {
            "game": setup.game,
            "map": setup.map,
            "players": setup.players,
            "games": len(played),
            "seed": seed,
            "bots": {bot: msgspec.to_builtins(share) for bot, share in shares.items()},
            "decisions_mean": sum(p.decisions for p in played) / len(played) if played else 0,
            "out": str(out) if out else None,
        }
        print(msgspec.json.format(msgspec.json.encode(summary)).decode())
        return
    table = Table(
        title=f"{setup.game} on {setup.map}, {setup.players} players, {len(played)} games", title_justify="left", box=None
    )
    for heading in ("bot", "wins", "share", "95% interval", "fair", "mean score", "ms/decision"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for bot, share in shares.items():
        scores = [s for p in played for s, b in zip(p.scores, p.bots, strict=True) if b == bot]
        think = [t for p in played for t, b in zip(p.think, p.bots, strict=True) if b == bot]
        table.add_row(
            bot,
            f"{share.wins:g} of {share.games}",
            f"{share.share:.1%}",
            f"{share.low:.1%} – {share.high:.1%}",
            f"{share.fair:.1%}",
            f"{sum(scores) / len(scores):.1f}",
            f"{1000 * sum(think) / len(think):.1f}",
        )
    print_table(table)
    if out is not None:
        Console().print(f"Results: {out}", highlight=False)
