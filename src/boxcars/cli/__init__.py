"""The command line: ``boxcars COMMAND``. One module per group of commands; each adds its own to ``app`` (see ``COMMANDS``)."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Annotated

import typer

from boxcars import __version__
from boxcars.core.game import Refused
from boxcars.extras import MissingExtra, explained

app = typer.Typer(
    name="boxcars",
    help="Classic railway board games: play, simulate, train and analyze. Alone, it starts the server and opens the page.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[str, tuple[str, ...]] = {
    "games": ("games",),
    "play": ("play",),
    "replay": ("replay",),
    "analyse": ("analyse",),
    "simulate": ("simulate",),
    "arena": ("bots", "arena", "report"),
    "dataset": ("dataset",),
    "balance": ("balance", "tune"),
    "ladder": ("ladder",),
    "measure": ("measure",),
    "blunders": ("blunders",),
    "conformance": ("conformance",),
    "bench": ("bench",),
    "referee": ("referee",),
    "clauses": ("clauses",),
    "maps": ("map",),
    "lessons": ("lessons",),
    "serve": ("serve",),
    "static": ("static",),
    "backup": ("verify-store", "backup", "export-table", "import-table"),
    "store": ("store",),
    "ratings": ("ratings",),
}
"""Modules of this package and the commands they add, in the order in which help lists them."""


class Complaint(Exception):
    """An error the user can fix: printed as one line, exit code 2."""


def tell_version(wanted: bool) -> None:
    if wanted:
        print(f"boxcars {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.", callback=tell_version, is_eager=True)] = False,
) -> None:
    """Start the server on this machine and open the page, if no command is given."""
    if context.invoked_subcommand is None:
        from boxcars.cli.serve import open_page

        open_page(os.environ.get("BOXCARS_HOST", "127.0.0.1"))


def load(words: list[str]) -> None:
    """Import the module of the command that these words begin with, for speed; for help all of them."""
    if words[:1] == ["--version"]:
        return
    own = [module for module, commands in COMMANDS.items() if words and words[0] in commands]
    for module in own or COMMANDS:
        import_module(f"boxcars.cli.{module}")


def main() -> None:
    """Run the command ``boxcars``. Errors the user can fix are one clear line and exit code 2."""
    load(sys.argv[1:])
    try:
        app()
    except (Refused, Complaint, MissingExtra) as error:
        print(f"boxcars: {error}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as error:
        why = explained(error)
        if why is None:
            raise
        print(f"boxcars: {why}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
