"""The distinctions of a finished game: at most three, named in words, and given to whom they belong."""

from __future__ import annotations

import random

import pytest

from boxcars.bots import SeatView, make_bot
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.messages import T
from boxcars.core.types import Event
from boxcars.games.ticket_to_ride.types import RouteClaimed
from boxcars.rail.actions import GoodsMoved
from boxcars.view.awards import most
from boxcars.view.svg_export import board_of, plain
from boxcars.view.tabletop import Award

QUICK: dict[str, dict[str, bool | int | str]] = {"silverton": {"length": "short"}}


def finished(game: str) -> tuple[list[Award], list[Event], int]:
    spec = registry.game(game)
    players = min(n for n in spec.maps[0].players if n > 1)
    rules = registry.make(game, spec.maps[0].key, players=players, options=QUICK.get(game, {}))
    state = rules.start(Chance(f"awards {game}"))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(players)]
    history: list[Event] = []
    while (seat := rules.actor(state)) >= 0:
        history += rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
    outcome = rules.outcome(state)
    assert outcome is not None
    told = [event for event in (rules.retell(event, None) for event in history) if event is not None]
    return board_of(rules, plain).game_awards(rules.observe(state, None), outcome, told), history, players


def test_all_who_have_most_share_it_and_nothing_is_no_merit() -> None:
    (award,) = most(T("Most"), [3, 1, 3], lambda seat: T("three"))
    assert award.seats == [0, 2] and award.mark == "3"
    assert plain(award.note) == "Seat 1, Seat 3: three"
    assert most(T("Most"), [0, 0], lambda seat: T("none")) == []


@pytest.mark.parametrize("game", ["ticket_to_ride", "age_of_steam", "steam", "spike"])
def test_a_finished_game_has_its_distinctions(game: str) -> None:
    awards, history, players = finished(game)
    assert 2 <= len(awards) <= 3
    for award in awards:
        assert award.seats and set(award.seats) <= set(range(players))
        assert plain(award.title) and len(award.mark) <= 5 and f"Seat {award.seats[0] + 1}" in plain(award.note)
    if game == "ticket_to_ride":
        routes = [sum(isinstance(e, RouteClaimed) and e.seat == seat for e in history) for seat in range(players)]
        assert (awards[-1].mark, awards[-1].seats[0]) == (str(max(routes)), routes.index(max(routes)))
    elif game in ("age_of_steam", "steam"):
        moved = [sum(isinstance(e, GoodsMoved) and e.seat == seat for e in history) for seat in range(players)]
        assert awards[0].mark == str(max(moved))


def test_the_tickets_that_are_uncovered_are_what_their_lines_count() -> None:
    rules = registry.make("ticket_to_ride", players=2)
    state = rules.start(Chance("uncovered"))
    luck = random.Random("uncovered")
    while (seat := rules.actor(state)) >= 0:
        rules.play(state, seat, luck.choice(rules.legal(state)))
    outcome = rules.outcome(state)
    assert outcome is not None
    board, seen = board_of(rules, plain), rules.observe(state, None)
    papers = {plain(line.label): (board.revealed_scores(seen, line.label), line.values) for line in outcome.lines}
    for label, sign in (("Completed tickets", 1), ("Uncompleted tickets", -1)):
        shown, values = papers.pop(label)
        assert [sign * sum(paper.points for paper in shown if paper.seat == seat) for seat in range(2)] == values
        assert all(paper.done is (sign > 0) and "–" in plain(paper.text) for paper in shown)
    assert not any(shown for shown, _ in papers.values())


@pytest.mark.slow
def test_a_finished_game_of_silverton_has_its_distinctions() -> None:
    awards, _, _ = finished("silverton")
    assert [plain(award.title) for award in awards] == ["Richest turn", "Best claim", "Most track"]
