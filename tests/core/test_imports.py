"""Each package imports only what it may, and no file grows too long (docs/develop/code-layout.md).

core <- {view, rail} <- games <- bots <- {arena, envs} <- server <- cli. Within a game ``ui`` and ``ai`` import the rules,
never the other way round and never each other. No game imports another.
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
    "rules": {"core", "view", "locale", "rules"},
    "server": {"core", "extras", "rail", "view", "games", "bots", "locale", "lessons", "analysis", "arena", "rules", "server"},
    "tab": {"core", "extras", "games", "bots", "locale", "server", "tab"},
    "training": {"core", "extras", "games", "envs", "training"},
}
"""What a package may import; ``cli`` and the modules beside it stand above all and may import everything."""
ABOVE = {"cli", "__init__.py", "__main__.py", "bench.py"}
ROOMS = ("ui", "ai")
"""Rooms of a game and of rail; whatever is in neither is a chapter."""
CLOSED = {"chapters": {"ui", "ai"}, "ui": {"ai"}, "ai": {"ui"}}
"""Rooms that a room may not look into."""
LONGEST = 600
PICTURES = {"chapters", "ai"}
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
    chapters = ("__init__", "rules", "state", "names", "visibility", "scoring", "invariants", "map")
    ui = ("__init__", "board", "panels", "sentences", "event_log")
    ai = ("__init__", "evaluator", "encoding")
    missing = [f"{n}.py" for n in chapters if not (game / f"{n}.py").exists()]
    missing += [f"ui/{n}.py" for n in ui if not (game / "ui" / f"{n}.py").exists()]
    missing += [f"ai/{n}.py" for n in ai if not (game / "ai" / f"{n}.py").exists()]
    assert not missing
    assert (game / "RULINGS.md").exists()


def too_long(home: Path) -> list[str]:
    """Files of more than 600 lines: split them by duty."""
    counted = {
        path.relative_to(home).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in home.rglob("*.py")
    }
    return sorted(name for name, lines in counted.items() if lines > LONGEST)


def test_no_file_is_longer_than_600_lines() -> None:
    assert not too_long(HOME)


def test_the_count_finds_a_long_file(tmp_path: Path) -> None:
    (tmp_path / "just.py").write_text("pass\n" * LONGEST, encoding="utf-8")
    (tmp_path / "long.py").write_text("pass\n" * (LONGEST + 1), encoding="utf-8")
    assert too_long(tmp_path) == ["long.py"]


WRONG = {
    "core/game.py": "from boxcars.games.hop import rules",
    "rail/track.py": "from boxcars.rail.ui import sentences",
    "rail/network.py": "from boxcars.view import drawing_kit",
    "view/board.py": "import boxcars.rail.track",
    "bots/tree_search.py": "from boxcars.games.hop.rules import Hop",
    "arena/local_runner.py": "from boxcars.server import app",
    "server/http/app.py": "from boxcars import cli",
    "games/hop/rules.py": "from boxcars.games.hop.ui import sentences",
    "games/hop/turn_sequence.py": "from .ai.evaluator import Judge",
    "games/hop/deal.py": "def deal():\n    from boxcars.games.hop.ui.board import Board",
    "games/hop/maps/west.py": "from ..ui import board",
    "games/hop/scoring.py": "from boxcars.rail.ai import score_forecast",
    "games/hop/state.py": "from boxcars.view import drawing_kit",
    "games/hop/ui/board.py": "from boxcars.games.hop.ai.evaluator import Judge",
    "games/hop/ai/evaluator.py": "from boxcars.games.hop.ui.sentences import say",
    "games/hop/ai/build_plans.py": "from boxcars.view.board import Board",
    "games/hop/actions.py": "from boxcars.games.jump.actions import Jump",
}
RIGHT = {
    "games/hop/invariants.py": "from boxcars.core.game import Broken\nfrom . import state\nfrom boxcars.rail.track import Track",
    "games/hop/ui/event_log.py": "from boxcars.games.hop.actions import Hopped\nfrom ..rules import Hop",
    "games/hop/ui/sentences.py": "from boxcars.rail.ui import sentences",
    "games/hop/ui/panels.py": "from boxcars.view import drawing_kit\nfrom . import board",
    "games/hop/ai/encoding.py": "from boxcars.rail.ai import action_vocabulary\nfrom boxcars.games.hop.state import Table",
    "rail/ui/board.py": "from boxcars.view import drawing_kit\nfrom boxcars.rail.track import Track",
    "cli/play.py": "from boxcars.server import app\nfrom boxcars.games.hop.ui import board",
}


def test_the_check_finds_every_trespass(tmp_path: Path) -> None:
    for name, text in {**WRONG, **RIGHT}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert {line.partition(":")[0] for line in trespasses(tmp_path)} == set(WRONG)
