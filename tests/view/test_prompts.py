"""Every question of every game, in every language: short enough for its place, and told of the one who is asked."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance
from boxcars.core.types import Step
from boxcars.games.age_of_steam.actions import EndBuild
from boxcars.locale import LANGUAGES, sayer
from boxcars.rail.actions import LayTrack
from boxcars.view.svg_export import board_of, plain

NAMES = ["Bot 1", "Bot 2", "Bot 3", "Bot 4", "Bot 5", "Bot 6"]
TABLES: list[tuple[str, str, dict[str, Any]]] = [
    *(("age_of_steam", m.key, {}) for m in registry.game("age_of_steam").maps),
    ("steam", "ruhr", {"mode": "basic"}),
    ("steam", "north_america", {"mode": "standard"}),
    ("silverton", "colorado", {}),
    ("spike", "eastern_usa", {}),
]


@pytest.mark.parametrize(("game", "map", "options"), TABLES, ids=["-".join([t[0], t[1]]) for t in TABLES])
def test_a_question_fits_its_place(game: str, map: str, options: dict[str, Any]) -> None:
    """Lines of 60 signs, short ones and those for the others of 34."""
    rules = registry.make(game, map, options=options)
    boards = [board_of(rules, sayer(language, NAMES)) for language in LANGUAGES]
    luck = random.Random("asks")
    asked: set[str] = set()
    for seed in range(3):
        state = rules.start(Chance(f"asks{seed}" * 8))
        for _ in range(300):
            seat = rules.actor(state)
            if seat < 0:
                break
            step = state.agenda[-1]
            if type(step).__name__ not in asked:
                asked.add(type(step).__name__)
                check(boards, rules.observe(state, seat), step)
            rules.apply(state, luck.choice(rules.legal(state)))
    assert len(asked) >= 4, asked


def check(boards: list[Any], seen: Any, step: Step) -> None:
    for board in boards:
        ask = board.turn_prompt(seen)
        assert ask is not None, step
        line, short, other = board.say(ask.line), board.say(ask.short or ask.line), board.say(ask.other)
        assert len(line) <= 60, line
        assert len(short) <= 34, short
        assert len(other) <= 34, other
        assert other.startswith(NAMES[step.seat]), other
        assert not line.endswith("."), line


def test_where_building_may_not_end_the_question_and_the_note_say_why() -> None:
    """Germany (AOS-17.7): no End while a link is unfinished."""
    rules = registry.make("age_of_steam", "germany", players=3)
    board = board_of(rules, plain)
    luck = random.Random("germany")
    state = rules.start(Chance("germany" * 8))
    while True:
        legal = rules.legal(state)
        lays = [action for action in legal if isinstance(action, LayTrack)]
        if lays and not any(isinstance(action, EndBuild) for action in legal):
            break
        rules.apply(state, luck.choice(lays or legal))
    seen = rules.observe(state, rules.actor(state))
    ask, note = board.turn_prompt(seen), board.resources_left(seen)
    assert ask is not None and note is not None
    assert board.say(ask.line) == "Finish your link: you can't leave it open on this map"
    assert board.say(note).startswith("You can't finish building while a link is unfinished.")


@pytest.mark.parametrize("game", ["age_of_steam", "steam", "ticket_to_ride"])
def test_where_nothing_is_asked_any_more_a_board_can_still_be_opened(game: str) -> None:
    rules = registry.make(game, players=3)
    board = board_of(rules, plain)
    luck = random.Random("over")
    state = rules.start(Chance("over" * 12))
    while rules.actor(state) >= 0:
        rules.apply(state, luck.choice(rules.legal(state)))
    for seat in (0, None):
        seen = rules.observe(state, seat)
        assert isinstance(board.focus_targets(seen), list)
        assert isinstance(board.seat_order(seen), list)
        assert isinstance(board.item_trays(seen), list)


def test_silvertons_rare_questions_fit_too() -> None:
    """Questions that a short random game does not reach, with the longest names of the board."""
    from boxcars.games.silverton import steps as due
    from boxcars.games.silverton.ui import prompts

    rules: Any = registry.make("silverton", players=3)
    atlas = rules.atlas
    longest = max(range(len(atlas.card_ends)), key=lambda c: sum(len(atlas.town_names[t]) for t in atlas.card_ends[c]))
    claim = max(range(len(atlas.claims)), key=lambda c: len(atlas.town_names[atlas.claim_town[c]]))
    steps = [kind(0) for kind in prompts.QUESTIONS]
    steps += [
        due.LeaveJoint(0, longest),
        due.ProposeJoint(0, longest),
        due.AnswerJoint(0, longest, 1),
        due.PayTheft(0, longest, 0),
    ]
    steps += [due.AnswerDraw(0, claim, 0), due.AssignTrain(0, 0), due.DemandDispute(0, 0, 1, 0)]
    steps += [kind(0, segment=s) for kind in (due.MoveParallel, due.BuildConsecutive) for s in range(0, len(atlas.segments), 9)]  # type: ignore[call-arg]
    for language in LANGUAGES:
        say = sayer(language, NAMES)
        for step in steps:
            ask = prompts.turn_prompt(rules, step)
            assert len(say(ask.line)) <= 60, say(ask.line)
            assert len(say(ask.short or ask.line)) <= 34, say(ask.short or ask.line)
            assert len(say(ask.other)) <= 34, say(ask.other)


def test_numbers_say_what_they_do() -> None:
    rules = registry.make("age_of_steam", players=3)
    board = board_of(rules, plain)
    state = rules.start(Chance("numbers" * 5))
    seen = rules.observe(state, rules.actor(state))
    said = [(plain(board.target_label(seen, a.path()[0])), plain(board.action_note(seen, a))) for a in rules.legal(state)[1:3]]
    assert said == [("Issue 1 share", "+$5 now, −$1 each turn"), ("Issue 2 shares", "+$10 now, −$2 each turn")]
