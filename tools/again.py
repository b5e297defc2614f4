"""Try the tests that failed once more, alone: CI's second look.

python tools/again.py

Hundreds of tests wait for browsers, servers and databases on a machine that does something else meanwhile, and one of them waits
in vain now and then. So a few that failed are run again, one by one with nothing beside them: what fails twice is broken.
Many at once are not looked at twice. Those that pass the second time are named: they are unsteady, and to be mended.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILED = ROOT / "build" / "failed"
FEW = 5


def main() -> int:
    failed = FAILED.read_text(encoding="utf-8").splitlines() if FAILED.exists() else []
    if not 0 < len(failed) <= FEW:
        print(f"{len(failed)} tests failed: no second look (1 to {FEW} get one)")
        return 1
    again = subprocess.run([sys.executable, "-m", "pytest", *failed], cwd=ROOT, check=False)
    if again.returncode == 0:
        print("unsteady (failed once, passed alone):", *failed, sep="\n  ")
    return again.returncode


if __name__ == "__main__":
    sys.exit(main())
