"""The lobby's pictures: every map in small, in both themes."""

from __future__ import annotations

import gzip
from xml.etree import ElementTree

import pytest

from boxcars.core import registry
from boxcars.core.game import Refused
from boxcars.server.page.position_payload import small_picture


@pytest.mark.parametrize("game", list(registry.games()))
def test_every_map_has_a_small_picture(game: str) -> None:
    for map in registry.game(game).maps:
        packed = small_picture(game, map.key, "light")
        drawn = gzip.decompress(packed).decode()
        ElementTree.fromstring(drawn)
        assert len(packed) < 80_000
        assert "<text" not in drawn and "data-target" not in drawn


def test_the_poster_and_what_is_not_there() -> None:
    ElementTree.fromstring(gzip.decompress(small_picture("", "", "dark")))
    with pytest.raises(Refused):
        small_picture("spike", "atlantis", "light")
