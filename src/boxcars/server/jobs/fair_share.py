"""Shares: keyed hashes of addresses, for which jobs are queued and limits counted without storing an address."""

from __future__ import annotations

import hmac
from ipaddress import IPv6Address, ip_address, ip_network

from boxcars.server.http.type_aliases import Connection


def address_network(address: str) -> str:
    """Return the part of an address that tells people apart: of an IPv6 address the network, since one person has all of it."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and not known.is_loopback:
        return str(known.ipv4_mapped or ip_network((known, 64), strict=False))
    return address


def share_of(secret: bytes, address: str) -> str:
    """Return the keyed hash of an address, from which the address cannot be found."""
    return hmac.digest(secret, f"share\x1f{address_network(address)}".encode(), "sha256")[:9].hex()


def request_share(connection: Connection) -> str:
    """Return the share of the address that sent this request."""
    state = connection.app.state
    return share_of(state.hall.store.secret, state.gate.client_address(connection.scope))
