"""The pages around the tables, with people in them: lobby, card, events, waiting room, what happened while one was away.

``make_gallery.py house`` makes them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from make_gallery import Hall

PEOPLE = ["Ada", "Brunel", "Carmen", "Dmitri", "Esther", "Farid", "Greta", "Hamid"]
HER = {"kind": "person", "name": "Ada", "mine": True}
LENT = {"level": "random"}


class People:
    """Eight people with cards, Ada's tables, and an event in its second round."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.luck = random.Random("gallery")
        self.tokens = [hall.ask("POST", "card", {"name": name, "label": "This browser"})["token"] for name in PEOPLE]
        self.ada = self.tokens[0]
        face = hall.ask("GET", "card", token=self.ada)
        self.settings = {"card": self.ada, "card-face": json.dumps({"name": "Ada", "herald": face["herald"]})}
        self.playing = self.table("age_of_steam", "rust_belt", [HER, *self.bots(2)], start=True)
        hall.play(self.playing, self.ada, 3)
        hall.play(self.table("ticket_to_ride", "usa", [HER, *self.bots(2)], start=True), self.ada, 6)
        self.waiting = self.table("steam", "ruhr", [HER, {"kind": "bot", "level": "normal"}, {"kind": "open"}])
        self.wait_for_brunel()
        for opponent in (1, 2):
            self.win(opponent)
        self.event = self.hold_event()

    def bots(self, count: int, level: str = "easy") -> list[dict[str, str]]:
        return [{"kind": "bot", "name": name, "level": level} for name in PEOPLE[1 : count + 1]]

    def table(self, game: str, map: str, seats: list[dict[str, Any]], **more: Any) -> str:
        asked = {"game": game, "players": len(seats), "seats": seats, **({"map": map} if map else {}), **more}
        table: str = self.hall.ask("POST", "tables", asked, self.ada)["table"]
        return table

    def wait_for_brunel(self) -> None:
        """A table over days at which somebody else is to move."""
        pace = {"kind": "turns", "turn": 86400, "reserve": 86400}
        table = self.table("silverton", "", [HER, {"kind": "open"}], pace=pace)
        self.hall.ask("POST", f"tables/{table}/join", {"name": "Brunel"}, self.tokens[1])
        self.hall.ask("POST", f"tables/{table}/start", {}, self.ada)
        for _ in range(40):
            if not self.move(table, self.ada):
                break

    def move(self, table: str, token: str) -> bool:
        """One move of any kind; False if there is none to make."""
        view = self.hall.ask("GET", f"tables/{table}/view", token=token)
        if not view["legal"]:
            return bool(view["status"] == "playing" and any(s["handed"] or s["kind"] == "bot" for s in view["seats"]))
        action = self.luck.choice(view["legal"])["action"]
        self.hall.ask("POST", f"tables/{table}/act", {"ply": view["ply"], "mark": view["mark"], "action": action}, token)
        return True

    def win(self, opponent: int) -> None:
        """A game that counts, against somebody who gives up."""
        table = self.table("spike", "", [HER, {"kind": "open"}], rated=True)
        self.hall.ask("POST", f"tables/{table}/join", {"name": PEOPLE[opponent]}, self.tokens[opponent])
        self.hall.ask("POST", f"tables/{table}/start", {}, self.ada)
        self.hall.ask("POST", f"tables/{table}/resign", {}, self.tokens[opponent])
        self.finish(table, self.ada)

    def finish(self, table: str, token: str) -> None:
        while self.move(table, token):
            pass

    def hold_event(self) -> str:
        hall = self.hall
        asked = {"title": "Winter Timetable", "game": "ticket_to_ride", "size": 4, "rounds": 4, "level": "normal"}
        id: str = hall.ask("POST", "events", asked, self.ada)["id"]
        for token in self.tokens:
            hall.ask("POST", f"events/{id}/join", {}, token)
        hall.ask("POST", f"events/{id}/pair", {}, self.ada)
        for one in hall.ask("GET", f"events/{id}")["tables"]:
            held = [t for t in self.tokens if hall.ask("GET", f"tables/{one['table']}/view", token=t)["you"] is not None]
            for token in held[1:]:  # a bot plays for them, quickly
                hall.ask("POST", f"tables/{one['table']}/handover", LENT, token)
            self.finish(one["table"], held[0])
        hall.ask("POST", f"events/{id}/pair", {}, self.ada)
        return id

    def screens(self) -> Iterator[tuple[str, str, str]]:
        """Name, address, and what is there when the page stands."""
        yield "lobby-own", "/", ".game-row.mine"
        yield "new-table", "/new?game=age_of_steam", "#make"
        yield "card", "/profile", ".rate"
        yield "events", "/tournaments", ".eventform .map"
        yield "event", f"/tournaments/{self.event}", ".st"
        yield "waiting-room", f"/t/{self.waiting}", "#front .qr"
        yield "recap", f"/t/{self.playing}", ".recap li"
