"""The way of a cube over the fewest completed links, whoever owns them, for previews and to explain refusals."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def shortest(
    links: Iterable[tuple[tuple[int, int], tuple[int, int]]], origin: int, goals: Collection[int]
) -> tuple[int, tuple[int, ...]]:
    """Return the nearest goal and the sides by which each stop is left; -1 if none. ``links``: ((stop, stop), (port, port)) of
    each."""
    leave: dict[int, list[tuple[int, int]]] = {}
    for (a, b), (port, other) in links:
        if a >= 0 and b >= 0:
            leave.setdefault(a, []).append((port % 6, b))
            leave.setdefault(b, []).append((other % 6, a))
    front: list[tuple[int, tuple[int, ...]]] = [(origin, ())]
    known = {origin}
    for stop, sides in front:
        for side, far in leave.get(stop, []):
            if far in known:
                continue
            if far in goals:
                return far, (*sides, side)
            known.add(far)
            front.append((far, (*sides, side)))
    return -1, ()
