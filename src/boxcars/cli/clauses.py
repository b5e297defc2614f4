"""boxcars clauses: which rules have a test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.cli.common import JSON
from boxcars.core import clause_coverage as coverage
from boxcars.core import registry


@app.command()
def clauses(
    game: Annotated[str | None, typer.Argument(help="A game. Default: all games.")] = None,
    as_json: JSON = False,
    tests: Annotated[Path, typer.Option(help="The folder of the tests.")] = Path("tests"),
) -> None:
    """Print, for each game, how many clauses of its rules a test cites, and which lack one. Run it in a checkout.

    Example: boxcars clauses ticket_to_ride --json
    """
    if not tests.is_dir():
        raise Complaint(f"there is no folder {tests}: run this in a checkout of the project, or name the folder with --tests")
    if game is not None and registry.game(game) and not coverage.defined(game):
        raise Complaint(
            f"the rules text of {game} has no clauses: name the text in GAME (rules_text='package:rules.md') "
            "and begin each clause with its id in bold, as **AB-1.1**"
        )
    found = coverage.coverage(tests)
    if game is not None:
        found = {game: found[game]}
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    for key, numbers in found.items():
        Console().print(f"{key}: {numbers['tested']} of {numbers['clauses']} clauses tested", highlight=False)
        for clause in numbers["untested"] if isinstance(numbers["untested"], list) else []:
            Console().print(f"  {clause}", highlight=False)
