"""boxcars balance, tune: measure and improve the balance of a map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from boxcars.arena import complete, schedule
from boxcars.arena.balance import findings
from boxcars.cli import Complaint, app
from boxcars.cli.batch_games import Bots, Games, Jobs, Luck, bot_names, play_all, table_path
from boxcars.cli.common import JSON, GameName, MapName, Options, Players, read_options
from boxcars.core import registry
from boxcars.extras import need


@app.command()
def balance(
    game: GameName,
    map: MapName = None,
    bots: Bots = "heuristic",
    games: Games = 200,
    players: Players = None,
    option: Options = None,
    seed: Luck = "1",
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Keep the games in a table (.parquet or .jsonl).")] = None,
    as_json: JSON = False,
) -> None:
    """Simulate games on a map, including your own, and report what's off: seats, dead places, runaway leaders, length, rules.

    Example: boxcars balance age_of_steam --map my_map.toml --bots heuristic --games 200 --jobs 2
    """
    names = bot_names(bots)
    table_path(out)
    setup = complete(game, map, players, read_options(game, option))
    played, _ = play_all(setup, schedule(setup, names, games, seed), workers=jobs, out=out, records=out is not None)
    if not played:
        raise Complaint("no game was finished")
    found = findings(played, setup.rules())
    if as_json:
        told = [msgspec.structs.asdict(f) | {"text": str(f.text), "why": str(f.why or "")} for f in found]
        summary = {"game": setup.game, "map": setup.map, "players": setup.players, "games": len(played), "findings": told}
        print(msgspec.json.format(msgspec.json.encode(summary)).decode())
        return
    console = Console()
    console.print(
        f"{setup.game} on {setup.map}, {setup.players} players, {len(played)} games of {', '.join(names)}", highlight=False
    )
    for finding in found:
        console.print(f"{'!' if finding.off else ' '} {finding.text}", highlight=False, markup=False)
    off = sum(finding.off for finding in found)
    console.print(f"{off} to look at (marked !). Intervals are 95%." if off else "Nothing is off. Intervals are 95%.")


@app.command()
def tune(
    game: GameName,
    vary: Annotated[
        list[str], typer.Option("--vary", help="A number to vary: option.NAME=LOW..HIGH or map.PLACE=LOW..HIGH; can be repeated.")
    ],
    aim: Annotated[
        list[str] | None,
        typer.Option("--aim", help="seats, length=N, leader=P (leader at half-time wins) or margin=N; repeatable."),
    ] = None,
    map: MapName = None,
    bots: Bots = "heuristic",
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Games for each trial.")] = 60,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Settings to try.")] = 20,
    players: Players = None,
    option: Options = None,
    seed: Luck = "1",
    jobs: Jobs = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Write the map file with the best numbers here.")] = None,
    as_json: JSON = False,
) -> None:
    """Vary numbers in a map file or options until simulated games come close to the balance you want.

    Example: boxcars tune age_of_steam --map my_map.toml --vary map.track_costs.plain.0=1..4 --aim seats --aim length=300
    """
    need("lab", "optuna", "tomlkit")
    from boxcars.arena import map_tuning

    names = bot_names(bots)
    try:
        knobs = [map_tuning.read_knob(text) for text in vary]
        aims = [map_tuning.read_aim(text) for text in aim or ["seats"]]
    except ValueError as error:
        raise Complaint(str(error)) from None
    inside = [k.where.removeprefix("map.") for k in knobs if k.where.startswith("map.")]
    if inside and (map is None or not Path(map).is_file()):
        raise Complaint("map.… numbers need a map file of your own: --map FILE")
    if out is not None and not inside:
        raise Complaint("--out writes a map file: vary at least one map.… number")
    options = read_options(game, option)
    complete(game, map, players, options)
    numbers = {f"option.{o.key}": o for o in registry.game(game).options if o.kind == "number"}
    for knob in knobs:
        if knob.where.startswith("option.") and knob.where not in numbers:
            raise Complaint(f"{knob.where}: the options of {game} that are numbers: {', '.join(numbers) or 'none'}")
        if knob.where in numbers and not numbers[knob.where].low <= knob.low < knob.high <= numbers[knob.where].high:
            raise Complaint(f"{knob.where} goes from {numbers[knob.where].low} to {numbers[knob.where].high}")
    text, suffix = "", ""
    if map is not None and inside:
        text, suffix = Path(map).read_text(encoding="utf-8"), Path(map).suffix
        try:
            map_tuning.changed(text, suffix, dict.fromkeys(inside, 1))
        except ValueError as error:
            raise Complaint(f"{map}: {error}") from None
    err = Console(stderr=True)

    def told(number: int, trial: map_tuning.Trial) -> None:
        values = ", ".join(f"{k} = {v:g}" for k, v in trial.values.items())
        err.print(f"trial {number} of {trials}: {values}: off by {trial.score:.3f}", highlight=False)

    best = map_tuning.tune(
        game, map, players, options, knobs, aims, names, games, trials, seed, jobs, None if as_json else told
    )  # fmt: skip
    if best[0].score >= map_tuning.WORST:
        raise Complaint("none of the settings tried can be played")
    if out is not None:
        out.write_text(
            map_tuning.changed(
                text, suffix, {k.removeprefix("map."): v for k, v in best[0].values.items() if k.startswith("map.")}
            )
        )
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(best)).decode())
        return
    console = Console()
    console.print("Best settings first, with how far each goal was missed")
    for trial in best[:5]:
        values = ", ".join(f"{k} = {v:g}" for k, v in trial.values.items())
        misses = ", ".join(f"{k} {v:.1%}" for k, v in trial.misses.items())
        console.print(f"{values}: {misses or 'not playable'}", highlight=False)
        if trial.effect is not None:
            e = trial.effect
            seats = f"seats up to {100 * e.seats:.0f} points from fair; who leads at half-time wins {e.leader:.0%}; "
            console.print(f"  {seats}{e.length:.0f} decisions; the winner is {e.margin:.0%} ahead", highlight=False)
    if out is not None:
        console.print(f"Map: {out}", highlight=False)
