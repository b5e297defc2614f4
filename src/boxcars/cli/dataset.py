"""boxcars dataset: games as parquet tables, for analysis and machine learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boxcars.arena import complete, schedule
from boxcars.bots.evaluators import missing_evaluator
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Bots, Games, Jobs, Luck, bot_names, play_all, read_records
from boxcars.cli.common import GameName, MapName, Options, Players, read_options
from boxcars.core import record, registry
from boxcars.extras import need


@app.command()
def dataset(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="The folder to write the tables to.")],
    bots: Bots = "heuristic,random",
    games: Games = 100,
    seed: Luck = "1",
    jobs: Jobs = 1,
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Games played earlier: saved games, or tables from `boxcars simulate` and `boxcars arena`."),
    ] = None,
    observations: Annotated[bool, typer.Option("--observations", help="Add what the seat saw, as numbers.")] = False,
    alphazero: Annotated[
        bool, typer.Option("--alphazero", help="Self-play of the search bot: observation, policy, value of every choice.")
    ] = False,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="With --alphazero: the search's effort.")] = 60,
    shallow: Annotated[
        bool, typer.Option("--shallow", help="With --alphazero: value positions where a choice leads, without playing on.")
    ] = False,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
) -> None:
    """Write games to parquet tables for polars, DuckDB and pandas (columns: docs/datasets.md).

    games.parquet has a row for each game, decisions.parquet one for each decision; --alphazero adds samples.parquet.

    Example: boxcars dataset ticket_to_ride --bots heuristic,random --games 50 --out tables
    """
    need("lab", "polars")
    from boxcars.envs import dataset as tables

    if out.exists() and not out.is_dir():
        raise Complaint(f"{out} is not a folder")
    names = bot_names(bots)
    written = []
    think: list[list[float]] | None = None
    samples = tables.Table("samples") if alphazero else None
    if alphazero:
        if source:
            raise Complaint("--alphazero plays its own games: leave --from away")
        rules = registry.make(game, map, players, read_options(game, option))
        if (why := missing_evaluator(game)) is not None:
            raise Complaint(str(why))
        records = []
        assert samples is not None
        for kept, rows in tables.self_plays(rules, games, seed, iterations, jobs, shallow):
            records.append(kept)
            samples.add(rows)
    elif source:
        records = [kept for path in source for kept in read_records(path)]
        other = next((kept for kept in records if kept.header.game != game), None)
        if other is not None:
            raise Complaint(f"there is a game of {other.header.game} among them, not {game}")
    else:
        seats = players if players is not None or len(names) == 1 else len(names)
        setup = complete(game, map, seats, read_options(game, option))
        played, _ = play_all(setup, schedule(setup, names, games, seed), workers=jobs)
        records = [record.read(p.record.encode()) for p in played]
        think = [p.think for p in played]
    unfinished = sum(kept.result is None for kept in records)
    if unfinished:
        raise Complaint(f"{unfinished} of the games are not finished")
    out.mkdir(parents=True, exist_ok=True)
    (out / "samples.parquet").unlink(missing_ok=True)  # of other games, from an earlier run
    all_games = tables.Table("games")
    decisions = tables.Table("decisions", tables.observation_columns() if observations else None)
    for number, kept in enumerate(records):
        all_games.add([tables.game_row(number, kept, think[number] if think is not None else None)])
        decisions.add(tables.decision_rows(number, kept, observations))
    for table in (all_games, decisions, *([samples] if samples is not None else [])):
        written.append((table.save(out), table.count))
    for path, count in written:
        Console().print(f"{path}: {count} rows", highlight=False, soft_wrap=True)
