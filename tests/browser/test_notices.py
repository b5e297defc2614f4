"""Turn notices in the browser: the page says what is so, whatever the browser and the server allow."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from boxcars.server.jobs import notice_delivery
from tests.server.cards import Device, new_card
from tests.server.inside import Inside
from tests.server.notice_players import Duel, add_web, choose, guests_table, turn_messages
from tests.server.receivers import Mailbox, PushService, Receiver, text_of, until

pytestmark = [pytest.mark.slow, pytest.mark.browser]
OpenAs = Callable[..., Page]

PERMISSION = """(state) => {
  Object.defineProperty(Notification, 'permission', {get: () => window.__permission ?? state});
  Notification.requestPermission = async () => { window.__permission = window.__answer ?? state; return window.__permission; };
}"""
SUBSCRIBE = """(given) => {
  PushManager.prototype.subscribe = async () => ({toJSON: () => given});
}"""
"""What a browser gives whose push service is the test's own: keys that it can really decrypt with."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    running = Mailbox()
    yield running
    running.close()


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def served(tmp_path: Path, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inside]:
    monkeypatch.setattr(notice_delivery, "UNSEEN", 0.0)
    more = {"mail_server": mailbox.url, "mail_from": "Boxcars <n@example.org>", "private_webhooks": True, "sweep": 0.05}
    with Inside(str(tmp_path / "s.sqlite"), limits=False, **more) as running:
        running.gate.config.local_url = running.url
        yield running


@pytest.fixture
def open_as(chromium: Browser) -> Iterator[OpenAs]:
    """A page of somebody's browser, with what the browser says about notifications."""
    contexts = []

    def open_(server: Inside, device: Device | None, permission: str = "default", **more: object) -> Page:
        context = chromium.new_context(base_url=server.url, locale="en-GB", timezone_id="Europe/Rome", **more)  # type: ignore[arg-type]
        contexts.append(context)
        context.add_init_script(f"({PERMISSION})({json.dumps(permission)})")
        if device is not None:
            context.add_init_script(f"localStorage.setItem('boxcars:card', {json.dumps(device.token)})")
        return context.new_page()

    yield open_
    for context in contexts:
        context.close()


def this_browser(page: Page) -> str:
    return page.locator(".this-browser .state").inner_text()


def test_push_denied_is_shown_as_blocked_and_nothing_is_on(served: Inside, open_as: OpenAs) -> None:
    ada = new_card(served.url)
    page = open_as(served, ada, "denied")
    page.goto("/profile/notices")
    expect(page.locator(".this-browser")).to_contain_text("Blocked by the browser")
    expect(page.locator(".this-browser .switch")).to_have_count(0)
    page.evaluate("window.__permission = 'default'")
    page.click("#push-check")
    expect(page.locator(".this-browser")).to_contain_text("We'll ask your browser for permission.")
    page.evaluate("window.__answer = 'denied'")
    page.click("#push-on")
    expect(page.locator(".this-browser")).to_contain_text("Blocked by the browser")
    assert ada.http.get("/api/notices").json()["channels"] == []


def test_push_granted_is_on_when_the_server_has_it_and_a_turn_arrives(
    served: Inside, open_as: OpenAs, service: PushService
) -> None:
    ada, bob = new_card(served.url), new_card(served.url, "Bob")
    page = open_as(served, ada)
    page.add_init_script(f"({SUBSCRIBE})({json.dumps(service.subscription)})")
    page.goto("/profile/notices")
    expect(page.locator(".this-browser .state")).to_have_text("Off")
    page.evaluate("window.__answer = 'granted'")
    page.click("#push-on")
    expect(page.locator(".this-browser .state")).to_have_text("On")
    page.locator(".this-browser").get_by_role("button", name="Send a test").click()
    expect(page.locator("#toasts")).to_contain_text("The test was delivered.")
    assert service.opened()[0]["title"] == "Boxcars can reach you here"
    expect(page.locator("#batch")).to_have_value("ten")
    page.select_option("#batch", "each")
    expect(page.locator("#toasts")).to_contain_text("Saved.")
    game = Duel(served, ada, bob)
    if game.actor is bob:
        game.move()
    assert until(lambda: any(told["url"] == f"/t/{game.table}" for told in service.opened()))
    page.reload()  # (this browser's permission is the default again)
    page.evaluate("window.__permission = 'granted'")
    page.locator(".items .switch").first.wait_for()
    service.status = 410
    game.move()
    game.move()
    assert until(lambda: ada.http.get("/api/notices").json()["channels"][0]["state"] == "failed")
    page.reload()
    expect(page.locator(".this-browser")).to_contain_text("Blocked by the browser")


def test_a_server_without_push_never_says_on(tmp_path: Path, open_as: OpenAs) -> None:
    with Inside(str(tmp_path / "t.sqlite"), limits=False, push=False) as server:
        page = open_as(server, new_card(server.url), "granted")
        page.goto("/profile/notices")
        expect(page.locator(".this-browser .state")).to_have_text("Only while this page is open")
        box = page.locator(".this-browser .switch")
        expect(box).not_to_be_checked()
        box.click()
        expect(page.locator(".this-browser .switch")).to_be_checked()
        assert this_browser(page) == "Only while this page is open"
        refused = open_as(server, new_card(server.url), "denied")
        refused.goto("/profile/notices")
        refused.locator(".this-browser .switch").click()
        expect(refused.locator("#toasts")).to_contain_text("doesn't allow notifications")
        expect(refused.locator(".this-browser .switch")).not_to_be_checked()


def test_a_channel_is_added_after_its_test_arrived(served: Inside, open_as: OpenAs, receiver: Receiver) -> None:
    ada = new_card(served.url)
    page = open_as(served, ada)
    page.goto("/profile/notices")
    page.click("#add-channel")
    page.click("#kind-slack")
    expect(page.locator("#kind-slack")).to_have_attribute("aria-pressed", "true")
    receiver.status = 404
    page.fill("#target", f"{receiver.url}/slack")
    expect(page.locator("#save-channel")).to_be_disabled()
    page.click("#send-test")
    expect(page.locator("#test-result")).to_contain_text("Slack said no (404)")
    expect(page.locator("#save-channel")).to_be_disabled()
    receiver.status = 200
    page.click("#send-test")
    expect(page.locator("#test-result")).to_contain_text("Delivered in")
    page.fill("#target", f"{receiver.url}/other")  # another address needs a test of its own
    expect(page.locator("#save-channel")).to_be_disabled()
    page.click("#send-test")
    expect(page.locator("#save-channel")).to_be_enabled()
    page.click("#save-channel")
    expect(page.locator(".items")).to_contain_text("…her")
    assert f"{receiver.url}/other" not in page.content()
    row = page.locator(".item").filter(has_text="Slack ·")
    row.get_by_role("switch").click()
    expect(row.locator(".state")).to_have_text("Off")
    assert ada.http.get("/api/notices").json()["channels"][0]["state"] == "off"
    row.get_by_role("button", name="Remove").click()
    expect(page.locator(".item").filter(has_text="Slack ·")).to_have_count(0)


def test_mail_needs_a_press_and_can_be_stopped_and_undone(served: Inside, open_as: OpenAs, mailbox: Mailbox) -> None:
    ada, bob = new_card(served.url), new_card(served.url, "Bob")
    page = open_as(served, ada)
    page.goto("/profile/notices?add")
    page.click("#kind-mail")
    expect(page.locator("#kind-mail")).to_have_attribute("aria-pressed", "true")
    page.fill("#target", "ann@example.org")
    page.click("#save-channel")
    expect(page.locator(".items")).to_contain_text("Waiting for your click")
    assert until(lambda: mailbox.got)
    found = re.search(r"/mail/confirm#\S+", text_of(mailbox.got[0]))
    assert found is not None
    stranger = open_as(served, None)  # whoever reads the mail, in a browser without a profile
    stranger.goto(found[0])
    expect(stranger.locator("h1")).to_have_text("Send turn notices to a•••@example.org?")
    expect(stranger.locator("main")).to_contain_text("Ada asked for this")
    assert ada.http.get("/api/notices").json()["channels"][0]["state"] == "waiting"
    stranger.click("#mail-yes")
    expect(stranger.locator("main")).to_contain_text("Done")
    choose(ada)
    game = Duel(served, ada, bob)
    if game.actor is bob:
        game.move()
    assert until(lambda: len(mailbox.got) == 2)
    stop = re.search(r"/mail/stop#\S+", text_of(mailbox.got[1]))
    assert stop is not None
    stranger.goto(stop[0])
    expect(stranger.locator("h1")).to_have_text("You won't get any more e-mail about turns.")
    assert ada.http.get("/api/notices").json()["channels"][0]["state"] == "off"
    stranger.click("#mail-undo")
    expect(stranger.locator("h1")).to_have_text("You get e-mail about your turns again.")
    assert ada.http.get("/api/notices").json()["channels"][0]["state"] == "on"
    stranger.goto(found[0])
    expect(stranger.locator("h1")).to_have_text("This link doesn't work anymore")


def test_a_game_is_muted_and_a_guest_has_the_same_rows(served: Inside, open_as: OpenAs, receiver: Receiver) -> None:
    ada, bob = new_card(served.url), new_card(served.url, "Bob")
    add_web(ada, "web", f"{receiver.url}/web")
    Duel(served, ada, bob)
    page = open_as(served, ada)
    page.goto("/profile/notices")
    game = page.locator(".item").filter(has_text="with Bob")
    expect(game).to_contain_text("2 days per turn")
    game.get_by_role("switch").click()
    expect(game).to_contain_text("muted: only the last reminder is sent")
    page.click("#pause-notices")
    expect(page.locator("main")).to_contain_text("All notices are paused.")
    seat = guests_table(served)[0]
    guest = open_as(served, None)
    guest.add_init_script(f"sessionStorage.setItem('boxcars:pin:{seat.table}', {json.dumps(seat.token)})")
    guest.goto(f"/profile/notices?table={seat.table}")
    expect(guest.locator("main")).to_contain_text("For your seat in this game. No profile needed.")
    guest.click("#add-channel")
    guest.click("#kind-web")
    expect(guest.locator("#kind-web")).to_have_attribute("aria-pressed", "true")
    guest.fill("#target", f"{receiver.url}/guest")
    guest.click("#send-test")
    expect(guest.locator("#test-result")).to_contain_text("Delivered in")
    guest.click("#save-channel")
    expect(guest.locator(".items")).to_contain_text("Web address")
    assert turn_messages(receiver, "/guest") == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (1440, 900)])
def test_nothing_is_cut_or_too_small_to_touch(served: Inside, open_as: OpenAs, receiver: Receiver, size: tuple[int, int]) -> None:
    ada, bob = new_card(served.url), new_card(served.url, "Bob")
    add_web(ada, "slack", f"{receiver.url}/a/very/long/address/of/a/webhook")
    Duel(served, ada, bob)
    touch = size[0] < 900
    for lang in ("en", "es", "it"):
        more = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": touch}
        page = open_as(served, ada, "denied", **more)
        page.add_init_script(f"localStorage.setItem('boxcars:lang', '{lang}')")
        for path in ("/profile/notices", "/profile/notices?add"):
            page.goto(path)
            page.locator(".notices-page h1").wait_for()
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, (lang, path, wide)
            small = page.evaluate(
                """() => [...document.querySelectorAll('.notices-page :is(button, a.btn, select, input:not([type=checkbox]))')]
                  .filter((el) => el.getClientRects().length && el.getBoundingClientRect().height < 44)
                  .map((el) => el.textContent || el.id)"""
            )
            assert size != (390, 844) or small == [], (lang, path, small)
