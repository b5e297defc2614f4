"""The answers of the API, for the OpenAPI description, and how refusals are reported."""

from __future__ import annotations

import msgspec

from boxcars.core.game import Refused
from boxcars.locale import sayer


class Why(msgspec.Struct):
    code: str
    clause: str
    text: str


class No(msgspec.Struct):
    """A refusal: a stable code, the clause of the rules if a rule refuses, and a sentence."""

    reason: Why


class Made(msgspec.Struct):
    """``tokens``: by seat, null where the seat is not the maker's. ``host``: lets its holder start and change seats."""

    table: str
    tokens: list[str | None]
    host: str
    links: list[str | None]
    join: str


class Seated(msgspec.Struct):
    seat: int
    token: str
    link: str


class Done(msgspec.Struct):
    """The table's state after the request. ``again``: it had been done before, under the same key."""

    ply: int
    seq: int
    mark: int
    again: bool = False


class Candidate(msgspec.Struct):
    """An action a bot thought of. ``value``: its seat's expectation, 0 to 1."""

    action: msgspec.Raw
    text: str
    value: float
    visits: int
    why: str


def refusal_response(refused: Refused, lang: str) -> No:
    reason = refused.reason
    return No(Why(reason.code, reason.clause, sayer(lang)(reason.text)))
