"""The rules for players: the same parts in every language, a part for every clause, pictures that the boards draw."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.core.types import Step, clause_of
from boxcars.locale import LANGUAGES
from boxcars.rules import guide
from boxcars.server.page.rules_html import clause_ids, render_guide, render_rules

GAMES = ("age_of_steam", "silverton", "spike", "steam", "ticket_to_ride")
FIGURE = re.compile(r"<figure>(<svg.*?</svg>)<figcaption>(.+?)</figcaption></figure>", re.S)
NOT_FROM_THE_PAGE = re.compile('bad_setup|"malformed"|"unknown_id"')
"""Refusals of requests that the page does not send."""
CITED = re.compile(r'"([A-Z]{2,4}-\d+(?:\.\d+)*)"')
FILE_NAME = re.compile(r"\b[\w/]+\.(?:json|jsonl|md|toml|py)\b|\bdocs/|\bgames/")


def plan(game: str) -> guide.Plan:
    found = guide.plan_of(game)
    assert found is not None
    return found


def text_of(game: str, lang: str) -> guide.Guide:
    found = guide.read_guide(game, lang)
    assert found is not None, f"{game} has no rules for players in {lang}"
    return found


def words(html: str) -> list[str]:
    readable = re.sub(r'<p class="ref">.*?</p>', " ", html)
    return re.findall(r"[^\W\d_][\w'’-]*", re.sub(r"<[^>]+>", " ", readable))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_text_takes_five_minutes_and_names_no_clause_and_no_file(game: str, lang: str) -> None:
    found = text_of(game, lang)
    assert 700 <= len(words(found.html)) <= 1200
    prose = re.sub(r'<p class="ref">.*?</p>', "", found.html) + found.minute + "".join(say for say, _ in found.asked)
    assert not re.search(r"\b(AOS|STM|TTR|SIL|SPK)-", prose)
    assert not FILE_NAME.search(prose)
    assert 4 <= len(set(re.findall(r"<figure>\{([a-z-]+)\}", found.html))) <= 8


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_the_same_parts_pictures_and_questions(game: str, lang: str) -> None:
    def shape(found: guide.Guide) -> list[object]:
        parts = [(part.id, part.section) for part in found.sections + found.boxes]
        return [parts, re.findall(r"<figure>\{([a-z-]+)\}|<(table|li)>", found.html), [part for _, part in found.asked]]

    assert shape(text_of(game, lang)) == shape(text_of(game, "en"))
    assert text_of(game, lang).title != text_of(game, "en").title


@pytest.mark.parametrize("game", GAMES)
def test_the_plan_names_the_parts_the_clauses_and_the_pictures_that_there_are(game: str) -> None:
    found, known = text_of(game, "en"), clause_ids(game)
    parts = [part.id for part in found.sections + found.boxes]
    assert len(parts) == len(set(parts))
    assert set(plan(game).clauses) == set(parts)
    for clauses in plan(game).clauses.values():
        for clause in clauses:
            assert any((one + ".").startswith(clause + ".") for one in known), clause
    assert set(re.findall(r"<figure>\{([a-z-]+)\}", found.html)) == set(plan(game).pictures)
    assert {part for _, part in found.asked} <= set(parts)
    assert set(plan(game).words) == set(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_a_refusal_or_a_question_names_is_explained(game: str) -> None:
    package = Path(registry.__file__).parents[1] / "games" / game
    said = [file.read_text(encoding="utf-8") for file in package.glob("*.py") if file.stem != "invariants"]
    lines = [line for text in said for line in text.splitlines() if not NOT_FROM_THE_PAGE.search(line)]
    cited = {clause for line in lines for clause in CITED.findall(line)}
    assert len(cited) > 10
    steps = {clause_of(kind) for kind in all_steps(Step) if kind.__module__.startswith(f"boxcars.games.{game}.")}
    known = {part.id for part in text_of(game, "en").sections + text_of(game, "en").boxes}
    missing = {clause for clause in cited | steps if clause and guide.anchor_of(plan(game), clause) not in known}
    assert not missing


def all_steps(kind: type[Step]) -> list[type[Step]]:
    return [found for one in kind.__subclasses__() for found in (one, *all_steps(one))]


def test_the_part_that_names_most_of_a_clause_explains_it() -> None:
    ticket = plan("ticket_to_ride")
    assert guide.anchor_of(ticket, "TTR-4.3") == "locomotive"
    assert guide.anchor_of(ticket, "TTR-4.1") == "draw"
    assert guide.anchor_of(ticket, "TTR-6.10") == "double"
    assert guide.anchor_of(ticket, "TTR-6.1") == "claim"
    assert guide.anchor_of(ticket, "TTR-99.2") == ""


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_are_drawn_in_the_readers_language(game: str) -> None:
    told = render_guide(game, "es")
    assert told is not None
    assert told.lang == "es"
    figures = FIGURE.findall(told.html)
    assert len(figures) == len(plan(game).pictures)
    assert all(svg.count("<") > 20 and "data-target" not in svg for svg, _ in figures)
    assert "{" not in re.sub(r"<[^>]+>", "", told.html)
    assert f'"{game}"'.encode() in b64(told.ground)
    assert told.clauses.keys() <= set(clause_ids(game))


def b64(key: str) -> bytes:
    return urlsafe_b64decode(key + "=" * (-len(key) % 4))


def test_a_game_without_a_text_has_none_and_another_language_gets_english() -> None:
    assert render_guide("milk_run") is None
    told = render_guide("spike", "fr")
    assert told is not None
    assert told.lang == "en"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_exact_rules_name_no_files(game: str, lang: str) -> None:
    found = render_rules(game, lang)
    assert found is not None
    assert not FILE_NAME.findall(re.sub(r"<[^>]+>", "", found[0]))
