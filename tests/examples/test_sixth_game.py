"""The game of examples/milk_run, installed beside Boxcars: it plays everywhere through its entry point alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from boxcars.core import registry
from tests.server.running import Seat, Server

HOME = Path(__file__).parents[2] / "examples" / "milk_run"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the game is installed: its package and its metadata, as pip writes them, are on the path."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = tmp_path_factory.mktemp("site")
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    entries = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in of_group.items())
        for group, of_group in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(entries))
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(HOME)))}


def run(installed: dict[str, str], *words: str, keys: str = "", code: int = 0) -> str:
    done = subprocess.run([sys.executable, *words], env=installed, input=keys, capture_output=True, text=True, timeout=200)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def boxcars(installed: dict[str, str], *words: str, keys: str = "", code: int = 0) -> str:
    return run(installed, "-m", "boxcars", *words, keys=keys, code=code)


def test_it_is_not_one_of_ours() -> None:
    assert "milk_run" not in registry.games()


def test_it_is_listed(installed: dict[str, str]) -> None:
    games = {game["key"]: game for game in json.loads(boxcars(installed, "games", "--json"))}
    assert games["milk_run"]["players"] == [2, 3, 4] and games["milk_run"]["options"][0]["key"] == "neighbours"


def test_it_keeps_the_contract(installed: dict[str, str]) -> None:
    said = boxcars(installed, "conformance", "milk_run", "--games", "1")
    assert said.count("good") == 4  # three numbers of players, one other option value
    assert "not checked" not in said, "masks and page targets are checked, too"


def test_its_own_tests_cite_every_clause(installed: dict[str, str]) -> None:
    tests = str(HOME / "tests")
    assert "passed" in run(installed, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-c", os.devnull, tests)
    assert "milk_run: 8 of 8 clauses tested" in boxcars(installed, "clauses", "milk_run", "--tests", tests)


def test_it_is_played_in_the_terminal(installed: dict[str, str]) -> None:
    said = boxcars(
        installed, "play", "--text", "milk_run", "--players", "2", "--bots", "random", "--seed", "3", keys="?\n" + "1\n" * 60
    )
    assert "Cards in the deck: 20." in said and "draws a coal card." in said and "Neighbours" in said


def test_random_bots_play_it(installed: dict[str, str]) -> None:
    said = boxcars(installed, "simulate", "milk_run", "--bots", "random", "--games", "20")
    assert "milk_run" in said or "20" in said


def test_it_is_a_pettingzoo_environment(installed: dict[str, str]) -> None:
    program = (
        "from pettingzoo.test import api_test; from boxcars.envs import pettingzoo; "
        "api_test(pettingzoo.env('milk_run', players=3), num_cycles=200)"
    )
    assert "Passed" in run(installed, "-W", "ignore", "-c", program)


def wait_for(seat: Seat, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the first view of a seat for which something holds."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if done(view := seat.view()):
            return view
        time.sleep(0.05)
    raise AssertionError("the bot does not act")


def test_it_is_played_on_a_server(installed: dict[str, str], tmp_path: Path) -> None:
    """A person against a random bot, to the end: the page has the board, the legal actions, the rules and the score."""
    paths = tuple(map(Path, installed["PYTHONPATH"].split(os.pathsep)))
    server = Server(str(tmp_path / "game.sqlite"), tmp_path, paths=paths).start()
    try:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "random"}]
        made = httpx.post(f"{server.url}/api/tables", json={"game": "milk_run", "players": 2, "seats": seats}).json()
        assert "MR-2.2" in httpx.get(f"{server.url}/api/rules/milk_run").text
        with Seat(server.url, made["table"], made["tokens"][0]) as ann:
            ann.post("start")
            view = wait_for(ann, lambda view: view["actor"] == 0)
            assert 'data-target="deck"' in httpx.get(f"{server.url}{view['ground']}").text
            for _ in range(60):
                view = wait_for(ann, lambda view: view["actor"] == 0 or view["status"] == "over")
                if view["status"] == "over":
                    break
                ann.act(view)
        assert view["status"] == "over" and sum(view["outcome"]["scores"]) > 0
        log = server.log.read_text(encoding="utf-8")
        assert "Traceback" not in log and "a bot failed" not in log
    finally:
        server.stop()
