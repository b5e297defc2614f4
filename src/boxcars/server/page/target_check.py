"""Conformance of the page: what can be clicked there is what ``Rules.legal`` lists.

The page is sent each legal action with its path of targets, a name for each target, and the things in the trays. A board may
restate legality (an item that is shut, the combinations that can be picked), so all of it is compared with the list of legal
actions at every decision.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from boxcars.core.type_aliases import AnyRules
from boxcars.core.types import Action
from boxcars.server.page.position_payload import board_for, legal_list, open_trays
from boxcars.server.table.documents import Doc, Seat, Setup
from boxcars.server.table.table import Table
from boxcars.view.tabletop import Pick


class TargetCheck:
    """A ``conformance.PositionCheck``: what the page offers at a position, against the legal actions."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        setup = Setup(game=rules.game, map=rules.map, players=rules.players, options=rules.options, seed="")
        seats = [Seat(kind="person", name=f"Seat {seat + 1}") for seat in range(rules.players)]
        doc = Doc(status="playing", seats=seats)
        self.table = Table("conformance", setup, rules, doc, None, 0, 0, 0.0, 0.0)

    def __call__(self, state: Any, seat: int, legal: list[Action], rng: random.Random) -> str:
        """Return the law that is broken at a position, "" if none is."""
        table, rules = self.table, self.rules
        table.state = state
        seen = rules.observe(state, seat)
        coded, names = legal_list(table, state, "en", seen)
        offered = msgspec.json.decode(coded)
        if [rules.read_action(msgspec.json.encode(item["action"])) for item in offered] != legal:
            return "the page lists the legal actions"
        paths = [tuple(item["path"]) for item in offered]
        if paths != [tuple(action.path()) for action in legal]:
            return "the page has the path of each legal action"
        targets = {target for path in paths for target in path}
        unnamed = sorted(target for target in targets if not names.get(target))
        if unnamed:
            return f"the page has a name for each target: {unnamed[:5]} have none"
        board = board_for(table, "en")
        for tray in open_trays(board.item_trays(seen), names):
            shut = [item.target for item in tray.items if item.shut and item.target in targets]
            if shut:
                return f"what is shut in a tray is not legal: {shut[:5]}"
        return self.check_pick(board.choice_switches(seen), [tuple(item.get("picks", ())) for item in offered])

    def check_pick(self, pick: Pick | None, picks: list[tuple[str, ...]]) -> str:
        """Where choices are combinations: each legal action has a combination of its own, of what can be picked."""
        if pick is None:
            return ""
        if len({frozenset(one) for one in picks}) != len(picks):
            return "each legal action has its own combination to pick"
        for one in picks:
            if not set(one) <= set(pick.of) or not pick.least <= len(one) <= pick.most:
                return f"a legal action is a combination that can be picked: {one}"
        return ""
