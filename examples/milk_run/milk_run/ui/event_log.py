"""Events of Milk Run as sentences of the log."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T, Text, Who
from milk_run.types import CoalDrawn, SectionBuilt
from milk_run.ui.sentences import section_name


def tell(rules: Any, event: Any) -> Text:
    who = Who(event.seat)
    if isinstance(event, CoalDrawn):
        if event.value:
            return T("{who} draws coal {value}.", who=who, value=event.value)
        return T("{who} draws a coal card.", who=who)
    if isinstance(event, SectionBuilt):
        return T("{who} builds {section}.", who=who, section=section_name(event.section))
    return T("{who} passes.", who=who)
