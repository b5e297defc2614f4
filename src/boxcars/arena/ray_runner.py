"""The same jobs on a Ray cluster. A chunk counts when its results have arrived; a chunk whose worker died is sent again."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from typing import Any

import msgspec

from boxcars.arena.game_result import Job, Played, Setup
from boxcars.arena.local_runner import RETRIES, chunks, play_chunk
from boxcars.core import codec
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.core.types import Reason
from boxcars.extras import need


def connect(address: str | None, workers: int) -> Any:
    """Return the ray module, connected to the cluster at ``address``, or to ``workers`` processes started here."""
    need("ray")
    import ray

    if not ray.is_initialized():
        try:
            host, colon, port = (address or "").rpartition(":")
            if colon and host and port.isdigit() and "/" not in host:
                # Ray itself would wait for minutes.
                socket.create_connection((host, int(port)), timeout=5).close()
            if address is None:
                ray.init(num_cpus=workers, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
            else:
                ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (OSError, ValueError, RuntimeError) as error:
            first = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise Refused(
                Reason("bad_setup", "", T("No Ray cluster at {address}: {error}", address=str(address), error=first))
            ) from None
    return ray


def run_on_ray(setup: Setup, jobs: list[Job], workers: int, records: bool, address: str | None) -> Iterator[Played]:
    ray = connect(address, workers)
    task = ray.remote(num_cpus=1, max_retries=0)(_work)
    if address is not None:
        workers = max(1, int(ray.cluster_resources().get("CPU", workers)))
    encoded = msgspec.json.encode(setup)
    waiting = chunks(jobs, workers)[::-1]
    out: dict[Any, list[Job]] = {}
    losses: dict[int, int] = {}
    try:
        while waiting or out:
            while waiting and len(out) < workers + 2:
                chunk = waiting.pop()
                out[task.remote(encoded, msgspec.json.encode(chunk), records)] = chunk
            done, _ = ray.wait(list(out), num_returns=1)
            for reference in done:
                chunk = out.pop(reference)
                try:
                    results = codec.decoder(list[Played]).decode(ray.get(reference))
                except (
                    ray.exceptions.WorkerCrashedError,
                    ray.exceptions.NodeDiedError,
                    ray.exceptions.ObjectLostError,
                    ray.exceptions.OutOfMemoryError,
                ):
                    losses[chunk[0].number] = losses.get(chunk[0].number, 0) + 1
                    if losses[chunk[0].number] > RETRIES:
                        raise
                    waiting.append(chunk)
                    continue
                yield from results
    finally:
        for reference in out:
            ray.cancel(reference, force=True)
        if address is None:
            ray.shutdown()


def _work(setup: bytes, jobs: bytes, records: bool) -> bytes:
    return msgspec.json.encode(play_chunk(setup, codec.decoder(list[Job]).decode(jobs), records))
