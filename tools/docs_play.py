"""MkDocs hook: the front page of the documentation plays, if BOXCARS_PLAY says where the edition without a server is ("/").

The game is loaded when the reader asks for it: it is 12 MB.
"""

from __future__ import annotations

import os
from html import escape
from typing import Any

MARK = "<!-- play -->"
BLOCK = """
<p><button class="md-button md-button--primary" type="button" id="play-here">Play here, without installing anything</button></p>
<script>
document.getElementById("play-here").addEventListener("click", (event) => {{
  const frame = document.createElement("iframe");
  frame.src = "{address}";
  frame.title = "Boxcars";
  frame.style = "width:100%;height:80vh;border:1px solid";
  event.target.parentElement.replaceWith(frame);
}});
</script>
"""


def on_page_markdown(markdown: str, **_: Any) -> str:
    address = os.environ.get("BOXCARS_PLAY", "")
    return markdown.replace(MARK, BLOCK.format(address=escape(address)) if address else "")
