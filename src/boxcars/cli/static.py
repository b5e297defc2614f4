"""``boxcars static``: the edition without a server, as a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boxcars.cli import Complaint, app
from boxcars.extras import need


@app.command()
def static(
    out: Annotated[Path, typer.Option(help="The folder to write; what is in it is replaced.")] = Path("build/static"),
    docs: Annotated[Path | None, typer.Option(help="A folder with the documentation's site, to be put beside it.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Where fetched packages are kept; default: a folder for your user.")] = None,
) -> None:
    """Write a folder of files that plays everything in the browser, without a server. Needs npm, Node and pip.

    Example: boxcars static --out site && python -m http.server --directory site
    """
    need("server")
    from platformdirs import user_cache_path

    from boxcars.tab.build import build
    from boxcars.tab.packages import CannotFetch

    if out.exists() and any(out.iterdir()) and not (out / "sw.js").is_file():
        raise Complaint(f"--out {out}: this folder holds other files; choose an empty one")
    try:
        sizes = build(out, cache or user_cache_path("boxcars") / "tab", typer.echo, docs)
    except CannotFetch as error:
        raise Complaint(str(error)) from None
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:7]:
        typer.echo(f"{size / 1e6:8.2f} MB  {name}")
    typer.echo(f"{sum(sizes.values()) / 1e6:8.2f} MB  in all, in {out}")
