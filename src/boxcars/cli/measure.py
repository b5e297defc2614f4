"""boxcars measure: the strength of your own agent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from boxcars.arena import agent_strength as by_protocol
from boxcars.arena import complete, run
from boxcars.bots.bot import check_kind
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Jobs
from boxcars.cli.common import JSON, MapName, Options, Players, read_options


@app.command()
def measure(
    agent: Annotated[
        str, typer.Argument(help="A file with a bot (my_agent.py or my_agent.py:Name), or a kind of bot: see `boxcars bots`.")
    ],
    game: Annotated[str, typer.Option("--game", help="A game: see `boxcars games`.")] = "ticket_to_ride",
    against: Annotated[str, typer.Option("--against", help="The kind of bot in the other seats.")] = "heuristic",
    games: Annotated[
        int | None,
        typer.Option("--games", "-g", min=1, help="A multiple of the seats: it sits in each equally often. Left out: about 200."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="Of the games' luck: one that nobody trained or chose on.")] = "leaderboard",
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Write the result here as well, as JSON.")] = None,
    map: MapName = None,
    players: Players = None,
    option: Options = None,
    as_json: JSON = False,
) -> None:
    """Play one agent among rivals, in every seat in turn and with the same luck for each; print its share of wins.

    Example: boxcars measure my_agent.py --game ticket_to_ride --players 2 --against expert --games 400 --jobs 2
    """
    setup = complete(game, map, players, read_options(game, option))
    if setup.players < 2:
        raise Complaint("a solo game has no rivals: `boxcars simulate` tells its scores")
    if games is None:
        games = -(-200 // setup.players) * setup.players
    if games % setup.players:
        raise Complaint(f"--games {games}: choose a multiple of {setup.players}, the number of seats")
    check_kind(against)
    try:
        kind = by_protocol.agent_of(agent)
    except ValueError as error:
        raise Complaint(str(error)) from None
    if kind == against:
        raise Complaint("an agent against itself wins its fair share: choose another one with --against")
    todo = by_protocol.games_of(setup, kind, against, games, seed)
    found = by_protocol.measured(setup, kind, against, seed, run(setup, todo, jobs, records=False))
    told = msgspec.json.format(msgspec.json.encode(found), indent=1)
    if out is not None:
        out.write_bytes(told + b"\n")
    if as_json:
        print(told.decode())
        return
    print(f"{found.agent} against {found.rival}, {setup.game} for {setup.players} on {setup.map} (rules {found.rules_version}):")
    print(f"  won {found.won} (fair {found.won.fair:.1%})")
    print(f"  score {found.score:.1f}, the others' {found.rivals_score:.1f}")
    print(f"  {found.milliseconds:.1f} ms a move, longest {found.longest:.0f}; seed {found.seed}")
