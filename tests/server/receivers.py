"""Where notices arrive: a push service with the browser behind it, a receiver of webhooks, a mail server. All are real."""

from __future__ import annotations

import json
import socket
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def until(true: Callable[[], Any], seconds: float = 20) -> bool:
    """Wait until something is true; False if it does not become so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


@dataclass
class Got:
    """A request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.body)
        return told


class Receiver:
    """A web server that keeps what is posted to it. ``status``: its answer; ``pause``: seconds before it."""

    def __init__(self, port: int = 0) -> None:
        self.got: list[Got] = []
        self.status = 200
        self.pause = 0.0
        self.location = ""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                time.sleep(receiver.pause)
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def at(self, path: str) -> list[Got]:
        return [one for one in list(self.got) if one.path == path]

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()


class PushService(Receiver):
    """A push service, and the browser behind it that can open what it is sent."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 201
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": base64url(point), "auth": base64url(self.auth)}
        return {"endpoint": f"{self.url}/push/abc", "keys": keys}

    def opened(self) -> list[dict[str, Any]]:
        """What arrived, decrypted by another implementation."""
        import http_ece

        return [
            json.loads(http_ece.decrypt(one.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))
            for one in list(self.got)
        ]


@dataclass
class Mailbox:
    """A real SMTP server. ``refuse``: answer every recipient with this code."""

    got: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)
    refuse: int = 0

    def __post_init__(self) -> None:
        from aiosmtpd.controller import Controller

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=port)
        self.controller.start()
        self.url = f"smtp+plain://127.0.0.1:{port}"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.refuse:
            return f"{self.refuse} no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        made = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(made, EmailMessage)
        self.got.append(made)
        self.to += envelope.rcpt_tos
        return "250 taken"

    def close(self) -> None:
        self.controller.stop()


def text_of(mail: EmailMessage) -> str:
    """The plain text of an e-mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())
