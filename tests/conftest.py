"""Shared by all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("boxcars", deadline=None, print_blob=True)
settings.load_profile("boxcars")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, by the time they are allowed: so no worker waits for another at the end."""

    def allowed(item: pytest.Item) -> float:
        marker = item.get_closest_marker("timeout")
        return float(marker.args[0]) if marker else 0.0

    items.sort(key=allowed, reverse=True)
