"""One agent among others: `boxcars measure`."""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boxcars.arena import complete
from boxcars.arena.agent_strength import agent_of, games_of
from boxcars.cli import Complaint, app
from tests.cli.test_commands import boxcars as command

SIX = ("--players", "2", "--against", "random", "--games", "6")
EXAMPLE = Path(__file__).parents[2] / "examples" / "my_agent.py"


def test_it_sits_in_every_seat_equally_often_with_the_same_luck() -> None:
    setup = complete("ticket_to_ride", None, 3)
    jobs = games_of(setup, "hard", "random", 9, "s")
    assert Counter(job.bots.index("hard") for job in jobs) == {0: 3, 1: 3, 2: 3}
    assert Counter(job.bots.count("hard") for job in jobs) == {1: 9}
    assert [len({job.seed for job in jobs[i : i + 3]}) for i in (0, 3, 6)] == [1, 1, 1] and len({job.seed for job in jobs}) == 3


@pytest.mark.slow
def test_an_agent_of_ones_own_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "row.json"
    said = command("measure", str(EXAMPLE), *SIX, "--jobs", "2", "--out", str(out))
    row = json.loads(out.read_text())
    assert "my_agent.ThreeWorlds against random" in said and "fair 50.0%" in said
    assert row["won"]["games"] == 6 and row["won"]["wins"] == 6 and row["score"] > row["rivals_score"]
    again = json.loads(command("measure", f"{EXAMPLE}:ThreeWorlds", *SIX, "--json"))
    assert again["score"] == row["score"], "the seed alone decides"


def test_what_cannot_be_measured_is_said(tmp_path: Path) -> None:
    empty = tmp_path / "nobody.py"
    empty.write_text("")
    for words, said in (
        ((str(empty),), "must have one bot"),
        ((f"{EXAMPLE}:Nobody",), "has no bot Nobody"),
        (("nowhere.py",), "there is no file"),
        (("hard", "--games", "7"), "a multiple of 3"),
        (("hard", "--against", "hard"), "against itself"),
        (("easy", "--game", "age_of_steam", "--map", "barbados", "--players", "1"), "a solo game"),
    ):
        import_module("boxcars.cli.measure")  # adds the command
        run = CliRunner().invoke(app, ["measure", *words])
        assert isinstance(run.exception, Complaint) and said in str(run.exception)
    with pytest.raises(ValueError, match="no file"):
        agent_of("nowhere.py")
