"""What only the page asks for: its own words in another language, and the score over time."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from litestar import Request, Response, get

from boxcars.locale import best_language, catalogue
from boxcars.server.caller import as_json, caller
from boxcars.server.table import Table, opening

PAGE = re.compile(r'\btn?\(\s*"((?:[^"\\]|\\.)*)"')
"""The page's own sentences: the first string of t("…") and tn("…", "…")."""


@lru_cache(maxsize=8)
def words(language: str) -> dict[str, tuple[str, ...]]:
    """What the page says, in that language: English -> (one, many)."""
    client = files("boxcars") / "client"
    said = {m for f in client.iterdir() if f.name.endswith(".js") for m in PAGE.findall(f.read_text(encoding="utf-8"))}
    return {message: forms for message, forms in catalogue(language).items() if message in said}


@get("/api/words", tags=["boards"], summary="The page's own sentences in a language (?lang=)", sync_to_thread=False)
def page_words(request: Request[Any, Any, Any]) -> Response[bytes]:
    return as_json(words(best_language(request.query_params.get("lang", "")[:20])))


def standings(table: Table) -> list[list[int]]:
    """The score by public knowledge after every action; the last is the final score."""
    if table.state is None:
        return []
    rules = table.rules
    state = opening(table.setup, rules, [])
    out = [rules.standing(state)]
    for entry in table.acts:
        rules.play(state, entry.seat, rules.read_action(entry.body))
        out.append(rules.standing(state))
    if table.doc.outcome is not None:
        out[-1] = list(table.doc.outcome.scores)
    return out


@get("/api/tables/{id:str}/scores", tags=["past"], summary="The score after every action, by public knowledge")
async def scores(request: Request[Any, Any, Any], id: str) -> Response[bytes]:
    who = await caller(request, id)
    table = await who.hall.table(id)
    known = table.memo.get(("scores", table.mark))
    if known is None:
        known = await who.hall.blocking(standings, table)
        table.memo["scores", table.mark] = known
    return as_json({"scores": known})


HANDLERS = [page_words, scores]
