"""Building: at most six pictures of tiles, no two that do the same, and a tile that completes a link first."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("playwright.sync_api")

from tests.browser.conftest import Open
from tests.browser.test_stands import building, look_at
from tests.scale import games

pytestmark = [pytest.mark.slow, pytest.mark.browser]

# Choose each hex of a list and note its pictures by what they do; go back.
OFFERED = """async ([targets, effects]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const out = [];
  for (const target of targets) {
    document.querySelector(`.board-svg .hx[data-target="${target}"]`).dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await frame();
    const signs = [...document.querySelectorAll('.prompt .sign')];
    out.push({target, effects: signs.map((el) => effects[el.dataset.pick]), wide: signs.map((el) => el.classList.contains('wide')),
              board: document.querySelectorAll('.rack:not([hidden]) .sign').length});
    for (let i = 0; i < 4 && !document.querySelector('#back').disabled; i++) { document.querySelector('#back').click(); await frame(); }
  }
  return out;
}"""


@pytest.mark.parametrize("game", ["age_of_steam", "steam"])
def test_few_tiles_that_all_differ_and_links_first(open_page: Open, server: str, game: str) -> None:
    seat = building(server, game)
    page = look_at(open_page, server, seat, "laptop")
    page.evaluate("localStorage.setItem('boxcars:confirm', 'always')")
    page.reload()
    page.wait_for_function("() => document.body.dataset.at !== undefined")
    page.evaluate("document.querySelector('#onward')?.click()")
    legal = [action for action in seat.view()["legal"] if action.get("effect")]
    effects = {"/".join(action["path"]): action["effect"] for action in legal}
    several = sorted({one["path"][0] for one in legal if sum(other["path"][0] == one["path"][0] for other in legal) > 1})
    random.Random(game).shuffle(several)
    for found in page.evaluate(OFFERED, [several[: games(100, 20)], effects]):
        assert found["board"] == 0 and 0 < len(found["effects"]) <= 6, found
        assert len(set(found["effects"])) == len(found["effects"]), found
        completes = {a["effect"] for a in legal if a["path"][0] == found["target"] and a.get("completes")}
        if completes:
            assert found["wide"][0] and found["effects"][0] in completes, found
        else:
            assert not any(found["wide"])
