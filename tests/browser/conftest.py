"""A real server process and a real Chromium for every browser test; a console error fails the test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright  # noqa: E402

from boxcars.core import registry  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own."""
    folder = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "boxcars", "serve", "--port", "0", "--workers", "1", "--bot-delay", "0", "--no-limits"]
    command += ["--database", f"sqlite:///{folder}/tables.sqlite", "--log-level", "warning"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        try:
            assert process.stdout is not None
            found = re.search(rb"http://\S+", process.stdout.readline())
            assert found, (folder / "log").read_text()
            yield found[0].decode()
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, server: str) -> Iterator[Open]:
    """Pages in contexts of their own (a context is one person's browser); what the console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # Refused requests are answers the page shows to the player; the browser notes them as errors as well.
        if message.type == "error" and "the server responded with a status of 4" not in message.text:
            complaints.append(message.text)

    def open_(path: str = "/", phone: bool = False, locale: str = "en-GB", **settings: str) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = chromium.new_context(
            viewport=size, base_url=server, locale=locale, has_touch=phone, reduced_motion="reduce", device_scale_factor=1
        )
        contexts.append(context)
        for key, value in settings.items():
            context.add_init_script(f"localStorage.getItem('boxcars:{key}') ?? localStorage.setItem('boxcars:{key}', '{value}')")
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture(scope="session")
def games() -> list[str]:
    return list(registry.games())


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core: from AXE_CORE (a file), or fetched with npm."""
    given = os.environ.get("AXE_CORE")
    if given:
        return Path(given).read_text(encoding="utf-8")
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to fetch axe-core with")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--prefix", str(folder), "axe-core@4"], capture_output=True, timeout=120
    )
    if done.returncode:
        pytest.skip("axe-core could not be fetched")
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
