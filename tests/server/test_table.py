"""Making a table, sitting down, starting, playing, watching."""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import Seat, Server, make, play_on, table_of


def test_create_join_start_play(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "person", "name": "Ann"}], listed=True)
    assert made["tokens"][0] and made["tokens"][1] is None
    ann = Seat(server.url, made["table"], made["tokens"][0])
    guest = Seat(server.url, made["table"], None)
    assert guest.post("start").status_code == 403
    assert ann.post("start").json()["reason"]["code"] == "seats_open"
    listed = httpx.get(f"{server.url}/api/tables").json()
    assert any(t["table"] == made["table"] and t["status"] == "open" for t in listed)

    sat = guest.post("join", name="Bob")
    assert sat.status_code == 200 and sat.json()["seat"] == 1
    assert guest.post("join", name="Cyd").json()["reason"]["code"] == "no_seat"
    bob = Seat(server.url, made["table"], sat.json()["token"])
    assert ann.post("start").status_code == 200
    view = ann.view()
    assert view["status"] == "playing" and view["you"] == 0 and [s["name"] for s in view["seats"]] == ["Ann", "Bob"]
    assert guest.view()["you"] is None and guest.view()["legal"] == []

    actor = [ann, bob][view["actor"]]
    other = [bob, ann][view["actor"]]
    mine = actor.view()
    assert mine["legal"] and mine["legal"] != other.view()["legal"], "each is asked about its own tickets"
    assert other.post("act", ply=0, action=mine["legal"][0]["action"]).json()["reason"]["code"] == "bad_keep"
    assert guest.post("act", ply=0, action=mine["legal"][0]["action"]).status_code == 403
    assert actor.act(mine).status_code == 200
    assert other.act(other.view()).status_code == 200
    view = ann.view()
    actor, waits = [ann, bob][view["actor"]], [bob, ann][view["actor"]]
    mine = actor.view()
    assert mine["legal"] and waits.view()["legal"] == []
    refused = waits.post("act", ply=view["ply"], action=mine["legal"][0]["action"])
    assert refused.json()["reason"]["code"] == "not_your_turn"
    for seat in (ann, bob, guest):
        seat.http.close()


def test_people_without_a_name_and_maps_are_called_in_the_language_of_who_asks(server: Server) -> None:
    asked = {"game": "steam", "map": "ruhr", "players": 3, "seats": [{"kind": "person"}]}
    made = httpx.post(f"{server.url}/api/tables", json=asked, headers={"Accept-Language": "es"}).json()
    with Seat(server.url, made["table"], None, "it") as guest:
        assert guest.post("join", seat=2).status_code == 200
        view = guest.view()
    assert [seat["name"] for seat in view["seats"]] == ["Jugador 1", "", "Giocatore 3"]
    assert view["game"]["map_name"] == "Reno-Ruhr"


def test_who_is_invited_reads_which_options_are_not_as_usual(server: Server) -> None:
    options = {"rules": "advanced", "length": "standard", "max_offers": 2, "goods_transfer": True}
    asked = {"game": "silverton", "players": 2, "options": options, "seats": [{"kind": "person"}]}
    made = httpx.post(f"{server.url}/api/tables", json=asked).json()
    for lang, said in (("en", ["Advanced game", "Offers per turn: 2", "Goods transfer"]), ("it", ["Gioco avanzato"])):
        with Seat(server.url, made["table"], None, lang) as guest:
            assert guest.view()["game"]["chosen"][: len(said)] == said


def test_a_wrong_link_gives_people_the_page_and_programs_the_reason(server: Server) -> None:
    person = httpx.get(f"{server.url}/nothing/here", headers={"Accept": "text/html"})
    assert person.status_code == 404 and "<!doctype html>" in person.text.lower()
    assert httpx.get(f"{server.url}/nothing/here").json()["reason"]["code"] == "not_found"
    assert httpx.get(f"{server.url}/api/tables/x/y/z", headers={"Accept": "text/html"}).json()["reason"]["code"] == "not_found"


def test_a_malformed_request_hears_which_field_is_wrong(server: Server) -> None:
    said = httpx.post(f"{server.url}/api/tables", json={"game": "steam", "key": "short"})
    assert said.status_code == 400 and said.json()["reason"]["text"].startswith("key: ")


def test_the_same_key_makes_one_table_and_one_seat(server: Server) -> None:
    key = secrets.token_urlsafe(24)
    first = make(server.url, seats=[{"kind": "person"}], key=key)
    assert make(server.url, seats=[{"kind": "person"}], key=key) == first
    with Seat(server.url, first["table"], None) as guest:
        other = secrets.token_urlsafe(24)
        sat = guest.post("join", name="Bob", key=other).json()
        assert guest.post("join", name="Bob", key=other).json() == sat
        assert guest.post("join", name="Cyd").status_code == 422


def test_an_action_sent_twice_is_done_once(server: Server) -> None:
    seats = table_of(server.url)
    view = seats[0].view()
    actor = seats[view["actor"]]
    mine = actor.view()
    once = actor.act(mine, key="twice-the-same")
    again = actor.act(mine, key="twice-the-same")
    assert once.status_code == again.status_code == 200
    assert (once.json()["ply"], again.json()["ply"], again.json()["again"]) == (1, 1, True)
    assert actor.view()["ply"] == 1


def test_a_stale_action_gets_the_current_view(server: Server) -> None:
    seats = table_of(server.url)
    view = seats[0].view()
    actor = seats[view["actor"]]
    mine = actor.view()
    assert actor.act(mine).status_code == 200
    late = actor.act(mine)
    assert late.status_code == 409
    assert late.json()["reason"]["code"] == "stale" and late.json()["view"]["ply"] == 1


def test_refusals_name_code_and_sentence(server: Server) -> None:
    seats = table_of(server.url)
    actor = seats[seats[0].view()["actor"]]
    mine = actor.view()
    wrong = actor.act(mine, {"do": "Fly", "to": "the moon"})
    assert wrong.status_code == 422 and wrong.json()["reason"]["code"] == "bad_request"
    assert actor.view()["ply"] == 0
    assert httpx.post(f"{server.url}/api/tables", json={"game": "chess"}).json()["reason"]["code"] == "bad_setup"
    file = httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "map": "/etc/passwd"})
    assert file.status_code == 422
    none = httpx.get(f"{server.url}/api/tables/nowhere/view")
    assert none.status_code == 404 and none.json()["reason"]["code"] == "no_such_table"


def test_sentences_come_in_the_readers_language(server: Server) -> None:
    seats = table_of(server.url)
    with Seat(server.url, seats[0].table, None, "es-ES,es;q=0.9") as spanish, Seat(server.url, seats[0].table, None) as english:
        assert spanish.view()["lang"] == "es"
        assert spanish.view()["prompt"] != english.view()["prompt"]
        assert spanish.view(lang="it")["lang"] == "it"


def test_a_game_against_bots_runs_to_the_end(server: Server) -> None:
    (seat,) = table_of(server.url, people=1, bots=1)
    view = play_on([seat], 2000)
    assert view["status"] == "over" and view["outcome"]["played_by_bots"] == [1]
    assert len(view["outcome"]["scores"]) == 2 and sorted(view["outcome"]["ranks"])[0] == 1


def test_bots_alone_play_on_their_own(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}], start=True)
    with Seat(server.url, made["table"], None) as guest:
        until = time.monotonic() + 60
        while guest.view()["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.2)


def test_live_views_follow_every_change(server: Server) -> None:
    seats = table_of(server.url)
    with seats[0].live() as first, seats[1].live(diff=True) as second:
        shown = json.loads(first.recv(timeout=10))["view"]
        assert shown["ply"] == 0 and shown["you"] == 0
        held = json.loads(second.recv(timeout=10))["view"]
        actor = seats[shown["actor"]]
        assert actor.act(actor.view()).status_code == 200
        while shown["ply"] < 1:
            shown = json.loads(first.recv(timeout=10))["view"]
        while held["ply"] < 1:
            message = json.loads(second.recv(timeout=10))
            assert message["base"] == held["seq"]
            assert "ground" not in message["diff"]
            held |= message["diff"]
        whole = seats[1].view()
        for part in set(whole) - {"now", "watching", "seats"}:
            assert held[part] == whole[part], part
        # a second hello changes seat and language: the hot seat
        first.send(json.dumps({"token": seats[1].token, "lang": "it"}))
        while shown["you"] != 1:
            shown = json.loads(first.recv(timeout=10))["view"]
        assert shown["lang"] == "it"


def put_together(held: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The view after a message, as the page puts it together."""
    assert message["base"] == held["seq"]
    known = {panel["key"]: panel for panel in held["panels"]}
    after = held | message["diff"]
    after["log"] = held["log"] + message["log"] if "log" in message else after["log"]
    if "panels" in message:
        after["panels"] = [known[panel] if isinstance(panel, str) else panel for panel in message["panels"]]
    if "pieces" in message:
        head, tail, between = message["pieces"]
        after["pieces"] = held["pieces"][:head] + between + held["pieces"][len(held["pieces"]) - tail :]
    return after


def test_of_log_panels_and_pieces_only_what_is_new_is_sent(server: Server) -> None:
    """A page that asks for it gets lines to append, the panels that changed and what is new on the board; what it puts together
    is the whole view."""
    seats = table_of(server.url)
    kept = 0
    with seats[0].live(diff=True, append=True, panels=True, pieces=True) as socket:
        held = json.loads(socket.recv(timeout=10))["view"]
        for ply in range(1, 7):
            play_on(seats, 1)
            while held["ply"] < ply:
                message = json.loads(socket.recv(timeout=10))
                kept += sum(isinstance(panel, str) for panel in message.get("panels", []))
                held = put_together(held, message)
            whole = seats[0].view()
            for part in set(whole) - {"now", "watching", "seats"}:
                assert held[part] == whole[part], part
        assert kept > 0


def test_presence_and_chat(server: Server) -> None:
    seats = table_of(server.url)
    with seats[0].live() as socket:
        view = json.loads(socket.recv(timeout=10))["view"]
        assert seats[1].post("chat", text="Hello <b>you</b>", key="just-once").status_code == 200
        assert seats[1].post("chat", text="Hello <b>you</b>", key="just-once").status_code == 200
        while not view["chat"]:
            view = json.loads(socket.recv(timeout=10))["view"]
        assert [(c["seat"], c["text"]) for c in view["chat"]] == [(1, "Hello <b>you</b>")]
        assert [s["here"] for s in view["seats"]] == [True, False]
    with Seat(server.url, seats[0].table, None) as guest:
        assert guest.post("chat", text="psst").status_code == 403


def test_events_stream_as_nd_json(server: Server) -> None:
    seats = table_of(server.url)
    actor = seats[seats[0].view()["actor"]]
    with actor.http.stream("GET", f"/api/tables/{actor.table}/events") as stream:
        lines = stream.iter_lines()
        first = json.loads(next(lines))
        assert first["legal"] and first["you"] == first["actor"]
        assert actor.act(actor.view()).status_code == 200
        second = json.loads(next(lines))
        while second["ply"] < 1:
            second = json.loads(next(lines))
        assert second["log"] and second["log"][0]["n"] == len(first["log"])


def test_healthz_metrics_openapi_and_headers(server: Server) -> None:
    health = httpx.get(f"{server.url}/healthz")
    assert health.json()["status"] == "ok"
    assert "default-src 'none'" in health.headers["content-security-policy"]
    assert health.headers["x-content-type-options"] == "nosniff" and health.headers["referrer-policy"] == "no-referrer"
    text = httpx.get(f"{server.url}/metrics").text
    assert "boxcars_actions_total" in text and 'boxcars_tables{status="playing"}' in text
    paths = httpx.get(f"{server.url}/api/openapi.json").json()["paths"]
    assert "/api/tables/{id}/act" in paths and "post" in paths["/api/tables/{id}/act"]


def test_ghost_why_and_hint(server: Server) -> None:
    seats = table_of(server.url, people=2)
    view = play_on(seats, 6)
    actor = seats[view["actor"]]
    mine = actor.view()
    assert "svg" in actor.get("ghost", ply=mine["ply"], i=0).json()
    assert actor.get("ghost", ply=mine["ply"], i=100000).status_code == 422
    assert actor.get("why", path="route:nowhere").json()["reason"]["text"]
    advice = actor.get("hint", level="heuristic")
    assert advice.status_code == 200
    legal = [item["action"] for item in mine["legal"]]
    assert advice.json()[0]["action"] in legal and advice.json()[0]["why"]
    other = seats[1 - view["actor"]]
    assert other.get("hint").json()["reason"]["code"] == "not_your_turn"


def test_a_map_of_ones_own_is_played_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``serve --map FILE`` offers it like any other map; without it its tables wait, and nothing breaks."""
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "examples" / "two_rivers.toml").read_text(encoding="utf-8")
    Path("mine.toml").write_text(text.replace("3 = 6\n4 = 5", "3 = 1"), encoding="utf-8")
    running = Server(str(tmp_path / "own.sqlite"), tmp_path, "--no-limits", "--map", "mine.toml").start()
    try:
        maps = httpx.get(f"{running.url}/api/games", timeout=60).json()["games"][0]["maps"]
        assert {"key": "mine.toml", "name": "Two Rivers", "players": [3], "reconstructed": ""} in maps
        assert httpx.get(f"{running.url}/api/picture/age_of_steam/mine.toml", timeout=60).status_code == 200
        bots = [{"kind": "bot", "level": "random"}] * 2
        seats = [{"kind": "person"}, *bots]
        made = make(running.url, game="age_of_steam", map="mine.toml", players=3, seats=seats, start=True)
        with Seat(running.url, made["table"], made["tokens"][0]) as seat:
            assert seat.view()["game"]["map_name"] == "Two Rivers"
            assert httpx.get(running.url + seat.view()["ground"], timeout=60).status_code == 200
            assert seat.post("handover", level="random").status_code == 200
            until = time.monotonic() + 60
            while seat.view()["status"] != "over":
                assert time.monotonic() < until
                time.sleep(0.1)
        waiting = make(running.url, game="age_of_steam", map="mine.toml", players=3, seats=seats, start=True)
        Path("other.toml").write_text(text, encoding="utf-8")  # there, but not offered
        wrong = {"game": "age_of_steam", "map": "other.toml"}
        assert httpx.post(f"{running.url}/api/tables", json=wrong, timeout=60).status_code == 422
    finally:
        assert running.stop() == 0
    without = Server(str(tmp_path / "own.sqlite"), tmp_path, name="without").start()
    try:
        answer = httpx.get(f"{without.url}/api/tables/{waiting['table']}/view", timeout=60)
        assert answer.status_code == 422 and "no map called mine.toml" in answer.json()["reason"]["text"]
        assert httpx.get(f"{without.url}/api/tables", timeout=60).status_code == 200
    finally:
        assert without.stop() == 0
    assert "Traceback" not in running.log.read_text() + without.log.read_text()


def test_a_bot_that_speaks_only_http(server: Server) -> None:
    """examples/http_bot.py makes a table and plays; a second one sits down at a table of two."""
    bot = Path(__file__).parents[2] / "examples" / "http_bot.py"
    ran = subprocess.run(
        [sys.executable, bot, server.url, "--new", "ticket_to_ride"], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert len(json.loads(ran.stdout.splitlines()[-1])) == 3
    made = make(server.url, seats=[{"kind": "bot", "level": "random"}])
    with Seat(server.url, made["table"], made["host"]) as host:
        joined = subprocess.Popen([sys.executable, bot, server.url, made["table"]], stdout=subprocess.PIPE, text=True)
        until = time.monotonic() + 30
        while host.view()["seats"][1]["kind"] == "open":
            assert time.monotonic() < until
            time.sleep(0.1)
        assert host.post("start").status_code == 200
        out, _ = joined.communicate(timeout=120)
    assert joined.returncode == 0 and len(json.loads(out.splitlines()[-1])) == 2


def test_the_score_of_a_finished_game_counts_what_was_hidden(server: Server) -> None:
    """Silverton's cash is secret while the game is on: looking back, it is what the score was."""
    record = (Path(__file__).parents[1] / "silverton/golden/colorado-2-campaign.jsonl").read_bytes()
    made = httpx.post(f"{server.url}/api/import", content=record, timeout=60).json()
    with Seat(server.url, made["table"], None) as guest:
        scores = guest.get("scores").json()["scores"]
        assert scores[-1] == guest.view()["outcome"]["scores"]
    assert all(min(by_seat) > 0 for by_seat in scores[len(scores) // 2 :])
