"""Standing orders: bids, choices made before one's turn, forced moves. Carried out by the rules, told to nobody else."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from boxcars.core.record import Record, read
from tests.server.running import Seat, Server, bring, make, table_of

GOLDEN = Path(__file__).parents[1] / "age_of_steam" / "golden" / "rust_belt-4-heuristic.jsonl"


def bidding() -> Record:
    """A recorded game up to the auction of its third turn."""
    kept = read(GOLDEN.read_bytes())
    rules = kept.rules()
    state = kept.opening(rules)
    for count, entry in enumerate(kept.entries):
        if state.turn == 3 and state.auction is not None:
            kept.entries, kept.result = kept.entries[:count], None
            return kept
        rules.play(state, entry.seat, rules.read_action(bytes(entry.action)))
    raise AssertionError("nobody bids")


def put(seat: Seat, **orders: Any) -> Any:
    return seat.http.put(f"/api/tables/{seat.table}/orders", json=orders)


def settled(seats: list[Seat], done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first seat's view once it is as it should be."""
    for _ in range(200):
        view = seats[0].view()
        if done(view):
            return view
        time.sleep(0.05)
    raise AssertionError(f"still {view['prompt']}")


def test_a_standing_bid_raises_as_little_as_possible_and_then_drops_out(server: Server) -> None:
    seats = bring(server.url, bidding())
    first = seats[0].view()["actor"]
    away = (first + 1) % 4
    limits = seats[away].view()["orders"]
    assert limits["bid"] is None and limits["low"] == 1 and limits["high"] >= 2
    for i, seat in enumerate(seats):
        if i not in (first, away):
            assert put(seat, bid={"kind": "above", "most": 0}).status_code == 200  # they drop out at once
    before = {i: seat.view()["orders"] for i, seat in enumerate(seats)}
    assert put(seats[away], bid={"kind": "up_to", "most": 2}).status_code == 200
    assert seats[away].view()["orders"]["bid"] == {"kind": "up_to", "most": 2}
    assert all(seats[i].view()["orders"] == before[i] for i in range(4) if i != away)
    view = seats[first].view()
    assert seats[first].act(view, bid(view, 1)).is_success
    view = settled(seats, lambda view: view["actor"] == first)
    texts = [line["text"] for line in seats[0].view()["log"] if line["kind"] == "event"][-4:]
    assert any("$2" in text for text in texts), texts  # the answer to $1
    view = seats[first].view()
    assert seats[first].act(view, bid(view, 3)).is_success
    settled(seats, lambda view: "bid" not in view["prompt"].lower())
    assert seats[away].view()["orders"]["bid"] is None, "it belonged to this auction alone"


def bid(view: dict[str, Any], amount: int) -> dict[str, Any]:
    found: dict[str, Any] = next(a["action"] for a in view["legal"] if a["path"][-1] == f"n:{amount}")
    return found


def test_who_only_drops_out_above_an_amount_is_asked_below_it(server: Server) -> None:
    seats = bring(server.url, bidding())
    first = seats[0].view()["actor"]
    assert put(seats[first], bid={"kind": "above", "most": 4}).status_code == 200
    time.sleep(0.3)
    assert seats[first].view()["actor"] == first, "$1 is not above $4: the player decides"
    ply = seats[first].view()["ply"]
    assert put(seats[first], bid={"kind": "above", "most": 0}).status_code == 200
    settled(seats, lambda view: view["ply"] == ply + 1 and view["actor"] != first)


def test_bad_orders_are_refused(server: Server) -> None:
    seats = bring(server.url, bidding())
    for bad in ({"bid": {"kind": "up_to", "most": -1}}, {"bid": {"kind": "below", "most": 3}}, {"forced": 7}, {"more": 1}):
        assert put(seats[0], **bad).status_code in (400, 422), bad
    assert put(Seat(server.url, seats[0].table, None)).status_code == 403
    other = table_of(server.url, 2, game="ticket_to_ride")
    assert put(other[0], bid={"kind": "up_to", "most": 3}).status_code == 422
    assert put(other[0], forced=True).status_code == 200


def test_nobody_else_sees_an_order(server: Server) -> None:
    seats = bring(server.url, bidding())
    actor = seats[0].view()["actor"]
    away, rival = seats[(actor + 2) % 4], seats[(actor + 1) % 4]
    assert put(away, bid={"kind": "up_to", "most": 777}).status_code == 200
    for client in (rival, Seat(server.url, away.table, None)):
        for path in ("view", "view?ply=3", "legal", "log", "line", "record", "scores", "statistics"):
            assert b"777" not in client.http.get(f"/api/tables/{away.table}/{path}").content, path
        with client.live() as socket:
            assert "777" not in str(socket.recv(timeout=10))


def test_forced_moves_are_played(server: Server) -> None:
    seats = bring(server.url, bidding())
    for seat in seats:
        assert put(seat, forced=True).status_code == 200
    acted, begun = 0, seats[0].view()["ply"]
    while seats[0].view()["ply"] < begun + 40:
        actor = seats[seats[0].view()["actor"]]
        own = actor.view()
        if not own["legal"]:
            continue  # the server has played meanwhile
        if len(own["legal"]) == 1 and not own["forms"]:
            time.sleep(0.05)  # it is about to
            continue
        acted += actor.act(own, len(own["legal"]) // 2).is_success
    assert seats[0].view()["ply"] - begun > acted, "nothing was forced in this stretch"


def apart(url: str, people: int) -> list[Seat]:
    """A started game of Ticket to Ride between people who each have a browser of their own."""
    open_seats = [{"kind": "open"}] * (people - 1)
    made = make(url, game="ticket_to_ride", players=people, seats=[{"kind": "person", "mine": True, "name": "P0"}, *open_seats])
    seats = [Seat(url, made["table"], made["tokens"]["0"] if isinstance(made["tokens"], dict) else made["tokens"][0])]
    for n in range(1, people):
        with httpx.Client(base_url=url) as browser:
            browser.get("/")  # its cookie names the browser
            answer = browser.post(f"/api/tables/{made['table']}/join", json={"seat": n, "name": f"P{n}"})
        assert answer.is_success, answer.text
        seats.append(Seat(url, made["table"], answer.json()["token"]))
    started = httpx.post(f"{url}/api/tables/{made['table']}/start", headers={"Authorization": f"Bearer {made['host']}"})
    assert started.is_success, started.text
    return seats


def first_choices(view: dict[str, Any]) -> list[dict[str, Any]]:
    return [a["action"] for a in view["legal"]]


def test_first_tickets_are_chosen_by_all_at_once(server: Server) -> None:
    seats = apart(server.url, 3)
    views = [seat.view() for seat in seats]
    assert [view["actor"] for view in views] == [0, 0, 0]
    assert all(view["legal"] and view["pick"] for view in views), "everybody is asked"
    others = views[0]["log"]
    assert seats[2].act(views[2], first_choices(views[2])[-1]).is_success
    assert seats[2].view()["orders"]["chosen"] and not seats[2].view()["legal"]
    assert seats[0].view()["log"] == others and seats[0].view()["ply"] == 0, "nobody is told"
    assert seats[1].act(views[1], first_choices(views[1])[0]).is_success
    assert seats[0].view()["ply"] == 0
    assert seats[0].act(views[0], first_choices(views[0])[0]).is_success
    after = settled(seats, lambda view: view["ply"] == 3)
    assert after["actor"] >= 0 and not after["pick"]
    assert [len(tray["items"]) for seat in seats for tray in seat.view()["trays"] if tray["place"] == "papers"] == [3, 3, 2]


def test_an_early_choice_is_judged_by_the_rules(server: Server) -> None:
    seats = apart(server.url, 2)
    view, other = seats[1].view(), seats[0].view()
    assert seats[1].act(view, first_choices(other)[0]).status_code == 422, "the tickets of somebody else"
    assert seats[1].get("legal").json()["legal"]
    assert seats[1].act(view, first_choices(view)[0]).is_success
    assert seats[1].act(view, first_choices(view)[0]).status_code in (409, 422), "chosen is chosen"
