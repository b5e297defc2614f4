"""A lesson is taken over the API, as the page does it: tries, questions, hints, being shown, going back, going on elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_check import answer
from boxcars.lessons.lesson_loader import Course, courses
from boxcars.server.page.schemas import table_view
from boxcars.server.store import prune
from boxcars.server.store.prune import Keep
from boxcars.server.store.store import Store
from tests.server.running import Seat, Server

FIRST = "ticket_to_ride/1_first_ticket"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("lessons")
    running = Server(str(folder / "lessons.sqlite"), folder, "--no-limits", "--metrics-token", "counting").start()
    yield running
    running.stop()


class Learner:
    """Somebody who takes a lesson."""

    def __init__(self, server: Server, lesson: str, beat: str = "", lang: str = "en") -> None:
        made = httpx.post(f"{server.url}/api/lessons/start", json={"lesson": lesson, "beat": beat, "name": "Ada"}, timeout=30)
        assert made.status_code == 200, made.text
        self.course: Course = courses()[lesson]
        self.server = server
        own = self.course.lesson.table.seat
        self.seat = Seat(server.url, made.json()["table"], made.json()["tokens"][own], lang)

    def view(self) -> dict[str, Any]:
        """The view once the script has nothing more to move."""
        until = time.monotonic() + 20
        while (view := self.seat.view())["lesson"]["mood"] == "others":
            assert time.monotonic() < until, view["lesson"]
            time.sleep(0.01)
        msgspec.convert(view, table_view.View)
        return view

    @property
    def lesson(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view()["lesson"]
        return found

    def act(self, action: dict[str, Any]) -> dict[str, Any]:
        view = self.view()
        answer = self.seat.post("act", ply=view["ply"], mark=view["mark"], action=action)
        assert answer.status_code == 200, answer.text
        return self.lesson

    def tell(self, do: str, value: Any = None, now: dict[str, Any] | None = None) -> dict[str, Any]:
        """``now``: the lesson as it stands, where that is known already."""
        answer = self.seat.post("lesson", do=do, beat=(now or self.lesson)["beat"], value=value)
        assert answer.status_code == 200, answer.text
        return self.lesson

    def find(self, **wanted: Any) -> dict[str, Any]:
        """A legal action like this."""
        actions = [item["action"] for item in self.view()["legal"]]
        return next(action for action in actions if all(action.get(name) == value for name, value in wanted.items()))

    def to(self, beat: str) -> dict[str, Any]:
        """Go on with the right answers until that beat."""
        now = self.lesson
        while now["beat"] != beat and now["mood"] != "done":
            here = self.course.lesson.beat[self.course.index(now["beat"]) or 0]
            if now["next"]:
                now = self.tell("next", now=now)
            elif here.quiz is not None:
                now = self.tell("answer", answer(here.quiz), now)
            else:
                now = self.tell("show", now=now)
        return now


@pytest.mark.parametrize("id", list(courses()))
def test_a_lesson_is_taken_to_its_end(server: Server, id: str) -> None:
    learner = Learner(server, id)
    done = learner.to("")
    finish = done["finish"]
    asks = any(beat.ask for beat in learner.course.lesson.beat)
    assert finish["punches"][:2] == [True, not asks]
    assert finish["punches"][2] or learner.course.lesson.puzzle or not any(beat.quiz for beat in learner.course.lesson.beat)
    assert (finish["remember"] or finish["clauses"]) and done["at"] == len(done["stops"])


def test_a_try_is_judged_before_it_is_played(server: Server) -> None:
    learner = Learner(server, FIRST)
    learner.to("keep")
    before = learner.view()
    now = learner.act({"do": "KeepTickets", "tickets": ["denver-el_paso", "houston-kansas_city", "new_york-seattle"]})
    assert now["mood"] == "wrong" and now["answer"].startswith("All three?") and now["tries"] == 1
    after = learner.view()
    assert (after["ply"], after["mark"], after["log"]) == (before["ply"], before["mark"], before["log"])
    now = learner.act({"do": "KeepTickets", "tickets": ["denver-el_paso", "houston-kansas_city"]})
    assert now["beat"] != "keep" and learner.view()["ply"] == before["ply"] + 2, "and Brunel has chosen, too"


def test_the_lesson_does_not_comment_what_the_rules_refuse(server: Server) -> None:
    learner = Learner(server, FIRST)
    learner.to("claim")
    view = learner.view()
    refused = learner.seat.post(
        "act", ply=view["ply"], mark=view["mark"], action={"do": "ClaimRoute", "route": "oz", "colour": "red"}
    )
    assert refused.status_code == 422
    assert learner.lesson["tries"] == 0


def test_nothing_is_played_while_the_coach_speaks(server: Server) -> None:
    learner = Learner(server, FIRST)
    view = learner.view()
    assert view["lesson"]["mood"] == "say" and view["legal"]
    refused = learner.seat.post("act", ply=view["ply"], mark=view["mark"], action=view["legal"][0]["action"])
    assert refused.status_code == 422 and refused.json()["reason"]["code"] == "not_asked"


def test_only_what_is_asked_for_glows_and_is_pointed_at(server: Server) -> None:
    learner = Learner(server, FIRST)
    now = learner.to("claim")
    assert now["glow"] == ["route:denver-santa_fe"]
    assert [point["kind"] for point in now["point"]] == ["act", "look"]
    assert now["point"][0]["name"] == "Denver – Santa Fe"
    assert now["stops"][now["at"]] == "Claim"


def test_a_hint_is_given_when_asked_for(server: Server) -> None:
    learner = Learner(server, FIRST)
    now = learner.to("claim")
    assert now["hint"] == 20 and not now["answer"]
    question = now["say"]
    now = learner.tell("hint")
    assert now["answer"] == "Click one of the two gray spaces between Denver and Santa Fe." and now["say"] == question


def test_the_question_stands_and_the_way_on_is_what_was_not_tried(server: Server) -> None:
    """A hex that was right is not proposed again: the tile was not."""
    learner = Learner(server, "age_of_steam/1_one_link")
    now = learner.to("finish_link")
    question = now["say"]
    assert len(now["ways"]) == 2 and "straight" not in now["ways"], "nothing was tried yet: places"
    asked = [learner.view()["legal"][i]["path"] for i in now["asked"]]
    near = {path[0] for path in asked}
    wrong = next(
        one for one in learner.view()["legal"] if one["path"][0] in near and one["path"][1] not in {path[1] for path in asked}
    )
    now = learner.act(wrong["action"])
    assert now["mood"] == "wrong" and now["say"] == question and now["answer"]
    assert len(now["room"]) >= len(now["answer"])
    assert now["ways"] == ["gentle curve"], "not the hex that was just used"


def test_a_question(server: Server) -> None:
    learner = Learner(server, FIRST)
    now = learner.to("next_ticket")
    assert "route:kansas_city-oklahoma_city-a" in now["quiz"]["names"] and len(now["quiz"]["names"]) > 50
    now = learner.tell("answer", ["route:kansas_city-saint_louis-blue"])
    assert now["mood"] == "wrong" and now["answer"] == "Going via Saint Louis takes two more trains."
    now = learner.tell("answer", ["route:kansas_city-oklahoma_city-b"])
    assert now["mood"] == "right"
    assert learner.to("")["finish"]["punches"][2] is False


def test_a_plan_is_judged_by_what_it_joins_and_costs(server: Server) -> None:
    puzzle = Learner(server, "ticket_to_ride/puzzles/1_twelve_trains")
    now = puzzle.lesson
    assert now["puzzle"] and now["quiz"]["all"] and len(now["quiz"]["names"]) == 100 and not now["glow"]
    coast = ["route:los_angeles-san_francisco-violet", "route:portland-san_francisco-green", "route:portland-seattle-a"]
    now = puzzle.tell("answer", coast)
    assert "with 9 trains" in now["answer"]
    now = puzzle.tell("answer", [*coast, "route:los_angeles-phoenix", "route:chicago-duluth", "route:oz", "../../etc"])
    assert "but with 15 trains" in now["answer"]
    now = puzzle.tell("answer", [*coast, "route:los_angeles-phoenix"])
    assert now["mood"] == "right" and len(now["point"]) == 4, "and the answer is pointed at"
    finish = puzzle.tell("next")["finish"]
    assert finish["punches"] == [True, True, False] and finish["next"]["id"] == "ticket_to_ride/puzzles/2_one_long_line"


def test_a_puzzle_does_not_show_its_answer(server: Server) -> None:
    puzzle = Learner(server, "ticket_to_ride/puzzles/8_last_turn")
    assert puzzle.lesson["glow"] is None and all(point["kind"] == "look" for point in puzzle.lesson["point"])
    now = puzzle.act(puzzle.find(do="ClaimRoute", route="el_paso-houston"))
    assert now["mood"] == "wrong" and now["answer"].startswith("Fifteen points")
    assert puzzle.act(puzzle.find(do="ClaimRoute", route="kansas_city-oklahoma_city-b"))["mood"] == "right"


def test_again_from_here(server: Server) -> None:
    learner = Learner(server, FIRST)
    learner.to("claim")
    ply = learner.view()["ply"]
    learner.act(learner.find(do="ClaimRoute", route="denver-santa_fe"))
    assert learner.lesson["beat"] == "brunel_claims"
    now = learner.tell("again")
    assert (now["beat"], now["mood"], learner.view()["ply"]) == ("claim", "ask", ply)
    learner.act(learner.find(do="ClaimRoute", route="denver-santa_fe"))
    assert learner.lesson["beat"] == "brunel_claims", "the same again, script and all"


def test_going_on_from_a_checkpoint_at_another_table(server: Server) -> None:
    learner = Learner(server, FIRST, beat="finish")
    now = learner.lesson
    assert (now["beat"], now["mood"]) == ("finish", "ask")
    state = courses()[FIRST].opening([])
    moves, _ = lesson_runner.until(courses()[FIRST], state, "finish")
    assert learner.view()["ply"] == len(moves)
    assert learner.act(learner.find(do="ClaimRoute", route="el_paso-santa_fe"))["mood"] == "right"


def test_a_checkpoint_that_is_no_more_begins_at_the_end_of_nothing(server: Server) -> None:
    """Whoever stopped in another version of the file is not left standing."""
    assert Learner(server, FIRST, beat="no such beat").lesson["beat"] == "welcome"


def test_it_speaks_the_readers_language(server: Server) -> None:
    assert Learner(server, FIRST, lang="it").lesson["title"] == "Il tuo primo biglietto"
    listed = httpx.get(f"{server.url}/api/lessons?lang=es").json()
    msgspec.convert(listed, table_view.Lessons)
    games = {game["key"]: game["lessons"] for game in listed["games"]}
    assert games["ticket_to_ride"][0]["title"] == "Tu primer billete"


def test_nobody_else_hears_the_coach(server: Server) -> None:
    """Its words speak of the learner's cards."""
    learner = Learner(server, FIRST)
    stranger = Seat(server.url, learner.seat.table, None)
    assert "lesson" not in stranger.view()
    assert stranger.post("lesson", do="next").status_code == 403
    assert learner.seat.table not in httpx.get(f"{server.url}/api/tables").text


def test_what_cannot_be_is_refused(server: Server) -> None:
    learner = Learner(server, FIRST)
    assert learner.seat.post("handover").status_code == 422
    assert learner.seat.post("undo", to=0).status_code == 422
    assert learner.seat.post("lesson", do="answer", value=5).status_code == 422
    assert learner.seat.post("lesson", do="fly").status_code == 400
    for lesson in ("../../etc/passwd", "ticket_to_ride", ""):
        refused = httpx.post(f"{server.url}/api/lessons/start", json={"lesson": lesson})
        assert refused.status_code == 422 and refused.json()["reason"]["code"] == "no_such_lesson"
    plain = httpx.post(f"{server.url}/api/tables", json={"game": "ticket_to_ride", "players": 2, "seats": [{}]}).json()
    assert Seat(server.url, plain["table"], plain["tokens"][0]).post("lesson", do="next").status_code == 422


def test_lessons_are_counted_and_nobody_is_named(server: Server) -> None:
    learner = Learner(server, FIRST)
    learner.to("keep")
    learner.act({"do": "KeepTickets", "tickets": ["denver-el_paso", "new_york-seattle"]})
    learner.to("")
    told = httpx.get(f"{server.url}/metrics", headers={"Authorization": "Bearer counting"}).text
    assert f'boxcars_lessons_finished_total{{lesson="{FIRST}"}}' in told
    assert f'boxcars_lesson_wrong_total{{beat="keep",lesson="{FIRST}"}}' in told
    assert "Ada" not in told


def test_whoever_does_not_want_to_be_counted_is_not(server: Server) -> None:
    lesson = "ticket_to_ride/4_last_round"

    def counted() -> list[str]:
        told = httpx.get(f"{server.url}/metrics", headers={"Authorization": "Bearer counting"}).text
        return [line for line in told.splitlines() if lesson in line]

    before = counted()
    body = {"lesson": lesson, "name": "Ada", "count": False}
    made = httpx.post(f"{server.url}/api/lessons/start", json=body, timeout=30).json()
    seat = Seat(server.url, made["table"], made["tokens"][0])
    assert seat.post("lesson", do="answer", value=["seat:1"]).status_code == 200
    assert seat.view()["lesson"]["mood"] == "wrong"
    assert counted() == before


def test_a_lesson_left_lying_is_removed_after_a_day(server: Server, tmp_path: Path) -> None:
    learner = Learner(server, FIRST)
    store = Store(server.database)
    try:
        assert not prune.list_old_tables(store, Keep(), time.time() + 0.9 * prune.DAY)
        late = [found.id for found in prune.list_old_tables(store, Keep(), time.time() + 1.1 * prune.DAY)]
        assert learner.seat.table in late
        assert all(id.startswith(prune.LESSON) for id in late)
    finally:
        store.close()


def test_the_model_answers_are_what_show_me_does() -> None:
    course = courses()[FIRST]
    state = course.opening([])
    lesson_runner.until(course, state, "claim")
    at = Position(course.rules, state, 0)
    ask = course.lesson.beat[course.index("claim") or 0].ask
    assert ask is not None
    assert answer_check.model(ask, at).route == "denver-santa_fe"
