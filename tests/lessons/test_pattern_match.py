"""The matching language, word by word."""

from __future__ import annotations

from typing import Any

import pytest

from boxcars.lessons.pattern_match import fits, found

FITS: list[tuple[Any, Any]] = [
    ("red", "red"),
    (3, 3),
    ([1, 2], [1, 2]),
    ({"in": ["a", "b"]}, "b"),
    ({"not": "a"}, "b"),
    ({"min": 2}, 2),
    ({"max": 5}, -1),
    ({"min": 2, "max": 5}, 4),
    ({"len": 2}, [7, 8]),
    ({"len": {"min": 2}}, [1, 2, 3]),
    ({"has": "x"}, ["y", "x"]),
    ({"set": ["a", "b"]}, ["b", "a"]),
    ({"at": 0, "min": 1}, [1, 0]),
    ({"at": -1, "is": 0}, [1, 0]),
    ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}),
]
FITS_NOT: list[tuple[Any, Any]] = [
    ("red", "blue"),
    (1, True),
    ([1, 2], [2, 1]),
    ({"in": ["a"]}, "b"),
    ({"not": {"min": 3}}, 4),
    ({"min": 2}, "3"),
    ({"max": 5}, 6),
    ({"len": 2}, [7]),
    ({"has": "x"}, "x"),
    ({"set": ["a", "b"]}, ["a", "b", "b"]),
    ({"at": 2, "min": 0}, [1, 0]),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, 1),
]


@pytest.mark.parametrize(("pattern", "value"), FITS)
def test_it_fits(pattern: Any, value: Any) -> None:
    assert fits(pattern, value)


@pytest.mark.parametrize(("pattern", "value"), FITS_NOT)
def test_it_does_not_fit(pattern: Any, value: Any) -> None:
    assert not fits(pattern, value)


def test_a_place_in_json() -> None:
    assert found({"income": [3, 4]}, "income.1") == 4
