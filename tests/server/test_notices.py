"""Turn notices: each kind of channel gets one message a turn, when its owner wants it, and nothing that is secret."""

from __future__ import annotations

import hmac
import json
import socket
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from boxcars.core.chance import Chance, seed_from
from boxcars.core.messages import T
from boxcars.server import steady
from boxcars.server.jobs import notice_delivery, webhooks
from boxcars.server.jobs.notice_message import (
    Item,
    Message,
    discord_request,
    notice_mail,
    push_body,
    slack_request,
)
from boxcars.server.store import notice_channels, notice_queue, outbox
from boxcars.server.store.notice_schema import channels, notices
from boxcars.server.store.notice_times import Prefs
from boxcars.server.store.target_encryption import Target, decrypt_target, encrypt_target
from boxcars.server.table.documents import Doc, Setup
from boxcars.server.table.documents import Seat as SeatDoc
from boxcars.server.table.table import Table, rules_for
from tests.server.cards import new_card
from tests.server.inside import Inside
from tests.server.notice_players import (
    DAY,
    Clock,
    Duel,
    add_web,
    choose,
    gone,
    guests_table,
    shown,
    turn_messages,
)
from tests.server.receivers import Receiver, until
from tests.server.running import Seat
from tests.server.test_cards import everything_stored

ROME = ZoneInfo("Europe/Rome")
KINDS = ("discord", "slack", "ntfy", "web")
PATHS = {"discord": "/discord", "slack": "/slack", "ntfy": "/", "web": "/web"}
QUIET = ("22:00", "08:00")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(notice_delivery, "UNSEEN", 0.0)
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock) -> Iterator[Inside]:
    with Inside(
        str(tmp_path / "s.sqlite"), limits=False, private_webhooks=True, sweep=0.02, public_url="https://boxcars.example"
    ) as running:
        yield running


@pytest.fixture
def duel(server: Inside, receiver: Receiver) -> Duel:
    """A game whose two players are told at /web of each turn at once."""
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device)
        add_web(device, "web", f"{receiver.url}/web")
    return Duel(server, ada, bob)


def settled(server: Inside) -> None:
    """Wait until nothing is due any more."""
    assert until(lambda: not notice_queue.due_channels(server.hall.store, steady.time()))
    time.sleep(0.1)


def unsent(server: Inside) -> list[Any]:
    with server.hall.store.read_transaction() as conn:
        return list(conn.execute(sa.select(notices).where(notices.c.sent.is_(None)).order_by(notices.c.id)).all())


def test_each_kind_gets_one_message_in_the_form_it_takes(server: Inside, receiver: Receiver) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device)
    for kind in KINDS[:3]:
        add_web(ada, kind, f"{receiver.url}/{kind}", "<@80351110224678912>" if kind == "discord" else "")
    key = add_web(bob, "web", f"{receiver.url}/web")["key"]
    game = Duel(server, ada, bob)
    settled(server)
    game.move()  # now each of them was asked once
    settled(server)
    (discord,), (slack,), (ntfy,) = (turn_messages(receiver, PATHS[kind]) for kind in KINDS[:3])
    assert discord["content"].startswith("<@80351110224678912> **Your turn in Ticket to Ride**\nUSA")
    assert discord["allowed_mentions"] == {"parse": [], "users": ["80351110224678912"]}
    assert slack["text"].startswith("Your turn in Ticket to Ride\nUSA") and "You have until" in slack["text"]
    assert (ntfy["topic"], ntfy["title"]) == ("ntfy", "Your turn in Ticket to Ride")
    assert ntfy["click"].endswith(f"/t/{game.table}")
    assert slack["text"].endswith(f"\nhttps://boxcars.example/t/{game.table}")
    signed = [one for one in receiver.at("/web") if b"Your turn" in one.body]
    assert len(signed) == 1
    expected = hmac.digest(key.encode(), signed[0].body, "sha256").hex()
    assert signed[0].headers["x-boxcars-signature"] == f"sha256={expected}"
    told = signed[0].json()
    assert told["notices"][0]["table"] == game.table and told["title"] == "Your turn in Ticket to Ride"
    secrets = [ada.token, bob.token]
    everything = b"".join(one.body + str(one.headers).encode() for one in receiver.got)
    assert not any(secret.encode() in everything for secret in secrets)


def test_what_people_typed_is_text_and_mentions_nobody() -> None:
    name = "<!channel> *x* @everyone [here](https://evil.example)"
    item = Item("turn", "Your turn in Steam", (f"{name} built 3 tiles.",), "https://boxcars.example/t/a_b", "a_b", "Steam")
    message = Message("id", "en", name, (item, item))
    discord = json.loads(discord_request("https://discord.com/x", message, "").body)
    assert discord["allowed_mentions"] == {"parse": [], "users": []}
    assert "\\*x\\*" in discord["content"] and "\\[here\\](" in discord["content"]
    assert "\nhttps://boxcars.example/t/a_b" in discord["content"]
    slack = json.loads(slack_request("https://hooks.slack.com/x", message, "").body)
    assert "&lt;!channel&gt;" in slack["text"] and "<" not in slack["text"]
    mail = notice_mail(message, "Boxcars <n@example.org>", "a@example.org", "https://boxcars.example", "stop")
    page = mail.get_body(("html",))
    assert page is not None and "<!channel>" not in page.get_content() and "&lt;!channel&gt;" in page.get_content()
    long = Message("id", "en", "", tuple([item] * 60))
    assert len(json.loads(discord_request("https://discord.com/x", long, "1" * 18).body)["content"]) <= 2000
    assert len(push_body(long)) < 3900


def test_a_turn_is_told_once_and_withdrawn_when_it_is_over(server: Inside, receiver: Receiver, clock: Clock, duel: Duel) -> None:
    settled(server)
    for _ in range(3):
        duel.move()
        settled(server)
    before = len(turn_messages(receiver, "/web"))
    assert before == 4  # the start, and three turns
    clock.ahead += 3600
    settled(server)
    assert len(turn_messages(receiver, "/web")) == before
    for device in duel.people:
        choose(device, batch="ten")
    duel.move()
    assert [row.topic for row in unsent(server)] == ["turn"]
    duel.move()  # done before ten minutes were over
    duel.move()
    assert len(unsent(server)) == 1
    clock.ahead += 700
    settled(server)
    assert len(turn_messages(receiver, "/web")) == before + 1 and unsent(server) == []


def test_several_games_make_one_message(server: Inside, receiver: Receiver, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    choose(ada, batch="ten")
    add_web(ada, "slack", f"{receiver.url}/slack")
    games = [Duel(server, ada, bob) for _ in range(3)]
    for game in games:
        if game.actor is bob:
            game.move()
    assert len(unsent(server)) == 3
    clock.ahead += 700
    settled(server)
    (told,) = turn_messages(receiver, "/slack")
    assert told["text"].startswith("It's your turn in 3 games\n")
    assert all(f"/t/{game.table}" in told["text"] for game in games)


def test_nobody_is_told_while_a_page_of_theirs_is_open(
    server: Inside, receiver: Receiver, duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(server)
    before = len(turn_messages(receiver, "/web"))
    monkeypatch.setattr(notice_delivery, "UNSEEN", 1.0)
    other = next(device for device in duel.people if device is not duel.actor)
    with other.at(duel.table).live() as page:
        page.recv(timeout=5)
        duel.move()
        time.sleep(2.0)
        assert len(turn_messages(receiver, "/web")) == before
    assert until(lambda: len(turn_messages(receiver, "/web")) == before + 1)


def at_rome(*when: int) -> float:
    return datetime(*when, tzinfo=ROME).timestamp()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "turn", "sent"),
    [
        ((2027, 1, 14, 23, 0), 2 * DAY, (2027, 1, 15, 8, 0)),
        ((2027, 1, 14, 23, 0), 8 * 3600, (2027, 1, 14, 23, 0)),  # time runs out at 7: at once
        ((2027, 3, 27, 23, 0), 2 * DAY, (2027, 3, 28, 8, 0)),  # the clocks go forward in that night
        ((2027, 10, 30, 23, 0), 2 * DAY, (2027, 10, 31, 8, 0)),  # and back
        ((2027, 1, 14, 12, 0), 2 * DAY, (2027, 1, 14, 12, 0)),
    ],
)
def test_quiet_hours_hold_messages_up_but_not_beyond_the_deadline(
    server: Inside, receiver: Receiver, clock: Clock, asked: tuple[int, ...], turn: int, sent: tuple[int, ...]
) -> None:
    clock.set(at_rome(*asked))
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device, quiet=QUIET)
        add_web(device, "web", f"{receiver.url}/web")
    Duel(server, ada, bob, {"kind": "turns", "turn": turn, "reserve": 0})
    if sent != asked:
        settled(server)
        assert turn_messages(receiver, "/web") == []
        clock.set(at_rome(*sent) - 20)
        settled(server)
        assert turn_messages(receiver, "/web") == []
        clock.set(at_rome(*sent) + 1)
    assert until(lambda: len(turn_messages(receiver, "/web")) == 1)


def test_a_reminder_comes_before_time_runs_out_and_a_muted_game_sends_nothing_else(
    server: Inside, receiver: Receiver, clock: Clock
) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device, remind="quarter")
        add_web(device, "slack", f"{receiver.url}/slack")
    game = Duel(server, ada, bob)
    for device in (ada, bob):
        assert device.http.put(f"/api/notices/mutes/{game.table}").json()["games"][0]["muted"] is True
    settled(server)
    begun = len(turn_messages(receiver, "/slack"))
    game.move()
    settled(server)
    assert len(turn_messages(receiver, "/slack")) == begun
    clock.ahead += 1.5 * DAY - 60
    settled(server)
    assert len(turn_messages(receiver, "/slack")) == begun
    clock.ahead += 120
    assert until(lambda: len(turn_messages(receiver, "/slack")) == begun + 1)
    assert turn_messages(receiver, "/slack")[-1]["text"].startswith("Your time is running out in Ticket to Ride")
    clock.ahead += 3600
    settled(server)
    assert len(turn_messages(receiver, "/slack")) == begun + 1
    game.move()
    assert ada.http.delete(f"/api/notices/mutes/{game.table}").json()["games"][0]["muted"] is False
    assert ada.http.put("/api/notices/mutes/nosuchtable").status_code == 403


def test_what_fails_is_tried_again_and_a_dead_channel_is_turned_off(
    server: Inside, receiver: Receiver, clock: Clock, duel: Duel
) -> None:
    settled(server)
    receiver.status = 500
    before = len(turn_messages(receiver, "/web"))
    duel.move()
    waits = [*notice_queue.BACKOFF]
    for n, wait in enumerate(waits, 1):
        assert until(lambda n=n: len(turn_messages(receiver, "/web")) == before + n)
        assert until(lambda: shown(duel.actor)["channels"][0]["tries"] >= 1)
        (channel,) = shown(duel.actor)["channels"]
        assert (channel["state"], channel["last_code"], channel["tries"]) == ("on", 500, n)
        assert abs(channel["retry_in"] - wait) < 30
        clock.ahead += wait - 40
        settled(server)
        assert len(turn_messages(receiver, "/web")) == before + n
        clock.ahead += 45
    assert until(lambda: shown(duel.actor)["channels"][0]["failures"] == len(waits) + 1)
    ids = {told["id"] for told in turn_messages(receiver, "/web")[before:]}
    assert len(ids) == 1 and unsent(server) == []  # the same message each time; then it is given up
    for device in duel.people:
        choose(device)
    for _ in range(4):
        duel.move()
        duel.move()
        settled(server)
        clock.ahead += 15000
        settled(server)
    states = {shown(device)["channels"][0]["state"] for device in duel.people}
    assert "failed" in states
    off = next(device for device in duel.people if shown(device)["channels"][0]["state"] == "failed")
    receiver.status = 200
    id = shown(off)["channels"][0]["id"]
    assert off.http.patch(f"/api/notices/channels/{id}", json={"on": True}).json()["channels"][0]["failures"] == 0


def test_an_answer_that_comes_late_holds_up_nobody(
    server: Inside, receiver: Receiver, duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(server)
    monkeypatch.setattr(notice_delivery, "LIMIT", 1.0)
    receiver.pause = 3.0
    arrived = len(receiver.got)
    duel.move()
    assert until(lambda: len(receiver.got) > arrived)  # it waits for the answer now
    begun = time.monotonic()
    for _ in range(5):
        duel.move()
    assert time.monotonic() - begun < 30
    assert until(lambda: any(shown(device)["channels"][0]["last_code"] == 0 for device in duel.people))


@pytest.mark.parametrize(
    "target",
    [
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://inside.example/x",
        "http://93.184.216.34/x",
        "https://user@93.184.216.34/x",
        "file:///etc/passwd",
    ],
)
def test_an_address_inside_is_refused_when_it_is_added(tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def resolve(host: Any, *more: Any, **named: Any) -> Any:
        if host == "inside.example":
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.5", 0))]
        return real(host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        answer = ada.http.post("/api/notices/try", json={"kind": "web", "target": target})
        assert answer.status_code == 422 or answer.json() == {"code": -1, "seconds": 0.0, "proof": "", "key": ""}
        added = ada.http.post("/api/notices/channels", json={"kind": "web", "target": target, "proof": "9999999999.x"})
        assert added.status_code == 422 and shown(ada)["channels"] == []


def test_an_address_that_leads_inside_later_is_refused_when_a_notice_is_sent(server: Inside, receiver: Receiver) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device)
        add_web(device, "web", f"{receiver.url}/web")
    arrived = len(receiver.got)
    server.gate.config.private_webhooks = False
    game = Duel(server, ada, bob)
    assert until(lambda: shown(game.actor)["channels"][0]["last_code"] == -1)
    assert len(receiver.got) == arrived


def test_a_redirect_is_not_followed(server: Inside, receiver: Receiver) -> None:
    ada = new_card(server.url)
    receiver.status, receiver.location = 302, f"{receiver.url}/elsewhere"
    answer = ada.http.post("/api/notices/try", json={"kind": "web", "target": f"{receiver.url}/web"}).json()
    assert (answer["code"], answer["proof"]) == (302, "") and receiver.at("/elsewhere") == []
    assert ada.http.post("/api/notices/channels", json={"kind": "web", "target": f"{receiver.url}/web"}).status_code == 422


def test_only_webhooks_of_the_service_are_taken_for_one(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        for kind, target in (
            ("discord", "https://example.org/api/webhooks/1/x"),
            ("discord", "https://discord.com.example.org/api/webhooks/1/x"),
            ("slack", "https://slack.example.org/services/x"),
            ("ntfy", "https://ntfy.sh/"),
        ):
            answer = ada.http.post("/api/notices/try", json={"kind": kind, "target": target})
            assert (answer.status_code, answer.json()["reason"]["code"]) == (422, "bad_address"), target


def test_tests_and_channels_are_limited(server: Inside, receiver: Receiver, clock: Clock) -> None:
    ada = new_card(server.url)
    asked = {"kind": "web", "target": f"{receiver.url}/web"}
    answers = [ada.http.post("/api/notices/try", json=asked) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 422]
    assert answers[3].json()["reason"]["code"] == "too_many"
    clock.ahead += 601
    assert ada.http.post("/api/notices/try", json=asked).status_code == 200
    for n in range(notice_channels.HOST_TESTS - 4):  # other people and the same host
        if n % 3 == 0:
            someone = new_card(server.url, f"P{n}")
        assert someone.http.post("/api/notices/try", json=asked).status_code == 200
    last = new_card(server.url, "Last")
    assert last.http.post("/api/notices/try", json=asked).json()["reason"]["code"] == "too_many"
    clock.ahead += DAY
    eve = new_card(server.url, "Eve")
    for n in range(notice_channels.MOST_CHANNELS):
        clock.ahead += 601
        add_web(eve, "web", f"{receiver.url}/{n}")
    clock.ahead += 601
    tried = eve.http.post("/api/notices/try", json={"kind": "web", "target": f"{receiver.url}/x"}).json()
    added = eve.http.post("/api/notices/channels", json={"kind": "web", "target": f"{receiver.url}/x", "proof": tried["proof"]})
    assert added.json()["reason"]["code"] == "too_many" and shown(eve)["room"] == 0


def test_a_target_is_stored_encrypted_and_shown_masked(server: Inside, receiver: Receiver) -> None:
    ada = new_card(server.url)
    secret = f"{receiver.url}/services/T0123/verysecretkey"
    add_web(ada, "slack", secret)
    store = server.hall.store
    stored = everything_stored(store)
    assert b"verysecretkey" not in stored and b"T0123" not in stored
    told = shown(ada)["channels"][0]
    assert told["label"] == f"{receiver.url}/…key" and "verysecret" not in str(told)
    with store.read_transaction() as conn:
        data = bytes(conn.execute(sa.select(channels.c.target)).scalar_one())
    assert decrypt_target(store, data) == Target(secret)
    assert decrypt_target(store, data[:-1] + b"x") is None  # changed
    store.notice_key = "another"
    assert decrypt_target(store, data) is None
    store.notice_key = ""
    assert encrypt_target(store, Target(secret)) != encrypt_target(store, Target(secret))


def test_nobody_reaches_the_channels_of_somebody_else(server: Inside, receiver: Receiver) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    add_web(ada, "web", f"{receiver.url}/web")
    id = shown(ada)["channels"][0]["id"]
    one, none = f"/api/notices/channels/{id}", "/api/notices/channels/none"
    requests: list[tuple[str, str, Any]] = [
        ("PATCH", "", {"on": False}),
        ("DELETE", "", None),
        ("POST", "/test", None),
        ("POST", "/again", None),
    ]
    for method, what, body in requests:
        answers = [bob.http.request(method, path + what, json=body) for path in (one, none)]
        assert answers[0].status_code == 403 and answers[0].content == answers[1].content
    assert shown(bob)["channels"] == [] and len(shown(ada)["channels"]) == 1
    game = Duel(server, ada, bob)
    mine = bob.at(game.table)
    assert mine.http.get(f"/api/notices?table={game.table}").json()["channels"] == []  # a profile's seat: the profile's own
    stranger = Seat(server.url, game.table, None)
    assert stranger.http.get(f"/api/notices?table={game.table}").status_code == 403
    assert stranger.http.get("/api/notices").status_code == 401


def test_a_guests_seat_has_channels_of_its_own_until_the_game_ends(server: Inside, receiver: Receiver, clock: Clock) -> None:
    seats = guests_table(server)
    table = seats[0].table
    for n, seat in enumerate(seats):
        chosen = {"batch": "each", "remind": "never", "zone": "Europe/Rome", "topics": ["ended"]}
        assert seat.http.put(f"/api/notices?table={table}", json=chosen).json()["guest"] is True
        tried = seat.http.post(f"/api/notices/try?table={table}", json={"kind": "web", "target": f"{receiver.url}/{n}"}).json()
        asked = {"kind": "web", "target": f"{receiver.url}/{n}", "proof": tried["proof"]}
        assert seat.http.post(f"/api/notices/channels?table={table}", json=asked).status_code == 200
        assert seats[1 - n].http.post(f"/api/notices/channels?table={table}", json=asked).status_code == 422  # another's proof
    assert len(shown(seats[0], table)["channels"]) == 1 and shown(seats[0], table)["games"] == []
    actor = seats[0].get("legal").json()["actor"]
    while (seen := seats[actor].get("legal").json())["actor"] == actor:
        assert seats[actor].act(seen).status_code == 200
    assert until(lambda: len(turn_messages(receiver, f"/{1 - actor}")) == 1)
    with server.hall.store.write_transaction() as conn:  # as when the game is over
        from boxcars.server.store.schema import tables

        conn.execute(tables.update().where(tables.c.id == table).values(status="over"))
    notice_queue.clean_up(server.hall.store, steady.time())
    with server.hall.store.read_transaction() as conn:
        assert conn.execute(sa.select(sa.func.count()).select_from(channels)).scalar() == 0


def test_a_guests_channels_go_when_the_seat_is_brought_to_a_profile(server: Inside, receiver: Receiver) -> None:
    seats = guests_table(server)
    table = seats[0].table
    tried = seats[0].http.post(f"/api/notices/try?table={table}", json={"kind": "web", "target": f"{receiver.url}/g"}).json()
    asked = {"kind": "web", "target": f"{receiver.url}/g", "proof": tried["proof"]}
    assert seats[0].http.post(f"/api/notices/channels?table={table}", json=asked).status_code == 200
    ada = new_card(server.url)
    assert ada.http.post("/api/card/seats", json={"seats": [{"table": table, "token": seats[0].token}]}).json()["taken"] == [
        table
    ]
    with server.hall.store.read_transaction() as conn:
        assert conn.execute(sa.select(sa.func.count()).select_from(channels)).scalar() == 0
    assert seats[0].http.get(f"/api/notices?table={table}").status_code == 403


def test_a_claim_of_a_killed_server_runs_out_and_the_message_keeps_its_id(server: Inside, duel: Duel, receiver: Receiver) -> None:
    settled(server)
    store = server.hall.store
    server.run(stopped(server))
    duel.move()
    (row,) = unsent(server)
    now = steady.time()
    batch = notice_queue.claim_batch(store, row.channel, now)
    assert batch is not None and notice_queue.claim_batch(store, row.channel, now) is None  # another server stays away
    assert notice_queue.due_channels(store, now) == []
    later = now + notice_queue.LEASE + 1
    again = notice_queue.claim_batch(store, row.channel, later)
    assert again is not None and again.id == batch.id and [n.key for n in again.notices] == [n.key for n in batch.notices]


async def stopped(server: Inside) -> None:
    """The server sends nothing any more."""

    async def send_nothing() -> int:
        return 0

    server.gate.app.state.notices.send_due = send_nothing


def test_pausing_stops_everything_and_ends(server: Inside, receiver: Receiver, duel: Duel) -> None:
    settled(server)
    before = len(turn_messages(receiver, "/web"))
    for device in duel.people:
        choose(device, paused=True)
    duel.move()
    settled(server)
    assert len(turn_messages(receiver, "/web")) == before and unsent(server) == []
    for device in duel.people:
        choose(device)
    duel.move()
    assert until(lambda: len(turn_messages(receiver, "/web")) == before + 1)


def test_votes_chat_and_the_end_are_told_to_those_who_want_it(server: Inside, receiver: Receiver) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device, path in ((ada, "/ada"), (bob, "/bob")):
        choose(device, topics=["votes", "chat", "ended"])
        add_web(device, "slack", receiver.url + path)
    game = Duel(server, ada, bob)
    assert ada.at(game.table).post("chat", text="My secret plan").status_code == 200
    gone(server)
    assert until(lambda: any("wrote in the chat" in told["text"] for told in turn_messages(receiver, "/bob")))
    assert ada.at(game.table).post("abandon").status_code == 200
    gone(server)
    assert until(lambda: any("proposes to end the game" in told["text"] for told in turn_messages(receiver, "/bob")))
    assert not any(b"secret plan" in one.body for one in receiver.got)
    assert not any("wrote in the chat" in told["text"] for told in turn_messages(receiver, "/ada"))


def test_a_notice_says_the_same_in_worlds_that_a_spectator_cannot_tell_apart(server: Inside) -> None:
    """A message may be read by anybody in a room: what a seat holds in secret does not change it."""
    sender = server.gate.app.state.notices
    compared = 0
    for game in ("ticket_to_ride", "silverton", "spike"):
        rules = rules_for(game, None, 3, {})
        state = rules.start(Chance(seed_from(f"notices {game}")))
        for _ in range(12):
            rules.apply(state, rules.legal(state)[0])
        worlds = [rules.imagine(state, None, seed_from(f"{game} {n}")) for n in range(2)]
        assert rules.actor(worlds[0]) == rules.actor(worlds[1])
        said = []
        for world in worlds:
            seats = [SeatDoc(kind="person", name=f"P{i}") for i in range(3)]
            doc = Doc(status="playing", seats=seats, actor=rules.actor(world), since=1e9, turn_began=2)
            setup = Setup(game=game, map=rules.map, players=3, options=rules.options, seed="5eed" * 16)
            table = Table("x", setup, rules, doc, world, 2, rules.version, 0.0, 0.0)
            said.append(server.run(sender.word_turn("en", Prefs(), "turn", table)))
        compared += rules.write(worlds[0]) != rules.write(worlds[1])
        assert said[0] == said[1] and said[0].lines[0]
    assert compared >= 2


def test_a_planned_deletion_is_told_at_once_and_on_the_day_before(server: Inside, receiver: Receiver, clock: Clock) -> None:
    ada = new_card(server.url)
    choose(ada)
    add_web(ada, "slack", f"{receiver.url}/slack")

    def told() -> list[str]:
        return [one["text"].partition("\n")[0] for one in turn_messages(receiver, "/slack")]

    planned, tomorrow = "Your profile will be deleted in 7 days", "Your profile will be deleted tomorrow"
    assert ada.http.put("/api/profile/deletion", json={"name": "Ada"}).status_code == 200
    assert until(lambda: told() == [planned])
    assert ada.http.delete("/api/profile/deletion").status_code == 200
    assert unsent(server) == []  # kept: nothing is said on the day before
    assert ada.http.put("/api/profile/deletion", json={"name": "Ada"}).status_code == 200
    assert until(lambda: told() == [planned, planned])
    clock.ahead += 6 * DAY + 10
    assert until(lambda: told() == [planned, planned, tomorrow])


def test_live_games_never_send(server: Inside, receiver: Receiver) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device, topics=["votes", "chat", "ended"])
        add_web(device, "slack", f"{receiver.url}/slack")
    game = Duel(server, ada, bob, {"kind": "live", "turn": 600, "reserve": 600})
    game.move()
    assert ada.at(game.table).post("chat", text="Hello").status_code == 200
    settled(server)
    assert turn_messages(receiver, "/slack") == [] and unsent(server) == []


def test_a_sent_test_shows_as_the_last_delivery(server: Inside, receiver: Receiver) -> None:
    ada = new_card(server.url)
    add_web(ada, "web", f"{receiver.url}/web")
    id = shown(ada)["channels"][0]["id"]
    receiver.status = 404
    assert ada.http.post(f"/api/notices/channels/{id}/test").json()["code"] == 404
    assert (shown(ada)["channels"][0]["last_code"], shown(ada)["channels"][0]["state"]) == (404, "on")
    receiver.status = 204
    assert ada.http.post(f"/api/notices/channels/{id}/test").json()["code"] == 204
    assert shown(ada)["channels"][0]["last_code"] == 204


def test_names_that_mean_machines_inside_may_not_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    from boxcars.server.config import Config

    answers = {"out.example": ["93.184.216.34"], "in.example": ["10.0.0.1"], "both.example": ["93.184.216.34", "10.0.0.1"]}

    def resolve(host: str, *_: Any, **__: Any) -> Any:
        if host not in answers:
            raise socket.gaierror("no such name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in answers[host]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    reached = {host: webhooks.may_be_reached(f"https://{host}/x", Config()) for host in (*answers, "nowhere.example")}
    assert reached == {"out.example": True, "in.example": False, "both.example": False, "nowhere.example": True}


def test_what_others_announce_goes_out_at_its_time(server: Inside, receiver: Receiver, clock: Clock) -> None:
    ada = new_card(server.url)
    choose(ada, topics=["tournaments"])
    add_web(ada, "slack", f"{receiver.url}/slack")
    owner, now = outbox.profile_owner(ada.card()["id"]), steady.time()
    with server.hall.store.write_transaction() as conn:
        title = T("{who} invites you", who="Carla")
        outbox.enqueue_notice(conn, owner, "tournament", key="x", at=now + 500, title=title, path="/tournaments/x", now=now)
        outbox.enqueue_notice(conn, owner, "invitation", key="x", title=title, now=now)
    settled(server)
    assert turn_messages(receiver, "/slack") == [] and len(unsent(server)) == 1
    clock.ahead += 501
    assert until(lambda: len(turn_messages(receiver, "/slack")) == 1)
    assert turn_messages(receiver, "/slack")[0]["text"].endswith("/tournaments/x")
