"""The rules beside the board: in the reader's language, every clause an anchor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.core.types import Step, clause_of
from boxcars.locale import LANGUAGES, say
from boxcars.server.page.rules_html import render_rules

ANCHOR = re.compile(r'<strong class="clause" id="([^"]+)">')

CITED = re.compile(r'"([A-Z]{2,4}-\d+(?:\.\d+)*)"')


def clauses(game: str, lang: str) -> list[str]:
    found = render_rules(game, lang)
    assert found is not None
    return ANCHOR.findall(found[0])


@pytest.mark.parametrize("game", list(registry.games()))
def test_english_stands_in_for_a_language_without_the_rules(game: str) -> None:
    found = render_rules(game, "fr")
    assert found is not None
    assert found == render_rules(game, "en")
    assert found[1] == "en"


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_clause_is_an_anchor_once(game: str) -> None:
    ids = clauses(game, "en")
    assert len(ids) > 20
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_clause_that_a_refusal_cites_can_be_opened(game: str) -> None:
    package = Path(registry.__file__).parents[1] / "games" / game
    # Clauses cited by the invariants are about stored positions, not about refusals.
    said = [file.read_text(encoding="utf-8") for file in package.glob("*.py") if file.stem != "invariants"]
    lines = [line for text in said for line in text.splitlines() if "bad_setup" not in line]  # (of whoever makes a table)
    cited = {clause for line in lines for clause in CITED.findall(line)}
    assert len(cited) > 10
    assert {clause for clause in cited if "." in clause} <= set(clauses(game, "en"))


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("game", list(registry.games()))
def test_every_language_has_the_same_clauses_in_the_same_order(game: str, lang: str) -> None:
    found = render_rules(game, lang)
    assert found is not None
    assert found[1] == lang, "the rules are not translated"
    assert clauses(game, lang) == clauses(game, "en")
    assert not re.search(r'href="(?!https?:|#)', found[0]), "a link that leads nowhere on the page"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_players_rules_end_before_what_concerns_programmers(game: str, lang: str) -> None:
    found = render_rules(game, lang)
    assert found is not None
    ids = clauses(game, lang)
    assert not [clause for clause in ids if "-BAD-" in clause]
    assert "for programmers" not in found[0]


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_question_opens_the_rules_at_its_clause(game: str) -> None:
    """A step's docstring names the clause it stands for; the drawer opens there."""
    known = set(clauses(game, "en"))
    steps = [kind for kind in all_steps(Step) if kind.__module__.startswith(f"boxcars.games.{game}.")]
    assert len(steps) >= 5
    missing = {kind.__name__: clause_of(kind) for kind in steps if clause_of(kind) not in known}
    assert not {name: clause for name, clause in missing.items() if not any(one.startswith(clause + ".") for one in known)}


def all_steps(kind: type[Step]) -> list[type[Step]]:
    return [found for one in kind.__subclasses__() for found in (one, *all_steps(one))]


RECONSTRUCTED = {
    "age_of_steam": {"western_us"},
    "silverton": {m.key for m in registry.game("silverton").maps},
    "spike": {m.key for m in registry.game("spike").maps},
    "steam": {"north_america", "ruhr"},
    "ticket_to_ride": set(),
}
"""Boards that nobody could copy from the printed game."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_reconstructed_board_says_so_in_the_new_table_form_and_in_the_rules(game: str, lang: str) -> None:
    told = {m.key: m.reconstructed for m in registry.game(game).maps if m.reconstructed is not None}
    assert told.keys() == RECONSTRUCTED[game]
    for sentence in told.values():
        assert re.search("reconstru|ricostru", say(sentence, lang), re.IGNORECASE)
    rules = render_rules(game, lang)
    assert rules is not None
    assert not told or re.search("reconstru|ricostru", rules[0], re.IGNORECASE)
