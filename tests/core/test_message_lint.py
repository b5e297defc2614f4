"""Messages use plain words and short sentences, in each language (tools/message_lint.py)."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
spec = util.spec_from_file_location("message_lint", ROOT / "tools" / "message_lint.py")
assert spec and spec.loader
lint = util.module_from_spec(spec)
sys.modules["message_lint"] = lint
spec.loader.exec_module(lint)


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_messages_speak_plainly(language: str) -> None:
    problems = lint.check(language)
    assert not problems, "Change these messages (or allow one in tools/message_words.toml, with a reason):\n" + "\n".join(
        map(str, problems)
    )


def test_every_exception_is_needed_and_has_a_reason() -> None:
    assert not lint.idle_allowances()
    assert all(len(a["reason"].split()) > 3 for a in lint.allowances())


@pytest.mark.parametrize(
    ("language", "text", "rule"),
    [
        ("en", "Choose a lit place on the board.", "words"),
        ("en", "The dearest tile at half price", "words"),
        ("en", "A gray cube, or a grey one", "words"),
        ("en", "The rule is in RULINGS.md.", "files"),
        ("en", "See TTR-4.3 for that.", "ids"),
        ("en", "set starting_income first", "ids"),
        ("en", "You " + "really " * 30 + "can.", "long"),
        ("es", "Con tu tarjeta guardas tus partidas.", "words"),
        ("it", "Scegli il tuo araldo.", "words"),
    ],
)
def test_the_check_finds_what_it_looks_for(language: str, text: str, rule: str) -> None:
    assert [p.rule for p in lint.check_text(language, text)] == [rule]


@pytest.mark.parametrize(
    "text",
    ["{who} slipped away {count_of_cards} times.", "Unfinished track: {links_left} left.", "not between 10 p.m. and 8 a.m."],
)
def test_the_check_leaves_good_messages_alone(text: str) -> None:
    assert not list(lint.check_text("en", text))
