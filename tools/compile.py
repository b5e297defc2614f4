"""Compile the rules with mypyc, in place: the same sources, the same results, several times faster.

python tools/compile.py build     compile (needs a C compiler and mypy)
python tools/compile.py ahead     compile in a copy: the sources stay plain until `build`, which takes what lies there
python tools/compile.py clean     remove what was built
python tools/compile.py list      print the modules that are compiled

A module that defines msgspec Structs is never compiled: a compiled Struct silently loses its validation. Modules that speak,
draw or audit are left out as well: nothing waits for them.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
AHEAD = ROOT / "build" / "ahead"
"""A copy that is compiled while the sources themselves are still used."""
STRUCTS = {"Struct", "Action", "Event", "Step", "Observation"}
LEFT_OUT = {
    "__init__.py",
    "__main__.py",
    "messages.py",
    "types.py",
    "actions.py",
    "invariants.py",
    "blunders.py",
    "encoding.py",
    "target_encoding.py",
    "action_vocabulary.py",
    "names.py",
    "conformance.py",
    "registry.py",
    "record.py",
    "clause_coverage.py",
    "ui_loader.py",
    "codec.py",
}


def defines_structs(path: Path) -> bool:
    """Whether a class of the module derives from a Struct, directly or through a word of the contract."""
    known = set(STRUCTS)
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names = {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases}
            if names & known:
                return True
    return False


def modules() -> list[Path]:
    """What is compiled: the modules of core, rail and games that define no Structs."""
    found = []
    for package in ("core", "rail", "games"):
        for path in sorted((SOURCE / "boxcars" / package).rglob("*.py")):
            if path.name not in LEFT_OUT and "ui" not in path.parts and not defines_structs(path):
                found.append(path)
    return found


def built(source: Path = SOURCE) -> list[Path]:
    return [path for path in source.rglob("*") if path.suffix in (".so", ".pyd")]


def fresh() -> bool:
    """Whether every module is compiled as it stands in the sources."""
    made = {path.parent / path.name.partition(".")[0]: path.stat().st_mtime for path in built()}
    return all(made.get(path.with_suffix(""), 0.0) > path.stat().st_mtime for path in modules())


def clean() -> None:
    for path in built():
        path.unlink()
    shutil.rmtree(ROOT / "build", ignore_errors=True)


def waiting() -> bool:
    """Whether the copy is compiled, and from the sources as they stand."""
    ours, theirs = ({p.relative_to(tree): p.read_bytes() for p in tree.rglob("*.py")} for tree in (SOURCE, AHEAD / "src"))
    return (AHEAD / "done").exists() and ours == theirs


def groups(names: list[str]) -> list[tuple[list[str], str]]:
    """One library for core and rail, one for each game: they compile side by side."""
    by_group: dict[str, list[str]] = {}
    for name in names:
        parts = Path(name).parts
        by_group.setdefault(parts[2] if parts[1] == "games" else "engine", []).append(name)
    return [(files, f"boxcars_{group}") for group, files in by_group.items()]


# Runs beside the sources. What takes the C compiler longest begins first, so that nothing waits for it alone.
SCRIPT = """
from pathlib import Path
from setuptools import setup
from mypyc.build import mypycify

modules = mypycify({paths!r}, opt_level={effort!r}, debug_level="0", separate={groups!r})
modules.sort(key=lambda module: -sum(Path(source).stat().st_size for source in module.sources))
how = ["build_ext", "--inplace", "--parallel", {jobs!r}]
setup(name="boxcars_compiled", ext_modules=modules, script_args=how, packages=[])
"""


def ahead() -> None:
    """Compile in a copy. BOXCARS_OPT: the C compiler's effort (2), BOXCARS_JOBS: how many run at once (2)."""
    shutil.rmtree(AHEAD, ignore_errors=True)
    source = AHEAD / "src"
    shutil.copytree(SOURCE, source, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    names = [str(p.relative_to(SOURCE)) for p in modules()]
    effort, jobs = os.environ.get("BOXCARS_OPT", "2"), os.environ.get("BOXCARS_JOBS", "2")
    script = SCRIPT.format(paths=["--no-warn-unused-configs", *names], groups=groups(names), effort=effort, jobs=jobs)
    environment = {**os.environ, "MYPYPATH": str(source)}
    done = subprocess.run([sys.executable, "-c", script], cwd=source, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)  # hundreds of lines, of interest only then
    shutil.rmtree(source / "build", ignore_errors=True)
    (AHEAD / "done").touch()


def build() -> None:
    """Compile, unless that is done, and put what was made beside the sources."""
    if fresh():
        return
    if not waiting():
        clean()
        ahead()
    for path in built():
        path.unlink()
    for path in built(AHEAD / "src"):
        shutil.copy2(path, SOURCE / path.relative_to(AHEAD / "src"))
    shutil.rmtree(AHEAD)


if __name__ == "__main__":
    command = sys.argv[1] if len(sys.argv) > 1 else "list"
    if command == "build":
        build()
        print(f"compiled {len(modules())} modules")
    elif command == "ahead":
        ahead()
    elif command == "clean":
        clean()
    else:
        print(*(p.relative_to(SOURCE) for p in modules()), sep="\n")
