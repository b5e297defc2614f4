"""Check the documentation: paragraph length, line width, links, words that we avoid, commands and their options, size of files.

python tools/docs_check.py        prints what to change; exits with 1 if there is anything

That the commands and programs of the pages also run is tested by tests/docs.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
WORDS = Path(__file__).with_name("message_words.toml")
LONGEST_PARAGRAPH = 120
WIDEST_LINE = 110
LARGEST_FILE = 600_000
"""Bytes of a file in git, unless it is in ``LARGE``. What is larger stays in every clone for ever."""
LARGE = {
    "src/boxcars/games/ticket_to_ride/ai/master.npz": 7_600_000,
    "src/boxcars/games/ticket_to_ride/ai/duel.npz": 7_600_000,
}
PICTURES = 30
"""Pictures that git may hold."""
DIARY_WORDS = {
    r"as was asked( for)?": "say what is",
    r"was aimed at": "say what is measured",
    r"is begun anew": "starts again",
    r"whosoever|whomever": "who",
    r"by and by": "later",
}
"""Expressions of a diary, beside the words of messages: a guide states what is."""
FREE_TEXT = {"glossary.md", "messages.md", "observations.md"}
"""Pages that list the words which are avoided, and one that is made of the code's own names."""
FREE_WORDS = {"Text view", "connected", "what you have to pay", "isn't a …, aren't …"}
"""Advice that is for messages to players only: in a guide "joined", "what is due" or "in words" may be the right word."""
FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w-]*)")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} (.+?)(?: \{#([\w-]+)\})?\s*$")


@dataclass(frozen=True)
class Problem:
    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Block:
    """A code block: the line of its fence, its language, its text."""

    line: int
    language: str
    text: str


def is_lab(path: Path) -> bool:
    return path.is_relative_to(DOCS / "lab")


def is_rules(path: Path) -> bool:
    return path.is_relative_to(DOCS / "rules")


def pages() -> list[Path]:
    """Return the pages that are checked: README and its neighbours, and all of docs."""
    root = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")]
    return [*root, *sorted(DOCS.rglob("*.md"))]


def blocks(path: Path) -> Iterator[Block]:
    """Yield the fenced code blocks of a page."""
    start, language, body, fence = 0, "", [""], ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = FENCE.match(line)
        if fence and found and found[1].startswith(fence) and not found[2]:
            yield Block(start, language, "\n".join(body) + "\n")
            fence = ""
        elif fence:
            body.append(line)
        elif found:
            start, language, body, fence = number, found[2], [], found[1]


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page that are neither code nor written by a program, with their numbers."""
    fence, generated = "", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = FENCE.match(line)
        generated = "made by benchmarks/" in line or (generated and not line.startswith("<!-- /"))
        if found and not fence:
            fence = found[1]
        elif found and found[1].startswith(fence) and not found[2]:
            fence = ""
        elif not fence and not generated:
            yield number, line


def paragraphs(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each paragraph and list item with the number of its first line."""
    first, lines, last = 0, list[str](), 0
    for number, line in [*prose(path), (sys.maxsize, "")]:
        stripped = line.strip().lstrip("> ")
        ends = not stripped or stripped.startswith(("#", "|", "<!--")) or number != last + 1
        starts = re.match(r"([-*+]|\d+[.)])\s", stripped) is not None
        if lines and (ends or starts):
            yield first, " ".join(lines)
            lines = []
        if stripped and not stripped.startswith(("#", "|", "<!--")):
            first = first if lines else number
            lines.append(stripped)
        last = number


def check_paragraphs(path: Path) -> Iterator[Problem]:
    if is_lab(path):
        return
    for number, text in paragraphs(path):
        count = len(text.split())
        if count > LONGEST_PARAGRAPH:
            yield Problem(path, number, f"a paragraph of {count} words; {LONGEST_PARAGRAPH} is the most")


def check_width(path: Path) -> Iterator[Problem]:
    for number, line in prose(path):
        unbreakable = line.lstrip().startswith("|") or max(map(len, line.split()), default=0) > WIDEST_LINE - 10
        if len(line) > WIDEST_LINE and not unbreakable:
            yield Problem(path, number, f"a line of {len(line)} columns; {WIDEST_LINE} is the most (tools/docs_wrap.py wraps)")


def check_decisions(path: Path) -> Iterator[Problem]:
    if path.parent.name == "decisions" and path.name[0].isdigit():
        count = len(path.read_text(encoding="utf-8").split())
        if count > 300:
            yield Problem(path, 1, f"a decision of {count} words; 300 is the most")


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a page, as the site and most repository viewers make them."""
    found: list[str] = []
    for _, line in prose(path):
        heading = HEADING.match(line)
        if heading:
            plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            slug = heading[2] or slugify(plain, "-")
            found.append(slug if slug not in found else f"{slug}_{found.count(slug)}")
    text = path.read_text(encoding="utf-8")
    return frozenset([*found, *re.findall(r"(?:\bid=|\bname=)\"([^\"]+)\"", text), *re.findall(r"\{#([\w-]+)\}", text)])


def check_links(path: Path) -> Iterator[Problem]:
    for number, line in prose(path):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            if not there.exists():
                yield Problem(path, number, f"there is no {target}")
            elif anchor and there.suffix == ".md" and anchor not in anchors(there):
                yield Problem(path, number, f"{there.name} has no heading #{anchor}")


@cache
def avoided() -> dict[re.Pattern[str], str]:
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))["en"] | DIARY_WORDS
    kept = {expression: str(instead) for expression, instead in words.items() if instead not in FREE_WORDS}
    return {re.compile(rf"(?<![\w-])(?:{expression})(?![\w-])", re.IGNORECASE): instead for expression, instead in kept.items()}


def check_words(path: Path) -> Iterator[Problem]:
    """Find words that messages avoid. Code, tables of the glossary, the clauses of the rules and the lab are free."""
    if path.name in FREE_TEXT or is_lab(path) or is_rules(path):
        return
    for number, line in prose(path):
        plain = re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)
        for pattern, instead in avoided().items():
            found = pattern.search(plain)
            if found and found[0].lower() != "analyses":  # the plural of analysis
                yield Problem(path, number, f"{found[0]!r}: write {instead!r} instead")


# -- commands ---------------------------------------------------------------------------------------------------------------


def command_lines(text: str) -> Iterator[str]:
    """Yield the commands of a shell block: continued lines joined, comments and prompts left out."""
    for line in text.replace("\\\n", " ").splitlines():
        command = re.split(r"\s+#\s", line.strip().removeprefix("$ "))[0].strip()
        if command and not command.startswith("#"):
            yield from (part.strip() for part in re.split(r"\s+(?:&&|\|\|?|;)\s+", command))


def shell_blocks(path: Path) -> Iterator[Block]:
    return (block for block in blocks(path) if block.language in ("sh", "console", "bash"))


@cache
def program() -> Any:
    from typer.main import get_command

    from boxcars.cli import app, load

    load([])
    return get_command(app)


def boxcars_problem(words: list[str]) -> str | None:
    """Return what is wrong with the arguments of ``boxcars``: a command or an option that does not exist."""
    command = program()
    while words and hasattr(command, "commands"):
        if words[0].startswith("-"):
            return None
        if words[0] not in command.commands:
            return f"there is no command {words[0]!r}"
        command, words = command.commands[words[0]], words[1:]
    try:
        context = command.make_context("boxcars", [], resilient_parsing=True)
        context.resilient_parsing = False
        command.make_parser(context).parse_args(list(words))
    except Exception as error:
        return str(getattr(error, "message", error))
    return None


def command_problem(command: str) -> str | None:
    """Return why a command cannot work, as far as that can be known without running it."""
    try:
        words = shlex.split(command.split(" > ")[0])
    except ValueError as error:
        return str(error)
    while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
        words = words[1:]
    if not words:
        return None
    name = words[0].rpartition("/")[2]
    if name == "boxcars":
        return boxcars_problem(words[1:])
    if name == "make":
        targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
        unknown = [word for word in words[1:] if "=" not in word and word not in targets]
        return f"make has no {unknown[0]!r}" if unknown else None
    if name in ("python", "python3") and len(words) > 1 and re.match(r"(tools|benchmarks|examples)/", words[1]):
        return None if (ROOT / words[1]).exists() else f"there is no {words[1]}"
    if name == "pytest":
        missing = [word for word in words[1:] if word.startswith("tests/") and not (ROOT / word.partition("::")[0]).exists()]
        return f"there is no {missing[0]}" if missing else None
    return None


def check_commands(path: Path) -> Iterator[Problem]:
    for block in blocks(path):
        if not block.language and not is_lab(path) and not is_rules(path):
            yield Problem(path, block.line, "a code block without a language: sh, python, toml, text …")
    for block in shell_blocks(path):
        for command in command_lines(block.text):
            problem = command_problem(command)
            if problem:
                yield Problem(path, block.line, f"{command}: {problem}")


# -- the repository ---------------------------------------------------------------------------------------------------------


def check_sizes() -> Iterator[Problem]:
    """Find files in git that are too large, and more pictures than pages need."""
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = [name for name in run.stdout.split("\0") if name and (ROOT / name).is_file()]
    for name in names:
        size = (ROOT / name).stat().st_size
        most = LARGE.get(name, LARGEST_FILE)
        if size > most:
            yield Problem(ROOT / name, 1, f"{size:,} bytes; {most:,} is the most: a file in git stays in every clone")
    pictures = [name for name in names if name.endswith((".png", ".webp", ".jpg", ".gif"))]
    if len(pictures) > PICTURES:
        told = f"{len(pictures)} pictures in git; {PICTURES} is the most (make gallery makes the others)"
        yield Problem(ROOT / pictures[-1], 1, told)


CHECKS = (check_paragraphs, check_width, check_decisions, check_links, check_words, check_commands)


def check(path: Path) -> list[Problem]:
    return [problem for rule in CHECKS for problem in rule(path)]


if __name__ == "__main__":
    problems = [problem for path in pages() for problem in check(path)] + list(check_sizes())
    print("\n".join(map(str, problems)))
    sys.exit(1 if problems else 0)
