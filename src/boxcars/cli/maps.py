"""boxcars map: check a map file of one's own, or export a board of the game as one to begin from."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.cli.common import GameName
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


@maps.command()
def export(
    game: GameName,
    map: Annotated[str, typer.Argument(help="One of the game's maps.")],
    file: Annotated[Path | None, typer.Argument(help="Where to write it; without one it is printed.")] = None,
) -> None:
    """Write a board of a game as a map file: the quickest way to one of your own, or to the printed board (docs/maps.md).

    Example: boxcars map export steam ruhr ruhr.toml
    """
    found = registry.game(game)
    if not found.export_map:
        raise Complaint(f"{game} does not take maps of one's own")
    if map not in [m.key for m in found.maps if not registry.is_file(m.key)]:
        raise Complaint(f"{game} has no map {map}; there are: {', '.join(m.key for m in found.maps)}")
    text = registry.export(found, map)
    if file is None:
        print(text, end="")
        return
    if file.exists():
        raise Complaint(f"{file} is there already")
    file.write_text(text, encoding="utf-8")
    Console().print(f"{file}: {map} of {game}", highlight=False, soft_wrap=True)


def complaints_of(game: str, file: Path) -> list[str]:
    """What the game says is wrong with the file."""
    found = registry.game(game)
    if found.check_map is None:
        raise Complaint(f"{game} does not take maps of one's own")
    return registry.complaints_of(found, str(file))


def guess(file: Path) -> str:
    """The game a file says it is for (``game = "…"`` or ``"game": "…"``), or the only one that has no complaints."""
    text = file.read_text(encoding="utf-8", errors="replace")
    takers = [g.key for g in registry.games().values() if file.suffix in g.map_suffixes and g.check_map]
    named = re.search(r"""["']?game["']?\s*[=:]\s*["'](\w+)["']""", text)
    found = [named[1]] if named and named[1] in takers else takers
    if len(found) > 1:
        found = [key for key in takers if not complaints_of(key, file)]
    if len(found) != 1:
        raise Complaint(f"{file}: say which game it is for with --game ({', '.join(takers) or 'none takes such files'})")
    return found[0]
