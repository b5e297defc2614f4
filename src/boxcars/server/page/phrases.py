"""Legal actions as they are sent: said and encoded once for all tables of a kind. Most sentences name nobody, and what they say
of the position (a price, what a move brings) is often the same."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from boxcars.core.kinds import AnyRules
from boxcars.core.words import Action, Observation, Text, Who
from boxcars.server.page import tabletop
from boxcars.view.board import Board
from boxcars.view.tabletop import Mark

MOST = 5_000
"""So many actions are kept for a kind of table."""


def personal(text: Text | None) -> bool:
    """Whether the sentence names somebody at the table."""
    return text is not None and any(map(_personal, text.values.values()))


def _personal(value: object) -> bool:
    if isinstance(value, list):
        return any(map(personal, value))
    return personal(value) if isinstance(value, Text) else isinstance(value, Who)


class Phrase(NamedTuple):
    """An action as it was sent last: with this gloss and mark, at a table with these names (None: at any)."""

    path: tuple[str, ...]
    more: Text | None
    mark: Mark | None
    names: tuple[str, ...] | None
    coded: bytes
    """Without its number, which comes first."""


class Phrases:
    """Of one kind of table in one language."""

    def __init__(self, rules: AnyRules, board: Board) -> None:
        self.rules, self.board = rules, board
        self.known: dict[Action, Phrase] = {}
        self.called: dict[str, str] = {}

    def of(self, seen: Observation, action: Action, names: tuple[str, ...]) -> Phrase:
        more, mark = self.board.gloss(seen, action), self.board.mark(seen, action)
        known = self.known.get(action)
        if known is not None and known.more == more and known.mark == mark and (known.names is None or known.names == names):
            return known
        if len(self.known) >= MOST:
            self.known.clear()
        say, text = self.board.say, self.rules.say(action)
        item: dict[str, Any] = {"text": say(text), "more": say(more) if more is not None else ""}
        item |= {"path": action.path(), "action": action}
        if mark is not None:
            item |= tabletop.said(mark, say)
        named = personal(text) or personal(more) or (mark is not None and personal(mark.group))
        made = Phrase(item["path"], more, mark, names if named else None, msgspec.json.encode(item)[1:])
        self.known[action] = made
        return made

    def name(self, seen: Observation, target: str) -> str:
        """What a target is called."""
        here = self.board.called(seen, target)
        known = self.called.get(target) if here is None else None
        if known is not None:
            return known
        text = here or self.rules.name(target)
        said = self.board.say(text)
        if here is None and not personal(text):
            if len(self.called) >= MOST:
                self.called.clear()
            self.called[target] = said
        return said
