"""Whole games: conformance for every player count and option, calibration, hand-made trouble."""

from __future__ import annotations

import pytest

from boxcars.core import conformance
from boxcars.core.chance import seed_from
from boxcars.core.game import Broken

from ..scale import games as scaled
from .kit import rules_for, started

TABLES = [(n, o) for n in (2, 3, 4) for o in ({}, {"advanced": True}, {"wild_single_colour": False})]


@pytest.mark.parametrize(("players", "options"), [t for t in TABLES if t[1]])
def test_the_contract_holds_with_options(players: int, options: dict[str, bool]) -> None:
    assert conformance.check(rules_for(players, **options), games=1, depth=19).games == 1


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_contract_holds_at_length(players: int, options: dict[str, bool]) -> None:
    report = conformance.check(rules_for(players, **options), games=scaled(6, 2), seed="spike at length")
    assert report.games >= 2 and report.widest < 400


@pytest.mark.in_turn(3)
@pytest.mark.slow
@pytest.mark.parametrize(("players", "advanced"), [(n, a) for n in (2, 3, 4) for a in (False, True)])
def test_a_thousand_random_games_without_a_violation(players: int, advanced: bool) -> None:
    """167 games for each of six tables, audited after every action."""
    checker = conformance.Checker(rules_for(players, advanced=advanced))
    for n in range(scaled(167)):
        checker.play_game(seed_from(f"random {n}"), thorough=False)
    assert checker.report.games == scaled(167)
    assert checker.report.longest < 3000


@pytest.mark.clause("SPK-18.1", "SPK-18.3", "SPK-18.5", "SPK-18.6", "SPK-18.7", "SPK-18.8", "SPK-18.9", "SPK-18.10")
def test_the_audit_finds_every_kind_of_trouble() -> None:
    rules = rules_for(2)
    good = started(rules)
    rules.audit(good)

    def broken(change: str, what: str) -> None:
        state = good.clone()
        exec(change, {"s": state, "p": state.players[0]})
        with pytest.raises(Broken, match=what):
            rules.audit(state)

    broken("s.first = 2", "3.8")
    broken("p.hand[0] += 1", "18.1")
    broken("s.row.append(s.row[0]); s.deck[s.row[0]] -= 1", "18.2")
    broken("p.tracks_left -= 1", "18.3")
    broken("p.points.append(3)", "18.3")
    broken("s.owner[3] = 0", "18.4")
    broken("p.cargo.append(next(g for g in range(12) if g not in [c // 6 for c in p.contracts]))", "18.5")
    broken("p.markers.append(3)", "18.6")
    broken("p.contracts.pop()", "18.6")
    broken("p.levels[0] = 1", "18.7")
    broken("s.market[0][0] = s.market[1][0]", "18.8")
    broken("p.point = 0", "18.9")
    broken("s.deck[-1] = 1", "18.10")
