"""``boxcars serve`` whose last worker does not step back: among many busy processes the rest of them would be waited for."""

from __future__ import annotations

from boxcars.cli import main
from boxcars.server.jobs import worker_pool

if __name__ == "__main__":
    worker_pool.NICE["spare"] = 0
    main()
