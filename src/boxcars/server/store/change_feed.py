"""Whether this process hears what the others change.

What is kept in memory here may have been changed in the store by another process. So whoever would rather trust memory than ask
the store again asks here first, at every look. Nothing in this file knows how the processes talk to each other: whoever keeps the
channel says when it has proved itself and when it was lost.
"""

from __future__ import annotations

import time


class ChangeFeed:
    """``alone``: no other process writes to the store. Otherwise the channel must have proved itself a moment ago."""

    def __init__(self, alone: bool, patience: float = 1.0) -> None:
        self.alone = alone
        self.patience = patience
        """So many seconds after its last proof the channel is taken for dead: the longest that memory can be wrong."""
        self._until = 0.0

    @property
    def is_hearing(self) -> bool:
        return self.alone or time.monotonic() < self._until

    def note_heard(self, up_to: float) -> None:
        """Everything said before ``up_to`` (monotonic time) has arrived, and was taken in."""
        self._until = up_to + self.patience

    def note_lost(self) -> None:
        self._until = 0.0
