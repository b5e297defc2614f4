"""The slip of a turn says enough to work everything out again by hand."""

from __future__ import annotations

import re
from typing import Any

from boxcars.bots.bot import make_bot
from boxcars.bots.seat_view import SeatView
from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.games.silverton.events import ClaimOperated, ConsecutiveRolled
from boxcars.games.silverton.placing_events import DisputeRolled
from boxcars.view.svg_export import board_of, plain


def slips(game: str, decisions: int, **more: Any) -> list[tuple[Any, Any, Any, Any]]:
    """(rules, state after, slip, events) of every action that ended a turn, as seat 0 sees it."""
    rules = registry.make(game, **more)
    board = board_of(rules, plain)
    state = rules.start(Chance("slips" * 6))
    bots = [make_bot("heuristic", rules, str(seat)) for seat in range(rules.players)]
    found = []
    for _ in range(decisions):
        seat = rules.actor(state)
        if seat < 0:
            break
        events = rules.play(state, seat, bots[seat].choose(SeatView(rules, state, seat)))
        told = [event for event in (rules.retell(event, 0) for event in events) if event is not None]
        slip = board.turn_summary(rules.observe(state, 0), told)
        if slip is not None:
            found.append((rules, state.clone(), slip, events))
    return found


def number(cell: Any) -> int:
    text = cell if isinstance(cell, str) else plain(cell)
    return 0 if text == "–" else int(text.replace("−", "-").replace("$", "").replace("+", ""))


def test_the_money_of_a_turn_adds_up() -> None:
    """Age of Steam: cash + income − shares − engine = cash now, and that is what the table says."""
    found = [s for s in slips("age_of_steam", 130, players=3) if s[2].tables]
    assert len(found) >= 3
    for _, state, slip, _ in found:
        for row in slip.tables[0].rows:
            before, income, shares, engine, after, shrinks, left = map(number, row.cells[1:])
            assert after == max(0, before + income + shares + engine)
            assert (state.cash[row.seat], state.income[row.seat]) == (after, left) or state.gone[row.seat]
            assert shrinks <= 0


def test_every_growth_die_says_what_it_brought() -> None:
    found = [s for s in slips("age_of_steam", 130, players=3) if s[2].dice]
    assert found
    brought = 0
    for rules, _, slip, events in found:
        grown = [event for event in events if type(event).__name__ == "GoodsGrown"]
        assert [die.value for die in slip.dice] == [n for event in grown for n in event.dice]
        faces = [face for die in slip.dice for face in die.faces]
        assert sorted(faces) == sorted(f"cube-{colour}" for event in grown for _, _, colour in event.moved)
        cities = {rules.board.names[rules.board.grid.number[hex]] for event in grown for _, hex, _ in event.moved}
        told = " ".join(plain(die.text) for die in slip.dice)
        assert all(city in told for city in cities)
        brought += len(faces)
    assert brought > 3


def test_steams_slip_tells_the_cash_that_is_left() -> None:
    found = slips("steam", 120, players=3, options={"mode": "standard"})
    assert found
    for _, state, slip, _ in found:
        for row in slip.tables[0].rows:
            assert number(row.cells[-1]) == state.cash[row.seat]


SAID = re.compile(r"dice ([\d +]+), sold (\d+), demand (\d+), total (-?\d+): ([+−]?\d+) boxes, \$(\d+) → \$(\d+)")


def test_every_new_price_can_be_worked_out_from_the_slip_alone() -> None:
    """Silverton: the sum, the span of the table that it hits, the boxes, the price they lead to."""
    found = [s for s in slips("silverton", 260, players=3) if s[2].papers]
    assert found
    for rules, state, slip, _ in found:
        assert len(slip.papers) == len(rules.in_play)
        for mark, paper in zip(rules.in_play, slip.papers, strict=True):
            told = SAID.search(plain(paper.words[0]))
            assert told is not None
            total = sum(map(int, told[1].split(" + "))) + int(told[2]) - int(told[3])
            assert total == int(told[4])
            spans = re.findall(r"<text[^>]*>(≤-?\d+|\d+|\d+–\d+|\d+\+)</text><text[^>]*>([+−]?\d+)</text>", paper.svg)
            hit = [move for span, move in spans if within(span, total)]
            assert hit == [told[5]], (spans, total)
            marker = rules.atlas.markers[mark]
            ladder = [int(n) for n in re.findall(r'font-size="12.5"[^>]*>(\d+)</text>', paper.svg)]
            # The box that is left is drawn last: its price slides over the others.
            assert sorted(ladder) == sorted(p for box, p in enumerate(marker.ladder) if marker.low <= box <= marker.high)
            assert marker.ladder[state.price[mark]] == int(told[7])
            was, now = re.search(r'class="neat', paper.svg), number(told[5])
            assert was is not None or told[6] == told[7] or not now


def within(span: str, total: int) -> bool:
    if span.startswith("≤"):
        return total <= int(span[1:])
    if span.endswith("+"):
        return total >= int(span[:-1])
    low, _, high = span.partition("–")
    return int(low) <= total <= int(high or low)


def told_of(*events: Any) -> tuple[str, list[str]]:
    """What seat 0 of Silverton reads of dice: the title, and the lines."""
    rules = registry.make("silverton", players=2)
    slip = board_of(rules, plain).turn_summary(rules.observe(rules.start(Chance("slips" * 6)), 0), list(events))
    return plain(slip.title), [plain(die.text) for die in slip.dice if die.text]


def test_dice_say_what_is_added_and_what_they_must_beat() -> None:
    atlas = registry.make("silverton", players=2).atlas
    line = next(id for number, id in enumerate(atlas.segments) if atlas.distance[number] == 7)
    title, lines = told_of(ConsecutiveRolled(0, line, [3, 4], False))
    assert title == "Second segment in the same turn"
    assert lines[0].endswith(": 7 isn't more than the distance (7), so you can't keep building")
    assert told_of(ConsecutiveRolled(0, line, [4, 4], True))[1][0].endswith(
        ": 8 is more than the distance (7), so you can keep building"
    )
    claim = atlas.claims[0]
    assert told_of(ClaimOperated(0, claim, [3], 9, 5, False))[1][0].endswith(": 3 + 6 = 9, 5 units")
    assert told_of(ClaimOperated(0, claim, [3, 4], 7, 2, False))[1][0].endswith(": 7, 2 units")


def test_of_two_disputes_each_says_who_won_it() -> None:
    atlas = registry.make("silverton", players=2).atlas
    one = DisputeRolled(atlas.segments[0], [0, 1], [0, 1], [[1, 2], [5, 4]], [4, 9], 1)
    two = DisputeRolled(atlas.claims[0], [0, 1], [0, 1], [[6, 6], [1, 1]], [12, 2], 0)
    title, lines = told_of(one)
    assert "wins" in title
    assert not any("(wins)" in line for line in lines)
    assert ": 3 + 1 = 4 for " in lines[0]
    title, lines = told_of(one, two)
    assert title == "Disputes"
    assert [line.endswith("(wins)") for line in lines] == [False, True, True, False]
