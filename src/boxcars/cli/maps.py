"""boxcars map: check a map file of one's own, export a board of the game as one to begin from, show or apply corrections."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.cli.common import GameName
from boxcars.core import correction, map_loader, registry

maps = typer.Typer(help="Your own map files.")
app.add_typer(maps, name="map")


@maps.command()
def check(
    file: Annotated[Path, typer.Argument(help="The map file.")],
    game: Annotated[str | None, typer.Option(help="The game it's for, if the file doesn't say.")] = None,
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
    file: Annotated[Path | None, typer.Argument(help="Where to write it. Default: print it.")] = None,
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


@maps.command()
def diff(
    file: Annotated[Path, typer.Argument(help="A correction file; or a map file, with --against.")],
    against: Annotated[str | None, typer.Option(help="The game's map that the map file was made from.")] = None,
    game: Annotated[str | None, typer.Option(help="The game of the map file, if the file doesn't say.")] = None,
) -> None:
    """Show what a correction file corrects, or print the correction that makes a map of the game this map file (docs/maps.md).

    Example: boxcars map diff corrections.toml
    Example: boxcars map diff mymap.toml --against north_america > corrections.toml
    """
    text = _text(file)
    try:
        if against is not None:
            found, others = correction.between(game or guess(file), against, text)
            if others:
                told = f"{others} differences are more than a value and are left out"
                Console(stderr=True).print(told, highlight=False)
            if not found:
                raise Complaint(f"no value of {against} is another one in {file}")
            print(found, end="")
            return
        read = correction.read(text)
    except map_loader.BadMap as bad:
        raise Complaint("; ".join(bad.complaints)) from None
    console = Console()
    console.print(f"{read.corrects} of {read.game}. {read.provenance}", highlight=False, markup=False, soft_wrap=True)
    for change in read.change:
        was = "as usual" if change.was is None else change.was
        console.print(f"{change.place()}: {was} -> {change.now}", highlight=False, markup=False, soft_wrap=True)


@maps.command()
def correct(
    file: Annotated[Path, typer.Argument(help="The correction file.")],
    out: Annotated[Path | None, typer.Argument(help="Where to write the map. Default: print it.")] = None,
) -> None:
    """Apply a correction file to the game's board: write the corrected board as a map file (docs/maps.md).

    Example: boxcars map correct corrections.toml mymap.toml
    """
    try:
        read = correction.read(_text(file))
        text = correction.corrected(read)
    except map_loader.BadMap as bad:
        raise Complaint("; ".join(bad.complaints)) from None
    check = registry.game(read.game).check_map
    wrong = check(text) if check is not None else []
    if wrong:
        raise Complaint(f"the corrected board is not a good map: {wrong[0]}")
    if out is None:
        print(text, end="")
        return
    if out.exists():
        raise Complaint(f"{out} is there already")
    out.write_text(text, encoding="utf-8")
    Console().print(f"{out}: {read.corrects} of {read.game}, {len(read.change)} corrected", highlight=False, soft_wrap=True)


def _text(file: Path) -> str:
    try:
        return map_loader.read_file(file)
    except map_loader.BadMap as bad:
        raise Complaint("; ".join(bad.complaints)) from None


def complaints_of(game: str, file: Path) -> list[str]:
    """Return what the game finds wrong with a map file."""
    found = registry.game(game)
    if found.check_map is None:
        raise Complaint(f"{game} does not take maps of one's own")
    return registry.complaints_of(found, str(file))


def guess(file: Path) -> str:
    """Return the game a file says it is for (``game = "…"`` or ``"game": "…"``), or the only one that has no complaints."""
    text = file.read_text(encoding="utf-8", errors="replace")
    takers = [g.key for g in registry.games().values() if file.suffix in g.map_suffixes and g.check_map]
    named = re.search(r"""["']?game["']?\s*[=:]\s*["'](\w+)["']""", text)
    found = [named[1]] if named and named[1] in takers else takers
    if len(found) > 1:
        found = [key for key in takers if not complaints_of(key, file)]
    if len(found) != 1:
        raise Complaint(f"{file}: say which game it is for with --game ({', '.join(takers) or 'none takes such files'})")
    return found[0]
