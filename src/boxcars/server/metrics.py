"""Counters for operators, in Prometheus' text format (small enough not to need a library)."""

from __future__ import annotations

import threading

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Counter:
    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.values: dict[str, float] = {}
        self._lock = threading.Lock()

    def inc(self, labels: str = "", by: float = 1.0) -> None:
        with self._lock:
            self.values[labels] = self.values.get(labels, 0.0) + by

    def lines(self) -> list[str]:
        out = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} counter"]
        for labels, value in sorted(self.values.items()) or [("", 0.0)]:
            out.append(f"{self.name}{{{labels}}} {value:g}" if labels else f"{self.name} {value:g}")
        return out


class Histogram:
    def __init__(self, name: str, help: str) -> None:
        self.name, self.help = name, help
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        place = next((i for i, top in enumerate(BUCKETS) if seconds <= top), len(BUCKETS))
        self.buckets[place] += 1
        self.total += seconds

    def lines(self) -> list[str]:
        out = [f"# HELP {self.name} {self.help}", f"# TYPE {self.name} histogram"]
        sofar = 0
        for top, count in zip([*map(str, BUCKETS), "+Inf"], self.buckets, strict=True):
            sofar += count
            out.append(f'{self.name}_bucket{{le="{top}"}} {sofar}')
        return [*out, f"{self.name}_sum {self.total:g}", f"{self.name}_count {sofar}"]


class Metrics:
    def __init__(self) -> None:
        self.requests = Counter("boxcars_requests_total", "HTTP requests by status class")
        self.request_seconds = Histogram("boxcars_request_seconds", "Time to answer a request")
        self.actions = Counter("boxcars_actions_total", "Accepted actions of people and programs over the API")
        self.refused = Counter("boxcars_refused_total", "Refused or stale requests")
        self.conflicts = Counter("boxcars_conflicts_total", "Writes that found another process had been faster")
        self.bot_actions = Counter("boxcars_bot_actions_total", "Actions of the server's own bots")
        self.bot_failures = Counter("boxcars_bot_failures_total", "Times a bot failed to act, by why")
        self.bot_seconds = Histogram("boxcars_bot_seconds", "Time a bot thought")
        self.bot_wait_seconds = Histogram("boxcars_bot_wait_seconds", "Time a bot waited for a worker")
        self.bots_put_off = Counter("boxcars_bots_put_off_total", "Times a bot had to wait because its table's share was used up")
        self.views_sent = Counter("boxcars_views_sent_total", "Views sent over websockets")
        self.limited = Counter("boxcars_limited_total", "Requests refused for their rate")
        self.webhooks = Counter("boxcars_webhooks_total", "Reminders sent, by result")

    def text(self, gauges: dict[str, float]) -> str:
        lines: list[str] = []
        for part in vars(self).values():
            lines += part.lines()
        for name, value in gauges.items():
            lines += [f"# TYPE {name.partition('{')[0]} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"
