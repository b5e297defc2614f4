"""``boxcars store``: export or remove data of a server's database."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from boxcars.cli import Complaint, app
from boxcars.cli.backup import using_store, write_private
from boxcars.cli.serve import Database

group = typer.Typer(no_args_is_help=True, help="Export or remove what's in a server's database.")
app.add_typer(group, name="store")


@group.command()
def prune(
    open_days: Annotated[float, typer.Option(min=0, help="Tables that wait for players this long; 0: none.")] = 0,
    abandoned_days: Annotated[float, typer.Option(min=0, help="Games abandoned this long ago; 0: none.")] = 0,
    finished_days: Annotated[float, typer.Option(min=0, help="Games finished this long ago; 0: none.")] = 0,
    idle_days: Annotated[float, typer.Option(min=0, help="Running games that nobody touched for so long; 0: none.")] = 0,
    dry_run: Annotated[bool, typer.Option(help="Only list what would be removed.")] = False,
    database: Database = None,
) -> None:
    """Remove tables where nothing has happened for some days, with all that belongs to them. A server may be running.

    Example: boxcars store prune --open-days 30 --abandoned-days 30 --dry-run
    """
    from boxcars.server.store.prune import Keep, list_old_tables
    from boxcars.server.store.prune import prune_tables as remove

    keep = Keep(open_days, abandoned_days, finished_days, idle_days)
    if not keep.days_by_status:
        raise Complaint("say what is too old: --open-days, --abandoned-days, --finished-days or --idle-days")
    now = time.time()
    with using_store(database) as store:
        if dry_run:
            found = list_old_tables(store, keep, now)
            for table in found:
                print(f"{table.id}  {table.game}  {table.status}  untouched for {(now - table.changed) / 86400:.0f} days")
            print(f"{len(found)} tables would be removed")
        else:
            print(f"{len(remove(store, keep, now))} tables removed")


@group.command()
def export(
    table: Annotated[str, typer.Argument(help="The table's name, as in its link.")],
    file: Annotated[Path, typer.Argument(help="Where to write it (JSON).")],
    database: Database = None,
) -> None:
    """Write everything that is stored about a table: set-up, journal, positions, chat, seats, its record. Keep it secret.

    Example: boxcars store export TABLE table.json
    """
    from boxcars.server.store.export import about_table

    with using_store(database) as store:
        found = about_table(store, table)
    if found is None:
        raise Complaint(f"there is no table {table}")
    write_private(file, msgspec.json.format(msgspec.json.encode(found)))
    print(f"wrote {file}")


@group.command()
def person(
    file: Annotated[Path, typer.Argument(help="Where to write it (JSON).")],
    link: Annotated[str, typer.Option(help="A seat's link, or its token.")] = "",
    name: Annotated[str, typer.Option(help="A name that somebody sits or talks under.")] = "",
    database: Database = None,
) -> None:
    """Write everything that is stored about a person: the seats of a link or a name, what was done and said in them.

    Example: boxcars store person me.json --link https://boxcars.example/t/TABLE#TOKEN
    """
    from boxcars.server.store.export import about_person

    if not link and not name:
        raise Complaint("say who: --link or --name")
    with using_store(database) as store:
        found = about_person(store, link.rpartition("#")[2], name)
    if not found:
        raise Complaint("nothing is stored about them")
    write_private(file, msgspec.json.format(msgspec.json.encode(found)))
    print(f"wrote {file}: {len(found)} tables")


@group.command()
def maps(database: Database = None) -> None:
    """List the maps that people store on the server, newest first.

    Example: boxcars store maps
    """
    from boxcars.server.store.maps import all_kept

    with using_store(database) as store:
        found = all_kept(store)
    for one in found:
        marks = ", ".join(word for word, true in (("shown", one.shown), ("played", one.played)) if true)
        day = time.strftime("%Y-%m-%d", time.localtime(one.created))
        print(f"{one.key}  {one.game}  {day}  {one.size} bytes  {one.name}{f'  ({marks})' if marks else ''}")
    print(f"{len(found)} maps")


@group.command("remove-map")
def remove_map(
    key: Annotated[str, typer.Argument(help="The map's key, as `boxcars store maps` lists it.")],
    with_games: Annotated[
        bool, typer.Option(help="Remove it even if games need it. Those games can't be opened anymore.")
    ] = False,
    database: Database = None,
) -> None:
    """Remove a map that somebody keeps on the server. A map that games need only goes off the list. A server may be running.

    Example: boxcars store remove-map own:0123456789abcdef0123456789abcdef
    """
    from boxcars.server.store.maps import delete_map

    with using_store(database) as store:
        done = delete_map(store, key, with_games)
    if not done:
        raise Complaint(f"there is no map {key}")
    print("the map is removed" if done == "removed" else "the map is off the list; games that need it keep it")
