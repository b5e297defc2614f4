"""The edition without a server in a real browser: built, served by a server of plain files, and then that server is stopped."""

from __future__ import annotations

import base64
import gzip
import random
import time
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page

from boxcars.core import record, registry
from tests.browser.driver import READY, finished, play_by_clicks, set_up, short
from tests.scale import in_turn
from tests.server.inside import Inside
from tests.tab.conftest import OpenTab
from tests.tab.driver import TabPage

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(540)]

GOLDEN = {game: sorted((Path(__file__).parents[1] / game / "golden").glob("*-[23]-heuristic.jsonl")) for game in registry.games()}
LAST = 10
"""Decisions that are left of a game that a test brings in."""
ADVISED = ("age_of_steam", "steam")
"""Games in which careless players are bankrupt in the first turn."""


def saved_game(game: str, folder: Path, left: int = LAST) -> Path:
    """A file with a game between bots, shortly before its end; from here on somebody plays in the seat that is to act."""
    kept = record.read(in_turn(GOLDEN[game], 99, game)[0].read_bytes())
    own = kept.entries[-left].seat
    kept.entries, kept.result = kept.entries[:-left], None
    kept.header.bots = ["" if seat == own else "novice" for seat in range(kept.header.players)]
    kept.header.names = [f"Player {seat + 1}" for seat in range(kept.header.players)]
    kept.save(folder / f"{game}.jsonl")
    return folder / f"{game}.jsonl"


def bring(tab: TabPage, file: Path) -> None:
    """Open a saved game by the button of the home page."""
    tab.goto("/")
    tab.locator("#record").set_input_files(file)
    tab.wait_for_function(READY)


def play_on(tab: TabPage, game: str, decisions: int = 10_000) -> None:
    play_by_clicks(cast(Page, tab), 11, 400, decisions, advised=game in ADVISED)


def ply(tab: TabPage) -> int:
    return int(tab.evaluate("document.body.dataset.at.split(':')[0]"))


def test_every_game_to_its_end_with_the_network_gone(open_tab: OpenTab, tmp_path: Path) -> None:
    """The last decisions of a game of each kind, by clicks against bots; one is reloaded on the way, and one tab is killed."""
    tab = open_tab(offline=True)
    for number, game in enumerate(registry.games()):
        bring(tab, saved_game(game, tmp_path))
        address = tab.page.url
        play_on(tab, game, decisions=1)
        if number == 0:
            tab.reload()
        elif number == 1:
            tab = tab.killed()
            tab.open(address)
        tab.wait_for_function(READY)
        assert tab.page.url == address
        play_on(tab, game)
        assert finished(cast(Page, tab))


@pytest.mark.in_turn(10)
@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("game", list(registry.games()))
def test_a_whole_game_with_the_network_gone(open_tab: OpenTab, game: str, phone: bool) -> None:
    """From the form for a new game to the final score; reloaded and killed on the way."""
    tab = open_tab(phone=phone, offline=True)
    players, options = short(game)
    set_up(cast(Page, tab), game, players, options=options)
    address = tab.page.url
    play_on(tab, game, decisions=3)
    tab.reload()
    tab.wait_for_function(READY)
    play_on(tab, game, decisions=3)
    before = ply(tab)
    tab = tab.killed()
    tab.open(address)
    tab.wait_for_function(READY)
    assert ply(tab) >= before
    play_on(tab, game)
    assert len(finished(cast(Page, tab))) == players


def test_a_lesson_an_analysis_and_a_map(open_tab: OpenTab, tmp_path: Path) -> None:
    tab = open_tab(offline=True)
    tab.goto("/")
    tab.locator(".game:has-text('Ticket to Ride') :is(a, button):has-text('Learn')").first.click()
    tab.wait_for_function(READY)
    assert tab.evaluate("location.pathname").startswith("/t/lesson-")
    read = tab.inner_text("#coach")
    tab.click("#coach-go")
    tab.wait_for_function("(read) => document.querySelector('#coach')?.innerText !== read", read)

    bring(tab, saved_game("ticket_to_ride", tmp_path, left=4))
    play_on(tab, "ticket_to_ride")
    finished(cast(Page, tab))
    tab.goto(tab.evaluate("location.pathname") + "?analysis")
    tab.wait_for_selector("#an-share")
    tab.wait_for_function("() => document.querySelectorAll('.an-graph path, svg path.chance, .graph path').length > 0")

    tab.goto("/workshop/steam#map=north_america")
    tab.wait_for_selector("#ws-play:enabled")
    tab.click("#ws-play")
    tab.wait_for_function(READY)


def test_what_needs_a_server_says_so(open_tab: OpenTab) -> None:
    """Nothing is offered that cannot be done in a tab."""
    tab = open_tab()
    text = tab.inner_text("body")
    for said in ("Works offline now.", "Needs a server", "Pass and play", "Storage"):
        assert said.lower() in text.lower(), said
    assert tab.locator("main :is(a, button):has-text('Invite friends')").count() == 0
    for page in ("tournaments", "profile", "people", "notices"):
        tab.goto(f"/{page}")
        tab.wait_for_selector("h1:has-text('This needs a server')")
    tab.goto("/new?game=steam")
    tab.wait_for_selector("#make")
    assert tab.locator("option[value=open], #t-rated, #t-listed, [name=pace], #ticket-friends, #ticket-days").count() == 0


ACT = """async (body) => {
  const host = parent.boxcars, id = location.pathname.split('/')[2];
  const seats = JSON.parse(localStorage.getItem('boxcars:table:' + id)).seats;
  const headers = [['authorization', 'Bearer ' + Object.values(seats)[0]], ['content-type', 'application/json']];
  const text = ({body}) => JSON.parse(new TextDecoder().decode(body));
  window.done ??= [];
  for (;;) {
    const view = text(await host.ask('GET', `/api/tables/${id}/view`, headers, null));
    if (view.status !== 'playing') return;
    if (!view.legal.length) { await new Promise((go) => setTimeout(go, 5)); continue; }
    const {action} = view.legal[view.ply % view.legal.length];
    const told = {ply: view.ply, mark: view.mark, key: crypto.randomUUID(), action};
    const answer = await host.ask('POST', `/api/tables/${id}/act`, headers, new TextEncoder().encode(JSON.stringify(told)));
    if (answer.status < 300) console.log('done ' + text(answer).ply);
  }
}"""


def test_a_killed_tab_loses_nothing(open_tab: OpenTab) -> None:
    """What was answered is there after the tab was killed at any moment, and so is the seat."""
    tab = open_tab()
    set_up(cast(Page, tab), "spike", 2)
    address, luck = tab.page.url, random.Random(7)
    for _ in range(3):
        told: list[int] = []
        tab.page.on(
            "console", lambda message, told=told: told.append(int(message.text[5:])) if message.text.startswith("done ") else None
        )
        tab.evaluate(f"() => void ({ACT})()")
        time.sleep(0.3 + luck.random())
        tab = tab.killed()
        tab.open(address)
        tab.wait_for_function(READY)
        assert ply(tab) >= max(told, default=0)
        tab.goto("/")
        tab.wait_for_selector(f".game-row a[href='{address[len(tab.origin) :]}']")
        tab.open(address)
        tab.wait_for_function(READY)
    assert ply(tab) > 0


def test_all_games_go_to_a_file_and_come_back(open_tab: OpenTab, tmp_path: Path) -> None:
    """The seats come along: what was one's own game is one's own in the other browser."""
    tab = open_tab()
    set_up(cast(Page, tab), "ticket_to_ride", 2)
    play_on(tab, "ticket_to_ride", decisions=2)
    table, before = tab.evaluate("location.pathname"), ply(tab)
    tab.goto("/")
    with tab.page.expect_download() as download:
        tab.click("#save-all")
    file = tmp_path / "all.sqlite"
    download.value.save_as(file)

    other = open_tab()
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(file.read_bytes()[:5000])
    other.locator("#all-games").set_input_files(bad)
    other.wait_for_selector("text=This file doesn")
    other.locator("#all-games").set_input_files(file)
    other.page.wait_for_selector("html:not([data-state=ready])", state="attached")
    other.wait_until_ready()
    other.wait_for_selector(f".game-row a[href='{table}']")
    other.goto(table)
    other.wait_for_function(READY)
    assert ply(other) >= before
    play_on(other, "ticket_to_ride", decisions=1)


def test_the_table_answers_while_a_bot_thinks(open_tab: OpenTab) -> None:
    """Bots think in a second worker: a question is answered long before the bot has moved."""
    tab = open_tab()
    tab.page.wait_for_selector("html[data-bots=up]", state="attached", timeout=60_000)
    made = tab.evaluate(
        """async () => {
          const seats = [{kind: 'person', mine: true, name: 'Ada'}, {kind: 'bot', level: 'expert'}];
          const told = {game: 'steam', players: 3, seats: [...seats, seats[1]], start: true, key: crypto.randomUUID()};
          const headers = {'content-type': 'application/json'};
          return (await fetch('/api/tables', {method: 'POST', headers, body: JSON.stringify(told)})).json();
        }"""
    )
    waits = tab.evaluate(
        """async ([id, token]) => {
          const headers = [['authorization', 'Bearer ' + token], ['content-type', 'application/json']];
          const ask = async (method, path, body) => {
            const sent = body && new TextEncoder().encode(JSON.stringify(body));
            const answer = await parent.boxcars.ask(method, `/api/tables/${id}/${path}`, headers, sent ?? null);
            return JSON.parse(new TextDecoder().decode(answer.body));
          };
          const out = [];
          for (let turns = 0; turns < 4; ) {
            const begun = performance.now(), view = await ask('GET', 'view');
            const took = performance.now() - begun;
            if (view.actor === view.you) {
              turns += 1;
              await ask('POST', 'act', {ply: view.ply, mark: view.mark, key: crypto.randomUUID(), action: view.legal[0].action});
            } else {
              out.push([view.ply, took]);
            }
          }
          return out;
        }""",
        [made["table"], made["tokens"][0]],
    )
    during = [took for _, took in waits]
    assert during, "no bot was ever seen thinking"
    most: dict[int, int] = {}
    for at, _ in waits:
        most[at] = most.get(at, 0) + 1
    assert max(most.values()) >= 3, "several questions are answered during one decision"


def test_a_game_moves_to_a_server_and_back(open_tab: OpenTab, tmp_path: Path) -> None:
    """Tab, link, server, file, tab: the same position, digest for digest; a changed byte is refused with the move's number."""
    with Inside(str(tmp_path / "server.sqlite"), limits=False) as server:
        tab = open_tab()
        set_up(cast(Page, tab), "ticket_to_ride", 2)
        play_on(tab, "ticket_to_ride", decisions=3)
        table = tab.evaluate("location.pathname.split('/')[2]")
        tab.goto(f"/move/{table}")
        tab.click("#move-game")
        tab.fill("#move-to", server.url)
        link = tab.evaluate("document.querySelector('#move-link').value")
        assert link.startswith(f"{server.url}/open#g=") and len(link) < 8192
        left = saved_text(link.partition("=")[2])
        tab.goto(f"/t/{table}")
        tab.wait_for_selector("text=You moved this game.")

        page = tab.page.context.new_page()
        page.goto(link)
        page.click("#open-it")
        page.wait_for_function(READY)
        page.goto(f"{server.url}/move/{page.evaluate('location.pathname').split('/')[2]}")
        page.click("#move-game")
        with page.expect_download() as download:
            page.click("#move-file")
        file = tmp_path / "moved.jsonl"
        download.value.save_as(file)
        moves = len(record.read(left).entries)  # (a bot may have gone on meanwhile)
        assert fingerprint(file.read_bytes(), moves) == fingerprint(left, moves)

        lines = file.read_bytes().split(b"\n")
        at = len(lines[3]) // 2
        lines[3] = lines[3][:at] + (b"7" if lines[3][at : at + 1] != b"7" else b"8") + lines[3][at + 1 :]
        bad = tmp_path / "bad.jsonl"
        bad.write_bytes(b"\n".join(lines))
        tab.goto("/")
        tab.locator("#record").set_input_files(bad)
        tab.wait_for_selector("text=damaged at move 3")
        bring(tab, file)
        assert ply(tab) >= len(lines) - 2
        play_on(tab, "ticket_to_ride", decisions=1)


def saved_text(packed: str) -> bytes:
    return gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))


def fingerprint(saved: bytes, moves: int) -> str:
    """Where a saved game stands after so many moves, by the digest of its position."""
    for rules, state, _ in record.read(saved, moves).replay():  # noqa: B007
        pass
    return rules.fingerprint(state)


def test_a_link_shows_a_position_at_once(open_tab: OpenTab) -> None:
    """For a frame in somebody's page: the board stands there without a question; the same link makes no second table."""
    game = next(path for path in GOLDEN["ticket_to_ride"] if "-2-" in path.name)
    packed = base64.urlsafe_b64encode(gzip.compress(game.read_bytes(), 9)).decode().rstrip("=")
    tab = open_tab()
    seen = set()
    for _ in range(2):
        tab.open(tab.origin)
        tab.open(f"{tab.origin}/open#record={packed}&at=12")
        tab.wait_for_selector("#an-share")
        seen.add(tab.evaluate("location.pathname"))
        assert tab.evaluate("location.search") == "?analysis=12"
    assert len(seen) == 1
