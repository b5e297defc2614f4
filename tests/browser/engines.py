"""Firefox and WebKit, driven by what Debian ships with them: WebDriver BiDi, and the driver of WebKitGTK.

They offer what a test of both needs: open an address, resize, evaluate. Playwright's own builds of them are not used, because
only the browsers of a distribution are what people have.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.sync.client import ClientConnection, connect

NEEDED = {"firefox": ["firefox-esr"], "webkit": ["WebKitWebDriver", "Xvfb"]}
"""The programs that each of them needs (Debian: firefox-esr, webkit2gtk-driver, xvfb)."""
PATIENCE = 60.0
PREFERENCES = {
    "ui.prefersReducedMotion": "1",
    "app.normandy.enabled": "false",
    "app.update.enabled": "false",
    "browser.startup.page": "0",
    "browser.newtabpage.enabled": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "services.settings.server": '"data:,"',
    "toolkit.telemetry.enabled": "false",
}
"""Of Firefox: it asks nothing of the network."""


class Engine(Protocol):
    def open(self, address: str) -> None: ...
    def resize(self, wide: int, high: int) -> None: ...
    def evaluate(self, function: str, *arguments: Any) -> Any: ...
    def close(self) -> None: ...


def missing(name: str) -> list[str]:
    """The programs that are not here."""
    return [program for program in NEEDED[name] if shutil.which(program) is None]


def start(name: str) -> Engine:
    return Firefox() if name == "firefox" else WebKit()


class Firefox:
    """Headless, by WebDriver BiDi."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self.folder.name)
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        (profile / "user.js").write_text("".join(f'user_pref("{name}", {value});\n' for name, value in PREFERENCES.items()))
        environment = {**os.environ, "HOME": self.folder.name, "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
        with (profile / "log").open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.ids = itertools.count(1)
        self.open_things = contextlib.ExitStack()
        address = f"{self._address(profile / 'log')}/session"
        self.socket: ClientConnection = self.open_things.enter_context(connect(address, max_size=None, open_timeout=PATIENCE))
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.create", type="tab")["context"]

    def _address(self, log: Path) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            found = re.search(r"ws://[^\s/]+:\d+", log.read_text(errors="replace"))
            if found:
                return found[0]
            time.sleep(0.1)
        raise RuntimeError(f"Firefox did not start: {log.read_text(errors='replace')[-500:]}")

    def call(self, method: str, **params: Any) -> Any:
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", f"{method}: {answer}"
                return answer["result"]

    def open(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def resize(self, wide: int, high: int) -> None:
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": wide, "height": high})

    def evaluate(self, function: str, *arguments: Any) -> Any:
        called = ", ".join(json.dumps(one) for one in arguments)
        text = f"(async () => JSON.stringify((await ({function})({called})) ?? null))()"
        found = self.call("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self.open_things.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()


class WebKit:
    """MiniBrowser of WebKitGTK on a screen of its own, by WebDriver. Its window is never narrower than its tool bar (447 px)."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        self.screen = subprocess.Popen(screen, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        more = {"DISPLAY": display, "HOME": self.folder.name, "LIBGL_ALWAYS_SOFTWARE": "1"}
        more |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # (root has no sandbox)
        quiet = subprocess.DEVNULL
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env={**os.environ, **more}, stdout=quiet, stderr=quiet
        )
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self._await_driver()
        binary = str(next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")))
        options = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        made = self.http.post("/session", json={"capabilities": {"alwaysMatch": options}}).json()["value"]
        self.session = f"/session/{made['sessionId']}"
        self.post("timeouts", script=int(PATIENCE * 1000))

    def _await_driver(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.http.get("/status")
                return
            except httpx.HTTPError:
                assert time.monotonic() < until, "the driver of WebKit did not start"
                time.sleep(0.1)

    def post(self, what: str, **body: Any) -> Any:
        answer = self.http.post(f"{self.session}/{what}", json=body)
        assert answer.status_code == 200, answer.text[:500]
        return answer.json()["value"]

    def open(self, address: str) -> None:
        self.post("url", url="about:blank")  # (another fragment alone would load nothing)
        self.post("url", url=address)

    def resize(self, wide: int, high: int) -> None:
        self.post("window/rect", width=wide, height=high)
        inner = self.evaluate("() => [innerWidth, innerHeight]")
        self.post("window/rect", width=wide, height=2 * high - inner[1])

    def evaluate(self, function: str, *arguments: Any) -> Any:
        script = f"""const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
            Promise.resolve(({function})(...given)).then((value) => done({{value}}), (error) => done({{error: String(error)}}));"""
        found = self.post("execute/async", script=script, args=list(arguments))
        assert "error" not in found, found["error"]
        return found.get("value")

    def close(self) -> None:
        with contextlib.suppress(httpx.HTTPError, AssertionError):
            self.http.delete(self.session)
        self.http.close()
        for process in (self.driver, self.screen):
            process.terminate()
            process.wait(10)
        self.folder.cleanup()
