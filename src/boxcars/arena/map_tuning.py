"""Vary numbers of a map or options toward a wanted balance (with optuna's tree of Parzen estimators)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from boxcars.arena import result_statistics
from boxcars.arena.game_result import Played, complete
from boxcars.arena.local_runner import run
from boxcars.arena.match_schedule import schedule
from boxcars.core.game import Refused
from boxcars.core.type_aliases import Json

WORST = 1e6
"""The score of values with which the game cannot be played."""


class Knob(msgspec.Struct, frozen=True):
    """A number to vary: ``option.KEY`` of the game, or ``map.a.b.0`` inside the map file; an integer if both ends are."""

    where: str
    low: float
    high: float

    @property
    def whole(self) -> bool:
        return self.low == int(self.low) and self.high == int(self.high)


class Aim(msgspec.Struct, frozen=True):
    """The wanted balance: ``seats`` (equal chances), ``length=N`` decisions, ``leader=P`` (half-time leaders win),
    ``margin=N``."""

    what: str
    target: float = 0.0


AIMS = ("seats", "length", "leader", "margin")


def read_knob(text: str) -> Knob:
    """Parse ``option.max_offers=0..6`` or ``map.track_costs.plain.0=1..4``; raises ValueError that says what is wrong."""
    where, equals, span = text.partition("=")
    low, dots, high = span.partition("..")
    if not equals or not dots or not where.startswith(("option.", "map.")):
        raise ValueError(f"{text!r}: write option.NAME=LOW..HIGH or map.PLACE=LOW..HIGH")
    try:
        knob = Knob(where, float(low), float(high))
    except ValueError:
        raise ValueError(f"{text!r}: LOW and HIGH must be numbers") from None
    if knob.low >= knob.high:
        raise ValueError(f"{text!r}: LOW must be below HIGH")
    return knob


def read_aim(text: str) -> Aim:
    what, equals, number = text.partition("=")
    if what not in AIMS or (what != "seats") != bool(equals):
        raise ValueError(f"{text!r}: aim at seats, length=N, leader=P or margin=N")
    try:
        return Aim(what, float(number) if equals else 0.0)
    except ValueError:
        raise ValueError(f"{text!r}: {number!r} is not a number") from None


def miss(games: Sequence[Played], aim: Aim) -> float:
    """Return how far the games are from the aim, relative to it: 0 is perfect."""
    if aim.what == "seats":
        shares = result_statistics.by_seat(games)
        return max(abs(s.share - s.fair) / s.fair for s in shares)
    if aim.what == "length":
        return abs(fmean([g.decisions for g in games]) - aim.target) / max(1.0, aim.target)
    if aim.what == "leader":
        return abs(result_statistics.runaway(games)[5].share - aim.target) / max(0.01, aim.target)
    gap = fmean([sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in games])
    return abs(gap - aim.target) / max(1.0, aim.target)


class Effect(msgspec.Struct, frozen=True):
    """What a setting does to the games: how far the most unequal seat is from its share, how often who leads at half-time wins,
    how many decisions a game takes, how far the winner is ahead (as a share of the winning score)."""

    seats: float
    leader: float
    length: float
    margin: float


def effect_of(games: Sequence[Played]) -> Effect:
    alone = games[0].players < 2
    top = fmean([max(g.scores) for g in games]) or 1.0
    gaps = [0 if alone else sorted(g.scores)[-1] - sorted(g.scores)[-2] for g in games]
    return Effect(
        seats=0.0 if alone else max(abs(s.share - s.fair) for s in result_statistics.by_seat(games)),
        leader=0.0 if alone else result_statistics.runaway(games)[5].share,
        length=fmean([g.decisions for g in games]),
        margin=fmean(gaps) / top,
    )


def changed(text: str, suffix: str, values: dict[str, float | int]) -> str:
    """Return a map file (TOML or JSON) with numbers replaced; comments and order stay. Raises ValueError for an unknown place."""
    if suffix == ".toml":
        import tomlkit

        document: Any = tomlkit.parse(text)
    else:
        document = json.loads(text)
    for place, value in values.items():
        at = document
        *above, last = place.split(".")
        try:
            for part in above:
                at = at[int(part)] if isinstance(at, list) else at[part]
            key: Any = int(last) if isinstance(at, list) else last
            old = at[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise ValueError(f"the map file has no place {place}") from None
        if isinstance(old, bool) or not isinstance(old, (int, float)):
            raise ValueError(f"{place} of the map file is not a number")
        at[key] = value
    if suffix == ".toml":
        return str(tomlkit.dumps(document))
    return json.dumps(document, ensure_ascii=False, indent=1)


class Trial(msgspec.Struct, frozen=True):
    values: dict[str, float | int]
    misses: dict[str, float]
    score: float
    effect: Effect | None = None


def tune(
    game: str,
    map: str | None,
    players: int | None,
    options: Json,
    knobs: Sequence[Knob],
    aims: Sequence[Aim],
    bots: Sequence[str],
    games: int,
    trials: int,
    seed: str = "1",
    workers: int = 1,
    told: Callable[[int, Trial], None] | None = None,
) -> list[Trial]:
    """Try values and return them, best first. Every trial plays the same seats and seeds, so differences come from the values."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    original = Path(map).read_text(encoding="utf-8") if map is not None and Path(map).is_file() else ""
    suffix = Path(map).suffix if map is not None else ""
    done: list[Trial] = []

    def attempt(trial: optuna.Trial) -> float:
        values: dict[str, float | int] = {
            k.where: trial.suggest_int(k.where, int(k.low), int(k.high))
            if k.whole
            else trial.suggest_float(k.where, k.low, k.high)
            for k in knobs
        }
        result = _attempt(values)
        done.append(result)
        if told is not None:
            told(len(done), result)
        return result.score

    def _attempt(values: dict[str, float | int]) -> Trial:
        chosen = options | {k.removeprefix("option."): v for k, v in values.items() if k.startswith("option.")}
        inside = {k.removeprefix("map."): v for k, v in values.items() if k.startswith("map.")}
        with tempfile.TemporaryDirectory() as folder:
            where = map
            if inside:
                where = str(Path(folder) / f"map{suffix}")
                Path(where).write_text(changed(original, suffix, inside), encoding="utf-8")
            try:
                setup = complete(game, where, players, chosen)
            except Refused:
                return Trial(values, {}, WORST)
            played = list(run(setup, schedule(setup, list(bots), games, seed), workers, records=False))
        misses = {aim.what: miss(played, aim) for aim in aims}
        return Trial(values, misses, sum(misses.values()), effect_of(played))

    number = int.from_bytes(seed.encode()[:4].rjust(4, b"\0"), "big")
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=number))
    study.optimize(attempt, n_trials=trials)
    return sorted(done, key=lambda t: t.score)
