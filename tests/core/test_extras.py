"""The base installation: what it can do, and how what is missing is told. A fresh interpreter hides the extras' modules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from boxcars import __version__
from boxcars.extras import EXTRAS

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name.partition(".")[0] in {hidden!r} else found(name, package)
"""
EVERYTHING = {module for modules in EXTRAS.values() for module in modules}


def without(hidden: set[str], code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDE.format(hidden=hidden) + code], capture_output=True, text=True, timeout=60)


def command(*words: str) -> str:
    return f"sys.argv = {['boxcars', *words]!r}\nfrom boxcars.cli import main\nmain()"


def test_the_base_installation_plays_and_simulates() -> None:
    done = without(EVERYTHING, command("simulate", "ticket_to_ride", "--bots", "random,random", "--games", "1", "--jobs", "1"))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("boxcars.server.http.app", "server"),
        ("boxcars.envs", "rl"),
        ("boxcars.envs.gymnasium", "rl"),
        ("boxcars.envs.pettingzoo", "rl"),
        ("boxcars.envs.openspiel", "rl"),
    ],
)
def test_an_import_that_needs_an_extra_names_it(module: str, extra: str) -> None:
    hidden = EVERYTHING if module == "boxcars.envs" else set(EXTRAS[extra])
    done = without(hidden, f"import {module}")
    assert done.returncode == 1
    assert f"pip install 'boxcars[{extra}]'" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve", "--port", "0"), "server"),
        (("verify-store",), "server"),
        (("ladder",), "lab"),
    ],
)
def test_a_command_that_needs_an_extra_names_it_in_one_line(words: tuple[str, ...], extra: str) -> None:
    done = without(EVERYTHING, command(*words))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and f"pip install 'boxcars[{extra}]'" in done.stderr


def test_the_version_is_told() -> None:
    done = without(set(), command("--version"))
    assert (done.returncode, done.stdout) == (0, f"boxcars {__version__}\n")
