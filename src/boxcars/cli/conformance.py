"""boxcars conformance: the contract, checked by random play."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.core import conformance as laws
from boxcars.core import registry


@app.command()
def conformance(
    game: Annotated[str | None, typer.Argument(help="A game; all of them if left out.")] = None,
    games: Annotated[int, typer.Option(help="Random games for each map and player count.")] = 2,
    seed: Annotated[str, typer.Option(help="A number or word that fixes the games.")] = "conformance",
) -> None:
    """Check the contract over every map and player count: legality, hidden information, records, conserved counters …

    Example: boxcars conformance ticket_to_ride --games 10
    """
    console = Console()
    for key in [game] if game else registry.games():
        for map in registry.game(key).maps:
            for players in map.players:
                try:
                    report = laws.check(registry.make(key, map.key, players), games, seed)
                except laws.Violation as violation:
                    raise Complaint(str(violation)) from None
                console.print(
                    f"{key} {map.key} {players} players: {report.games} games, {report.decisions} decisions, "
                    f"{report.refusals} bad inputs refused, at most {report.widest} actions: good",
                    highlight=False,
                )
