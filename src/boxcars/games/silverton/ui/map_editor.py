"""The workshop of Silverton: towns, lines, claims and passenger cards (docs/silverton_data.md)."""

from __future__ import annotations

import copy
import re
from typing import Any, ClassVar

import msgspec

from boxcars.core import map_loader
from boxcars.core.messages import T, Text
from boxcars.games.silverton.map import GOODS, MAIN_KEY, ORDINARY, printed, read_parts
from boxcars.games.silverton.map_file import SHAPES, MapFile
from boxcars.games.silverton.names import GOODS_NAMES
from boxcars.games.silverton.ui.editor_sheet import DraftDrawing, money, new_claim, new_fare, new_segment
from boxcars.games.silverton.ui.layout import HEIGHT, SHIFT, WIDTH
from boxcars.view import drawing_kit
from boxcars.view.map_editor import (  # fmt: skip
    ARROW,
    CROSS,
    PAPER,
    STATION,
    Doc,
    Field,
    Group,
    Held,
    Op,
    Tool,
    Trying,
    free_id,
    index,
)

GRID = 5
ROLLS = range(2, 13)
LINE = '<path class="ln-h" d="M-40 14 40-14"/><path class="ln-y" d="M-40 14 40-14"/><path class="ln-yt" d="M-40 14 40-14"/>'
MINE = f'<circle class="pip" r="22"/><g class="good" transform="scale(2)">{drawing_kit.GOOD["gold"]}</g>'


def at(target: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"at:(\d{1,4}),(\d{1,4})", target)
    if not found or int(found[1]) > WIDTH or int(found[2]) > HEIGHT:
        return None
    return GRID * round((int(found[1]) - SHIFT) / GRID), GRID * round(int(found[2]) / GRID)


class SilvertonMapEditor(DraftDrawing):
    """Its draft is the tree of the file as it is: records may hold more than the game needs, and keep it."""

    game: ClassVar[str] = "silverton"
    file: ClassVar[type[msgspec.Struct]] = MapFile

    # -- files -----------------------------------------------------------------------------------------------------------

    def fresh(self) -> Doc:
        """Return the market cities, which the price table and the start of every game name; no line and no card."""
        board = copy.deepcopy(printed()["board"])
        keys = ("id", "name", "x", "y", "market")
        towns = [{key: town[key] for key in keys} for town in board["towns"] if town["market"]]
        numbers = {key: board[key] for key in ("winter_turns", "segment_limit_per_player", "dismantle_refund_per_distance")}
        made = {"ground": "plain", **numbers, "towns": towns, "segments": [], "parallel_groups": []}
        return {
            "name": self.say(T("New map")),
            "scenario": ORDINARY,
            "provenance": "",
            "licence": "",
            "board": made,
            "claims": {"claims": []},
            "passengers": {"passengers": []},
        }

    def open(self, text: str) -> Doc:
        """Return what the file says, and the parts of the box that it leaves out and that are drawn here."""
        parts, scenario = read_parts(text)
        told = map_loader.parse(text)
        if any(
            isinstance(told.get(key), list) for key in MAIN_KEY.values()
        ):  # one part alone: its keys are not those of a bundle
            told = {"name": told.get("name", "")}
        head = {"name": str(told.get("name", "")), "scenario": scenario}
        head |= {key: told.get(key, "") for key in ("provenance", "licence")}
        left_out = {part: copy.deepcopy(printed()[part]) for part in SHAPES if part not in parts}
        return self.accept({**head, **parts, **left_out})

    def accept(self, tree: Doc) -> Doc:
        super().accept(tree)
        return tree

    def save(self, doc: Doc) -> str:
        self.accept(doc)
        return map_loader.encode(self.game, {key: part for key, part in doc.items() if part != ""})

    # -- tools -----------------------------------------------------------------------------------------------------------

    def groups(self) -> list[Group]:
        def tool(key: str, name: Text, hint: Text, picture: str, *aim: str, layer: str = "") -> Tool:
            return Tool(key=key, name=name, hint=hint, picture=picture, aim=aim, layer=layer)

        both = T("Click two towns to connect them.")
        places = [
            tool("town", T("Town"), T("Click where you want the town."), STATION, "at"),
            tool("move", T("Move"), T("Click a town, then its new place."), ARROW, "town", "at"),
            tool("line", T("Line"), both, LINE, "town", "town"),
            tool("claim", T("Claim"), T("Click the town where the mine is."), MINE, "town", layer="claims"),
            tool("fare", T("Passengers"), both, PAPER, "town", "town", layer="fares"),
            tool(
                "away",
                T("Remove"),
                T("Click a line, a card or a town to remove it. You can't remove market cities."),
                CROSS,
                "claim,fare,segment,town",
            ),
        ]
        return [Group(T("Places and lines"), places)]

    def layers(self) -> list[tuple[str, Text]]:
        return [("claims", T("Claims")), ("fares", T("Passengers")), ("use", T("Usage"))]

    def edit(self, doc: Doc, tool: str, targets: list[str]) -> list[Op]:
        kinds = [target.partition(":")[0] for target in targets]
        names = [target.partition(":")[2] for target in targets]
        place = at(targets[-1]) if targets else None
        towns = doc["board"]["towns"]
        known = [kind == "town" and index(towns, name) >= 0 for kind, name in zip(kinds, names, strict=True)]
        with Trying(doc) as tried:
            if tool == "town" and place is not None:
                id = free_id("town", {town["id"] for town in towns})
                name = self.say(T("Town {n}", n=int(id.rpartition("_")[2])))
                made = {"id": id, "name": name, "x": place[0], "y": place[1], "market": False}
                tried.do(Op("insert", ["board", "towns", len(towns)], None, made))
            elif tool == "move" and place is not None and known[:1] == [True] and len(known) == 2:
                n = index(towns, names[0])
                tried.do(Op("set", ["board", "towns", n], towns[n], {**towns[n], "x": place[0], "y": place[1]}))
            elif tool == "claim" and known == [True]:
                tried.do(Op("insert", ["claims", "claims", len(doc["claims"]["claims"])], None, new_claim(doc, names[0])))
            elif tool in ("line", "fare") and known == [True, True] and names[0] != names[1]:
                self.join(tried, tool, names)
            elif tool == "away" and len(names) == 1:
                self.away(tried, kinds[0], names[0])
        return tried.ops

    def join(self, tried: Trying, tool: str, ends: list[str]) -> None:
        doc = tried.doc
        if tool == "fare":
            fares = doc["passengers"]["passengers"]
            tried.do(Op("insert", ["passengers", "passengers", len(fares)], None, new_fare(doc, ends)))
            return
        segments = doc["board"]["segments"]
        beside = sum(set(s["towns"]) == set(ends) for s in segments)
        if beside < 3:
            tried.do(Op("insert", ["board", "segments", len(segments)], None, new_segment(doc, ends, beside)))

    def away(self, tried: Trying, kind: str, id: str) -> None:
        doc, board = tried.doc, tried.doc["board"]
        lists = {
            "segment": ("board", "segments"),
            "claim": ("claims", "claims"),
            "fare": ("passengers", "passengers"),
            "town": ("board", "towns"),
        }
        if kind not in lists:
            return
        part, name = lists[kind]
        n = index(doc[part][name], id)
        if n < 0 or (kind == "town" and board["towns"][n]["market"]):
            return
        if kind == "town":
            for other, ids in self.at_town(doc, id).items():
                for each in ids:
                    self.away(tried, other, each)
        if kind == "segment":
            groups = board["parallel_groups"]
            left = [{**g, "segments": [s for s in g["segments"] if s != id]} for g in groups]
            if left != groups:
                new = [g for g in left if len(g["segments"]) > 1]
                tried.do(Op("set", ["board", "parallel_groups"], groups, new))
        tried.do(Op("remove", [part, name, n], doc[part][name][n], None))

    @staticmethod
    def at_town(doc: Doc, id: str) -> dict[str, list[str]]:
        """Return what goes with a town."""
        fares = doc["passengers"]["passengers"]
        return {
            "segment": [s["id"] for s in doc["board"]["segments"] if id in s["towns"]],
            "claim": [c["id"] for c in doc["claims"]["claims"] if c["town"] == id],
            "fare": [f["id"] for f in fares if id in (f["a"], f["b"], (f.get("special") or {}).get("town"))],
        }

    def after(self, targets: list[str], ops: list[Op]) -> str:
        made = ops[-1].new if ops and ops[-1].do == "insert" else None
        if made is None:
            return targets[0] if targets else "sheet"
        kind = {"towns": "town", "segments": "segment", "claims": "claim", "passengers": "fare"}[str(ops[-1].path[1])]
        return f"{kind}:{made['id']}"

    # -- the inspector -----------------------------------------------------------------------------------------------------

    def held(self, doc: Doc, target: str) -> Held | None:
        kind, _, name = target.partition(":")
        board, claims, fares = doc["board"], doc["claims"]["claims"], doc["passengers"]["passengers"]
        if target == "sheet":
            return Held(target, doc["name"], T("the map"), self.sheet_fields(doc))
        if kind == "town" and (n := index(board["towns"], name)) >= 0:
            town = board["towns"][n]
            field = Field(name=T("Name"), kind="text", path=["board", "towns", n, "name"], value=town["name"], high=40)
            return Held(target, town["name"], T("market city") if town["market"] else T("town"), [field])
        if kind == "segment" and (n := index(board["segments"], name)) >= 0:
            line = board["segments"][n]
            return Held(target, " – ".join(self.named(doc, t) for t in line["towns"]), T("line"), self.line_fields(line, n))
        if kind == "claim" and (n := index(claims, name)) >= 0:
            return Held(target, self.named(doc, claims[n]["town"]), T("claim"), self.claim_fields(claims[n], n))
        if kind == "fare" and (n := index(fares, name)) >= 0:
            path: list[str | int] = ["passengers", "passengers", n]
            classes = [(c, T("{column}", column=c)) for c in "ABC"]
            fields = [
                Field(name=T("Class"), kind="choice", path=[*path, "class"], value=fares[n]["class"], choices=classes),
                money(T("Price"), [*path, "purchase_price"], fares[n]["purchase_price"]),
                money(T("Income"), [*path, "income"], fares[n]["income"]),
            ]
            return Held(
                target, f"{self.named(doc, fares[n]['a'])} – {self.named(doc, fares[n]['b'])}", T("passenger card"), fields
            )
        return None

    def on_sheet(self, doc: Doc, word: str) -> str:
        """Return a town, a line or a card, by id or by the game's target."""
        name = word.rpartition(":")[2]
        kinds = {
            "town": doc["board"]["towns"],
            "segment": doc["board"]["segments"],
            "claim": doc["claims"]["claims"],
            "fare": doc["passengers"]["passengers"],
        }
        return next((f"{kind}:{name}" for kind, entries in kinds.items() if index(entries, name) >= 0), "")

    @staticmethod
    def line_fields(line: dict[str, Any], n: int) -> list[Field]:
        path: list[str | int] = ["board", "segments", n]
        bend = round(line.get("bend", 0))
        return [
            money(T("Price"), [*path, "cost"], line["cost"]),
            Field(name=T("Distance"), kind="number", path=[*path, "distance"], value=line["distance"], low=1, high=30),
            Field(name=T("Closed by snow"), kind="switch", path=[*path, "winter"], value=line["winter"]),
            Field(name=T("Bend"), kind="number", path=path, part="bend", value=bend, low=-100, high=100, step=5),
        ]

    @staticmethod
    def claim_fields(claim: dict[str, Any], n: int) -> list[Field]:
        path: list[str | int] = ["claims", "claims", n]
        goods = [(good, name) for good, name in zip(GOODS, GOODS_NAMES, strict=True)]
        out = claim["depletion"]
        rolls = [
            Field(
                name=T("Production on a roll of {roll}", roll=roll),
                kind="number",
                path=[*path, "production"],
                part=str(roll),
                value=claim["production"].get(str(roll), 0),
                high=20,
            )
            for roll in ROLLS
            if roll > out
        ]
        return [
            Field(name=T("Produces"), kind="choice", path=[*path, "commodity"], value=claim["commodity"], choices=goods),
            money(T("Price"), [*path, "purchase_cost"], claim["purchase_cost"]),
            money(T("Operating cost"), [*path, "operating_cost"], claim["operating_cost"]),
            Field(name=T("Runs out on a roll of up to"), kind="number", path=[*path, "depletion"], value=out, low=1, high=11),
            *rolls,
        ]

    def sheet_fields(self, doc: Doc) -> list[Field]:
        board = doc["board"]
        stories = [(ORDINARY, T("Normal game"))]
        stories += [(s["id"], T(s["name"])) for s in printed()["scenarios"]["scenarios"]]
        grounds = [("colorado", T("Colorado")), ("plain", T("plain map"))]
        limit, refund = board["segment_limit_per_player"], board["dismantle_refund_per_distance"]
        fields = [
            Field(name=T("Name"), kind="text", path=["name"], value=doc["name"], high=60),
            Field(name=T("Scenario"), kind="choice", path=["scenario"], value=doc["scenario"], choices=stories),
            Field(
                name=T("Ground"),
                kind="choice",
                path=["board", "ground"],
                value=board.get("ground", "colorado"),
                choices=grounds,
            ),
            Field(
                name=T("Lines per player"),
                kind="number",
                path=["board", "segment_limit_per_player"],
                value=limit,
                low=1,
                high=99,
            ),
            money(T("Refund per unit of distance"), ["board", "dismantle_refund_per_distance"], refund),
        ]
        if isinstance(doc.get("provenance"), str):
            told = doc["provenance"]
            fields.append(Field(name=T("Sources"), kind="text", path=["provenance"], value=told, high=400))
        return [*fields, Field(name=T("License"), kind="text", path=["licence"], value=doc.get("licence", ""), high=120)]

    def named(self, doc: Doc, id: str) -> str:
        n = index(doc["board"]["towns"], id)
        return str(doc["board"]["towns"][n]["name"]) if n >= 0 else id

    def facts(self, doc: Doc) -> list[Text]:
        return [
            T(
                "The map works: {towns} towns, {lines} lines, {claims} claims, {fares} passenger cards",
                towns=len(doc["board"]["towns"]),
                lines=len(doc["board"]["segments"]),
                claims=len(doc["claims"]["claims"]),
                fares=len(doc["passengers"]["passengers"]),
            )
        ]
