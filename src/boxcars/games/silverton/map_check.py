"""The check of a data file somebody made (docs/silverton_data.md): complaints, each saying where and what."""

from __future__ import annotations

import re
from typing import Any

from boxcars.core import map_loader
from boxcars.core.messages import Complaint, T
from boxcars.games.silverton.map import GOODS, ORDINARY, build, printed, read_parts
from boxcars.games.silverton.map_file import misshapen
from boxcars.games.silverton.setup import FIRST_CLAIMS


def strangers(parts: dict[str, Any]) -> list[str]:
    """Records that name a town which the board does not have, or goods which there are not."""
    try:
        towns = {town["id"] for town in parts["board"]["towns"]}
        named = [("segments", s["id"], s["towns"]) for s in parts["board"]["segments"]]
        named += [("claims", c["id"], [c["town"]]) for c in parts["claims"]["claims"]]
        named += [("passengers", c["id"], [c["a"], c["b"]]) for c in parts["passengers"]["passengers"]]
        goods = [(c["id"], c["commodity"]) for c in parts["claims"]["claims"]]
    except (KeyError, TypeError, AttributeError):
        return []
    wrong: list[str] = [
        Complaint(part, T("{id} names {town}, but the board has no such town", id=str(id), town=repr(town)))
        for part, id, at in named
        for town in at
        if town not in towns
    ]
    return wrong + [
        Complaint("claims", T("{id} produces {good}; use one of {goods}", id=str(id), good=repr(good), goods=", ".join(GOODS)))
        for id, good in goods
        if good not in GOODS
    ]


def check_map(text: str) -> list[str]:
    """Return what is wrong with a user's own file: each complaint says where and what; an empty list means it can be played."""
    try:
        parts, scenario = read_parts(text)
    except map_loader.BadMap as bad:
        return bad.complaints
    return [map_loader.located(text, complaint) for complaint in complaints(parts, scenario)]


def complaints(parts: dict[str, Any], scenario: str) -> list[str]:
    """Return what is wrong with the contents of a map."""
    full = {**printed(), **parts}
    shape = misshapen(parts)
    if shape:
        return strangers(full) or shape
    try:
        a = build(full)
    except KeyError as error:
        return strangers(full) or [
            Complaint(", ".join(parts), T("{error} is missing or names something that doesn't exist", error=str(error)))
        ]
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        return strangers(full) or [Complaint(", ".join(parts), T("{error}", error=str(error)))]
    wrong: list[str] = []
    if scenario != ORDINARY and scenario not in a.scenarios:
        wrong.append(
            Complaint(
                "scenario",
                T("{scenario} isn't one of {those}", scenario=repr(scenario), those=", ".join([ORDINARY, *a.scenarios])),
            )
        )
    for name, ids in (("towns", a.towns), ("segments", a.segments), ("claims", a.claims), ("passengers", a.cards)):
        twice = {i for i in ids if ids.count(i) > 1}
        wrong += [Complaint(name, T("{id} is used twice", id=i)) for i in sorted(twice)]
    for number, segment in enumerate(a.segments):
        if len(a.ends[number]) not in (2, 3) or len(set(a.ends[number])) != len(a.ends[number]):
            wrong.append(Complaint("segments", T("{segment} must connect two or three different towns", segment=segment)))
        if not 1 <= a.distance[number] <= 99 or not 0 <= a.cost[number] <= 9999:
            wrong.append(
                Complaint("segments", T("{segment} needs a distance from 1 to 99 and a cost from 0 to 9999", segment=segment))
            )
    homes = {h for s in a.scenarios.values() for pair in s["homes"] for h in pair}
    homes |= {p["home"] for start in a.starts["basic"].values() for p in start["players"]}
    wrong += [Complaint("towns", T("the home city {home} is missing", home=home)) for home in sorted(homes - set(a.towns))]
    if not a.markets:
        wrong.append(Complaint("towns", T("there must be a market city")))
    for number, claim in enumerate(a.claims):
        rolls = a.yields[number]
        if not 1 <= a.depletion[number] <= 11:
            wrong.append(
                Complaint(
                    "claims", T("the depletion number of {claim} can't be {number}", claim=claim, number=a.depletion[number])
                )
            )
        elif any(rolls[roll] < 1 for roll in range(a.depletion[number] + 1, 13)):
            wrong.append(
                Complaint("claims", T("{claim} produces nothing for a roll above {n}", claim=claim, n=a.depletion[number]))
            )
        if a.claim_cost[number] < 0 or a.operating[number] < 0:
            wrong.append(Complaint("claims", T("{claim} can't have a negative cost", claim=claim)))
    for number, card in enumerate(a.cards):
        if a.card_class[number] not in ("A", "B", "C"):
            wrong.append(Complaint("passengers", T("{card} must be of class A, B or C", card=card)))
        if a.card_price[number] < 0 or a.card_income[number] < 0:
            wrong.append(Complaint("passengers", T("{card} can't have a negative price or income", card=card)))
    counts = [a.card_class.count(letter) for letter in "ABC"]
    if len(set(counts)) != 1:
        wrong.append(
            Complaint("passengers", T("there must be equal numbers of A, B and C cards, not {counts}", counts=str(counts)))
        )
    for marker in a.markers:
        boxes = marker.ladder[marker.low : marker.high + 1]
        if not marker.low <= marker.start <= marker.high or not boxes or min(boxes) <= 0:
            wrong.append(Complaint("markers", T("{id} is missing a price in one of its boxes", id=marker.id)))
    if len(a.claims) < FIRST_CLAIMS:
        wrong.append(
            Complaint("claims", T("there are {n} claims, but the first turn needs {need}", n=len(a.claims), need=FIRST_CLAIMS))
        )
    strange = [id for id in (*a.claims, *a.cards) if not re.fullmatch(r"[A-Za-z]\d{1,4}", id)]
    wrong += [Complaint("claims", T("{id}: a card id must be a letter and a number", id=id)) for id in strange]
    if len(a.idn) < 24:
        wrong.append(Complaint("market", T("idn_by_turn must cover 24 turns")))
    return wrong
