"""What a seat knows as a vector of numbers, and the way back: nothing is lost.

A ``Layout`` lists the fields of a game's observation: the name of each, its *kind* (how its value stands in the vector), and what
it says. From that list come the encoder, the decoder and the page of the documentation. Kinds compose: a list of kinds is a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from boxcars.core.field_encoding import Kind, OneOf, Seat


class BySeat(Kind):
    """A list with an entry for each seat, one's own first."""

    def __init__(self, players: int, kind: Kind) -> None:
        self.players = players
        self.kind = kind
        self.size = players * kind.size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        entries: list[Any] = value
        n, kind, wide = self.players, self.kind, self.kind.size
        for i in range(n):
            kind.write(entries[(me + i) % n], out, at + i * wide, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        return [self.kind.read(x, at + (s - me) % self.players * self.kind.size, me) for s in range(self.players)]

    def describe_values(self) -> str:
        return f"per seat {self.kind.describe_values()}"


class Each(Kind):
    """A list of so many entries."""

    def __init__(self, count: int, kind: Kind) -> None:
        self.count = count
        self.kind = kind
        self.size = count * kind.size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        entries: list[Any] = value
        kind, wide = self.kind, self.kind.size
        for entry in entries:
            kind.write(entry, out, at, me)
            at += wide

    def read(self, x: list[float], at: int, me: int) -> Any:
        return [self.kind.read(x, at + i * self.kind.size, me) for i in range(self.count)]

    def describe_values(self) -> str:
        return f"{self.count} times {self.kind.describe_values()}"


class Row(Each):
    """A list of at most so many entries; it ends before the first that is all 0."""

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        entries: list[Any] = value
        if len(entries) > self.count:
            raise ValueError(f"{len(entries)} entries where the observation has {self.count} places")
        super().write(entries, out, at, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        wide, out = self.kind.size, []
        for i in range(at, at + self.size, wide):
            if not any(x[i : i + wide]):
                break
            out.append(self.kind.read(x, i, me))
        return out

    def describe_values(self) -> str:
        return f"up to {self.count} times {self.kind.describe_values()}"


class Maybe(Kind):
    """1 and the value where there is one; all 0: ``none``."""

    def __init__(self, kind: Kind, none: Any = None) -> None:
        self.kind = kind
        self.none = none
        self.size = 1 + kind.size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        if value != self.none:
            out[at] = 1.0
            self.kind.write(value, out, at + 1, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        return self.kind.read(x, at + 1, me) if x[at] > 0.5 else self.none

    def describe_values(self) -> str:
        return f"whether there is one, then {self.kind.describe_values()}"


@dataclass
class Field:
    """One thing that is known: its name in the observation, how it is written, what it says."""

    name: str
    """"": the kind takes the whole, and reads several names at once."""
    kind: Kind
    what: str
    at: int = 0
    """Where it begins (set by whatever holds the field)."""


def placed(fields: list[Field], at: int = 0) -> int:
    """Place fields one after another in the vector; return where they end."""
    for field in fields:
        field.at = at
        at += field.kind.size
    return at


class Parts(Kind):
    """A Struct, field by field."""

    def __init__(self, made: Callable[..., Any], fields: list[Field]) -> None:
        self.made = made
        self.fields = fields
        self.size = placed(fields)

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for field in self.fields:
            field.kind.write(getattr(value, field.name) if field.name else value, out, at + field.at, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        return self.made(**values(self.fields, x, at, me))

    def describe_values(self) -> str:
        return "; ".join(f"{field.name or field.what}: {field.kind.describe_values()}" for field in self.fields)


def values(fields: list[Field], x: list[float], at: int, me: int) -> dict[str, Any]:
    """Return the values of the fields, by name, read from the vector."""
    out: dict[str, Any] = {}
    for field in fields:
        found = field.kind.read(x, at + field.at, me)
        if field.name:
            out[field.name] = found
        else:
            out.update(found)
    return out


class Entries(Kind):
    """A list, read as one, whose entries stand each for itself."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.kinds = kinds
        self.size = sum(kind.size for kind in kinds)

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for kind, entry in zip(self.kinds, value, strict=True):
            kind.write(entry, out, at, me)
            at += kind.size

    def read(self, x: list[float], at: int, me: int) -> Any:
        out = []
        for kind in self.kinds:
            out.append(kind.read(x, at, me))
            at += kind.size
        return out

    def describe_values(self) -> str:
        return ", ".join(kind.describe_values() for kind in self.kinds)


class Mapped(Kind):
    """A value for some of a list of things; all 0: none."""

    def __init__(self, items: Sequence[Any], kind: Kind) -> None:
        self.items = list(items)
        self.kind = kind
        self.size = len(self.items) * kind.size
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        found: dict[Any, Any] = value
        for item, entry in found.items():
            self.kind.write(entry, out, at + self.index[item] * self.kind.size, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        wide, out = self.kind.size, {}
        for item in self.items:
            if any(x[at : at + wide]):
                out[item] = self.kind.read(x, at, me)
            at += wide
        return out

    def describe_values(self) -> str:
        return f"for each of {len(self.items)}: {self.kind.describe_values()}"


class Keyed(Kind):
    """Structs that each belong to one of a list of things, in the order of the list: 1 where there is one, then its other fields.

    ``beside``: for each thing numbers that never change, written where it is there (they follow from the map).
    """

    def __init__(self, items: Sequence[Any], name: str, parts: Parts, beside: list[list[float]] | None = None) -> None:
        self.items = list(items)
        self.name = name
        self.parts = parts
        self.beside = beside
        self.wide = 1 + parts.size + (len(beside[0]) if beside else 0)
        self.size = len(self.items) * self.wide
        self.index: dict[Any, int] = {item: i for i, item in enumerate(self.items)}

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        for entry in value:
            i = self.index[getattr(entry, self.name)]
            place = at + i * self.wide
            out[place] = 1.0
            self.parts.write(entry, out, place + 1, me)
            if self.beside is not None:
                place += 1 + self.parts.size
                for number in self.beside[i]:
                    out[place] = number
                    place += 1

    def read(self, x: list[float], at: int, me: int) -> Any:
        found = []
        for item in self.items:
            if x[at] > 0.5:
                found.append(self.parts.made(**{self.name: item}, **values(self.parts.fields, x, at + 1, me)))
            at += self.wide
        return found

    def describe_values(self) -> str:
        return f"for each of {len(self.items)}: whether it is there; {self.parts.describe_values()}"


class Steps(Kind):
    """A step: its kind, its seat, and what else it says (``more``: a kind for each name that steps may have)."""

    def __init__(self, union: Any, players: int, more: Mapping[str, Kind] | None = None) -> None:
        self.kinds: list[Any] = list(get_args(union))
        self.seat = Seat(players)
        self.index: dict[Any, int] = {kind: i for i, kind in enumerate(self.kinds)}
        self.more = [Field(name, kind, "") for name, kind in (more or {}).items()]
        self.size = placed(self.more, len(self.kinds) + players)
        self.of = [[field for field in self.more if field.name in kind.__struct_fields__] for kind in self.kinds]

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        i = self.index[type(value)]
        out[at + i] = 1.0
        self.seat.write(value.seat, out, at + len(self.kinds), me)
        for field in self.of[i]:
            field.kind.write(getattr(value, field.name), out, at + field.at, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        for i, kind in enumerate(self.kinds):
            if x[at + i] > 0.5:
                return kind(seat=self.seat.read(x, at + len(self.kinds), me), **values(self.of[i], x, at, me))
        return None

    def describe_values(self) -> str:
        more = "".join(f"; {field.name}: {field.kind.describe_values()}" for field in self.more)
        return f"one of {len(self.kinds)} steps; its seat{more}"


class Agenda(Kind):
    """What is due, the next step first: ``due`` in all its parts, then up to ``most`` that wait behind it."""

    def __init__(self, due: Steps, later: Steps, most: int) -> None:
        self.due = due
        self.later = Row(most, later)
        self.size = due.size + self.later.size

    def write(self, value: Any, out: Any, at: int, me: int) -> None:
        steps: list[Any] = value
        if steps:
            self.due.write(steps[-1], out, at, me)
            self.later.write(steps[-2::-1], out, at + self.due.size, me)

    def read(self, x: list[float], at: int, me: int) -> Any:
        due = self.due.read(x, at, me)
        return [] if due is None else [*reversed(self.later.read(x, at + self.due.size, me)), due]

    def describe_values(self) -> str:
        return f"the step that is due ({self.due.describe_values()}), then {self.later.describe_values()}"


class Layout:
    """The encoding of a whole observation: its fields in order."""

    def __init__(
        self,
        players: int,
        made: Callable[..., Any],
        fields: list[Field],
        derived: dict[str, Callable[[dict[str, Any]], Any]] | None = None,
        own: Sequence[str] = (),
    ) -> None:
        """``derived``: what follows from the rest, as functions of the values read before.

        ``own``: what a spectator has not (None).
        """
        seat = Field("seat", OneOf(range(players)), "one's own seat, as the table counts them; all 0: a spectator")
        self.fields = [seat, *fields]
        self.size = placed(self.fields)
        self.made = made
        self.derived = derived or {}
        self.own = own

    def write(self, seen: Any, out: Any) -> None:
        """Write an observation into ``out``, which is all zeros."""
        me: int = 0 if seen.seat is None else seen.seat
        for field in self.fields:
            value = getattr(seen, field.name) if field.name else seen
            if value is not None:
                field.kind.write(value, out, field.at, me)

    def read(self, x: Any) -> Any:
        """Return the observation that a vector was made of."""
        numbers = [float(number) for number in x[: self.size]]
        seat = self.fields[0].kind.read(numbers, 0, 0)
        found = values(self.fields, numbers, 0, seat or 0)
        if seat is None:
            found.update(dict.fromkeys(self.own))
        for name, work_out in self.derived.items():
            found[name] = work_out(found)
        return self.made(**found)
