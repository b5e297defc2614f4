"""How a wheel is built: as it is, or (BOXCARS_COMPILED=1) with the rules compiled by mypyc for this platform."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRules(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("BOXCARS_COMPILED") != "1" or self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        subprocess.run([sys.executable, "tools/compile.py", "build"], cwd=root, check=True)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        source = root / "src"
        suffixes = ("*.so", "*.pyd")
        for path in sorted(p for suffix in suffixes for p in source.rglob(suffix)):
            build_data["force_include"][str(path)] = path.relative_to(source).as_posix()
