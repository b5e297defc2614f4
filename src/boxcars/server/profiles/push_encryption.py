"""Web push: a message encrypted for one browser (RFC 8291) and signed with the key of this server (VAPID, RFC 8292).

Only what a push needs is here, on the library ``cryptography`` (extra ``push``). Sending is the caller's business.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

RECORD = 4096
"""Bytes of one encrypted record; a push message is a single one."""
VALID = 12 * 3600
"""Seconds for which a signature is valid; push services allow at most a day."""


def encode_base64url(data: bytes) -> str:
    """Return the bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """Return a public key as browsers write it: the uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def new_key() -> str:
    """Make a private key, as PEM."""
    made = generate_private_key(SECP256R1())
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def read_private_key(pem: str) -> EllipticCurvePrivateKey:
    """Read a private key. Raises ValueError if it is none of ours."""
    try:
        key = load_pem_private_key(pem.encode(), None)
    except (TypeError, UnsupportedAlgorithm) as error:
        raise ValueError("not a private key") from error
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ValueError("not a key of an elliptic curve")
    return key


def public_key(pem: str) -> str:
    """Return the public half of a private key, as browsers want it."""
    return encode_base64url(point_of(read_private_key(pem).public_key()))


def encrypt_message(
    message: bytes, browser: str, auth: str, salt: bytes | None = None, once: EllipticCurvePrivateKey | None = None
) -> bytes:
    """Encrypt a message for a browser, given its public key and its secret. Raises ValueError if these are none.

    ``salt`` and ``once`` are random in use; a test gives those of the RFC's example.
    """
    theirs, secret = decode_base64url(browser), decode_base64url(auth)
    if len(secret) != 16:
        raise ValueError("the secret of a browser has 16 bytes")
    key = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs)
    once = once or generate_private_key(SECP256R1())
    salt = salt or secrets.token_bytes(16)
    ours = point_of(once.public_key())
    first = _derive_key(secret, once.exchange(ECDH(), key), b"WebPush: info\0" + theirs + ours, 32)
    content_key = _derive_key(salt, first, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(salt, first, b"Content-Encoding: nonce\0", 12)
    body = AESGCM(content_key).encrypt(nonce, message + b"\2", None)  # 2: the last record
    return salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours + body


def _derive_key(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for as many bytes as one round gives (RFC 5869)."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")[:length]


def authorization_header(pem: str, audience: str, contact: str) -> str:
    """Return the Authorization header that says whose server this is."""
    key = read_private_key(pem)
    claims = {"aud": audience, "exp": int(time.time()) + VALID, "sub": contact}
    parts = [
        encode_base64url(json.dumps(part, separators=(",", ":")).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    ]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ECDSA(SHA256())))
    signature = encode_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature},k={encode_base64url(point_of(key.public_key()))}"
