"""What the second web worker does all its life: one job after another."""

from __future__ import annotations

import pickle

from boxcars.bots.evaluators import evaluator_class, games_with_evaluator
from boxcars.server.jobs.job_runner import answer_job


def warm() -> None:
    """Load what bots need before the first of them thinks."""
    for key in games_with_evaluator():
        evaluator_class(key)


def do(job: bytes) -> bytes:
    """Do a job of ``tab.runtime``; return its answer. Both are pickled, and never leave the page."""
    work, told = pickle.loads(job)
    return pickle.dumps(answer_job(work, told))
