"""Public functions name what they take and give: ``Any`` stands only where something is encoded or decoded, or is a library's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "boxcars"
ROOMS = ("server", "bots", "arena", "envs")
ALLOWED = {
    "server/http/caller.py:as_json": "encodes whatever an answer is made of",
    "server/page/tabletop.py:said": "encodes a Struct of the table with all that lies in it",
    "server/page/easel.py:coded": "encodes whatever a view is made of, once",
    "server/page/drawn.py:again": "reads an observation of any game by the names of its fields",
    "server/page/drawn.py:read": "the values of such fields",
    "server/page/drawn.py:same": "the values of such fields, compared",
    "server/people/passkeys.py:proved": "decodes what a browser says of its key",
    "server/store/rows.py:setup_and_doc": "decodes a row of the database",
    "server/store/rows.py:row": "decodes a row of the database",
    "server/store/rows.py:entry": "decodes a row of the database",
    "server/store/results.py:take_in": "decodes rows of the database",
    "server/store/shelf.py:plain": "decodes what was stored, to be shown to its owner",
    "server/work/workers.py:put": "any work with any order: it is pickled",
    "server/work/workers.py:done": "any work with any answer: it was pickled",
    "server/work/workers.py:run": "any work with any order: it is pickled",
    "arena/on_ray.py:connect": "Ray's module, which has no types",
    "envs/dataset.py:schemas": "polars' module: it is an extra",
    "envs/openspiel.py:game_type": "pyspiel has no types",
    "envs/openspiel.py:game_class": "pyspiel has no types",
    "envs/openspiel.py:game": "pyspiel has no types",
    "envs/openspiel.py:make_py_observer": "pyspiel has no types",
    "envs/openspiel.py:resample_from_infostate": "pyspiel has no types",
}


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions and methods whose name begins with no underscore (those inside of functions are nobody else's business)."""
    places: list[ast.AST] = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
    for place in places:
        for node in ast.iter_child_nodes(place):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                yield node


def says_any(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    taken = [argument.annotation for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    names = (name for part in (*taken, node.returns) if part is not None for name in ast.walk(part))
    return any(isinstance(name, ast.Name) and name.id == "Any" for name in names)


def test_any_stands_only_where_it_must() -> None:
    found = set()
    for room in ROOMS:
        for path in (SOURCE / room).rglob("*.py"):
            where = path.relative_to(SOURCE).as_posix()
            found |= {f"{where}:{node.name}" for node in public(ast.parse(path.read_text(encoding="utf-8"))) if says_any(node)}
    assert found == set(ALLOWED)
