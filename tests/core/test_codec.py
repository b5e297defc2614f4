"""States are read safely: by annotations, and by several threads at once."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import boxcars

CLASSES = """
import msgspec
from typing import Optional
""" + "".join(
    f"class S{i}(msgspec.Struct):\n" + "".join(f"    a{k}: 'Optional[S{(i + k + 1) % 12}]' = None\n" for k in range(8))
    for i in range(12)
)
THREADS = """
import sys, threading, types
from boxcars.core.codec import decoder
sys.setswitchinterval(1e-6)
for n in range(60):
    module = types.ModuleType(f"classes{n}")
    sys.modules[module.__name__] = module
    exec(CLASSES, vars(module))
    start = threading.Barrier(8)
    def work(i):
        start.wait()
        decoder(getattr(module, f"S{i}")).decode(b'{"a0": {"a1": {"a2": {"a3": {}}}}, "a5": {"a7": {}}}')
    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_ask_for_new_classes_at_once() -> None:
    """By ``msgspec.json.decode(…, type=…)`` the same ends the process: one thread takes what another is half through."""
    done = subprocess.run([sys.executable, "-c", f"CLASSES = {CLASSES!r}\n{THREADS}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_nobody_asks_msgspec_itself_to_read_a_kind() -> None:
    """What is read by ``boxcars.core.codec`` is read by one lock; a line that goes past it can end a server with many tables."""
    home = Path(boxcars.__file__).parent
    past = []
    for path in home.rglob("*.py"):
        if path == home / "core" / "codec.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (name := ast.unparse(node.func)).startswith("msgspec."):
                kinds = name in ("msgspec.convert", "msgspec.json.Decoder") or "type" in {word.arg for word in node.keywords}
                if kinds and not name.endswith("field"):
                    past.append(f"{path.relative_to(home)}:{node.lineno}")
    assert past == []
