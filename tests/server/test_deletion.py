"""Deleting a profile takes a typed name and a week, and can be stopped from any device until then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from boxcars.server import steady
from boxcars.server.profiles import deletion
from boxcars.server.store.profile_schema import events, organisers
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.running import Seat, play_on
from tests.server.test_cards import ME, everything_stored
from tests.server.test_postgres_people import settled

DAY = 86400.0


class Clock:
    """The server's clock, which a test can put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = steady.time
        monkeypatch.setattr(steady, "time", lambda: real() + self.ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.05) as running:
        yield running


def ask(device: Device, name: str) -> int:
    return device.http.put("/api/profile/deletion", json={"name": name}).status_code


def test_the_name_must_be_typed_and_the_first_date_stays(server: Inside, clock: Clock) -> None:
    ada = new_card(server.url)
    plan = ada.http.get("/api/profile/deletion").json()
    assert not plan["planned"] and abs(plan["at"] - steady.time() - 7 * DAY) < 5
    for wrong in ("", "ada", "Bob"):
        answer = ada.http.put("/api/profile/deletion", json={"name": wrong})
        assert (answer.status_code, answer.json()["reason"]["code"]) == (422, "wrong_name")
    assert ada.http.get("/api/profile/status").json()["delete_at"] is None
    assert ask(ada, " Ada ") == 200
    first = ada.http.get("/api/profile/status").json()
    assert first["delete_by"] == "This browser" and abs(first["delete_at"] - plan["at"]) < 5
    clock.ahead = DAY
    assert ask(ada, "Ada") == 200
    assert ada.http.get("/api/profile/status").json() == first


def test_any_device_sees_it_and_any_device_stops_it(server: Inside, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    phone = ada.carried()
    table = ada.make(seats=[ME], rated=True)["table"]
    bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"})
    assert ada.at(table).post("start").status_code == 200
    before = everything_stored(server.hall.store)
    assert ask(ada, "Ada") == 200
    assert phone.http.get("/api/profile/status").json()["delete_by"] == "This browser"
    assert phone.card()["delete_at"] == ada.card()["delete_at"]
    clock.ahead = 7 * DAY - 60
    assert ada.at(table).view()["you"] == 0  # during the week nothing changes
    assert phone.http.delete("/api/profile/deletion").status_code == 200
    status = ada.http.get("/api/profile/status").json()
    assert (status["delete_at"], status["delete_by"]) == (None, "")
    clock.ahead = 8 * DAY
    server.run(deletion.delete_due_profiles(server.hall))
    clock.ahead = 0
    assert ada.card()["name"] == "Ada" and ada.at(table).view()["seats"][0]["handed"] == ""
    assert b"This browser" in before and len(phone.card()["devices"]) == 2


def test_when_the_week_is_over_each_line_of_the_plan_happens(server: Inside, clock: Clock) -> None:
    name = "Adelheid von Prellbock"
    ada, bob, eve = new_card(server.url, name), new_card(server.url, "Bob"), new_card(server.url, "Eve")
    id = ada.card()["id"]
    over = ada.make(seats=[{**ME, "name": name}], rated=True)["table"]
    bob.http.post(f"/api/tables/{over}/join", json={"name": "Bob"})
    assert ada.at(over).post("start").status_code == 200
    assert play_on([ada.at(over), bob.at(over)], 10_000)["status"] == "over"
    running = ada.make(seats=[{**ME, "name": name}], rated=True)["table"]
    bob.http.post(f"/api/tables/{running}/join", json={"name": "Bob"})
    assert ada.at(running).post("start").status_code == 200

    def cup(host: Device, title: str) -> str:
        asked = {"title": title, "game": "ticket_to_ride", "size": 2, "rounds": 2, "turn": 0, "level": "random"}
        made: str = host.http.post("/api/events", json=asked).json()["id"]
        return made

    owned, entered = cup(ada, "Autumn Cup"), cup(bob, "Winter League")
    for tournament in (owned, entered):
        for device in (ada, bob, eve):
            assert device.http.post(f"/api/events/{tournament}/join").status_code == 200
    assert ask(ada, name) == 409
    with server.hall.store.write_transaction() as conn:
        conn.execute(organisers.insert().values(event=owned, card=eve.card()["id"], since=1.0))
    plan = ada.http.get("/api/profile/deletion").json()
    assert (plan["games"], plan["finished"], plan["entered"]) == (1, 1, ["Autumn Cup", "Winter League"])
    assert plan["owned"] == [{"id": owned, "title": "Autumn Cup", "next": "Eve"}]
    assert ask(ada, name) == 200
    settled("ratings", lambda: bob.card()["ratings"])
    clock.ahead = 7 * DAY + 1
    settled("deleted", lambda: ada.http.get("/api/card").status_code == 401)  # the server's own scheduler does it

    seat = Seat(server.url, running, None).view()["seats"][0]
    assert (seat["name"], seat["handed"], seat["herald"]) == ("Deleted player", "resigned", "")
    assert play_on([bob.at(running)], 10_000)["status"] == "over"  # a bot plays it to its end
    assert Seat(server.url, over, None, lang="es").view()["seats"][0]["name"] == "Jugador eliminado"
    assert Seat(server.url, over, None, lang="it").view()["seats"][0]["name"] == "Giocatore eliminato"
    history = bob.http.get(f"/api/cards/{bob.card()['id']}/history").json()
    assert [game["others"][0]["name"] for game in history] == ["Deleted player"] * 2
    assert bob.card()["ratings"][0]["games"] == 2
    assert eve.http.get(f"/api/events/{owned}").json()["hosting"]
    lines = {line["name"]: line["gone"] for line in bob.http.get(f"/api/events/{entered}").json()["standings"]}
    assert lines == {"Bob": False, "Eve": False, "a player who left": True}
    left = everything_stored(server.hall.store)
    assert [secret for secret in (id, name, ada.token) if secret.encode() in left] == []


def test_no_tournament_is_ever_left_without_somebody_to_run_it(server: Inside, clock: Clock) -> None:
    """The owner plans a deletion while there is nothing to run, and makes a tournament afterwards."""
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    assert ask(ada, "Ada") == 200
    asked = {"title": "Cup", "game": "ticket_to_ride", "size": 2}
    played, empty = (ada.http.post("/api/events", json=asked).json()["id"] for _ in range(2))
    assert bob.http.post(f"/api/events/{played}/join").status_code == 200
    clock.ahead = 7 * DAY + 1
    settled("deleted", lambda: ada.http.get("/api/card").status_code == 401)
    assert bob.http.get(f"/api/events/{played}").json()["hosting"]
    assert bob.http.get(f"/api/events/{empty}").json()["status"] == "over"
    with server.hall.store.read_transaction() as conn:
        hosts = conn.execute(sa.select(events.c.host).where(events.c.status != "over")).scalars().all()
    assert hosts == [bob.card()["id"]]


def test_too_late_is_too_late(server: Inside, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(hall: object) -> None:
        return

    monkeypatch.setattr(deletion, "delete_due_profiles", wait)
    ada = new_card(server.url)
    assert ask(ada, "Ada") == 200
    clock.ahead = 7 * DAY + 1
    answer = ada.http.delete("/api/profile/deletion")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (422, "too_late")


def test_a_code_says_whose_profile_it_is_and_stays_good(server: Inside) -> None:
    ada = new_card(server.url)
    code = ada.http.post("/api/card/carry").json()["link"].partition("#")[2]
    guest = new_card(server.url, "Bob")
    shown = guest.http.post("/api/profile/peek", json={"code": code}).json()
    assert (shown["name"], shown["device"], shown["herald"]) == ("Ada", "This browser", ada.card()["herald"])
    wrong = guest.http.post("/api/profile/peek", json={"code": "x" * 22})
    assert (wrong.status_code, wrong.json()["reason"]["code"]) == (422, "bad_code")
    assert guest.http.post("/api/card/take", json={"code": code}).status_code == 200
    assert guest.http.post("/api/profile/peek", json={"code": code}).status_code == 422
