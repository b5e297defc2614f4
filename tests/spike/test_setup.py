"""Set-up of the base and the advanced game (SPK-1, SPK-3, SPK-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from boxcars.core import registry
from boxcars.core.chance import Chance, Impossible, OutcomeNeeded, seed_from
from boxcars.core.game import Refused
from boxcars.core.types import Event
from boxcars.games.spike.actions import ChooseSide, Draw, Give, KeepRoute, Place
from boxcars.games.spike.events import ContractsDealt, FirstPlayerDrawn, RouteKept
from boxcars.games.spike.steps import GiveCard, PickRoute, PickSide, PlaceTrain, TakeAction

from .kit import HOMES, code, opened, play, rules_for, started


@pytest.mark.clause("SPK-1.1", "SPK-13.4")
def test_two_to_four_players_and_two_options() -> None:
    game = registry.game("spike")
    assert game.players == [2, 3, 4]
    assert {o.key: o.default for o in game.options} == {"advanced": False, "wild_single_colour": True}
    for players in (1, 5):
        with pytest.raises(Refused) as refused:
            registry.make("spike", None, players)
        assert refused.value.reason.code == "bad_setup"


@pytest.mark.clause("SPK-3.10", "SPK-EX-16", "SPK-3.4", "SPK-3.7", "SPK-3.8", "SPK-3.9")
@pytest.mark.parametrize(
    ("players", "deck", "contracts", "hands"),
    [(2, 28, 6, [4, 6]), (3, 41, 4, [4, 5, 6]), (4, 36, 3, [4, 5, 5, 6])],
)
def test_counts_after_the_set_up(players: int, deck: int, contracts: int, hands: list[int]) -> None:
    state = started(rules_for(players))
    assert sum(state.deck) == deck
    assert len(state.row) == 4
    assert [len(p.contracts) for p in state.players] == [contracts] * players
    assert [sum(p.hand) for p in state.players] == hands


@pytest.mark.clause("SPK-3.7", "SPK-1.2")
def test_two_players_play_with_seven_cards_of_each_colour() -> None:
    for players, each in ((2, 7), (3, 10), (4, 10)):
        rules = rules_for(players)
        state = started(rules)
        total = [state.deck[c] + state.row.count(c) + sum(p.hand[c] for p in state.players) for c in range(6)]
        assert total == [each] * 6
    assert len(set(rules.chart.patterns)) == 6, "colours can be told apart by their pattern"


@pytest.mark.clause("SPK-3.1", "SPK-1.7")
def test_the_first_round_has_no_time_card_in_the_deck() -> None:
    state = started(rules_for())
    assert (state.round, state.time_cards, state.deck[-1]) == (1, 0, 0)
    assert rules_for().chart.box.time_cards == 3


@pytest.mark.clause("SPK-3.2", "SPK-1.4")
def test_the_market_is_four_columns_of_three_random_chips() -> None:
    rules = rules_for()
    a, b = started(rules, "a"), started(rules, "b")
    assert [len(c) for c in a.market] == [3, 3, 3, 3]
    assert sorted(g for c in a.market for g in c) == list(range(12))
    assert a.market != b.market
    assert rules.chart.rows == [3, 2, 1], "row 3 is on top"


@pytest.mark.clause("SPK-3.3", "SPK-1.3", "SPK-3.13", "SPK-1.9", "SPK-1.10", "SPK-1.11")
def test_what_a_player_starts_with() -> None:
    rules = rules_for(4)
    for p in started(rules).players:
        assert (p.tracks_left, p.money, p.cargo, p.tracks) == (45, 0, [], [])
        assert [rules.chart.levels[part][level] for part, level in enumerate(p.levels)] == [1, 2, 1]
    assert [len(levels) for levels in rules.chart.levels] == [3, 3, 3]


@pytest.mark.clause("SPK-3.4", "SPK-1.5", "SPK-3.5", "SPK-7.12", "SPK-1.8")
def test_one_contract_of_each_commodity_with_a_random_side() -> None:
    rules = rules_for(3)
    sides, cards = Counter[int](), set()
    for n in range(60):
        state = started(rules, f"deal {n}")
        held = [side for p in state.players for side in p.contracts]
        assert sorted(rules.chart.card_goods[side // 2] for side in held) == list(range(12))
        sides.update(side % 2 for side in held)
        cards.update(side // 2 for side in held)
    assert 0.4 < sides[0] / sides.total() < 0.6
    assert len(cards) == 36, "every contract card can come into play"


@pytest.mark.clause("SPK-3.6")
def test_tokens_lie_on_the_contracts_at_first() -> None:
    assert all(p.cargo == [] for p in started(rules_for()).players)


@pytest.mark.clause("SPK-3.9", "SPK-3.16")
def test_the_first_player_gives_a_card_before_row_and_routes_are_seen() -> None:
    rules = rules_for(3)
    state = opened(rules, "gift")
    assert isinstance(state.agenda[-1], GiveCard) and rules.actor(state) == 0
    assert not state.row and not state.players[0].routes, "row and route cards come after the gift"
    held = [c for c in range(6) if state.players[0].hand[c]]
    missing = next(c for c in range(6) if not state.players[0].hand[c])
    assert code(rules, state, Give(rules.chart.colours[missing])) == "gift_not_in_hand"
    before = state.players[2].hand[held[0]]
    play(rules, state, Give(rules.chart.colours[held[0]]))
    assert state.players[2].hand[held[0]] == before + 1
    assert [sum(p.hand) for p in state.players] == [4, 5, 6]


@pytest.mark.clause("SPK-3.8", "SPK-3.15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_by_lot(players: int) -> None:
    rules = rules_for(players)
    games = 600
    begun = Counter(rules.start(Chance(seed_from(n))).first for n in range(games))
    assert sorted(begun) == list(range(players))
    assert all(abs(n - games / players) < 4 * (games * (players - 1)) ** 0.5 / players for n in begun.values()), begun


@pytest.mark.clause("SPK-3.8", "SPK-3.15")
@pytest.mark.parametrize("advanced", [False, True])
def test_the_lot_is_told_before_anything_else(advanced: bool) -> None:
    rules = rules_for(3, advanced=advanced)
    for first in range(3):
        events: list[Event] = []
        state = opened(rules, first=first, events=events)
        assert events[0] == FirstPlayerDrawn(first) and isinstance(events[1], ContractsDealt)
        for seat in (0, 1, 2, None):
            assert rules.retell(events[0], seat) == events[0]
            assert rules.observe(state, seat).first == first
        assert str(rules.tell(events[0])) == f"Seat {first + 1} goes first (chosen at random)."
        assert str(rules.chance_name("first player", first)) == f"Seat {first + 1}"
    with pytest.raises(Impossible):
        opened(rules, first=3)


@pytest.mark.clause("SPK-3.8")
def test_the_lot_changes_nothing_but_who_begins() -> None:
    """The streams of chance are apart: market, contracts and hands are the same whoever begins."""
    rules = rules_for(4)
    tables = [opened(rules, first=first) for first in range(4)]
    assert all(t.market == tables[0].market for t in tables)
    assert all([(p.contracts, p.hand) for p in t.players] == [(p.contracts, p.hand) for p in tables[0].players] for t in tables)


@pytest.mark.clause("SPK-3.9", "SPK-3.8", "SPK-3.12", "SPK-5.1")
@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_gift_start_cities_and_turns_go_round_from_the_first_player(players: int, first: int) -> None:
    rules = rules_for(players)
    state = opened(rules, first=first)
    clockwise = [(first + n) % players for n in range(players)]
    right = clockwise[-1]
    assert isinstance(state.agenda[-1], GiveCard) and rules.actor(state) == first
    gift = rules.legal(state)[0]
    colour = rules.chart.colour_id[gift.colour]
    before = [p.hand[colour] for p in state.players]
    play(rules, state, gift)
    moved = {first: -1, right: 1}
    assert [p.hand[colour] for p in state.players] == [n + moved.get(seat, 0) for seat, n in enumerate(before)]
    assert [sum(state.players[seat].hand) for seat in clockwise] == [4, *[5] * (players - 2), 6]
    for n, seat in enumerate(clockwise):
        assert isinstance(state.agenda[-1], PlaceTrain) and rules.actor(state) == seat
        assert [bool(state.players[s].cities) for s in clockwise] == [i < n for i in range(players)]
        play(rules, state, Place(HOMES[seat]))
    assert isinstance(state.agenda[-1], TakeAction) and rules.actor(state) == first


@pytest.mark.clause("SPK-3.11", "SPK-1.6")
def test_one_route_card_each() -> None:
    rules = rules_for(4)
    state = started(rules)
    assert len({p.route for p in state.players}) == 4
    assert all(p.routes == [p.route] for p in state.players)
    assert len(rules.chart.routes) == 36


@pytest.mark.clause("SPK-3.12", "SPK-3.14", "SPK-7.10")
def test_any_city_may_be_the_start_and_several_trains_share_it() -> None:
    rules = rules_for(2)
    state = opened(rules, "place")
    play(rules, state, rules.legal(state)[0])
    assert isinstance(state.agenda[-1], PlaceTrain) and rules.actor(state) == 0
    assert len(rules.legal(state)) == len(rules.chart.cities)
    market = [c[:] for c in state.market]
    play(rules, state, Place("topeka"))
    assert rules.actor(state) == 1
    assert code(rules, state, Place("atlantis")) == "unknown_id"
    play(rules, state, Place("topeka"))
    assert state.players[0].point == state.players[1].point
    assert state.market == market and [p.money for p in state.players] == [0, 0], "the starting city earns nothing"
    assert isinstance(state.agenda[-1], TakeAction) and rules.actor(state) == 0, "being placed is not entering: no delivery"


@pytest.mark.clause("SPK-3.15", "SPK-18.11")
def test_the_order_of_chance() -> None:
    """A scripted game asks who begins, then for market, cards, sides, deal, rail cards, routes."""
    rules = rules_for(2)
    script: dict[str, list[int]] = {}
    asked: list[str] = []
    while True:
        try:
            state = rules.start(Chance("", {}, script))
            if isinstance(state.agenda[-1], PlaceTrain):
                break
            rules.apply(state, rules.legal(state)[0])
            break
        except OutcomeNeeded as needed:
            if not asked or asked[-1] != needed.stream:
                asked.append(needed.stream)
            script.setdefault(needed.stream, []).append(next(i for i, n in enumerate(needed.counts) if n))
    assert asked == ["first player", "market", "contract cards", "contract sides", "contract deal", "deck", "routes"]
    assert rules.fingerprint(started(rules, "same")) == rules.fingerprint(started(rules, "same"))


@pytest.mark.clause("SPK-13.1", "SPK-3.16")
def test_advanced_sides_are_chosen_openly_card_by_card() -> None:
    rules = rules_for(3, advanced=True)
    state = opened(rules, "sides")
    assert all(not any(p.hand) and not p.contracts for p in state.players), "no hands yet"
    chosen: list[int] = []
    for seat in (0, 1, 2):
        for n in range(4):
            assert isinstance(state.agenda[-1], PickSide) and rules.actor(state) == seat
            card = rules.chart.cards[state.players[seat].dealt[n]]
            other = rules.chart.cards[state.players[(seat + 1) % 3].dealt[0]]
            assert code(rules, state, ChooseSide(other, "A")) == "side_not_open"
            assert code(rules, state, ChooseSide(card, "C")) == "unknown_id"
            assert [a.side for a in rules.legal(state)] == ["A", "B"]
            play(rules, state, ChooseSide(card, "AB"[n % 2]))
            assert state.players[seat].contracts[-1] == 2 * state.players[seat].dealt[n] + n % 2
            chosen.append(n)
    assert isinstance(state.agenda[-1], GiveCard), "hands come after the sides"
    assert rules.observe(state, 2).players[0].contracts == [rules.chart.sides[s] for s in state.players[0].contracts]


@pytest.mark.clause("SPK-13.1", "SPK-13.2", "SPK-3.8")
@pytest.mark.parametrize(("players", "first"), [(n, seat) for n in (2, 3, 4) for seat in range(n)])
def test_the_advanced_choices_begin_with_the_first_player(players: int, first: int) -> None:
    rules = rules_for(players, advanced=True)
    state = opened(rules, first=first)
    clockwise = [(first + n) % players for n in range(players)]
    due: list[tuple[type, int]] = []
    while not isinstance(state.agenda[-1], TakeAction):
        due.append((type(state.agenda[-1]), rules.actor(state)))
        play(rules, state, rules.legal(state)[0])
    sides = [(PickSide, seat) for seat in clockwise for _ in range(12 // players)]
    later = [(kind, seat) for kind in (PickRoute, PlaceTrain) for seat in clockwise]
    assert due == [*sides, (GiveCard, first), *later]


@pytest.mark.clause("SPK-13.2", "SPK-13.3")
def test_advanced_route_cards_are_chosen_secretly() -> None:
    rules = rules_for(2, advanced=True)
    state = opened(rules, "routes")
    while not isinstance(state.agenda[-1], PickRoute):
        play(rules, state, rules.legal(state)[0])
    first, second = (rules.chart.routes[r] for r in state.players[0].routes)
    foreign = rules.chart.routes[state.players[1].routes[0]]
    assert code(rules, state, KeepRoute(foreign)) == "route_not_dealt"
    events = play(rules, state, KeepRoute(second))
    assert rules.retell(events[0], 0) == RouteKept(0, second)
    assert rules.retell(events[0], 1) == RouteKept(0, None)
    assert rules.observe(state, 0).players[0].dealt_routes == [first, second]
    assert rules.observe(state, 1).players[0].route is None and rules.observe(state, 1).players[0].dealt_routes is None
    play(rules, state, rules.legal(state)[0])
    assert isinstance(state.agenda[-1], PlaceTrain), "before placing the train"
    play(rules, state, Place("boston"))
    play(rules, state, Place("boston"))
    assert isinstance(state.agenda[-1], TakeAction), "everything else is as in the base game"


@pytest.mark.clause("SPK-1.12", "SPK-1.13")
def test_there_is_no_hand_limit() -> None:
    rules = rules_for(2)
    state = started(rules)
    while state.agenda:  # everybody only ever draws; that ends the game, too (SPK-9.7)
        play(rules, state, next(a for a in rules.legal(state) if isinstance(a, Draw)))
    assert sum(sum(p.hand) for p in state.players) > 35
