"""A finished game in figures: what the golden games say, and that every game and step has its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boxcars.analysis import Effort, html_report
from boxcars.core import registry, ui_loader
from boxcars.core.record import Record, read
from boxcars.view.statistics import Statistic
from tests.analysis.games import golden
from tests.analysis.test_analyst import END, QUICK, analysed

GOLDEN = Path(__file__).parents[1]
GAMES = {
    "age_of_steam": "rust_belt-3-heuristic",
    "steam": "ruhr-3-heuristic-mode=standard",
    "ticket_to_ride": "usa-3-heuristic",
    "silverton": "colorado-3-advanced",
    "spike": "eastern_usa-3-heuristic",
}


def told(record: Record) -> list[Statistic]:
    rules = record.rules()
    known = ui_loader.statistics(rules.ui)
    assert known is not None
    return known.statistics(rules, ((state, events) for _, state, events in record.replay()))


def figures(several: list[Statistic]) -> dict[str, list[float]]:
    return {str(line.label): line.values for one in several if one.kind == "figures" for line in one.lines}


def test_every_game_has_some() -> None:
    assert set(GAMES) == set(registry.games())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_figures(game: str) -> None:
    record = read((GOLDEN / game / "golden" / f"{GAMES[game]}.jsonl").read_bytes())
    found = told(record)
    assert [one.kind for one in found] == ["figures", "course", "list"]
    assert all(one.lines for one in found)
    assert all(len(line.values) == record.header.players for line in found[0].lines)
    assert all(0 <= line.seat < record.header.players for one in found[1:] for line in one.lines)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_belongs_to_a_part_of_the_game(game: str) -> None:
    record = read((GOLDEN / game / "golden" / f"{GAMES[game]}.jsonl").read_bytes())
    known = ui_loader.statistics(record.rules().ui)
    assert known is not None
    steps: set[Any] = {type(state.agenda[-1]).__name__ for _, state, _ in record.replay() if state.agenda}
    assert not steps - set(known.CHAPTERS)


def test_points_for_routes_are_those_of_the_score() -> None:
    record = read((GOLDEN / "ticket_to_ride/golden/usa-3-heuristic.jsonl").read_bytes())
    found = told(record)
    *_, (rules, state, _) = record.replay()
    outcome = rules.outcome(state)
    assert outcome is not None
    assert figures(found)["Points for routes"] == outcome.lines[0].values
    gained = [sum(line.values[0] for line in found[2].lines if line.seat == seat) for seat in range(3)]
    assert gained == [a + b for a, b in zip(outcome.lines[1].values, outcome.lines[2].values, strict=True)]


def test_income_ends_where_the_game_does() -> None:
    record = read((GOLDEN / "age_of_steam/golden/rust_belt-3-heuristic.jsonl").read_bytes())
    *_, (_, state, _) = record.replay()
    income = state.income.copy()
    assert [line.values[-1] for line in told(record)[1].lines] == income


@pytest.mark.parametrize("lang", ["en", "es", "it"])
def test_a_page_that_stands_alone(lang: str) -> None:
    page = html_report.html(golden(QUICK[0], END), analysed(QUICK[0]), lang)
    assert page.startswith("<!doctype html>") and "<script" not in page and "http" not in page.replace("http://www.w3.org", "")
    assert page.count('class="way o1"') == 2  # the line and its key
    assert {"en": "Win chance", "es": "Probabilidad de ganar", "it": "Probabilità di vittoria"}[lang] in page


def test_effort_is_counted_in_worlds() -> None:
    assert all(isinstance(getattr(Effort(), name), int) for name in Effort.__struct_fields__)
