"""Work on several processes: what is done in time comes back, and nothing goes on behind it."""

from __future__ import annotations

import time

from boxcars.arena.timed_pool import processes, spread


def pause(seconds: float) -> float:
    time.sleep(seconds)
    return 2 * seconds


def test_each_task_comes_back_with_what_came_of_it() -> None:
    assert sorted(spread(pause, [0.0, 0.01, 0.02], 2, 5)) == [(0.0, 0.0), (0.01, 0.02), (0.02, 0.04)]


def test_when_the_time_is_up_the_rest_is_given_up() -> None:
    began = time.monotonic()
    done = [task for task, _ in spread(pause, [0.0, 60.0, 61.0], 2, 0.1)]
    assert done == [0.0]
    assert time.monotonic() - began < 30


def test_processes_end_with_their_block_whatever_they_are_busy_with() -> None:
    with processes(1) as pool:
        pool.submit(pause, 60.0)
        while not (busy := list(pool._processes.values())):
            time.sleep(0.01)
    busy[0].join(timeout=20)
    assert busy[0].exitcode is not None
