"""Corrections of a board: the line at the map that is chosen, and the file that the editor saves for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from boxcars.core import correction, map_loader, registry
from tests.browser.conftest import Open

pytestmark = [pytest.mark.slow, pytest.mark.browser]

LINE = "We reconstructed this board. Corrections are welcome"


def test_the_line_stands_where_a_map_is_chosen(open_page: Open) -> None:
    """At every board that is not the printed one, with what is certain of it; at no other."""
    page = open_page("/new")
    seen: dict[str, bool] = {}
    for name, game in registry.games().items():
        page.goto(f"/new?game={name}")
        for map in game.maps:
            if page.locator(f"#map-{map.key}").count():
                page.locator(f"label:has(#map-{map.key})").click()
                expect(page.locator(f"#map-{map.key}")).to_be_checked()
            link = page.get_by_role("link", name=LINE)
            seen[f"{name} {map.key}"] = map.reconstructed is not None
            if map.reconstructed is None:
                expect(link).to_have_count(0)
                continue
            expect(link).to_be_visible()
            expect(link).to_have_attribute("href", f"/workshop/{name}#map={map.key}")
            assert str(map.reconstructed.message)[:40] in page.locator("small", has=link).inner_text()
    told = {key for key, shown in seen.items() if shown}
    assert told >= {"age_of_steam western_us", "steam north_america", "steam ruhr", "silverton colorado", "spike eastern_usa"}
    assert "age_of_steam rust_belt" not in told and "ticket_to_ride usa" not in told


def test_a_number_is_corrected_and_saved_as_a_correction_file(open_page: Open, tmp_path: Path) -> None:
    page = open_page("/new?game=steam")
    page.locator("label:has(#map-ruhr)").click()
    page.screenshot(path=tmp_path / "chosen.png")
    with page.expect_popup() as opened:
        page.get_by_role("link", name=LINE).click()
    editor = opened.value
    town = editor.locator('[data-target="hex:c1r1"]').first
    expect(town).to_be_visible()
    town.click()
    expect(editor.locator(".ws-rail h2 span").first).to_have_text("Nijmegen")
    with editor.expect_response("**/api/workshop/**"):
        editor.fill(".insp input[type=text]", "Noviomagus")
        editor.keyboard.press("Tab")
    expect(editor.locator(".ws-sheet text", has_text="Noviomagus").first).to_be_visible()
    print(editor.locator(".insp").inner_html()[:3000])
    with editor.expect_download() as saved:
        editor.get_by_role("button", name="Save corrections").click()
    file = tmp_path / "correction.toml"
    saved.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert correction.is_correction(text) and saved.value.suggested_filename.endswith(".toml")
    read = correction.read(text)
    assert (read.game, read.corrects) == ("steam", "ruhr")
    assert [(change.was, change.now) for change in read.change] == [("Nijmegen", "Noviomagus")]
    board = map_loader.parse(correction.corrected(read))
    assert "Noviomagus" in {city["name"] for city in board["cities"]}
    editor.screenshot(path=tmp_path / "editor.png")
