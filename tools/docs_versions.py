"""Build the documentation of one version beside others: build/site/VERSION, the list of versions, and the way to the newest.

python tools/docs_versions.py VERSION

The page head then offers the versions (Material for MkDocs reads versions.json, in the form that mike writes).
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
CONFIG = """INHERIT: {root}/mkdocs.yml
docs_dir: {root}/docs
hooks: [{root}/tools/docs_site.py]
extra:
  generator: false
  version:
    provider: mike
"""


def sort_key(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def build_version(version: str) -> None:
    config = ROOT / "build" / "mkdocs.yml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(CONFIG.format(root=ROOT), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(config), "-d", str(SITE / version)]
    subprocess.run(command, cwd=ROOT, check=True)


def write_list() -> list[str]:
    """Write versions.json and the redirect; return the versions that are there, newest first."""
    found = [folder.name for folder in SITE.iterdir() if (folder / "search").is_dir() and re.match(r"\d", folder.name)]
    versions = sorted(found, key=sort_key, reverse=True)
    listed = [{"version": name, "title": name, "aliases": ["latest"] if name == versions[0] else []} for name in versions]
    (SITE / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    redirect = f'<meta http-equiv="refresh" content="0; url={versions[0]}/">'
    (SITE / "index.html").write_text(f'<!doctype html><meta charset="utf-8">{redirect}<title>Boxcars</title>\n', encoding="utf-8")
    return versions


if __name__ == "__main__":
    if len(sys.argv) != 2 or not re.fullmatch(r"\d[\w.]*", sys.argv[1]):
        sys.exit("usage: python tools/docs_versions.py VERSION, for example 1.2")
    build_version(sys.argv[1])
    print(" ".join(write_list()))
