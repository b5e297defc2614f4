"""The checker is checked: each of these lessons is broken in one place, and it says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.lessons.check import check
from boxcars.lessons.load import HOME, BadLesson, read

FIRST = (HOME / "ticket_to_ride" / "1_first_ticket.toml").read_text(encoding="utf-8")

BROKEN = {
    "an id twice": ('id = "way"', 'id = "claim"', "two beats are called claim"),
    "a clause that is not there": ('"TTR-9.2"]', '"TTR-99.2"]', "no clause TTR-99.2"),
    "no such lesson before it": ("teaches = ", 'needs = ["none/9"]\nteaches = ', "no lesson none/9"),
    "other rules": ("rules = 1", "rules = 7", "written for version 7"),
    "an impossible card": ('"red", "red", "blue", "white",', '"red", "red", "blue", "pink",', "no outcome 'pink'"),
    "a card too many": ('"red", "red", "blue", "white",', '"red",' * 14, "is not possible"),
    "an illegal opponent": (
        'route = "nashville-raleigh", colour = "black"',
        'route = "miami-atlanta", colour = "black"',
        "brunel_claims",
    ),
    "out of turn": ('others = [{ seat = 1, do = "DrawCard" }', 'others = [{ seat = 0, do = "DrawCard" }', "brunel_draws"),
    "a model answer that is not accepted": (
        'play = { do = "TakeCard", colour = "blue" }',
        'play = { do = "TakeCard", colour = "green" }',
        "the model answer is not accepted",
    ),
    "a pointer to nothing": ('point = ["display:blue"]', 'point = ["display:pink"]', "nothing to point at: display:pink"),
    "a panel that is not there": ('point = ["panel:display"]', 'point = ["panel:market"]', "no panel market"),
    "a number no card has": ('point = ["seat:0/trains"]', 'point = ["seat:0/income"]', "has no income"),
    "an accept that fits nothing": (
        'accept = [{ do = "DrawCard" }, { do = "TakeCard" }]',
        'accept = [{ do = "DrawCard" }, { do = "TakeCard" }, { do = "Pass" }]',
        "no legal action fits accept 3",
    ),
    "a reaction nobody hears": ('match = { do = "DrawCard" }', 'match = { do = "Pass" }', "can never be heard"),
    "silence": (
        'wrong = "Nearly. One route is missing between Santa Fe and El Paso, and you have the cards for it."',
        "",
        "nothing is said to",
    ),
    "an answer that is not on the board": (
        'pick = ["route:kansas_city-oklahoma_city-a", "route:kansas_city-oklahoma_city-b"]',
        'pick = ["route:kansas_city-oz"]',
        "nothing to point at: route:kansas_city-oz",
    ),
    "right and wrong at once": (
        'pick = ["route:kansas_city-saint_louis-violet",',
        'pick = ["route:kansas_city-oklahoma_city-a",',
        "right and wrong at once",
    ),
    "a sermon": ('say = "Two blue cards.', 'say = "' + "Very " * 45 + "two blue cards.", "more than 45"),
    "a long title": ('title = "Your first ticket"', 'title = "Your very first destination ticket"', "too long"),
    "too slow": ("minutes = 3", "minutes = 2", "more than 2"),
    "not translated": (
        'right = "Denver and El Paso are joined',
        'right = "Santa Fe and El Paso are joined',
        "es: not translated",
    ),
    "a fact that is none": (
        'id = "claim"\n',
        'id = "claim"\nfacts = [{ event = { event = "RouteClaimed", points = 4 } }]\n',
        "it is not so that",
    ),
    "a place that is nowhere": ('point = ["seat:0/trains"]', 'point = ["place:oz"]', "there is no place oz"),
    "a stand-in who thinks too long": (
        'others = [{ seat = 1, do = "DrawCard" }',
        'otherwise = "expert"\nothers = [{ seat = 1, do = "DrawCard" }',
        "otherwise: one of random, heuristic",
    ),
    "shouting": ('say = "Two blue cards.', 'say = "Two blue cards!!', "exclamation"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_checker_finds(what: str, tmp_path: Path) -> None:
    old, new, complaint = BROKEN[what]
    assert old in FIRST
    path = tmp_path / "broken.toml"
    path.write_text(FIRST.replace(old, new, 1), encoding="utf-8")
    assert any(complaint in text for text in check(read(path, "broken"))), check(read(path, "broken"))


def test_an_unknown_field_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(FIRST.replace('id = "way"', 'id = "way"\nloud = true'), encoding="utf-8")
    with pytest.raises(BadLesson, match="loud"):
        read(path, "broken")


def test_a_bot_stands_in_where_the_script_does_not_hold(tmp_path: Path) -> None:
    """With ``otherwise`` an impossible move is no error: a bot moves in that seat, and the lesson goes on."""
    impossible = FIRST.replace('route = "nashville-raleigh", colour = "black"', 'route = "miami-atlanta", colour = "black"', 1)
    path = tmp_path / "script.toml"
    path.write_text(impossible, encoding="utf-8")
    assert any("brunel_claims" in text for text in check(read(path, "script")))
    path.write_text(
        impossible.replace('id = "brunel_claims"', 'id = "brunel_claims"\notherwise = "heuristic"', 1), encoding="utf-8"
    )
    assert not any("brunel_claims: move" in text for text in check(read(path, "script")))


def test_a_city_is_pointed_at_by_its_outline(tmp_path: Path) -> None:
    path = tmp_path / "place.toml"
    path.write_text(FIRST.replace('point = ["seat:0/trains"]', 'point = ["place:denver"]', 1), encoding="utf-8")
    assert not any("place" in text for text in check(read(path, "place")))
