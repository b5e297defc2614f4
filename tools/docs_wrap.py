"""Wrap the prose of Markdown files at 100 columns. What the text says, and how it is shown, stays the same.

python tools/docs_wrap.py                   every page with a line that is too long
python tools/docs_wrap.py docs/play.md …    these

Only paragraphs with a line over 100 columns are wrapped anew. Tables, code, headings and pictures keep their lines.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
WIDTH = 100
ITEM = re.compile(r"(?P<indent>\s*)(?P<mark>[-*+]|\d+[.)])(?P<gap>\s+)")
FIXED = re.compile(r"\s*(#|\||!\[|\? \[|:::|<|\[\^?[^\]]+\]:|[-*_]{3,}\s*$)")
"""A line that is something by itself: a heading, a row, a picture, a box, HTML, a reference, a rule."""
BLOCK = re.compile(r"([-*+=>|]|#+|\d+[.)]|:::.*|```.*|~~~.*|!\[.*|<.*)$")
"""A word that would begin a block if a line began with it."""
WORD = re.compile(r"(?:`[^`]*`|\*\*[^*]{1,60}?\*\*|\S)+")
"""What is never broken: a word, code, something short in bold (the id and title of a clause)."""


def is_generated(line: str) -> bool:
    return "made by benchmarks/routes.py" in line


def blocks(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Yield the lines of a text in blocks: (whether it is prose, its lines)."""
    block: list[str] = []
    fence, generated, quoted = "", False, False
    for line in text.splitlines():
        mark = re.match(r"\s*(```+|~~~+)", line)
        ends = re.match(r"\s*<!-- /", line) is not None
        plain = bool(fence or mark or generated or is_generated(line) or not line.strip() or FIXED.match(line))
        in_code = not block and not quoted and line.startswith("    ")
        if plain or in_code or ITEM.match(line) or line.startswith(">") != quoted:
            if block:
                yield True, block
            block = []
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        generated = (generated or is_generated(line)) and not ends
        if plain or in_code:
            yield False, [line]
        else:
            block.append(line)
        quoted = line.startswith(">") and not plain
    if block:
        yield True, block


def wrap_block(lines: list[str]) -> list[str]:
    """Wrap one paragraph or item, unless its lines are short enough or break where they must."""
    if all(len(line) <= WIDTH for line in lines) or any(line.endswith(("  ", "\\")) for line in lines[:-1]):
        return lines
    item = ITEM.match(lines[0])
    if lines[0].startswith(">"):
        first = rest = "> "
        lines = [line.lstrip(">").strip() for line in lines]
        words = WORD.findall(" ".join(lines))
    elif item:
        first = item[0]
        rest = re.match(r"\s*", lines[1])[0] if len(lines) > 1 else " " * len(first)  # type: ignore[index]
        words = WORD.findall(" ".join([lines[0][len(first) :], *lines[1:]]))
    else:
        first = rest = re.match(r"\s*", lines[0])[0]  # type: ignore[index]
        words = WORD.findall(" ".join(lines))
    out, line = [], first + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) > WIDTH and not BLOCK.match(word):
            out.append(line)
            line = rest + word
        else:
            line += " " + word
    return [*out, line]


def wrap(text: str) -> str:
    """Wrap a page. A page that would be shown otherwise than before is an error."""
    lines = [line for prose, block in blocks(text) for line in (wrap_block(block) if prose else block)]
    out = "\n".join(lines) + "\n"
    before, after = (re.sub(r"\s+", " ", MarkdownIt("commonmark").enable("table").render(page)) for page in (text, out))
    if before != after:
        raise ValueError("wrapping would change how the page is shown")
    return out


def pages() -> list[Path]:
    """Return every Markdown file that git knows."""
    found = subprocess.run(["git", "ls-files", "-z", "--", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in found.stdout.split("\0") if name and (ROOT / name).is_file()]


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or pages():
        text = path.read_text(encoding="utf-8")
        try:
            wrapped = wrap(text)
        except ValueError as error:
            print(f"{path}: {error}")
            continue
        if wrapped != text:
            path.write_text(wrapped, encoding="utf-8")
            print(path)
