"""boxcars analyse: win chances and costly decisions of saved games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from boxcars.analysis import Analysis, Effort, analyse
from boxcars.analysis.data_frames import LABELS, decisions
from boxcars.arena.batch_analysis import analyse_all
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Address, Jobs, On, read_records
from boxcars.cli.common import JSON, Language, print_table
from boxcars.core.record import Record
from boxcars.extras import need
from boxcars.locale import sayer


@app.command("analyse")
def analyse_records(
    files: Annotated[list[Path], typer.Argument(help="Saved games, or tables from `boxcars simulate` that kept them.")],
    html: Annotated[Path | None, typer.Option(help="For one game: write the analysis as a page.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write a table with one row per decision: .parquet, .csv or .jsonl.")] = None,
    worlds: Annotated[
        int | None, typer.Option(min=2, max=1000, help="Worlds in which an action is measured; usually by the game's length.")
    ] = None,
    jobs: Jobs = 1,
    on: On = "local",
    address: Address = None,
    lang: Language = "en",
    as_json: JSON = False,
) -> None:
    """Analyze finished games: win chances, what each decision cost, and what would have been better.

    Example: boxcars analyse game.jsonl --html game.html

    Example: boxcars analyse games.parquet --out decisions.parquet --jobs 2
    """
    effort = Effort(measure=worlds) if worlds is not None else None
    records = [record for file in files for record in read_records(file)]
    if on not in ("local", "ray"):
        raise Complaint(f"--on {on}: choose local or ray")
    if out is not None:
        need("lab", "polars")
        if out.suffix not in (".parquet", ".csv", ".jsonl"):
            raise Complaint(f"{out}: the name must end in .parquet, .csv or .jsonl")
    if len(records) != 1:
        if html is not None or out is None:
            raise Complaint("several games: name a table with --out")
        many(records, out, effort, jobs, on, address)
        return
    record = records[0]
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(record.header.game, total=len(record.entries) + 1)
        found = analyse(record, effort, lambda done, _: bar.update(task, completed=done))
    if html is not None:
        from boxcars.analysis import html_report

        html.write_text(html_report.html(record, found, lang), encoding="utf-8")
    if out is not None:
        write(out, [found])
    if as_json:
        print(msgspec.json.format(found.write()).decode())
    elif html is None and out is None:
        rules, say = record.rules(), sayer(lang, record.header.names)
        table = Table("move", "seat", "lost", "", "played", "better")
        for one in sorted(found.decisions, key=lambda one: -one.loss):
            if one.label and one.rival is not None:
                told = (say(rules.say(rules.read_action(action))) for action in (bytes(one.action), one.rival))
                table.add_row(str(one.ply + 1), str(one.seat + 1), f"{100 * one.loss:.0f}", say(LABELS[one.label]), *told)
        print_table(table)


def many(records: list[Record], out: Path, effort: Effort | None, jobs: int, on: str, address: str | None) -> None:
    found = {}
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=len(records))
        for number, one in analyse_all(records, effort, jobs or os.cpu_count() or 1, on, address):
            found[number] = one
            bar.update(task, advance=1)
    write(out, [found[number] for number in sorted(found)])


def write(out: Path, found: list[Analysis]) -> None:
    table = decisions(found)
    if out.suffix == ".parquet":
        table.write_parquet(out, compression="zstd")
    elif out.suffix == ".csv":
        table.write_csv(out)
    else:
        table.write_ndjson(out)
