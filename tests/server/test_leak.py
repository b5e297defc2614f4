"""Hidden information never leaves for the wrong seat.

Two servers hold the same tables; only what seat A cannot know differs between them (two imagined worlds). Every byte that A
(or a spectator) gets from the one — views, pictures, legal actions, hints, streams, headers — and every line of its log must be
what the other gives. Then another seat acts in secret, differently in the two worlds, and everything is compared again.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.server.http.routes_drafts import HANDLERS as DRAFTS
from boxcars.server.http.routes_map_editor import HANDLERS
from boxcars.server.store.profiles import create_profile as create_card
from boxcars.server.store.secret_tokens import hash_token, token_for
from boxcars.server.store.store import Store, Write
from boxcars.server.table.documents import Doc, Entry, Setup
from boxcars.server.table.documents import Seat as SeatDoc
from boxcars.server.table.table import rules_for
from tests.scale import FULL
from tests.server.running import Seat, Server

TIMES = re.compile(rb'"(now|at|left|reserve|since)":[0-9.]+')
HEADERS = ("date", "content-length")
"""Not compared: a time's number of digits changes the length; the contents themselves are compared."""

LISTED = re.compile(rb'"changed":[0-9.]+')
"""When a table was last changed: the same moment, but not on the same clock."""

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("act", {"ply": 0, "action": {"do": "Fly"}}),
    ("handover", {"seat": 1, "level": "none"}),
    ("handover", {"seat": 9}),
    ("vote", {"vote": 5, "yes": True}),
    ("takeback", {}),
    ("undo", {"to": 99}),
    ("join", {"name": "X"}),
    ("start", {}),
    ("seat", {"seat": 0, "kind": "open", "keep_away": True}),
    ("leave", {}),
    ("lesson", {"do": "next"}),
    ("chat", {"text": " ", "name": "p1"}),
    ("analysis", {}),
    ("try", {"ply": 0}),
    ("share", {"ply": 9999}),
    ("share", {"ply": 0, "eyes": 1}),
]
"""What cannot be done here: a refusal, too, is the same in both worlds."""

FEW, MORE, MANY = (0, 1, 5, 30), (0, 1, 9, 40, 90), (0, 1, 2, 3, 5, 9, 20, 40, 60, 90)
"""After how many actions the worlds are compared: in the default suite, of a second game each in the slow one, of both in a
full run."""


@dataclass
class Case:
    """A position, A's seat, and two worlds that A cannot tell apart; ``secret``: what another seat does in each."""

    id: str
    game: str
    rules: Rules[Any]
    seat: int
    worlds: tuple[Any, Any]
    actor: int
    secret: tuple[Any, Any] | None


def worlds_of(rules: Rules[Any], state: Any, seat: int, number: int) -> tuple[Any, Any] | None:
    """Two different worlds that look the same to the seat."""
    first = rules.imagine(state, seat, seed_from(f"one {number}"))
    second = rules.imagine(state, seat, seed_from(f"two {number}"))
    for world in (first, second):
        world.chance = Chance(first.chance.seed, dict(world.chance.counters))
    return (first, second) if rules.write(first) != rules.write(second) else None


def shown(rules: Rules[Any], state: Any, action: Any, seat: int) -> bytes:
    """All that a seat sees of an action: the events as retold, and the position after it."""
    after = rules.clone(state)
    events = rules.apply(after, action)
    told = [rules.retell(event, seat) for event in events]
    return rules.write([told, rules.observe(after, seat), rules.observe(after, None), rules.actor(after)])


def secret_actions(rules: Rules[Any], worlds: tuple[Any, Any], seat: int) -> tuple[Any, Any] | None:
    """Two different actions of another seat, one in each world, that look the same to ours."""
    if rules.actor(worlds[0]) in (seat, -1):
        return None
    first = {shown(rules, worlds[0], action, seat): action for action in rules.legal(worlds[0])[:40]}
    for action in rules.legal(worlds[1])[:40]:
        same = first.get(shown(rules, worlds[1], action, seat))
        if same is not None and same != action:
            return same, action
    return None


def cases_of(game: str, seeds: range, stops: tuple[int, ...]) -> list[Case]:
    """Positions early and late, through the eyes of every seat."""
    chosen = registry.game(game)
    players = min(n for n in chosen.maps[0].players if n > 1)
    rules = rules_for(game, chosen.maps[0].key, players, {})
    out = []
    for seed in seeds:
        state = rules.start(Chance(seed_from(f"leak {game} {seed}")))
        luck = random.Random(seed)
        ply = 0
        while rules.actor(state) >= 0 and ply <= max(stops):
            if ply in stops:
                for seat in range(players):
                    worlds = worlds_of(rules, state, seat, ply)
                    if worlds is not None:
                        secret = secret_actions(rules, worlds, seat)
                        id = f"{game}-{seed}-{ply}-{seat}".replace("_", "")[:32]
                        out.append(Case(id, game, rules, seat, worlds, rules.actor(state), secret))
            rules.apply(state, luck.choice(rules.legal(state)))
            ply += 1
    return out


def place(store: Store, case: Case, world: Any) -> None:
    rules = case.rules
    setup = Setup(
        game=case.game,
        map=rules.map,
        players=rules.players,
        options=rules.options,
        seed="5eed" * 16,
        start=rules.write(world).decode(),
    )
    seats = [SeatDoc(kind="person", name=f"P{i}") for i in range(rules.players)]
    doc = Doc(status="playing", seats=seats, actor=case.actor, since=1000.0, undo=False, listed=True, learning=True)
    tokens = [(hash_token(token(case, i)), i) for i in range(rules.players)]
    first = Write(
        id=case.id,
        entry=Entry(seq=1, kind="open", at=1000.0),
        doc=doc,
        version=rules.version,
        state=rules.write(world),
        tokens=tokens,
        taken=[(i, f"card{i}") for i in range(rules.players)],
    )
    start = Entry(seq=2, kind="start", at=1000.0, events=b"[]")
    assert store.create_table(case.id, setup, rules.version, first, [start], [(2, 0, rules.version, rules.write(world))])


def token(case: Case, seat: int) -> str:
    return token_for(b"leak test", case.id, seat)


def device(seat: int) -> str:
    """The card that holds that seat at every table."""
    return f"c.{token_for(b'leak test', 'card', seat)}"


@pytest.fixture(scope="module", params=["few", pytest.param("many", marks=pytest.mark.slow)])
def cases(request: pytest.FixtureRequest) -> list[Case]:
    seeds, stops = (range(1), FEW) if request.param == "few" else (range(2), MANY) if FULL else (range(1, 2), MORE)
    return [case for game in registry.games() for case in cases_of(game, seeds, stops)]


@pytest.fixture(scope="module")
def twins(cases: list[Case], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on two copies of one store, each with its world in every table."""
    folder = tmp_path_factory.mktemp("twins")
    Store(str(folder / "0.sqlite")).close()
    shutil.copy(folder / "0.sqlite", folder / "1.sqlite")  # the same store secret
    servers = []
    for i in (0, 1):
        store = Store(str(folder / f"{i}.sqlite"))
        for seat in range(max(case.rules.players for case in cases)):
            create_card(store, f"card{seat}", f"P{seat}", "0.0.0", hash_token(device(seat)), "", 1000.0)
        for case in cases:
            place(store, case, case.worlds[i])
        with store.read_transaction() as conn:
            assert conn.execute(sa.text("SELECT count(*) FROM tables")).scalar() == len(cases)
        store.close()
        more = ("--no-limits", "--push", "off")  # (the key of pushes is made at the start, and another one in each)
        servers.append(Server(str(folder / f"{i}.sqlite"), folder, *more, name=f"twin{i}").start(wait=False))
    for server in servers:
        server.wait()
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


def everything(server: Server, case: Case, seat: int | None, by_card: bool = False) -> list[bytes]:
    """Every byte a seat can get at this table, without the clock's numbers."""
    own = None if seat is None else device(seat) if by_card else token(case, seat)
    out: list[bytes] = []
    with Seat(server.url, case.id, own) as client:
        for path in (
            "view",
            "view?lang=es",
            "view?ply=0",
            "legal",
            "log",
            "scores",
            "line",
            "record",
            "ghost?i=0",
            "ghost?i=1",
            "why?path=card:blue,do:pass",
            "hint?level=random",
            "hint?level=heuristic",
            "explain",
            "analysis",
            "statistics",
            "moments",
            "pencil",
            "routes?from=hex:c1r1&to=hex:c1r3",
            f"view?ply=0&as={(case.seat + 1) % case.rules.players}",
        ):
            answer = client.http.get(f"/api/tables/{case.id}/{path}")
            headers = sorted(f"{k}: {v}" for k, v in answer.headers.items() if k.lower() not in HEADERS)
            out.append(f"{path} {answer.status_code} {headers} ".encode() + answer.content)
        for action in client.view()["legal"][:8]:
            answer = client.post("doubts", ply=client.view()["ply"], action=action["action"])
            assert answer.status_code == 200, answer.text
            out.append(answer.content)
        for what, body in REFUSED:
            answer = client.post(what, **body)
            assert answer.status_code in (403, 409, 422), f"{what} {answer.status_code}"
            out.append(answer.content)
        with client.live() as socket:
            out.append(str(socket.recv(timeout=10)).encode())
        with client.http.stream("GET", f"/api/tables/{case.id}/events") as stream:
            out.append(next(stream.iter_lines()).encode())
    return [TIMES.sub(rb'"\1":0', data) for data in out]


def logged(server: Server) -> list[dict[str, Any]]:
    """The server's log without times, and without what depends on when a request came."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()[1:]]
    shown = [{k: v for k, v in line.items() if k not in ("at", "ms")} for line in lines if line.get("path") != "/healthz"]
    return sorted(shown, key=lambda line: json.dumps(line))  # a stream's line comes when it is closed


def test_there_is_something_to_hide(cases: list[Case]) -> None:
    """In every game seats hide something, or the game has no secrets but its dice."""
    assert {case.game for case in cases} >= {"ticket_to_ride"}
    assert any(case.secret is not None for case in cases)


def test_a_seat_gets_the_same_bytes_whatever_the_others_hide(cases: list[Case], twins: tuple[Server, Server]) -> None:
    one, two = twins
    for case in cases:
        for seat in (case.seat, None):
            for here, there in zip(everything(one, case, seat), everything(two, case, seat), strict=True):
                assert here == there, f"{case.id}: seat {seat} is told something"


def test_a_card_opens_its_seat_and_nothing_more(cases: list[Case], twins: tuple[Server, Server]) -> None:
    """What a card is told in a seat is what the seat's own link is told: in both worlds, byte by byte."""
    one, two = twins
    for case in cases:
        here, there = (everything(server, case, case.seat, by_card=True) for server in twins)
        assert here == there, f"{case.id}: the card in seat {case.seat} is told something"
        for server in twins:
            assert here == everything(server, case, case.seat), f"{case.id}: the card is told something else than the seat"
    for seat in {case.seat for case in cases}:
        headers = {"Authorization": f"Bearer {device(seat)}"}
        notices = [httpx.get(f"{server.url}/api/notices", headers=headers, timeout=30) for server in (one, two)]
        assert notices[0].status_code == 200 and notices[0].content == notices[1].content
        lists = [
            httpx.get(f"{server.url}/api/card/tables", headers={"Authorization": f"Bearer {device(seat)}"}, timeout=30).json()
            for server in (one, two)
        ]
        for line in (line for told in lists for line in told["tables"]):
            line.pop("since")
        assert lists[0] == lists[1] and lists[0]["tables"]


def lobby(server: Server) -> list[bytes]:
    """What everybody can list."""
    paths = ("", "?page=1", "?status=open", "?status=playing", "?status=over")
    return [LISTED.sub(b"", httpx.get(f"{server.url}/api/tables{path}", timeout=30).content) for path in paths]


def test_what_others_do_in_secret_stays_secret(cases: list[Case], twins: tuple[Server, Server]) -> None:
    done = 0
    for case in cases:
        if case.secret is None:
            continue
        pages = [Seat(server.url, case.id, token(case, case.seat)) for server in twins]
        sparing = {"diff": True, "append": True, "panels": True, "pieces": True, "words": False}  # as the page asks for it
        with (
            pages[0].live() as first,
            pages[1].live() as second,
            pages[0].live(**sparing) as third,
            pages[1].live(**sparing) as fourth,
        ):
            for socket in (first, second, third, fourth):
                socket.recv(timeout=10)
            for server, action in zip(twins, case.secret, strict=True):
                with Seat(server.url, case.id, token(case, case.actor)) as actor:
                    body = json.loads(case.rules.write(action))
                    answer = actor.post("act", ply=0, mark=2, key="in-secret", action=body)
                    assert answer.status_code == 200, answer.text
            messages = [TIMES.sub(rb'"\1":0', news(socket)) for socket in (first, second)]
            assert messages[0] == messages[1], f"{case.id}: a page is told something"
            # The time itself is a part that has changed since, or has not, by a tenth of a second.
            changes = [TIMES.sub(rb'"\1":0', news(socket, "diff")).replace(b'"now":0,', b"") for socket in (third, fourth)]
            assert changes[0] == changes[1], f"{case.id}: what changed tells a page something"
        until_alone(twins, case)
        for seat in (case.seat, None):
            for here, there in zip(everything(twins[0], case, seat), everything(twins[1], case, seat), strict=True):
                assert here == there, f"{case.id}: seat {seat} is told something after a secret action"
        done += 1
    assert done >= 2
    here, there = lobby(twins[0]), lobby(twins[1])
    assert here == there and len(here[0]) > 1000
    time.sleep(0.3)
    assert logged(twins[0]) == logged(twins[1])


def until_alone(twins: tuple[Server, Server], case: Case) -> None:
    """The pages are closed, and both servers have noticed: who is there is shown to everybody. (Both are asked as often: their
    logs are compared.)"""
    until = time.monotonic() + 10
    while True:
        seats = [seat for server in twins for seat in Seat(server.url, case.id, None).view()["seats"]]
        if not any(seat["here"] for seat in seats):
            return
        assert time.monotonic() < until, "a closed page is still there"
        time.sleep(0.02)


def news(socket: Any, part: str = "view") -> bytes:
    """The message that shows the action (presence may be told first)."""
    while True:
        message = socket.recv(timeout=10)
        if json.loads(message).get(part, {}).get("ply") == 1:
            return str(message).encode()


def test_the_workshop_knows_no_table(twins: tuple[Server, Server]) -> None:
    """Its answers are made of what is asked alone: every route gives the same in both worlds."""
    nowhere = f"/api/maps/own:{'0' * 32}"
    tune = {"game": "spike", "players": 3, "held": "sheet", "path": ["name"]}
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/api/workshop", None),
        ("POST", "/api/workshop/spike", {"held": "sheet"}),
        ("POST", "/api/workshop/spike", {"map": nowhere[10:]}),
        ("POST", "/api/workshop/spike/keep", {"text": "name = 3"}),
        ("GET", "/api/maps", None),
        ("GET", nowhere, None),
        ("GET", f"{nowhere}/trial", None),
        ("POST", f"{nowhere}/trial", {"game": "spike", "players": 3}),
        ("POST", f"{nowhere}/tune", tune),
        ("GET", "/api/card/drafts", None),
        ("GET", "/api/card/drafts/spike", None),
        ("PUT", "/api/card/drafts/spike", {"game": "spike", "name": "", "text": ""}),
        ("DELETE", "/api/card/drafts/spike", None),
    ]
    routes = {(m, re.sub(r"\{\w+:str\}", "", path)) for h in [*HANDLERS, *DRAFTS] for m in h.http_methods for path in h.paths}
    told = {(m, path.replace("spike", "").replace(nowhere[10:], "")) for m, path, _ in asked}
    assert routes == told, "a new route of the workshop belongs here"
    for method, path, body in asked:
        first, second = (httpx.request(method, server.url + path, json=body, timeout=30) for server in twins)
        assert (first.status_code, first.content) == (second.status_code, second.content), path
