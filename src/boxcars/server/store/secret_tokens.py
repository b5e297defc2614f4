"""Secret links: how they are made, and how they are recognised although only their hashes are stored.

A token is derived from the store's secret and a key that the client chose, so that a repeated request gets the same token.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

TOKEN_LENGTH = 32
DEVICE = "c."
"""The first letters of a device's token; no seat's token begins with them."""


def token_for(secret: bytes, *what: object) -> str:
    """Return a token of 192 bits that is safe in a URL's fragment."""
    digest = hmac.digest(secret, "\x1f".join(str(w) for w in ("token", *what)).encode(), "sha256")
    return urlsafe_b64encode(digest[:24]).decode()


def table_id_for(secret: bytes, key: str) -> str:
    """Return a table's name. It cannot be guessed, because a private table is found by its link alone."""
    digest = hmac.digest(secret, f"table\x1f{key}".encode(), "sha256")
    number = int.from_bytes(digest[:12], "big")
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    out = ""
    for _ in range(14):
        number, rest = divmod(number, len(letters))
        out += letters[rest]
    return out


def new_key() -> str:
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    return sha256(f"boxcars token {token}".encode()).hexdigest()


def new_device() -> str:
    """Return a new token for a device of a profile: 192 bits, like those of seats."""
    return DEVICE + secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a random name in the letters of table names."""
    return table_id_for(secrets.token_bytes(32), "")


def key_of(token: str, table: str) -> str:
    """Return the key under which a token is looked up at a table. A seat's link is valid for one table, a device's token at each
    table of its profile."""
    return f"{hash_token(token)}:{table}" if token.startswith(DEVICE) else hash_token(token)


def same_token(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())
