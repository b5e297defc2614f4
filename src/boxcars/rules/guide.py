"""The rules for players: read from Markdown, made into HTML with pictures, and which part of them explains a clause."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec
from markdown_it import MarkdownIt

from boxcars.core.codec import convert
from boxcars.locale import sayer
from boxcars.rules.pictures import Drawn, Spot, draw_spots

HOME = Path(str(files("boxcars"))) / "rules"
SECTION = re.compile(r"## (?P<title>.+?) \{#(?P<id>[a-z-]+)\}")
BOX = re.compile(r"::: (?P<id>[a-z-]+)")
FIGURE = re.compile(r"!\[(?P<caption>.+)\]\((?P<picture>[a-z-]+)\)")
ASKED = re.compile(r"\? \[(?P<question>.+)\]\(#(?P<id>[a-z-]+)\)")
MOST_LINKS = 6
"""How many clauses a box names before the rest is left to the page of clauses."""


class Part(msgspec.Struct):
    """A section of the text, or a box in one. ``section``: the number of the section."""

    id: str
    title: str
    section: int


class Guide(msgspec.Struct):
    """A rules text for the page. ``minute``: all of it in a few sentences. ``html``: with ``{name}`` where a picture goes."""

    title: str
    minute: str
    html: str
    sections: list[Part]
    boxes: list[Part]
    asked: list[tuple[str, str]]


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """guide.toml: ``clauses``: part of the text -> the clauses it explains, "TTR-4" standing for all of chapter 4."""

    clauses: dict[str, list[str]]
    pictures: dict[str, Spot]
    words: dict[str, list[list[str]]]
    """Language -> words that mean the same to somebody who searches."""


@lru_cache(maxsize=32)
def plan_of(game: str) -> Plan | None:
    """Return what belongs to a game's text in every language; None for a game without one."""
    path = HOME / game / "guide.toml"
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), Plan) if path.is_file() else None


def source(game: str, lang: str) -> str | None:
    """Return the text as it is written, None if there is none in this language."""
    path = HOME / game / f"{lang}.md"
    return path.read_text(encoding="utf-8") if plan_of(game) is not None and path.is_file() else None


def anchor_of(plan: Plan, clause: str) -> str:
    """Return the part of the text that explains a clause: the one that names most of its number; "" if there is none."""
    found = [
        (len(named), part)
        for part, clauses in plan.clauses.items()
        for named in clauses
        if (clause + ".").startswith(named + ".")
    ]
    return max(found)[1] if found else ""


class _Reader:
    """Reads a text line by line. What is not of the text's own format is Markdown, and goes through in blocks."""

    def __init__(self, game: str, lang: str, plan: Plan) -> None:
        self.game, self.plan = game, plan
        self.say = sayer(lang)
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.guide = Guide("", "", "", [], [], [])
        self.html: list[str] = []
        self.block: list[str] = []
        self.box = ""

    def read(self, text: str) -> Guide:
        for line in text.splitlines():
            self.take(line)
        self.end_section()
        self.guide.html = "".join(self.html)
        return self.guide

    def take(self, line: str) -> None:
        guide = self.guide
        if line.startswith("# "):
            guide.title = line[2:]
        elif line.startswith("> "):
            guide.minute = f"{guide.minute} {line[2:]}".strip()
        elif found := ASKED.fullmatch(line):
            guide.asked.append((found["question"], found["id"]))
        elif found := SECTION.fullmatch(line):
            self.end_section()
            guide.sections.append(Part(found["id"], found["title"], len(guide.sections) + 1))
            self.html.append(f'<section id="{found["id"]}"><h2>{len(guide.sections)} · {self.inline(found["title"])}</h2>')
        elif found := BOX.fullmatch(line):
            self.end_block()
            self.box = found["id"]
            guide.boxes.append(Part(self.box, "", len(guide.sections)))
            self.html.append(f'<div class="rule" id="{self.box}">')
        elif line == ":::":
            self.end_block()
            self.html.append(self.links(self.box) + "</div>")
            self.box = ""
        elif found := FIGURE.fullmatch(line):
            self.end_block()
            self.html.append(f"<figure>{{{found['picture']}}}<figcaption>{self.inline(found['caption'])}</figcaption></figure>")
        else:
            self.block.append(line)

    def end_block(self) -> None:
        text = "\n".join(self.block).strip()
        self.block = []
        if text:
            self.html.append(self.markdown.render(text))

    def end_section(self) -> None:
        self.end_block()
        if self.guide.sections:
            self.html.append(self.links(self.guide.sections[-1].id) + "</section>")

    def inline(self, text: str) -> str:
        return str(self.markdown.renderInline(text))

    def links(self, part: str) -> str:
        """Return the way from a part to the clauses it explains. A box names them; a section, which explains many, names the
        first."""
        clauses = self.plan.clauses.get(part, [])
        named = clauses[:MOST_LINKS] if self.box else clauses[:1]
        links = ", ".join(f'<a href="/rules/{self.game}/exact#{clause}">{clause}</a>' for clause in named)
        return f'<p class="ref"><span data-exact></span> {links}</p>' if links else ""


@lru_cache(maxsize=64)
def read_guide(game: str, lang: str) -> Guide | None:
    """Return a game's rules for players in a language, without pictures; None if they are not written."""
    plan, text = plan_of(game), source(game, lang)
    return _Reader(game, lang, plan).read(text) if plan is not None and text is not None else None


def draw_guide(game: str, lang: str) -> tuple[str, Drawn]:
    """Return the HTML with its pictures in place, and what they were drawn on. The game must have a text in this language."""
    plan, guide = plan_of(game), read_guide(game, lang)
    assert plan is not None and guide is not None
    drawn = draw_spots(HOME / game / "position.jsonl", plan.pictures, sayer(lang))
    return re.sub(r"<figure>\{([a-z-]+)\}", lambda found: f"<figure>{drawn.pictures[found[1]]}", guide.html), drawn
