"""boxcars arena, report, bots: tournaments between bots, and reports on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from boxcars.arena import complete, tournament
from boxcars.arena.ratings import ratings, win_shares
from boxcars.bots.bot import bot_kinds
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Address, Games, Jobs, Luck, On, Records, bot_names, play_all, read_table, table_path
from boxcars.cli.common import JSON, MapName, Options, Players, print_table, read_options
from boxcars.extras import need


@app.command()
def bots(as_json: JSON = False) -> None:
    """List the kinds of bots.

    Example: boxcars bots
    """
    if as_json:
        print(msgspec.json.encode(list(bot_kinds())).decode())
        return
    for name in bot_kinds():
        print(name)


@app.command()
def arena(
    game: Annotated[str, typer.Option("--game", help="A game: see `boxcars games`.")],
    bots: Annotated[str, typer.Option("--bots", help="Kinds of bots, separated by commas. Every pair plays each other.")],
    games: Games = 100,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="Use the same shuffles and dice for every seating.")] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Continue an interrupted tournament from its table, with the same settings.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write the results: a table, .parquet or .jsonl.")] = None,
    seed: Luck = "1",
    jobs: Jobs = 1,
    on: On = "local",
    address: Address = None,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
    records: Records = True,
    as_json: JSON = False,
) -> None:
    """Play a seat-balanced tournament: --games for every pair of bots. Ratings have 95% intervals.

    With more than two seats, one bot of each kind plays every seat among bots of the other kind. Ctrl-C keeps what is
    done; --resume goes on from there.

    Example: boxcars arena --game ticket_to_ride --bots random,heuristic,easy --games 200 --duplicate --jobs 2 --out t.parquet
    """
    need("lab", "numpy")
    names = bot_names(bots)
    if len(set(names)) < 2:
        raise Complaint("--bots: a tournament needs at least two kinds of bots")
    if resume is not None and out is not None and out != resume:
        raise Complaint("--resume FILE writes to FILE: leave --out away")
    path = table_path(resume or out)
    if resume is not None and not resume.exists() and not resume.with_name(resume.name + ".journal").exists():
        raise Complaint(f"{resume}: there is no such table to resume")
    setup = complete(game, map, players, read_options(game, option))
    played, _ = play_all(
        setup,
        tournament(setup, names, games, seed, duplicate),
        workers=jobs,
        out=path,
        records=records,
        on=on,
        address=address,
        resume=resume is not None,
    )
    if not played:
        return
    rated, shares = ratings(played), win_shares(played)
    if as_json:
        summary = {
            "game": setup.game,
            "map": setup.map,
            "players": setup.players,
            "games": len(played),
            "ratings": rated,
            "wins": shares,
            "out": str(path) if path else None,
        }
        print(msgspec.json.format(msgspec.json.encode(summary)).decode())
        return
    title = f"{setup.game} on {setup.map}, {setup.players} players, {len(played)} games"
    table = Table(title=title, title_justify="left", box=None)
    for heading in ("bot", "rating", "95% interval", "wins", "95% interval", "fair", "games"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for r in rated:
        s = shares[r.bot]
        wins = (f"{s.share:.1%}", f"{s.low:.1%} – {s.high:.1%}", f"{s.fair:.1%}")
        table.add_row(r.bot, f"{r.rating:+.0f}", f"{r.low:+.0f} – {r.high:+.0f}", *wins, str(s.games))
    print_table(table)
    if path is not None:
        Console().print(f"Results: {path}", highlight=False)


@app.command()
def report(
    file: Annotated[Path, typer.Argument(help="A table of results (.parquet or .jsonl).")],
    out: Annotated[Path | None, typer.Option("--out", help="The page to write. Default: FILE.html.")] = None,
) -> None:
    """Turn a table of results into one HTML page that works offline.

    Example: boxcars report t.parquet
    """
    played = read_table(file)
    if not played:
        raise Complaint(f"{file}: the table is empty")
    need("lab", "altair", "vl_convert", "numpy")
    from boxcars.arena.html_report import page

    path = out or file.with_suffix(".html")
    path.write_text(page(played), encoding="utf-8")
    Console().print(f"Report: {path}", highlight=False)
