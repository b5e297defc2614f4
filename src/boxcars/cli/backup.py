"""``boxcars verify-store``, ``backup``, ``export-table``, ``import-table``: for people who run a server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from boxcars.cli import Complaint, app
from boxcars.cli.common import JSON, read_file
from boxcars.cli.serve import Database


@contextmanager
def using_store(database: str | None, new: bool = False) -> Iterator[Any]:
    """The store, and the maps that people keep in it, for as long as the command uses them."""
    from boxcars.core import map_loader, registry
    from boxcars.server.store import maps

    store = open_store(database, new)
    try:
        with (
            map_loader.found_by(partial(maps.find_map_text, store)),
            registry.described_by(partial(maps.find_description, store)),
        ):
            yield store
    finally:
        store.close()


def open_store(database: str | None, new: bool) -> Any:
    """Return the store. A missing SQLite file is created only if it may be ``new``."""
    from sqlalchemy.exc import SQLAlchemyError

    from boxcars.server.store.database import file_of
    from boxcars.server.store.schema import TooNew
    from boxcars.server.store.store import Store, database_url

    try:
        file = file_of(database_url(database))
        if file is not None and not new and not file.is_file():
            raise Complaint(f"there is no database at {file}")
        return Store(database)
    except (TooNew, SQLAlchemyError) as error:
        raise Complaint(f"the database cannot be used: {error}") from None


def write_private(file: Path, data: bytes) -> None:
    """Write a file that only its owner can read, because it holds secrets."""
    from boxcars.server.store.database import make_private

    make_private(file)
    file.write_bytes(data)


@app.command("verify-store")
def verify_store(database: Database = None, json: JSON = False) -> None:
    """Replay every stored game and list what differs or can't be read. The exit code is 1 if anything does.

    Example: boxcars verify-store --database games.db
    """
    from boxcars.server.store.verify import verify_store as verify

    total = bad = actions = older = 0
    with using_store(database) as store:
        for finding in verify(store):
            total += 1
            actions += finding.replayed
            older += finding.older
            bad += finding.differs != ""
            if json:
                print(msgspec.json.encode(finding).decode())
            elif finding.differs:
                versions = f"version {finding.stored_version}, now {finding.version}"
                print(f"{finding.table}  {finding.game}  {finding.status}  ({versions}): {finding.differs}")
    if not json:
        before = f", {older} of older rules not replayed" if older else ""
        print(f"{total} tables, {actions} actions replayed{before}, {bad} differ")
    if bad:
        raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database while the server is running. (For PostgreSQL, use pg_dump.)

    Example: boxcars backup saved.db
    """
    import sqlite3

    from boxcars.server.store.database import database_url, file_of, make_private

    source_path = file_of(database_url(database))
    if source_path is None:
        raise Complaint("this copies SQLite files; use pg_dump for PostgreSQL (see docs/operations.md)")
    if not source_path.is_file():
        raise Complaint(f"there is no database at {source_path}")
    if file.exists():
        raise Complaint(f"{file} is there already")
    make_private(file)  # it holds every hand and the secret behind every link
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
    file: Annotated[Path, typer.Argument(help="Where to write the saved game.")],
    database: Database = None,
) -> None:
    """Save the game of a table, running or finished, to a file. It contains the seed and every hand, so keep it secret.

    Example: boxcars export-table TABLE game.jsonl
    """
    from boxcars.core.game import Refused
    from boxcars.server.store.store import Unreadable
    from boxcars.server.table.records import export_record
    from boxcars.server.table.table import from_row

    with using_store(database) as store:
        try:
            found = store.load_table(table)
            if found is None:
                raise Complaint(f"there is no table {table}")
            data = export_record(from_row(*found), store).write()
        except Unreadable as bad:
            why = f"table {table} cannot be read ({bad.why}); `boxcars store export` writes what there is of it"
            raise Complaint(why) from None
        except Refused as refused:
            raise Complaint(str(refused)) from None
    write_private(file, data)
    print(f"wrote {file}")


@app.command("import-table")
def import_table(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    database: Database = None,
    public_url: Annotated[str, typer.Option(help="The public address of the server, for the links.")] = "http://127.0.0.1:8020",
) -> None:
    """Create a table from a saved game and print its seat links. A running game continues where it stopped.

    Example: boxcars import-table game.jsonl
    """
    from boxcars.server.jobs.worker_pool import Workers
    from boxcars.server.metrics import Metrics
    from boxcars.server.store.secret_tokens import new_key
    from boxcars.server.table.records import create_imported, import_record
    from boxcars.server.table.table_manager import TableManager

    brought = import_record(read_file(file))

    async def write(store: Any) -> Any:
        hall = TableManager(store, Workers(1), Metrics())
        hall.stopping.set()  # the server that runs on this database lets the bots think
        made = await create_imported(hall, brought, new_key(), public_url.rstrip("/"))
        await hall.close()
        return made

    with using_store(database, new=True) as store:
        made = asyncio.run(write(store))
    print(made.join)
    for seat, link in enumerate(made.links):
        if link is not None:
            print(f"seat {seat + 1}: {link}")
