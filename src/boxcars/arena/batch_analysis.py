"""Many records analysed at once: in processes of this machine, or on a Ray cluster, game by game."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from boxcars.analysis import Analysis, Effort, analyse
from boxcars.arena.ray_runner import connect
from boxcars.core import codec
from boxcars.core.record import Record, read


def look(record: bytes, effort: Effort | None) -> bytes:
    """Analyse one game in a worker."""
    return analyse(read(record), effort).write()


def analyse_all(
    records: list[Record], effort: Effort | None = None, workers: int = 1, on: str = "local", address: str | None = None
) -> Iterator[tuple[int, Analysis]]:
    """Yield each game's place and its analysis, as they are finished."""
    if on == "ray":
        yield from _on_ray(records, effort, workers, address)
    elif workers <= 1:
        for number, record in enumerate(records):
            yield number, analyse(record, effort)
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            out = {pool.submit(look, record.write(), effort): number for number, record in enumerate(records)}
            for done in as_completed(out):
                yield out[done], _read(done.result())


def _on_ray(records: list[Record], effort: Effort | None, workers: int, address: str | None) -> Iterator[tuple[int, Analysis]]:
    ray = connect(address, workers)
    task = ray.remote(num_cpus=1, max_retries=5)(look)
    try:
        out = {task.remote(record.write(), effort): number for number, record in enumerate(records)}
        while out:
            done, _ = ray.wait(list(out), num_returns=1)
            for reference in done:
                yield out.pop(reference), _read(ray.get(reference))
    finally:
        if address is None:
            ray.shutdown()


def _read(data: bytes) -> Analysis:
    return codec.decoder(Analysis).decode(data)
