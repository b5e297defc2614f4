"""Report on names: one-word function names, lines of code, private words that remain, and all modules.

python tools/name_report.py            functions and lines per package
python tools/name_report.py words      private words that remain, and in which files
python tools/name_report.py modules    every module by itself, for a guess test: what does it do?

A share of one-word names is an indicator, no goal: ``Deck.draw`` needs no second word. python-chess and pgx have 36 %.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "tools", "benchmarks", "examples")
SUFFIXES = {".py", ".js", ".ts"}

PRIVATE = {
    "advised": "evaluator",
    "appraisal": "valuation",
    "asked": "request",
    "bearings": "hex names",
    "beats": "animation",
    "caretaker": "scheduler",
    "caution": "prune margin",
    "champion": "learned player",
    "chronicle": "game log",
    "counsel": "coach facts, hint",
    "doubt": "minimum standard error",
    "drawn": "view cache",
    "ears": "change feed",
    "easel": "position payload",
    "farewell": "deletion",
    "foresight": "endgame projection",
    "heat": "temperature",
    "herald": "badge",
    "heralds": "badges",
    "hopes": "policy",
    "inks": "drawing kit",
    "judge": "evaluator",
    "loud": "income cap",
    "mind": "ai, evaluator",
    "minds": "evaluators",
    "nursery": "worker preload",
    "outlook": "plan values, price forecast",
    "phrases": "action cache",
    "prospects": "earnings, forecast",
    "schemes": "build plans",
    "shelf": "export",
    "sight": "observation",
    "slip": "turn summary",
    "stir": "rollout temperature",
    "studio": "asset cache",
    "taste": "weights",
    "thrift": "extra share penalty",
    "trials": "action comparison",
}
"""Words with a private meaning, and the word of the glossary. They are counted as words and as parts of identifiers."""


PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
"""The words of an identifier: ``draw_board``, ``DrawBoard``."""


def source_files(*folders: str) -> Iterator[Path]:
    """Yield the source files of these folders of the repository, this one excepted."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "node_modules" not in path.parts and path != Path(__file__):
                yield path


def package_of(path: Path) -> str:
    """Return the package that a module counts for: games one by one, the page as ``client``."""
    parts = path.relative_to(ROOT).parts
    if parts[:2] != ("src", "boxcars"):
        return parts[0]
    depth = 4 if parts[2] == "games" and len(parts) > 4 else 3
    return ".".join(parts[2:depth]).removesuffix(".py") if len(parts) > 3 else "boxcars"


def function_names(path: Path) -> list[str]:
    """Return the names of the functions and methods of a Python module, without dunders."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [name for name in names if not (name.startswith("__") and name.endswith("__"))]


def code_lines(path: Path) -> int:
    """Count the lines of a file that are neither empty nor only a comment."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(bool(line) and not line.startswith(("#", "//")) for line in lines)


def find_words(words: dict[str, str] | list[str], *folders: str) -> dict[str, Counter[str]]:
    """Return word -> how often it occurs in each file, as a word or as a part of an identifier."""
    pattern = re.compile(rf"(?<![A-Za-z])({'|'.join(words)})(?![a-z])")
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path in source_files(*folders):
        for word in pattern.findall(path.read_text(encoding="utf-8")):
            found[word][path.relative_to(ROOT).as_posix()] += 1
    return found


def find_identifiers(words: list[str], *folders: str) -> dict[str, Counter[str]]:
    """Return word -> how often it occurs in each Python file as a part of an identifier; prose is not looked at."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path in source_files(*folders):
        if path.suffix == ".py":
            for name in identifiers(ast.parse(path.read_text(encoding="utf-8"))):
                for word in {part.lower() for part in PARTS.findall(name)} & set(words):
                    found[word][path.relative_to(ROOT).as_posix()] += 1
    return found


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield every identifier of a syntax tree, once for each place."""
    for node in ast.walk(tree):
        for field in ("name", "id", "attr", "arg", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield name


def print_packages() -> None:
    names: dict[str, list[str]] = defaultdict(list)
    lines: Counter[str] = Counter()
    for path in source_files(*FOLDERS):
        package = package_of(path)
        lines[package] += code_lines(path)
        if path.suffix == ".py":
            names[package] += function_names(path)
    print(f"{'package':28} {'lines':>7} {'functions':>10} {'one word':>9}")
    for package, count in sorted(lines.items()):
        print_row(package, count, names[package])
    ours = {package for package in lines if package not in FOLDERS}
    print_row("src", sum(lines[package] for package in ours), [name for package in ours for name in names[package]])


def print_row(package: str, lines: int, names: list[str]) -> None:
    single = sum("_" not in name.strip("_") for name in names)
    share = f"{100 * single / len(names):.0f} %" if names else "–"
    print(f"{package:28} {lines:7} {len(names):10} {share:>9}")


def print_words() -> None:
    for word, where in sorted(find_words(PRIVATE, *FOLDERS).items(), key=lambda item: -sum(item[1].values())):
        files = ", ".join(f"{path} ({count})" for path, count in where.most_common(3))
        print(f"{word:12} {sum(where.values()):5} in {len(where):3} files, now {PRIVATE[word]!r}: {files}")


def print_modules() -> None:
    for path in source_files("src"):
        print(path.relative_to(ROOT / "src").as_posix())


if __name__ == "__main__":
    {"": print_packages, "words": print_words, "modules": print_modules}[sys.argv[1] if len(sys.argv) > 1 else ""]()
