"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxcars.cli import COMMANDS, app, load
from boxcars.core import record, registry
from boxcars.core.chance import seed_from
from tests.analysis.games import golden
from tests.arena.command import typed


def boxcars(*words: str, keys: str = "", code: int = 0) -> str:
    """Run a command; returns what it printed (errors included)."""
    run = subprocess.run([sys.executable, "-m", "boxcars", *words], input=keys, capture_output=True, text=True, timeout=120)
    assert run.returncode == code, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout + run.stderr


def test_games_are_listed_for_people_and_machines() -> None:
    assert "Ticket to Ride" in boxcars("games")
    listed = json.loads(typed("games", "--json"))
    assert {g["key"] for g in listed} == set(registry.games())
    for game in listed:
        assert set(game) == {"key", "name", "players", "maps", "options"}
        for table in game["maps"]:
            assert set(table) == {"key", "name", "players", "provenance"}
            assert table["provenance"]
        for option in game["options"]:
            assert {"key", "kind", "default", "name", "help"} <= set(option)


def test_corrections_of_a_board_are_shown_made_and_applied(tmp_path: Path) -> None:
    mine, file, out = tmp_path / "mine.toml", tmp_path / "corrections.toml", tmp_path / "out.toml"
    text = registry.export(registry.game("steam"), "ruhr")
    mine.write_text(text.replace("3 = 10", "3 = 12"), encoding="utf-8")
    file.write_text(typed("map", "diff", str(mine), "--against", "ruhr"), encoding="utf-8")
    assert "players.3: 10 -> 12" in typed("map", "diff", str(file))
    assert "1 corrected" in typed("map", "correct", str(file), str(out))
    assert "3 = 12" in out.read_text(encoding="utf-8") and "good map" in typed("map", "check", str(out))
    assert typed("map", "correct", str(file)) == out.read_text(encoding="utf-8")
    assert "is there already" in boxcars("map", "correct", str(file), str(out), code=2)
    mine.write_text(text, encoding="utf-8")
    assert "no value of ruhr" in boxcars("map", "diff", str(mine), "--against", "ruhr", code=2)
    file.write_text(file.read_text(encoding="utf-8").replace("was = 10", "was = 9"), encoding="utf-8")
    assert "another version" in boxcars("map", "correct", str(file), code=2)
    file.write_text(file.read_text(encoding="utf-8").replace("was = 9", "was = 10").replace("= 12", "= 1200"), encoding="utf-8")
    assert "not a good map" in boxcars("map", "correct", str(file), code=2)


MISTAKES = [
    ("conformance", "whist"),
    ("play", "--text", "whist"),
    ("play", "--text", "ticket_to_ride", "--players", "9"),
    ("play", "--text", "ticket_to_ride", "--map", "mars"),
    ("play", "--text", "ticket_to_ride", "--option", "speed=1"),
    ("play", "--text", "ticket_to_ride", "--option", "starting_seat"),
    ("play", "--text", "ticket_to_ride", "--bots", "genius"),
    ("play", "--text", "ticket_to_ride", "--lang", "de"),
    ("play", "--text", "ticket_to_ride", "--out", "/nowhere/game.jsonl"),
    ("games", "--lang", "de"),
    ("replay", "nothing.jsonl"),
    ("replay", "nothing.parquet"),
    ("serve", "--log-level", "loud"),
    ("serve", "--map", "nothing.toml"),
    ("serve", "--map", "examples/two_rivers.toml"),
    ("verify-store", "--database", "nothing.sqlite"),
    ("export-table", "table", "game.jsonl", "--database", "nothing.sqlite"),
    ("map", "check", "nothing.toml"),
    ("map", "diff", "nothing.toml"),
    ("map", "diff", "examples/two_rivers.toml"),
    ("map", "correct", "nothing.toml"),
    ("map", "correct", "examples/two_rivers.toml"),
    ("clauses", "--tests", "nowhere"),
]
APART = ("conformance", "games", "serve")
"""Of these each in a process of its own: what sets up a server would do so here, and two more are as a user meets them."""


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_clear_line(words: tuple[str, ...]) -> None:
    said = (boxcars if words[0] in APART else typed)(*words, code=2).strip()
    assert said.startswith("boxcars: ")
    assert len(said.splitlines()) == 1


def test_a_game_against_bots_in_the_terminal() -> None:
    said = boxcars("play", "--text", "ticket_to_ride", "--players", "2", "--bots", "random", "--seed", "1", keys="1\n" * 1000)
    assert "Completed tickets" in said
    assert "rank" in said


def test_a_game_in_the_terminal_is_kept_and_its_bots_sit_where_they_were_put(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    words = (
        "play",
        "--text",
        "ticket_to_ride",
        "--players",
        "3",
        "--bots",
        "heuristic,random",
        "--seed",
        "1",
        "--out",
        str(kept),
    )
    boxcars(*words, keys="1\nq\n", code=130)  # left early: what was played is kept
    game = record.read(kept.read_bytes())
    assert game.header.names == ["Player", "heuristic 2", "random 3"] and game.header.bots == ["", "heuristic", "random"]
    assert game.entries and game.result is None
    boxcars(*words, "--seat", "0")
    game = record.read(kept.read_bytes())
    assert game.header.bots == ["heuristic", "random", "random"]
    assert game.result is not None and game.verify() == []


@pytest.mark.parametrize("suffix", [".parquet", ".jsonl"])
def test_a_game_of_a_table_is_replayed(tmp_path: Path, suffix: str) -> None:
    table = tmp_path / f"games{suffix}"
    boxcars("simulate", "ticket_to_ride", "--bots", "random", "--players", "2", "--games", "2", "--out", str(table))
    assert "verified" in typed("replay", str(table), "--game", "1", "--verify")
    assert "there is no game 2" in typed("replay", str(table), "--game", "2", code=2)


def test_tables_are_as_wide_as_their_figures() -> None:
    kind = "search:iterations=1:rollout_depth=1:max_candidates=2:prune_margin=1.5:min_lead_se=0.5"
    said = boxcars("simulate", "ticket_to_ride", "--bots", f"{kind},random", "--games", "1")
    assert kind in said and "…" not in said


def test_a_list_is_narrowed_by_words() -> None:
    said = boxcars(
        "play", "--text", "ticket_to_ride", "--players", "2", "--bots", "random", "--seed", "1", keys="?\n1\ndeck\nq\n", code=130
    )
    assert "draws from the deck: " in said


def finished(players: int = 2) -> record.Record:
    """A short way to a finished record: first legal actions."""
    rules = registry.make("ticket_to_ride", players=players)
    game = record.Record(record.header(rules, seed_from("cli")))
    state = game.opening(rules)
    while (seat := rules.actor(state)) >= 0:
        action = rules.legal(state)[0]
        game.entries.append(record.Entry(seat, rules.write(action)))  # type: ignore[arg-type]
        rules.play(state, seat, action)
    return record.finish(record.read(rewrite(game)), rules, state)


def rewrite(game: record.Record) -> bytes:
    lines = [record.msgspec.json.encode(game.header)]
    lines += [b'{"seat":%d,"action":%s}' % (e.seat, bytes(e.action)) for e in game.entries]
    return b"\n".join(lines)


def test_a_record_is_told_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = finished()
    game.save(path)
    assert "verified" in boxcars("replay", str(path), "--verify")
    assert "claims" in typed("replay", str(path))
    assert game.result is not None
    game.result.scores[0] += 1
    game.save(path)
    assert "the record says" in typed("replay", str(path), "--verify", code=2)
    path.write_bytes(b"{}\n")
    assert "line 1" in typed("replay", str(path), "--verify", code=2)


def test_a_game_on_a_real_table_is_refereed(tmp_path: Path) -> None:
    """Deal two hands, a display and tickets, choose a seat, keep tickets, draw a card; then go on from the record."""
    path = tmp_path / "friday.jsonl"
    deal = "red\nred\nred\nred\nblue\nblue\nblue\nblue\n" + "green\nwhite\nblack\nyellow\npurple\n"
    tickets = "Montréal – Vancouver\nChicago – Los Angeles\nBoston – Miami\n"
    tickets += "Dallas – New York\nDenver – El Paso\nHelena\nLos Angeles – Miami\n"
    said = boxcars(
        *("referee", "ticket_to_ride", "--players", "2", "--names", "Ada,Brunel", "--out", str(path)),
        keys=deal + tickets + "Ada\n" + "1\n1\n" + "locomotive\nTake the face-up green\nred\nq\n",
    )
    assert "Ada goes first" in said
    assert "Saved to" in said
    saved = record.read(path.read_bytes())
    assert saved.header.outcomes is not None
    assert saved.header.outcomes["deck"][:4] == [7, 7, 7, 7]
    assert len(saved.entries) == 3
    again = boxcars("referee", "ticket_to_ride", "--resume", str(path), keys="q\n")
    assert "second train card" in again and f"Saved to {path}" in again.replace("\n", "")
    assert "is there already" in boxcars("referee", "ticket_to_ride", "--out", str(path), code=2)
    assert "a game of ticket_to_ride, not spike" in boxcars("referee", "spike", "--resume", str(path), code=2)
    assert record.read(path.read_bytes()).entries == saved.entries


def test_clauses_are_counted() -> None:
    counted = json.loads(boxcars("clauses", "--json", "--tests", str(Path(__file__).parents[1])))
    for game in registry.games():
        assert set(counted[game]) == {"clauses", "tested", "untested"}


@pytest.mark.slow
def test_bench_prints_figures() -> None:
    figures = json.loads(boxcars("bench", "ticket_to_ride", "--json", "--seconds", "0.5"))
    assert [f["players"] for f in figures] == [2, 3, 4, 5]
    for row in figures:
        assert row["build"] in ("plain", "compiled")
        assert (
            min(row[k] for k in ("games_per_s", "decisions_per_s", "clone_us", "legal_us_mean", "legal_us_p99", "apply_us")) > 0
        )
        assert min(row[k] for k in ("observe_us", "calibration")) > 0


@pytest.mark.slow
def test_bench_of_a_game_tells_how_long_its_questions_take() -> None:
    printed = boxcars("bench", "ticket_to_ride", "--seconds", "0.5")
    assert "with 4 heuristic bots" in printed
    (row,) = [line.split() for line in printed.splitlines() if "TakeTurn" in line]
    questions, first, last, p99, _answers, factor = (float(n.replace(",", "")) for n in row[1:])
    assert questions > 100 and first > 0 and last > 0 and p99 > 0 and factor >= 1


def test_every_command_has_help_with_an_example() -> None:
    load([])
    for command in app.registered_commands:
        assert command.callback is not None
        assert "Example: boxcars " in (command.callback.__doc__ or ""), command.callback.__name__


def test_every_command_is_found_in_its_module() -> None:
    """Only that one is imported when it is called."""
    load(["--help"])
    added: dict[str, set[str]] = {}
    for command in app.registered_commands:
        assert command.callback is not None
        added.setdefault(command.callback.__module__, set()).add(command.name or command.callback.__name__.replace("_", "-"))
    for group in app.registered_groups:
        first = group.typer_instance.registered_commands[0].callback if group.typer_instance else None
        assert first is not None
        added.setdefault(first.__module__, set()).add(str(group.name))
    assert added == {f"boxcars.cli.{module}": set(commands) for module, commands in COMMANDS.items()}


def test_a_command_that_does_not_exist_is_told_from_all_of_them() -> None:
    assert "No such command" in boxcars("gmaes", code=2)


def test_a_finished_game_is_analysed_as_page_table_and_json(tmp_path: Path) -> None:
    end = golden("ticket_to_ride/golden/usa-2-heuristic.jsonl", 6)
    game, page, rows = (tmp_path / name for name in ("game.jsonl", "game.html", "rows.jsonl"))
    game.write_bytes(end.write())
    said = json.loads(boxcars("analyse", str(game), "--worlds", "2", "--html", str(page), "--out", str(rows), "--json"))
    assert len(said["chances"]) == 7 and page.read_text().startswith("<!doctype html>")
    told = [json.loads(line) for line in rows.read_text().splitlines()]
    assert [one["loss"] for one in told] == [one["loss"] for one in said["decisions"]]
    end.result = None
    game.write_bytes(end.write())
    assert "You can only analyze a finished game" in boxcars("analyse", str(game), code=2)
