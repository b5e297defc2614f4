"""``boxcars serve`` that tells of turns at once: nobody waits for minutes in a test."""

from __future__ import annotations

from boxcars.cli import main
from boxcars.server.jobs import notice_delivery
from boxcars.server.store import notice_queue

if __name__ == "__main__":
    notice_delivery.UNSEEN = 0.0
    notice_queue.LEASE = 6.0
    notice_queue.BACKOFF = (0.5,) * 5
    main()
