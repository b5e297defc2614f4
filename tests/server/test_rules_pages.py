"""The rules as pages: the text for players, the clauses, and addresses of earlier times."""

from __future__ import annotations

import httpx
import pytest

from boxcars.server.page.schemas import table_view
from tests.server.running import Server
from tests.server.test_schemas import holds

FORMER = {"/card": "/profile", "/card/abc": "/profile/abc", "/events": "/tournaments", "/events/abc": "/tournaments/abc"}


def test_the_text_for_players_comes_in_the_readers_language_and_is_kept_by_browsers(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/rules/steam/guide", headers={"Accept-Language": "it"})
    guide = holds(answer, table_view.RulesGuide)
    assert guide.lang == "it"
    assert guide.title == "Steam: le regole"
    assert len(answer.content) < 400_000
    again = httpx.get(answer.url, headers={"Accept-Language": "it", "If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    ground = httpx.get(f"{server.url}/api/ground/{guide.ground}")
    assert ground.status_code == 200
    assert "Lago Ontario" in ground.text


@pytest.mark.parametrize("path", ["/rules/steam", "/rules/steam/exact"])
def test_both_ways_to_tell_the_rules_have_an_address(server: Server, path: str) -> None:
    assert "rules_page.js" in httpx.get(server.url + path).text


def test_a_game_that_nobody_knows_has_no_rules(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/rules/nothing/guide").status_code == 422


@pytest.mark.parametrize("path", FORMER)
def test_a_former_address_leads_to_the_page(server: Server, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert (answer.status_code, answer.headers["location"]) == (308, FORMER[path])
