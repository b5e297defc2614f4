"""Addresses of notice channels, encrypted in the database.

The key comes from the secret of the store and from one that the host may set (``BOXCARS_NOTICE_KEY``): with that, a copy of the
database alone tells no address. The cipher is HMAC-SHA256 in counter mode, then a tag over the whole of it, so that the base
installation needs no library for it.
"""

from __future__ import annotations

import hmac
import secrets
from urllib.parse import urlsplit

import msgspec

from boxcars.core import codec
from boxcars.server.store.database import Database

NONCE, TAG = 16, 32


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a channel leads. ``mention``: whom a Discord message mentions (a number); ``keys``: those of a browser's push."""

    address: str
    mention: str = ""
    keys: dict[str, str] = {}


def _key(store: Database, use: str) -> bytes:
    return hmac.digest(store.secret, b"notices\x1f" + use.encode() + b"\x1f" + store.notice_key.encode(), "sha256")


def _keystream(key: bytes, nonce: bytes, length: int) -> bytes:
    blocks = (hmac.digest(key, nonce + i.to_bytes(4, "big"), "sha256") for i in range(-(-length // 32)))
    return b"".join(blocks)[:length]


def encrypt_target(store: Database, target: Target) -> bytes:
    """Return the target as it is stored."""
    plain, nonce = msgspec.json.encode(target), secrets.token_bytes(NONCE)
    stream = _keystream(_key(store, "encrypt"), nonce, len(plain))
    sealed = nonce + bytes(a ^ b for a, b in zip(plain, stream, strict=True))
    return sealed + hmac.digest(_key(store, "authenticate"), sealed, "sha256")


def decrypt_target(store: Database, data: bytes) -> Target | None:
    """Return the target; None if it was encrypted with another key, or changed."""
    sealed, tag = data[:-TAG], data[-TAG:]
    if len(sealed) < NONCE or not hmac.compare_digest(tag, hmac.digest(_key(store, "authenticate"), sealed, "sha256")):
        return None
    stream = _keystream(_key(store, "encrypt"), sealed[:NONCE], len(sealed) - NONCE)
    plain = bytes(a ^ b for a, b in zip(sealed[NONCE:], stream, strict=True))
    return codec.decoder(Target).decode(plain)


def keyed_hash(store: Database, *what: str) -> str:
    """Return a name for something that tells nothing about it: equal things have equal names here."""
    return hmac.digest(_key(store, "hash"), "\x1f".join(what).encode(), "sha256").hex()[:48]


def mask_target(kind: str, target: Target) -> str:
    """The target as its owner is shown it: enough to know it again, too little to use it."""
    if kind == "mail":
        user, _, domain = target.address.partition("@")
        return f"{user[:1]}•••@{domain}"
    if kind == "push":
        return ""
    parts = urlsplit(target.address)
    return f"{parts.scheme}://{parts.netloc}/…{target.address[-3:]}"
