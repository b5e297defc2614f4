"""``boxcars serve`` whose last worker does not step back: among many busy processes the rest of them would be waited for."""

from __future__ import annotations

from boxcars.cli import main
from boxcars.server.work import workers

if __name__ == "__main__":
    workers.NICE["spare"] = 0
    main()
