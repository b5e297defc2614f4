"""A move as a lesson writes it down: an action with fields left out at will."""

from __future__ import annotations

from typing import Any

import msgspec

from boxcars.core.game import Refused, Rules
from boxcars.core.messages import T
from boxcars.core.types import Reason
from boxcars.lessons.lesson_format import Move
from boxcars.lessons.pattern_match import fits, plain


def find(rules: Rules[Any], state: Any, move: Move) -> Any:
    """Return the action that a move means: the first legal one that fits. Refused if it is not that seat's turn, or nothing
    fits."""
    wanted = {name: value for name, value in move.items() if name != "seat"}
    actor = rules.actor(state)
    if move.get("seat", actor) != actor:
        raise Refused(Reason("not_your_turn", "", T("It's not your turn.")))
    for action in rules.legal(state):
        if fits(wanted, plain(action)):
            return action
    if any(verb.__name__ == wanted.get("do") for verb in rules.open_verbs):
        action = rules.read_action(msgspec.json.encode(wanted))
        if rules.refuse(state, actor, action) is None:
            return action
    raise Refused(Reason("not_legal", "", T("No legal move matches {move}.", move=str(wanted))))
