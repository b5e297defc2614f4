"""Whether this process hears what the others change.

What is kept in memory here may have been changed in the store by another process. So whoever would rather trust memory than ask
the store again asks here first, at every look. Nothing in this file knows how the processes talk to each other: whoever keeps the
channel says when it has proved itself and when it was lost.
"""

from __future__ import annotations

import time


class ChangeFeed:
    """Tells whether this process hears of all changes that other processes commit. ``alone``: no other process writes to the
    store. Otherwise the channel must have given a sign of life recently."""

    def __init__(self, alone: bool, patience: float = 1.0) -> None:
        self.alone = alone
        self.patience = patience
        """Seconds after the last sign of life when the channel counts as dead: the longest time for which memory can be wrong."""
        self._until = 0.0

    @property
    def is_hearing(self) -> bool:
        return self.alone or time.monotonic() < self._until

    def note_heard(self, up_to: float) -> None:
        """Note that every message sent before ``up_to`` (monotonic time) has arrived and was processed."""
        self._until = up_to + self.patience

    def note_lost(self) -> None:
        self._until = 0.0
