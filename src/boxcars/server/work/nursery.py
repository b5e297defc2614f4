"""Loaded once in the process from which workers are forked: everything they need, so that a new one is there at once."""

from __future__ import annotations

import gc
import os

from boxcars.bots import levels
from boxcars.core import registry
from boxcars.server.page import studio
from boxcars.server.table import records
from boxcars.server.work import looking_back, tasks

__all__ = ["levels", "looking_back", "records", "studio", "tasks"]

if hasattr(os, "nice"):
    os.nice(2)  # the server goes first also while this is loading

for _game in registry.games().values():
    if _game.judge:
        registry.load(_game.judge)

gc.collect()
gc.freeze()  # what is here stays, and is shared as long as nobody writes to it
