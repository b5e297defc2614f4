"""Legal actions as they are sent, described and encoded once for all tables with the same settings. Most sentences name nobody
and do not change with the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from boxcars.core.messages import Text
from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action, Observation
from boxcars.locale import say
from boxcars.server.page import tabletop_payload
from boxcars.view.board import Board
from boxcars.view.tabletop import Mark

MOST = 5_000
"""The greatest number of cached actions for one kind of table."""


class Speaker(Sequence[str]):
    """Says sentences in one language with the names of a table. It is a list of the names, and notes whether one was read."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.names: tuple[str, ...] = ()
        self.named = False

    def __call__(self, text: Text) -> str:
        return say(text, self.lang, self)

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, seat: Any) -> Any:
        self.named = True
        return self.names[seat]


class CachedAction(NamedTuple):
    """An action as it was last sent: with this explanation and mark, at a table with these names (None: at any)."""

    path: tuple[str, ...]
    more: Text | None
    mark: Mark | None
    names: tuple[str, ...] | None
    coded: bytes
    """The encoded action without its number, which comes first."""


class ActionCache:
    """The cache of actions for one kind of table in one language."""

    def __init__(self, rules: AnyRules, board: Board, speaker: Speaker) -> None:
        self.rules, self.board, self.say = rules, board, speaker
        self.known: dict[Action, CachedAction] = {}
        self.called: dict[str, str] = {}

    def entry_of(self, seen: Observation, action: Action) -> CachedAction:
        more, mark = self.board.action_note(seen, action), self.board.action_mark(seen, action)
        known = self.known.get(action)
        say = self.say
        if known is not None and known.more == more and known.mark == mark and known.names in (None, say.names):
            return known
        if len(self.known) >= MOST:
            self.known.clear()
        say.named = False
        item: dict[str, Any] = {"text": say(self.rules.say(action)), "more": say(more) if more is not None else ""}
        item |= {"path": action.path(), "action": action}
        if mark is not None:
            item |= tabletop_payload.say_struct(mark, say)
        made = CachedAction(item["path"], more, mark, say.names if say.named else None, msgspec.json.encode(item)[1:])
        self.known[action] = made
        return made

    def target_name(self, seen: Observation, target: str) -> str:
        """Return the name of a target."""
        here = self.board.target_label(seen, target)
        known = self.called.get(target) if here is None else None
        if known is not None:
            return known
        self.say.named = False
        said = self.say(here or self.rules.name(target))
        if here is None and not self.say.named:
            if len(self.called) >= MOST:
                self.called.clear()
            self.called[target] = said
        return said
