"""What the container files promise: pinned by hash, nobody's root, nothing published but the proxy."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tools import pin_images

ROOT = Path(__file__).parents[2]


def pins(name: str) -> dict[str, str]:
    """Package -> version of a lock, each with a hash."""
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / name).read_text().strip()):
        package, version = block.split(" ")[0].split("==")
        assert "--hash=sha256:" in block, package
        found[package] = version
    return found


def test_the_image_installs_what_is_pinned() -> None:
    text = (ROOT / "Dockerfile").read_text()
    stages = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert stages and all(re.fullmatch(r"python:3\.11\.\d+-slim-\w+(@sha256:[0-9a-f]{64})?", stage) for stage in stages)
    for line in re.findall(r"pip install[^\n]*", text):
        assert "--require-hashes" in line or ("--no-index" in line and "--no-deps" in line), line
    assert "--no-build-isolation" in text and re.search(r"^USER boxcars$", text, re.MULTILINE)


def test_the_server_lock_is_the_tested_one_and_covers_the_extras() -> None:
    server, tested = pins("requirements-server.lock"), pins("requirements-dev.lock")
    assert {name: tested.get(name) for name in server} == server
    extras = {"psycopg", "psycopg-binary", "uvloop", "httptools", "webauthn", "cryptography", "resvg-py"}
    assert set(pins("requirements.lock")) | extras <= set(server)
    assert "hatchling" in pins("requirements-build.lock")
    unneeded = {"faker", "polyfactory", "aiohttp", "requests", "urllib3", "pywebpush", "py-vapid", "http-ece"}
    assert unneeded.isdisjoint(server) and {"faker", "polyfactory"}.isdisjoint(pins("requirements.lock"))


def test_the_server_does_without_what_the_locks_leave_out() -> None:
    """Litestar names polyfactory as a dependency: with another version it might begin to import it."""
    code = """
import sys
sys.modules.update(dict.fromkeys(("polyfactory", "faker", "aiohttp", "requests", "pywebpush"), None))
from boxcars.server.http.app import create_app
from boxcars.server.profiles import push_encryption
assert create_app().app.openapi_schema.to_schema()["paths"]
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_no_service_can_take_the_machine() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        assert {"mem_limit", "cpus", "pids_limit"} <= set(service), name


def test_digests_are_written_behind_the_tags() -> None:
    old, new = "sha256:" + "a" * 64, "sha256:" + "b" * 64
    for name, images in (("compose.yaml", 2), ("Dockerfile", 2)):
        text = (ROOT / name).read_text()
        once = pin_images.pinned(text, lambda _: old)
        assert once.count(f"@{old}") == images
        assert pin_images.pinned(once, lambda _: new) == once.replace(old, new)
    with pytest.raises(ValueError, match="no digest"):
        pin_images.pinned("FROM python:3.11\n", lambda _: "")


def test_only_the_proxy_can_be_reached() -> None:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service or "expose" in service] == ["proxy"]
    assert services["database"]["networks"] == ["back"] and compose["networks"]["back"]["internal"] is True
    assert "--behind-proxy" in services["server"]["command"] and services["server"]["read_only"] is True
    assert not any(re.search(r":latest$|^[^:]+$", service["image"]) for service in services.values() if "image" in service)
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert ".env" in ignored and "BOXCARS_PASSWORD=\n" in (ROOT / ".env.example").read_text()  # no secret is in the repository
