"""The rules as HTML for the page: the text for players (``boxcars.rules``), and every clause (docs/rules/*.md) under its id."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from boxcars.core import registry
from boxcars.rules import guide
from boxcars.server.page import position_payload
from boxcars.server.page.schemas.answers import RulesGuide, RulesPart, RulesQuestion

ID = r"[A-Z]{2,4}-[A-Z0-9]+(?:[.\-][A-Za-z0-9]+)*"
CLAUSE = re.compile(rf"<strong>({ID})(.*?)</strong>|<tr>\n<td>({ID})</td>")
"""Pattern of a clause: it begins with its id in bold, or is a row of a table that begins with it."""

PROGRAMMERS = re.compile(r"^<!-- for programmers -->\n.*?^## .*?(?=^<!-- for programmers -->|^## |\Z)", re.MULTILINE | re.DOTALL)
"""Pattern of the first section for programmers (invariants, malformed messages, test cases), where the rules for players end."""

FILE_LINK = re.compile(r'<a href="(?!https?:|#)[^"]*">(.*?)</a>')
"""Pattern of a link to another file of the project, which the page cannot follow."""


@lru_cache(maxsize=64)
def render_rules(game: str, lang: str = "en") -> tuple[str, str] | None:
    """Return the rules in a language, and the language they are in: English where nobody has translated them yet."""
    for at in (lang, "en"):
        path = registry.rules_path(game, at)
        if path is not None:
            markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
            text = markdown.render(PROGRAMMERS.sub("", path.read_text(encoding="utf-8")))
            return CLAUSE.sub(_add_anchor, FILE_LINK.sub(r"\1", text)), at
    return None


def _add_anchor(found: re.Match[str]) -> str:
    bold, rest, row = found.groups()
    strong = f'<strong class="clause" id="{bold or row}">{bold or row}{rest or ""}</strong>'
    return f"<tr>\n<td>{strong}</td>" if row else strong


def clause_ids(game: str) -> list[str]:
    """Return the id of every clause that a player can look up."""
    found = render_rules(game)
    return re.findall(r'<strong class="clause" id="([^"]+)">', found[0]) if found is not None else []


@lru_cache(maxsize=64)
def render_guide(game: str, lang: str = "en") -> RulesGuide | None:
    """Return the rules for players, in English where nobody has written them in this language; None for a game without them."""
    plan = guide.plan_of(game)
    told = next((at for at in (lang, "en") if guide.source(game, at) is not None), None)
    text = guide.read_guide(game, told) if told is not None else None
    if plan is None or told is None or text is None:
        return None
    html, drawn = guide.draw_guide(game, told)
    explained = {clause: guide.anchor_of(plan, clause) for clause in clause_ids(game)}
    return RulesGuide(
        game=game,
        name=registry.game(game).name,
        lang=told,
        title=text.title,
        minute=text.minute,
        html=html,
        sections=[RulesPart(id=part.id, title=part.title, section=part.section) for part in text.sections],
        boxes=[RulesPart(id=part.id, title=part.title, section=part.section) for part in text.boxes],
        asked=[RulesQuestion(say=say, part=part) for say, part in text.asked],
        ground=position_payload.ground_key(drawn.rules, told),
        words=plan.words.get(told, []),
        clauses={clause: part for clause, part in explained.items() if part},
    )
