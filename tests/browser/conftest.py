"""A real server process and a real Chromium for every browser test; a console error fails the test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright  # noqa: E402

from boxcars.core import registry  # noqa: E402
from boxcars.server.profiles.qr_code import own_address  # noqa: E402
from boxcars.view import replay_export  # noqa: E402

EXPECTED = (
    "the server responded with a status of 4",
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to",
)
"""Refusals and a lost line are told to the player; the browser notes them as errors all the same."""
expect.set_options(timeout=30_000)  # what is waited for comes; a busy machine takes its time
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Served:
    """A server process of its own; it can be stopped and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = "0"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "boxcars", "serve", "--port", self.port, "--workers", "1", "--bot-delay", "0"]
        command += ["--no-limits", "--database", f"sqlite:///{self.folder}/tables.sqlite", "--log-level", "warning"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        found = re.search(rb"http://[^\s/]+:(\d+)", self.process.stdout.readline())
        assert found, (self.folder / "log").read_text()
        self.url, self.port = found[0].decode(), found[1].decode()
        for _ in range(200):  # the address is told just before the door opens
            try:
                urllib.request.urlopen(self.url, timeout=10).close()
                return
            except OSError:
                time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server that the tests of a session share."""
    served = Served(tmp_path_factory.mktemp("server"))
    yield served.url
    served.stop()


@pytest.fixture
def on_network(server: str) -> Iterator[None]:
    """Let other devices reach the server during a test: links and codes for others are shown only then."""
    if own_address() is None:
        pytest.skip("this computer is in no network")
    for method in ("POST", "DELETE"):
        body = b"{}" if method == "POST" else None
        headers = {"Origin": server, "Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{server}/api/share", body, headers, method=method), timeout=60).close()
        if method == "POST":
            yield


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server that a test may stop."""
    served = Served(tmp_path)
    yield served
    served.stop()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for all tests of this folder. (Not of the session: as long as it is there, its event loop runs in this thread, and
    tests elsewhere could run none of their own.)"""
    found = replay_export.chromium()
    if found is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=found, args=ARGS)
        yield browser
        browser.close()


Open = Callable[..., Page]


@pytest.fixture
def open_page(chromium: Browser, server: str) -> Iterator[Open]:
    """Pages in contexts of their own (a context is one person's browser); what the console complains about fails the test.
    Still and silent, unless ``lively``: a browser without a card for it paints and sounds by the processor. Without the worker
    behind the page, unless ``worker``: starting it for every page takes a fifth of what the page itself does."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(known in message.text for known in EXPECTED):
            complaints.append(message.text)

    def open_(
        path: str = "/", phone: bool = False, locale: str = "en-GB", lively: bool = False, worker: bool = False, **settings: str
    ) -> Page:
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        motion = "no-preference" if lively else "reduce"
        settings = ({} if lively else {"sound": "off"}) | settings
        context = chromium.new_context(
            viewport=size,
            base_url=server,
            locale=locale,
            has_touch=phone,
            reduced_motion=motion,
            device_scale_factor=1,
            service_workers="allow" if worker else "block",
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
