"""Reminders: a POST to the address the host of the table gave, when somebody is to act and has not for a while.

Nobody may use the server to reach into its own network: https only, public addresses only, no redirects (unless the
operator allows private addresses, as the tests do). The name is looked up once, and the connection goes to the very address that
was judged; only then is the name used again, for the certificate. (No HTTP library that we would depend on lets one choose the
address and keep the name without replacing its transport, which is all there is here.)
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import threading
from urllib.parse import SplitResult, urlsplit

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.core.messages import T
from boxcars.core.type_aliases import Json
from boxcars.server.config import Config
from boxcars.server.table import clocks
from boxcars.server.table.table import Table, make_refusal

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
LIMIT = 10.0
"""Seconds for a whole request: connecting, sending, receiving the answer."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
COMPATIBLE = ipaddress.IPv6Network("::/96")
SPECIAL = [ipaddress.IPv4Network(net) for net in ("192.0.0.0/24", "192.88.99.0/24")]
"""Reserved networks (protocol assignments, old 6to4 relays) that are no public hosts, whatever this version of ``ipaddress``
says."""


def address_aliases(address: Address) -> list[Address]:
    """Return the address, and every IPv4 address that it stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    last = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.ipv4_mapped is not None or address in NAT64:  # the same address, written longer
        return [last]
    found: list[Address] = [address, *(address.teredo or ())]
    if address.sixtofour is not None:
        found.append(address.sixtofour)
    if address in COMPATIBLE or int(address) >> 32 & 0xFFFFFFFF in (0x00005EFE, 0x02005EFE):  # the latter: ISATAP
        found.append(last)
    return found


def is_public_address(address: Address) -> bool:
    """Return whether an address is a single public host, in every form of it."""
    return all(
        a.is_global
        and not (a.is_multicast or a.is_reserved or a.is_link_local or getattr(a, "is_site_local", False))
        and not any(a in net for net in SPECIAL)
        for a in address_aliases(address)
    )


def check_url(url: str, config: Config) -> None:
    """Refuse a URL that reminders are not sent to. Blocks only for a literal address: names are resolved later."""
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
        raise make_refusal("bad_setup", T("Turn reminders need an https address."))
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return
    if not is_public_address(address) and not config.private_webhooks:
        raise make_refusal("bad_setup", T("Turn reminders need a public address."))


def reminder_payload(table: Table, base: str, now: float) -> Json:
    """Return the body of a reminder (see docs/api.md). It has no secret: every spectator sees whose turn it is."""
    doc = table.doc
    deadline = clocks.turn_deadline(doc)
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


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to a checked address; over TLS the host must prove its name."""

    def __init__(self, parts: SplitResult, address: str, limit: float) -> None:
        self.safe = parts.scheme == "https"
        super().__init__(parts.hostname or "", parts.port or (443 if self.safe else 80), timeout=limit)
        self.address = address
        self.late = False

    def connect(self) -> None:
        sock = socket.create_connection((self.address, self.port), self.timeout)
        self.sock = sock
        if self.safe:
            import ssl  # (not every build of Python has it, and nothing else here needs it)

            self.sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self.host)

    def cut_connection(self) -> None:
        """Close the connection after the time limit, so that a blocked read ends."""
        self.late = True
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def resolve_address(parts: SplitResult, config: Config) -> str | None:
    """Return the address to connect to: the first one of the name, if all of them are public."""
    try:
        found = [info[4][0] for info in socket.getaddrinfo(parts.hostname, None, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        return None
    good = [str(a) for a in found if config.private_webhooks or is_public_address(ipaddress.ip_address(str(a).partition("%")[0]))]
    return good[0] if good and len(good) == len(found) else None


def send_reminder(url: str, body: Json, config: Config) -> bool:
    """Send one reminder; blocks for some seconds at most. False if it was not delivered (a redirect counts as failure)."""
    headers = {"Content-Type": "application/json", "User-Agent": "boxcars"}
    return 200 <= post_body(url, json.dumps(body).encode(), headers, config, LIMIT) < 300


def may_be_reached(url: str, config: Config) -> bool:
    """Whether notices may go there: a good address whose name means public machines alone. Blocks: the name is looked up.

    A name that is not known (now) may become one: whoever sends looks again.
    """
    try:
        check_url(url, config)
        parts = urlsplit(url)
        if resolve_address(parts, config) is not None:
            return True
        socket.getaddrinfo(parts.hostname, None, type=socket.SOCK_STREAM)
    except Refused:
        return False
    except (OSError, UnicodeError, ValueError):
        return True
    return False


def post_body(url: str, body: bytes, headers: dict[str, str], config: Config, limit: float = LIMIT) -> int:
    """Post to an address that may be reached; the status of the answer, 0 if there is none. Its body is not read."""
    parts = urlsplit(url)
    address = resolve_address(parts, config)
    if address is None:
        return 0
    connection = _PinnedConnection(parts, address, limit / 2)
    end = threading.Timer(limit, connection.cut_connection)
    end.daemon = True
    end.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, headers)
        answer = connection.getresponse()
        return 0 if connection.late else answer.status
    except (OSError, http.client.HTTPException, ValueError):
        return 0
    finally:
        end.cancel()
        connection.close()
