"""What a tab needs besides Boxcars: Python for WebAssembly (from npm) and the wheels of the server's libraries (from the Python
registry). The ordinary clients fetch them, once, by lock files with hashes; a tab fetches nothing from anybody."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

LOCKS = Path(str(files("boxcars.tab"))) / "locks"
PYTHON = "3.14"
"""The Python that this Pyodide is."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp", "--abi", "cp314")
ANY_LINUX = ("--platform", "manylinux_2_17_x86_64", "--platform", "manylinux2014_x86_64")
"""Of the libraries in ``without_compiled.lock`` there is no wheel for a tab. They work without their compiled parts."""
LEFT_OUT = (".so", ".pyx", ".pxd", ".c", ".h", ".pyi", ".typed")


class CannotFetch(Exception):
    """Something that is needed could not be fetched; the text says what to do."""


def run(command: list[str], folder: Path, what: str) -> None:
    """Run a client, and say what it said if it failed."""
    if shutil.which(command[0]) is None:
        raise CannotFetch(f"{what} needs {command[0]}, which is not installed")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise CannotFetch(f"{what} failed: {(done.stderr or done.stdout).strip()[-600:]}")


def pip(lock: str, to: Path, *platform: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    command += ["--python-version", PYTHON, *platform, "--requirement", str(LOCKS / lock), "--dest", str(to)]
    run(command, to, "fetching the wheels")


def fetched(cache: Path) -> Path:
    """Return the folder with ``pyodide`` and ``site-packages``; fetched when the lock files have changed since the last time."""
    digest = blake2b(digest_size=8)
    for lock in sorted(LOCKS.iterdir()):
        digest.update(lock.read_bytes())
    folder = cache / digest.hexdigest()
    if (folder / "complete").is_file():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "wheels").mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKS / name, folder)
    run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"], folder, "fetching Pyodide")
    pip("wheels.lock", folder / "wheels", *PLATFORM)
    (folder / "linux").mkdir()
    pip("without_compiled.lock", folder / "linux", *ANY_LINUX)
    site = folder / "site-packages"
    for wheel in sorted([*(folder / "wheels").glob("*.whl"), *(folder / "linux").glob("*.whl")]):
        with zipfile.ZipFile(wheel) as parts:
            for name in parts.namelist():
                compiled_elsewhere = wheel.parent.name == "linux" and name.endswith(LEFT_OUT)
                if not compiled_elsewhere:
                    parts.extract(name, site)
    (folder / "complete").touch()
    return folder


def pyodide_files(folder: Path) -> Path:
    """Return where Pyodide's own files lie in a fetched folder."""
    return folder / "node_modules" / "pyodide"
