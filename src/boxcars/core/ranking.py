"""Ranks at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ranking(keys: Sequence[Any]) -> list[int]:
    """Return a rank for each key: 1 for the largest. Equal keys share a rank; the next rank counts everybody ahead."""
    return [1 + sum(other > key for other in keys) for key in keys]
