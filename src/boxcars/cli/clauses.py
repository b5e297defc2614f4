"""boxcars clauses: which rules have a test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from boxcars.cli import Complaint, app
from boxcars.cli.common import JSON
from boxcars.core import clauses as coverage


@app.command()
def clauses(
    as_json: JSON = False,
    tests: Annotated[Path, typer.Option(help="The folder of the tests.")] = Path("tests"),
) -> None:
    """Print, for each game, how many clauses of its rules a test cites, and which lack one. Run it in a checkout.

    Example: boxcars clauses --json
    """
    if not tests.is_dir():
        raise Complaint(f"there is no folder {tests}: run this in a checkout of the project")
    found = coverage.coverage(tests)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return
    for game, numbers in found.items():
        Console().print(f"{game}: {numbers['tested']} of {numbers['clauses']} clauses tested", highlight=False)
        for clause in numbers["untested"] if isinstance(numbers["untested"], list) else []:
            Console().print(f"  {clause}", highlight=False)
