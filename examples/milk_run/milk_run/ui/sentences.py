"""Actions, questions and targets of Milk Run as text."""

from __future__ import annotations

from typing import Any

from boxcars.core.messages import T, Text
from milk_run.rules import COSTS
from milk_run.types import Build, DrawCoal


def section_name(section: int) -> Text:
    return T("section {number} (cost {cost})", number=section + 1, cost=COSTS[section])


def say(rules: Any, action: Any) -> Text:
    if isinstance(action, DrawCoal):
        return T("Draw a coal card")
    if isinstance(action, Build):
        return T("Build {section}", section=section_name(action.section))
    return T("Pass")


def ask(rules: Any, step: Any) -> Text:
    return T("Draw a coal card or build a section.")


def name(rules: Any, target: str) -> Text:
    kind, _, value = target.partition(":")
    if kind == "section":
        return section_name(int(value))
    return T("The deck") if kind == "deck" else T("Pass")


def chance_name(rules: Any, stream: str, value: int) -> Text:
    return T("coal {value}", value=value + 1)
