"""What the container files promise: pinned by hash, nobody's root, nothing published but the proxy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

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
    extras = {"psycopg", "psycopg-binary", "uvloop", "httptools", "webauthn", "pywebpush", "resvg-py"}
    assert set(pins("requirements.lock")) | extras <= set(server)
    assert "hatchling" in pins("requirements-build.lock")


def test_only_the_proxy_can_be_reached() -> None:
    compose: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service or "expose" in service] == ["proxy"]
    assert services["database"]["networks"] == ["back"] and compose["networks"]["back"]["internal"] is True
    assert "--behind-proxy" in services["server"]["command"] and services["server"]["read_only"] is True
    assert not any(re.search(r":latest$|^[^:]+$", service["image"]) for service in services.values() if "image" in service)
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert ".env" in ignored and "BOXCARS_PASSWORD=\n" in (ROOT / ".env.example").read_text()  # no secret is in the repository
