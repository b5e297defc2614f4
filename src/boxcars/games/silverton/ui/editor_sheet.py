"""The sheet on which a map of Silverton is drawn, and what a new line, claim or passenger card is worth at first."""

from __future__ import annotations

import heapq
import math
from typing import Any

from boxcars.core.messages import Text
from boxcars.games.silverton.map import GOODS, printed, sketch
from boxcars.games.silverton.ui.board_background import NetworkDrawing, country
from boxcars.games.silverton.ui.claim_card import pip
from boxcars.games.silverton.ui.layout import HEIGHT, WIDTH, Layout
from boxcars.view import drawing_kit
from boxcars.view.map_editor import Doc, Drawn, Field, MapEditor, index

MILE = 27
"""Length on the sheet, in its units, for one unit of a segment's ``distance``; the same as on the supplied board."""


def money(name: Text, path: list[str | int], value: int) -> Field:
    return Field(name=name, kind="number", path=path, value=value, high=2000, step=10)


def number_for(entries: list[dict[str, Any]], letter: str, digits: int) -> tuple[str, int]:
    """Return the next id and number of a card."""
    taken = {entry["id"] for entry in entries}
    most = max((entry["number"] for entry in entries), default=0)
    n = next(n for n in range(most + 1, most + len(entries) + 2) if f"{letter}{n:0{digits}}" not in taken)
    return f"{letter}{n:0{digits}}", n


def new_segment(doc: Doc, ends: list[str], beside: int) -> dict[str, Any]:
    """As long as it is drawn, at the usual price; the second one between two towns goes in a bow."""
    segments = doc["board"]["segments"]
    taken = {segment["id"] for segment in segments}
    n = next(n for n in range(len(segments) + 1, 10_000) if f"S{n:03}" not in taken)
    far = max(1, round(apart(doc, ends) / MILE))
    made = {"id": f"S{n:03}", "towns": ends, "cost": 10 * max(1, round(1.5 * far)), "distance": far, "winter": False}
    return {**made, "bend": (0, 14, -14)[beside]}


def new_claim(doc: Doc, town: str) -> dict[str, Any]:
    """Return a new claim of the good that is rarest so far; its price and yields are those of a claim in the box."""
    claims = doc["claims"]["claims"]
    so_far = [claim["commodity"] for claim in claims]
    good = min(GOODS, key=so_far.count)
    usual = [claim for claim in printed()["claims"]["claims"] if claim["commodity"] == good]
    like = usual[so_far.count(good) % len(usual)]
    id, number = number_for(claims, "C", 3)
    made = {"id": id, "number": number, "town": town, "commodity": good}
    made |= {key: like[key] for key in ("purchase_cost", "operating_cost", "depletion")}
    return {**made, "production": dict(like["production"])}


def new_fare(doc: Doc, ends: list[str]) -> dict[str, Any]:
    """Return a new passenger card of the class that is rarest so far; price and income rise with the distance, as on the cards in the box."""
    fares = doc["passengers"]["passengers"]
    so_far = [fare["class"] for fare in fares]
    id, number = number_for(fares, "P", 2)
    income = 10 * round(0.6 * way(doc, ends) + 1.5)
    made = {"id": id, "number": number, "class": min("ABC", key=so_far.count), "a": ends[0], "b": ends[1]}
    return {**made, "purchase_price": 20 * round(income * 0.145), "income": income}


def apart(doc: Doc, ends: list[str]) -> float:
    towns = doc["board"]["towns"]
    a, b = (towns[index(towns, end)] for end in ends)
    return math.dist((a.get("x", 0), a.get("y", 0)), (b.get("x", 0), b.get("y", 0)))


def way(doc: Doc, ends: list[str]) -> int:
    """Return the distance of the shortest way by line; as the crow flies where there is none."""
    near: dict[str, list[tuple[str, int]]] = {}
    for segment in doc["board"]["segments"]:
        for a in segment["towns"]:
            near.setdefault(a, []).extend((b, max(1, segment["distance"])) for b in segment["towns"] if b != a)
    far, edge = {ends[0]: 0}, [(0, ends[0])]
    while edge:
        gone, here = heapq.heappop(edge)
        for there, length in near.get(here, []):
            if gone + length < far.get(there, 10**6):
                far[there] = gone + length
                heapq.heappush(edge, (far[there], there))
    return min(far.get(ends[1], max(1, round(apart(doc, ends) / MILE))), 200)


class DraftDrawing(NetworkDrawing, MapEditor):
    """How a draft looks: as at the table, but with tags and names where they fall, so that it is there at once."""

    def draw(self, doc: Doc, layer: str, use: dict[str, float]) -> Drawn:
        self.atlas = atlas = sketch(sound(doc))
        self.layout = layout = Layout(atlas, quick=True)
        out = [drawing_kit.sheet(0, 0, WIDTH, HEIGHT, country(doc["board"]) + self.network(), 82)]
        for number, id in enumerate(atlas.segments):
            often = use.get(f"segment:{id}", 0) if layer == "use" else 0
            x, y = layout.tag[number]
            out.append(drawing_kit.plate(f"{often:.1f}", x, y - 20, 17) if often else "")
            out.append(drawing_kit.hit_line(f"segment:{id}", layout.points[number][2:-1:5], 11))
        if layer in ("claims", "use"):
            out += self.claims_drawn(layer, use)
        if layer == "fares":
            for number, id in enumerate(atlas.cards):
                a, b = (layout.spot[town] for town in atlas.card_ends[number])
                middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                out.append(
                    drawing_kit.pinned(a, b)
                    + drawing_kit.plate(f"{atlas.card_class[number]} ${atlas.card_income[number]}", *middle, 19)
                )
                out.append(drawing_kit.hit_circle(f"fare:{id}", *middle, 26))
        out += [drawing_kit.hit_circle(f"town:{id}", *layout.spot[town], 19) for town, id in enumerate(atlas.towns)]
        return Drawn("".join(out), WIDTH, HEIGHT, (40, 40))

    def claims_drawn(self, layer: str, use: dict[str, float]) -> list[str]:
        atlas, layout = self.atlas, self.layout
        out = []
        for number, id in enumerate(atlas.claims):
            x, y = layout.pip[number]
            often = use.get(f"card:{id}", 0)
            if layer == "use" and not often:
                continue
            body = pip(GOODS[atlas.claim_good[number]], layout.spot[atlas.claim_town[number]], (x, y), -1, False)
            out.append(f'<g transform="translate({drawing_kit.n(x)} {drawing_kit.n(y)})">{body}</g>')
            out.append(drawing_kit.plate(f"{often:.1f}", x, y - 20, 17) if layer == "use" else "")
            out.append(drawing_kit.hit_circle(f"claim:{id}", x, y, 19))
        return out


def sound(doc: Doc) -> dict[str, Any]:
    """Return the draft without what cannot be drawn: lines and cards that name a town which is not there."""
    board = doc["board"]
    towns = {town["id"] for town in board["towns"]}
    lines = [s for s in board["segments"] if set(s["towns"]) <= towns and len(s["towns"]) == len(set(s["towns"])) in (2, 3)]
    there = {line["id"] for line in lines}
    groups = [g for g in board["parallel_groups"] if set(g["segments"]) <= there]
    claims = [c for c in doc["claims"]["claims"] if c["town"] in towns and c["commodity"] in GOODS]
    fares = [f for f in doc["passengers"]["passengers"] if {f["a"], f["b"]} <= towns]
    return {
        "board": {**board, "segments": lines, "parallel_groups": groups},
        "claims": {"claims": claims},
        "passengers": {"passengers": [{**fare, "special": None} for fare in fares]},
    }
