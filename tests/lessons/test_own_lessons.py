"""A host's own lessons: a folder, a file, a catalogue, and no code. What is no lesson is refused with the reason."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boxcars.cli import Complaint
from boxcars.cli.serve import look_at_lessons
from boxcars.lessons.lesson_loader import HOME, BadLesson, courses
from boxcars.lessons.lesson_text import said
from boxcars.locale import OWN_LESSONS, lesson_catalogue

FIRST = (HOME / "ticket_to_ride" / "1_first_ticket.toml").read_text(encoding="utf-8")
CLUB = FIRST.replace("Your first ticket", "The club's lesson")
Put = Callable[[str], Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Put]:
    """Put a lesson into a host's folder, which is the second of two."""
    (tmp_path / "empty").mkdir()
    folder = tmp_path / "own" / "ticket_to_ride"
    folder.mkdir(parents=True)
    monkeypatch.setenv(OWN_LESSONS, os.pathsep.join([str(tmp_path / "empty"), str(tmp_path / "own")]))

    def forget() -> None:
        courses.cache_clear()
        lesson_catalogue.cache_clear()

    def put_(text: str) -> Path:
        (folder / "5_club.toml").write_text(text, encoding="utf-8")
        forget()
        return folder.parent

    yield put_
    monkeypatch.undo()
    forget()


def test_a_file_and_a_catalogue_are_enough(put: Put) -> None:
    home = put(CLUB)
    (home / "locale" / "es").mkdir(parents=True)
    words = 'msgid "The club\'s lesson"\nmsgstr "La lección del club"\n'
    (home / "locale" / "es" / "lessons_ticket_to_ride.po").write_text(words, encoding="utf-8")
    look_at_lessons()
    course = courses()["ticket_to_ride/5_club"]
    assert course.game == "ticket_to_ride" and not course.kind and "ticket_to_ride/1_first_ticket" in courses()
    assert said("ticket_to_ride", course.lesson.title, "es") == "La lección del club"
    assert said("ticket_to_ride", course.lesson.title, "it") == "The club's lesson"
    assert said("ticket_to_ride", "Your first ticket", "es") == "Tu primer billete", "ours are still there"


HOSTILE: dict[str, tuple[Callable[[str], str], str]] = {
    "no lesson at all": (lambda text: "title = [", "Invalid value"),
    "another format": (lambda text: text.replace("format = 1", "format = 2"), "format"),
    "no such game": (lambda text: text.replace('game = "ticket_to_ride"', 'game = "monopoly"'), "there is no game monopoly"),
    "no such seat": (lambda text: text.replace("seat = 0\n", "seat = 7\n", 1), "there is no seat 7 among 2"),
    "too many seats": (lambda text: text.replace("players = 2", "players = 99"), "not 99"),
    "a map from elsewhere": (lambda text: text.replace('map = "usa"', 'map = "../../etc/passwd"'), "map"),
    "a position from elsewhere": (
        lambda text: text.replace('seed = "first ticket"', 'seed = "x"\nposition = "../../etc/passwd"'),
        "there is no position ../../etc/passwd beside the file",
    ),
    "a card that is none": (lambda text: text.replace('"red", "red"', '"pink", "red"'), "no outcome 'pink'"),
    "a prelude that cannot be": (
        lambda text: text.replace("[[beat]]", '[table.prelude]\nmoves = [{ seat = 1, do = "Fly" }]\n[[beat]]', 1),
        "ticket_to_ride/5_club",
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_lesson_is_told_when_the_server_starts(what: str, put: Put) -> None:
    spoil, reason = HOSTILE[what]
    assert spoil(CLUB) != CLUB
    put(spoil(CLUB))
    with pytest.raises(BadLesson, match=reason.replace(".", r"\.")):
        courses()
    with pytest.raises(Complaint, match="ticket_to_ride/5_club"):
        look_at_lessons()


def test_a_folder_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(OWN_LESSONS, str(tmp_path / "nowhere"))
    with pytest.raises(Complaint, match="there is no folder"):
        look_at_lessons()
