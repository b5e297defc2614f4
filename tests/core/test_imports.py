"""Every room knows what it may import, and no file is a hall of its own (CONTRIBUTING.md, "Which room?").

core <- {view, rail} <- games <- bots <- {arena, envs} <- server <- cli; within a game the face and the mind import the chapters,
never the other way round and never each other; no game imports another.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import boxcars

HOME = Path(boxcars.__file__).parent
ALLOWED = {
    "core": {"core"},
    "extras.py": set(),
    "locale": {"core", "extras", "locale"},
    "rail": {"core", "rail", "view"},
    "view": {"core", "extras", "view", "locale"},
    "games": {"core", "rail", "view", "games"},
    "bots": {"core", "bots"},
    "lessons": {"core", "extras", "rail", "view", "games", "bots", "locale", "lessons"},
    "analysis": {"core", "extras", "rail", "view", "games", "bots", "locale", "analysis"},
    "arena": {"core", "extras", "rail", "view", "games", "bots", "locale", "lessons", "analysis", "arena"},
    "envs": {"core", "extras", "rail", "view", "games", "bots", "locale", "lessons", "analysis", "envs"},
    "server": {"core", "extras", "rail", "view", "games", "bots", "locale", "lessons", "analysis", "arena", "server"},
    "training": {"core", "extras", "games", "envs", "training"},
}
"""What a package may import; ``cli`` and the modules beside it stand above all and may import everything."""
ABOVE = {"cli", "__init__.py", "__main__.py", "bench.py"}
ROOMS = ("face", "mind")
"""Rooms of a game and of rail; whatever is in neither is a chapter."""
CLOSED = {"chapters": {"face", "mind"}, "face": {"mind"}, "mind": {"face"}}
"""Rooms that a room may not look into."""
LONGEST = 400
PICTURES = {"chapters", "mind"}
"""Rooms that draw nothing: they do not import ``view``."""


def imports(home: Path, path: Path) -> set[str]:
    """Every name of the package that a file imports, from ``boxcars`` on: the module's, and what is taken from it."""
    found = set()
    package = ("boxcars", *path.relative_to(home).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *filter(None, (node.module,))))
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("boxcars.")}


def room(parts: tuple[str, ...]) -> str:
    """The room of a module of a game or of rail; "" elsewhere."""
    inside = parts[2:] if parts[0] == "games" else parts[1:]
    if parts[0] not in ("games", "rail"):
        return ""
    return inside[0] if inside and inside[0] in ROOMS else "chapters"


def trespass(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether a module may not import another (or a name of it); both as parts, without ``boxcars``."""
    if here[0] in ABOVE or there == ("__version__",):
        return False
    if there[0] not in ALLOWED[here[0]]:
        return True
    if here[0] == there[0] == "games" and len(there) > 1 and here[1] != there[1]:
        return True
    mine = room(here)
    return (mine in PICTURES and there[0] == "view") or room(there) in CLOSED.get(mine, ())


def trespasses(home: Path) -> list[str]:
    """Every import of a tree that its room does not allow."""
    return sorted(
        f"{path.relative_to(home).as_posix()}: {name}"
        for path in home.rglob("*.py")
        for name in imports(home, path)
        if trespass(path.relative_to(home).parts, tuple(name.split(".")[1:]))
    )


def test_every_import_is_one_that_its_room_allows() -> None:
    assert not trespasses(HOME)


def test_every_package_has_its_rule() -> None:
    packages = {path.relative_to(HOME).parts[0] for path in HOME.rglob("*.py")}
    assert packages <= {*ALLOWED, *ABOVE}


@pytest.mark.parametrize("name", sorted(p.name for p in (HOME / "games").iterdir() if (p / "rules.py").exists()))
def test_every_game_has_the_same_rooms(name: str) -> None:
    game = HOME / "games" / name
    chapters = ("__init__", "rules", "table", "words", "names", "seen", "scoring", "audit", "map")
    face = ("__init__", "board", "panels", "telling", "log")
    mind = ("__init__", "judge", "learning")
    missing = [f"{n}.py" for n in chapters if not (game / f"{n}.py").exists()]
    missing += [f"face/{n}.py" for n in face if not (game / "face" / f"{n}.py").exists()]
    missing += [f"mind/{n}.py" for n in mind if not (game / "mind" / f"{n}.py").exists()]
    assert not missing
    assert (game / "RULINGS.md").exists()


def too_long(home: Path) -> list[str]:
    """Files of more than 400 lines: two chapters or two duties in one."""
    counted = {
        path.relative_to(home).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in home.rglob("*.py")
    }
    return sorted(name for name, lines in counted.items() if lines > LONGEST)


def test_no_file_is_longer_than_400_lines() -> None:
    assert not too_long(HOME)


def test_the_count_finds_a_long_file(tmp_path: Path) -> None:
    (tmp_path / "just.py").write_text("pass\n" * LONGEST, encoding="utf-8")
    (tmp_path / "long.py").write_text("pass\n" * (LONGEST + 1), encoding="utf-8")
    assert too_long(tmp_path) == ["long.py"]


WRONG = {
    "core/game.py": "from boxcars.games.hop import rules",
    "rail/track.py": "from boxcars.rail.face import telling",
    "rail/network.py": "from boxcars.view import inks",
    "view/board.py": "import boxcars.rail.track",
    "bots/search.py": "from boxcars.games.hop.rules import Hop",
    "arena/run.py": "from boxcars.server import app",
    "server/http/app.py": "from boxcars import cli",
    "games/hop/rules.py": "from boxcars.games.hop.face import telling",
    "games/hop/turn.py": "from .mind.judge import Judge",
    "games/hop/deal.py": "def deal():\n    from boxcars.games.hop.face.board import Board",
    "games/hop/maps/west.py": "from ..face import board",
    "games/hop/scoring.py": "from boxcars.rail.mind import forecast",
    "games/hop/table.py": "from boxcars.view import inks",
    "games/hop/face/board.py": "from boxcars.games.hop.mind.judge import Judge",
    "games/hop/mind/judge.py": "from boxcars.games.hop.face.telling import say",
    "games/hop/mind/plans.py": "from boxcars.view.board import Board",
    "games/hop/words.py": "from boxcars.games.jump.words import Jump",
}
RIGHT = {
    "games/hop/audit.py": "from boxcars.core.game import Broken\nfrom . import table\nfrom boxcars.rail.track import Track",
    "games/hop/face/log.py": "from boxcars.games.hop.words import Hopped\nfrom ..rules import Hop",
    "games/hop/face/telling.py": "from boxcars.rail.face import telling",
    "games/hop/face/panels.py": "from boxcars.view import inks\nfrom . import board",
    "games/hop/mind/learning.py": "from boxcars.rail.mind import learning\nfrom boxcars.games.hop.table import Table",
    "rail/face/board.py": "from boxcars.view import inks\nfrom boxcars.rail.track import Track",
    "cli/play.py": "from boxcars.server import app\nfrom boxcars.games.hop.face import board",
}


def test_the_check_finds_every_trespass(tmp_path: Path) -> None:
    for name, text in {**WRONG, **RIGHT}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert {line.partition(":")[0] for line in trespasses(tmp_path)} == set(WRONG)
