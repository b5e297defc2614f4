"""boxcars ladder: measure the bots of every game and write docs/ladder.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boxcars.arena import ladder as rungs
from boxcars.arena import result_store
from boxcars.bots.evaluators import games_with_evaluator
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Jobs, Luck, play_all, read_table
from boxcars.extras import need


@app.command()
def ladder(
    game: Annotated[list[str] | None, typer.Option("--game", help="Only these games; can be repeated.")] = None,
    pair: Annotated[
        list[str] | None, typer.Option("--pair", help="Only these pairs, as better-worse: hard-heuristic; can be repeated.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Games for a pair.")] = 200,
    dear: Annotated[int, typer.Option("--dear", min=2, help="Games for a pair with hard or expert.")] = 60,
    seed: Luck = "1",
    jobs: Jobs = 1,
    folder: Annotated[Path, typer.Option("--folder", help="Where the tables of results are kept.")] = Path("ladder"),
    out: Annotated[Path, typer.Option("--out", help="The page to write.")] = Path("docs/ladder.md"),
) -> None:
    """Play neighbours of the ladder in every game, each level against its evaluator alone and the expert against the last
    edition's; write the page.

    What the folder holds already is not played again; Ctrl-C keeps what is done and writes the page from it.

    Example: boxcars ladder --game ticket_to_ride --games 200 --dear 40 --jobs 2
    """
    need("lab", "polars", "numpy")
    known = games_with_evaluator()
    for key in game or []:
        if key not in known:
            raise Complaint(f"there is no game {key} with bots; there are: {', '.join(known)}")
    pairs = [p for p in rungs.PAIRS if not pair or "-".join(p) in pair]
    if not pairs:
        raise Complaint(f"no such pair; there are: {', '.join('-'.join(p) for p in rungs.PAIRS)}")
    folder.mkdir(parents=True, exist_ok=True)
    going = True
    for chosen in pairs:
        for key in game or known:
            if not going:
                break
            if not rungs.telling(key, chosen):
                continue
            setup = rungs.setup_of(key)
            path = rungs.table_of(folder, key, chosen, seed)
            wanted = dear if {"hard", "expert"} & set(chosen) else games
            wanted -= sum(len(read_table(other)) for other in rungs.tables_of(folder, key, chosen) if other != path)
            have = len(read_table(path)) if path.exists() else 0
            if have >= wanted and not result_store.journal(path).exists():
                continue
            todo = rungs.jobs_of(setup, chosen, wanted, seed)
            title = f"{key}: {chosen[0]} against {chosen[1]}"
            _, going = play_all(setup, todo, workers=jobs, out=path, records=False, resume=True, title=title)
    results = [(rungs.setup_of(key), rungs.load(folder, key)) for key in known]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(rungs.page(results), encoding="utf-8")
    Console().print(f"Ladder: {out}", highlight=False)
