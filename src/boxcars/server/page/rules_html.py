"""The rules (docs/rules/*.md) as HTML for the page: every clause can be linked to by its id."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from boxcars.core import registry

ID = r"[A-Z]{2,4}-[A-Z0-9]+(?:[.\-][A-Za-z0-9]+)*"
CLAUSE = re.compile(rf"<strong>({ID})(.*?)</strong>|<tr>\n<td>({ID})</td>")
"""A clause begins with its id in bold, or is a row of a table that begins with it."""

PROGRAMMERS = re.compile(r"^<!-- for programmers -->\n.*?^## .*?(?=^<!-- for programmers -->|^## |\Z)", re.MULTILINE | re.DOTALL)
"""A section on what always holds, malformed messages or test cases: a player's rules end before it."""

FILE_LINK = re.compile(r'<a href="(?!https?:|#)[^"]*">(.*?)</a>')
"""A link to another file of the project: on the page it would lead nowhere."""


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
