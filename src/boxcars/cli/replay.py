"""boxcars replay: step through, verify or draw a game record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import read_records
from boxcars.cli.common import Language
from boxcars.locale import sayer


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            help="A game saved from the page, `boxcars play` or `boxcars referee`, or a table from `boxcars simulate`."
        ),
    ],
    verify: Annotated[bool, typer.Option("--verify", help="Only check that it replays to the saved result.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write the final position as a picture.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write the whole game as an animation.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the whole game as one page with a slider.")] = None,
    number: Annotated[int, typer.Option("--game", min=0, help="Which game of a table, counted from 0.")] = 0,
    ply: Annotated[int, typer.Option(help="With --svg: the position after this many actions (-1 for the last).")] = -1,
    lang: Language = "en",
) -> None:
    """Print the log of a saved game, verify it, or turn it into a picture, an animation or a page.

    Example: boxcars replay game.jsonl --verify

    Example: boxcars replay games.parquet --game 3 --html game.html
    """
    games = read_records(file)
    if number >= len(games):
        raise Complaint(f"{file}: there is no game {number}; there are {len(games)}, counted from 0")
    game = games[number]
    console = Console()
    if verify:
        wrong = game.verify()
        if wrong:
            raise Complaint(f"{file}: " + "; ".join(wrong))
        console.print(f"{file}: {len(game.entries)} actions, verified")
        return
    if svg or gif or html:
        from boxcars.view import replay_export as pictures

        if svg:
            svg.write_text(pictures.svg(game, ply, lang), encoding="utf-8")
        if gif:
            pictures.gif(game, gif, lang)
        if html:
            html.write_text(pictures.html(game, lang), encoding="utf-8")
        return
    say = sayer(lang, game.header.names)
    for rules, state, events in game.replay():  # noqa: B007
        for event in events:
            console.print(escape(say(rules.tell(event))), highlight=False)
    outcome = rules.outcome(state)
    if outcome:
        console.print(f"scores {outcome.scores} ranks {outcome.ranks}")
