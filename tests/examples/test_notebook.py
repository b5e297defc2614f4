"""The example notebook runs from top to bottom, and what it shows is a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "boxcars.ipynb"


@pytest.mark.slow
def test_the_notebook_runs() -> None:
    pytest.importorskip("altair")
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    scope: dict[str, Any] = {}
    for cell in cells:
        exec("".join(cell["source"]), scope)
    drawn = scope["show"](scope["rules"], scope["state"])._repr_svg_()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert 'data-theme="dark"' in scope["picture"]._repr_svg_()
    assert len(scope["played"]) == 10
    assert scope["scores"].height == (len(scope["game"].entries) + 1) * 3
