"""Write the page's types from what the server declares to send.

python tools/client_types.py           writes src/boxcars/client/types.d.ts from boxcars.server.page.schemas.table_view
python tools/client_types.py --check   says whether the file is current
"""

from __future__ import annotations

import inspect
import sys
import textwrap
import types
import typing
from pathlib import Path
from typing import Any, Literal

import msgspec

from boxcars.server.page.schemas import table_view

TARGET = Path(__file__).parents[1] / "src" / "boxcars" / "client" / "types.d.ts"
HEAD = """\
// What the server sends, written by `make types` from src/boxcars/server/page/schemas/table_view.py: change it there.
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
WRITTEN = {"Diff": "Partial<View>"}
"""Aliases that TypeScript can say better."""


def aliases() -> dict[str, Any]:
    """The names the module gives to types: they keep them on the page."""
    own = {name: thing for name, thing in vars(table_view).items() if name[0].isupper() and not inspect.isclass(thing)}
    return {name: thing for name, thing in own.items() if getattr(thing, "__module__", "") != "typing" or typing.get_args(thing)}


def typescript(kind: Any, defining: str = "") -> str:
    """A Python type as TypeScript. ``defining``: the alias whose meaning is asked for."""
    for name, alias in aliases().items():
        if kind == alias and name != defining:
            return name
    if isinstance(kind, typing.NewType):
        return WRITTEN.get(defining) or typescript(kind.__supertype__)
    if kind in PLAIN:
        return PLAIN[kind]
    if inspect.isclass(kind) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (typing.Union, types.UnionType):
        told = [typescript(part) for part in inner if part is not msgspec.UnsetType]
        return " | ".join(dict.fromkeys(told))
    if origin is list:
        of = typescript(inner[0])
        return f"({of})[]" if " | " in of and not of.startswith("[") else f"{of}[]"
    if origin is tuple:
        return f"[{', '.join(typescript(part) for part in inner)}]"
    if origin is dict:
        return f"Record<{typescript(inner[0])}, {typescript(inner[1])}>"
    raise TypeError(f"no TypeScript for {kind!r}")


def comment(struct: type[msgspec.Struct]) -> str:
    """The docstring as a comment, if there is one."""
    told = " ".join((struct.__doc__ or "").replace("``", "`").split())
    if not told or told.startswith(f"{struct.__name__}("):
        return ""
    if len(told) <= 110:
        return f"/** {told} */\n"
    return "/**\n" + textwrap.fill(told, 118, initial_indent=" * ", subsequent_indent=" * ") + "\n */\n"


def interface(struct: type[msgspec.Struct]) -> str:
    hints = typing.get_type_hints(struct, vars(sys.modules[struct.__module__]) | vars(table_view))
    rows = []
    for field in msgspec.structs.fields(struct):
        kind = hints[field.name]
        may_lack = "?" if msgspec.UnsetType in typing.get_args(kind) else ""
        rows.append(f"  {field.encode_name}{may_lack}: {typescript(kind)};\n")
    return f"{comment(struct)}export interface {struct.__name__} {{\n{''.join(rows)}}}\n"


def text() -> str:
    """The whole file."""
    told = "".join(f"export type {name} = {typescript(alias, name)};\n" for name, alias in aliases().items())
    structs = [thing for thing in vars(table_view).values() if inspect.isclass(thing) and issubclass(thing, table_view.Sent)]
    return "\n".join([HEAD, told, *(interface(struct) for struct in structs if struct is not table_view.Sent)])


def main() -> int:
    if "--check" not in sys.argv:
        TARGET.write_text(text(), encoding="utf-8")
        return 0
    current = TARGET.read_text(encoding="utf-8") == text()
    print(
        "types.d.ts is current."
        if current
        else "types.d.ts is not what boxcars.server.page.schemas.table_view says: run `make types`."
    )
    return 0 if current else 1


if __name__ == "__main__":
    sys.exit(main())
