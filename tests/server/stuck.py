"""``boxcars serve`` whose threads are all stuck soon after the start, as hostile work would leave them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from boxcars.cli import main
from boxcars.server.table.table_manager import TableManager

if __name__ == "__main__":
    made = TableManager.__init__

    def init(self: TableManager, *given: Any, **more: Any) -> None:
        made(self, *given, **more)
        self.loop.call_later(2.0, block, self)

    def block(hall: TableManager) -> None:
        for _ in range(6):
            task = asyncio.ensure_future(hall.run_blocking(time.sleep, 120))
            task.add_done_callback(lambda _: None)
            hall.loop.run_in_executor(None, time.sleep, 120)

    TableManager.__init__ = init  # type: ignore[method-assign]
    main()
