"""Paying for a line: one card per segment of its colour, and wild sets (SPK-10.7 to 10.11, 10.15, 15.4).

``need[c]`` is the number of segments of colour c, ``pay[c]`` the cards of colour c that are played.
"""

from __future__ import annotations


def pays(need: list[int], pay: list[int], single_colour: bool = False) -> bool:
    """Whether the cards pay for the line exactly (SPK-10.9); ``single_colour``: every set stands for one colour (SPK-10.15)."""
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
    """Whether each colour's extra cards can be cut into sets, at most one for each missing colour, that fill all gaps."""
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
    """Whether a hand holds any legal payment (SPK-10.11)."""
    short = 0
    wild = 0
    for n, h in zip(need, hand, strict=True):
        if h < n:
            short += n - h
        elif h > n + 1:
            wild += h - n - 1
    if wild < short:
        return False
    return not single_colour or short == 0 or bool(payments(need, hand, True, 1))


def usual_payment(need: list[int], hand: list[int], single_colour: bool = False) -> list[int] | None:
    """Naturals first; the shortage from the fewest wild sets, from the colours with the most cards left over (SPK-15.4)."""
    if single_colour:
        best = payments(need, hand, True)
        return min(best, key=lambda pay: (sum(pay), [-min(n, q) for n, q in zip(need, pay, strict=True)])) if best else None
    pay = [min(n, h) for n, h in zip(need, hand, strict=True)]
    short = sum(need) - sum(pay)
    if not short:
        return pay
    left = [h - q for h, q in zip(hand, pay, strict=True)]
    while short:
        colour = max(range(len(left)), key=lambda c: (left[c], -c))
        worth = min(left[colour] - 1, short)
        if worth < 1:
            return None
        pay[colour] += worth + 1
        left[colour] = 0
        short -= worth
    return pay


def payments(need: list[int], hand: list[int], single_colour: bool = False, most: int = 1_000_000) -> list[list[int]]:
    """Every legal payment that the hand holds, at most so many, fewest cards first."""
    out: list[list[int]] = []
    _choose(need, hand, single_colour, [], most, out)
    out.sort(key=lambda pay: (sum(pay), [-q for q in pay]))
    return out


def _choose(need: list[int], hand: list[int], single_colour: bool, pay: list[int], most: int, out: list[list[int]]) -> None:
    c = len(pay)
    if len(out) >= most:
        return
    if c == len(need):
        if pays(need, pay, single_colour):
            out.append(pay)
        return
    for q in range(min(hand[c], sum(need) + len(need)), -1, -1):
        if q != need[c] + 1:
            _choose(need, hand, single_colour, [*pay, q], most, out)
