"""Write docs/observations.md: every field of every game's observation, from the layouts that the environments use.

python tools/observations.py           write it
python tools/observations.py --check   fail if it is not what the layouts say
"""

from __future__ import annotations

import sys
from pathlib import Path

from boxcars.core import registry
from boxcars.core.field_encoding import Kind
from boxcars.core.observation_encoding import BySeat, Field, Keyed, Maybe, Parts, Row
from boxcars.envs.encoding import Coding

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
HEAD = """# Observations, field by field

Written by `python tools/observations.py` from the layouts themselves (`ai/encoding.py` of each
game). A test fails when it is stale. How to use them: [environments](environments.md).

An observation loses nothing: `Coding(rules).read(vector)` gives back what `rules.observe` said, for
every seat of every game. What is *derived* is computed again from the rest. Orders that mean
nothing are not kept: that of the sections of track and of the hexes played in a build turn (Age of
Steam, Steam), nor the numbers of sections.

| in the tables | meaning |
|---|---|
| `at` | where a field begins, for the setup that the heading names |
| numbers | its size; with other maps and numbers of players sizes differ |
| per seat | counted from your own seat on |

`Coding(rules).layout.fields` has the same list: `name`, `at`, `kind.size`, `what`. Everything is 0
where there is nothing to say. After the last field comes one number for each code: 1 where that
word was chosen already in the action being composed.
"""
SETUPS = (
    ("ticket_to_ride", "usa", 2),
    ("age_of_steam", "rust_belt", 4),
    ("steam", "north_america", 4),
    ("spike", "eastern_usa", 3),
    ("silverton", "colorado", 2),
)


def inside(kind: Kind) -> tuple[str, Parts | None]:
    """What a kind holds several numbers of: (how, the parts of each)."""
    if isinstance(kind, Parts):
        return "", kind
    if isinstance(kind, Keyed):
        more = f", then {len(kind.beside[0])} numbers of the map" if kind.beside else ""
        return f"for each of {len(kind.items)}: whether it is there{more}", kind.parts
    if isinstance(kind, (BySeat, Row, Maybe)):
        how, parts = inside(kind.kind)
        own = {BySeat: "per seat", Maybe: "whether there is one, then"}.get(type(kind), "")
        if isinstance(kind, Row):
            own = f"up to {kind.count} times"
        return f"{own} {how}".strip(), parts
    return "", None


def rows(field: Field, name: str = "", at: str = "") -> list[str]:
    """The lines of a field, and of those inside it."""
    label = f"`{name}{field.name}`" if field.name else "–"
    how, parts = inside(field.kind)
    if parts is None:
        return [f"| {label} | {at or field.at} | {field.kind.size} | {field.kind.describe_values()} | {field.what} |"]
    out = [f"| {label} | {at or field.at} | {field.kind.size} | {how} ({parts.size} each) | {field.what} |"]
    for part in parts.fields:
        out += rows(part, f"{name}{field.name}.", f"+{part.at}")
    return out


def page() -> str:
    out = [HEAD]
    for game, map, players in SETUPS:
        rules = registry.make(game, map, players)
        coding = Coding(rules)
        layout = coding.layout
        title = f"{registry.game(game).name}, {map}, {players} players"
        out.append(f"## {title}\n\n{layout.size} numbers, then {coding.actions} codes.\n")
        if layout.derived:
            out.append(f"Derived: {', '.join(f'`{name}`' for name in layout.derived)}.\n")
        lines = ["| field | at | numbers | how | what |", "|---|---:|---:|---|---|"]
        for field in layout.fields:
            lines += rows(field)
        out.append("\n".join(lines) + "\n")
    return "\n".join(out)


def main() -> None:
    if "--check" in sys.argv:
        if PAGE.read_text(encoding="utf-8") != page():
            raise SystemExit("docs/observations.md is stale: python tools/observations.py")
        return
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
