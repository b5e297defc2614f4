"""Imported once in the process from which workers are forked, so that a new worker starts at once."""

from __future__ import annotations

import gc
import os

from boxcars.bots import levels
from boxcars.bots.evaluators import evaluator_class, games_with_evaluator
from boxcars.core import registry
from boxcars.server.jobs import analysis_jobs, map_editor_jobs, map_reading, worker_tasks
from boxcars.server.page import asset_cache
from boxcars.server.table import records

__all__ = ["analysis_jobs", "asset_cache", "levels", "map_editor_jobs", "map_reading", "records", "worker_tasks"]

if hasattr(os, "nice"):
    os.nice(2)  # the server goes first also while this is loading

for _key in games_with_evaluator():
    evaluator_class(_key)
for _game in registry.games().values():
    if _game.workshop:
        registry.load(_game.workshop)

gc.collect()
gc.freeze()  # what is here stays, and is shared as long as nobody writes to it
