"""Lengths that are repaired after a few segments came and went are those that a search from scratch finds."""

from __future__ import annotations

import random

from boxcars.core import registry
from boxcars.games.silverton.network import repaired, shortest
from boxcars.games.silverton.restrictions import _join

Links = dict[int, list[tuple[int, int]]]


def links_of(atlas: object, segments: set[int]) -> Links:
    links: Links = {}
    for segment in segments:
        _join(links, atlas.ends[segment], segment)  # type: ignore[attr-defined]
    return links


def edges(atlas: object, segments: set[int]) -> list[tuple[int, int, int]]:
    return [
        (a, b, atlas.distance[s])  # type: ignore[attr-defined]
        for s in segments
        for n, a in enumerate(atlas.ends[s])  # type: ignore[attr-defined]
        for b in atlas.ends[s][n + 1 :]  # type: ignore[attr-defined]
    ]


def test_repaired_lengths_are_the_shortest() -> None:
    atlas = registry.make("silverton", "colorado", 4).atlas
    everything = set(range(len(atlas.segments)))
    rng = random.Random(3)
    changed = 0
    for _ in range(60):
        segments = set(rng.sample(sorted(everything), rng.randrange(30, len(everything))))
        town = rng.randrange(len(atlas.towns))
        lengths = shortest(links_of(atlas, segments), atlas.distance, town)
        for _ in range(8):
            gone = set(rng.sample(sorted(segments), min(len(segments), rng.randrange(4))))
            vacant = sorted(everything - segments)
            came = set(rng.sample(vacant, min(len(vacant), rng.randrange(3))))
            segments = (segments - gone) | came
            links = links_of(atlas, segments)
            before = lengths
            lengths = repaired(before, links, atlas.distance, edges(atlas, gone), edges(atlas, came))
            assert lengths == shortest(links, atlas.distance, town)
            changed += lengths != before
    assert changed > 100
