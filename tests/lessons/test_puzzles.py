"""Puzzles: their proofs are proved. Each of these claims something that is not so, and the checker says what is."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from boxcars.core import registry
from boxcars.core.chance import Chance, seed_from
from boxcars.games.ticket_to_ride.ai import puzzle_answers
from boxcars.lessons import answer_check, lesson_runner
from boxcars.lessons.answer_check import Position
from boxcars.lessons.lesson_check import check
from boxcars.lessons.lesson_format import Best
from boxcars.lessons.lesson_loader import HOME, courses, read
from boxcars.lessons.puzzle_solver import MOST_LINES, Search, TooWide, most

TRAINS = "ticket_to_ride/puzzles/1_twelve_trains"
LAST = "ticket_to_ride/puzzles/8_last_turn"
NEAREST = "ticket_to_ride/puzzles/6_nearly_done"
BOTH = "spike/puzzles/8_both_contracts"
PATH = "ticket_to_ride/puzzles/7_longest_path"

BROKEN = {
    "a shorter plan": (TRAINS, "best = { trains = 12 }", "best = { trains = 13 }", "the best plan has {'trains': 12}"),
    "a model that is no answer": (TRAINS, '"route:portland-seattle-a", ', "", "the model plan is not right"),
    "a better move": (LAST, "value = 18", "value = 17", "the best is 18, not 17"),
    "too much": (LAST, "value = 18", "value = 19", "the best is 18, not 19"),
    "another answer": (
        PATH,
        'pick = ["route:helena-omaha"]',
        'pick = ["route:helena-winnipeg"]',
        "the answer is ['route:helena-omaha']",
    ),
    "another move": (
        NEAREST,
        'accept = [{ do = "KeepTickets", tickets = ["dallas',
        'accept = [{ do = "KeepTickets", tickets = ["chicago',
        "no legal",
    ),
    "more than one": (
        NEAREST,
        'accept = [{ do = "KeepTickets", tickets = ["dallas-new_york"] }]',
        'accept = [{ do = "KeepTickets" }]',
        "7 actions are right",
    ),
    "more turns than it takes": (BOTH, "turns = 4", "turns = 5", "it takes 4 turns, not 5"),
    "fewer turns than it takes": (BOTH, "turns = 4", "turns = 3", "it takes more turns, not 3"),
    "others who do nothing": (BOTH, 'others = [{ do = "Draw", card = "deck" }]', "others = []", "about what seat 1"),
    "no proof": (PATH, 'reckon = { what = "longest" }\n', "", "nothing proves the answer"),
    "no such reckoning": (PATH, '"longest" }', '"shortest" }', "cannot reckon 'shortest'"),
    "no hint": (
        LAST,
        'hint = "How much is the ticket worth if you finish it, compared with leaving it unfinished?"',
        "",
        "a puzzle has a hint",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_checker_finds(what: str, tmp_path: Path) -> None:
    id, old, new, complaint = BROKEN[what]
    text = (HOME / f"{id}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "broken.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    name = id.rpartition("/")[2]
    shutil.copy(HOME / f"{id}.json", tmp_path / f"{name}.json")
    found = check(read(path, "broken"))
    assert any(complaint in text for text in found), found


def test_the_fewest_trains_are_found_by_grouping_tickets() -> None:
    """Apart the two tickets of the first puzzle cost twenty trains (nine and eleven), together twelve."""
    course = courses()[TRAINS]
    rules: Any = course.rules
    table: Any = course.opening([])
    apart = puzzle_answers.distances(rules, table, 0)
    alone = [apart[a][b] for a, b in (rules.board.tickets[ticket].ends for ticket in table.tickets[0])]
    assert sorted(alone) == [9, 11]
    assert puzzle_answers.best_plan(rules, table, 0, {}) == {"trains": 12}


def test_a_tree_may_branch_where_no_end_is() -> None:
    """Three cities round a fourth: the tree meets in it, though nobody wants to go there."""
    apart = [[0, 4, 4, 2], [4, 0, 4, 2], [4, 4, 0, 2], [2, 2, 2, 0]]
    assert puzzle_answers.tree(apart, (0, 1, 2)) == 6


def test_a_puzzle_that_is_too_wide_is_refused() -> None:
    rules: Any = registry.make("ticket_to_ride", "usa", 2, {})
    state = rules.start(Chance(seed_from("wide")))
    for _ in range(2):
        rules.apply(state, rules.legal(state)[0])
    seat = rules.actor(state)
    with pytest.raises(TooWide):
        most(rules, state, seat, Best(of=["points.0"], value=1, within=4), 4, [MOST_LINES - 10])


@pytest.mark.parametrize("others", [[{"do": "Draw", "card": "deck"}, {"do": "Build"}], [{"do": "Build"}, {"do": "Draw"}]])
def test_nobody_gets_in_the_way_of_a_train(others: list[dict[str, str]]) -> None:
    """Whether the opponent builds or draws, the two contracts take four turns: track is one's own, and trains block nobody."""
    course = courses()[BOTH]
    ask = course.lesson.beat[-1].ask
    assert ask and ask.best
    state = course.opening([])
    assert Search(course.rules, 0, replace(ask.best, others=others)).fewest(state) == 4


def test_a_puzzle_of_several_turns_is_played_with_the_others_in_between() -> None:
    """Show me, again and again: the other seat moves whenever it is its turn, and the coach has the last word."""
    course = courses()[BOTH]
    beat = course.lesson.beat[0]
    assert beat.ask
    state = course.opening([])
    now = lesson_runner.begin(course, Position(course.rules, state, 0), 0, 0.0)
    moved = []
    while now.mood in ("ask", "others"):
        before = Position(course.rules, course.rules.clone(state), 0)
        moved.append(course.rules.actor(state))
        if now.mood == "others":
            course.rules.apply(state, lesson_runner.next_move(course, now, course.rules, state))
            now = lesson_runner.moved(course, now, Position(course.rules, state, 0), 0)
        else:
            done = before.try_(answer_check.model(beat.ask, before))
            course.rules.apply(state, done.action)
            now = lesson_runner.acted(
                course, now, beat.ask, answer_check.verdict(beat.ask, done), done, Position(course.rules, state, 0), 0
            )
    assert moved == [0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0]
    assert now.mood == "right"
