"""Push: it arrives once a turn, sealed for the browser alone, over days only, and to public addresses only."""

from __future__ import annotations

import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from boxcars.server.profiles import web_push
from boxcars.server.table import clocks
from tests.server.cards import Device, new_card
from tests.server.inside import Inside

http_ece = pytest.importorskip("http_ece")  # another implementation, to open what ours has sealed
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature  # noqa: E402
from cryptography.hazmat.primitives.hashes import SHA256  # noqa: E402
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: E402

from boxcars.server.profiles import push_encryption  # noqa: E402

ME = {"kind": "person", "name": "Ada", "mine": True}
DAYS = {"kind": "turns", "turn": 86400, "reserve": 86400}


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """A push service, and the browser behind it that can open what it is sent."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"http://127.0.0.1:{self.http.server_address[1]}/push/abc"
        return {"endpoint": endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)}}

    def opened(self) -> list[dict[str, Any]]:
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))
            for _, body in self.got
        ]


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.http.shutdown()
    running.http.server_close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(clocks, "UNSEEN", 1.5)
    more = {"limits": False, "private_webhooks": True, "push_contact": "mailto:host@example.org", "sweep": 0.05}
    with Inside(str(tmp_path / "s.sqlite"), **more) as running:
        yield running


def waiting(server: Inside, pace: dict[str, Any]) -> tuple[Device, str]:
    """A card whose move it is in a game against somebody, and who has gone."""
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    table = ada.make(seats=[ME], pace=pace)["table"]
    bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"})
    assert ada.at(table).post("start").status_code == 200
    mine = ada.at(table).view()["actor"] == 0
    return (ada if mine else bob), table


def until(true: Any, seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


def test_a_push_comes_once_a_turn_and_says_nothing_secret(server: Inside, service: PushService) -> None:
    ada, table = waiting(server, DAYS)
    assert ada.http.post("/api/push", json=service.subscription).status_code == 200
    assert any(device["push"] for device in ada.card()["devices"])
    assert until(lambda: service.got)
    time.sleep(2.5)
    told = service.opened()
    assert told == [{"table": table, "game": "Ticket to Ride", "map": "USA", "url": f"/t/{table}"}]
    headers, body = service.got[0]
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
    ada, _ = waiting(server, {"kind": "live", "turn": 600, "reserve": 600})
    ada.http.post("/api/push", json=service.subscription)
    looking, table = waiting(server, DAYS)
    looking.http.post("/api/push", json={**service.subscription, "endpoint": service.subscription["endpoint"] + "2"})
    with looking.at(table).live() as page:
        page.recv(timeout=5)
        time.sleep(3)
        assert service.got == []
    assert until(lambda: service.got)  # the page is closed now


def test_a_subscription_that_is_gone_is_forgotten(server: Inside, service: PushService) -> None:
    service.status = 410
    ada, _ = waiting(server, DAYS)
    ada.http.post("/api/push", json=service.subscription)
    assert until(lambda: service.got)
    assert until(lambda: not any(device["push"] for device in ada.card()["devices"]))
    assert ada.http.post("/api/push", json=service.subscription).status_code == 200
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


def test_without_a_contact_there_is_no_push(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        assert httpx.get(f"{server.url}/api/push/key").status_code == 404
        assert new_card(server.url).card()["push"] is False


def test_quiet_hours_are_quiet_and_end() -> None:
    rome = ZoneInfo("Europe/Rome")
    night = datetime(2026, 3, 5, 23, 30, tzinfo=rome).timestamp()
    assert web_push.quiet_until("22-8 Europe/Rome", night) == datetime(2026, 3, 6, 8, 0, tzinfo=rome).timestamp()
    early = datetime(2026, 3, 6, 7, 59, tzinfo=rome).timestamp()
    assert web_push.quiet_until("22-8 Europe/Rome", early) == datetime(2026, 3, 6, 8, 0, tzinfo=rome).timestamp()
    day = datetime(2026, 3, 6, 12, 0, tzinfo=rome).timestamp()
    assert web_push.quiet_until("22-8 Europe/Rome", day) is None and web_push.quiet_until("", night) is None
    assert web_push.quiet_until("12-14 Europe/Rome", day) == day + 7200
    for wrong in ("22-8", "25-8 Europe/Rome", "22-8 ../../etc/passwd", "22-8 Nowhere/Nothing", "x"):
        assert not web_push.good_quiet(wrong), wrong


def test_quiet_hours_are_kept_with_the_device(server: Inside) -> None:
    ada = new_card(server.url)
    assert ada.http.patch("/api/card/devices/1", json={"quiet": "22-8 Europe/Rome"}).status_code == 200
    assert ada.card()["devices"][0]["quiet"] == "22-8 Europe/Rome"
    assert ada.http.patch("/api/card/devices/1", json={"quiet": "always"}).status_code == 422


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
