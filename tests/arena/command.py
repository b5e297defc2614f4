"""The command line in this process: no start-up time for each call."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass

from boxcars.cli import main


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


def boxcars(*args: str) -> Done:
    """What ``boxcars ARGS`` prints and returns."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["boxcars", *args]
    code = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        sys.argv = before
    return Done(code, out.getvalue(), err.getvalue())


def typed(*args: str, code: int = 0) -> str:
    """What it prints, errors included; it must have ended with this code."""
    done = boxcars(*args)
    assert done.returncode == code, done
    return done.stdout + done.stderr
