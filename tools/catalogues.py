"""Extract every message of the project: which file says what. Run it to list what a language lacks.

python tools/catalogues.py        prints by catalogue the missing messages of es and it, and those that nothing says
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import polib

from boxcars.core.registry import games
from boxcars.lessons.coach import coach_of, texts
from boxcars.locale import LANGUAGES, LESSONS, catalogue

STRING = r'"((?:[^"\\]|\\.)*)"'
PAGE = re.compile(rf"\bt[n]?\(\s*({STRING}(?:\s*\+\s*{STRING})*)")
"""The page's own sentences: the first string of t("…") and tn("…", "…"), on several lines if it is long."""
PAGE_PLURAL = re.compile(rf"\btn\(\s*{STRING.replace('(', '(?:', 1)},\s*{STRING}")
SOURCE = Path(__file__).parents[1] / "src" / "boxcars"
PAGES = ("client", "tab/page")
"""Folders with the scripts of pages."""


def messages(only: str = "") -> dict[str, str]:
    """Message -> the first file (of the folder ``only``) that says it: constant first arguments of T(…), TN(…), Text(…).

    The names of the maps are messages, too, and so is what a game's coach says."""
    found: dict[str, str] = {} if only else {m.name: f"games/{game.key}/" for game in games().values() for m in game.maps}
    for key in games() if not only else ():
        coach = coach_of(f"boxcars.games.{key}.ui")
        found |= dict.fromkeys(texts(coach) if coach is not None else (), f"games/{key}/ui/coach.toml")
    for path in sorted((SOURCE / only).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("T", "TN", "Text")
                and node.args
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.setdefault(first.value, str(path.relative_to(SOURCE)))
    for path in (path for folder in PAGES for path in sorted((SOURCE / folder).rglob("*.js"))):
        for said in PAGE.finditer(path.read_text(encoding="utf-8")):
            message = "".join(re.findall(STRING, said[1]))
            found.setdefault(message.replace('\\"', '"'), str(path.relative_to(SOURCE)))
    return found


def plurals() -> set[str]:
    """Second arguments of TN(…) and tn(…): what is said of more than one."""
    found = set()
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "TN" and len(node.args) > 1:
                second = node.args[1]
                if isinstance(second, ast.Constant) and isinstance(second.value, str):
                    found.add(second.value)
    for path in (path for folder in PAGES for path in sorted((SOURCE / folder).rglob("*.js"))):
        found |= {said[1] for said in PAGE_PLURAL.finditer(path.read_text(encoding="utf-8"))}
    return found


def missing(language: str) -> dict[str, str]:
    have = catalogue(language)
    return {message: where for message, where in messages().items() if message not in have}


def idle(language: str) -> list[str]:
    """Messages of the catalogues that nothing says any more: no call, and no file of ours holds them in quotes."""
    said = set(messages()) | plurals()
    kinds = {".py", ".js", ".json", ".toml"}
    sources = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in kinds and path.name != "former.json" and "lessons" not in path.parts
    )
    found = []
    for path in sorted((SOURCE / "locale" / language).glob("*.po")):
        for entry in polib.pofile(str(path)) if not path.stem.startswith(LESSONS) else ():
            if entry.msgid not in said and f'"{entry.msgid}"' not in sources:
                found.append(entry.msgid)
    return found


if __name__ == "__main__":
    lacking = 0
    for code in LANGUAGES[1:]:
        for text, file in sorted(missing(code).items(), key=lambda item: item[1]):
            print(f"{code}\t{file}\t{text!r}")
            lacking += 1
        for text in idle(code):
            print(f"{code}\tnothing says this\t{text!r}")
    sys.exit(1 if lacking else 0)
