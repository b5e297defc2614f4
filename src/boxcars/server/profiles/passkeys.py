"""Passkeys (WebAuthn): options for the browser and checks of its answers. Available only for pages over https or on this machine,
and with the library of the extra ``passkeys``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from boxcars.core.messages import T
from boxcars.core.type_aliases import Json
from boxcars.extras import need
from boxcars.server.profiles.qr_code import is_loopback
from boxcars.server.table.table import make_refusal

LASTS = 300.0
"""Seconds for which a challenge is valid."""


@dataclass(frozen=True)
class RelyingParty:
    """The domain that passkeys are bound to, and the origin of its pages."""

    name: str
    origin: str


def passkeys_available(base: str) -> bool:
    parts = urlsplit(base)
    return find_spec("webauthn") is not None and (parts.scheme == "https" or is_loopback(parts.hostname or ""))


def relying_party(base: str) -> RelyingParty:
    if not passkeys_available(base):
        raise make_refusal("no_passkeys", T("Passkeys need https."))
    need("passkeys")
    parts = urlsplit(base)
    return RelyingParty(parts.hostname or "", base)


def creation_options(here: RelyingParty, card: str, name: str, challenge: str, known: list[str]) -> Json:
    """Return the options for creating a passkey: one that the browser finds by itself, with any kind of authenticator."""
    return {
        "rp": {"id": here.name, "name": "Boxcars"},
        "user": {"id": _base64url(card.encode()), "name": name, "displayName": name},
        "challenge": challenge,
        "pubKeyCredParams": [{"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -257}],
        "authenticatorSelection": {"residentKey": "required", "userVerification": "preferred"},
        "attestation": "none",
        "timeout": int(LASTS * 1000),
    }


def request_options(here: RelyingParty, challenge: str) -> Json:
    return {"rpId": here.name, "challenge": challenge, "userVerification": "preferred", "timeout": int(LASTS * 1000)}


def _base64url(data: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(data)


def verify_registration(here: RelyingParty, challenge: str, id: str, client: str, attestation: str) -> tuple[str, bytes, int]:
    """Return a new passkey as (credential, public key, count) if the answer is valid."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    credential = {
        "id": id,
        "rawId": id,
        "type": "public-key",
        "response": {"clientDataJSON": client, "attestationObject": attestation},
    }
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=here.name,
            expected_origin=here.origin,
        )
    except (WebAuthnException, ValueError):
        raise make_refusal("bad_passkey", T("This passkey doesn't work here.")) from None
    return _base64url(found.credential_id), found.credential_public_key, found.sign_count


def verify_assertion(here: RelyingParty, challenge: str, answer: Any, public_key: bytes, count: int) -> int:
    """Return the new signature count if the answer proves that its sender holds the passkey."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    credential = {
        "id": answer.id,
        "rawId": answer.id,
        "type": "public-key",
        "response": {"clientDataJSON": answer.client, "authenticatorData": answer.data, "signature": answer.signature},
    }
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=here.name,
            expected_origin=here.origin,
            credential_public_key=public_key,
            credential_current_sign_count=count,
        )
    except (WebAuthnException, ValueError):
        raise make_refusal("bad_passkey", T("This passkey doesn't work here.")) from None
    return found.new_sign_count


def challenge_of(client: str) -> str:
    """Return the challenge that an answer claims to answer; it is looked up in the store, so it must be one of this server's, and
    unused."""
    import msgspec
    from webauthn.helpers import base64url_to_bytes

    try:
        told = msgspec.json.decode(base64url_to_bytes(client))
        return str(told["challenge"])[:200]
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError):
        raise make_refusal("bad_passkey", T("This passkey doesn't work here.")) from None
