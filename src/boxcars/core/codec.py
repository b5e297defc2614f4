"""Read states of compiled dataclasses as safely as plain ones. Never compiled itself.

mypyc keeps only the bare class of an annotation (``list`` of ``list[int]``), so that msgspec could no longer validate a state it
reads. The source is beside the compiled module: the annotations are read there. And msgspec makes its objects without calling
their class, which leaves a compiled one without its methods' addresses (the next call of one ends the process): so whatever it
read is made once more by its constructor. For the same reason a plain one lacks the fields that the JSON left out: Python finds
their defaults at the class, but they would not be written again. They are put in, so that a state has one encoding, wherever it
comes from.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
import threading
import typing
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}
_FIRST = threading.Lock()


@overload
def decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...


@overload
def decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...


def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return what reads JSON of this kind; nobody asks msgspec itself (a test forbids it). It finds out about a class when it is
    first asked to read one, and a second thread that asks meanwhile takes it half found out, which ends the process."""
    found = _DECODERS.get(kind)
    if found is None:
        with _FIRST:
            found = _DECODERS[kind] = msgspec.json.Decoder(precise(kind))
    return found


@overload
def convert(tree: Any, kind: type[T]) -> T: ...


@overload
def convert(tree: Any, kind: Any) -> Any: ...


def convert(tree: Any, kind: Any) -> Any:
    """Return the same from what was read as plain lists and tables (TOML); keys are text there."""
    decoder(kind)
    return msgspec.convert(tree, kind, str_keys=True)


def read(data: bytes | str, cls: Any) -> Any:
    """Return a dataclass from JSON, validated by its annotations."""
    found = decoder(cls).decode(data)
    if _compiled(cls):
        return _made(found)
    _complete(found)
    return found


def _complete(value: Any) -> None:
    """Put the defaults of fields that were left out into every dataclass inside a value."""
    kind: Any = type(value)
    if _is_dataclass(kind):
        defaults, nested = _shape(kind)
        held = getattr(value, "__dict__", None)  # (with slots there is none: then nothing is left out)
        if held is not None and not defaults.keys() <= held.keys():
            held.update({name: default for name, default in defaults.items() if name not in held})
        for name in nested:
            _complete(getattr(value, name))
    elif isinstance(value, list | tuple):
        for one in value:
            _complete(one)
    elif isinstance(value, dict):
        for one in value.values():
            _complete(one)


@cache
def _shape(cls: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the plain defaults of a dataclass, and which of its fields may hold other dataclasses."""
    fields: Any = dataclasses.fields(cls)
    defaults = {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}
    hints = typing.get_type_hints(cls)
    return defaults, [field.name for field in fields if _classes(hints[field.name])]


def _made(value: Any) -> Any:
    """Return the same, every dataclass in it made by its own constructor."""
    if _is_dataclass(type(value)):
        return type(value)(**{field.name: _made(getattr(value, field.name)) for field in dataclasses.fields(value)})
    if isinstance(value, list | tuple):
        return type(value)(_made(one) for one in value)
    if isinstance(value, dict):
        return {key: _made(one) for key, one in value.items()}
    return value


@cache
def precise(cls: Any) -> Any:
    """Return the class, with its annotations (and those of dataclasses inside it) made whole; plain classes are left alone."""
    if not _is_dataclass(cls):
        return cls
    if _compiled(cls):
        module = sys.modules[cls.__module__]
        path = Path(module.__file__ or "")
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
    """Return the dataclasses inside an annotation."""
    arguments = typing.get_args(hint)
    if arguments:
        return [found for argument in arguments for found in _classes(argument)]
    return [hint] if _is_dataclass(hint) else []


def _is_dataclass(hint: Any) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def _compiled(cls: Any) -> bool:
    return Path(sys.modules[cls.__module__].__file__ or "").suffix not in (".py", ".pyc")
