"""Tables of results: parquet or JSON lines by suffix, and the journal that makes a run resumable."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from boxcars.arena.game_result import Played
from boxcars.core import codec
from boxcars.core.type_aliases import Json

SUFFIXES = (".parquet", ".jsonl")


def save(path: Path, games: Iterable[Played]) -> None:
    """Write a table, in the order of the schedule."""
    rows = sorted(games, key=lambda g: g.number)
    if path.suffix == ".jsonl":
        path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        return
    import polars as pl

    pl.DataFrame([_flat(row) for row in rows], schema=_schema(pl)).write_parquet(path, compression="zstd")


def load(path: Path) -> list[Played]:
    """Read a table; raises ValueError saying what is wrong with it."""
    if path.suffix == ".jsonl":
        return [codec.decoder(Played).decode(line) for line in path.read_bytes().splitlines() if line.strip()]
    import polars as pl

    try:
        rows = pl.read_parquet(path).to_dicts()
    except pl.exceptions.PolarsError as error:
        raise ValueError(str(error).splitlines()[0]) from None
    for row in rows:
        row["offered"] = {entry["name"]: entry["count"] for entry in row.get("offered") or []}
    return [codec.convert(row, Played) for row in rows]


def journal(path: Path) -> Path:
    """Return the file in which results are kept until the table is written."""
    return path.with_name(path.name + ".journal")


def recover(path: Path) -> list[Played]:
    """Return what an interrupted run left in its journal, without a last line that was cut off."""
    kept = []
    if journal(path).exists():
        for line in journal(path).read_bytes().splitlines():
            try:
                kept.append(codec.decoder(Played).decode(line))
            except msgspec.MsgspecError:
                break
    return kept


def _flat(row: Played) -> Json:
    flat: dict[str, Any] = msgspec.to_builtins(row)
    flat["offered"] = [{"name": name, "count": count} for name, count in row.offered.items()]
    return flat


def _schema(pl: Any) -> Json:
    use = pl.List(pl.Struct({"seat": pl.Int64, "name": pl.String, "count": pl.Int64}))
    return {
        "number": pl.Int64,
        "game": pl.String,
        "map": pl.String,
        "players": pl.Int64,
        "seed": pl.String,
        "bots": pl.List(pl.String),
        "scores": pl.List(pl.Int64),
        "ranks": pl.List(pl.Int64),
        "shares": pl.List(pl.Float64),
        "decisions": pl.Int64,
        "seconds": pl.Float64,
        "think": pl.List(pl.Float64),
        "longest_think": pl.List(pl.Float64),
        "standings": pl.List(pl.List(pl.Int64)),
        "verbs": use,
        "targets": use,
        "offered": pl.List(pl.Struct({"name": pl.String, "count": pl.Int64})),
        "record": pl.String,
    }
