"""The coach of ordinary games: every decision is explained, every warning can be heard, and no figure contradicts the rules."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import polib
import pytest

from boxcars.bots import SeatView
from boxcars.bots.bot import make_offered_bot
from boxcars.core import clause_coverage, registry
from boxcars.core.chance import Chance, seed_from
from boxcars.core.game import Rules
from boxcars.lessons.coach import Coach, coach_facts_of, coach_of, explained, texts, warnings
from boxcars.locale import LANGUAGES
from tests.core.test_catalogues import ROOT

GAMES = list(registry.games())
MOST_TIPS, MOST_WORDS = 12, 25
PLAYED: dict[str, list[tuple[str | None, dict[str, Any]]]] = {
    "age_of_steam": [(None, {}), (None, {}), ("germany", {})],
    "steam": [(None, {}), (None, {"mode": "standard"})],
}
"""Maps (None is the game's first) and options with which a game is played here."""


def rules_of(game: str, map: str | None = None, options: dict[str, Any] | None = None) -> Rules[Any]:
    played = next(one for one in registry.game(game).maps if map in (None, one.key))
    return registry.make(game, played.key, min(n for n in played.players if n > 1), options or {})


def coach_for(game: str) -> Coach:
    coach = coach_of(rules_of(game).ui)
    assert coach is not None
    return coach


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_is_explained(game: str) -> None:
    """On every map, each step leads to a clause and each verb has a sentence."""
    coach, known = coach_for(game), set(clause_coverage.defined(game))
    steps = set()
    for map in registry.game(game).maps:
        rules = registry.make(game, map.key, map.players[-1], {})
        for step, chapter in rules.chapters.items():
            steps.add(step.__name__)
            if chapter.verbs:
                assert coach.clauses[step.__name__] in known, step
            for verb in chapter.verbs:
                assert coach.verb(step.__name__, verb.__name__), (step, verb)
    assert set(coach.clauses) <= steps
    assert {tip.step for tip in coach.tip} <= steps


@pytest.mark.parametrize("game", GAMES)
def test_tips_are_few_and_short(game: str) -> None:
    coach = coach_for(game)
    assert 0 < len(coach.tip) <= MOST_TIPS
    assert not [tip.say for tip in coach.tip if len(tip.say.split()) > MOST_WORDS]
    assert len({tip.key for tip in coach.tip}) == len(coach.tip)


@pytest.mark.parametrize("game", GAMES)
def test_the_card_leads_to_the_rules(game: str) -> None:
    known = set(clause_coverage.defined(game))
    lines = [line for heading in coach_for(game).card for line in heading.lines]
    assert len(lines) >= 10
    assert not [clause for _, clause in lines if clause not in known]


@pytest.mark.parametrize("lang", LANGUAGES[1:])
@pytest.mark.parametrize("game", GAMES)
def test_no_catalogue_of_the_coach_has_a_dead_message(game: str, lang: str) -> None:
    said = {entry.msgid for entry in polib.pofile(str(ROOT / f"src/boxcars/locale/{lang}/coach_{game}.po"))}
    assert said == set(texts(coach_for(game)))


def positions(game: str, games: int) -> Any:
    """Games as bots play them: each decision with some of what could be done."""
    for seed in range(games):
        setups = PLAYED.get(game, [(None, {})])
        rules = rules_of(game, *setups[seed % len(setups)])
        state = rules.start(Chance(seed_from(f"coach {seed}")))
        luck = random.Random(seed)
        bot = make_offered_bot("heuristic", rules, f"coach {seed}")
        while (seat := rules.actor(state)) >= 0:
            legal = rules.legal(state)
            yield rules, state, seat, luck.sample(legal, min(5, len(legal)))
            wild = luck.random() < 0.15  # now and then somebody errs
            rules.apply(state, luck.choice(legal) if wild else bot.choose(SeatView(rules, state, seat)))


@pytest.mark.in_turn(2)
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_tip_and_every_warning_can_be_heard(game: str) -> None:
    unheard = {watch.say for watch in coach_for(game).watch}
    unread = {tip.say for tip in coach_for(game).tip}
    silent = 0
    for rules, state, seat, actions in positions(game, 12):
        unread -= {tip.say for tip in explained(rules, state, seat).tips}
        for action in actions:
            said = warnings(rules, state, seat, action)
            unheard -= {text.message for text in said}
            assert all("{" not in str(text) for text in said), said
            silent += not said
        if not unheard and not unread:
            break
    assert not unheard | unread
    assert silent > 20, "a coach who always warns is not heard"


def test_age_of_steam_short_of_expenses() -> None:
    """Two shares and a locomotive cost $3: whoever builds down to $1 is warned, with the figures."""
    rules = rules_of("age_of_steam")
    state = rules.start(Chance(seed_from("short")))
    while type(state.agenda[-1]).__name__ != "BuildTrack":
        rules.apply(state, rules.legal(state)[0])
    seat = rules.actor(state)
    state.cash[seat] = 3
    tile = next(action for action in rules.legal(state) if type(action).__name__ == "LayTrack")
    told = [str(text) for text in warnings(rules, state, seat, tile)]
    due = state.shares[seat] + 1
    assert len(told) == 1 and f"leaves you $1 and an income of 0 to pay ${due} in expenses" in told[0]
    state.cash[seat] = 30
    assert not warnings(rules, state, seat, tile)


def test_a_ticket_that_cannot_be_finished_any_more() -> None:
    rules = rules_of("ticket_to_ride")
    state = rules.start(Chance(seed_from("hopeless")))
    while type(state.agenda[-1]).__name__ != "TakeTurn":
        rules.apply(state, rules.legal(state)[0])
    seat = rules.actor(state)
    facts = coach_facts_of(rules.ui).facts
    assert facts(rules, rules.observe(state, seat), seat)["hopeless"] == 0
    state.trains[seat] = 3
    assert facts(rules, rules.observe(state, seat), seat)["hopeless"] == len(state.tickets[seat])
    assert any("can't finish one of your tickets" in tip.say for tip in explained(rules, state, seat).tips)


def test_the_figures_of_the_cards_are_those_of_the_rules() -> None:
    from boxcars.games.age_of_steam.income_and_expenses import reduction

    board = rules_of("ticket_to_ride").board  # type: ignore[attr-defined]
    points = dict(zip(board.length, board.points, strict=True))
    said = " ".join(texts(coach_for("ticket_to_ride")))
    assert "1 space 1 point · " + " · ".join(f"{n} spaces {points[n]}" for n in range(2, 7)) in said
    said = " ".join(texts(coach_for("age_of_steam")))
    falls = ", ".join(f"−{reduction(low)} at {low}–{low + 9}" for low in (11, 21, 31, 41))
    assert f"Income reduction: {falls}, −{reduction(51)} above that." in said
    turns = {n: registry.make("steam", None, n, {}).turns for n in (3, 4, 5)}  # type: ignore[attr-defined]
    assert f"Turns: {turns[3]} with three players, {turns[4]} with four, {turns[5]} with five" in " ".join(
        texts(coach_for("steam"))
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_knows_no_more_than_the_seat(game: str) -> None:
    """Two worlds that look the same to a seat: the same is explained and warned of."""
    for rules, state, seat, actions in islice(positions(game, 1), 0, 120, 9):
        one, two = (rules.imagine(state, seat, seed_from(name)) for name in ("one", "two"))
        assert explained(rules, one, seat) == explained(rules, two, seat)
        for action in actions:
            assert warnings(rules, one, seat, action) == warnings(rules, two, seat, action)
