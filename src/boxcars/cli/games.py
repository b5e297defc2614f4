"""boxcars games: the list of games."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.table import Table

from boxcars.cli import app
from boxcars.cli.common import JSON, Language
from boxcars.core import registry
from boxcars.core.messages import T
from boxcars.core.registry import Game
from boxcars.locale import say


def describe(game: Game, language: str = "en") -> dict[str, object]:
    """Return a game as plain data: maps with their player counts, options with type, range, default and help."""
    return {
        "key": game.key,
        "name": game.name,
        "players": game.players,
        "maps": [
            {"key": m.key, "name": say(T(m.name), language), "players": m.players, "provenance": m.provenance} for m in game.maps
        ],
        "options": [
            {
                "key": o.key,
                "kind": o.kind,
                "default": o.default,
                "name": say(o.name, language),
                "help": say(o.help, language),
                **({"low": o.low, "high": o.high} if o.kind == "number" else {}),
                **({"choices": [{"key": k, "name": say(t, language)} for k, t in o.choices]} if o.choices else {}),
            }
            for o in game.options
        ],
    }


@app.command("games")
def list_games(as_json: JSON = False, language: Language = "en") -> None:
    """List the games with their maps, player counts and options.

    Example: boxcars games --json
    """
    games = list(registry.games().values())
    if as_json:
        print(msgspec.json.format(msgspec.json.encode([describe(g, language) for g in games])).decode())
        return
    console = Console()
    for game in games:
        table = Table(title=f"{game.name}  ({game.key})", title_justify="left", box=None, header_style="dim")
        for heading in ("map", "name", "players"):
            table.add_column(heading)
        for m in game.maps:
            table.add_row(
                m.key, say(T(m.name), language), f"{m.players[0]}–{m.players[-1]}" if len(m.players) > 1 else str(m.players[0])
            )
        console.print(table)
        for o in game.options:
            console.print(f"  [bold]{o.key}[/bold] = {o.default}: {say(o.help, language)}", highlight=False)
        console.print()
