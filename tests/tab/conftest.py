"""The folder of ``boxcars static``, built once for all tests that need it, and a server of plain files in front of it."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from boxcars.tab.build import build
from boxcars.tab.packages import CannotFetch

playwright = pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, BrowserContext  # noqa: E402

from tests.browser.conftest import chromium  # noqa: E402, F401
from tests.tab.driver import TabPage  # noqa: E402


@pytest.fixture(scope="session")
def tab_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where fetched packages and compiled libraries are kept: one place for all test processes, and for later runs."""
    given = os.environ.get("BOXCARS_TAB_CACHE")
    return Path(given) if given else Path(__file__).parents[2] / "build" / "tab-cache"


@pytest.fixture(scope="session")
def static_folder(tmp_path_factory: pytest.TempPathFactory, tab_cache: Path) -> Path:
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("there is no Node, and no npm to fetch Pyodide with")
    tab_cache.mkdir(parents=True, exist_ok=True)
    out = tab_cache / "sites" / os.environ.get("PYTEST_XDIST_TESTRUNUID", tmp_path_factory.getbasetemp().name)
    with (tab_cache / "lock").open("w") as lock:  # one process builds, the others find it there
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (out / "sw.js").is_file():
            return out
        shutil.rmtree(tab_cache / "sites", ignore_errors=True)
        try:
            build(out, tab_cache)
        except CannotFetch as why:
            if "registry" not in str(why) and "fetch" not in str(why):
                raise
            pytest.skip(f"Pyodide and the wheels could not be fetched: {why}")
    return out


class PlainServer:
    """A server of plain files, as simple as there is. It can be stopped, and then there is no network."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        found = re.search(rb"port (\d+)", self.process.stdout.readline())
        assert found
        self.url = f"http://127.0.0.1:{int(found[1])}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()


OpenTab = Callable[..., TabPage]


@pytest.fixture
def open_tab(chromium: Browser, static_folder: Path) -> Iterator[OpenTab]:  # noqa: F811
    """Tabs with the program, each in a browser of its own; whatever their consoles complain about fails the test.

    ``offline``: as soon as the program is there, the server of files is stopped."""
    servers: list[PlainServer] = []
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(phone: bool = False, offline: bool = False) -> TabPage:
        server = PlainServer(static_folder)
        servers.append(server)
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        context = chromium.new_context(
            viewport=size, locale="en-GB", has_touch=phone, reduced_motion="reduce", device_scale_factor=1
        )
        contexts.append(context)
        for key, value in {"sound": "off", "confirm": "never", "motion": "off"}.items():
            context.add_init_script(f"localStorage.getItem('boxcars:{key}') ?? localStorage.setItem('boxcars:{key}', '{value}')")
        tab = TabPage(context, server.url, complaints)
        if offline:
            server.stop()
        return tab

    yield open_
    for context in contexts:
        with suppress(Exception):
            context.close()
    for server in servers:
        if server.process.poll() is None:
            server.stop()
    assert not complaints
