"""boxcars conformance: the contract, checked by random play."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated, Any

import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.core import conformance as laws
from boxcars.core import registry
from boxcars.core.game import Rules


def position_checks(rules: Rules[Any]) -> tuple[list[laws.PositionCheck], list[str]]:
    """Return the checks of masks and page targets that this installation can run, and why others are left out."""
    checks: list[laws.PositionCheck] = []
    left_out = []
    if find_spec("gymnasium") is None:
        left_out.append("action masks (pip install 'boxcars[rl]')")
    else:
        from boxcars.envs.encoding import learning_of
        from boxcars.envs.mask_check import MaskCheck

        try:
            learning_of(rules)
        except LookupError as missing:
            left_out.append(f"action masks ({missing})")
        else:
            checks.append(MaskCheck(rules))
    if find_spec("litestar") is None:
        left_out.append("page targets (pip install 'boxcars[server]')")
    else:
        from boxcars.server.page.target_check import TargetCheck

        checks.append(TargetCheck(rules))
    return checks, left_out


@app.command()
def conformance(
    game: Annotated[str | None, typer.Argument(help="A game. Default: all games.")] = None,
    games: Annotated[int, typer.Option(help="Random games for each map, player count and option value.")] = 2,
    seed: Annotated[str, typer.Option(help="A number or word that makes the games repeatable.")] = "conformance",
) -> None:
    """Check the contract over every map, player count and option value: legality, masks, hidden information, records …

    Example: boxcars conformance ticket_to_ride --games 10
    """
    console = Console()
    for key in [game] if game else registry.games():
        found = registry.game(key)
        tables: list[tuple[str, Rules[Any]]] = [
            (f"{map.key} {players} players", registry.make(key, map.key, players))
            for map in found.maps
            for players in map.players
        ]
        for option in found.options:
            for value in laws.option_values(option):
                tables.append((f"{option.key}={value}", laws.rules_for_option(key, option.key, value)))
        left_out: list[str] = []
        for what, rules in tables:
            checks, left_out = position_checks(rules)
            try:
                report = laws.check(rules, games, seed, checks=checks)
            except laws.Violation as violation:
                raise Complaint(str(violation)) from None
            console.print(
                f"{key} {what}: {report.games} games, {report.decisions} decisions, "
                f"{report.refusals} bad inputs refused, at most {report.widest} actions: good",
                highlight=False,
            )
        for reason in left_out:
            console.print(f"{key}: not checked: {reason}", highlight=False)
