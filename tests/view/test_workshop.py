"""The workshop of each game: what is drawn is a map file, and 100 edits undone leave not a byte changed."""

from __future__ import annotations

import copy
import random
import re
from itertools import pairwise

import pytest

from boxcars.core import map_text, registry
from boxcars.view.svg import plain
from boxcars.view.workshop import Doc, Op, Workshop, apply

GAMES = [key for key, game in registry.games().items() if game.workshop]


def shop_of(game: str) -> Workshop:
    made: Workshop = registry.load(registry.game(game).workshop)(plain)
    return made


def random_edit(shop: Workshop, doc: Doc, rng: random.Random) -> list[Op]:
    """A tool pointed at what is there, or a field of something set."""
    drawn = shop.draw(doc, "", {})
    targets = sorted(set(re.findall(r'data-target="([^"]+)"', drawn.svg)))
    if rng.random() < 0.3:
        held = shop.held(doc, rng.choice([*targets, "sheet"]))
        for field in rng.sample(held.fields, len(held.fields)) if held else []:
            if field.part or field.kind not in ("text", "number"):
                continue
            new = f"Name {rng.randrange(99)}" if field.kind == "text" else rng.randint(field.low, field.high)
            at = doc
            for step in field.path:
                at = at[step]  # type: ignore[index]
            return [Op("set", field.path, at, new)]
    tool = rng.choice([tool for group in shop.groups() for tool in group.tools])
    picked = []
    for aim in tool.aim:
        fit = [t for t in targets if t.partition(":")[0] in aim.split(",")]
        spot = f"at:{rng.randrange(60, 1700)},{rng.randrange(60, 1100)}"
        picked.append(spot if aim == "at" or not fit else rng.choice(fit))
    if tool.drag:
        picked = rng.sample(targets, min(len(targets), rng.randint(1, 4)))
    return shop.edit(doc, tool.key, picked)


@pytest.mark.parametrize("game", GAMES)
def test_100_edits_and_100_undos_restore_the_bytes(game: str) -> None:
    shop, rng = shop_of(game), random.Random(7)
    doc = shop.open(registry.export(registry.game(game), registry.game(game).maps[0].key))
    before, text = copy.deepcopy(doc), shop.save(doc)
    done: list[list[Op]] = []
    while len(done) < 100:
        was = copy.deepcopy(doc)
        ops = random_edit(shop, doc, rng)
        assert doc == was, "to ask what an edit does changes nothing"
        if ops:
            apply(doc, copy.deepcopy(ops))
            assert doc != was
            done.append(ops)
    assert shop.save(doc) != text
    for ops in reversed(done):
        apply(doc, [op.inverse() for op in reversed(ops)])
    assert doc == before and shop.save(doc) == text


@pytest.mark.parametrize(("game", "map"), [(g, m.key) for g in GAMES for m in registry.game(g).maps])
def test_every_board_opens_is_drawn_and_saves_as_it_was(game: str, map: str) -> None:
    shop, text = shop_of(game), registry.export(registry.game(game), map)
    doc = shop.open(text)
    assert shop.save(doc) == text
    for layer in ["", *(key for key, _ in shop.layers())]:
        drawn = shop.draw(doc, layer, {})
        assert drawn.width > 400 and drawn.svg.startswith("<") and min(drawn.step) > 10
    assert shop.facts(doc)


HEXES = [f"hex:c{c}r{r}" for c in range(7) for r in range(5)]


@pytest.mark.parametrize("game", ["age_of_steam", "steam"])
def test_a_hex_map_drawn_from_nothing_is_good(game: str) -> None:
    shop = shop_of(game)
    doc = shop.drafted(shop.blank())
    assert registry.game(game).check_map is not None
    for tool, targets in (
        ("plain", HEXES),
        ("mountain", HEXES[7:10]),
        ("city", ["hex:c0r0"]),
        ("city", ["hex:c6r4"]),
        ("town", ["hex:c3r2"]),
    ):
        ops = shop.edit(doc, tool, targets)
        assert ops
        apply(doc, ops)
    text = shop.save(doc)
    assert registry.game(game).check_map(text) == [], text  # type: ignore[misc]
    made = registry.map_of(registry.game(game), map_text.keep(text))
    assert made is not None and 3 in made.players
    apply(doc, shop.edit(doc, "water", ["hex:c0r0"]))
    assert len(doc["cities"]) == 1, "water takes the city with it"
    apply(doc, shop.edit(doc, "bar", ["side:c3r2:1"]))
    across = shop.across(doc, 3, 2, 1)  # type: ignore[attr-defined]
    apply(doc, shop.edit(doc, "bar", [f"side:{across[0]}:{across[1]}"]))
    assert doc["board"]["blocked"] == [], "the same side from the other hex"


def test_a_route_map_drawn_from_nothing_is_good() -> None:
    shop = shop_of("ticket_to_ride")
    doc = shop.drafted(shop.blank())
    for n in range(7):
        apply(doc, shop.edit(doc, "city", [f"at:{300 + 200 * (n % 4)},{300 + 250 * (n // 4)}"]))
    ids = [city["id"] for city in doc["cities"]]
    for a, b in [*pairwise(ids), (ids[0], ids[4]), (ids[1], ids[5])]:
        apply(doc, shop.edit(doc, "route", [f"city:{a}", f"city:{b}"]))
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            apply(doc, shop.edit(doc, "ticket", [f"city:{a}", f"city:{b}"]))
    check = registry.game("ticket_to_ride").check_map
    assert check is not None and check(shop.save(doc)) == []
    assert not shop.edit(doc, "route", [f"city:{ids[0]}", f"city:{ids[1]}"]), "no pair twice"
    apply(doc, shop.edit(doc, "away", [f"city:{ids[0]}"]))
    assert all(ids[0] not in entry["cities"] for part in ("routes", "tickets") for entry in doc[part])
