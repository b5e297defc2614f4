"""What all that is sent has in common: names of types, and that nothing undeclared is sent (see ``sent``)."""

from __future__ import annotations

from typing import Any, Literal, NewType

import msgspec

Target = NewType("Target", str)
"""What can be clicked: the ``data-target`` of a shape, or a step of an action's path."""
Action = NewType("Action", dict[str, Any])
"""An action as the rules read it. The page only hands it back."""
Diff = NewType("Diff", dict[str, Any])
"""Those parts of a view that have changed."""
OptionValue = bool | int | str
Status = Literal["open", "playing", "over", "abandoned"]


class Sent(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A part of an answer: nothing in it that is not declared."""
