"""Telling one guest from another without accounts: who takes a second seat, and who was asked to stay away.

The page comes with a signed cookie that names the browser. It opens nothing: whoever throws it away only becomes a guest known by
the address alone. A table keeps neither cookie nor address but keyed hashes of them, other ones at each table, until the start.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass

from litestar import Response
from litestar.datastructures import Cookie

from boxcars.server.http.type_aliases import WebRequest
from boxcars.server.store.secret_tokens import same_token

COOKIE = "boxcars_browser"
YEAR = 365 * 86400


@dataclass(frozen=True)
class Guest:
    """A guest as a table remembers it: by its browser (all without a cookie from one address count as one), and by its
    address."""

    browser: str
    address: str


def _sign_values(secret: bytes, *what: str) -> str:
    return hmac.digest(secret, "\x1f".join(("guest", *what)).encode(), "sha256").hex()[:32]


def browser_of(request: WebRequest, secret: bytes) -> str | None:
    """Return the browser's id, if its cookie is one of this server's."""
    name, _, seal = request.cookies.get(COOKIE, "")[:200].partition(".")
    return name if name and seal.isascii() and same_token(seal, _sign_values(secret, "cookie", name)) else None


def set_identity_cookie(request: WebRequest, answer: Response[bytes]) -> Response[bytes]:
    """Give the browser an id if it has none. (Lax, not strict: a friend's link in a mail must be sent with the cookie.)"""
    secret = request.app.state.hall.store.secret
    if browser_of(request, secret) is None:
        name = secrets.token_urlsafe(18)
        value = f"{name}.{_sign_values(secret, 'cookie', name)}"
        https = request.scope.get("scheme") == "https"
        answer.cookies.append(
            Cookie(key=COOKIE, value=value, path="/", max_age=YEAR, httponly=True, samesite="lax", secure=https)
        )
        answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def identify_guest(request: WebRequest, table: str) -> Guest:
    secret = request.app.state.hall.store.secret
    browser = browser_of(request, secret)
    address = str(request.scope.get("address", ""))
    name = ("browser", browser) if browser is not None else ("nameless", address)
    return Guest(_sign_values(secret, table, *name), _sign_values(secret, table, "address", address))
