"""For whom work is done: addresses as the line before the workers knows them, without keeping them."""

from __future__ import annotations

import hmac
from ipaddress import IPv6Address, ip_address, ip_network

from boxcars.server.http.type_aliases import Connection


def address_network(address: str) -> str:
    """The address as far as it tells people apart: whoever has an IPv6 address has a whole network of them, and that is one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and not known.is_loopback:
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return address


def share_of(secret: bytes, address: str) -> str:
    """A name for an address that says nothing about it."""
    return hmac.digest(secret, f"share\x1f{address_network(address)}".encode(), "sha256")[:9].hex()


def request_share(connection: Connection) -> str:
    """The share of whoever makes this request."""
    state = connection.app.state
    return share_of(state.hall.store.secret, state.gate.client_address(connection.scope))
