"""How a value stands in a vector of numbers, and the way back: the simple kinds. Composed ones: ``observation_encoding``.

``write`` finds zeros at its place and touches only what is not zero; ``out`` may be anything that takes numbers by index (a
memory view of an array is the fastest). Seats are counted from one's own (``me``), so that a learner need not know where it sits.
Nothing here needs numpy, and all of it compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Kind:
    """How one value stands in the vector."""

    size: int = 1

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        raise NotImplementedError

    def read(self, x: list[float], at: int, me: int) -> Any:
        raise NotImplementedError

    def describe_values(self) -> str:
        """Return a description of the encoding, for the documentation."""
        raise NotImplementedError


class Number(Kind):
    """A whole number, as a share of ``scale``; ``more`` is added before, so that -1 can be told from 0."""

    def __init__(self, scale: int = 1, more: int = 0) -> None:
        self.size = 1
        self.scale = scale
        self.more = more

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        number: int = value
        number += self.more
        if number:
            out[at] = number / self.scale

    def read(self, x: list[float], at: int, me: int) -> Any:
        return round(x[at] * self.scale) - self.more

    def describe_values(self) -> str:
        number = f"(number + {self.more})" if self.more else "number"
        return f"{number} / {self.scale}" if self.scale > 1 else number


class Flag(Kind):
    def __init__(self) -> None:
        self.size = 1

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        if value:
            out[at] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        return x[at] > 0.5

    def describe_values(self) -> str:
        return "yes or no"


class Numbers(Kind):
    """So many whole numbers."""

    def __init__(self, count: int, scale: int = 1) -> None:
        self.size = count
        self.scale = scale

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        numbers: list[int] = value
        scale = self.scale
        for number in numbers:
            if number:
                out[at] = number / scale
            at += 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        return [round(x[i] * self.scale) for i in range(at, at + self.size)]

    def describe_values(self) -> str:
        return f"{self.size} numbers / {self.scale}"


class SeatNumbers(Kind):
    """A whole number for each seat, one's own first."""

    def __init__(self, players: int, scale: int = 1, more: int = 0) -> None:
        self.size = players
        self.scale = scale
        self.more = more

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        numbers: list[int] = value
        n, scale, more = self.size, self.scale, self.more
        for i in range(n):
            number = numbers[(me + i) % n] + more
            if number:
                out[at + i] = number / scale

    def read(self, x: list[float], at: int, me: int) -> Any:
        n = self.size
        return [round(x[at + (seat - me) % n] * self.scale) - self.more for seat in range(n)]

    def describe_values(self) -> str:
        number = f"(number + {self.more})" if self.more else "number"
        return f"per seat {number} / {self.scale}"


class Seat(Kind):
    """A seat, one of n from one's own on; all 0: nobody."""

    def __init__(self, players: int) -> None:
        self.size = players

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        seat: int = value
        if seat >= 0:
            out[at + (seat - me) % self.size] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        for i in range(self.size):
            if x[at + i] > 0.5:
                return (me + i) % self.size
        return -1

    def describe_values(self) -> str:
        return "one of the seats"


class Owners(Kind):
    """The owner of each of so many things: one of n seats each, all 0: nobody."""

    def __init__(self, count: int, players: int) -> None:
        self.size = count * players
        self.count = count
        self.players = players

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        owners: list[int] = value
        n = self.players
        for owner in owners:
            if owner >= 0:
                out[at + (owner - me) % n] = 1.0
            at += n

    def read(self, x: list[float], at: int, me: int) -> Any:
        seat = Seat(self.players)
        return [seat.read(x, at + i * self.players, me) for i in range(self.count)]

    def describe_values(self) -> str:
        return f"{self.count} times one of the seats"


class OneOf(Kind):
    """One of a list of things; all 0: ``none``."""

    def __init__(self, items: Sequence[Any], none: Any = None) -> None:
        self.items = list(items)
        self.size = len(self.items)
        self.none = none
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        i = self.index.get(value, -1)
        if i >= 0:
            out[at + i] = 1.0
        elif value != self.none:
            raise ValueError(f"{value!r} has no place in the observation")

    def read(self, x: list[float], at: int, me: int) -> Any:
        for i in range(self.size):
            if x[at + i] > 0.5:
                return self.items[i]
        return self.none

    def describe_values(self) -> str:
        return f"one of {self.size}"


class Code(Kind):
    """One of a long list of things, by the binary digits of its number (from 1 on); all 0: ``none``."""

    def __init__(self, items: Sequence[Any], none: Any = None) -> None:
        self.items = list(items)
        self.size = len(self.items).bit_length()
        self.none = none
        self.index: dict[Any, int] = {item: i + 1 for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        number = self.index.get(value, 0)
        if not number and value != self.none:
            raise ValueError(f"{value!r} has no place in the observation")
        while number:
            if number & 1:
                out[at] = 1.0
            number >>= 1
            at += 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        number = 0
        for i in range(self.size):
            if x[at + i] > 0.5:
                number |= 1 << i
        return self.items[number - 1] if number else self.none

    def describe_values(self) -> str:
        return f"one of {len(self.items)}, in {self.size} binary digits"


class Members(Kind):
    """Which of a list of things are there; their order is that of the list."""

    def __init__(self, items: Sequence[Any]) -> None:
        self.items = list(items)
        self.size = len(self.items)
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        index = self.index
        for item in value:
            out[at + index[item]] = 1.0

    def read(self, x: list[float], at: int, me: int) -> Any:
        return [item for i, item in enumerate(self.items) if x[at + i] > 0.5]

    def describe_values(self) -> str:
        return f"which of {self.size}"


class Ranks(Kind):
    """Which of a list of things are there, and in which order: 1 for the first, less for later ones, 0 for none."""

    def __init__(self, items: Sequence[Any], made: Callable[[list[Any]], Any] = list) -> None:
        self.items = list(items)
        self.size = len(self.items)
        self.made = made
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        index, size = self.index, self.size
        left = size
        for item in value:
            out[at + index[item]] = left / size
            left -= 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        there = [i for i in range(self.size) if x[at + i] > 0]
        return self.made([self.items[i] for i in sorted(there, key=lambda i: -x[at + i])])

    def describe_values(self) -> str:
        return f"which of {self.size}, in order: 1 for the first, 1/{self.size} less for each one after it"


class SeatRanks(Kind):
    """Seats in an order: for each, from one's own on, 1 if it is first, less for later ones, 0 if it is not in it."""

    def __init__(self, players: int) -> None:
        self.size = players

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        order: list[int] = value
        n = self.size
        left = n
        for seat in order:
            out[at + (seat - me) % n] = left / n
            left -= 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        there = [i for i in range(self.size) if x[at + i] > 0]
        return [(me + i) % self.size for i in sorted(there, key=lambda i: -x[at + i])]

    def describe_values(self) -> str:
        return f"per seat its place: 1 for the first, 1/{self.size} less for each one after it, 0 for none"


class Counts(Kind):
    """A number for each of a list of things; what is not there has none."""

    def __init__(self, items: Sequence[Any], scale: int) -> None:
        self.items = list(items)
        self.size = len(self.items)
        self.scale = scale
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        counts: dict[Any, int] = value
        for item, number in counts.items():
            out[at + self.index[item]] = number / self.scale

    def read(self, x: list[float], at: int, me: int) -> Any:
        found = {item: round(x[at + i] * self.scale) for i, item in enumerate(self.items)}
        return {item: number for item, number in found.items() if number}

    def describe_values(self) -> str:
        return f"{self.size} numbers / {self.scale}"


class Tally(Kind):
    """Numbers below ``size``, any of them several times, in ascending order: how often each occurs."""

    def __init__(self, size: int, scale: int = 1) -> None:
        self.size = size
        self.scale = scale

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        numbers: list[int] = value
        last, count = -1, 0
        for number in sorted(numbers):
            count = count + 1 if number == last else 1
            last = number
            out[at + number] = count / self.scale

    def read(self, x: list[float], at: int, me: int) -> Any:
        return [i for i in range(self.size) for _ in range(round(x[at + i] * self.scale))]

    def describe_values(self) -> str:
        return f"how often each of {self.size} is there, / {self.scale}"


class Bits(Kind):
    """A bit mask."""

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        mask: int = value
        while mask:
            if mask & 1:
                out[at] = 1.0
            mask >>= 1
            at += 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        return sum(1 << i for i in range(self.size) if x[at + i] > 0.5)

    def describe_values(self) -> str:
        return f"which of {self.size}"
