"""Where reminders go: only to the address that was judged, and only to machines on the internet."""

from __future__ import annotations

import ipaddress
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from boxcars.core.game import Refused
from boxcars.server.config import Config
from boxcars.server.jobs import webhooks


def told(*addresses: str) -> list[Any]:
    """What a resolver answers."""
    return [(socket.AF_INET6 if ":" in a else socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 0)) for a in addresses]


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"],
)
def test_machines_on_the_internet(address: str) -> None:
    assert webhooks.is_public_address(ipaddress.ip_address(address))


INSIDE = """
127.0.0.1 10.1.2.3 169.254.169.254 100.64.0.1 192.0.0.8 198.18.0.1 0.0.0.0 224.0.0.1 240.0.0.1 255.255.255.255
::1 :: fe80::1 fd00::1 fec0::1 ff0e::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 ::10.0.0.1 64:ff9b::7f00:1
64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 2002:7f00:1::1 2002:a9fe:a9fe::1 2001:0:808:808::f5ff:fffe 2606:4700::5efe:a00:1
"""


@pytest.mark.parametrize("address", INSIDE.split())
def test_and_whatever_leads_back_into_our_network(address: str) -> None:
    assert not webhooks.is_public_address(ipaddress.ip_address(address))
    if ":" in address:
        with pytest.raises(Refused):
            webhooks.check_url(f"https://[{address}]/x", Config())


def test_a_name_is_looked_up_once_and_that_address_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means a public address when it is judged and our own when it is used gets nothing out of it."""
    answers = [told("93.184.216.34"), told("127.0.0.1"), told("127.0.0.1")]
    reached: list[Any] = []

    def connect(address: Any, *_: Any, **__: Any) -> Any:
        reached.append(address)
        raise OSError("nobody is there")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers.pop(0))
    monkeypatch.setattr(socket, "create_connection", connect)
    assert not webhooks.send_reminder("https://rebind.example/x", {}, Config())
    assert reached == [("93.184.216.34", 443)] and len(answers) == 2
    answers.insert(0, told("93.184.216.34", "10.0.0.1"))  # one bad address among good ones is enough
    assert not webhooks.send_reminder("https://rebind.example/x", {}, Config())
    assert len(reached) == 1


class Hook(BaseHTTPRequestHandler):
    seen: list[tuple[str, str]] = []
    delay = 0.0
    status = 204

    def do_POST(self) -> None:
        Hook.seen.append((self.headers["host"], self.path))
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(Hook.status)
        self.send_header("Location", "https://elsewhere.example/")
        for _ in range(int(Hook.delay * 10)):  # a header, and another one, and another one
            self.send_header("X-More", "x" * 100)
            self.flush_headers()
            time.sleep(0.1)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server at an address of our own, with a certificate for hook.example that we trust."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(cert), "-subj", "/CN=hook.example", "-addext", "subjectAltName=DNS:hook.example"]
    subprocess.run(command, check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    server = HTTPServer(("127.0.0.1", 0), Hook)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    real = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *a, **k: told("127.0.0.1") if "example" in str(host) else real(host, *a, **k)
    )
    Hook.seen.clear()
    Hook.delay, Hook.status = 0.0, 204
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_certificate_must_be_the_names(hook: int, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(private_webhooks=True)
    assert webhooks.send_reminder(f"https://hook.example:{hook}/a/b?c=d", {"x": 1}, config)
    assert Hook.seen == [(f"hook.example:{hook}", "/a/b?c=d")]
    assert not webhooks.send_reminder(f"https://other.example:{hook}/", {}, config)
    assert len(Hook.seen) == 1
    Hook.status = 307  # a redirect is no delivery, and nobody follows it
    assert not webhooks.send_reminder(f"https://hook.example:{hook}/", {}, config)
    assert len(Hook.seen) == 2
    Hook.status, Hook.delay = 204, 3.0
    monkeypatch.setattr(webhooks, "LIMIT", 0.5)
    begun = time.monotonic()
    assert not webhooks.send_reminder(f"https://hook.example:{hook}/", {}, config)
    assert time.monotonic() - begun < 2.9
