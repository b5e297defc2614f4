"""What a mind remembers: values found before, by all they depend on."""

from __future__ import annotations

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def keep(memory: dict[K, V], key: K, value: V, most: int) -> V:
    """Remember a value and hand it on. A memory that is full is emptied first: a long search must not eat the machine."""
    if len(memory) >= most:
        memory.clear()
    memory[key] = value
    return value
