"""The host's settings page lists every option of ``boxcars serve``."""

from __future__ import annotations

import re
from pathlib import Path

from typer.main import get_command

from boxcars.cli import app, load

PAGE = Path(__file__).parents[2] / "docs" / "host" / "settings.md"


def test_the_settings_page_lists_every_option_and_no_other() -> None:
    load([])
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    written = set(re.findall(r"`(--[a-z-]+|BOXCARS_[A-Z_]+)`", PAGE.read_text(encoding="utf-8")))
    known = set()
    for param in serve.params:
        if param.name == "help":
            continue
        assert written & set(param.opts), f"{param.opts[0]} is missing"
        assert not param.envvar or param.envvar in written, f"{param.envvar} is missing"
        known |= {*param.opts, *param.secondary_opts, param.envvar}
    assert written <= known
