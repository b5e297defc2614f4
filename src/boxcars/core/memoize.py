"""Memoization for evaluators: values computed before, by everything they depend on."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep(memory: dict[K, V], key: K, value: V, most: int) -> V:
    """Store a value in a cache and return it. A full cache is emptied first, so that a long search stays within memory."""
    if len(memory) >= most:
        memory.clear()
    memory[key] = value
    return value
