"""Secret links: how they are made, and how they are recognised without being kept.

A token is derived from the store's secret and a key the client chose, so that a request sent twice gives the same token,
while the store holds only its hash. Comparison takes constant time.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

TOKEN_LENGTH = 32
DEVICE = "c."
"""What the token of a card's device begins with; no seat's token does."""


def token_for(secret: bytes, *what: object) -> str:
    """192 bits, safe in a URL's fragment."""
    digest = hmac.digest(secret, "\x1f".join(str(w) for w in ("token", *what)).encode(), "sha256")
    return urlsafe_b64encode(digest[:24]).decode()


def table_id_for(secret: bytes, key: str) -> str:
    """A table's name cannot be guessed either: a private table is found by its link alone."""
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
    """The token of one device of a player's card: 192 bits, like those of seats."""
    return DEVICE + secrets.token_urlsafe(24)


def new_id() -> str:
    """A name that cannot be guessed, in the letters of tables."""
    return table_id_for(secrets.token_bytes(32), "")


def key_of(token: str, table: str) -> str:
    """What a token is looked up by at a table. A seat's link is for one table; a device opens a seat at each of its card's."""
    return f"{hash_token(token)}:{table}" if token.startswith(DEVICE) else hash_token(token)


def same_token(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())
