"""Rules that were broken on purpose and missed by nobody else (docs/mutation.md)."""

from __future__ import annotations

import pytest

from boxcars.games.silverton.steps import DeliverGoods
from boxcars.games.silverton.table import OPEN
from boxcars.games.silverton.words import Transfer
from tests.silverton.kit import Play


def test_open_claims_are_seen_as_nobodys_and_every_pile_by_its_top() -> None:
    game = Play(2).claim(1, "C022")
    atlas, state = game.rules.atlas, game.state
    seen = game.rules.observe(state, 0)
    owners = {claim.id: claim.owner for claim in seen.claims}
    assert owners["C022"] == 1
    assert {owners[atlas.claims[c]] for c, at in enumerate(state.claim_at) if at == OPEN} == {-1}
    state.tops[0] = 0
    assert game.rules.observe(state, 0).places[0] == atlas.cards[0]
    state.tops[0] = -1
    assert game.rules.observe(state, 0).places[0] == ""


@pytest.mark.clause("SIL-20.9")
def test_goods_move_to_the_first_claim_of_the_box_too() -> None:
    game = Play(2, goods_transfer=True).track(0, "S069").claim(0, "C019", goods=30)
    atlas = game.rules.atlas
    first = atlas.claims[0]
    other = next(claim for c, claim in enumerate(atlas.claims) if c and atlas.claim_good[c] == atlas.claim_good[0])
    game.claim(0, first).claim(0, other, goods=3).until(DeliverGoods, 0)
    assert game.refused(Transfer(other, first, 1)) == "no_route", "it is one's own, and of the same commodity"
    assert game.refused(Transfer(other, other, 1)) == "not_owner"
