"""``boxcars ratings``: recompute the ratings of people from the results."""

from __future__ import annotations

from typing import Annotated

import typer

from boxcars.cli import Complaint, app
from boxcars.cli.backup import using_store
from boxcars.cli.serve import Database

group = typer.Typer(no_args_is_help=True, help="Ratings of people: derived from the results of their games.")
app.add_typer(group, name="ratings")

SAME = 1e-9
"""Two ratings that differ by less are one."""


@group.command()
def rebuild(
    check: Annotated[bool, typer.Option(help="Fail if what was stored differs from what comes out.")] = False,
    database: Database = None,
) -> None:
    """Recompute every rating from the results, in the order in which they were taken in. A server may be running.

    Example: boxcars ratings rebuild --database games.db
    """
    from boxcars.server.store.results import rate_due
    from boxcars.server.store.results import rebuild_ratings as again

    with using_store(database) as store:
        while rate_due(store):
            pass
        games, apart = again(store)
    print(f"{games} rated games; the largest difference from what was stored is {apart:.3g}.")
    if check and apart > SAME:
        raise Complaint("the stored ratings were not those of the results; now they are")
