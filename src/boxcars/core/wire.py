"""Give compiled dataclasses their precise annotations back.

mypyc keeps only the bare class of an annotation (``list`` of ``list[int]``), so that msgspec could no longer validate a state it
reads. The source is beside the compiled module: read the annotations there. Never compiled itself.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
import typing
from functools import cache
from pathlib import Path
from typing import Any


@cache
def precise(cls: Any) -> Any:
    """The class, with its annotations (and those of dataclasses inside it) made whole; plain classes are left alone."""
    if not _is_dataclass(cls):
        return cls
    module = sys.modules[cls.__module__]
    path = Path(module.__file__ or "")
    if path.suffix != ".py":
        source = path.with_name(cls.__module__.rpartition(".")[2] + ".py").read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
                for line in node.body:
                    if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                        cls.__annotations__[line.target.id] = eval(ast.unparse(line.annotation), vars(module))
    for hint in typing.get_type_hints(cls).values():
        for inner in _classes(hint):
            precise(inner)
    return cls


def _classes(hint: Any) -> list[type]:
    """The dataclasses inside an annotation."""
    arguments = typing.get_args(hint)
    if arguments:
        return [found for argument in arguments for found in _classes(argument)]
    return [hint] if _is_dataclass(hint) else []


def _is_dataclass(hint: Any) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)
