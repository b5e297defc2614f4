"""A player's card: what it opens, where it is kept, what it lists, and that nothing is left of one that is deleted."""

from __future__ import annotations

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from boxcars.server import steady
from boxcars.server.page.schemas import table_view
from boxcars.server.profiles import badges
from boxcars.server.store import notice_channels, outbox, passkeys
from boxcars.server.store.notice_times import Prefs
from boxcars.server.store.schema import metadata
from boxcars.server.store.secret_tokens import hash_token
from boxcars.server.store.store import Store
from boxcars.server.store.target_encryption import Target, keyed_hash
from tests.server.cards import Device, delete_now, new_card
from tests.server.inside import Inside
from tests.server.running import Seat, Server, play_on
from tests.server.test_tokens import closed_with

ME = {"kind": "person", "name": "Ada", "mine": True}


def test_a_card_is_made_named_and_changed(server: Server) -> None:
    ada = new_card(server.url)
    card = msgspec.convert(ada.card(), table_view.OwnProfile)
    assert (card.name, card.seen_by) == ("Ada", "opponents") and badges.is_valid_badge(card.herald)
    assert [(d.label, d.here, d.number) for d in card.devices] == [("This browser", True, 1)]
    changed = ada.http.patch("/api/card", json={"name": " Ada\u0007 L. ", "herald": "5.7.9", "seen_by": "everyone"})
    assert changed.status_code == 200, changed.text
    card = msgspec.convert(ada.card(), table_view.OwnProfile)
    assert (card.name, card.herald, card.seen_by) == ("Ada L.", "5.7.9", "everyone")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"name": " \u0007 "}, 422),
        ({"herald": "6.0.0"}, 422),
        ({"herald": "1.1.1\n"}, 422),
        ({"seen_by": "police"}, 400),
        ({"id": "x"}, 400),
        ({"name": "x" * 41}, 400),
    ],
)
def test_what_a_card_cannot_be_is_refused_and_changes_nothing(server: Server, body: dict[str, Any], status: int) -> None:
    ada = new_card(server.url)
    before = ada.card()
    answer = ada.http.patch("/api/card", json=body)
    assert answer.status_code == status and answer.json()["reason"]["text"]
    assert ada.card() == before


def test_without_a_card_nothing_of_one_is_shown(server: Server) -> None:
    for method, path in (
        ("GET", "/api/card"),
        ("GET", "/api/card/tables"),
        ("POST", "/api/card/carry"),
        ("DELETE", "/api/profile/deletion"),
    ):
        for headers in ({}, {"Authorization": "Bearer c.nobody"}, {"Authorization": "Bearer nobody"}):
            answer = httpx.request(method, server.url + path, headers=headers)
            assert (answer.status_code, answer.json()["reason"]["code"]) == (401, "no_card")


def test_a_seat_opens_to_the_card_that_took_it_and_to_no_other(server: Server) -> None:
    ada, bob = new_card(server.url), new_card(server.url, "Bob")
    made = ada.make(seats=[ME])
    assert ada.at(made["table"]).view()["you"] == 0
    assert bob.at(made["table"]).view()["you"] is None
    sat = bob.http.post(f"/api/tables/{made['table']}/join", json={"name": "Bob"}).json()
    assert sat["seat"] == 1
    view = bob.at(made["table"]).view()
    assert view["you"] == 1 and not view["host"] and all(seat["herald"] for seat in view["seats"])
    assert ada.at(made["table"]).post("start").status_code == 200
    here = ada.at(made["table"])
    mine = here.view() if here.view()["legal"] else bob.at(made["table"]).view()
    actor = (ada, bob)[mine["you"]].at(made["table"])
    other = (bob, ada)[mine["you"]].at(made["table"])
    assert other.act(mine).status_code == 422
    assert actor.act(mine).status_code == 200


def test_a_card_has_one_seat_at_a_table(server: Server) -> None:
    ada = new_card(server.url)
    made = ada.make(players=3, seats=[ME])
    again = ada.http.post(f"/api/tables/{made['table']}/join", json={"name": "Ada"})
    assert again.json()["reason"]["code"] == "one_seat"
    hot = ada.make(players=3, seats=[ME, {**ME, "name": "Bob"}])
    assert [table["you"] for table in ada.tables() if table["table"] == hot["table"]] == [0]


def test_seats_are_brought_to_a_card_by_their_links(server: Server) -> None:
    ada, thief = new_card(server.url), new_card(server.url, "Eve")
    made = httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "players": 2, "seats": [ME]}).json()
    ask = {"table": made["table"], "token": made["tokens"][0]}
    wrong = [{**ask, "token": "x" * 32}, {**ask, "table": "nowhere"}, {**ask, "token": ada.token}, {**ask, "token": made["host"]}]
    assert thief.http.post("/api/card/seats", json={"seats": wrong}).json() == {"taken": []}
    for _ in range(2):
        assert ada.http.post("/api/card/seats", json={"seats": [ask]}).json() == {"taken": [made["table"]]}
    assert thief.http.post("/api/card/seats", json={"seats": [ask]}).json() == {"taken": []}
    assert ada.at(made["table"]).view()["you"] == 0 and thief.at(made["table"]).view()["you"] is None
    assert Seat(server.url, made["table"], made["tokens"][0]).view()["you"] == 0  # its link goes on opening it
    assert [table["table"] for table in ada.tables()] == [made["table"]]


def test_a_card_is_carried_over_once(server: Server) -> None:
    ada = new_card(server.url)
    made = ada.make(seats=[ME, {"kind": "bot", "level": "random"}], start=True)
    carried = msgspec.convert(ada.http.post("/api/card/carry").json(), table_view.DeviceLink)
    assert 9 * 60 < carried.until - time.time() <= 10 * 60
    assert carried.only_here and not carried.path  # nothing to scan: a phone can't reach a server that listens here only
    code = carried.link.partition("#")[2]
    take = {"code": code, "label": "Phone"}
    first = httpx.post(f"{server.url}/api/card/take", json=take)
    second = httpx.post(f"{server.url}/api/card/take", json=take)
    assert first.status_code == 200 and second.json()["reason"]["code"] == "bad_code"
    phone = Device(server.url, first.json()["token"])
    assert phone.at(made["table"]).view()["you"] == 0
    assert [(d["label"], d["here"]) for d in phone.card()["devices"]] == [("This browser", False), ("Phone", True)]
    older = ada.http.post("/api/card/carry").json()["link"].partition("#")[2]
    ada.http.post("/api/card/carry")
    assert httpx.post(f"{server.url}/api/card/take", json={"code": older}).status_code == 422  # a card has one code


def test_a_code_is_no_good_after_ten_minutes(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        code = ada.http.post("/api/card/carry").json()["link"].partition("#")[2]
        with server.hall.store.write_transaction() as conn:
            conn.execute(sa.text("UPDATE card_codes SET until = :then"), {"then": time.time() - 1})
        answer = httpx.post(f"{server.url}/api/card/take", json={"code": code})
        assert answer.json()["reason"]["code"] == "bad_code"


def test_a_device_that_is_taken_away_is_shut_out_at_once(server: Server) -> None:
    ada = new_card(server.url)
    phone = ada.carried()
    made = phone.make(seats=[ME, {"kind": "bot", "level": "random"}], start=True)
    link = Seat(server.url, made["table"], made["tokens"][0])  # what the phone was given when it made the table
    host = Seat(server.url, made["table"], made["host"])
    number = next(d["number"] for d in ada.card()["devices"] if not d["here"])
    with phone.at(made["table"]).live() as by_card, link.live() as by_link:
        assert json.loads(by_card.recv(timeout=5))["view"]["you"] == 0
        assert json.loads(by_link.recv(timeout=5))["view"]["you"] == 0
        assert ada.http.delete(f"/api/card/devices/{number}").status_code == 200
        assert closed_with(by_card)[0] == 4401
        assert closed_with(by_link)[0] == 4401
    assert phone.http.get("/api/card").status_code == 401
    for seat in (phone.at(made["table"]), link, host):
        assert seat.view()["you"] is None and not seat.view()["host"] and seat.post("resign").status_code == 403
    assert phone.http.post("/api/tables", json={"game": "ticket_to_ride"}).status_code == 401
    assert ada.at(made["table"]).view()["you"] == 0
    assert ada.http.delete(f"/api/card/devices/{number}").status_code == 403
    assert new_card(server.url).http.delete("/api/card/devices/1").status_code == 200  # one's own, and nobody else's
    assert ada.card()["devices"][0]["number"] == 1


def test_codes_die_with_a_device_and_the_passkeys_it_added_are_shown(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        phone = ada.carried("Phone")
        store, card = server.hall.store, ada.card()["id"]

        def code(device: Device) -> dict[str, str]:
            return {"code": device.http.post("/api/card/carry").json()["link"].partition("#")[2]}

        def good(asked: dict[str, str]) -> bool:
            return httpx.post(f"{server.url}/api/card/take", json=asked).status_code == 200

        for device, name in ((ada, "own"), (phone, "the phone's")):
            assert passkeys.add_key(store, card, hash_token(device.token), f"credential of {name}", b"key", 0, 1.0)
        assert [(key["number"], key["device"], key["label"]) for key in ada.card()["keys"]] == [
            (1, 1, "This browser"),
            (2, 2, "Phone"),
        ]
        made = code(phone)
        removed = msgspec.json.decode(ada.http.delete("/api/card/devices/2").content, type=table_view.DeviceRemoved)
        assert [key.number for key in removed.keys] == [2]
        assert not good(made)
        assert [(key["device"], key["label"]) for key in ada.card()["keys"]] == [(1, "This browser"), (0, "Phone")]
        made = code(ada)
        assert ada.http.delete("/api/card/passkey/2").status_code == 200
        assert not good(made)  # whoever held the passkey may have made it
        made = code(ada)
        assert passkeys.add_key(store, card, hash_token(ada.token), "another", b"key", 0, 1.0)
        assert not good(made)
        assert good(code(ada))


def test_own_tables_say_whose_move_it_is(server: Server) -> None:
    ada = new_card(server.url)
    waiting = ada.make(seats=[ME])
    alone = ada.make(
        seats=[ME, {"kind": "bot", "level": "random"}], start=True, pace={"kind": "live", "turn": 60, "reserve": 600}
    )
    until = time.monotonic() + 10
    while time.monotonic() < until and not ada.at(alone["table"]).view()["legal"]:
        time.sleep(0.05)
    answer = ada.http.get("/api/card/tables")
    found = {line.table: line for line in msgspec.json.decode(answer.content, type=table_view.OwnTables).tables}
    mine = found[alone["table"]]
    assert (mine.actor, mine.you, mine.status, mine.game_name) == (0, 0, "playing", "Ticket to Ride")
    assert mine.turn and mine.awaits is not None and 0 < mine.awaits <= 660
    assert (found[waiting["table"]].status, found[waiting["table"]].turn) == ("open", "")
    same = ada.at(alone["table"]).get("line")
    assert msgspec.json.decode(same.content, type=table_view.OwnTable).turn == mine.turn
    assert Seat(server.url, alone["table"], None).get("line").status_code == 403


def test_the_lobby_learns_of_events_and_places_in_the_same_answer(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob = new_card(server.url), new_card(server.url, "Bob")
        asked = {"title": "Winter Timetable", "game": "age_of_steam", "maps": ["rust_belt", "germany"], "turn": 0, "size": 3}
        event = ada.http.post("/api/events", json=asked).json()["id"]
        shown = ada.http.get(f"/api/events/{event}").json()
        assert shown["maps"] == ["rust_belt", "germany", "rust_belt"] and shown["turn"] == 0
        table = ada.make(seats=[ME], rated=True)["table"]
        bob.http.post(f"/api/tables/{table}/join", json={"name": "Bob"})
        assert ada.at(table).post("start").status_code == 200
        assert bob.at(table).post("resign").status_code == 200
        until = time.monotonic() + 60
        while ada.at(table).view()["status"] == "playing" and time.monotonic() < until:
            play_on([ada.at(table)], 1)

        def own() -> table_view.OwnTables:
            return msgspec.json.decode(ada.http.get("/api/card/tables").content, type=table_view.OwnTables)

        while not (found := own()).ratings and time.monotonic() < until:  # ratings are worked out after the game, on the side
            time.sleep(0.05)
        assert [one.title for one in found.events] == ["Winter Timetable"] and (found.games, found.won) == (1, 1)
        assert [one.rank for one in found.tables] == [1] and found.ratings[0].value > 1500  # whoever leaves is behind her
        assert ada.http.post(f"/api/events/{event}/close").status_code == 200
        assert own().events == []


def test_a_table_is_put_away_and_brought_back(server: Server) -> None:
    ada = new_card(server.url)
    table = ada.make(seats=[ME])["table"]
    assert ada.http.delete(f"/api/card/seats/{table}").status_code == 200 and ada.tables() == []
    assert ada.at(table).view()["you"] == 0
    assert ada.http.post(f"/api/card/seats/{table}").status_code == 200 and len(ada.tables()) == 1
    assert new_card(server.url).http.delete(f"/api/card/seats/{table}").status_code == 403


def test_fifty_tables_come_in_one_answer_within_a_tenth_of_a_second(tmp_path: Path) -> None:
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada = new_card(server.url)
        for i in range(50):
            game = ("ticket_to_ride", "age_of_steam", "spike", "silverton", "steam")[i % 5]
            bots = [{"kind": "bot", "level": "random"}] * 2
            ada.make(players=3, game=game, seats=[ME, *bots], start=True)
        assert len(ada.tables()) == 50
        server.hall._tables.clear()  # none is in memory: each line is drawn from its row
        times = []
        for _ in range(3):
            begun = time.process_time()  # (others use this machine, too)
            assert len(ada.tables()) == 50
            times.append(time.process_time() - begun)
        assert min(times) < 0.1, times


def test_an_invitation_leads_to_this_server_only(server: Server) -> None:
    good = httpx.get(f"{server.url}/api/invite", params={"to": "/t/abc"})
    told = msgspec.json.decode(good.content, type=table_view.Invitation)
    assert told.only_here and told.link == f"{server.url}/t/abc" and not told.path
    for to in ("//elsewhere", "https://elsewhere", "/t/\u00e9", "/\n"):
        assert httpx.get(f"{server.url}/api/invite", params={"to": to}).status_code == 422


def everything_stored(store: Store) -> bytes:
    """Every value of every column of every table."""
    with store.read_transaction() as conn:
        names = sa.inspect(conn).get_table_names()
        assert {table.name for table in metadata.sorted_tables} <= set(names)
        rows = [row for name in names for row in conn.execute(sa.text(f"SELECT * FROM {name}")).all()]
    return b"\n".join(bytes(v) if isinstance(v, bytes) else str(v).encode() for row in rows for v in row)


def test_nothing_is_left_of_a_card_that_is_deleted(tmp_path: Path) -> None:
    name = "Adelheid von Prellbock"
    with Inside(str(tmp_path / "s.sqlite"), limits=False) as server:
        ada, bob = new_card(server.url, name), new_card(server.url, "Bob")
        phone = ada.carried("Adelheid's phone")
        id = ada.card()["id"]
        me = {**ME, "name": name}
        over = ada.make(seats=[me])["table"]
        bob.http.post(f"/api/tables/{over}/join", json={"name": "Bob"})
        assert ada.at(over).post("start").status_code == 200
        assert ada.at(over).post("chat", text="Good evening").status_code == 200
        assert play_on([ada.at(over), bob.at(over)], 10_000)["status"] == "over"
        running = ada.make(seats=[me, {"kind": "bot", "level": "random"}], start=True)["table"]
        waiting = ada.make(seats=[me])["table"]
        left = bob.make(seats=[{**ME, "name": "Bob"}])["table"]
        ada.http.post(f"/api/tables/{left}/join", json={"name": name})
        assert ada.at(left).post("leave").status_code == 200
        ada.http.post(f"/api/tables/{left}/join", json={"name": name})
        assert bob.at(left).post("seat", seat=1, kind="open").status_code == 200
        ada.http.post("/api/card/carry")
        asked = {"title": "Prellbock Cup", "game": "ticket_to_ride", "size": 2}
        event = ada.http.post("/api/events", json=asked).json()["id"]
        store, owner = server.hall.store, outbox.profile_owner(id)
        target = Target("https://push.example/adelheid", keys={"p256dh": "x", "auth": "y"})
        notice_channels.add_push(store, owner, hash_token(ada.token), target, "en", 1.0)
        notice_channels.add_channel(store, owner, "slack", Target("https://hooks.slack.com/services/adelheid"), "en", 1.0)
        notice_channels.add_mail(store, owner, Target("adelheid@example.org"), "en", "share", steady.time())
        notice_channels.set_prefs(store, owner, Prefs(zone="Europe/Rome"), "en", 1.0)
        assert notice_channels.mute_table(store, owner, running, True, 1.0)
        notice_channels.take_test(store, owner, "hooks.slack.com", steady.time())
        assert ada.http.put(f"/api/studies/{over}", json={"lines": [{"ply": 3, "note": "What if?"}]}).status_code == 200
        drawn = {"game": "steam", "name": "Prellbock's land", "text": f'name = "{name}"'}
        assert ada.http.put("/api/card/drafts/prellbock1", json=drawn).status_code == 200

        packed = zipfile.ZipFile(io.BytesIO(ada.http.get("/api/card/export").content))
        parts = {f"{part}.json" for part in ("card", "ratings", "results", "studies", "chat", "hosted_events", "notices")}
        parts |= {
            f"{part}.json"
            for part in ("announcements", "groups", "invitations", "notes", "people", "proposals", "vacations", "guests_removed")
        }
        assert parts | {f"games/{over}.jsonl", "drafts/prellbock1.toml"} == set(packed.namelist())
        (said,) = json.loads(packed.read("chat.json"))
        (hosted,) = json.loads(packed.read("hosted_events.json"))
        told = json.loads(packed.read("notices.json"))
        (study,) = json.loads(packed.read("studies.json"))
        assert (said["text"], hosted["id"], hosted["doc"]["title"]) == ("Good evening", event, "Prellbock Cup")
        assert "seed" not in hosted["doc"]  # what the next rounds are drawn with
        masked = {"", "https://hooks.slack.com/…eid", "a•••@example.org"}
        assert {channel["target"] for channel in told["channels"]} == masked and told["muted"] == [running]
        assert told["choices"]["zone"] == "Europe/Rome" and study["body"]["lines"][0]["note"] == "What if?"
        about = json.loads(packed.read("card.json"))
        assert (about["id"], about["name"], len(about["seats"])) == (id, name, 3) and hash_token(ada.token) not in str(about)

        counted = [keyed_hash(store, what, owner) for what in ("test", "asks")]
        secrets = [*counted, id, name, "Adelheid", "Prellbock's land", hash_token(ada.token), hash_token(phone.token), ada.token]
        alone = ada.http.put("/api/profile/deletion", json={"name": name})
        assert (alone.status_code, alone.json()["tournament"]) == (409, event)  # nobody else could run it
        assert ada.http.post(f"/api/events/{event}/close").status_code == 200
        before = everything_stored(server.hall.store)
        assert all(secret.encode() in before for secret in secrets[:-1]) and ada.token.encode() not in before
        with ada.at(running).live() as page:
            page.recv(timeout=5)
            delete_now(server, phone)
            assert closed_with(page)[0] == 4401
        after = everything_stored(server.hall.store)
        assert [secret for secret in secrets if secret.encode() in after] == []
        for device in (ada, phone):
            assert device.http.get("/api/card").status_code == 401
        view = Seat(server.url, over, None).view()
        assert [seat["name"] for seat in view["seats"]] == ["Deleted player", "Bob"]
        assert [line["name"] for line in view["chat"]] == ["Deleted player"]
        assert Seat(server.url, running, None).view()["seats"][0]["handed"] == "resigned"
        assert Seat(server.url, waiting, None).view()["seats"][0]["kind"] == "open"
        shown = b"".join(
            Seat(server.url, table, None).get(part).content for table in (over, running, left) for part in ("view", "log")
        )
        assert b"Adelheid" not in shown and name.encode() not in Seat(server.url, over, None).get("record").content
        assert bob.at(over).view()["you"] == 1
