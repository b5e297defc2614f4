"""Every message is there in Spanish and Italian, with the same places."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import polib
import pytest

from boxcars.core.messages import TN, T, Who
from boxcars.locale import LESSONS, best_language, catalogue, say

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
assert spec and spec.loader
catalogues = importlib.util.module_from_spec(spec)
spec.loader.exec_module(catalogues)

PLACE = re.compile(r"\{\w*\}")


@pytest.mark.parametrize("language", ["es", "it"])
def test_no_message_is_missing(language: str) -> None:
    assert not catalogues.missing(language)


@pytest.mark.parametrize("language", ["es", "it"])
def test_translations_keep_the_places(language: str) -> None:
    wrong = [
        m
        for m, forms in catalogue(language).items()
        for f in forms
        if set(PLACE.findall(f)) - set(PLACE.findall(m)) - {"{count}"}
    ]
    assert not wrong


@pytest.mark.parametrize("language", ["es", "it"])
def test_a_message_of_two_catalogues_has_one_translation(language: str) -> None:
    """They become one dictionary: the last would win everywhere. (Those of lessons stand apart.)"""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((ROOT / "src/boxcars/locale" / language).glob("*.po")):
        for entry in polib.pofile(str(path)) if not path.stem.startswith(LESSONS) else ():
            found.setdefault(entry.msgid, {})[path.stem] = entry.msgstr or str(entry.msgstr_plural)
    assert not {message: by for message, by in found.items() if len(set(by.values())) > 1}


def test_saying_a_sentence() -> None:
    text = T("{who} claims {route}", who=Who(1), route="Denver–Omaha")
    assert say(text, "en", ["Ada", "Brunel"]) == "Brunel claims Denver–Omaha"
    assert say(T("{who}", who=Who(0)), "es") == "Asiento 1"
    assert say(TN("{count} train", "{count} trains", 1)) == "1 train"
    assert say(TN("{count} train", "{count} trains", 3)) == "3 trains"
    assert say(T("{a}", a=[T("x"), T("y")])) == "x, y"


def test_an_article_grows_together_with_the_preposition_before_it() -> None:
    hex = T("{ground} {way} of {place}", ground=T("the hex"), way=T("northwest"), place="El Paso")
    text = T("{who} redirects track on {hex} for ${paid}.", who=Who(0), hex=hex, paid=2)
    assert say(text, "es", ["Ada"]) == "Ada redirige la vía del hexágono al noroeste de El Paso por 2\xa0$."
    assert say(text, "it", ["Ada"]) == "Ada devia i binari sull'esagono a nord-ovest di El Paso per 2\xa0$."


def test_italian_a_and_e_take_a_d_before_their_own_vowel() -> None:
    assert say(T("{colour} to {city}", colour=T("red"), city="Atlanta"), "it") == "rosso ad Atlanta"
    assert say(T("{one} and {two}", one="Buffalo", two="Erie"), "it") == "Buffalo ed Erie"
    assert say(T("{one} and {two}", one="N–S", two="E–W"), "it") == "N–S e E–W"


def test_the_browser_chooses_the_language() -> None:
    assert best_language("de,it;q=0.8,en;q=0.5") == "it"
    assert best_language("es-MX,es;q=0.9") == "es"
    assert best_language(None) == best_language("xx;q=bad") == "en"


@pytest.mark.parametrize("language", ["es", "it"])
def test_the_page_finds_all_its_words_in_its_own_catalogue(language: str) -> None:
    """The server sends page.po alone; a sentence that another catalogue happens to hold would stay English on the page."""
    import polib

    from boxcars import locale

    said = {m for m, where in catalogues.messages(only="client").items() if where.startswith("client")}
    own = {entry.msgid for entry in polib.pofile(str(Path(locale.__file__).parent / language / "page.po"))}
    assert said
    assert not said - own
