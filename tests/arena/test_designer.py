"""The designer's bench: balance, tune, ladder."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from boxcars.arena import Played, balance, complete, ladder, run, schedule, tuning
from boxcars.core import registry
from tests.arena.command import boxcars
from tests.arena.test_ratings import game


@dataclass
class Verbs:
    """As much of Rules as the bench looks at."""

    action_type: object


def rigged(n: int = 100) -> list[Played]:
    """Games the first seat always wins, having led from the start."""
    games = []
    for i in range(n):
        played = game(i, ["heuristic", "heuristic"], [1, 2])
        played.standings = [[0, 0]] + [[9, 1]] * 9
        games.append(played)
    return games


def fair(n: int = 100) -> list[Played]:
    games = []
    for i in range(n):
        played = game(i, ["heuristic", "heuristic"], [1, 2] if i % 2 else [2, 1])
        played.standings = [[0, 0]] + [[9, 1] if i % 4 < 2 else [1, 9]] * 9
        games.append(played)
    return games


def test_a_seat_that_always_wins_is_off_and_fair_seats_are_not():
    assert [f.off for f in balance.seats(rigged())] == [True, True]
    assert [f.off for f in balance.seats(fair())] == [False, False]


def test_a_runaway_leader_is_off():
    assert any(f.off for f in balance.leader(rigged()))
    assert not any(f.off for f in balance.leader(fair()))


def test_rules_and_places_nobody_uses_are_found():
    from boxcars.games.ticket_to_ride.words import TTRAction

    setup = complete("ticket_to_ride", "usa", 2)
    games = list(run(setup, schedule(setup, ["heuristic"], 4, "1"), records=False))
    found = balance.unused(games, Verbs(TTRAction))
    assert any(f.text.startswith("Never even possible in 4 games: ") and "Pass" in f.text and not f.off for f in found)
    assert not any("ClaimRoute" in f.text for f in found)
    routes = next(f for f in found if f.subject == "route")
    assert 0 < routes.value < 100


def test_balance_from_the_command_line():
    done = boxcars("balance", "ticket_to_ride", "--players", "2", "--games", "6", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert {"seat", "leader", "length"} <= {f["subject"] for f in summary["findings"]}


def test_numbers_of_a_map_file_are_changed_in_place():
    text = '# my map\nname = "x"\n[track_costs]\nplain = [2, 3, 4] # dollars\n'
    new = tuning.changed(text, ".toml", {"track_costs.plain.0": 5})
    assert new == text.replace("[2,", "[5,")
    assert json.loads(tuning.changed('{"a": {"b": [1, 2.5]}}', ".json", {"a.b.1": 3})) == {"a": {"b": [1, 3]}}
    for wrong in ("track_costs.swamp", "track_costs.plain.7", "name"):
        with pytest.raises(ValueError):
            tuning.changed(text, ".toml", {wrong: 1})


def test_tuning_tries_settings_and_orders_them():
    """Games with the chosen options are played, the nearest to the aim comes first, and the same seed gives the same trials."""
    trials = tuning.tune(
        "ticket_to_ride", None, 2, {}, [tuning.Knob("option.starting_seat", 0, 2)], [tuning.Aim("length", 110)],
        ["heuristic"], games=4, trials=4,
    )  # fmt: skip
    assert [t.score for t in trials] == sorted(t.score for t in trials)
    assert all(0 <= t.values["option.starting_seat"] <= 2 and set(t.misses) == {"length"} for t in trials)
    again = tuning.tune(
        "ticket_to_ride", None, 2, {}, [tuning.Knob("option.starting_seat", 0, 2)], [tuning.Aim("length", 110)],
        ["heuristic"], games=4, trials=4,
    )  # fmt: skip
    assert again == trials


def test_misses():
    assert tuning.miss(rigged(), tuning.Aim("seats")) == 1 and tuning.miss(fair(), tuning.Aim("seats")) == 0
    assert tuning.miss(rigged(), tuning.Aim("leader", 0.5)) == 1
    assert tuning.miss(fair(), tuning.Aim("length", 20)) == 0.5
    assert tuning.miss(fair(), tuning.Aim("margin", 1)) == 0


@pytest.mark.parametrize(
    "args",
    [
        ("balance", "ticket_to_ride", "--map", "none.toml"),
        ("tune", "ticket_to_ride", "--vary", "speed"),
        ("tune", "ticket_to_ride", "--vary", "option.starting_seat=2..1"),
        ("tune", "ticket_to_ride", "--vary", "map.a=0..1"),
        ("tune", "ticket_to_ride", "--vary", "option.starting_seat=0..2", "--aim", "fun"),
        ("tune", "ticket_to_ride", "--vary", "option.speed=0..2"),
        ("tune", "ticket_to_ride", "--vary", "option.starting_seat=0..99"),
        ("ladder", "--game", "chess"),
        ("ladder", "--pair", "random-expert"),
    ],
)
def test_mistakes_are_one_clear_line(args):
    done = boxcars(*args)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_the_ladder_is_written_and_grows(tmp_path: Path):
    args = ("ladder", "--game", "ticket_to_ride", "--pair", "heuristic-random", "--folder", str(tmp_path / "tables"))
    page = tmp_path / "ladder.md"
    for games, seed in (("4", "1"), ("6", "1"), ("8", "other")):
        done = boxcars(*args, "--games", games, "--seed", seed, "--out", str(page))
        assert done.returncode == 0, done.stderr
        assert f"| heuristic | random | {games} |" in page.read_text()


@pytest.mark.parametrize("key", ladder.judged())
def test_ladder_games_are_balanced(key):
    setup = ladder.setup_of(key)
    assert setup.players == registry.game(key).usual_players
    jobs = ladder.jobs_of(setup, ("hard", "heuristic"), 4 * setup.players, "1")
    assert len(jobs) == 4 * setup.players
    seats = [job.bots.index("hard") for job in jobs]
    assert all(seats.count(s) == 4 for s in range(setup.players)) and all(job.bots.count("hard") == 1 for job in jobs)
