"""A player's card in the browser: made, carried to a phone, taken away; the lobby by it; passkeys; without a connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from boxcars.server.profiles.qr_code import own_address
from tests.browser.conftest import Open, Served
from tests.browser.driver import READY

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def new_card(page: Page, name: str = "Ada") -> None:
    page.goto("/profile")
    page.fill("#profile-name", name)
    page.click("#create-profile")
    expect(page.locator(".pass h1")).to_have_text(name)


def start(page: Page) -> str:
    """A game against bots, begun from the lobby."""
    page.goto("/")
    page.get_by_role("button", name="Play against bots: Ticket to Ride").click()
    page.wait_for_function(READY)
    return page.url


def test_without_a_card_nothing_is_kept_and_nothing_names_anybody(open_page: Open) -> None:
    page = open_page("/", lively=True)  # (no setting of the tests' own)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.headers.get("authorization", "")))
    page.goto("/")
    page.wait_for_selector(".games")
    page.goto("/new")
    page.wait_for_selector("#make")
    assert page.evaluate("Object.keys(localStorage)") == [] and not any(sent)


def test_a_card_is_carried_to_a_phone_and_taken_away_again(open_page: Open) -> None:
    page = open_page("/healthz")
    table = start(page)
    new_card(page)  # the seat that this browser had is brought to it
    page.goto("/")
    expect(page.locator(".greet h1")).to_contain_text("Ada")
    expect(page.locator(".game-row")).to_have_count(1)
    page.goto("/profile")
    page.click("#carry")
    expect(page.locator("main")).to_contain_text("only this computer can open Boxcars")
    if own_address() is not None:  # a code to scan is shown only if another device can follow it
        page.get_by_role("button", name="Let friends on my network join").click()
        expect(page.locator(".carry .qr svg")).to_be_visible()
        page.click("#stop-sharing")
        expect(page.locator(".carry .qr svg")).to_have_count(0)
    code = page.evaluate(
        "fetch('/api/card/carry', {method: 'POST', headers: {Authorization: 'Bearer ' + localStorage.getItem('boxcars:card')}}).then((a) => a.json())"
    )
    phone = open_page(re.sub(r"https?://[^/]+", "", code["link"]), phone=True)
    phone.click("#take")
    expect(phone.locator(".pass h1")).to_have_text("Ada")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.goto(table)
    phone.wait_for_function(READY)
    assert phone.evaluate("document.body.dataset.at.split(':')[1]") == "0"  # in our seat
    page.goto("/profile")
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
    expect(phone.locator(".toast.bad")).to_contain_text("You no longer have this seat")
    phone.goto("/profile")
    expect(phone.locator("#create-profile")).to_be_visible()


def test_a_deletion_asked_for_on_one_device_is_shown_and_stopped_on_another(open_page: Open) -> None:
    page = open_page("/healthz")
    new_card(page, "Ada")
    code = page.evaluate(
        "fetch('/api/card/carry', {method: 'POST', headers: {Authorization: 'Bearer ' + localStorage.getItem('boxcars:card')}}).then((a) => a.json())"
    )
    phone = open_page(re.sub(r"https?://[^/]+", "", code["link"]), phone=True)
    expect(phone.locator("h1")).to_have_text("Use Ada's profile on this device?")
    phone.fill("#device-name", "Ada's phone")
    phone.click("#take")
    expect(phone.locator(".pass h1")).to_have_text("Ada")
    phone.goto("/learn")
    page.reload()
    page.click("#delete-card")
    expect(page.locator("#plan-deletion")).to_be_disabled()
    page.fill("#typed-name", "Adam")
    expect(page.locator("#plan-deletion")).to_be_disabled()
    page.fill("#typed-name", "Ada")
    page.click("#plan-deletion")
    expect(page.locator(".profile-bar .note")).to_contain_text("Your profile will be deleted on")
    expect(phone.locator(".profile-bar .note")).to_be_visible(timeout=5000)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.click("#keep-profile")
    expect(phone.locator(".profile-bar .note")).to_have_count(0)
    expect(page.locator(".profile-bar .note")).to_have_count(0, timeout=8000)
    phone.goto("/profile/leave")
    phone.click("#leave-device")
    expect(phone).to_have_url(re.compile(r"/$"))
    page.goto("/profile")
    expect(page.locator(".item .tag")).to_have_count(1)  # the other device is gone; this one has the profile still
    page.goto("/profile/leave")
    expect(page.locator(".note.warn")).to_contain_text("You won't be able to come back.")


def test_a_table_is_put_away_by_keys_and_brought_back(open_page: Open) -> None:
    page = open_page("/healthz")
    new_card(page)
    start(page)
    page.goto("/")
    page.get_by_role("button", name=re.compile("Archive")).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".game-row.away")).to_be_visible()
    page.keyboard.press("Enter")  # the focus is on Undo
    expect(page.locator(".game-row h3")).to_be_visible()


def test_seats_change_places_by_keys_and_by_dragging(open_page: Open) -> None:
    page = open_page("/new?game=ticket_to_ride")
    page.wait_for_selector("#make")
    kinds = "[...document.querySelectorAll('.seat select')].map((s) => s.value)"
    assert page.evaluate(kinds) == ["me", "bot", "bot"]
    page.focus("#down0")
    page.keyboard.press("Enter")
    assert page.evaluate(kinds) == ["bot", "me", "bot"]
    grip = page.locator(".seat").nth(1).locator(".grip > span").bounding_box()
    last = page.locator(".seat").nth(2).bounding_box()
    assert grip is not None and last is not None
    page.mouse.move(grip["x"] + 5, grip["y"] + 10)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, last["y"] + last["height"] / 2, steps=8)
    page.mouse.up()
    assert page.evaluate(kinds) == ["bot", "bot", "me"]


def test_a_passkey_brings_the_card_back(open_page: Open, server: str) -> None:
    page = open_page("/healthz")
    page.goto(server.replace("127.0.0.1", "localhost") + "/profile")  # passkeys are for names
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    tools.send(
        "WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}}
    )
    page.fill("#profile-name", "Ada")
    page.click("#create-profile")
    page.click("#add-key")
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.click("#come-back")
    expect(page.locator(".pass h1")).to_have_text("Ada")


def test_without_a_connection_the_own_tables_are_shown(chromium: Browser, own_server: Served) -> None:
    context = chromium.new_context(base_url=own_server.url, locale="en-GB")
    page = context.new_page()
    start(page)
    page.goto("/")
    page.wait_for_selector(".game-row")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # now with the worker in between
    page.wait_for_selector(".game-row")
    own_server.stop()
    page.reload()
    expect(page.locator(".note")).to_contain_text("No connection.")
    expect(page.locator("#known-tables li")).to_contain_text("Ticket to Ride")
    kept = page.evaluate(
        "caches.keys().then((all) => Promise.all(all.map((k) => caches.open(k).then((c) => c.keys())))).then((k) => k.flat().map((r) => r.url))"
    )
    assert kept and not any("/api/" in url for url in kept)
    own_server.start()
    context.close()
