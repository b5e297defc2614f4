"""Limits on the text of a map file. They are checked in one linear pass, before a parser reads the text.

A TOML parser needs time for each line times the number of parts of the table's name above it, so a short text can cost minutes.
These limits bound that product: the worst text that passes is parsed in about 0.2 s.
"""

from __future__ import annotations

import re

from boxcars.core.messages import Complaint, T, Text

MOST_BYTES = 256 * 1024
"""Silverton's board with all its cards, the largest map that ships, needs 151 kB."""
MOST_LINES = 10_000
LONGEST_LINE = 16_000
"""Characters of one line of TOML. JSON may be written on one line."""
MOST_PARTS = 16
"""Names that dots join to one key."""
DEEPEST = 16
"""Brackets inside each other."""
MOST_TABLES = 2_000
MOST_MARKS = 80_000
"""Strings, comments, brackets, dots, commas and equals signs together."""

# Every alternative takes at least one character and never gives one back, and a string without an end reaches to the end of
# what it may hold: whatever the text is, each character is looked at a fixed number of times.
_TOML = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|[\[\]{}.=,\n]",
    re.DOTALL,
)
_JSON = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}:,\n]', re.DOTALL)


def excess(text: str) -> Complaint | None:
    """Return what is too much about a text, or None if a parser may read it."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return Complaint("", T("the file is larger than {size} kB", size=MOST_BYTES // 1024))
    if text.count("\n") >= MOST_LINES:
        return Complaint("", T("the file has more than {most} lines", most=MOST_LINES))
    json = is_json(text)
    if not json:
        for number, content in enumerate(text.split("\n"), 1):
            if len(content) > LONGEST_LINE:
                return Complaint("", T("the line is longer than {most} characters", most=LONGEST_LINE), number)
    found = _too_many_marks(_JSON if json else _TOML, text)
    if found is None:
        return None
    what, line = found
    return Complaint("", what, 0 if json else line)


def is_json(text: str) -> bool:
    """Return whether the text is meant as JSON rather than TOML."""
    return text.lstrip().startswith("{")


def _too_many_marks(marks: re.Pattern[str], text: str) -> tuple[Text, int] | None:
    """Return the limit that the marks outside of strings break, and the line where they do."""
    line, parts, depth, tables = 1, 1, 0, 0
    fresh = True
    """Nothing but space has been seen on this line."""
    for count, mark in enumerate(marks.findall(text), 1):
        if count > MOST_MARKS:
            return T("the file has more than {most} entries", most=MOST_MARKS), line
        if mark == ".":
            parts += 1
            if parts > MOST_PARTS:
                return T("a key has more than {most} parts", most=MOST_PARTS), line
            continue
        if mark == "\n":
            line += 1
        elif mark in ("[", "{"):
            tables += fresh and depth == 0 and mark == "["
            depth += 1
            if depth > DEEPEST:
                return T("nested more than {most} deep", most=DEEPEST), line
            if tables > MOST_TABLES:
                return T("the file has more than {most} tables", most=MOST_TABLES), line
        elif mark in ("]", "}"):
            depth = max(0, depth - 1)
        elif len(mark) > 1:  # a string or a comment: no end of a key
            line += mark.count("\n")
            fresh = False
            continue
        fresh = mark == "\n"
        parts = 1
    return None
