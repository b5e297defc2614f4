"""The folder of ``boxcars static``, built once for all tests that need it, and a server of plain files in front of it."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxcars.tab.build import build
from boxcars.tab.packages import CannotFetch


@pytest.fixture(scope="session")
def tab_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where fetched packages and compiled libraries are kept: one place for all test processes, and for later runs."""
    given = os.environ.get("BOXCARS_TAB_CACHE")
    return Path(given) if given else Path(__file__).parents[2] / "build" / "tab-cache"


@pytest.fixture(scope="session")
def static_folder(tmp_path_factory: pytest.TempPathFactory, tab_cache: Path) -> Path:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("there is no Node, and no npm to fetch Pyodide with")
    tab_cache.mkdir(parents=True, exist_ok=True)
    out = tmp_path_factory.mktemp("static") / "site"
    with (tab_cache / "lock").open("w") as lock:  # one process fetches, the others find it there
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            build(out, tab_cache)
        except CannotFetch as why:
            if "registry" not in str(why) and "fetch" not in str(why):
                raise
            pytest.skip(f"Pyodide and the wheels could not be fetched: {why}")
    return out


@pytest.fixture(scope="session")
def static_server(static_folder: Path) -> Iterator[str]:
    """A server of plain files, as simple as there is."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(static_folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    found = re.search(rb"port (\d+)", process.stdout.readline())
    assert found
    yield f"http://127.0.0.1:{int(found[1])}"
    process.terminate()
    process.wait(10)
    process.stdout.close()
