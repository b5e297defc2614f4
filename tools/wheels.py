"""Build the wheels into dist/: the pure one, and one for this platform with the rules compiled.

python tools/wheels.py            both
python tools/wheels.py pure       the pure one alone

Built in a copy, so that nothing compiled is left among the sources; what `make compiled` left there is used if it is fresh.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("src", "docs/rules", "tools", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")


def wheel(out: Path, compiled: bool) -> None:
    """One wheel, made with what is installed here (no isolation: nothing is fetched)."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        unwanted = ("__pycache__",) if compiled else ("__pycache__", "*.so", "*.pyd")
        for part in PARTS:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns(*unwanted))
            else:
                shutil.copy(ROOT / part, tree / part)
        environment = {**os.environ, "BOXCARS_COMPILED": "1" if compiled else "0"}
        how = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out)]
        subprocess.run([sys.executable, "-m", "pip", "wheel", *how, "."], cwd=tree, env=environment, check=True)


def main() -> None:
    out = ROOT / "dist"
    shutil.rmtree(out, ignore_errors=True)
    wheel(out, compiled=False)
    if sys.argv[1:] != ["pure"]:
        wheel(out, compiled=True)
    for path in sorted(out.iterdir()):
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
