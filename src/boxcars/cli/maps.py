"""boxcars map check: is a map file of one's own good?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.core import registry

maps = typer.Typer(help="Map files of your own.")
app.add_typer(maps, name="map")


@maps.command()
def check(
    file: Annotated[Path, typer.Argument(help="The map file.")],
    game: Annotated[str | None, typer.Option(help="The game it is for; needed if the file does not say.")] = None,
) -> None:
    """Validate a map file: schema, connections, numbers. Says where and what is wrong (the files: docs/maps.md).

    Example: boxcars map check ./mymap.toml --game age_of_steam
    """
    if not file.is_file():
        raise Complaint(f"there is no file {file}")
    key = game or guess(file)
    complaints = complaints_of(key, file)
    for complaint in complaints:
        Console(stderr=True).print(complaint, highlight=False, markup=False, soft_wrap=True)
    if complaints:
        raise Complaint(f"{file} is not a good map for {key}")
    Console().print(f"{file}: a good map for {key}", highlight=False, soft_wrap=True)


def complaints_of(game: str, file: Path) -> list[str]:
    """What the game says is wrong with the file."""
    checker = registry.game(game).check_map
    if checker is None:
        raise Complaint(f"{game} does not take maps of one's own")
    return checker(file)


def guess(file: Path) -> str:
    """The game a file says it is for (``game = "…"`` or ``"game": "…"``), or the only one that takes such files."""
    text = file.read_text(encoding="utf-8", errors="replace")
    takers = [g.key for g in registry.games().values() if file.suffix in g.map_suffixes and g.check_map]
    named = [key for key in takers if f'"{key}"' in text]
    found = named or takers
    if len(found) != 1:
        raise Complaint(f"{file}: say which game it is for with --game ({', '.join(takers) or 'none takes such files'})")
    return found[0]
