"""The workshop of each game: what is drawn is a map file, and 100 edits undone leave not a byte changed."""

from __future__ import annotations

import copy
import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from boxcars.core import map_loader, registry
from boxcars.core.chance import Chance
from boxcars.core.random_playout import playout
from boxcars.view.map_editor import Doc, MapEditor, Op, apply
from boxcars.view.svg_export import plain

GAMES = [key for key, game in registry.games().items() if game.workshop]


def shop_of(game: str) -> MapEditor:
    made: MapEditor = registry.load(registry.game(game).workshop)(plain)
    return made


def things(shop: MapEditor, doc: Doc) -> list[str]:
    """What can be pointed at on the sheet."""
    return sorted(set(re.findall(r'data-target="([^"]+)"', shop.draw(doc, "", {}).svg)))


def random_edit(shop: MapEditor, doc: Doc, targets: list[str], rng: random.Random) -> list[Op]:
    """A tool pointed at one of the targets, or a field of something set."""
    if rng.random() < 0.3:
        held = shop.held(doc, rng.choice([*targets, "sheet"]))
        for field in rng.sample(held.fields, len(held.fields)) if held else []:
            if field.part or field.kind not in ("text", "number"):
                continue
            new = f"Name {rng.randrange(99)}" if field.kind == "text" else rng.randint(field.low, field.high)
            at = doc
            for step in field.path:
                at = at[step]  # type: ignore[index]
            return [Op("set", field.path, at, new)] if at != new else []
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
    targets: list[str] = []
    was, drawn = copy.deepcopy(doc), -1
    while len(done) < 100:
        if len(done) // 12 != drawn:  # (to draw the sheet takes longest; some may be gone by now)
            targets, drawn = things(shop, doc), len(done) // 12
        ops = random_edit(shop, doc, targets, rng)
        assert doc == was, "to ask what an edit does changes nothing"
        if ops:
            apply(doc, copy.deepcopy(ops))
            assert doc != was
            done.append(ops)
            was = copy.deepcopy(doc)
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


@pytest.mark.parametrize("game", GAMES)
def test_names_are_text_on_the_sheet_and_never_markup(game: str) -> None:
    text = registry.export(registry.game(game), registry.game(game).maps[0].key)
    shop = shop_of(game)
    doc = shop.open(re.sub(r'\b(name|text|label) = "[^"]*"', lambda m: f"{m[1]} = 'A \"x\" onload=1 &amp; >'", text))
    for layer in ["", *(key for key, _ in shop.layers())]:
        drawn = shop.draw(doc, layer, {}).svg
        ElementTree.fromstring(f"<svg>{drawn}</svg>")
        assert "&amp;amp;" in drawn and not re.search(r"<[^>]*\sonload=", drawn)


def test_every_layer_shows_something() -> None:
    for game in GAMES:
        shop = shop_of(game)
        doc = shop.open(registry.export(registry.game(game), registry.game(game).maps[0].key))
        targets = re.findall(r'data-target="([^"]+)"', shop.draw(doc, "", {}).svg)
        used = dict.fromkeys([*targets, *(target.replace("claim:", "card:") for target in targets)], 1.5)
        plain_map = shop.draw(doc, "", {}).svg
        for layer, _ in shop.layers():
            assert shop.draw(doc, layer, used).svg != plain_map, (game, layer)


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
    made = registry.map_of(registry.game(game), map_loader.keep(text))
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


def done(shop: MapEditor, doc: Doc, tool: str, *targets: str) -> None:
    """Use a tool, which must do something."""
    ops = shop.edit(doc, tool, list(targets))
    assert ops, (tool, targets)
    apply(doc, ops)


def first_moves(game: str, text: str, players: int) -> None:
    """The map is good, and a game on it begins."""
    found = registry.game(game)
    assert found.check_map is not None and found.check_map(text) == []
    rules = registry.make(game, map_loader.keep(text), players)
    assert playout(rules, rules.start(Chance("workshop")), random.Random(1), most=60) == 60


def test_land_drawn_over_a_lattice_becomes_a_map_of_spike() -> None:
    shop = shop_of("spike")
    doc = shop.fresh()
    done(shop, doc, "land", *(f"spot:r{r:02}c{c:02}" for r in range(1, 6) for c in range(1, 8)))
    board = doc["board"]
    used = [segment["colour"] for segment in board["segments"]]
    assert len(board["points"]) == 35 and max(map(used.count, set(used))) - min(map(used.count, set(used))) <= 4
    for n in range(12):
        done(shop, doc, "city", f"point:r{1 + n % 5:02}c{1 + n // 2:02}")
    assert len({city["commodity"] for city in board["cities"]}) == 12, "each offers something else"
    done(shop, doc, "deal")
    assert not shop.edit(doc, "deal", []), "the same cards again are no edit"
    first_moves("spike", shop.save(doc), 3)
    done(shop, doc, "off", "point:" + board["cities"][0]["point"])
    text = shop.save(doc)
    assert len(board["cities"]) == 11 and '"city_1"' not in text, "a city that goes leaves the cards"


def test_towns_lines_and_cards_become_a_map_of_silverton() -> None:
    shop = shop_of("silverton")
    doc = shop.fresh()
    markets = [town["id"] for town in doc["board"]["towns"]]
    for n in range(4):
        done(shop, doc, "town", f"at:{400 + 150 * n},{700 + 60 * n}")
    towns = [town["id"] for town in doc["board"]["towns"]]
    for a, b in pairwise([*towns[5:], *markets]):
        done(shop, doc, "line", f"town:{a}", f"town:{b}")
    for n in range(10):
        done(shop, doc, "claim", f"town:{towns[n % 9]}")
    for n in range(3):
        done(shop, doc, "fare", f"town:{towns[n]}", f"town:{towns[n + 5]}")
    assert {fare["class"] for fare in doc["passengers"]["passengers"]} == set("ABC")
    first_moves("silverton", shop.save(doc), 3)
    assert not shop.edit(doc, "away", [f"town:{markets[0]}"]), "the price table needs the market cities"
    done(shop, doc, "away", f"town:{towns[5]}")
    assert towns[5] not in shop.save(doc)


def test_a_file_with_one_part_of_silverton_is_completed() -> None:
    shop = shop_of("silverton")
    whole = registry.export(registry.game("silverton"), "colorado")
    claims = map_loader.encode("silverton", {"claims": map_loader.parse(whole)["claims"]["claims"][:20]})
    doc = shop.open(claims)
    assert len(doc["claims"]["claims"]) == 20 and len(doc["board"]["towns"]) == 92
    bundle = 'name = "Mine"\nlicence = "CC0"\n' + map_loader.encode("silverton", {"claims": {"claims": doc["claims"]["claims"]}})
    assert shop.open(bundle)["licence"] == "CC0" and 'licence = "CC0"' in shop.save(shop.open(bundle))
