"""What simulate, arena, balance and ladder share: play many games with a progress bar, and keep what is done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from boxcars.arena import Job, Played, Setup, result_store, run
from boxcars.bots.bot import check_kind
from boxcars.cli import Complaint
from boxcars.cli.common import read_file
from boxcars.core.record import Record, read
from boxcars.extras import need

Bots = Annotated[str, typer.Option("--bots", help="Kinds of bots, separated by commas: see `boxcars bots`.")]
Games = Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="How many processes to use. 0: one per core.")]
On = Annotated[str, typer.Option("--on", help="Where to play: local (this machine) or ray (a cluster).")]
Address = Annotated[str | None, typer.Option("--address", help="With --on ray: the cluster. Default: start a local one.")]
Luck = Annotated[str, typer.Option("--seed", help="A number or word that makes all shuffles and dice repeatable.")]
Records = Annotated[bool, typer.Option("--records/--no-records", help="Save every game (for replays).")]


def bot_names(text: str) -> list[str]:
    """Return the kinds named in ``--bots``; refuse unknown ones."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise Complaint("--bots: name at least one kind of bot, for example --bots heuristic,random")
    for name in names:
        check_kind(name)
    return names


def table_path(path: Path | None) -> Path | None:
    if path is not None:
        if path.suffix not in result_store.SUFFIXES:
            raise Complaint(f"{path}: the name must end in {' or '.join(result_store.SUFFIXES)}")
        if not path.parent.is_dir():
            raise Complaint(f"{path.parent} is not a directory")
        if path.suffix == ".parquet":
            need("lab", "polars")
    return path


def read_table(path: Path) -> list[Played]:
    """Read a table of results from a file that the user named."""
    if not path.is_file():
        raise Complaint(f"{path}: there is no such file")
    if path.suffix not in result_store.SUFFIXES:
        raise Complaint(f"{path}: a table of results ends in {' or '.join(result_store.SUFFIXES)}")
    if path.suffix == ".parquet":
        need("lab", "polars")
    try:
        return result_store.load(path)
    except (ValueError, OSError) as error:
        raise Complaint(f"{path} is not a table of results: {error}") from None


def read_records(path: Path) -> list[Record]:
    """Return the records in a file: one record, or a table (of results, or of a dataset) that keeps them."""
    data = read_file(path)
    try:
        if path.suffix == ".parquet":
            need("lab", "polars")
            import polars

            try:
                kept = polars.read_parquet(path, columns=["record"])["record"].to_list()
            except polars.exceptions.PolarsError:
                raise Complaint(f"{path} is not a table of games") from None
        elif data.startswith(b'{"number"'):
            kept = [played.record for played in read_table(path)]
        else:
            return [read(data)]
        if not all(kept):
            raise Complaint(f"{path}: the records were not kept (--no-records)")
        return [read(text.encode()) for text in kept]
    except ValueError as error:
        raise Complaint(f"{path}: {error}") from None


def play_all(
    setup: Setup,
    jobs: list[Job],
    *,
    workers: int,
    out: Path | None = None,
    records: bool = True,
    on: str = "local",
    address: str | None = None,
    resume: bool = False,
    title: str = "",
) -> tuple[list[Played], bool]:
    """Play the games that are not in the table yet. Return all results, and whether the run was completed."""
    if on not in ("local", "ray"):
        raise Complaint(f"--on {on}: choose local or ray")
    games: dict[int, Played] = {}
    if out is not None and resume:
        games = {g.number: g for g in (*(read_table(out) if out.exists() else []), *result_store.recover(out))}
        planned = {job.number: job for job in jobs}
        for game in games.values():
            job = planned.get(game.number)
            if job is None or (job.seed, job.bots, setup.game, setup.map) != (game.seed, game.bots, game.game, game.map):
                raise Complaint(f"{out} holds other games than these: resume with the same game, map, bots, games and seed")
    todo = [job for job in jobs if job.number not in games]
    kept = result_store.journal(out) if out is not None else None
    complete = True
    err = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )
    lines = kept.open("wb") if kept is not None else None
    try:
        if lines is not None:
            lines.writelines(msgspec.json.encode(game) + b"\n" for game in games.values())
        with progress:
            task = progress.add_task(title or setup.game, total=len(jobs), completed=len(games), rate="")
            for game in run(setup, todo, workers or os.cpu_count() or 1, records, on, address):
                games[game.number] = game
                if lines is not None:
                    lines.write(msgspec.json.encode(game) + b"\n")
                    lines.flush()
                elapsed = progress.tasks[task].elapsed or 0
                done = len(games) - (len(jobs) - len(todo))
                progress.update(task, completed=len(games), rate=f"{done / elapsed:.2f} games/s" if elapsed > 0.5 else "")
    except KeyboardInterrupt:
        complete = False
    finally:
        if lines is not None:
            lines.close()
    if out is not None and kept is not None:
        result_store.save(out, games.values())
        kept.unlink()
    if not complete:
        err.print(f"Stopped: {len(games)} of {len(jobs)} games are done" + (f" and kept in {out}." if out else "."))
    return sorted(games.values(), key=lambda g: g.number), complete
