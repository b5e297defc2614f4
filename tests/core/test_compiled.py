"""The compiled build: the same sources, the same results."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

from ..scale import FULL

ROOT = Path(__file__).parents[2]
spec = util.spec_from_file_location("compile_tool", ROOT / "tools" / "compile.py")
assert spec and spec.loader
tool = util.module_from_spec(spec)
spec.loader.exec_module(tool)


def test_no_struct_is_compiled() -> None:
    """A Struct defined in a compiled module silently loses its validation."""
    for path in tool.modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                assert not bases & {"Struct", "Action", "Event", "Step", "Observation"}, f"{path}: {node.name}"


def test_the_hot_modules_are_compiled() -> None:
    names = {str(p.relative_to(tool.SOURCE / "boxcars")) for p in tool.modules()}
    assert {"core/game.py", "core/chance.py", "rail/track.py", "games/ticket_to_ride/claim_route.py"} <= names


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_the_compiled_build_keeps_the_contract_and_replays_the_golden_games(tmp_path: Path) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        pytest.skip("no C compiler on this machine")
    for part in ("src", "tests", "tools", "docs"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("*.so", "__pycache__", "gallery"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    if not FULL:
        environment["BOXCARS_OPT"] = "0"  # the C compiler's optimiser takes longer than all the rest and changes no result
    run = subprocess.run(
        [sys.executable, "tools/compile.py", "build"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    which = [sys.executable, "-c", "from boxcars import bench; print(bench.build())"]
    assert subprocess.run(which, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout.strip() == "compiled"
    suite = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        "not slow",
        "tests/core/test_conformance.py",
        "tests/core/test_golden.py",
    ]
    run = subprocess.run(suite, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-3000:]
