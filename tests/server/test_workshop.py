"""The workshop over HTTP: drafts of strangers, maps kept by their text, games that keep their map, bots that try it."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.core import map_text, registry
from boxcars.core.game import Refused
from boxcars.server.page.sent_workshop import Setting
from boxcars.server.work import tunings
from boxcars.server.work.tunings import Place, Tried
from tests.server.running import Seat, Server

GAMES = [key for key, game in registry.games().items() if game.workshop]


@pytest.fixture
def server(tmp_path: Path) -> Any:
    running = Server(f"sqlite:///{tmp_path}/maps.sqlite", tmp_path, "--no-limits", "--workers", "1").start()
    yield running
    running.stop()


def work(url: str, game: str, **body: Any) -> httpx.Response:
    return httpx.post(f"{url}/api/workshop/{game}", json=body, timeout=30)


def spoiled(value: Any, rng: random.Random) -> Any:
    """The draft with one value somewhere replaced by nonsense."""
    tree = json.loads(json.dumps(value))
    at = tree
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return tree
        key = rng.choice(keys)
        inner = at[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            at = inner
            continue
        at[key] = rng.choice([None, -1, 10**9, "", "x" * 5000, "<b>", [], {}, [[[]]], 1.5, True, "c99r99", {"id": "x"}])
        return tree


@pytest.mark.slow
def test_drafts_maps_and_games(server: Server) -> None:
    url = server.url
    offered = httpx.get(f"{url}/api/workshop").json()
    assert [game["key"] for game in offered] == GAMES
    rng = random.Random(1)
    for game in GAMES:
        board = offered[GAMES.index(game)]["boards"][0]["key"]
        opened = work(url, game, map=board, held="sheet").json()
        assert opened["good"] and opened["doc"] and opened["held"]["fields"]
        assert opened["text"] == registry.export(registry.game(game), board)
        assert work(url, game, doc=opened["doc"]).json()["text"] == opened["text"]
        assert work(url, game).json()["good"] is False, "an empty sheet is no map yet"
        for _ in range(25):  # whatever is sent: an answer, or a refusal in words
            answer = work(
                url,
                game,
                doc=spoiled(opened["doc"], rng),
                tool=rng.choice(["city", "plain", "route", "x"]),
                targets=["hex:c1r1", "at:1,1"],
            )
            assert answer.status_code in (200, 422), answer.text
            assert answer.status_code == 200 or answer.json()["reason"]["code"] in ("bad_map", "busy")
    assert work(url, "steam", text="name = ").status_code == 422
    assert work(url, "chess").status_code == 422
    assert work(url, "steam", doc={"board": "x" * 600_000}).status_code == 413

    text = registry.export(registry.game("steam"), "ruhr").replace("Rhine-Ruhr", "Elsewhere")
    assert httpx.post(f"{url}/api/workshop/steam/keep", json={"text": "name = 3"}).status_code == 422
    kept = httpx.post(f"{url}/api/workshop/steam/keep", json={"text": text, "shown": True}).json()
    assert kept["map"] == map_text.key_of(text) and kept["players"] == [3, 4, 5, 6]
    assert httpx.get(f"{url}/api/maps/{kept['map']}").text == text
    assert [m["name"] for m in httpx.get(f"{url}/api/maps").json()] == ["Elsewhere"]
    assert kept["map"] in json.dumps(httpx.get(f"{url}/api/games").json())
    picture = httpx.get(f"{url}/api/picture/steam/{kept['map']}?theme=light", timeout=30)
    assert picture.status_code == 200, picture.text

    seats = [{"kind": "person", "mine": True}, {"kind": "bot", "level": "heuristic"}, {"kind": "bot", "level": "heuristic"}]
    body = {"game": "steam", "map": kept["map"], "players": 3, "seats": seats, "start": True}
    made = httpx.post(f"{url}/api/tables", json=body).json()
    unknown = httpx.post(f"{url}/api/tables", json={**body, "map": "own:" + "0" * 32})
    assert unknown.status_code == 422 and "has no map" in unknown.json()["reason"]["text"]
    with Seat(url, made["table"], made["tokens"][0]) as seat:
        assert seat.view()["game"]["map_name"] == "Elsewhere"
    server.kill()  # a running game keeps its map, whatever happens
    server.start()
    with Seat(url, made["table"], made["tokens"][0]) as seat:
        view = seat.view()
        assert view["game"]["map_name"] == "Elsewhere" and view["status"] == "playing"

    asked = httpx.post(f"{url}/api/maps/{kept['map']}/trial", json={"game": "steam", "players": 9})
    assert asked.status_code == 422
    started = httpx.post(f"{url}/api/maps/{kept['map']}/trial", json={"game": "steam", "players": 3}).json()
    assert started["state"] == "playing" and started["games"] == 120
    for _ in range(60):
        trial = httpx.get(f"{url}/api/maps/{kept['map']}/trial").json()
        if trial["done"] >= 1 or trial["state"] != "playing":
            break
        time.sleep(1)
    assert trial["done"] >= 1, trial

    tune = {"game": "steam", "players": 3, "held": "sheet", "path": ["track_costs", "river"]}
    where = f"{url}/api/maps/{kept['map']}/tune"
    assert httpx.post(where, json=tune).json()["state"] == "none"
    assert httpx.post(where, json={**tune, "games": 9999}).status_code in (400, 422), "how many games is the host's"
    assert httpx.post(where, json={**tune, "path": ["x"] * 99}).status_code in (400, 422)
    assert httpx.post(f"{url}/api/maps/own:{'0' * 32}/tune", json=tune).status_code == 404
    assert httpx.post(where, json={**tune, "start": True}).json()["state"] == "playing"
    wrong = {**tune, "path": ["name"], "start": True}
    httpx.post(where, json=wrong)
    for _ in range(60):
        told = httpx.post(where, json={**wrong, "start": False}).json()
        if told["state"] != "playing":
            break
        time.sleep(1)
    assert told["state"] == "failed", told


@pytest.mark.slow
def test_a_host_may_close_the_workshop(tmp_path: Path) -> None:
    closed = Server(f"sqlite:///{tmp_path}/closed.sqlite", tmp_path, "--no-workshop").start()
    try:
        assert httpx.get(f"{closed.url}/api/workshop").status_code == 422
        assert work(closed.url, "steam").json()["reason"]["code"] == "no_workshop"
    finally:
        closed.stop()


def test_values_round_a_number_are_tried_if_the_game_offers_it() -> None:
    text = registry.export(registry.game("steam"), "ruhr")
    place = Place("steam", map_text.keep(text), "sheet", ["track_costs", "river"], "")
    name, tried = msgspec.json.decode(tunings.candidates(place), type=tuple[str, list[Tried]])
    assert name == "River" and [one.value for one in tried] == [0, 1, 2, 3]
    assert tried[1].map == place.map and len({one.map for one in tried}) == 4
    turns = msgspec.structs.replace(place, path=["players"], part="3")
    assert [one.value for one in msgspec.json.decode(tunings.candidates(turns), type=tuple[str, list[Tried]])[1]] == [
        6,
        8,
        10,
        12,
        14,
    ]
    for held, path in (("sheet", ["name"]), ("sheet", ["rules", "starting_cash"]), ("hex:c1r1", ["track_costs", "river"])):
        with pytest.raises(Refused, match="no number"):
            tunings.candidates(msgspec.structs.replace(place, held=held, path=path))
    games = [tunings.played(("steam", tried[0].map, 3, n)) for n in range(1)]
    settings = msgspec.json.decode(tunings.weighed((tried[:1], 0, [games])), type=list[Setting])
    assert settings[0].now and settings[0].best and settings[0].length > 50
