"""The rules beside the board: in the reader's language, every clause an anchor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boxcars.core import registry
from boxcars.locale import LANGUAGES
from boxcars.server.page.rules_help import html

ANCHOR = re.compile(r'<strong class="clause" id="([^"]+)">')

CITED = re.compile(r'"([A-Z]{2,4}-\d+(?:\.\d+)*)"')


def clauses(game: str, lang: str) -> list[str]:
    found = html(game, lang)
    assert found is not None
    return ANCHOR.findall(found[0])


@pytest.mark.parametrize("game", list(registry.games()))
def test_english_stands_in_for_a_language_without_the_rules(game: str) -> None:
    found = html(game, "fr")
    assert found is not None
    assert found == html(game, "en")
    assert found[1] == "en"


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_clause_is_an_anchor_once(game: str) -> None:
    ids = clauses(game, "en")
    assert len(ids) > 20
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_clause_that_a_refusal_cites_can_be_opened(game: str) -> None:
    package = Path(registry.__file__).parents[1] / "games" / game
    cited = {clause for file in package.glob("*.py") for clause in CITED.findall(file.read_text(encoding="utf-8"))}
    assert len(cited) > 20
    assert cited <= set(clauses(game, "en"))


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("game", list(registry.games()))
def test_every_language_has_the_same_clauses_in_the_same_order(game: str, lang: str) -> None:
    found = html(game, lang)
    assert found is not None
    assert found[1] == lang, "the rules are not translated"
    assert clauses(game, lang) == clauses(game, "en")
    assert not re.search(r'href="(?!https?:|#)', found[0]), "a link that leads nowhere on the page"
