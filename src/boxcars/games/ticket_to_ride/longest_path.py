"""The longest continuous path of one player: the heaviest trail that uses no route twice (TTR-10)."""

from __future__ import annotations


def longest_path(edges: list[tuple[int, int, int]]) -> int:
    """Length in trains of the longest path over routes given as (city, city, length).

    Each connected part is searched on its own. A part with no or two cities of odd degree can be walked completely; elsewhere
    an optimal path starts and ends in odd cities, so only those are tried, with the bound «all but the shortest
    routes that must be left out».
    """
    best = 0
    for part in sorted(_parts(edges), key=lambda p: -sum(e[2] for e in p)):
        total = sum(e[2] for e in part)
        if total <= best:
            break
        best = max(best, _longest_in_part(part, total, best))
    return best


def _parts(edges: list[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    """Return the connected parts of the network."""
    root: dict[int, int] = {}
    for a, b, _ in edges:
        a, b = _root(root, a), _root(root, b)
        if a != b:
            root[a] = b
    parts: dict[int, list[tuple[int, int, int]]] = {}
    for edge in edges:
        parts.setdefault(_root(root, edge[0]), []).append(edge)
    return list(parts.values())


def _root(root: dict[int, int], city: int) -> int:
    while city in root:
        city = root[city]
    return city


def _longest_in_part(part: list[tuple[int, int, int]], total: int, floor: int) -> int:
    at: dict[int, list[int]] = {}
    for i, (a, b, _) in enumerate(part):
        at.setdefault(a, []).append(i)
        at.setdefault(b, []).append(i)
    odd = [city for city, routes in at.items() if len(routes) % 2]
    if len(odd) <= 2:
        return total
    # m pairs of odd cities: at least m - 1 routes stay unused.
    lengths = sorted(e[2] for e in part)
    bound = total - sum(lengths[: len(odd) // 2 - 1])
    if bound <= floor:
        return floor
    best = floor
    seen: set[tuple[int, int]] = set()
    for start in odd:
        stack = [(start, 0, 0)]
        while stack:
            city, used, length = stack.pop()
            if length > best:
                best = length
                if best >= bound:
                    return best
            for i in at[city]:
                if not used >> i & 1:
                    a, b, k = part[i]
                    state = (b if a == city else a, used | 1 << i)
                    # The length follows from the routes used, so a pair seen before cannot be better now.
                    if state not in seen:
                        seen.add(state)
                        stack.append((state[0], state[1], length + k))
    return best
