"""E-mail: nobody gets a second message without a press, everybody can stop it, and an address is nobody's business."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from boxcars.server import steady
from boxcars.server.jobs import notice_delivery
from boxcars.server.jobs.mail import read_mail_server
from boxcars.server.store import notice_queue
from boxcars.server.store.notice_schema import refused_addresses
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.notice_players import DAY, Clock, Duel, choose, guests_table, shown
from tests.server.receivers import Mailbox, text_of, until
from tests.server.test_cards import everything_stored

BASE = "https://boxcars.example"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    running = Mailbox()
    yield running
    running.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(notice_delivery, "UNSEEN", 0.0)
    return Clock(monkeypatch)


@pytest.fixture
def server(tmp_path: Path, clock: Clock, mailbox: Mailbox) -> Iterator[Inside]:
    more = {"mail_server": mailbox.url, "mail_from": "Boxcars <notices@boxcars.example>", "public_url": BASE}
    with Inside(str(tmp_path / "s.sqlite"), limits=False, sweep=0.02, **more) as running:
        yield running


def add(device: Device, address: str) -> httpx.Response:
    return device.http.post("/api/notices/channels", json={"kind": "mail", "target": address})


def link_of(mail: EmailMessage, page: str) -> str:
    """The token in a link of an e-mail."""
    found = re.search(rf"{re.escape(BASE)}/mail/{page}#(\S+)", text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


def confirmed(server: Inside, device: Device, mailbox: Mailbox, address: str) -> None:
    """A confirmed address; the mailbox is empty again."""
    choose(device)
    assert add(device, address).status_code == 200
    assert until(lambda: len(mailbox.got) == 1)
    token = link_of(mailbox.got.pop(), "confirm")
    assert httpx.post(f"{server.url}/api/mail/confirm", json={"token": token, "yes": True}).status_code == 200
    mailbox.to.clear()


def settled(server: Inside) -> None:
    assert until(lambda: not notice_queue.due_channels(server.hall.store, steady.time()))


def test_no_second_mail_without_the_press(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        choose(device)
        assert add(device, "Ann@Example.org").json() == {}
    assert until(lambda: len(mailbox.got) == 2)
    asks = mailbox.got[0]
    assert asks["To"] == "ann@example.org" and asks["From"] == "Boxcars <notices@boxcars.example>"
    assert "Ada asked Boxcars at boxcars.example" in text_of(asks) or "Bob asked" in text_of(asks)
    game = Duel(server, ada, bob)
    for _ in range(2):
        game.move()
    clock.ahead += 3600
    settled(server)
    assert len(mailbox.got) == 2
    (channel,) = shown(ada)["channels"]
    assert (channel["state"], channel["label"]) == ("waiting", "a•••@example.org")
    token = link_of(asks, "confirm")
    for _ in range(2):  # fetched alone, as programs do that look behind links
        told = httpx.get(f"{server.url}/api/mail/confirm?t={token}")
        assert told.status_code == 200 and told.json()["address"] == "a•••@example.org"
        assert httpx.get(f"{server.url}/mail/confirm").status_code == 200
    assert {shown(device)["channels"][0]["state"] for device in (ada, bob)} == {"waiting"}
    answer = {"token": token, "yes": True}
    assert httpx.post(f"{server.url}/api/mail/confirm", json=answer).status_code == 200
    assert httpx.post(f"{server.url}/api/mail/confirm", json=answer).status_code == 404  # once
    assert sorted(shown(device)["channels"][0]["state"] for device in (ada, bob)) == ["on", "waiting"]
    asked = next(device for device in (ada, bob) if shown(device)["channels"][0]["state"] == "on")
    game.move()
    if game.actor is not asked:
        game.move()
    assert until(lambda: len(mailbox.got) == 3)
    mail = mailbox.got[2]
    assert mail["Subject"] == "Your turn in Ticket to Ride" and f"{BASE}/t/{game.table}" in text_of(mail)
    assert mail["Message-ID"].endswith("@boxcars.example>") and mail["Auto-Submitted"] == "auto-generated"
    secrets = (ada.token, bob.token)
    assert not any(secret in str(sent) for secret in secrets for sent in mailbox.got)


def test_a_link_works_for_a_day(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada = new_card(server.url)
    add(ada, "ann@example.org")
    assert until(lambda: mailbox.got)
    token = link_of(mailbox.got[0], "confirm")
    clock.ahead += DAY + 1
    assert httpx.get(f"{server.url}/api/mail/confirm?t={token}").status_code == 404
    assert httpx.post(f"{server.url}/api/mail/confirm", json={"token": token, "yes": True}).status_code == 404
    assert shown(ada)["channels"][0]["state"] == "waiting"
    id = shown(ada)["channels"][0]["id"]
    assert ada.http.post(f"/api/notices/channels/{id}/again").status_code == 200
    assert until(lambda: len(mailbox.got) == 2)
    token = link_of(mailbox.got[1], "confirm")
    assert httpx.post(f"{server.url}/api/mail/confirm", json={"token": token, "yes": True}).status_code == 200


def test_no_means_never_for_everybody_and_nobody_learns_of_it(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    first = add(ada, "ann@example.org")
    assert until(lambda: mailbox.got)
    token = link_of(mailbox.got[0], "confirm")
    assert httpx.post(f"{server.url}/api/mail/confirm", json={"token": token, "yes": False}).status_code == 200
    assert shown(ada)["channels"] == []
    refused, free = add(bob, "ANN@example.org"), add(bob, "someone.else@example.org")
    assert (first.status_code, first.content) == (refused.status_code, refused.content) == (free.status_code, free.content)
    assert [c["state"] for c in shown(bob)["channels"]] == ["waiting", "waiting"]
    assert until(lambda: len(mailbox.got) == 2)
    settled(server)
    assert mailbox.to == ["ann@example.org", "someone.else@example.org"]
    with server.hall.store.read_transaction() as conn:
        assert conn.execute(sa.select(sa.func.count()).select_from(refused_addresses)).scalar() == 1
    assert b"ann@example.org" not in everything_stored(server.hall.store).lower()


def test_an_address_and_a_sender_get_three_a_day(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    senders = [new_card(server.url, f"P{n}") for n in range(5)]
    answers = [add(sender, "ann@example.org") for sender in senders]
    assert {(answer.status_code, answer.content) for answer in answers} == {(200, b"{}")}
    assert until(lambda: len(mailbox.got) == 3)
    settled(server)
    assert len(mailbox.got) == 3
    eve = new_card(server.url, "Eve")
    codes = [add(eve, f"someone{n}@example.org").status_code for n in range(4)]
    assert codes == [200, 200, 200, 422]
    clock.ahead += DAY + 1
    assert add(eve, "someone4@example.org").status_code == 200


def test_one_post_unsubscribes_without_a_sign_in_and_can_be_undone(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    confirmed(server, ada, mailbox, "ann@example.org")
    game = Duel(server, ada, bob)
    if game.actor is bob:
        game.move()
    assert until(lambda: mailbox.got)
    mail = mailbox.got.pop()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = mail["List-Unsubscribe"].strip("<>").replace(BASE, server.url)
    assert httpx.get(address).status_code in (404, 405)  # fetched, it does nothing
    assert shown(ada)["channels"][0]["state"] == "on"
    form = {"content": b"List-Unsubscribe=One-Click", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    for _ in range(2):
        answer = httpx.post(address, **form)  # type: ignore[arg-type]
        assert (answer.status_code, answer.json()) == (200, {"on": False})
    assert shown(ada)["channels"][0]["state"] == "off"
    for _ in range(2):
        game.move()
    clock.ahead += 3600
    settled(server)
    assert mailbox.got == []
    token = link_of(mail, "stop")
    assert httpx.post(f"{server.url}/api/mail/resume?t={token}").json() == {"on": True}
    for _ in range(2):
        game.move()
    assert until(lambda: len(mailbox.got) == 1)
    table = re.search(r"/mail/mute#(\S+)", text_of(mail))
    assert table is not None
    stop, _, muted = table[1].rpartition(".")
    assert muted == game.table
    assert httpx.post(f"{server.url}/api/mail/mute", json={"token": stop, "table": muted}).status_code == 200
    assert shown(ada)["games"][0]["muted"] is True
    for wrong in (token[:-1] + "x", "x", "", f"{token.partition('.')[0]}."):
        assert httpx.post(f"{server.url}/api/mail/stop?t={wrong}").status_code == 404
    id = shown(ada)["channels"][0]["id"]
    assert ada.http.delete(f"/api/notices/channels/{id}").status_code == 200
    assert httpx.post(f"{server.url}/api/mail/stop?t={token}").json() == {"on": False}  # it never expires


def test_three_refusals_of_a_mail_server_turn_the_address_off(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    confirmed(server, ada, mailbox, "ann@example.org")
    mailbox.refuse = 550
    game = Duel(server, ada, bob)
    if game.actor is bob:
        game.move()
    for n in range(1, 4):
        assert until(lambda n=n: shown(ada)["channels"][0]["failures"] == n)
        clock.ahead += 1000
    (channel,) = shown(ada)["channels"]
    assert (channel["state"], channel["last_code"]) == ("bounced", 550)


def test_a_mail_server_that_is_away_is_no_fault_of_the_address(server: Inside, mailbox: Mailbox, clock: Clock) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    confirmed(server, ada, mailbox, "ann@example.org")
    mailbox.refuse = 451
    game = Duel(server, ada, bob)
    if game.actor is bob:
        game.move()
    for n in range(1, 4):
        assert until(lambda n=n: shown(ada)["channels"][0]["failures"] == n)
        clock.ahead += 1000
    assert shown(ada)["channels"][0]["state"] == "on"
    mailbox.refuse = 0
    clock.ahead += 4000
    assert until(lambda: len(mailbox.got) == 1)


def test_a_guest_is_told_by_mail_at_a_seat(server: Inside, mailbox: Mailbox) -> None:
    seats = guests_table(server)
    asked = {"kind": "mail", "target": "guest@example.org"}
    assert seats[0].http.post(f"/api/notices/channels?table={seats[0].table}", json=asked).json() == {}
    assert until(lambda: mailbox.got)
    assert "P0 asked Boxcars" in text_of(mailbox.got[0])


def test_without_a_mail_server_there_is_no_mail(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "t.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        assert shown(ada)["mail"] is False
        assert add(ada, "ann@example.org").json()["reason"]["code"] == "no_mail"


def test_what_is_no_address_is_refused(server: Inside) -> None:
    ada = new_card(server.url)
    for wrong in ("ann", "ann@", "@example.org", "ann@example", "a b@example.org", "ann@example.org\nBcc: x@y.zz", "<a@b.cc>"):
        answer = add(ada, wrong)
        assert answer.status_code in (400, 422), wrong
    assert shown(ada)["channels"] == []


def test_settings_of_the_mail_server_are_read_at_the_start() -> None:
    read = read_mail_server("smtps://ann%40example.org:p%2Fw@mail.example.org", "Boxcars <n@example.org>")
    assert (read.host, read.port, read.security) == ("mail.example.org", 465, "tls")
    assert (read.user, read.password, read.sender) == ("ann@example.org", "p/w", "Boxcars <n@example.org>")
    assert read_mail_server("smtp://mail.example.org", "n@example.org").port == 587
    for url, sender in (("mail.example.org", "n@example.org"), ("https://x", "n@example.org"), ("smtps://x", "nobody")):
        with pytest.raises(ValueError):
            read_mail_server(url, sender)
