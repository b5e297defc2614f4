"""tools/release.py notices a file that is not as it must be. (tests/core/test_compiled.py builds and installs wheels.)"""

from __future__ import annotations

import sys
import zipfile
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from boxcars import __version__

TOOL = Path(__file__).parents[2] / "tools" / "release.py"
spec = util.spec_from_file_location("release", TOOL)
assert spec and spec.loader
release: Any = util.module_from_spec(spec)
sys.modules["release"] = release
spec.loader.exec_module(release)


def wheel(at: Path, *more: str, without: str = "", tag: str = "py3-none-any") -> Path:
    path = at / f"boxcars-{__version__}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in (*release.NEEDED, *more):
            if name != without:
                archive.writestr(name, "")
    return path


def test_a_good_wheel_passes(tmp_path: Path) -> None:
    release.check_contents(wheel(tmp_path))
    release.check_contents(wheel(tmp_path, "boxcars/core/game.so", tag="cp311-cp311-linux_x86_64"))


@pytest.mark.parametrize(
    ("told", "changes"),
    [
        ("lacks boxcars/rules/spike/es.md", {"without": "boxcars/rules/spike/es.md"}),
        ("has 0 compiled modules", {"tag": "cp311-cp311-linux_x86_64"}),
    ],
)
def test_a_wheel_that_lacks_something_is_noticed(told: str, changes: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(release.Broken, match=told):
        release.check_contents(wheel(tmp_path, **changes))


@pytest.mark.parametrize(
    "name", ["tests/test_it.py", "boxcars/games.sqlite", "boxcars/__pycache__/a.pyc", "boxcars/core/game.so"]
)
def test_a_wheel_with_too_much_is_noticed(name: str, tmp_path: Path) -> None:
    with pytest.raises(release.Broken):
        release.check_contents(wheel(tmp_path, name))


def test_a_wheel_that_is_too_large_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(release.LARGEST, "pure", 0)
    with pytest.raises(release.Broken, match="MB is the most"):
        release.check_contents(wheel(tmp_path))


def test_the_version_is_that_of_the_package() -> None:
    assert release.version() == __version__
