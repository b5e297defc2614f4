"""Slow cases take turns (tests/scale.py): each has its turn sooner or later, and no test is left without a case. Workers share
the tests out (tests/order.py): each one is run, and once."""

from __future__ import annotations

import pytest

from tests import order, scale


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


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
@pytest.mark.parametrize(
    ("long", "waiting", "computing"), [([3, 1, 1, 2], 140, 183), ([], 5, 3), ([2, 1], 0, 1), ([1], 0, 0), ([], 0, 0)]
)
def test_every_test_is_dealt_to_one_worker(workers: int, long: list[int], waiting: int, computing: int) -> None:
    files = [[f"long {file} {n}" for n in range(count)] for file, count in enumerate(long)]
    waits, computes = [f"waits {n}" for n in range(waiting)], [f"computes {n}" for n in range(computing)]
    dealt = order.dealt(files, waits, computes, workers)
    assert sorted(dealt) == sorted([*(one for file in files for one in file), *waits, *computes])


def test_workers_begin_with_what_takes_long_and_the_last_ones_wait() -> None:
    dealt = order.dealt([["a", "a"], ["b"], ["c"], ["d"], ["e", "e"]], ["waits"] * 6, ["computes"] * 11, 4)
    sizes = order.stretches(len(dealt), 4)
    parts = [dealt[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(4)]
    assert [part[:4] for part in parts[:1]] == [["a", "a", "e", "e"]] and [part[0] for part in parts[1:]] == ["b", "c", "d"]
    assert [part.count("waits") for part in parts] == [0, 0, 1, 5]
