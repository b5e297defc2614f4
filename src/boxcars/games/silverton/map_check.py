"""The check of a data file somebody made (docs/silverton_data.md): complaints, each saying where and what."""

from __future__ import annotations

from typing import Any

from boxcars.core import map_text
from boxcars.games.silverton.map import GOODS, ORDINARY, build, printed, read_parts
from boxcars.games.silverton.map_file import misshapen


def strangers(parts: dict[str, Any]) -> list[str]:
    """Records that name a town which the board does not have, or goods which there are not."""
    try:
        towns = {town["id"] for town in parts["board"]["towns"]}
        named = [(f"segments: {s['id']}", s["towns"]) for s in parts["board"]["segments"]]
        named += [(f"claims: {c['id']}", [c["town"]]) for c in parts["claims"]["claims"]]
        named += [(f"passengers: {c['id']}", [c["a"], c["b"]]) for c in parts["passengers"]["passengers"]]
        goods = [(f"claims: {c['id']}", c["commodity"]) for c in parts["claims"]["claims"]]
    except (KeyError, TypeError, AttributeError):
        return []
    wrong = [
        f"{who} names {town!r}, a town that the board does not have" for who, at in named for town in at if town not in towns
    ]
    return wrong + [f"{who} yields {good!r}; there are {', '.join(GOODS)}" for who, good in goods if good not in GOODS]


def check_map(text: str) -> list[str]:
    """What is wrong with a user's own file: each complaint says where and what; an empty list means it can be played."""
    try:
        parts, scenario = read_parts(text)
    except map_text.BadMap as bad:
        return bad.complaints
    return [map_text.located(text, complaint) for complaint in complaints(parts, scenario)]


def complaints(parts: dict[str, Any], scenario: str) -> list[str]:
    """What is wrong with the contents of a map."""
    full = {**printed(), **parts}
    shape = misshapen(parts)
    if shape:
        return strangers(full) or shape
    try:
        a = build(full)
    except KeyError as error:
        return strangers(full) or [f"{', '.join(parts)}: {error} is missing, or names something that does not exist"]
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        return strangers(full) or [f"{', '.join(parts)}: {error}"]
    wrong: list[str] = []
    if scenario != ORDINARY and scenario not in a.scenarios:
        wrong.append(f"scenario: {scenario!r} is not one of {', '.join([ORDINARY, *a.scenarios])}")
    for name, ids in (("towns", a.towns), ("segments", a.segments), ("claims", a.claims), ("passengers", a.cards)):
        twice = {i for i in ids if ids.count(i) > 1}
        wrong += [f"{name}: {i} is there twice" for i in sorted(twice)]
    for number, segment in enumerate(a.segments):
        if len(a.ends[number]) not in (2, 3) or len(set(a.ends[number])) != len(a.ends[number]):
            wrong.append(f"segments: {segment} must join two or three different towns")
        if not 1 <= a.distance[number] <= 99 or not 0 <= a.cost[number] <= 9999:
            wrong.append(f"segments: {segment} has an impossible cost or distance")
    homes = {h for s in a.scenarios.values() for pair in s["homes"] for h in pair}
    homes |= {p["home"] for start in a.starts["basic"].values() for p in start["players"]}
    wrong += [f"towns: the home city {home} is missing" for home in sorted(homes - set(a.towns))]
    if not a.markets:
        wrong.append("towns: there is no market city")
    for number, claim in enumerate(a.claims):
        rolls = a.yields[number]
        if not 1 <= a.depletion[number] <= 11:
            wrong.append(f"claims: {claim} has an impossible depletion number {a.depletion[number]}")
        elif any(rolls[roll] < 1 for roll in range(a.depletion[number] + 1, 13)):
            wrong.append(f"claims: {claim} has no yield for some roll above {a.depletion[number]}")
        if a.claim_cost[number] < 0 or a.operating[number] < 0:
            wrong.append(f"claims: {claim} has a negative cost")
    for number, card in enumerate(a.cards):
        if a.card_class[number] not in ("A", "B", "C"):
            wrong.append(f"passengers: {card} must be of class A, B or C")
        if a.card_price[number] < 0 or a.card_income[number] < 0:
            wrong.append(f"passengers: {card} has a negative price or income")
    counts = [a.card_class.count(letter) for letter in "ABC"]
    if len(set(counts)) != 1:
        wrong.append(f"passengers: there must be as many A as B and C cards, not {counts}")
    for marker in a.markers:
        boxes = marker.ladder[marker.low : marker.high + 1]
        if not marker.low <= marker.start <= marker.high or not boxes or min(boxes) <= 0:
            wrong.append(f"markers: {marker.id} has no price in one of its boxes")
    if len(a.idn) < 24:
        wrong.append("market: idn_by_turn must cover 24 turns")
    return wrong
