"""Processor time of every route in the server process, and the table of routes in SECURITY.md.

    python benchmarks/routes.py              # measure everything and print the table (about a minute)
    python benchmarks/routes.py --write      # and write it into SECURITY.md
    python benchmarks/routes.py --new        # measure the routes that the table lacks, and write them into it
    python benchmarks/routes.py --only get_view # routes whose handler has that name

A real server runs on a prepared database: running tables and long finished games of all five games, a profile with two devices,
an event, a kept map, lessons. What is measured is the processor time of the server process itself (all its threads; workers are
processes of their own and do not count). Repeated requests differ (another position, other eyes, another language), because
an attacker asks for what is not cached. Where a route depends on the game, each game is measured and the slowest counts.
It fails when a route has no limits or no request here, and tells which routes refused the request (``REFUSED``: they should).
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server import running  # noqa: E402
from tests.server.cards import new_card  # noqa: E402

from boxcars.bots import SeatView  # noqa: E402
from boxcars.bots.bot import make_offered_bot  # noqa: E402
from boxcars.core import record, registry  # noqa: E402
from boxcars.core.chance import Chance, seed_from  # noqa: E402
from boxcars.server.config import Config  # noqa: E402
from boxcars.server.http.app import create_app  # noqa: E402
from boxcars.server.http.limits import BODY, BURST, COUNTS, RATE, Limits, Route, list_routes  # noqa: E402

GAMES = {"ticket_to_ride": 5, "silverton": 6, "age_of_steam": 4, "steam": 4, "spike": 4}
"""Players of the long finished games."""
REPEATS = 3
BEGIN, END = "<!-- routes: made by benchmarks/routes.py -->", "<!-- /routes -->"
LANGUAGES = ("en", "es", "it")
PLACES = ("c0r10", "c2r7")
"""Two cities of the Rust Belt."""


def played(game: str, players: int) -> record.Record:
    """A whole game of easy bots."""
    rules = registry.make(game, players=players)
    secret = seed_from(game)
    state = rules.start(Chance(secret))
    kept = record.Record(record.header(rules, secret))
    bots = [make_offered_bot("easy", rules, str(i)) for i in range(players)]
    while (seat := rules.actor(state)) >= 0:
        action = bots[seat].choose(SeatView(rules, state, seat))
        rules.play(state, seat, action)
        kept.entries.append(record.Entry(seat, msgspec.Raw(rules.write(action))))
    return record.finish(kept, rules, state)


class Ask(NamedTuple):
    """A request that is measured; what it needs has been made before."""

    http: httpx.Client
    url: str
    body: Any = None
    raw: bytes | None = None


class World:
    """What the requests find on the server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=60)
        self.numbers = itertools.count()
        for lang in LANGUAGES:  # the catalogues are read once, and no route pays for that
            self.http.get(f"/api/games?lang={lang}")
        self.records = {game: played(game, players) for game, players in GAMES.items()}
        self.over = {game: running.bring(url, kept) for game, kept in self.records.items()}
        self.plies = {game: len(kept.entries) for game, kept in self.records.items()}
        self.running = {game: self.begun(game) for game in GAMES}
        self.card = new_card(url, "Ada")
        self.second = self.card.carried()
        self.shown = self.card.card()
        self.card.http.patch("/api/card", json={"seen_by": "everyone"})
        for seats in self.over.values():
            self.card.http.post("/api/card/seats", json={"seats": [{"table": seats[0].table, "token": seats[0].token}]})
        self.event = self.new_event()
        self.map = self.kept("ruhr")

    def begun(self, game: str, actions: int = 40) -> list[running.Seat]:
        """A running game in its middle."""
        record_of = self.records[game]
        cut = record.Record(record_of.header, record_of.entries[:actions])
        return running.bring(self.url, cut)

    def fresh(self, game: str = "ticket_to_ride", **more: Any) -> list[running.Seat]:
        return running.table_of(self.url, people=registry.make(game).players, game=game, **more)

    def open_table(self) -> tuple[dict[str, Any], running.Seat]:
        made = running.make(self.url, players=3, seats=[{"kind": "person", "mine": True}])
        return made, running.Seat(self.url, made["table"], made["tokens"][0])

    def actor(self, game: str) -> tuple[running.Seat, dict[str, Any]]:
        """Who is to act at the running table, and what may be done."""
        seats = self.running[game]
        seen = seats[0].get("legal").json()
        if seen["actor"] < 0:
            seats = self.running[game] = self.begun(game)
            seen = seats[0].get("legal").json()
        seat = seats[seen["actor"]]
        return seat, seat.get("legal").json()

    def new_event(self) -> str:
        asked = {"title": "Cup", "game": "ticket_to_ride", "size": 2, "rounds": 3}
        event: str = self.card.http.post("/api/events", json=asked).json()["id"]
        return event

    def paired(self) -> str:
        event = self.new_event()
        for device in (self.card, *(new_card(self.url, f"P{i}") for i in range(7))):
            device.http.post(f"/api/events/{event}/join")
        return event

    def kept(self, map: str, name: str = "Elsewhere") -> str:
        asked = {"text": registry.export(registry.game("steam"), map).replace("Rhine-Ruhr", name)}
        key: str = self.http.post("/api/workshop/steam/keep", json=asked).json()["map"]
        return key

    def number(self) -> int:
        return next(self.numbers)


Make = Callable[[World, str, int], Ask]
"""Prepares the n-th request of a route, at tables of a game."""
REQUESTS: dict[tuple[str, str], tuple[Make, bool]] = {}
"""(method, path) -> how to ask, and whether the game matters."""
REFUSED = {
    ("GET", "/api/{path:str}"),  # there is nothing
    ("POST", "/api/card/take"),  # a wrong code is the usual case
    ("POST", "/api/profile/peek"),
    ("POST", "/api/card/passkey"),  # a passkey needs a browser
    ("POST", "/api/card/passkey/take"),
    ("DELETE", "/api/card/passkey/{number:int}"),
    ("POST", "/api/push"),  # only addresses on the internet are taken
    ("POST", "/api/share"),  # only for a page on the server's own machine
    ("DELETE", "/api/share"),
    ("POST", "/api/friendlink/peek"),  # a wrong code
    ("POST", "/api/friendlink/accept"),
    ("POST", "/api/grouplink/peek"),
    ("POST", "/api/grouplink/join"),
    ("POST", "/api/events/{id:str}/takeover"),  # only while the owner is away
}
"""Routes that refuse the request that is measured here."""


def ask(method: str, path: str, make: Make, games: bool = False) -> None:
    REQUESTS[method, path] = (make, games)


def over(what: str, body: Callable[[World, str, int], Any] | None = None, query: str = "") -> Make:
    """A request about a long finished game, through the eyes of a seat: another position and language each time."""

    def make(w: World, game: str, n: int) -> Ask:
        seats = w.over[game]
        ply = w.plies[game] - 1 - (n * 37) % (w.plies[game] // 2)
        lang = LANGUAGES[n % 3]
        asked = query.format(ply=ply, eyes=n % len(seats))
        sent = None if body is None else body(w, game, ply)
        return Ask(seats[n % len(seats)].http, f"/api/tables/{seats[0].table}/{what}?lang={lang}{asked}", sent)

    return make


def now(what: str, body: Callable[[dict[str, Any]], Any] | None = None, query: str = "") -> Make:
    """A request of the player who is to act in a running game."""

    def make(w: World, game: str, n: int) -> Ask:
        seat, seen = w.actor(game)
        legal = seen["legal"]
        asked = query.format(ply=seen["ply"], i=n % max(1, len(legal)), n=n)
        sent = None if body is None else body(seen)
        return Ask(seat.http, f"/api/tables/{seat.table}/{what}?lang={LANGUAGES[n % 3]}{asked}", sent)

    return make


def planned(what: str, query: str = "", drawn: bool = False) -> Make:
    """A request of somebody who plans track on the Rust Belt. ``drawn``: it sends the cheapest route between two cities."""

    def make(w: World, game: str, n: int) -> Ask:
        seat = w.fresh("age_of_steam")[0]
        body = None
        if drawn:
            route = seat.get("routes", **{"from": PLACES[0], "to": PLACES[1], "pencil": "1"}).json()["routes"][0]
            body = {"links": [{name: route[name] for name in ("start", "goal", "tiles")}]}
        return Ask(seat.http, f"/api/tables/{seat.table}/{what}?lang={LANGUAGES[n % 3]}{query}", body)

    return make


def acted(seen: dict[str, Any]) -> Any:
    return {"ply": seen["ply"], "mark": seen["mark"], "action": seen["legal"][len(seen["legal"]) // 2]["action"]}


def plain(path: str, body: Any = None, who: str = "http") -> Make:
    """A request that is the same each time but for a number (``{n}``) and the language."""

    def make(w: World, game: str, n: int) -> Ask:
        http = w.http if who == "http" else w.card.http
        url = path.format(n=w.number(), card=w.shown["id"], event=w.event, map=w.map, game=game, table=w.over[game][0].table)
        sep = "&" if "?" in url else "?"
        sent = msgspec.json.decode(msgspec.json.encode(body)) if body is not None else None
        return Ask(http, f"{url}{sep}lang={LANGUAGES[n % 3]}", sent)

    return make


def seat_of_new(what: str, body: Any = None) -> Make:
    """A request of the host of a new table."""

    def make(w: World, game: str, n: int) -> Ask:
        made, seat = w.open_table()
        return Ask(seat.http, f"/api/tables/{made['table']}/{what}", body)

    return make


def moved(w: World, game: str, n: int) -> Ask:
    """A request to take a game against bots elsewhere."""
    record = w.records[game]
    header = msgspec.structs.replace(record.header, bots=["", *["novice"] * (record.header.players - 1)])
    part = type(record)(header, record.entries[: len(record.entries) // 2])
    made = w.http.post("/api/import", content=part.write(), headers={"Content-Type": "application/x-ndjson"}).json()
    own = running.Seat(w.url, made["table"], made["tokens"][0])
    return Ask(own.http, f"/api/tables/{made['table']}/move")


def of_running(what: str, body: Callable[[World, list[running.Seat]], Any]) -> Make:
    """A request at a running table of two."""

    def make(w: World, game: str, n: int) -> Ask:
        seats = w.fresh()
        return Ask(seats[0].http, f"/api/tables/{seats[0].table}/{what}", body(w, seats))

    return make


def fill() -> None:
    """A request for each route."""
    t = "/api/tables/{id:str}"
    for path in (
        "/",
        "/new",
        "/learn",
        "/open",
        "/profile",
        "/tournaments",
        "/workshop",
        "/card",
        "/events",
        "/manifest.webmanifest",
        "/sw.js",
        "/favicon.ico",
    ):
        ask("GET", path, plain(path))
    for path in (
        "/t/{id:str}",
        "/profile/{id:str}",
        "/mail/{id:str}",
        "/tournaments/{id:str}",
        "/card/{id:str}",
        "/events/{id:str}",
    ):
        ask("GET", path, plain(path.replace("{id:str}", "x{n}")))
    ask("GET", "/move/{id:str}", plain("/move/x"))
    for path in ("/rules/{game:str}", "/rules/{game:str}/exact", "/reference/{game:str}", "/workshop/{game:str}"):
        ask("GET", path, plain(path.replace("{game:str}", "{game}")))
    ask("GET", "/client/{path:path}", plain("/client/main.js"))
    ask("GET", "/api", plain("/api"))
    ask("GET", "/api/openapi.json", plain("/api/openapi.json"))
    ask("GET", "/api/{path:str}", plain("/api/nothing{n}"))
    ask("GET", "/healthz", plain("/healthz"))
    ask("GET", "/metrics", plain("/metrics"))
    ask("GET", "/api/words", plain("/api/words"))
    ask("GET", "/api/poster", plain("/api/poster"))
    ask("GET", "/api/picture/{game:str}/{map:str}", plain("/api/picture/silverton/colorado"))
    ask("GET", "/api/rules/{game:str}", plain("/api/rules/{game}"), True)
    ask("GET", "/api/rules/{game:str}/guide", plain("/api/rules/{game}/guide"), True)
    ask("GET", "/api/reference/{game:str}", plain("/api/reference/{game}"), True)
    ask("GET", "/api/ground/{key:str}", lambda w, game, n: Ask(w.http, w.over[game][n % 2].view()["ground"]), True)
    ask("GET", "/api/games", plain("/api/games"))
    ask("GET", "/api/lessons", plain("/api/lessons"))
    ask("GET", "/api/invite", plain("/api/invite?to=/t/x{n}"))
    for method in ("GET", "POST", "DELETE"):
        ask(method, "/api/share", plain("/api/share"))
    ask("GET", "/api/tables", plain("/api/tables"))
    ask("POST", "/api/tables", lambda w, game, n: Ask(w.http, "/api/tables", {"game": game}), True)
    ask("POST", "/api/import", lambda w, game, n: Ask(w.http, "/api/import", raw=w.records[game].write()), True)
    ask("POST", "/api/import/check", lambda w, game, n: Ask(w.http, "/api/import/check", raw=w.records[game].write()), True)
    ask("POST", f"{t}/move", moved, True)
    fill_tables(t)
    fill_analysis(t)
    fill_people()
    fill_pace()
    fill_relations()
    fill_organisers()
    fill_workshop()


def fill_tables(t: str) -> None:
    ask("GET", f"{t}/view", over("view", query="&ply={ply}&as={eyes}"), True)
    ask("GET", f"{t}/log", over("log"), True)
    ask("GET", f"{t}/scores", over("scores"), True)
    ask("GET", f"{t}/record", over("record"), True)
    ask("GET", f"{t}/legal", now("legal"), True)
    ask("GET", f"{t}/ghost", now("ghost", query="&ply={ply}&i={i}"), True)
    ask("GET", f"{t}/why", now("why", query="&path=x{n},y"), True)
    ask("GET", f"{t}/hint", now("hint", query="&level=easy"), True)
    ask("GET", f"{t}/explain", now("explain"), True)
    ask("GET", f"{t}/line", now("line"), True)
    ask("POST", f"{t}/doubts", now("doubts", acted), True)
    ask("POST", f"{t}/act", now("act", acted), True)
    ask("POST", f"{t}/undo", now("undo", lambda seen: {"to": max(0, seen["ply"] - 1)}), True)
    ask("POST", f"{t}/branch", over("branch", lambda w, game, ply: {"ply": ply, "level": "random"}), True)
    ask("POST", f"{t}/again", over("again"), True)
    ask("POST", f"{t}/again/no", over("again/no"))
    ask("POST", f"{t}/again/without", over("again/without", lambda w, game, ply: {"fill": "bots"}))
    ask("POST", f"{t}/pause", paced("pause", {"days": 3}))
    ask("POST", f"{t}/resume", paced("resume"))
    held = {"seats": [{"table": "x", "token": "x" * 32}]}
    ask("POST", "/api/waiting", plain("/api/waiting", held))
    ask("POST", f"{t}/join", lambda w, game, n: Ask(w.http, f"/api/tables/{w.open_table()[0]['table']}/join", {"name": "Bob"}))
    ask("POST", f"{t}/seat", seat_of_new("seat", {"seat": 1, "kind": "bot", "level": "easy"}))
    ask("POST", f"{t}/leave", left)
    ask("POST", f"{t}/start", lambda w, game, n: started(w))
    ask("POST", f"{t}/vote", voted)
    ask("POST", f"{t}/handover", of_running("handover", lambda w, seats: {"level": "random"}))
    ask("POST", f"{t}/takeback", taken_back)
    ask("POST", f"{t}/resign", of_running("resign", lambda w, seats: None))
    ask("POST", f"{t}/abandon", seat_of_new("abandon"))
    ask("POST", f"{t}/chat", of_running("chat", lambda w, seats: {"text": "hello"}))
    ask("POST", f"{t}/lesson", lambda w, game, n: coached(w))
    ask(
        "POST",
        "/api/lessons/start",
        lambda w, game, n: Ask(w.http, "/api/lessons/start", {"lesson": lesson_of(w), "count": False}),
    )
    ask("GET", f"{t}/routes", planned("routes", f"&from={PLACES[0]}&to={PLACES[1]}&pencil=1"))
    ask("GET", f"{t}/pencil", planned("pencil"))
    ask("PUT", f"{t}/pencil", planned("pencil", drawn=True))
    ask("PUT", f"{t}/orders", now("orders", lambda seen: {"forced": False, "bid": None}))
    ask("GET", f"{t}/events", now("events"), True)
    ask("WEBSOCKET", f"{t}/live", now("live"), True)


def paced(what: str, body: Any = None) -> Make:
    """A request at a running table with a clock."""

    def make(w: World, game: str, n: int) -> Ask:
        seats = w.fresh(pace={"kind": "turns", "turn": 86400})
        if what == "resume":
            seats[0].post("pause", days=3)
            vote = seats[1].view()["votes"][0]["id"]
            for seat in seats[1:]:
                seat.post("vote", vote=vote, yes=True)
        return Ask(seats[0].http, f"/api/tables/{seats[0].table}/{what}", body)

    return make


def left(w: World, game: str, n: int) -> Ask:
    made, _ = w.open_table()
    token = w.http.post(f"/api/tables/{made['table']}/join", json={"name": "Bob"}).json()["token"]
    return Ask(running.Seat(w.url, made["table"], token).http, f"/api/tables/{made['table']}/leave")


def started(w: World) -> Ask:
    (seat, _) = running.table_of(w.url, start=False)
    return Ask(seat.http, f"/api/tables/{seat.table}/start")


def voted(w: World, game: str, n: int) -> Ask:
    seats = w.fresh()
    running.play_on(seats, 4)
    asked = next(s for s in seats if s.post("undo", to=1).json() is not None)
    votes = asked.view()["votes"]
    other = seats[1] if asked is seats[0] else seats[0]
    return Ask(other.http, f"/api/tables/{other.table}/vote", {"vote": votes[0]["id"] if votes else 0, "yes": False})


def taken_back(w: World, game: str, n: int) -> Ask:
    seat = w.fresh()[0]
    seat.post("handover", level="random")
    return Ask(seat.http, f"/api/tables/{seat.table}/takeback")


def lesson_of(w: World) -> str:
    found: str = w.http.get("/api/lessons").json()["games"][0]["lessons"][0]["id"]
    return found


def in_lesson(w: World) -> running.Seat:
    made = w.http.post("/api/lessons/start", json={"lesson": lesson_of(w), "count": False}).json()
    token = next(token for token in made["tokens"] if token)
    return running.Seat(w.url, made["table"], token)


def coached(w: World) -> Ask:
    seat = in_lesson(w)
    return Ask(seat.http, f"/api/tables/{seat.table}/lesson", {"do": "next"})


def fill_analysis(t: str) -> None:
    ask("GET", f"{t}/analysis", over("analysis"), True)
    ask("POST", f"{t}/analysis", over("analysis"), True)
    ask("GET", f"{t}/statistics", over("statistics"), True)
    ask("GET", f"{t}/moments", over("moments"), True)
    ask("POST", f"{t}/try", over("try", lambda w, game, ply: {"ply": ply, "line": [], "eyes": ply % GAMES[game]}), True)
    ask("POST", f"{t}/share", over("share", lambda w, game, ply: {"ply": ply}), True)
    ask("GET", "/api/share/{code:str}", lambda w, game, n: Ask(w.http, f"/api/share/{shared(w, game, n)}"), True)
    ask("GET", "/api/share/{code:str}/picture", lambda w, game, n: Ask(w.http, f"/api/share/{shared(w, game, n)}/picture"), True)
    ask("GET", "/s/{code:str}", lambda w, game, n: Ask(w.http, f"/s/{shared(w, game, n)}"), True)
    ask("GET", "/api/studies/{id:str}", plain("/api/studies/{table}", who="card"))
    ask("PUT", "/api/studies/{id:str}", plain("/api/studies/{table}", {"lines": [{"ply": 3, "note": "x"}]}, "card"))


def shared(w: World, game: str, n: int) -> str:
    seat = w.over[game][0]
    code: str = seat.post("share", ply=w.plies[game] - 1 - n * 7).json()["code"]
    return code


def fill_people() -> None:
    for path in ("", "/tables", "/devices", "/export"):
        ask("GET", f"/api/card{path}", plain(f"/api/card{path}", who="card"))
    ask("POST", "/api/card", plain("/api/card", {"name": "Bob"}))
    ask("PATCH", "/api/card", plain("/api/card", {"name": "Ada"}, "card"))
    deletion = "/api/profile/deletion"
    ask("GET", "/api/profile/status", plain("/api/profile/status", who="card"))
    ask("GET", deletion, plain(deletion, who="card"))
    ask("PUT", deletion, lambda w, game, n: Ask(new_card(w.url, "Eve").http, deletion, {"name": "Eve"}))
    ask("DELETE", deletion, plain(deletion, who="card"))
    ask("POST", "/api/profile/peek", plain("/api/profile/peek", {"code": "0" * 22}))
    ask("POST", "/api/card/seats", plain("/api/card/seats", {"seats": [{"table": "x", "token": "x" * 32}]}, "card"))
    ask("POST", "/api/card/seats/{table:str}", plain("/api/card/seats/{table}", who="card"))
    ask("DELETE", "/api/card/seats/{table:str}", plain("/api/card/seats/{table}", who="card"))
    ask("PATCH", "/api/card/devices/{number:int}", plain("/api/card/devices/1", {"label": "Phone"}, "card"))
    ask("DELETE", "/api/card/devices/{number:int}", lambda w, game, n: removed(w))
    ask("POST", "/api/card/carry", plain("/api/card/carry", who="card"))
    ask("POST", "/api/card/take", plain("/api/card/take", {"code": "0" * 22}))
    for what in ("new", "ask"):
        ask("POST", f"/api/card/passkey/{what}", plain(f"/api/card/passkey/{what}", who="card"))
    false = {"id": "AAAA", "client": "e30", "attestation": "AAAA"}
    ask("POST", "/api/card/passkey", plain("/api/card/passkey", false, "card"))
    wrong = {"id": "AAAA", "client": "e30", "data": "AAAA", "signature": "AAAA"}
    ask("POST", "/api/card/passkey/take", plain("/api/card/passkey/take", wrong))
    ask("DELETE", "/api/card/passkey/{number:int}", plain("/api/card/passkey/1", who="card"))
    ask("GET", "/api/cards/{id:str}", plain("/api/cards/{card}"))
    ask("GET", "/api/cards/{id:str}/history", plain("/api/cards/{card}/history"))
    ask("GET", "/api/cards/{id:str}/stats", plain("/api/cards/{card}/stats"))
    ask("GET", "/api/ratings/{game:str}", plain("/api/ratings/{game}"), True)
    ask("GET", "/api/push/key", plain("/api/push/key"))
    keys = {"p256dh": "B" * 87, "auth": "A" * 22}
    ask("POST", "/api/push", plain("/api/push", {"endpoint": "https://192.0.2.7/push", "keys": keys}, "card"))
    ask("DELETE", "/api/push", plain("/api/push", who="card"))
    fill_notices()
    ask("GET", "/api/events", plain("/api/events", who="card"))
    ask("POST", "/api/events", plain("/api/events", {"title": "Cup", "game": "silverton"}, "card"))
    e = "/api/events/{id:str}"
    ask("GET", e, lambda w, game, n: Ask(w.http, f"/api/events/{running_event(w)}"))
    ask("POST", f"{e}/join", lambda w, game, n: Ask(w.card.http, f"/api/events/{w.new_event()}/join"))
    ask("POST", f"{e}/leave", lambda w, game, n: Ask(w.card.http, f"/api/events/{w.event}/leave"))
    ask("POST", f"{e}/pair", lambda w, game, n: Ask(w.card.http, f"/api/events/{w.paired()}/pair"))
    ask("POST", f"{e}/close", lambda w, game, n: Ask(w.card.http, f"/api/events/{w.new_event()}/close"))
    ask("GET", f"{e}/standings.csv", lambda w, game, n: Ask(w.http, f"/api/events/{running_event(w)}/standings.csv"))
    ask("GET", f"{e}/records/{{round:int}}", lambda w, game, n: Ask(w.card.http, f"/api/events/{running_event(w)}/records/1"))


def fill_notices() -> None:
    n = "/api/notices"
    chosen = {"batch": "ten", "remind": "quarter", "zone": "Europe/Rome", "topics": [], "quiet": ["22:00", "08:00"]}
    ask("GET", n, plain(n, who="card"))
    ask("PUT", n, plain(n, chosen, "card"))
    ask("POST", f"{n}/try", plain(f"{n}/try", {"kind": "web", "target": "https://192.0.2.7/x"}, "card"))
    push = {"endpoint": "https://192.0.2.7/push", "keys": {"p256dh": "B" * 87, "auth": "A" * 22}}
    ask("POST", f"{n}/channels", plain(f"{n}/channels", {"kind": "push", "push": push}, "card"))
    one = f"{n}/channels/{{id:str}}"
    ask("PATCH", one, lambda w, game, i: Ask(w.card.http, f"{n}/channels/x{i}", {"on": True}))
    for path, method in ((one, "DELETE"), (f"{one}/test", "POST"), (f"{one}/again", "POST")):
        ask(method, path, plain(path.replace("{id:str}", "x"), who="card"))
    for method in ("PUT", "DELETE"):
        ask(method, f"{n}/mutes/{{table:str}}", plain(f"{n}/mutes/{{table}}", who="card"))
    token = "x" * 32
    ask("GET", "/api/mail/confirm", plain(f"/api/mail/confirm?t={token}"))
    ask("POST", "/api/mail/confirm", plain("/api/mail/confirm", {"token": token, "yes": True}))
    for what in ("stop", "resume"):
        ask("POST", f"/api/mail/{what}", plain(f"/api/mail/{what}?t={token}"))
    ask("POST", "/api/mail/mute", plain("/api/mail/mute", {"token": token, "table": "x"}))


def fill_pace() -> None:
    ask("POST", "/api/pace", plain("/api/pace", {"game": "steam", "pace": {"kind": "turns", "turn": 86400, "weekends": False}}))
    ask("GET", "/api/vacation", plain("/api/vacation?zone=Europe/Rome", who="card"))
    ask("POST", "/api/vacation", lambda w, game, n: Ask(new_card(w.url, "Eve").http, "/api/vacation", next_week()))
    ask("DELETE", "/api/vacation/{id:str}", on_vacation)


def next_week() -> dict[str, str]:
    """A day off in a week."""
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 7 * 86400))
    return {"first": day, "last": day, "zone": "UTC"}


def on_vacation(w: World, game: str, n: int) -> Ask:
    eve = new_card(w.url, "Eve")
    planned = eve.http.post("/api/vacation", json=next_week()).json()["planned"]
    return Ask(eve.http, f"/api/vacation/{planned[0]['id']}")


def fill_relations() -> None:
    """Friends, groups, proposals: requests of a profile that knows another one."""
    t = "/api/tables/{id:str}"
    ask("GET", f"{t}/notes", over("notes"))
    ask("PUT", f"{t}/notes", of_running("notes", lambda w, seats: {"text": "red"}))
    for path in ("/people", "/people/{id:str}", "/groups/{id:str}"):
        ask("GET", path, plain(path.replace("{id:str}", "x{n}")))
    ask("GET", "/api/people", plain("/api/people", who="card"))
    person = "/api/people/{id:str}"
    for what in ("ask", "block"):
        ask("POST", f"{person}/{what}", of_fellow("POST", what))
    for what in ("accept", "ignore"):
        ask("POST", f"{person}/{what}", of_fellow("POST", what, "asked"))
    ask("DELETE", f"{person}/ask", of_fellow("DELETE", "ask"))
    ask("DELETE", f"{person}/block", of_fellow("DELETE", "block", "blocked"))
    ask("DELETE", person, of_fellow("DELETE", ""))
    ask("POST", "/api/people/guests", plain("/api/people/guests", {"name": "Zoe"}, "card"))
    for method in ("GET", "POST", "DELETE"):
        ask(method, "/api/friendlink", plain("/api/friendlink", who="card"))
    for path in ("/api/friendlink/peek", "/api/friendlink/accept", "/api/grouplink/peek", "/api/grouplink/join"):
        ask("POST", path, plain(path, {"code": "0" * 32}, "card"))
    g = "/api/groups/{id:str}"
    ask("POST", "/api/groups", lambda w, game, n: Ask(new_card(w.url, "Eve").http, "/api/groups", {"name": "Ours"}))
    ask("GET", g, lambda w, game, n: Ask(w.card.http, f"/api/groups/{group_of(w)}"))
    ask("PATCH", g, lambda w, game, n: Ask(w.card.http, f"/api/groups/{group_of(w)}", {"name": f"Ours {n}"}))
    ask("DELETE", g, lambda w, game, n: Ask(w.card.http, f"/api/groups/{new_group(w)}"))
    ask("POST", f"{g}/leave", lambda w, game, n: Ask(w.card.http, f"/api/groups/{new_group(w)}/leave", {}))
    ask("POST", f"{g}/chat", lambda w, game, n: Ask(w.card.http, f"/api/groups/{group_of(w)}/chat", {"text": "hello"}))
    ask("POST", f"{g}/link", lambda w, game, n: Ask(w.card.http, f"/api/groups/{group_of(w)}/link", {"days": 7}))
    ask("GET", "/api/proposals", plain("/api/proposals", who="card"))
    ask("POST", "/api/proposals", lambda w, game, n: Ask(w.card.http, "/api/proposals", proposal(friend_of(w))))
    for what, body in (("yes", {}), ("no", None)):
        ask("POST", f"/api/proposals/{{id:str}}/{what}", invited(what, body))
    ask("POST", "/api/proposals/{id:str}/withdraw", lambda w, game, n: Ask(w.card.http, f"/api/proposals/{proposed(w)}/withdraw"))


def fill_organisers() -> None:
    """Running a tournament together. The profile owns the tournament that is asked about."""
    ask("GET", "/api/tournaments/open", plain("/api/tournaments/open"))
    for what, state in (("organisers", ""), ("organisers/remove", "asked"), ("handover", "accepted"), ("withdraw", "")):
        ask("POST", f"/api/events/{{id:str}}/{what}", organised(what, state))
    ask("POST", "/api/events/{id:str}/organisers/answer", organised("organisers/answer", "asked"))
    ask("POST", "/api/events/{id:str}/takeover", plain("/api/events/{event}/takeover", who="card"))
    told = {"text": "hello"}
    ask(
        "POST",
        "/api/events/{id:str}/announce",
        lambda w, game, n: Ask(w.card.http, f"/api/events/{w.new_event()}/announce", told),
    )
    ask("GET", "/api/events/{id:str}/calendar.ics", lambda w, game, n: Ask(w.http, f"/api/events/{timed_event(w)}/calendar.ics"))


def timed_event(w: World) -> str:
    """A tournament that begins at a time."""
    asked = {"title": "Cup", "game": "ticket_to_ride", "size": 2, "starts_at": time.time() + 86400}
    return str(w.card.http.post("/api/events", json=asked).json()["id"])


def organised(what: str, state: str) -> Make:
    """A request about an entrant who helps to organize, or is asked to."""

    def make(w: World, game: str, n: int) -> Ask:
        event, other = w.new_event(), new_card(w.url, "Bob")
        other.http.post(f"/api/events/{event}/join")
        card = {"card": other.card()["id"]}
        if state:
            w.card.http.post(f"/api/events/{event}/organisers", json=card)
        if state == "accepted":
            other.http.post(f"/api/events/{event}/organisers/answer", json={"yes": True})
        if what == "organisers/answer":
            return Ask(other.http, f"/api/events/{event}/{what}", {"yes": True})
        return Ask(w.card.http, f"/api/events/{event}/{what}", card)

    return make


def friend_of(w: World) -> str:
    """A new friend of the profile."""
    other = new_card(w.url, "Bob")
    code = w.card.http.post("/api/friendlink").json()["link"].partition("#")[2]
    other.http.post("/api/friendlink/accept", json={"code": code})
    return str(other.card()["id"])


def of_fellow(method: str, what: str, before: str = "") -> Make:
    """A request about somebody in the same group. ``before``: they have "asked" to be friends, or are "blocked"."""

    def make(w: World, game: str, n: int) -> Ask:
        other = new_card(w.url, "Bob")
        link = w.card.http.post(f"/api/groups/{group_of(w)}/link", json={"days": 7}).json()["link"]["link"]
        other.http.post("/api/grouplink/join", json={"code": link.partition("#")[2]})
        id = other.card()["id"]
        if before == "asked":
            other.http.post(f"/api/people/{w.shown['id']}/ask")
        elif before == "blocked":
            w.card.http.post(f"/api/people/{id}/block")
        return Ask(w.card.http, f"/api/people/{id}/{what}".rstrip("/"))

    return make


def proposed(w: World) -> str:
    """A proposal of the profile to a new friend."""
    return str(w.card.http.post("/api/proposals", json=proposal(friend_of(w))).json()["id"])


def invited(what: str, body: Any) -> Make:
    """An answer to an invitation."""

    def make(w: World, game: str, n: int) -> Ask:
        other = new_card(w.url, "Bob")
        code = other.http.post("/api/friendlink").json()["link"].partition("#")[2]
        w.card.http.post("/api/friendlink/accept", json={"code": code})
        id = other.http.post("/api/proposals", json=proposal(w.shown["id"])).json()["id"]
        return Ask(w.card.http, f"/api/proposals/{id}/{what}", body)

    return make


def new_group(w: World) -> str:
    return str(w.card.http.post("/api/groups", json={"name": "Ours"}).json()["id"])


def group_of(w: World) -> str:
    """A group of the profile."""
    if not hasattr(w, "group"):
        w.group = new_group(w)  # type: ignore[attr-defined]
    return str(w.group)  # type: ignore[attr-defined]


def proposal(person: str) -> dict[str, Any]:
    return {"game": "ticket_to_ride", "people": [person], "paces": [{"kind": "turns", "turn": 86400}]}


def removed(w: World) -> Ask:
    w.card.carried()
    number = max(device["number"] for device in w.card.http.get("/api/card/devices").json())
    return Ask(w.card.http, f"/api/card/devices/{number}")


def running_event(w: World) -> str:
    if not hasattr(w, "running_event"):
        w.running_event = w.paired()  # type: ignore[attr-defined]
        w.card.http.post(f"/api/events/{w.running_event}/pair")  # type: ignore[attr-defined]
    return str(w.running_event)  # type: ignore[attr-defined]


def fill_workshop() -> None:
    ask("GET", "/api/workshop", plain("/api/workshop"))
    ask("POST", "/api/workshop/{game:str}", lambda w, game, n: Ask(w.http, f"/api/workshop/{game}", drawn(game, n)), True)
    ask(
        "POST",
        "/api/workshop/{game:str}/keep",
        lambda w, game, n: Ask(w.http, f"/api/workshop/{game}/keep", map_of(game, n)),
        True,
    )
    ask("GET", "/api/maps", plain("/api/maps"))
    ask("GET", "/api/maps/{key:str}", plain("/api/maps/{map}"))
    ask("GET", "/api/maps/{key:str}/trial", plain("/api/maps/{map}/trial"))
    ask("POST", "/api/maps/{key:str}/trial", plain("/api/maps/{map}/trial", {"game": "steam", "players": 4}))
    tuned = {"game": "steam", "players": 4, "held": "hex:c1r1", "path": ["x"]}
    ask("POST", "/api/maps/{key:str}/tune", plain("/api/maps/{map}/tune", tuned))
    ask("GET", "/api/card/drafts", plain("/api/card/drafts", who="card"))
    draft = {"game": "steam", "name": "Mine", "text": registry.export(registry.game("steam"), "ruhr")}
    ask("PUT", "/api/card/drafts/{id:str}", plain("/api/card/drafts/draft0001", draft, "card"))
    for method in ("GET", "DELETE"):
        ask(method, "/api/card/drafts/{id:str}", lambda w, game, n: kept_draft(w, draft))


def kept_draft(w: World, draft: Any) -> Ask:
    url = f"/api/card/drafts/draft{w.number():04}"
    w.card.http.put(url, json=draft)
    return Ask(w.card.http, url)


def drawn(game: str, n: int) -> Any:
    chosen = registry.game(game)
    return {"map": chosen.maps[n % len(chosen.maps)].key}


def map_of(game: str, n: int) -> Any:
    chosen = registry.game(game)
    return {"text": registry.export(chosen, chosen.maps[0].key) + f"\n# {n} {time.time()}\n"}


# -- measuring ------------------------------------------------------------------------------------------------------------


class Clock:
    """The processor time of another process, to the nanosecond."""

    def __init__(self, pid: int) -> None:
        self._clock = (~pid << 3) | 2  # (clock_getcpuclockid of Linux)

    def ms(self) -> float:
        return time.clock_gettime(self._clock) * 1000


def send(method: str, one: Ask) -> int:
    """Send a request and read the whole answer (of a stream its first line, of a socket its first message)."""
    if method == "WEBSOCKET":
        with connect(str(one.http.base_url).replace("http", "ws").rstrip("/") + one.url, max_size=None) as socket:
            token = one.http.headers["Authorization"].removeprefix("Bearer ")
            socket.send(msgspec.json.encode({"token": token, "lang": one.url[-2:]}).decode())
            socket.recv(timeout=20)
        return 101
    if one.url.partition("?")[0].endswith("/events") and one.url.startswith("/api/tables/"):
        with one.http.stream(method, one.url) as stream:
            next(stream.iter_lines())
            return stream.status_code
    kind = {"Content-Type": "application/x-ndjson"} if one.raw is not None else {}
    content = one.raw if one.raw is not None else msgspec.json.encode(one.body) if one.body is not None else None
    if one.body is not None:
        kind = {"Content-Type": "application/json"}
    return one.http.request(method, one.url, content=content, headers=kind).status_code


class Measured(NamedTuple):
    """Milliseconds in the middle and at worst, for which game, and the answers' statuses for all games."""

    ms: float
    worst: float
    game: str
    statuses: list[int]


def measure(clock: Clock, world: World, method: str, path: str, idle: float) -> Measured:
    make, games = REQUESTS[method, path]
    found = []
    answered: set[int] = set()
    for game in GAMES if games else ("ticket_to_ride",):
        times = []
        for n in range(REPEATS):
            one = make(world, game, n)
            time.sleep(0.01)  # what came before it has settled
            at, begun = time.monotonic(), clock.ms()
            answered.add(send(method, one))
            time.sleep(0.004)  # what follows the answer counts too
            times.append(max(0.0, clock.ms() - begun - idle * (time.monotonic() - at)))
        found.append((median(times), max(times), game if games else ""))
    return Measured(*max(found), sorted(answered))


def idle_of(clock: Clock, seconds: float = 2.0) -> float:
    """Milliseconds a second that the server spends on nothing in particular."""
    time.sleep(1)
    begun = clock.ms()
    time.sleep(seconds)
    return (clock.ms() - begun) / seconds


# -- the table ------------------------------------------------------------------------------------------------------------


def budget(limits: Limits) -> str:
    """A route's limits in words."""
    parts = [f"{limits.cost:g} ms"]
    if limits.count:
        parts.append(limits.count)
    if limits.failures:
        parts.append("failures")
    if limits.stays:
        parts.append("open connections")
    if limits.body != BODY:
        parts.append(f"body {limits.body // 1024} kB")
    if limits.free_here:
        parts.append("free from the server's own machine")
    return ", ".join(parts)


def rows(
    found: list[Route],
    times: dict[tuple[str, str], Measured] | None = None,
    listed: dict[tuple[str, ...], tuple[str, ...]] | None = None,
) -> list[tuple[str, ...]]:
    """A row for each handler: method, paths, who may call it, budget, and (where measured) the processor time. ``listed``: rows
    that are taken as they are."""
    grouped: dict[tuple[str, str, str, str], list[str]] = defaultdict(list)
    for route in found:
        limits = route.limits
        if limits is None:
            raise LookupError(f"{route.method} {route.path} has no limits: declare them beside its handler")
        same = route.name if route.name == "get_page" else route.path
        grouped[route.method, same, limits.who, budget(limits)].append(route.path)
    out = []
    for (method, _, who, limit), paths in sorted(grouped.items(), key=lambda item: (item[1][0], item[0][0])):
        row: tuple[str, ...] = (method, ", ".join(f"`{path}`" for path in sorted(paths)), who, limit)
        if listed and row in listed:
            row = listed[row]
        elif times is not None:
            slowest = max(times[method, path] for path in paths)
            row = (*row, f"{slowest.ms:.1f}", f"{slowest.worst:.1f}")
        out.append(row)
    return out


def listed_rows() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The rows that the table in SECURITY.md has now, by all but their processor times."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in text.splitlines() if "`" in line]
    return {row[:4]: row for row in cells}


def table(
    found: list[Route], times: dict[tuple[str, str], Measured], listed: dict[tuple[str, ...], tuple[str, ...]] | None = None
) -> str:
    """The table. ``listed``: rows that are taken as they are, by all but their times."""
    counts = "; ".join(f"*{name}* {burst:g} at once and {rate * 3600:g} an hour" for name, (rate, burst) in COUNTS.items())
    head = (
        f"An address may spend {RATE:g} ms of processor time a second (and {BURST:g} ms at once), a token half of that. "
        f"The budget names what is charged before the request runs; the real cost is settled after it. Counts: {counts}.\n\n"
        "| | Route | Who | Budget | Processor ms | Worst |\n|---|---|---|---|---:|---:|\n"
    )
    return head + "\n".join("| " + " | ".join(row) + " |" for row in rows(found, times, listed or {}))


def declared() -> list[Route]:
    return list(list_routes(create_app(Config()).app))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true", help="write the table into SECURITY.md")
    parser.add_argument("--new", action="store_true", help="measure what the table in SECURITY.md lacks, and write it there")
    parser.add_argument("--only", help="only handlers of that name")
    arguments = parser.parse_args()
    found = declared()
    fill()
    missing = [f"{r.method} {r.path}" for r in found if (r.method, r.path) not in REQUESTS]
    if missing:
        sys.exit(f"these routes have no request in benchmarks/routes.py: {', '.join(missing)}")
    rows(found)  # each has limits
    listed = listed_rows() if arguments.new else {}
    wanted = [r for r in found if arguments.only in (None, r.name) and rows([r])[0] not in listed]
    times: dict[tuple[str, str], Measured] = {}
    refused: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        server = running.Server(
            f"{folder}/r.sqlite", Path(folder), "--no-limits", "--push", "mailto:a@b.c", "--log-level", "error"
        )
        server.start()
        try:
            assert server.process is not None
            world, clock = World(server.url), Clock(server.process.pid)
            idle = idle_of(clock)
            print(f"load {os.getloadavg()[0]:.1f}; idle {idle:.1f} ms a second")
            for route in sorted(wanted, key=lambda r: r.path):
                times[route.method, route.path] = one = measure(clock, world, route.method, route.path, idle)
                limits = route.limits
                assert limits is not None
                note = " over 5 ms" if one.ms > 5 else ""
                note += " DECLARED TOO LOW" if one.ms > limits.cost * 1.5 else ""
                if min(one.statuses) >= 400 and (method_path := (route.method, route.path)) not in REFUSED:
                    refused.append(f"{' '.join(method_path)} {one.statuses}")
                statuses = ",".join(map(str, one.statuses))
                print(
                    f"{one.ms:7.1f} {one.worst:7.1f} {limits.cost:4g}  {route.method:9} {route.path} {statuses} {one.game}{note}",
                    flush=True,
                )
        finally:
            server.stop()
    if not arguments.only:
        text = table(found, times, listed)
        print(f"\n{text}")
        if arguments.write or arguments.new:
            file = ROOT / "SECURITY.md"
            before, _, rest = file.read_text(encoding="utf-8").partition(BEGIN)
            file.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    if refused:
        print(f"refused, so what success costs was not measured: {', '.join(refused)}")


if __name__ == "__main__":
    main()
