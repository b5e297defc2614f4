"""The designer's bench: balance, tune, ladder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import asdict

from boxcars.arena import Played, balance, complete, ladder, map_tuning, run, schedule
from boxcars.bots.evaluators import games_with_evaluator
from boxcars.core import registry
from boxcars.locale import sayer
from tests.arena.command import boxcars
from tests.arena.test_ratings import game


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
    setup = complete("ticket_to_ride", "usa", 2)
    games = list(run(setup, schedule(setup, ["heuristic"], 4, "1"), records=False))
    found = balance.unused(games, setup.rules())
    texts = [str(f.text) for f in found]
    assert any(t.startswith("Never possible in 4 games: ") and "Pass" in t for t in texts)
    assert not any("ClaimRoute" in t for t in texts)
    routes = next(f for f in found if f.subject == "route")
    assert 0 < routes.value < 100 and routes.why is not None and all(t.startswith("route:") for t in routes.show)
    assert sayer("it")(routes.text).startswith("Tratte che nessuno ha preso, anche se si poteva (")
    assert sayer("es")(routes.text).startswith("Recorridos que nadie ocupó")


def test_cities_tickets_and_growth_columns_leave_their_traces():
    """What was never clicked is counted, too: cities reached, tickets completed, goods that came out of a growth column."""
    ours = complete("ticket_to_ride", "usa", 2)
    (ttr,) = run(ours, schedule(ours, ["heuristic"], 1, "1"), records=False)
    used = {use.name for use in ttr.targets}
    assert sum(name.startswith("city:") for name in ttr.offered) == 36
    assert any(name.startswith("city:") for name in used) and {n for n in used if n.startswith("ticket:")} <= set(ttr.offered)
    setup = complete("age_of_steam", "rust_belt", 3)
    (aos,) = run(setup, schedule(setup, ["heuristic"], 1, "1"), records=False)
    grown = [use for use in aos.targets if use.name.startswith("column:")]
    assert grown and all(use.seat == -1 and 1 <= use.count <= 3 for use in grown)
    rules = setup.rules()
    assert str(balance.name(rules, "column:L1")).startswith("L1 (")
    stuck = [Played(**{**asdict(aos), "targets": [u for u in aos.targets if u.name != grown[0].name]}) for _ in range(25)]
    dead = next(f for f in balance.unused(stuck, rules) if f.subject == "column")
    assert grown[0].name in dead.show
    kinds = {f.subject for f in balance.unused(stuck, rules)}
    assert not kinds & {"way", "turn", "tile"}, "only what belongs to the map"
    assert all(u.seat >= 0 or u.name not in f.show for f in balance.lucky_places(stuck, rules) for u in aos.targets)


def test_balance_from_the_command_line():
    done = boxcars("balance", "ticket_to_ride", "--players", "2", "--games", "6", "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert {"seat", "leader", "length"} <= {f["subject"] for f in summary["findings"]}


def test_numbers_of_a_map_file_are_changed_in_place():
    text = '# my map\nname = "x"\n[track_costs]\nplain = [2, 3, 4] # dollars\n'
    new = map_tuning.changed(text, ".toml", {"track_costs.plain.0": 5})
    assert new == text.replace("[2,", "[5,")
    assert json.loads(map_tuning.changed('{"a": {"b": [1, 2.5]}}', ".json", {"a.b.1": 3})) == {"a": {"b": [1, 3]}}
    for wrong in ("track_costs.swamp", "track_costs.plain.7", "name"):
        with pytest.raises(ValueError):
            map_tuning.changed(text, ".toml", {wrong: 1})


@pytest.mark.slow
def test_tuning_tries_settings_and_orders_them():
    """Games with the chosen options are played, the nearest to the aim comes first, and the same seed gives the same trials."""
    trials = map_tuning.tune(
        "ticket_to_ride", None, 2, {}, [map_tuning.Knob("option.starting_seat", 0, 2)], [map_tuning.Aim("length", 110)],
        ["heuristic"], games=4, trials=4,
    )  # fmt: skip
    assert [t.score for t in trials] == sorted(t.score for t in trials)
    assert all(0 <= t.values["option.starting_seat"] <= 2 and set(t.misses) == {"length"} for t in trials)
    again = map_tuning.tune(
        "ticket_to_ride", None, 2, {}, [map_tuning.Knob("option.starting_seat", 0, 2)], [map_tuning.Aim("length", 110)],
        ["heuristic"], games=4, trials=4,
    )  # fmt: skip
    assert again == trials


def test_misses():
    assert map_tuning.miss(rigged(), map_tuning.Aim("seats")) == 1 and map_tuning.miss(fair(), map_tuning.Aim("seats")) == 0
    assert map_tuning.miss(rigged(), map_tuning.Aim("leader", 0.5)) == 1
    assert map_tuning.miss(fair(), map_tuning.Aim("length", 20)) == 0.5
    assert map_tuning.miss(fair(), map_tuning.Aim("margin", 1)) == 0


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


@pytest.mark.parametrize("key", games_with_evaluator())
def test_ladder_games_are_balanced(key):
    setup = ladder.setup_of(key)
    assert setup.players == registry.game(key).usual_players
    jobs = ladder.jobs_of(setup, ("hard", "heuristic"), 4 * setup.players, "1")
    assert len(jobs) == 4 * setup.players
    seats = [job.bots.index("hard") for job in jobs]
    assert all(seats.count(s) == 4 for s in range(setup.players)) and all(job.bots.count("hard") == 1 for job in jobs)
