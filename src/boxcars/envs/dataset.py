"""Games as tables: parquet files for polars, DuckDB and pandas. ``docs/datasets.md`` describes every column.

* ``games.parquet``: one row for each game.
* ``decisions.parquet``: one row for each decision; joined to the games by ``game_id``.
* ``samples.parquet``: what a network in the manner of AlphaZero learns from: observation, policy, value. One row for each word.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from boxcars.bots.search_bot import SearchBot
from boxcars.bots.seat_view import SeatView
from boxcars.bots.tree_node import Node
from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.record import Entry, Record, finish, header, read
from boxcars.core.type_aliases import AnyRules, Json
from boxcars.core.types import Action, Outcome
from boxcars.envs.encoding import Choice, Coding, learning_of
from boxcars.envs.rewards import by_rank

BATCH = 20_000
"""Number of rows kept as Python objects before they are packed into columns."""
NUMBERS = 20_000_000
"""Number of observation values in such rows: those of large games are packed sooner."""


def schemas(pl: Any) -> dict[str, Json]:
    """Return table -> column -> type."""
    numbers = pl.List(pl.Int32)
    return {
        "games": {
            "game_id": pl.Int64,
            "game": pl.String,
            "map": pl.String,
            "players": pl.Int8,
            "options": pl.String,
            "version": pl.Int16,
            "seed": pl.String,
            "bots": pl.List(pl.String),
            "scores": numbers,
            "ranks": numbers,
            "score_parts": pl.List(pl.Struct({"label": pl.String, "values": numbers})),
            "details": pl.String,
            "think_ms": pl.List(pl.Float32),
            "decisions": pl.Int32,
            "record": pl.String,
        },
        "decisions": {
            "game_id": pl.Int64,
            "ply": pl.Int32,
            "seat": pl.Int8,
            "bot": pl.String,
            "step": pl.String,
            "verb": pl.String,
            "path": pl.List(pl.String),
            "action": pl.String,
            "legal": pl.Int32,
            "standing": numbers,
            "final_score": pl.Int32,
            "final_rank": pl.Int8,
            "reward": pl.Float32,
        },
        "samples": {
            "game_id": pl.Int64,
            "ply": pl.Int32,
            "seat": pl.Int8,
            "observation": pl.List(pl.Float32),
            "codes": numbers,
            "policy": pl.List(pl.Float32),
            "chosen": pl.Int32,
            "search_value": pl.Float32,
            "value": pl.Float32,
        },
    }


class Table:
    """The rows of a parquet file that is being written."""

    def __init__(self, name: str, more: Json | None = None) -> None:
        import polars as pl

        self.pl = pl
        self.name = name
        self.schema = schemas(pl)[name] | (more or {})
        self.rows: list[dict[str, Any]] = []
        self.numbers = 0
        self.frames: list[Any] = []
        self.count = 0

    def add(self, rows: Iterable[Json]) -> None:
        for row in rows:
            self.rows.append(row)
            self.count += 1
            self.numbers += len(row.get("observation", ()))
            if len(self.rows) >= BATCH or self.numbers >= NUMBERS:
                self._pack()

    def _pack(self) -> None:
        columns = [self.pl.Series(name, [row[name] for row in self.rows], kind) for name, kind in self.schema.items()]
        # Arrays of one length become columns of arrays, whatever kind is asked for.
        self.frames.append(self.pl.DataFrame([column.cast(self.schema[column.name]) for column in columns]))
        self.rows, self.numbers = [], 0

    def save(self, folder: Path) -> Path:
        self._pack()
        path = folder / f"{self.name}.parquet"
        self.pl.concat(self.frames).write_parquet(path, compression="zstd")
        return path


# -- games and decisions ---------------------------------------------------------------------------------------------


def game_row(number: int, record: Record, think: list[float] | None = None) -> Json:
    """Return the row of a finished game; ``think``: mean seconds of each seat's decisions, where they were measured."""
    h, result = record.header, record.result
    assert result is not None
    for rules, state, _ in record.replay():  # noqa: B007  # to the end
        pass
    outcome = rules.outcome(state)
    assert outcome is not None
    ending = getattr(learning_of(rules), "ending", None)
    return {
        "game_id": number,
        "game": h.game,
        "map": h.map,
        "players": h.players,
        "options": msgspec.json.encode(h.options, order="sorted").decode(),
        "version": h.version,
        "seed": h.seed,
        "bots": h.bots,
        "scores": result.scores,
        "ranks": result.ranks,
        "score_parts": [{"label": str(line.label), "values": line.values} for line in outcome.lines],
        "details": msgspec.json.encode({} if ending is None else ending(rules, state), order="sorted").decode(),
        "think_ms": None if think is None else [1000 * seconds for seconds in think],
        "decisions": len(record.entries),
        "record": record.write().decode(),
    }


def decision_rows(number: int, record: Record, observations: bool = False) -> Iterator[Json]:
    """Yield a row for each decision of a finished game, which is replayed; ``observations``: with the environments'
    observations."""
    h, result = record.header, record.result
    assert result is not None
    rewards = by_rank(Outcome(result.scores, result.ranks, []))
    rules = record.rules()
    coding = Coding(rules) if observations else None
    state = record.opening(rules)
    for ply, entry in enumerate(record.entries):
        action = rules.read_action(bytes(entry.action))
        legal = rules.legal(state)
        row = {
            "game_id": number,
            "ply": ply,
            "seat": entry.seat,
            "bot": h.bots[entry.seat] if h.bots else "",
            "step": type(state.agenda[-1]).__name__,
            "verb": type(action).__name__,
            "path": list(action.path()),
            "action": rules.write(action).decode(),
            "legal": len(legal),
            "standing": rules.standing(state),
            "final_score": result.scores[entry.seat],
            "final_rank": result.ranks[entry.seat],
            "reward": rewards[entry.seat],
        }
        if coding is not None:
            row["observation"] = coding.observe(rules.observe(state, entry.seat), [])
            row["codes"] = Choice(coding, legal).codes_of(action) if action in legal else []
        yield row
        rules.play(state, entry.seat, action)


def observation_columns() -> Json:
    """Return the columns that ``observations`` adds to the decisions."""
    import polars as pl

    return {"observation": pl.List(pl.Float32), "codes": pl.List(pl.Int32)}


# -- in the manner of AlphaZero --------------------------------------------------------------------------------------


def words_of(coding: Coding, legal: list[Action], root: Node, action: Action) -> Iterator[tuple[Choice, dict[int, float], int]]:
    """Yield the code choices that lead to an action: for each the share of the search's visits below every code, and the code
    chosen."""
    visits = dict(zip(map(coding.path_of, root.actions), root.visits, strict=True))
    if not any(visits.values()):
        visits = {coding.path_of(action): 1}
    choice = Choice(coding, legal)
    for code in choice.codes_of(action):
        offered = choice.targets()
        shares = dict.fromkeys(offered, 0.0)
        total = 0
        shown = {word: c for c, word in offered.items()}
        for path in choice.paths:
            n = visits.get(path, 0)
            shares[shown.get(coding.words[path[choice.depth]], coding.actions - 1)] += n
            total += n
        yield choice, {c: n / total for c, n in shares.items()}, code
        choice.choose(code)


def self_play(
    rules: AnyRules, number: int, seed: str, iterations: int = 60, explore: int = 30, **settings: Any
) -> tuple[Record, list[Json]]:
    """Play the search bot against itself. Returns the record, and a sample for each code chosen. In the first ``explore``
    decisions actions are sampled in proportion to the visits, later the best one is played."""
    coding = Coding(rules)
    chance = random.Random(seed)
    luck = seed_from(seed)
    state = rules.start(Chance(luck))
    kind = ":".join(["search", f"iterations={iterations}", *(f"{name}={value}" for name, value in settings.items() if value)])
    bots = [SearchBot(rules, f"{seed}:{seat}", iterations=iterations, **settings) for seat in range(rules.players)]
    record = Record(header(rules, luck, bots=[kind] * rules.players))
    samples: list[dict[str, Any]] = []
    while (seat := rules.actor(state)) >= 0:
        legal = rules.legal(state)
        action = legal[0]
        if len(legal) > 1:
            root = bots[seat].search(SeatView(rules, state, seat), legal)
            best = root.best_index()
            if len(record.entries) < explore and any(root.visits):
                best = chance.choices(range(len(root.actions)), root.visits)[0]
            action = root.actions[best]
            value = root.value_sums[best] / root.visits[best] if root.visits[best] else 0.5
            seen = rules.observe(state, seat)
            for choice, policy, code in words_of(coding, legal, root, action):
                samples.append(
                    {
                        "game_id": number,
                        "ply": len(record.entries),
                        "seat": seat,
                        "observation": coding.observe(seen, choice.chosen),
                        "codes": list(policy),
                        "policy": list(policy.values()),
                        "chosen": code,
                        "search_value": value,
                    }
                )
        record.entries.append(Entry(seat, msgspec.Raw(rules.write(action))))
        rules.apply(state, action)
    finish(record, rules, state)
    outcome = rules.outcome(state)
    assert outcome is not None
    rewards = by_rank(outcome)
    for sample in samples:
        sample["value"] = rewards[sample["seat"]]
    return record, samples


def self_plays(
    rules: AnyRules, games: int, seed: str, iterations: int, jobs: int = 1, shallow: bool = False
) -> Iterator[tuple[Record, list[Json]]]:
    """Yield games in order, played in several processes; the number of processes does not change the games."""
    if jobs <= 1:
        for number in range(games):
            yield self_play(rules, number, f"{seed}:{number}", iterations, one_ply=int(shallow))
        return
    made = (rules.game, rules.map, rules.players, dict(rules.options))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(_self_play, made, number, f"{seed}:{number}", iterations, shallow) for number in range(games)]
        for task in tasks:
            text, samples = task.result()
            yield read(text), samples


def _self_play(
    made: tuple[str, str, int, Json], number: int, seed: str, iterations: int, shallow: bool
) -> tuple[bytes, list[Json]]:
    record, samples = self_play(registry.make(*made), number, seed, iterations, one_ply=int(shallow))
    return record.write(), samples
