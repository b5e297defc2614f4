"""A page of the edition without a server, as the tests of the page with a server know pages.

The program lies in a frame, and its policy forbids ``eval``, by which Playwright waits for functions. So this asks again and
again.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Frame, Locator, Page, TimeoutError

START = 120.0
"""Seconds for starting; a busy machine takes its time."""


class TabPage:
    """A tab with the program in its frame. It answers to what ``tests.browser.driver`` asks of a page."""

    def __init__(self, context: BrowserContext, address: str, complaints: list[str]) -> None:
        self.page: Page = context.new_page()
        self.complaints = complaints
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: complaints.append(str(error)))
        self.mouse = self.page.mouse
        self.keyboard = self.page.keyboard
        self.origin = "/".join(address.split("/")[:3])
        self.open(address)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location})")

    def open(self, address: str) -> None:
        """Type an address, and wait until the program is there."""
        self.page.goto(address)
        self.wait_until_ready()

    def reload(self) -> None:
        self.page.reload()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        self.page.wait_for_selector("html[data-state=ready]", state="attached", timeout=START * 1000)
        self.wait_for_selector("main, #board, .board")

    def killed(self) -> TabPage:
        """Kill the tab: its process, with all workers, is gone at once. Returns a new tab of the same browser."""
        with self.page.expect_event("crash", timeout=60_000), suppress(Error):  # (such a page never comes)
            self.page.goto("chrome://crash", timeout=60_000)
        self.page.close()
        return TabPage(self.page.context, self.origin, self.complaints)

    @property
    def frame(self) -> Frame:
        found = self.page.frame("boxcars")
        assert found is not None
        return found

    def goto(self, path: str) -> None:
        """Go to a page of the program."""
        self.frame.goto(self.origin + path)

    def evaluate(self, script: str, arg: Any = None) -> Any:
        return self.frame.evaluate(script, arg)

    def locator(self, selector: str) -> Locator:
        return self.frame.locator(selector)

    def get_by_role(self, role: Any, **how: Any) -> Locator:
        return self.frame.get_by_role(role, **how)

    def click(self, selector: str) -> None:
        self.frame.click(selector)

    def fill(self, selector: str, value: str) -> None:
        self.frame.fill(selector, value)

    def check(self, selector: str, force: bool = False) -> None:
        self.frame.check(selector, force=force)

    def set_checked(self, selector: str, value: bool) -> None:
        self.frame.set_checked(selector, value)

    def select_option(self, selector: str, value: str) -> None:
        self.frame.select_option(selector, value)

    def inner_text(self, selector: str) -> str:
        return self.frame.inner_text(selector)

    def wait_for_selector(self, selector: str, timeout: float = 60_000) -> None:
        self.frame.wait_for_selector(selector, timeout=timeout)

    def wait_for_function(self, script: str, arg: Any = None, timeout: float = 60_000) -> None:
        end = time.monotonic() + timeout / 1000
        while not self._holds(script, arg):
            if time.monotonic() > end:
                raise TimeoutError(f"not within {timeout / 1000:g} s: {script}")
            time.sleep(0.03)

    def _holds(self, script: str, arg: Any) -> bool:
        try:
            return bool(self.evaluate(script, arg))
        except Error as error:
            if "context was destroyed" not in str(error):  # (another page comes)
                raise
            return False
