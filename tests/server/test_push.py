"""Push: it arrives once a turn, sealed for the browser alone, over days only, and to public addresses only."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from boxcars.server import steady
from boxcars.server.config import Config
from boxcars.server.jobs import notice_delivery
from boxcars.server.profiles import web_push
from boxcars.server.store import turn_notices
from boxcars.server.store.profile_schema import card_devices, push
from boxcars.server.store.schema import facts
from boxcars.server.store.secret_tokens import hash_token
from boxcars.server.store.store import Store
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.receivers import PushService, until

http_ece = pytest.importorskip("http_ece")  # another implementation, to open what ours has sealed
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature  # noqa: E402
from cryptography.hazmat.primitives.hashes import SHA256  # noqa: E402

from boxcars.server.profiles import push_encryption  # noqa: E402

ME = {"kind": "person", "name": "Ada", "mine": True}
DAYS = {"kind": "turns", "turn": 86400, "reserve": 86400}


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(notice_delivery, "UNSEEN", 1.5)
    more = {"limits": False, "private_webhooks": True, "push_contact": "mailto:host@example.org", "sweep": 0.05}
    with Inside(str(tmp_path / "s.sqlite"), **more) as running:
        yield running


def at_once(device: Device) -> None:
    """Each notice goes out by itself, without waiting for others."""
    chosen = {"batch": "each", "remind": "never", "zone": "Europe/Rome", "topics": []}
    assert device.http.put("/api/notices", json=chosen).status_code == 200


def waiting(server: Inside, pace: dict[str, Any], subscription: dict[str, Any] | None = None) -> tuple[Device, str]:
    """A profile whose turn it is in a game against somebody, and who has gone."""
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    for device in (ada, bob):
        at_once(device)
    table = ada.make(seats=[ME], pace=pace)["table"]
    bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"})
    if subscription is not None:
        for device in (ada, bob):
            assert device.http.post("/api/push", json=subscription).status_code == 200
    assert ada.at(table).post("start").status_code == 200
    mine = ada.at(table).view()["actor"] == 0
    return (ada if mine else bob), table


def test_a_push_comes_once_a_turn_and_says_nothing_secret(server: Inside, service: PushService) -> None:
    ada, table = waiting(server, DAYS, service.subscription)
    assert any(device["push"] for device in ada.card()["devices"])
    assert until(lambda: service.got)
    time.sleep(2.0)
    (told,) = service.opened()
    assert told["title"] == "Your turn in Ticket to Ride" and told["body"].startswith("USA")
    assert (told["url"], told["tag"]) == (f"/t/{table}", table)
    headers, body = service.got[0].headers, service.got[0].body
    assert headers["content-encoding"] == "aes128gcm" and headers["topic"] == table and int(headers["ttl"]) > 0
    signed = headers["authorization"].split("t=")[1].split(",")[0].split(".")[1]
    claims = json.loads(urlsafe_b64decode(signed + "=="))
    assert claims["sub"] == "mailto:host@example.org" and claims["aud"].startswith("http://127.0.0.1")
    assert table.encode() not in body and b"Ticket" not in body
    key = httpx.get(f"{server.url}/api/push/key").json()["key"]
    assert len(urlsafe_b64decode(key + "==")) == 65 and f"k={key}" in headers["authorization"]


def test_a_message_is_sealed_as_in_the_example_of_the_rfc() -> None:
    """RFC 8291, section 5."""
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    number = int.from_bytes(push_encryption.decode_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    once, salt = ec.derive_private_key(number, ec.SECP256R1()), push_encryption.decode_base64url("DGv6ra1nlYgDCS1FRnbzlw")
    body = push_encryption.encrypt_message(
        b"When I grow up, I want to be a watermelon", point, "BTBZMqHH6r4Tts7J_aSIgg", salt, once
    )
    assert push_encryption.encode_base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    for wrong in ("", "A" * 87, "x", point[:-2]):
        with pytest.raises(ValueError):
            push_encryption.encrypt_message(b"x", wrong, "BTBZMqHH6r4Tts7J_aSIgg")
    with pytest.raises(ValueError):
        push_encryption.encrypt_message(b"x", point, "AAAA")


def test_the_signature_is_good_for_the_key_that_browsers_are_given() -> None:
    pem = push_encryption.new_key()
    told = push_encryption.authorization_header(pem, "https://push.example.org", "mailto:host@example.org")
    token, key = told.removeprefix("vapid t=").split(",k=")
    signed, _, raw = token.rpartition(".")
    sent = push_encryption.decode_base64url(raw)
    both = encode_dss_signature(int.from_bytes(sent[:32], "big"), int.from_bytes(sent[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push_encryption.decode_base64url(key))
    public.verify(both, signed.encode(), ec.ECDSA(SHA256()))
    assert (
        key == push_encryption.public_key(pem)
        and time.time() < json.loads(push_encryption.decode_base64url(signed.split(".")[1]))["exp"]
    )


def test_live_games_are_silent_and_so_is_whoever_looks(server: Inside, service: PushService) -> None:
    waiting(server, {"kind": "live", "turn": 600, "reserve": 600}, service.subscription)
    looking, table = waiting(server, DAYS)
    with looking.at(table).live() as page:
        page.recv(timeout=5)
        assert looking.http.post("/api/push", json=service.subscription).status_code == 200
        with server.hall.store.write_transaction() as conn:
            doc = turn_notices.read_doc(conn, table)
            assert doc is not None
            turn_notices.schedule_turn(conn, table, doc, steady.time(), told=False)
        time.sleep(2.5)
        assert service.got == []
    assert until(lambda: service.got)  # the page is closed now


def test_a_subscription_that_is_gone_is_shown_as_blocked(server: Inside, service: PushService) -> None:
    service.status = 410
    ada, _ = waiting(server, DAYS, service.subscription)
    assert until(lambda: service.got)
    assert until(lambda: not any(device["push"] for device in ada.card()["devices"]))
    (channel,) = ada.http.get("/api/notices").json()["channels"]
    assert (channel["state"], channel["last_code"], channel["here"]) == ("failed", 410, True)
    assert ada.http.post("/api/push", json=service.subscription).status_code == 200
    assert any(device["push"] for device in ada.card()["devices"])
    assert ada.http.delete("/api/push").status_code == 200
    assert not any(device["push"] for device in ada.card()["devices"])


def test_only_public_addresses_over_https_are_pushed_to(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False, push_contact="mailto:host@example.org") as server:
        ada = new_card(server.url)
        keys = {"p256dh": "A" * 87, "auth": "A" * 22}
        for endpoint in (
            "http://push.example.org/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://10.0.0.7/x",
            "file:///etc/x",
        ):
            answer = ada.http.post("/api/push", json={"endpoint": endpoint, "keys": keys})
            assert answer.status_code == 422, endpoint
        assert (
            httpx.post(f"{server.url}/api/push", json={"endpoint": "https://push.example.org/x", "keys": keys}).status_code == 401
        )


def test_push_is_on_by_default_and_can_be_turned_off(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        with server.hall.store.read_transaction() as conn:  # the key is made at the start
            assert conn.execute(sa.select(facts.c.value).where(facts.c.key == web_push.FACT)).scalar()
        key = httpx.get(f"{server.url}/api/push/key").json()["key"]
        ada = new_card(server.url)
        assert ada.card()["push"] is True and ada.http.get("/api/notices").json()["push_key"] == key
    with Inside(str(tmp_path / "s.sqlite"), limits=False, push=False) as server:
        assert httpx.get(f"{server.url}/api/push/key").status_code == 404
        ada = new_card(server.url)
        assert ada.card()["push"] is False and ada.http.get("/api/notices").json()["push_key"] == ""
        subscription = {"endpoint": "https://push.example.org/x", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}}
        assert ada.http.post("/api/push", json=subscription).status_code == 404


def test_push_services_are_told_whom_to_write_to() -> None:
    assert web_push.contact(Config(push_contact="mailto:host@example.org")) == "mailto:host@example.org"
    assert web_push.contact(Config(public_url="https://boxcars.example")) == "https://boxcars.example"
    assert web_push.contact(Config()).startswith("mailto:")


def test_what_an_earlier_version_stored_becomes_a_channel(tmp_path: Path, service: PushService) -> None:
    database = str(tmp_path / "s.sqlite")
    with Inside(database, limits=False) as server:
        ada = new_card(server.url)
    store = Store(database)
    with store.write_transaction() as conn:
        device = hash_token(ada.token)
        keys = json.dumps(service.subscription["keys"])
        conn.execute(push.insert().values(endpoint="https://push.example.org/old", device=device, keys=keys, failed=0))
        conn.execute(card_devices.update().values(quiet="22-8 Europe/Rome"))
    store.close()
    for _ in range(2):  # the second start finds nothing to do
        with Inside(database, limits=False) as server:
            there = httpx.get(f"{server.url}/api/notices", headers={"Authorization": f"Bearer {ada.token}"}).json()
            assert [(c["kind"], c["state"], c["here"]) for c in there["channels"]] == [("push", "on", True)]
            assert (there["prefs"]["quiet"], there["prefs"]["zone"]) == (["22:00", "08:00"], "Europe/Rome")
            with server.hall.store.read_transaction() as conn:
                assert conn.execute(sa.select(sa.func.count()).select_from(push)).scalar() == 0


def test_the_page_can_be_put_on_a_home_screen(server: Inside) -> None:
    manifest = httpx.get(f"{server.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    told = manifest.json()
    assert told["display"] == "standalone" and told["start_url"] == "/"
    for icon in told["icons"]:
        answer = httpx.get(server.url + icon["src"])
        assert answer.status_code == 200 and answer.headers["content-type"].startswith(icon["type"])
    worker = httpx.get(f"{server.url}/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript") and "no-cache" in worker.headers["cache-control"]
    assert "worker-src 'self'" in worker.headers["content-security-policy"]
    assert 'rel="manifest"' in httpx.get(server.url).text
