"""The rules under Pyodide, in Node: recorded games reach the same fingerprints, and the contract holds, as natively.

Every recorded game, and every map with every number of players, with BOXCARS_FULL=1; a sample of each game otherwise.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import conformance, registry
from boxcars.core.chance import seed_from
from boxcars.tab.build import HOME
from boxcars.tab.packages import PYTHON, fetched, pyodide_files
from tests.scale import in_turn

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def under_pyodide(static_folder: Path, tab_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Everything in one process: to start Python there takes seconds."""
    golden, tables = [], []
    for key, game in registry.games().items():
        recorded = [path.relative_to(TESTS).as_posix() for path in sorted((TESTS / key / "golden").glob("*.jsonl"))]
        golden += in_turn(recorded, 12, key)
        tables += in_turn([(key, board.key, players) for board in game.maps for players in board.players], 20, key)
    told = tmp_path_factory.mktemp("told")
    (told / "told.json").write_text(json.dumps({"golden": golden, "tables": tables}))
    got = fetched(tab_cache.resolve())
    node = shutil.which("node")
    assert node is not None
    command = [
        node,
        str(HOME / "tab" / "compile.mjs"),
        str(pyodide_files(got)),
        str(Path(__file__).with_name("under_pyodide.py")),
    ]
    command += [f"src={HOME.parent}", f"site={got / 'site-packages'}", f"tests={TESTS}", f"told={told}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))
    assert done.returncode == 0 and len(found) == len(golden) + 2 * len(tables) + 1, done.stderr[-3000:]
    return found


def test_it_is_the_newest_python(under_pyodide: dict[str, Any]) -> None:
    assert ".".join(map(str, under_pyodide["python"])) == PYTHON


def test_recorded_games_reach_the_same_position(under_pyodide: dict[str, Any]) -> None:
    games = {name.partition("/")[0] for name in under_pyodide if name.endswith(".jsonl")}
    assert games == set(registry.games())
    assert not {name: wrong for name, wrong in under_pyodide.items() if name.endswith(".jsonl") and wrong}


def test_the_contract_holds(under_pyodide: dict[str, Any]) -> None:
    held = {name: wrong for name, wrong in under_pyodide.items() if name.startswith("contract ")}
    assert {name.split()[1] for name in held} == set(registry.games())
    assert not any(held.values())


def test_games_by_chance_are_the_same_as_here(under_pyodide: dict[str, Any]) -> None:
    for name, there in under_pyodide.items():
        if name.startswith("played "):
            _, game, board, players = name.split()
            rules = registry.make(game, board, int(players))
            here = rules.fingerprint(conformance.Checker(rules).play_game(seed_from("elsewhere"), thorough=False))
            assert here == there, name
