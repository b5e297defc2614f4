"""Slow cases take turns (tests/scale.py): each has its turn sooner or later, and no test is left without a case."""

from __future__ import annotations

import pytest

from tests import scale


@pytest.mark.parametrize(("cases", "one_in"), [(12, 4), (5, 3), (2, 5), (1, 2)])
def test_every_case_has_its_turn(monkeypatch: pytest.MonkeyPatch, cases: int, one_in: int) -> None:
    everything, met = list(range(cases)), set()
    for turn in range(200):
        monkeypatch.setattr(scale, "TURN", f"{turn}")
        taken = scale.in_turn(everything, one_in, "some test")
        assert 0 < len(taken) <= -(-cases // one_in)
        assert taken == scale.in_turn(everything, one_in, "some test"), "the same again"
        met |= set(taken)
    assert met == set(everything)


def test_different_tests_have_different_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "TURN", "c0ffee")
    assert len({tuple(scale.in_turn(range(6), 6, f"test {n}")) for n in range(40)}) > 3


def test_all_of_them_if_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "TURN", scale.EVERY)
    assert scale.in_turn([1, 2, 3], 3, "some test") == [1, 2, 3]
