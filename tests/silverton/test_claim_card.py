"""The card of a claim tells what its owner, or whoever may buy it, can really deliver to."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from boxcars.core.messages import Text
from boxcars.games.silverton.actions import Operate
from boxcars.games.silverton.steps import OperateClaims
from boxcars.games.silverton.ui import claim_card
from boxcars.locale import say
from boxcars.view.svg_export import board_of, plain
from boxcars.view.svg_helpers import text_width
from tests.silverton.kit import Play

COAL = "C022"
"""In Walsenburg. Denver pays $60 for coal, Pueblo $40."""
TO_PUEBLO = ("S076",)
TO_DENVER = ("S069", "S072", "S076")


def texts(game: Play, key: str = COAL, lang: str = "en") -> list[ElementTree.Element]:
    def said(text: Text) -> str:
        return say(text, lang)

    seen = game.rules.observe(game.state, 0)
    held = next((one for one in seen.claims if one.id == key and one.owner >= 0), None)
    drawn = ElementTree.fromstring(f"<g>{claim_card.card(game.rules, said, seen, key, held)}</g>")
    return list(drawn.iter("text"))


def load_now(game: Play) -> str:
    """What stands under the words."""
    found = [el.text or "" for el in texts(game)]
    return found[found.index("per unit") + 1]


def test_a_load_without_a_way_is_worth_nothing_yet() -> None:
    game = Play(2)
    assert load_now(game) == "not connected"
    assert load_now(game.claim(0, COAL, goods=3)) == "not connected"
    assert load_now(game.track(0, "S069")) == "not connected", "track that does not lead there"


def test_a_load_is_worth_what_the_best_city_in_reach_pays() -> None:
    game = Play(2).track(0, *TO_DENVER)
    assert load_now(game) == "$60", "open: the reader's own track"
    assert load_now(game.claim(0, COAL, goods=3)) == "$60"
    atlas = game.rules.atlas
    denver = game.rules.marker_for[atlas.claim_good[atlas.claim_no[COAL]]][atlas.town_no["denver"]]
    game.state.players[0].sold[denver] = atlas.markers[denver].limit
    assert load_now(game) == "$40", "Denver has bought all it may: Pueblo"


def test_snow_shuts_the_way() -> None:
    game = Play(2).track(0, "S035", "S036", "S038").claim(0, "C067", goods=4)
    game.state.turn = 4
    found = [el.text for el in texts(game, "C067")]
    assert found[found.index("per unit") + 1] == "closed"
    assert "closed in winter" in found


def test_claims_to_work_lie_in_the_dock_until_they_are_worked() -> None:
    game = Play(2).track(0, *TO_DENVER).claim(0, COAL).claim(0, "C023").until(OperateClaims, 0)
    board = board_of(game.rules, plain)

    def offered() -> list[str]:
        return [item.target for tray in board.item_trays(game.rules.observe(game.state, 0)) for item in tray.items]

    assert offered() == ["card:C022", "card:C023"]
    game.do(Operate(COAL))
    assert offered() == ["card:C023"]
    assert not board.item_trays(game.rules.observe(game.state, 1)), "nobody else's business"


@pytest.mark.parametrize("lang", ["en", "es", "it"])
def test_nothing_on_the_card_lies_over_anything_else(lang: str) -> None:
    """Every claim, with and without an owner, with no way, a way, and a limit."""
    one = Play(2)
    for track, goods in (((), 0), ((), 12), (TO_DENVER, 0), (TO_DENVER, 12)):
        game = Play(2).track(0, *track)
        for key in one.rules.atlas.claims if not track else (COAL,):
            for owned in (False, True):
                rows: dict[str, list[tuple[float, float]]] = {}
                for el in texts(game.claim(0, key, goods=goods) if owned else game, key, lang):
                    wide = text_width(el.text or "", float(el.get("font-size", 0)))
                    x, anchor = float(el.get("x", 0)), el.get("text-anchor", "start")
                    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
                    rows.setdefault(el.get("y", ""), []).append((left, left + wide))
                for row in rows.values():
                    row.sort()
                    assert row[0][0] >= 0 and row[-1][1] <= claim_card.WIDE
                    assert all(a[1] <= b[0] + 1 for a, b in pairwise(row)), (key, lang, row)
