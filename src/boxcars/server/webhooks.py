"""Reminders: a POST to the address the host of the table gave, when somebody is to act and has not for a while.

Nobody may use the server to reach into its own network: https only, public addresses only, no redirects (unless the
operator allows private addresses, as the tests do).
"""

from __future__ import annotations

import ipaddress
import json
import socket
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from boxcars.core import registry
from boxcars.core.words import T
from boxcars.server import clock
from boxcars.server.config import Config
from boxcars.server.table import Table, refuse


def check(url: str, config: Config) -> None:
    """Refuse an address that reminders are not sent to. Blocks only for a literal address: names are looked up later."""
    if not url:
        return
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    good = parts.scheme == "https" or (config.private_webhooks and parts.scheme == "http")
    if not good or not host or "@" in parts.netloc or any(c.isspace() or ord(c) < 33 for c in url):
        raise refuse("bad_setup", T("Reminders go to an https address."))
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return
    if not address.is_global and not config.private_webhooks:
        raise refuse("bad_setup", T("Reminders go to a public address."))


def payload(table: Table, base: str, now: float) -> dict[str, Any]:
    """What is sent; documented in docs/api.md. Nothing secret: whose turn it is can be seen by every spectator."""
    doc = table.doc
    deadline = clock.deadline(doc)
    return {
        "event": "your_turn",
        "table": table.id,
        "url": f"{base}/t/{table.id}",
        "game": registry.game(table.setup.game).name,
        "seat": doc.actor,
        "name": doc.seats[doc.actor].name,
        "ply": table.ply,
        "since": round(doc.since, 1),
        "deadline": round(deadline, 1) if deadline is not None else None,
        "sent": round(now, 1),
    }


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


def send(url: str, body: dict[str, Any], config: Config) -> bool:
    """Send one reminder; blocks for some seconds at most. False if it could not be delivered."""
    host = urlsplit(url).hostname or ""
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except OSError:
        return False
    if not config.private_webhooks and not all(ipaddress.ip_address(a).is_global for a in found):
        return False
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", "User-Agent": "boxcars"}, method="POST"
    )
    opener = urllib.request.build_opener(_NoRedirect)
    try:
        with opener.open(request, timeout=5) as answer:
            return bool(200 <= answer.status < 300)
    except (OSError, urllib.error.URLError, ValueError):
        return False
