"""Board, cards, market, equipment and scenarios from their data files (spec section 26), and the check of a user's own.

The files in ``data/`` are the reconstructed set. A map file (``--map FILE``, TOML or JSON) is either one part of the same format
(it replaces that part) or a bundle ``scenario``, ``[board]``, ``[claims]``, …; see docs/silverton_data.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from boxcars.core import map_loader
from boxcars.core.messages import Complaint, T

GOODS: Final = ("gold", "copper", "silver", "lumber", "coal")
GOLD, COPPER, SILVER, LUMBER, COAL = range(5)
HALF_WEIGHT: Final = (GOLD, SILVER)
"""The goods of which a unit weighs half as much: a train carries twice as many (SIL-18.8)."""

PARTS: Final = ("board", "claims", "passengers", "events", "market", "trains", "snowplows", "scenarios")
MAIN_KEY: Final = {
    "board": "segments",
    "claims": "claims",
    "passengers": "passengers",
    "events": "events",
    "market": "markers",
    "trains": "trains",
    "snowplows": "plows",
    "scenarios": "scenarios",
}
TURN_TRACK: Final = 24
"""Number of boxes of the turn track (SIL-1.10)."""
ORDINARY: Final = "colorado"
"""The ordinary game: no scenario."""

HERE: Final = Path(__file__).parent / "data"
NO_TRADE: Final = -1


@dataclass
class Marker:
    """One price marker of the Selling Price Table (SIL-16)."""

    id: str
    good: int
    city: int
    """The town where its good is sold, or -1 for metals, which are sold in all five market cities."""
    ladder: list[int]
    low: int
    high: int
    start: int
    limit: int
    """Units a player may sell here in a turn; 0 for no limit (SIL-14.6.5)."""
    dice: int
    halves: bool
    """Whether only half of the units sold count (SIL-16.2)."""
    idn: bool
    table: list[tuple[int, int]]


@dataclass
class Atlas:
    """All that is printed: towns, segments, cards, market, equipment. Never changes."""

    towns: list[str] = field(default_factory=list)
    town_names: list[str] = field(default_factory=list)
    town_no: dict[str, int] = field(default_factory=dict)
    markets: list[int] = field(default_factory=list)
    segments: list[str] = field(default_factory=list)
    segment_no: dict[str, int] = field(default_factory=dict)
    ends: list[tuple[int, ...]] = field(default_factory=list)
    cost: list[int] = field(default_factory=list)
    distance: list[int] = field(default_factory=list)
    white: list[bool] = field(default_factory=list)
    rivals: list[tuple[int, ...]] = field(default_factory=list)
    """Segments of the same parallel groups (SIL-13.1)."""
    twins: list[tuple[int, ...]] = field(default_factory=list)
    """Segments between the same towns with the same cost (SIL-12.7)."""
    lines_at: list[list[int]] = field(default_factory=list)
    """Segments by town."""
    cubes: int = 32
    refund: int = 10
    winters: tuple[int, ...] = ()

    claims: list[str] = field(default_factory=list)
    claim_no: dict[str, int] = field(default_factory=dict)
    claim_town: list[int] = field(default_factory=list)
    claim_good: list[int] = field(default_factory=list)
    claim_cost: list[int] = field(default_factory=list)
    operating: list[int] = field(default_factory=list)
    depletion: list[int] = field(default_factory=list)
    yields: list[list[int]] = field(default_factory=list)
    """For each claim the units by roll, 0–12."""

    cards: list[str] = field(default_factory=list)
    card_no: dict[str, int] = field(default_factory=dict)
    card_class: list[str] = field(default_factory=list)
    card_ends: list[tuple[int, int]] = field(default_factory=list)
    card_price: list[int] = field(default_factory=list)
    card_income: list[int] = field(default_factory=list)
    card_limit: list[tuple[int, int]] = field(default_factory=list)
    """Town and number of depletions after which the card leaves the game (SIL-8.6); (-1, 0) for none."""

    events: list[str] = field(default_factory=list)
    event_title: list[str] = field(default_factory=list)
    event_kills: list[bool] = field(default_factory=list)
    event_fine: list[int] = field(default_factory=list)

    markers: list[Marker] = field(default_factory=list)
    marker_no: dict[str, int] = field(default_factory=dict)
    in_play: dict[int, list[int]] = field(default_factory=dict)
    """For each number of players the markers in play (SIL-4.2)."""
    idn: list[int] = field(default_factory=list)
    """Increased demand number by turn, from turn 1 (SIL-16.3)."""

    train_power: list[int] = field(default_factory=list)
    """For each type of train its power."""
    train_turn: list[int] = field(default_factory=list)
    train_cost: list[int] = field(default_factory=list)
    train_value: list[int] = field(default_factory=list)
    train_count: list[int] = field(default_factory=list)
    trains: list[str] = field(default_factory=list)
    """By card: 9a, 9b, … (more than the supply where a scenario waives it, SIL-19.16)."""
    train_no: dict[str, int] = field(default_factory=dict)
    train_type: list[int] = field(default_factory=list)
    most_trains: int = 4
    plow_bonus: list[int] = field(default_factory=list)
    plow_turn: list[int] = field(default_factory=list)
    plow_cost: list[int] = field(default_factory=list)
    plow_value: list[int] = field(default_factory=list)
    plows: list[str] = field(default_factory=list)
    plow_no: dict[str, int] = field(default_factory=dict)
    plow_type: list[int] = field(default_factory=list)

    scenarios: dict[str, dict[str, Any]] = field(default_factory=dict)
    lengths: dict[str, dict[str, Any]] = field(default_factory=dict)
    starts: dict[str, Any] = field(default_factory=dict)
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    simplified: dict[str, Any] = field(default_factory=dict)
    drawing: dict[str, Any] = field(default_factory=dict)
    """The board file as it is, for the pictures."""


def read_parts(text: str) -> tuple[dict[str, Any], str]:
    """Return the parts a map file replaces, and the scenario it asks for; raises BadMap."""
    data = map_loader.parse(text)
    data.pop("game", None)
    for part, key in MAIN_KEY.items():
        if isinstance(data.get(key), list):
            return {part: data}, ORDINARY
    unknown = set(data) - set(PARTS) - {"scenario", "provenance", "name", "licence"}
    if unknown:
        complaint = Complaint(
            "",
            T(
                "unknown parts: {strange}; a bundle can only contain {parts} and scenario",
                strange=", ".join(sorted(unknown)),
                parts=", ".join(PARTS),
            ),
        )
        raise map_loader.BadMap([complaint])
    return {part: data[part] for part in PARTS if part in data}, str(data.get("scenario", ORDINARY))


@lru_cache(maxsize=16)
def from_text(text: str) -> tuple[Atlas, str]:
    """Return a map of one's own."""
    parts, scenario = read_parts(text)
    return build({**printed(), **parts}), scenario


def load(map: str) -> tuple[Atlas, str]:
    """Return the atlas and the scenario of a registry key, a map file or a kept map."""
    return from_text(map_loader.text_of(map)) if map_loader.is_own(map) else (standard(), map)


def export_map(key: str) -> str:
    """Return the board with all its cards as the text of a map file; ``key``: the ordinary game or a scenario."""
    name = "Colorado" if key == ORDINARY else standard().scenarios[key]["name"]
    return map_loader.encode("silverton", {"name": name, "scenario": key, **printed()})


@cache
def printed() -> dict[str, Any]:
    return {part: json.loads((HERE / f"{part}.json").read_text(encoding="utf-8")) for part in PARTS}


@cache
def standard() -> Atlas:
    return build(printed())


def letter(number: int) -> str:
    return chr(ord("a") + number)


def build(parts: dict[str, Any]) -> Atlas:
    """Turn the JSON into lists of numbers."""
    a = Atlas()
    _board(a, parts["board"])
    _cards(a, parts["claims"], parts["passengers"], parts["events"])
    _market(a, parts["market"])
    _equipment(a, parts["trains"], parts["snowplows"])
    s = parts["scenarios"]
    a.scenarios = {x["id"]: x for x in s["scenarios"]}
    a.lengths = {x["id"]: x for x in s["game_lengths"]}
    a.options = {x["id"]: x for x in s["options"]}
    a.starts = {"basic": s["basic_start"], "advanced": s["advanced_start"], "costs": s["advanced_piece_costs"]}
    a.simplified = parts["market"]["simplified_option"]
    return a


def sketch(parts: dict[str, Any]) -> Atlas:
    """Board and cards alone, for the picture of a map that is not finished."""
    a = Atlas()
    _board(a, parts["board"])
    _cards(a, parts["claims"], parts["passengers"], {"events": []})
    return a


def _board(a: Atlas, board: dict[str, Any]) -> None:
    a.drawing = board
    for town in board["towns"]:
        a.town_no[town["id"]] = len(a.towns)
        a.towns.append(town["id"])
        a.town_names.append(town["name"])
        a.lines_at.append([])
    a.markets = [a.town_no[t["id"]] for t in board["towns"] if t["market"]]
    a.cubes = board["segment_limit_per_player"]
    a.refund = board["dismantle_refund_per_distance"]
    a.winters = tuple(board["winter_turns"])
    for number, segment in enumerate(board["segments"]):
        a.segment_no[segment["id"]] = number
        a.segments.append(segment["id"])
        a.ends.append(tuple(a.town_no[t] for t in segment["towns"]))
        a.cost.append(segment["cost"])
        a.distance.append(segment["distance"])
        a.white.append(segment["winter"])
        for town in a.ends[-1]:
            a.lines_at[town].append(number)
    rivals: list[set[int]] = [set() for _ in a.segments]
    groups = [[a.segment_no[s] for s in group["segments"]] for group in board["parallel_groups"]]
    same: dict[tuple[int, ...], list[int]] = {}
    for number, ends in enumerate(a.ends):
        same.setdefault(tuple(sorted(ends)), []).append(number)
    for group in [*groups, *same.values()]:
        for number in group:
            rivals[number].update(group)
    a.rivals = [tuple(sorted(r - {n})) for n, r in enumerate(rivals)]
    a.twins = [
        tuple(t for t in same[tuple(sorted(a.ends[n]))] if t != n and a.cost[t] == a.cost[n]) for n in range(len(a.segments))
    ]


def _cards(a: Atlas, claims: dict[str, Any], passengers: dict[str, Any], events: dict[str, Any]) -> None:
    for claim in sorted(claims["claims"], key=lambda c: int(c["number"])):
        a.claim_no[claim["id"]] = len(a.claims)
        a.claims.append(claim["id"])
        a.claim_town.append(a.town_no[claim["town"]])
        a.claim_good.append(GOODS.index(claim["commodity"]))
        a.claim_cost.append(claim["purchase_cost"])
        a.operating.append(claim["operating_cost"])
        a.depletion.append(claim["depletion"])
        a.yields.append([claim["production"].get(str(roll), 0) for roll in range(13)])
    for card in sorted(passengers["passengers"], key=lambda c: int(c["number"])):
        a.card_no[card["id"]] = len(a.cards)
        a.cards.append(card["id"])
        a.card_class.append(card["class"])
        a.card_ends.append((a.town_no[card["a"]], a.town_no[card["b"]]))
        a.card_price.append(card["purchase_price"])
        a.card_income.append(card["income"])
        special = card.get("special")
        a.card_limit.append((a.town_no[special["town"]], special["count"]) if special else (-1, 0))
    for event in events["events"]:
        drawn = event["when_prospected"]
        kills = drawn["effect"] == "death"
        a.events.append(event["id"])
        a.event_title.append(event["title"])
        a.event_kills.append(kills)
        a.event_fine.append(drawn["replacement"]["pay"] if kills else drawn["release"]["pay"])


def _market(a: Atlas, market: dict[str, Any]) -> None:
    tables = {
        key: [(99 if row.get("max_total") is None else row["max_total"], row["move"]) for row in rows]
        for key, rows in market["change_tables"].items()
    }
    by_id = {m["id"]: m for m in market["markers"]}
    for key in market["roll_order"]:
        m = by_id[key]
        change = m["change"]
        a.marker_no[key] = len(a.markers)
        a.markers.append(
            Marker(
                key,
                GOODS.index(m["commodity"]),
                a.town_no[m["city"]] if m.get("city") else -1,
                [price or 0 for price in m["ladder"]],
                m["min_index"],
                m["max_index"],
                m["start_index"],
                m.get("sale_limit_per_player") or 0,
                change["dice"],
                change["sold_multiplier"] == 0.5,
                change["subtract_idn"],
                tables[change["table"]],
            )
        )
    a.in_play = {int(n): sorted(a.marker_no[m] for m in ids) for n, ids in market["markers_in_play"].items()}
    a.idn = list(market["idn_by_turn"])


def _equipment(a: Atlas, trains: dict[str, Any], plows: dict[str, Any]) -> None:
    a.most_trains = trains["max_trains_per_player"]
    for number, train in enumerate(trains["trains"]):
        a.train_power.append(train["power"])
        a.train_turn.append(train["available_from_turn"])
        a.train_cost.append(train["cost"])
        a.train_value.append(NO_TRADE if train.get("trade_in_value") is None else train["trade_in_value"])
        a.train_count.append(train["count"])
        for copy in range(train["count"] + (12 if number == 0 else 0)):
            a.train_no[f"{train['power']}{letter(copy)}"] = len(a.trains)
            a.trains.append(f"{train['power']}{letter(copy)}")
            a.train_type.append(number)
    for number, plow in enumerate(plows["plows"]):
        a.plow_bonus.append(plow["bonus"])
        a.plow_turn.append(plow["available_from_turn"])
        a.plow_cost.append(plow["cost"])
        a.plow_value.append(NO_TRADE if plow.get("trade_in_value") is None else plow["trade_in_value"])
        for copy in range(plow["count"]):
            a.plow_no[f"+{plow['bonus']}{letter(copy)}"] = len(a.plows)
            a.plows.append(f"+{plow['bonus']}{letter(copy)}")
            a.plow_type.append(number)
