"""Build what is published into dist/, and check it: install each file into an empty environment and play games there.

python tools/release.py                 the source distribution, the pure wheel, the compiled wheel
python tools/release.py sdist pure      these alone
python tools/release.py --installed     check what is in dist/ already

Nothing is uploaded. The compiled wheel needs a C compiler; installing needs a network, or a cache of the packages.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from importlib import util
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "dist"
KINDS = ("sdist", "pure", "compiled")
LARGEST = {"sdist": 26, "pure": 22, "compiled": 40}
"""Megabytes that a file may have at most."""
NEEDED = (
    "boxcars/docs/rules/spike.md",
    "boxcars/rules/spike/es.md",
    "boxcars/locale/it/page.po",
    "boxcars/client/index.html",
    "boxcars/games/ticket_to_ride/ai/master.npz",
    "boxcars/games/age_of_steam/maps/rust_belt.toml",
    "boxcars/py.typed",
)
"""Some file of each kind that is not Python: without it the program starts, and something is missing."""
UNWANTED = re.compile(r"(^|/)(tests|node_modules|\.venv|__pycache__|\.env)(/|$)|\.(sqlite|db|parquet)$")
GAMES = (("ticket_to_ride", "heuristic,random"), ("spike", "heuristic,random"))


class Broken(Exception):
    """Something of a release is not as it must be."""


def version() -> str:
    found = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/boxcars/__init__.py").read_text(encoding="utf-8"))
    assert found
    return found[1]


def build_wheel(kind: str) -> None:
    spec = util.spec_from_file_location("wheels", Path(__file__).with_name("wheels.py"))
    assert spec and spec.loader
    wheels = util.module_from_spec(spec)
    spec.loader.exec_module(wheels)
    wheels.wheel(OUT, compiled=kind == "compiled")


def build_sdist() -> None:
    """Build the source distribution, with the build tools that are installed here."""
    code = "import sys, hatchling.build; print(hatchling.build.build_sdist(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, str(OUT)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def kind_of(path: Path) -> str:
    if path.name.endswith(".tar.gz"):
        return "sdist"
    return "pure" if path.name.endswith("none-any.whl") else "compiled"


def contents(path: Path) -> list[str]:
    if kind_of(path) == "sdist":
        with tarfile.open(path) as archive:
            return [name.partition("/")[2] for name in archive.getnames()]
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def check_contents(path: Path) -> None:
    """Fail if a file is too large, lacks something, or holds what nobody should get."""
    kind, names = kind_of(path), set(contents(path))
    size = path.stat().st_size / 1e6
    if size > LARGEST[kind]:
        raise Broken(f"{path.name} has {size:.1f} MB; {LARGEST[kind]} MB is the most")
    prefix = "src/" if kind == "sdist" else ""
    for needed in NEEDED:
        there = needed.removeprefix("boxcars/") if kind == "sdist" and "docs/rules" in needed else prefix + needed
        if there not in names:
            raise Broken(f"{path.name} lacks {there}")
    unwanted = [name for name in names if UNWANTED.search(name)]
    if unwanted:
        raise Broken(f"{path.name} holds {unwanted[0]}")
    compiled = [name for name in names if name.endswith((".so", ".pyd"))]
    if bool(compiled) != (kind == "compiled"):
        raise Broken(f"{path.name} has {len(compiled)} compiled modules")


def run(*words: str, at: Path) -> str:
    """Run a command without this clone on its path; return what it printed."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "BOXCARS_COMPILED")}
    done = subprocess.run(words, cwd=at, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise Broken(f"{' '.join(words)}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def install(path: Path, home: Path) -> Path:
    """Install a file with all it needs into an empty environment; return the folder of its commands."""
    run(sys.executable, "-m", "venv", "--without-pip", str(home), at=home.parent)
    commands = home / ("Scripts" if sys.platform == "win32" else "bin")
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    python = str(commands / "python")
    if uv:
        run(uv, "pip", "install", "--quiet", "--python", python, f"{path}[server]", at=home.parent)
    else:
        run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", f"{path}[server]", at=home.parent)
    return commands


def check_installed(path: Path) -> None:
    """Install a file into an empty environment, and play games in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        commands = install(path, Path(folder) / "env")
        at = Path(folder) / "empty"
        at.mkdir()
        boxcars = str(commands / "boxcars")
        told = run(boxcars, "--version", at=at).strip()
        if told != f"boxcars {version()}":
            raise Broken(f"{path.name} says that it is {told!r}")
        build = run(str(commands / "python"), "-c", "from boxcars import bench; print(bench.build())", at=at).strip()
        if build != ("compiled" if kind_of(path) == "compiled" else "plain"):
            raise Broken(f"the rules of {path.name} are {build}")
        for game, bots in GAMES:
            run(boxcars, "simulate", game, "--bots", bots, "--games", "1", "--seed", "release", at=at)
        run(str(commands / "python"), "-c", "from boxcars.server.http.app import create_app; create_app()", at=at)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "kinds", nargs="*", metavar="kind", help=f"what to build: {', '.join(KINDS)}; all of them if none is given"
    )
    parser.add_argument("--installed", action="store_true", help="check what is in dist/ already")
    given = parser.parse_args()
    unknown = [kind for kind in given.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are: {', '.join(KINDS)}")
    if not given.installed:
        shutil.rmtree(OUT, ignore_errors=True)
        OUT.mkdir()
        for kind in given.kinds or KINDS:
            build_sdist() if kind == "sdist" else build_wheel(kind)
    try:
        for path in sorted(OUT.iterdir()):
            check_contents(path)
            check_installed(path)
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB  installed, played, good", flush=True)
    except Broken as error:
        print(f"not good: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
