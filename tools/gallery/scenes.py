"""Positions worth a picture: real games, played right here by the games' own evaluators, up to what a scene asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from boxcars.bots.evaluators import load_evaluator
from boxcars.core import record, registry
from boxcars.core.chance import Chance, seed_from

Wanted = Callable[[Any, list[Any], int], bool]
"""Whether the position (state, legal actions, number of the move) is the one."""


def kind(name: str, least: int) -> Wanted:
    """An action of this name can be taken, after so many moves."""
    return lambda _, legal, n: n >= least and any(type(action).__name__ == name for action in legal)


def step(name: str, least: int) -> Wanted:
    """This is asked, after so many moves."""
    return lambda state, _, n: n >= least and type(state.agenda[-1]).__name__ == name


def production(state: Any, _legal: list[Any], n: int) -> bool:
    """Silverton's claims have been worked, several of them, and the dice lie on the table."""
    return n >= 60 and type(state.agenda[-1]).__name__ == "MakeDeals" and len(state.operated) > 1 and not state.offers


def final(_state: Any, _legal: list[Any], _n: int) -> bool:
    """None before the end."""
    return False


class Scene(NamedTuple):
    """``press``: what is clicked before the picture is taken. ``slip``: whether the slip of the turn stays open.
    ``turns``: light and dark in turn, size by size, instead of both at each."""

    game: str
    name: str
    wanted: Wanted
    press: str = ""
    slip: bool = False
    turns: bool = False


SCENES = [
    Scene("age_of_steam", "build", kind("LayTrack", 60), ".board-svg .hit.hx.legal"),
    Scene("age_of_steam", "urbanize", kind("Urbanize", 20)),
    Scene("age_of_steam", "move", kind("MoveGoods", 60)),
    Scene("age_of_steam", "roles", kind("TakeAction", 90)),
    Scene("age_of_steam", "turn-ends", kind("IssueShares", 60), slip=True),
    Scene("steam", "move", kind("MoveGoods", 60)),
    Scene("steam", "tiles", kind("TakeTile", 60)),
    Scene("steam", "new-city", kind("PickNewCity", 10)),
    Scene("steam", "supply", kind("PickSupply", 10)),
    Scene("ticket_to_ride", "tickets", kind("KeepTickets", 0)),
    Scene("ticket_to_ride", "turn", kind("ClaimRoute", 60)),
    Scene("ticket_to_ride", "pay", kind("ClaimRoute", 60), ".board-svg .hit.legal[data-target^='route:']"),
    Scene("silverton", "place", kind("PlaceSurveyor", 60)),
    Scene("silverton", "drawn", step("AnswerDraw", 40)),
    Scene("silverton", "deliver", kind("Deliver", 100)),
    Scene("silverton", "prices", kind("PlaceSurveyor", 90), slip=True),
    Scene("spike", "turn", kind("Build", 40)),
    Scene("spike", "move", kind("Move", 60)),
    Scene("age_of_steam", "order", kind("Bid", 40), turns=True),
    Scene("steam", "build", kind("LayTrack", 60), ".board-svg .hit.hx.legal", turns=True),
    Scene("silverton", "work", kind("Operate", 60), turns=True),
    Scene("silverton", "production", production, slip=True, turns=True),
    Scene("spike", "deliver", kind("Deliver", 30), turns=True),
    *(Scene(game, "final", final, turns=True) for game in ("age_of_steam", "steam", "ticket_to_ride", "silverton", "spike")),
]


def position(game: str, wanted: Wanted, players: int = 3, map: str | None = None) -> tuple[record.Record, int]:
    """A record up to the first position that is wanted, and who is to act there."""
    rules = registry.make(game, map, players=players)
    secret = seed_from(f"gallery:{game}")
    state, kept = rules.start(Chance(secret)), record.Record(record.header(rules, secret))
    evaluator = load_evaluator(rules, 0.0)
    for n in range(2_000):
        seat = rules.actor(state)
        legal = rules.legal(state)
        if seat < 0 or wanted(state, legal, n):
            break
        weights = evaluator.policy(rules.imagine(state, seat, seed_from(f"{n}")), legal) if len(legal) > 1 else [0.0]
        action = legal[weights.index(max(weights))]
        rules.play(state, seat, action)
        kept.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
    return (record.finish(kept, rules, state) if rules.actor(state) < 0 else kept), rules.actor(state)
