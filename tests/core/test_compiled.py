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
spec = util.spec_from_file_location("wheels_tool", ROOT / "tools" / "wheels.py")
assert spec and spec.loader
wheels = util.module_from_spec(spec)
spec.loader.exec_module(wheels)


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


def run(*words: str, at: Path, **more: str) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | more
    done = subprocess.run(words, cwd=at, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def installed(wheel: Path, at: Path) -> Path:
    """An empty environment outside of the clone with the wheel and what it needs; where its commands are."""
    run(sys.executable, "-m", "venv", "--without-pip", str(at), at=at.parent)
    pip = [sys.executable, "-m", "pip", "--python", str(at / "bin" / "python"), "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-compile", str(wheel), at=at.parent)
    return at / "bin"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(1500)
def test_the_pure_wheel_plays_from_an_empty_folder(tmp_path: Path) -> None:
    wheels.wheel(tmp_path / "dist", compiled=False)
    (wheel,) = (tmp_path / "dist").iterdir()
    assert wheel.name.endswith("py3-none-any.whl")
    commands = installed(wheel, tmp_path / "env")
    (tmp_path / "empty").mkdir()
    boxcars = str(commands / "boxcars")
    run(boxcars, "simulate", "spike", "--bots", "heuristic,random", "--games", "1", at=tmp_path / "empty")
    assert run(boxcars, "--version", at=tmp_path / "empty").startswith("boxcars ")
    build = run(str(commands / "python"), "-c", "from boxcars import bench; print(bench.build())", at=tmp_path / "empty")
    assert build.strip() == "plain"


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(1500)
def test_the_compiled_wheel_keeps_the_contract_and_replays_the_golden_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        pytest.skip("no C compiler on this machine")
    if not FULL:
        monkeypatch.setenv("BOXCARS_OPT", "0")  # the C compiler's optimiser takes longer than all the rest and changes no result
    wheels.wheel(tmp_path / "dist", compiled=True)
    (wheel,) = (tmp_path / "dist").iterdir()
    assert "none-any" not in wheel.name
    commands = installed(wheel, tmp_path / "env")
    build = run(str(commands / "python"), "-c", "from boxcars import bench; print(bench.build())", at=tmp_path)
    assert build.strip() == "compiled"
    run(str(commands / "boxcars"), "simulate", "age_of_steam", "--bots", "heuristic,random,random", "--games", "1", at=tmp_path)
    # The tests of the clone, with the package as it was installed from the wheel.
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "docs" / "rules", tmp_path / "docs" / "rules")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    place = run(str(commands / "python"), "-c", "import boxcars; print(boxcars.__path__[0])", at=tmp_path).strip()
    assert place.startswith(str(tmp_path))
    suite = ["tests/core/test_conformance.py", "tests/core/test_golden.py"]
    if tool.fresh() and not FULL:  # the slow suite tries the same modules on every table, at length
        suite += ["--deselect", "tests/core/test_conformance.py::test_the_contract_holds["]
    run(sys.executable, "-m", "pytest", "-q", "-m", "not slow", *suite, at=tmp_path, PYTHONPATH=str(Path(place).parent))


def test_positions_are_read_by_the_one_reader() -> None:
    """msgspec alone cannot read the position of a compiled game: whoever tries fails only there."""
    reader = tool.SOURCE / "boxcars" / "core" / "wire.py"
    for path in (tool.SOURCE / "boxcars").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path == reader or "state_type" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("decode", "convert", "Decoder")):
                assert "state_type" not in ast.unparse(node), f"{path}: read it with core.codec.read"
