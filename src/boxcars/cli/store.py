"""``boxcars verify-store``, ``backup``, ``export-table``, ``import-table``: for whoever runs a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from boxcars.cli import Complaint, app
from boxcars.cli.common import JSON, read_file
from boxcars.cli.serve import Database


def _open(database: str | None, new: bool = False) -> Any:
    """The store; a SQLite file that is not there is made only if it may be ``new``."""
    from sqlalchemy.exc import SQLAlchemyError

    from boxcars.server.schema import TooNew
    from boxcars.server.store import Store, database_url

    url = database_url(database)
    if url.startswith("sqlite:///") and not new and not Path(url.removeprefix("sqlite:///")).is_file():
        raise Complaint(f"there is no database at {url.removeprefix('sqlite:///')}")
    try:
        return Store(database)
    except (TooNew, SQLAlchemyError) as error:
        raise Complaint(f"the database cannot be used: {error}") from None


@app.command("verify-store")
def verify_store(database: Database = None, json: JSON = False) -> None:
    """Replay every stored game under the current rules and list what differs; exit code 1 if anything does.

    Example: boxcars verify-store --database games.db
    """
    from boxcars.server.verify import verify_store as verify

    store = _open(database)
    total = bad = actions = 0
    for finding in verify(store):
        total += 1
        actions += finding.replayed
        bad += finding.differs != ""
        if json:
            print(msgspec.json.encode(finding).decode())
        elif finding.differs:
            versions = f"version {finding.stored_version}, now {finding.version}"
            print(f"{finding.table}  {finding.game}  {finding.status}  ({versions}): {finding.differs}")
    store.close()
    if not json:
        print(f"{total} tables, {actions} actions replayed, {bad} differ")
    if bad:
        raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database while the server runs on it. (PostgreSQL: use pg_dump.)

    Example: boxcars backup saved.db
    """
    import sqlite3

    from boxcars.server.store import database_url

    url = database_url(database)
    if not url.startswith("sqlite:///"):
        raise Complaint("this copies SQLite files; use pg_dump for PostgreSQL (see docs/operations.md)")
    source_path = Path(url.removeprefix("sqlite:///"))
    if not source_path.is_file():
        raise Complaint(f"there is no database at {source_path}")
    if file.exists():
        raise Complaint(f"{file} is there already")
    source, target = sqlite3.connect(source_path), sqlite3.connect(file)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    print(f"copied {source_path} to {file}")


@app.command("export-table")
def export_table(
    table: Annotated[str, typer.Argument(help="The table's name, as in its link.")],
    file: Annotated[Path, typer.Argument(help="Where to write the record.")],
    database: Database = None,
) -> None:
    """Write the record of a table, running or finished. It holds the seed and every hand: keep it to yourself.

    Example: boxcars export-table TABLE game.jsonl
    """
    from boxcars.server.records import export
    from boxcars.server.table import from_row

    store = _open(database)
    found = store.load(table)
    store.close()
    if found is None:
        raise Complaint(f"there is no table {table}")
    export(from_row(*found)).save(file)
    print(f"wrote {file}")


@app.command("import-table")
def import_table(
    file: Annotated[Path, typer.Argument(help="A record.")],
    database: Database = None,
    public_url: Annotated[str, typer.Option(help="Where people find the server, for the links.")] = "http://127.0.0.1:8020",
) -> None:
    """Make a table of a record and print the links of its seats; a running game goes on where it stopped.

    Example: boxcars import-table game.jsonl
    """
    from boxcars.server.hall import Hall
    from boxcars.server.metrics import Metrics
    from boxcars.server.records import bring, settle
    from boxcars.server.secrets_kept import new_key
    from boxcars.server.workers import Workers

    brought = bring(read_file(file))
    store = _open(database, new=True)

    async def write() -> Any:
        hall = Hall(store, Workers(1), Metrics())
        hall.closing = True  # the server that runs on this database lets the bots think
        made = await settle(hall, brought, new_key(), public_url.rstrip("/"))
        await hall.close()
        return made

    made = asyncio.run(write())
    print(made.join)
    for seat, link in enumerate(made.links):
        if link is not None:
            print(f"seat {seat + 1}: {link}")
