"""Tables of games: the schema that is documented, numbers that agree with a replay, and the queries of the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import boxcars.cli.dataset
from boxcars.cli import Complaint, app
from boxcars.core import record, registry
from boxcars.envs import dataset
from boxcars.envs.encoding import Choice, Coding

DOCS = Path(__file__).parents[2] / "docs" / "datasets.md"


def run(*words: str) -> Any:
    result = CliRunner().invoke(app, ["dataset", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small dataset of everything, in a folder ``tables`` as the documentation has it."""
    here = tmp_path_factory.mktemp("data")
    run("ticket_to_ride", "--bots", "random,random", "--games", "3", "--observations", "--out", str(here / "tables"))
    run("ticket_to_ride", "--players", "2", "--alphazero", "--iterations", "3", "--games", "1", "--out", str(here / "search"))
    (here / "tables" / "samples.parquet").write_bytes((here / "search" / "samples.parquet").read_bytes())
    return here


def test_tables_have_the_documented_columns(tables: Path) -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name, schema in dataset.schemas(pl).items():
        frame = pl.read_parquet(tables / "tables" / f"{name}.parquet")
        assert dict(frame.schema).items() >= schema.items()
        part = text[text.index(f"### {name}.parquet") :]
        table = part[: part.index("\n\n", part.index("|---|"))]
        cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
        documented = {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}
        assert set(frame.columns) == documented, name


def test_rows_agree_with_a_replay(tables: Path) -> None:
    games = pl.read_parquet(tables / "tables" / "games.parquet").to_dicts()
    decisions = pl.read_parquet(tables / "tables" / "decisions.parquet")
    assert [g["game_id"] for g in games] == [0, 1, 2] and decisions.height == sum(g["decisions"] for g in games)
    game = games[1]
    kept = record.read(game["record"].encode())
    assert kept.verify() == [] and kept.result is not None and kept.result.scores == game["scores"]
    rules = kept.rules()
    coding = Coding(rules)
    rows = decisions.filter(pl.col("game_id") == 1).to_dicts()
    state = kept.opening(rules)
    for row in rows:
        legal = rules.legal(state)
        action = rules.read_action(row["action"])
        assert (row["seat"], row["legal"], row["verb"]) == (rules.actor(state), len(legal), type(action).__name__)
        assert row["standing"] == rules.standing(state) and tuple(row["path"]) == action.path()
        assert row["final_score"] == game["scores"][row["seat"]] and row["final_rank"] == game["ranks"][row["seat"]]
        assert row["observation"] == pytest.approx(coding.observe(rules.observe(state, row["seat"]), []), abs=1e-5)
        choice = Choice(coding, legal)
        assert [choice.choose(code) for code in row["codes"]][-1] == action
        rules.apply(state, action)
    assert rules.outcome(state) is not None
    assert {row["reward"] for row in rows} <= {1.0, -1.0, 0.0}


def test_the_end_of_a_game_is_told_in_its_parts(tables: Path) -> None:
    for game in pl.read_parquet(tables / "tables" / "games.parquet").to_dicts():
        parts = {part["label"]: part["values"] for part in game["score_parts"]}
        assert parts["Total"] == game["scores"]
        details = json.loads(game["details"])
        for seat, tickets in enumerate(details["tickets"]):
            assert sum(t["completed"] for t in tickets) == parts["Number of completed tickets"][seat]
            assert sum(t["points"] for t in tickets if t["completed"]) == parts["Completed tickets"][seat]
            assert (details["longest_path"][seat] == max(details["longest_path"])) == (parts["Longest path"][seat] > 0)
        assert len(game["think_ms"]) == 2 and min(game["think_ms"]) > 0


@pytest.mark.slow
def test_the_number_of_processes_changes_no_sample() -> None:
    rules = registry.make("ticket_to_ride", players=2)
    alone, two = (list(dataset.self_plays(rules, 2, "b", 1, jobs)) for jobs in (1, 2))
    assert [record.write() for record, _ in alone] == [record.write() for record, _ in two]
    assert [str(samples) for _, samples in alone] == [str(samples) for _, samples in two]


@pytest.mark.slow
@pytest.mark.parametrize("shallow", [0, 1])
def test_samples_are_choices_of_the_search(tables: Path, shallow: int) -> None:
    rules = registry.make("ticket_to_ride", players=2)
    kept, samples = dataset.self_play(rules, 4, "a", iterations=3, explore=10, one_ply=shallow)
    again, same = dataset.self_play(rules, 4, "a", iterations=3, explore=10, one_ply=shallow)
    assert kept.header.bots == ["search:iterations=3" + ":one_ply=1" * shallow] * 2
    assert kept.write() == again.write() and [list(map(str, s.values())) for s in samples] == [
        list(map(str, s.values())) for s in same
    ], "the seed decides"
    assert kept.verify() == []
    coding = Coding(rules)
    by_ply: dict[int, list[dict[str, Any]]] = {}
    for sample in samples:
        by_ply.setdefault(sample["ply"], []).append(sample)
    state = kept.opening(rules)
    spread = 0
    for ply, entry in enumerate(kept.entries):
        action = rules.read_action(bytes(entry.action))
        legal = rules.legal(state)
        choice = Choice(coding, legal)
        assert (ply in by_ply) == (len(legal) > 1)
        done = None
        for sample in by_ply.get(ply, []):
            assert sample["seat"] == entry.seat and set(sample["codes"]) == set(choice.targets())
            assert sum(sample["policy"]) == pytest.approx(1)
            assert sample["policy"][sample["codes"].index(sample["chosen"])] > 0
            assert np.array_equal(sample["observation"], coding.observe(rules.observe(state, entry.seat), choice.chosen))
            spread += max(sample["policy"]) < 1
            done = choice.choose(sample["chosen"])
        assert done in (None, action) if ply not in by_ply else done == action
        rules.apply(state, action)
    assert spread > 10, "the policy is a distribution, not only a choice"
    assert kept.result is not None
    best = kept.result.ranks.index(1)
    assert all((sample["value"] > 0) == (sample["seat"] == best) for sample in samples)


@pytest.mark.parametrize("number", range(5))
def test_queries_of_the_documentation_run(tables: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tables)
    kind, code = re.findall(r"```(sql|python)\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)[number]
    if kind == "sql":
        duckdb = pytest.importorskip("duckdb")
        rows = duckdb.connect().execute(code).fetchall()
        assert rows
        return
    if "pandas" in code:
        pytest.importorskip("pandas")
    names: dict[str, Any] = {}
    exec(code, names)
    if "targets" in names:
        assert names["targets"].height == 10
    if "choice" in names:
        assert len(names["choice"]) == 10
    if "policy" in names:
        assert np.allclose(names["policy"].sum(1), 1, atol=1e-5) and len(names["value"]) == len(names["x"])


def test_games_played_before(tables: Path, tmp_path: Path) -> None:
    game = pl.read_parquet(tables / "tables" / "games.parquet").to_dicts()[0]
    file = tmp_path / "game.jsonl"
    file.write_text(game["record"], encoding="utf-8")
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "samples.parquet").write_bytes(b"of other games")
    run("ticket_to_ride", "--from", str(file), "--out", str(tmp_path / "one"))
    assert not (tmp_path / "one" / "samples.parquet").exists()
    assert pl.read_parquet(tmp_path / "one" / "games.parquet")["scores"].to_list() == [game["scores"]]
    with pytest.raises(Complaint, match="not spike"):
        run("spike", "--from", str(file), "--out", str(tmp_path / "two"))
    lines = game["record"].splitlines()
    file.write_text("\n".join(lines[:-5]), encoding="utf-8")
    with pytest.raises(Complaint, match="not finished"):
        run("ticket_to_ride", "--from", str(file), "--out", str(tmp_path / "three"))
    assert boxcars.cli.dataset.dataset.__doc__ and "Example: boxcars dataset" in boxcars.cli.dataset.dataset.__doc__
