"""Public functions name what they take and give: ``Any`` stands only where something is encoded or decoded, or is a library's."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "boxcars"
ROOMS = ("server", "bots", "arena", "envs")
ALLOWED = {
    "server/http/auth.py:as_json": "encodes whatever an answer is made of",
    "server/page/tabletop_payload.py:say_struct": "encodes a Struct of the table with all that lies in it",
    "server/page/position_payload.py:encode_cached": "encodes whatever a view is made of, once",
    "server/page/view_cache.py:cached_part": "reads an observation of any game by the names of its fields",
    "server/page/view_cache.py:watched_values": "the values of such fields",
    "server/page/view_cache.py:has_same_values": "the values of such fields, compared",
    "server/profiles/passkeys.py:verify_assertion": "decodes what a browser says of its key",
    "server/store/table_rows.py:setup_and_doc": "decodes a row of the database",
    "server/store/table_rows.py:read_row": "decodes a row of the database",
    "server/store/table_rows.py:read_entry": "decodes a row of the database",
    "server/store/results.py:take_in": "decodes rows of the database",
    "server/store/export.py:plain_value": "decodes what was stored, to be shown to its owner",
    "server/jobs/job_runner.py:submit_job": "any work with any order: it is pickled",
    "server/jobs/job_runner.py:answer_job": "any work with any answer: it was pickled",
    "server/jobs/job_runner.py:run_job": "any work with any order: it is pickled",
    "server/jobs/job_runner.py:wait_for_job": "any work with any answer: it was pickled",
    "server/runtime.py:make_workers": "workers for any job",
    "server/meter.py:run_metered": "a coroutine's yield and send types, which asyncio leaves open",
    "server/http/limits.py:run_in_turn": "a coroutine's yield and send types, which asyncio leaves open",
    "server/http/sockets.py:receive": "an ASGI message",
    "server/http/sockets.py:send": "an ASGI message",
    "server/http/sealed_tables.py:guard_sealed_table": "Litestar's connection, which is generic in user and session",
    "server/jobs/job_runner.py:parse_text": "any work with any order: it is pickled",
    "server/store/verify.py:canonical_events": "the rules of any game",
    "server/store/maps.py:is_own": "an SQL expression",
    "server/store/results.py:counts_for": "decodes a row of the database",
    "bots/search_settings.py:renamed_settings": "settings of any algorithm, checked by their own class",
    "bots/search.py:world": "a state of any game",
    "bots/search.py:objective": "a state of any game",
    "bots/search.py:back_up": "a state of any game",
    "bots/learned_bot.py:learned_evaluator": "an evaluator of any game's states",
    "bots/learned_bot.py:make_evaluator": "an evaluator of any game's states",
    "bots/evaluators.py:rollout_action": "an action of any game",
    "bots/search_bot.py:make_search": "settings of any search algorithm",
    "bots/simple_bots.py:make_evaluator": "an evaluator of any game's states",
    "arena/ray_runner.py:connect": "Ray's module, which has no types",
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
