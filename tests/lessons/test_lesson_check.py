"""The checker is checked: each of these lessons is broken in one place, and it says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxcars.lessons.lesson_check import check, dead, seconds
from boxcars.lessons.lesson_loader import HOME, BadLesson, courses, read

FIRST = (HOME / "ticket_to_ride" / "1_first_ticket.toml").read_text(encoding="utf-8")

MONEY = (HOME / "age_of_steam" / "2_money.toml").read_text(encoding="utf-8")

BROKEN = {
    "an id twice": (1, 'id = "way"', 'id = "claim"', "two beats are called claim"),
    "a clause that is not there": (1, '"TTR-9.2"]', '"TTR-99.2"]', "no clause TTR-99.2"),
    "no such lesson before it": (1, "teaches = ", 'needs = ["none/9"]\nteaches = ', "no lesson none/9"),
    "other rules": (1, "rules = 1", "rules = 7", "written for version 7"),
    "an impossible card": (2, '"red", "red", "blue", "white",', '"red", "red", "blue", "pink",', "no outcome 'pink'"),
    "a card too many": (2, '"red", "red", "blue", "white",', '"red",' * 14, "is not possible"),
    "an illegal opponent": (
        3,
        'route = "nashville-raleigh", colour = "black"',
        'route = "miami-atlanta", colour = "black"',
        "brunel_claims",
    ),
    "out of turn": (3, 'others = [{ seat = 1, do = "DrawCard" }', 'others = [{ seat = 0, do = "DrawCard" }', "brunel_draws"),
    "a model answer that is not accepted": (
        3,
        'play = { do = "TakeCard", colour = "blue" }',
        'play = { do = "TakeCard", colour = "green" }',
        "the model answer is not accepted",
    ),
    "no such lesson after it": (
        1,
        'next = "ticket_to_ride/2_colours"',
        'next = "ticket_to_ride/9_none"',
        "no lesson ticket_to_ride/9_none",
    ),
    "an opponent who takes what the learner may have taken": (
        4,
        'others = [{ seat = 1, do = "DrawCard" }, { seat = 1, do = "DrawCard" }]',
        'others = [{ seat = 1, do = "TakeCard", colour = "yellow" }, { seat = 1, do = "DrawCard" }]',
        "brunel_draws: move 1",
    ),
    "two kinds of answer": (
        8,
        "[beat.quiz]\npick = ",
        "[beat.quiz]\nnumber = 2\nchoices = [1, 2]\npick = ",
        "one kind of answer",
    ),
    "a sum that is not so": (8, "number = 4\nfrom", "number = 5\nfrom", "the answer is 4, not 5"),
    "a number nobody can choose": (8, "choices = [2, 3, 4, 5]", "choices = [2, 3, 5]", "4 is not among the choices"),
    "a pointer to nothing": (5, 'point = ["display:blue"]', 'point = ["display:pink"]', "nothing to point at: display:pink"),
    "a panel that is not there": (5, 'point = ["panel:display"]', 'point = ["panel:market"]', "no panel market"),
    "a number no card has": (5, 'point = ["seat:0/trains"]', 'point = ["seat:0/income"]', "has no income"),
    "an accept that fits nothing": (
        6,
        'accept = [{ do = "DrawCard" }, { do = "TakeCard" }]',
        'accept = [{ do = "DrawCard" }, { do = "TakeCard" }, { do = "Pass" }]',
        "no legal action fits accept 3",
    ),
    "a reaction nobody hears": (6, 'match = { do = "DrawCard" }', 'match = { do = "Pass" }', "can never be heard"),
    "silence": (
        7,
        'wrong = "Almost. You still need the route between Santa Fe and El Paso, and you have the cards for it."',
        "",
        "nothing is said to",
    ),
    "an answer that is not on the board": (
        8,
        'pick = ["route:kansas_city-oklahoma_city-a", "route:kansas_city-oklahoma_city-b"]',
        'pick = ["route:kansas_city-oz"]',
        "nothing to point at: route:kansas_city-oz",
    ),
    "right and wrong at once": (
        8,
        'pick = ["route:kansas_city-saint_louis-violet",',
        'pick = ["route:kansas_city-oklahoma_city-a",',
        "right and wrong at once",
    ),
    "a sermon": (9, 'say = "You have two blue cards.', 'say = "' + "Very " * 45 + "you have two blue cards.", "more than 45"),
    "a long title": (9, 'title = "Your first ticket"', 'title = "Your very first destination ticket"', "too long"),
    "too slow": (10, "minutes = 2.5", "minutes = 2", "more than 2"),
    "not translated": (
        11,
        'right = "Your first ticket is complete',
        'right = "Your best ticket is complete',
        "es: not translated",
    ),
    "a fact that is none": (
        12,
        'id = "claim"\n',
        'id = "claim"\nfacts = [{ event = { event = "RouteClaimed", points = 4 } }]\n',
        "it is not so that",
    ),
    "a place that is nowhere": (5, 'point = ["seat:0/trains"]', 'point = ["place:oz"]', "there is no place oz"),
    "a stand-in who thinks too long": (
        1,
        'others = [{ seat = 1, do = "DrawCard" }',
        'otherwise = "expert"\nothers = [{ seat = 1, do = "DrawCard" }',
        "otherwise: one of random, heuristic",
    ),
    "shouting": (9, 'say = "You have two blue cards.', 'say = "You have two blue cards!!', "exclamation"),
}


"""What is broken: which of the twelve promises (docs/lessons.md), what stands in the file, what instead, and the complaint."""


@pytest.mark.parametrize("what", BROKEN)
def test_the_checker_finds(what: str, tmp_path: Path) -> None:
    _, old, new, complaint = BROKEN[what]
    sound = FIRST if old in FIRST else MONEY
    assert old in sound
    path = tmp_path / "broken.toml"
    path.write_text(sound.replace(old, new, 1), encoding="utf-8")
    found = check(read(path, "broken"))
    assert any(complaint in text for text in found), found


def test_each_of_the_twelve_promises_can_be_broken() -> None:
    assert {promise for promise, *_ in BROKEN.values()} == set(range(1, 13))


def test_a_dead_message_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue that still has what no lesson says any more."""
    assert not dead("ticket_to_ride", "es")
    rest = {id: course for id, course in courses().items() if id != "ticket_to_ride/1_first_ticket"}
    monkeypatch.setattr("boxcars.lessons.lesson_check.courses", lambda: rest)
    assert "Your first ticket" in dead("ticket_to_ride", "es")


def test_a_course_over_its_budget_is_found() -> None:
    """One more lesson of a minute, and Ticket to Ride's six are not enough."""
    own = [course for course in courses().values() if course.game == "ticket_to_ride" and not course.kind]
    assert sum(map(seconds, own)) <= 6 * 60 < sum(map(seconds, [*own, own[0]]))


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
