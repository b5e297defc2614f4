"""The rules (docs/rules/*.md) as HTML for the page: every clause can be linked to by its id."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from markdown_it import MarkdownIt

CLAUSE = re.compile(r"<strong>([A-Z]{2,4}-[A-Z0-9]+(?:[.\-][A-Za-z0-9]+)*)(.*?)</strong>")


def folders() -> list[Path]:
    """Where the rules are: in the installed package, or beside it in a working copy."""
    package = Path(str(files("boxcars")))
    return [package / "docs" / "rules", package.parent.parent / "docs" / "rules"]


@lru_cache(maxsize=16)
def html(game: str) -> str | None:
    for folder in folders():
        path = folder / f"{game}.md"
        if path.is_file():
            markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
            text = markdown.render(path.read_text(encoding="utf-8"))
            return CLAUSE.sub(r'<strong class="clause" id="\1">\1\2</strong>', text)
    return None
