"""Paying for a line: one card per segment of its colour, and wild sets (SPK-10.7 to 10.11, 10.15, 15.4).

``need[c]`` is the number of segments of colour c, ``pay[c]`` the cards of colour c that are played.
"""

from __future__ import annotations

from typing import Final


def pays(need: list[int], pay: list[int], single_colour: bool = False) -> bool:
    """Return whether the cards pay for the line exactly (SPK-10.9); ``single_colour``: every set stands for one colour
    (SPK-10.15)."""
    short = 0
    worth = 0
    for n, q in zip(need, pay, strict=True):
        if q < n:
            short += n - q
        elif q == n + 1:
            return False  # one card too many, and no set
        elif q > n:
            worth += q - n - 1  # the cards beyond the naturals are one wild set
    if not single_colour:
        return worth == short
    extras = [q - n for n, q in zip(need, pay, strict=True) if q > n]
    gaps = [n - q for n, q in zip(need, pay, strict=True) if n > q]
    return _divide(extras, gaps)


def _divide(extras: list[int], gaps: list[int]) -> bool:
    """Return whether each colour's extra cards can be cut into sets, at most one for each missing colour, that fill all gaps."""
    if not extras:
        return not any(gaps)
    return _cut(extras[0], 0, extras, gaps)


def _cut(left: int, target: int, extras: list[int], gaps: list[int]) -> bool:
    if target == len(gaps):
        return left == 0 and _divide(extras[1:], gaps)
    if _cut(left, target + 1, extras, gaps):
        return True
    for size in range(2, min(left, gaps[target] + 1) + 1):
        gaps[target] -= size - 1
        fits = _cut(left - size, target + 1, extras, gaps)
        gaps[target] += size - 1
        if fits:
            return True
    return False


def affordable(need: list[int], hand: list[int], single_colour: bool = False) -> bool:
    """Return whether a hand holds any legal payment (SPK-10.11)."""
    short = 0
    wild = 0
    for n, h in zip(need, hand, strict=True):
        if h < n:
            short += n - h
        elif h > n + 1:
            wild += h - n - 1
    if wild < short:
        return False
    return not single_colour or short == 0 or usual_payment(need, hand, True) is not None


HANDS: Final = 4_000
"""So many hands are remembered before starting afresh."""
_KNOWN: Final[dict[tuple[int, ...], dict[int, tuple[int, ...] | None]]] = {}


def known_payments(hand: list[int], single_colour: bool) -> dict[int, tuple[int, ...] | None]:
    """Return the usual payments found so far with a hand, by codes of what lines need: the same hands and lines come up again and
    again. (The payments are not to be changed.)"""
    key = (int(single_colour), *hand)
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) >= HANDS:
            _KNOWN.clear()
        known = _KNOWN[key] = {}
    return known


def usual_payment(need: list[int], hand: list[int], single_colour: bool = False) -> list[int] | None:
    """Naturals first; the shortage from the fewest wild sets, from the colours with the most cards left over (SPK-15.4)."""
    pay = [min(n, h) for n, h in zip(need, hand, strict=True)]
    short = sum(need) - sum(pay)
    left = [h - q for h, q in zip(hand, pay, strict=True)]
    if single_colour:
        sets = SingleColourSets([n - q for n, q in zip(need, pay, strict=True)], left)
        return None if sets.best is None else [q + extra for q, extra in zip(pay, sets.best, strict=True)]
    while short:
        colour = max(range(len(left)), key=lambda c: (left[c], -c))
        worth = min(left[colour] - 1, short)
        if worth < 1:
            return None
        pay[colour] += worth + 1
        left[colour] = 0
        short -= worth
    return pay


class SingleColourSets:
    """The fewest wild sets that fill all gaps when each set stands for one colour (SPK-10.15).

    The gaps are filled one after the other, each from one or several colours, a colour at most once for a gap.
    """

    def __init__(self, gaps: list[int], left: list[int]) -> None:
        self.gaps = gaps
        self.left = left
        self.used = [0] * len(left)
        self.best: list[int] | None = None
        self.fewest = sum(gaps) + 1
        self._fill(0, 0, 0, 0)

    def _fill(self, gap: int, filled: int, tried: int, sets: int) -> None:
        """``filled`` cards of this gap are there; ``tried``: the colours (as bits) that have a set for it or shall have none."""
        while gap < len(self.gaps) and filled == self.gaps[gap]:
            gap, filled, tried = gap + 1, 0, 0
        if gap == len(self.gaps):
            if sets < self.fewest:
                self.fewest, self.best = sets, self.used[:]
            return
        if sets + 1 + sum(1 for g in self.gaps[gap + 1 :] if g) >= self.fewest:
            return
        colours = [c for c in range(len(self.left)) if not tried >> c & 1]
        colours.sort(key=lambda c: self.used[c] - self.left[c])
        for c in colours:
            tried |= 1 << c
            most = min(self.left[c] - self.used[c], self.gaps[gap] - filled + 1)
            for size in range(most, 1, -1):
                self.used[c] += size
                self._fill(gap, filled + size - 1, tried, sets + 1)
                self.used[c] -= size


def payments(need: list[int], hand: list[int], single_colour: bool = False) -> list[list[int]]:
    """Return every legal payment that the hand holds, fewest cards first."""
    out: list[list[int]] = []
    # The extra cards of a colour make one set, or (in sets of a single colour) at most one for each colour of the line.
    sets = sum(1 for n in need if n) if single_colour else 1
    _choose(need, hand, sets, [], 0, 0, out)
    out.sort(key=lambda pay: (sum(pay), [-q for q in pay]))
    return out


def _choose(need: list[int], hand: list[int], sets: int, pay: list[int], least: int, most: int, out: list[list[int]]) -> None:
    """Choose the next colour's cards. So far the segments short exceed the worth of the sets by ``least`` to ``most``."""
    c = len(pay)
    if c == len(need):
        if pays(need, pay, sets > 1):
            out.append(pay)
        return
    # What the colours to come may leave short or make up for, so that no branch is tried in vain.
    short = sum(need[c + 1 :])
    worth = sum(max(0, h - n - 1) for n, h in zip(need[c + 1 :], hand[c + 1 :], strict=True))
    for q in range(hand[c], -1, -1):
        extra = q - need[c]
        if extra == 1:
            continue
        low = least - extra if extra <= 0 else least - (extra - 1)
        high = most - extra if extra <= 0 else most - max(1, extra - sets)
        if low <= worth and high + short >= 0:
            _choose(need, hand, sets, [*pay, q], low, high, out)
