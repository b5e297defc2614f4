"""Every clause of every game's rules has a test that cites it, and no test cites a clause that does not exist."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from boxcars.core import clauses, registry

TESTS = Path(__file__).parents[1]


@cache
def coverage() -> dict[str, dict[str, Any]]:
    return clauses.coverage(TESTS)


@pytest.mark.parametrize("game", registry.games())
def test_every_clause_is_tested(game: str) -> None:
    found = coverage()[game]
    assert found["clauses"], "the rules text has no clauses"
    assert not found["untested"], f"{len(found['untested'])} clauses without a test"


def test_no_test_cites_an_unknown_clause() -> None:
    known = {c for game in registry.games() for c in clauses.defined(game)}
    unknown = {c: where for c, where in clauses.cited(TESTS).items() if c not in known}
    assert not unknown
