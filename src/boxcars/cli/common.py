"""What several commands share: naming a table on the command line, and showing it in a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from boxcars.cli import Complaint
from boxcars.core import registry
from boxcars.core.game import Rules
from boxcars.locale import LANGUAGES

GameName = Annotated[str, typer.Argument(help="A game: see `boxcars games`.", metavar="GAME")]
MapName = Annotated[str | None, typer.Option("--map", help="A map of the game, or the path to your own map file.")]
Players = Annotated[int | None, typer.Option("--players", "-n", help="How many seats.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option as key=value; can be repeated.")]


def known_language(code: str) -> str:
    if code not in LANGUAGES:
        raise Complaint(f"--lang {code}: choose one of {', '.join(LANGUAGES)}")
    return code


Language = Annotated[str, typer.Option("--lang", help="Language: en, es or it.", callback=known_language)]
Seed = Annotated[str | None, typer.Option("--seed", help="A number or word that makes all shuffles and dice repeatable.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def read_options(game: str, given: list[str] | None) -> dict[str, Any]:
    """Return options from key=value pairs, read by the kind of each option. The registry checks the range."""
    known = {o.key: o for o in registry.game(game).options}
    out: dict[str, Any] = {}
    for pair in given or []:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Complaint(f"option {pair!r}: write key=value")
        out[key] = known[key].read(value) if key in known else value
    return out


def make(game: str, map: str | None, players: int | None, options: list[str] | None) -> Rules[Any]:
    return registry.make(game, map, players, read_options(game, options))


def print_table(table: Table) -> None:
    """Print a table in its full width, so that no figure is cut off."""
    console = Console()
    needed = Measurement.get(console, console.options.update(max_width=1000), table).maximum
    Console(width=max(console.width, needed)).print(table)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file that the user named."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Complaint(f"cannot read {path}: {error.strerror or error}") from None
