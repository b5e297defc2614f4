"""The workshop over HTTP: drafts of strangers, maps kept by their text, games that keep their map, bots that try it."""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.arena import Played
from boxcars.core import correction, map_loader, registry
from boxcars.core.game import Refused
from boxcars.locale import sayer
from boxcars.server.jobs import map_editor_jobs, map_trials, map_tunings
from boxcars.server.jobs.map_tunings import Place, Tried
from boxcars.server.page.schemas.map_editor import TriedValue
from boxcars.server.store import map_drafts, maps
from tests.server.cards import new_card
from tests.server.inside import Inside
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
    told = work(
        url, "steam", text=registry.export(registry.game("steam"), "ruhr").replace("3 = 10", "3 = 12"), against="ruhr"
    ).json()
    assert [change.now for change in correction.read(told["corrections"]).change] == [12] and told["others"] == 0
    assert work(url, "steam", map="ruhr", against="ruhr").json()["corrections"] == ""
    for board in ("mars", "../ruhr", "own:" + "0" * 32):
        assert work(url, "steam", map="ruhr", against=board).json()["reason"]["code"] == "bad_map"
    assert work(url, "steam", text="name = ").status_code == 422
    assert work(url, "chess").status_code == 422
    assert work(url, "steam", doc={"board": "x" * 600_000}).status_code == 413

    text = registry.export(registry.game("steam"), "ruhr").replace("Rhine-Ruhr", "Elsewhere")
    assert httpx.post(f"{url}/api/workshop/steam/keep", json={"text": "name = 3"}).status_code == 422
    kept = new_card(url).http.post("/api/workshop/steam/keep", json={"text": text, "shown": True}).json()
    assert kept["map"] == map_loader.key_of(text) and kept["players"] == [3, 4, 5, 6]
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
    wrong = {**tune, "path": ["name"], "start": True}
    assert httpx.post(where, json=wrong).json()["state"] == "playing"
    for _ in range(60):
        told = httpx.post(where, json={**wrong, "start": False}).json()
        if told["state"] != "playing":
            break
        time.sleep(1)
    assert told["state"] == "failed", told
    assert httpx.post(where, json={**tune, "start": True}).json()["state"] == "playing"
    other = httpx.post(where, json={**tune, "path": ["track_costs", "mountain"], "start": True})
    assert other.status_code == 429, "an address tunes one number at a time"


def test_a_draft_is_compared_with_the_board_it_was_made_from() -> None:
    """The worker tells the corrections and how many differences are more than a value; nothing unless it is asked for."""
    for game in GAMES:
        board = registry.game(game).maps[0].key
        opened = msgspec.json.decode(map_editor_jobs.edit_draft(map_editor_jobs.Draft(game=game, lang="en", map=board)))
        assert (opened["corrections"], opened["others"]) == ("", 0)
        same = msgspec.json.decode(
            map_editor_jobs.edit_draft(
                map_editor_jobs.Draft(game=game, lang="en", doc=msgspec.json.encode(opened["doc"]), against=board)
            )
        )
        assert (same["corrections"], same["others"]) == ("", 0)
    doc = msgspec.json.decode(map_editor_jobs.edit_draft(map_editor_jobs.Draft(game="steam", lang="en", map="ruhr")))["doc"]
    doc["cities"][0]["cubes"] = 4
    del doc["towns"][0]
    told = msgspec.json.decode(
        map_editor_jobs.edit_draft(map_editor_jobs.Draft(game="steam", lang="en", doc=msgspec.json.encode(doc), against="ruhr"))
    )
    (change,) = correction.read(told["corrections"]).change
    assert (change.at, change.now, told["others"]) == (["cities", doc["cities"][0]["id"], "cubes"], 4, 1)
    with pytest.raises(Refused):
        map_editor_jobs.edit_draft(map_editor_jobs.Draft(game="steam", lang="en", doc=msgspec.json.encode(doc), against="mars"))


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
    place = Place("steam", map_loader.know(text), "sheet", ["track_costs", "river"], "")
    name, tried = msgspec.json.decode(map_tunings.candidate_maps(place), type=tuple[str, list[Tried]])
    assert name == "River" and [one.value for one in tried] == [0, 1, 2, 3]
    assert tried[1].text == text and len({one.text for one in tried}) == 4
    turns = msgspec.structs.replace(place, path=["players"], part="3")
    assert [one.value for one in msgspec.json.decode(map_tunings.candidate_maps(turns), type=tuple[str, list[Tried]])[1]] == [
        6,
        8,
        10,
        12,
        14,
    ]
    for held, path in (("sheet", ["name"]), ("sheet", ["rules", "starting_cash"]), ("hex:c1r1", ["track_costs", "river"])):
        with pytest.raises(Refused, match="number you can change"):
            map_tunings.candidate_maps(msgspec.structs.replace(place, held=held, path=path))
    games = [map_tunings.tried_once(("steam", tried[0].text, 3, n)) for n in range(1)]
    settings = msgspec.json.decode(map_tunings.weigh_games((tried[:1], 0, [games])), type=list[TriedValue])
    assert settings[0].now and settings[0].best and settings[0].length > 50


def test_maps_that_nobody_needs_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are kept to be tried: the oldest that were neither played nor shown go, also from the workers' folder."""
    monkeypatch.setattr(maps, "SPARE", 3)
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        text = registry.export(registry.game("steam"), "ruhr")
        texts = [text.replace("Rhine-Ruhr", f"Elsewhere {n}") for n in range(7)]

        ada = new_card(server.url)

        def keep(n: int, shown: bool = False) -> str:
            answer = ada.http.post("/api/workshop/steam/keep", json={"text": texts[n], "shown": shown}, timeout=30)
            assert answer.status_code == 200, answer.text
            return str(answer.json()["map"])

        played, shown = keep(0), keep(1, shown=True)
        table = {"game": "steam", "map": played, "players": 3, "seats": [{"kind": "person", "mine": True}]}
        assert httpx.post(f"{server.url}/api/tables", json=table, timeout=30).status_code == 200
        spare = [keep(n) for n in range(2, 7)]
        there = [maps.find_map_text(server.hall.store, key) is not None for key in (played, shown, *spare)]
        assert there == [True, True, False, False, True, True, True]
        folder = Path(os.environ[map_loader.FOLDER])
        assert {f"own:{file.stem}" for file in folder.glob("*.map")} == {played, shown, *spare[2:]}

        before = sorted(folder.iterdir())
        for n in (8, 9):  # a draft that is drawn, and the maps of a tuning, are kept by nobody
            drawn = work(server.url, "steam", text=text.replace("Rhine-Ruhr", f"Elsewhere {n}")).json()
            assert drawn["good"] and drawn["players"]
        map_tunings.candidate_maps(Place("steam", shown, "sheet", ["track_costs", "river"], ""))
        assert httpx.post(f"{server.url}/api/workshop/steam/keep", json={"text": "name = 3"}).status_code == 422
        assert sorted(folder.iterdir()) == before


def test_drafts_are_kept_with_a_card_and_shown_to_its_devices_alone(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob = new_card(server.url), new_card(server.url, "Bob")
        draft = {"game": "steam", "name": " My\nisland ", "text": 'game = "steam"\nname = "'}  # (a file need not be good yet)
        kept = ada.http.put("/api/card/drafts/abc123de", json=draft)
        assert kept.status_code == 200 and kept.json()["name"] == "My island"
        phone = ada.carried()
        assert phone.http.get("/api/card/drafts").json() == [kept.json()]
        assert phone.http.get("/api/card/drafts/abc123de").json() == {"draft": kept.json(), "text": draft["text"]}
        later = phone.http.put("/api/card/drafts/abc123de", json={**draft, "text": "x = 1"}).json()
        assert later["at"] > kept.json()["at"]
        assert ada.http.get("/api/card/drafts/abc123de").json()["text"] == "x = 1"

        assert bob.http.get("/api/card/drafts").json() == []
        assert bob.http.get("/api/card/drafts/abc123de").status_code == 404
        bob.http.delete("/api/card/drafts/abc123de")
        assert ada.http.get("/api/card/drafts/abc123de").status_code == 200
        for method, path in (("GET", "drafts"), ("GET", "drafts/abc123de"), ("DELETE", "drafts/abc123de")):
            assert httpx.request(method, f"{server.url}/api/card/{path}").status_code == 401
        for id, body in (
            ("abc", draft),
            ("ABC123DE!", draft),
            ("x" * 33, draft),
            ("abc123de", {**draft, "text": "x" * (map_loader.LIMIT + 1)}),
            ("abc123de", {**draft, "name": "x" * 61}),
            ("abc123de", {**draft, "game": "chess"}),
            ("abc123de", {**draft, "card": "somebody"}),
        ):
            assert ada.http.put(f"/api/card/drafts/{id}", json=body).status_code in (400, 422), (id, str(body)[:80])
        raw = b'{"game": "steam", "name": "", "text": "\\ud800"}'
        headers = {"Content-Type": "application/json"}
        assert ada.http.put("/api/card/drafts/abc123de", content=raw, headers=headers).status_code == 400
        for n in range(map_drafts.MOST - 1):
            assert ada.http.put(f"/api/card/drafts/number{n:04}", json=draft).status_code == 200
        assert ada.http.put("/api/card/drafts/onemore1", json=draft).json()["reason"]["code"] == "full"
        assert ada.http.put("/api/card/drafts/abc123de", json=draft).status_code == 200, "one that is there can be changed"
        ada.http.delete("/api/card/drafts/abc123de")
        assert ada.http.put("/api/card/drafts/onemore1", json=draft).status_code == 200


def test_a_report_is_told_in_every_language_and_shows_what_it_speaks_of() -> None:
    text = registry.export(registry.game("age_of_steam"), "rust_belt")
    key = map_loader.know(text)
    row = map_trials.play_trial_game(("age_of_steam", key, 3, 0))
    shut = msgspec.json.decode(row, type=Played)
    dead = next(use.name for use in shut.targets if use.name.startswith("hex:"))
    shut.targets = [use for use in shut.targets if use.name != dead]
    shut.offered[dead] = 50
    body = map_trials.summarize_games(("age_of_steam", key, [msgspec.json.encode(shut)] * 2))
    report = msgspec.json.decode(body, type=map_trials.Report)
    told = {lang: report.trial_answer(sayer(lang)) for lang in ("en", "es", "it")}
    words = [{lang: trial.findings[i].text for lang, trial in told.items()} for i in range(len(report.found))]
    assert all(len(set(sentence.values())) == 3 for sentence in words), words
    shown = next(f for f in told["en"].findings if dead in f.show)
    assert shown.off and shown.why and shown.text.startswith("Hexes nobody built on")
    doc = map_editor_jobs.workshop_of("age_of_steam", "en").open(text)
    shop = map_editor_jobs.workshop_of("age_of_steam", "en")
    assert shop.where(doc, ["chicago", "cube:c7r5:blue", "hex:c99r1", "action:production"]) == ["hex:c7r5"]
    chicago = next(city for city in doc["cities"] if city["id"] == "chicago")
    assert shop.where(doc, [f"column:{chicago['growth']}"]) == ["hex:c7r5"]
    assert told["en"].leader is None or told["en"].leader.share <= 1


@pytest.mark.parametrize(
    ("game", "old", "new", "shown"),
    [
        ("age_of_steam", 'growth = "L1"', 'growth = "L2"', "hex:"),
        ("steam", 'id = "nijmegen", name = "Nijmegen"', 'id = "nijmegen", name = " "', "hex:c1r1"),
        ("ticket_to_ride", '"], length = 6', '"], length = 60', "route:"),
        ("ticket_to_ride", "points = 22", "points = 0", "ticket:"),
        ("spike", 'commodity = "', 'commodity = "not_', "point:"),
        ("silverton", "cost = ", "cost = -", "segment:"),
    ],
)
def test_a_complaint_shows_its_place_on_the_sheet(game: str, old: str, new: str, shown: str) -> None:
    found = registry.game(game)
    text = registry.export(found, "ruhr" if game == "steam" else found.maps[0].key)
    assert old in text
    shop = map_editor_jobs.workshop_of(game, "en")
    answer = msgspec.json.decode(
        map_editor_jobs.edit_draft(map_editor_jobs.Draft(game=game, lang="en", text=text.replace(old, new, 1)))
    )
    places = [place for check in answer["checks"] for place in check["show"]]
    assert not answer["good"] and any(place.startswith(shown) for place in places), answer["checks"][:3]
    # Tickets have a layer of their own, and a route of an impossible length cannot be drawn: the inspector has them.
    assert all(f'data-target="{place}"' in answer["svg"] or place.startswith(("ticket:", "route:")) for place in places)
    assert shop.spoken_of(shop.open(text), "no complaint at all") == []
