"""Work that goes wrong in every way there is, for workers to survive."""

from __future__ import annotations

import os
import sys
import time
from typing import Any


def echo(told: Any) -> Any:
    return told


def pid(_: Any) -> int:
    return os.getpid()


def fail(_: Any) -> Any:
    raise LookupError("lost")


def leave(_: Any) -> Any:
    sys.exit("goodbye")


def interrupt(_: Any) -> Any:
    raise KeyboardInterrupt


def exhaust(_: Any) -> Any:
    raise MemoryError


def crash(_: Any) -> Any:
    os._exit(3)


def unsendable(_: Any) -> Any:
    return lambda: None


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def count(seconds: float) -> float:
    """Work on until so much of the processor's time is used."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return seconds
