"""What answers to requests hold besides views (see ``sent``)."""

from __future__ import annotations

from boxcars.server.page.schemas.base import Action, Sent


class TableCreated(Sent):
    """A new table. ``tokens``: by seat, null where the seat is not the maker's."""

    table: str
    tokens: list[str | None]
    host: str
    links: list[str | None]
    join: str


class SeatTaken(Sent):
    seat: int
    token: str
    link: str


class Done(Sent):
    """Where the table stands after the request."""

    ply: int
    seq: int
    mark: int
    again: bool


class Candidate(Sent):
    """An action a bot thought of. ``value``: its seat's expectation, 0 to 1."""

    action: Action
    text: str
    value: float
    visits: int
    why: str


class Ghost(Sent):
    """What an action would change, and whether it could not be taken back at once."""

    svg: str
    final: bool


class Scores(Sent):
    """The score of every seat after each action. ``unknown``: plies whose score cannot be told any more (it stands as before)."""

    scores: list[list[int]]
    unknown: list[int]


class RulesText(Sent):
    game: str
    name: str
    html: str
    lang: str


class RulesPart(Sent):
    """A section of the rules for players, or a box in one (which has no title). ``section``: the number of the section."""

    id: str
    title: str
    section: int


class RulesQuestion(Sent):
    """Something people often ask, and the part of the text that answers it."""

    say: str
    part: str


class RulesGuide(Sent):
    """The rules for players. ``ground``: where the pictures' board is. ``words``: groups that mean the same to a search.

    ``clauses``: clause -> the part that explains it.
    """

    game: str
    name: str
    lang: str
    title: str
    minute: str
    html: str
    sections: list[RulesPart]
    boxes: list[RulesPart]
    asked: list[RulesQuestion]
    ground: str
    words: list[list[str]]
    clauses: dict[str, str]


Words = dict[str, list[str]]
"""The page's own sentences in a language: message -> its forms."""
