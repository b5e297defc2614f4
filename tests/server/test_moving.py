"""A game against bots moves to another place: once, as a whole, checked move by move, and nobody else's hand goes along."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from boxcars.core import record
from tests.server.inside import Inside
from tests.server.running import Seat, play_on, table_of

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    with Inside(str(tmp_path_factory.mktemp("moving") / "one.sqlite"), limits=False) as inside:
        yield inside.url


def fingerprint(saved: bytes) -> str:
    """Where a saved game stands, by the digest of its position."""
    for rules, state, _ in record.read(saved).replay():  # noqa: B007
        pass
    return rules.fingerprint(state)


def post(url: str, path: str, data: bytes) -> httpx.Response:
    return httpx.post(f"{url}/api/{path}", content=data, headers=NDJSON, timeout=60)


def test_there_and_back_again(place: str, tmp_path: Path) -> None:
    (mine,) = table_of(place, people=1, bots=1)
    play_on([mine], 8)
    saved = mine.post("move").content
    with Inside(str(tmp_path / "other.sqlite"), limits=False) as other:
        told = post(other.url, "import/check", saved).json()
        assert told["game_name"] == "Ticket to Ride" and told["ply"] >= 8
        assert [bool(seat["level"]) for seat in told["seats"]] == [False, True]
        made = post(other.url, "import", saved).json()
        assert made["tokens"][1] is None, "the bot's seat is a bot's"
        back = Seat(other.url, made["table"], made["tokens"][0]).post("move").content
    assert fingerprint(back) == fingerprint(saved)
    again = post(place, "import", back).json()
    here = Seat(place, again["table"], again["tokens"][0])
    assert play_on([here], 3)["ply"] >= told["ply"] + 3


def test_the_copy_that_stays_is_read_only(place: str) -> None:
    (mine,) = table_of(place, people=1, bots=1)
    view = play_on([mine], 6)
    saved = mine.post("move").content
    now = mine.view()
    assert now["status"] == "abandoned" and not now["legal"] and now["prompt"].startswith("You moved this game.")
    assert mine.act(view, {"do": "DrawTickets"}).status_code in (409, 422)
    assert mine.post("move").content == saved, "whoever lost the file gets it again"
    assert mine.get("line").json()["elsewhere"] is True


def test_only_ones_own_game_against_bots_moves(place: str) -> None:
    with_people = table_of(place, people=2, bots=1)
    answer = with_people[0].post("move")
    assert answer.status_code == 422 and answer.json()["reason"]["code"] == "stays"
    assert with_people[0].view()["status"] == "playing"
    (mine,) = table_of(place, people=1, bots=1)
    assert Seat(place, mine.table, None).post("move").status_code == 403
    assert Seat(place, mine.table, "x" * 40).post("move").status_code in (401, 403, 404, 410)
    assert mine.view()["status"] == "playing"
    lesson = httpx.post(f"{place}/api/lessons/ticket_to_ride/first/start", json={}, timeout=30)
    if lesson.status_code == 200:
        made = lesson.json()
        assert Seat(place, made["table"], made["tokens"][0]).post("move").status_code == 422


def test_a_changed_byte_is_refused_with_the_moves_number(place: str) -> None:
    (mine,) = table_of(place, people=1, bots=1)
    play_on([mine], 12)
    saved = mine.post("move").content
    lines = saved.split(b"\n")
    for ply in (1, 5, len(lines) - 2):
        for at in (9, len(lines[ply]) // 2, len(lines[ply]) - 4):
            byte = lines[ply][at : at + 1]
            other = b"7" if byte != b"7" else b"8"
            line = lines[ply][:at] + other + lines[ply][at + 1 :]
            answer = post(place, "import/check", b"\n".join([*lines[:ply], line, *lines[ply + 1 :]]))
            assert answer.status_code == 422, (ply, at)
            assert f"move {ply}." in answer.json()["reason"]["text"], (ply, at, answer.text)
    damaged = b"\n".join([*lines[:6], lines[6].replace(b"{", b"[", 1), *lines[7:]])
    assert post(place, "import", damaged).status_code == 422
    told = post(place, "import/check?until=5", damaged).json()
    assert told["ply"] == 5
    assert post(place, "import?until=5", damaged).status_code == 200
    left_out = b"\n".join([*lines[:4], *lines[5:]])
    assert "move 4." in post(place, "import", left_out).json()["reason"]["text"]
    header = lines[0].replace(b'"players":2', b'"players":3', 1)
    assert "move 1." in post(place, "import", b"\n".join([header, *lines[1:]])).json()["reason"]["text"]


def test_a_newer_rules_version_is_told(place: str) -> None:
    (mine,) = table_of(place, people=1, bots=1)
    saved = record.read(mine.post("move").content)
    saved.header.version += 1
    assert "newer Boxcars" in post(place, "import", saved.write()).json()["reason"]["text"]
