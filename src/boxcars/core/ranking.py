"""Places at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranking(keys: Sequence[Any]) -> list[int]:
    """A rank for each key: the largest is first, equals share a rank, and those behind them count everybody ahead."""
    return [1 + sum(other > key for other in keys) for key in keys]
