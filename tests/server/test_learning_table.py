"""The learning table over the API: everything can be taken back by whoever plays alone, and the coach asks before mistakes."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest

from boxcars.core import registry
from boxcars.server.page.schemas import table_view
from tests.server.running import Seat, Server, make

BOT = {"kind": "bot", "level": "random"}


def learner(server: Server, game: str = "ticket_to_ride", **more: Any) -> Seat:
    players = min(n for n in registry.game(game).maps[0].players if n > 1)
    seats = [{"kind": "person", "mine": True}, *[BOT] * (players - 1)]
    made = make(server.url, game=game, players=players, seats=seats, start=True, **({"learning": True} | more))
    return Seat(server.url, made["table"], made["tokens"][0])


def my_turn(seat: Seat) -> dict[str, Any]:
    while not (view := seat.view())["legal"]:
        assert view["status"] == "playing"
    return view


def test_alone_with_bots_everything_can_be_taken_back(server: Server) -> None:
    """Over hidden cards and over the bots' moves; and the same cards come again."""
    seat = learner(server)
    assert seat.act(my_turn(seat)).status_code == 200
    before = my_turn(seat)
    draw = next(i for i, item in enumerate(before["legal"]) if item["action"]["do"] == "DrawCard")
    hand = before["trays"]
    assert seat.act(before, draw).status_code == 200
    drawn = my_turn(seat)["trays"]
    assert drawn != hand
    after = my_turn(seat)
    assert before["ply"] in after["undo"]["to"]
    assert seat.post("undo", to=before["ply"]).status_code == 200
    again = my_turn(seat)
    assert (again["ply"], again["trays"]) == (before["ply"], hand)
    assert seat.act(again, draw).status_code == 200
    assert my_turn(seat)["trays"] == drawn, "nothing is gained by trying again"


def test_with_other_people_the_usual_rules_of_taking_back_hold(server: Server) -> None:
    made = make(server.url, seats=[{"kind": "person", "mine": True}, {"kind": "open"}], learning=True)
    first = Seat(server.url, made["table"], made["tokens"][0])
    other = Seat(server.url, made["table"], first.post("join", name="Bo").json()["token"])
    assert first.post("start").status_code == 200
    for _ in range(6):
        for seat in (first, other):
            if seat.view()["legal"]:
                seat.act(seat.view())
    assert len(first.view()["undo"]["to"]) <= 1 and not set(first.view()["undo"]["to"]) & set(other.view()["undo"]["to"])


def test_an_ordinary_table_is_as_ever(server: Server) -> None:
    seat = learner(server, learning=False)
    view = my_turn(seat)
    assert view["learning"] is False
    assert seat.act(view).status_code == 200
    view = my_turn(seat)
    seat.act(view, next(i for i, item in enumerate(view["legal"]) if item["action"]["do"] == "DrawCard"))
    assert my_turn(seat)["undo"]["to"] == []
    view = my_turn(seat)
    assert seat.post("doubts", ply=view["ply"], action=view["legal"][0]["action"]).json() == {"say": []}


def test_it_never_counts(server: Server) -> None:
    body = {"game": "ticket_to_ride", "players": 2, "learning": True, "rated": True}
    answer = httpx.post(f"{server.url}/api/tables", json=body)
    assert answer.status_code == 422 and answer.json()["reason"]["code"] == "bad_setup"


@pytest.mark.parametrize("game", list(registry.games()))
def test_what_can_be_done_is_explained(server: Server, game: str) -> None:
    seat = learner(server, game)
    view = my_turn(seat)
    told = msgspec.convert(seat.get("explain").json(), table_view.CoachExplanation)
    assert told.mark == view["mark"] and told.clause and told.verbs
    assert sum(verb.ways for verb in told.verbs) >= len(view["legal"])
    spanish = seat.get("explain", lang="es").json()
    assert [verb["say"] for verb in spanish["verbs"]] != [verb.say for verb in told.verbs]
    assert Seat(server.url, seat.table, None).get("explain").status_code == 403


def test_asking_the_coach_does_nothing(server: Server) -> None:
    seat = learner(server)
    view = my_turn(seat)
    tickets = [item["action"] for item in view["legal"]]
    for action in tickets:
        assert seat.post("doubts", ply=view["ply"], action=action).status_code == 200
    assert my_turn(seat)["ply"] == view["ply"], "nothing was done"
    assert seat.post("doubts", ply=view["ply"], action={"do": "Fly"}).status_code == 422
    assert seat.post("doubts", ply=view["ply"], action={"do": "Pass"}).json() == {"say": []}, "the rules speak for themselves"
    assert seat.post("doubts", ply=view["ply"] + 7, action=tickets[0]).json() == {"say": []}
    assert Seat(server.url, seat.table, None).post("doubts", ply=0, action=tickets[0]).status_code == 403


def test_age_of_steam_asks_before_insolvency(server: Server) -> None:
    """Fifteen shares at once: the figure is in the question."""
    seat = learner(server, "age_of_steam")
    view = my_turn(seat)
    many = view["legal"][-1]["action"]
    assert many["do"] == "IssueShares"
    answer = msgspec.convert(seat.post("doubts", ply=view["ply"], action=many).json(), table_view.CoachWarnings)
    assert len(answer.say) == 1 and str(many["shares"]) in answer.say[0]
    none = next(item["action"] for item in view["legal"] if item["action"]["shares"] == 0)
    assert seat.post("doubts", ply=view["ply"], action=none).json() == {"say": []}


@pytest.mark.parametrize("lang", ["en", "es", "it"])
@pytest.mark.parametrize("game", list(registry.games()))
def test_every_game_has_a_reference_card(server: Server, game: str, lang: str) -> None:
    told = msgspec.convert(httpx.get(f"{server.url}/api/reference/{game}?lang={lang}").json(), table_view.ReferenceCard)
    rules = httpx.get(f"{server.url}/api/rules/{game}?lang={lang}").json()["html"]
    for part in told.parts:
        for line in part.lines:
            assert f'id="{line.clause}"' in rules
    assert httpx.get(f"{server.url}/reference/{game}").status_code == 200


def test_there_is_no_card_of_a_game_that_is_not_there(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/reference/chess").status_code in (404, 422)


def test_playing_again_stays_a_learning_table(server: Server) -> None:
    seat = learner(server)
    assert seat.post("abandon").status_code == 200
    assert seat.view()["status"] == "abandoned"
    made = seat.post("again")
    assert made.status_code == 200, made.text
    again = Seat(server.url, made.json()["table"], made.json()["tokens"][0])
    assert again.view()["learning"] is True
