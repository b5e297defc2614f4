"""Counters for operators, in Prometheus' text format. Each application has a registry of its own: tests run several at once."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LESSON_BUCKETS = (30.0, 60.0, 90.0, 120.0, 180.0, 240.0, 300.0, 420.0, 600.0, 1200.0)
CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = self._add_counter("boxcars_requests", "HTTP requests by status class", "status")
        self.request_seconds = self._add_histogram("boxcars_request_seconds", "Time to answer a request")
        self.actions = self._add_counter("boxcars_actions", "Accepted actions of people and programs over the API")
        self.refused = self._add_counter("boxcars_refused", "Refused or stale requests", "why")
        self.conflicts = self._add_counter("boxcars_conflicts", "Writes that found another process had been faster")
        self.bot_actions = self._add_counter("boxcars_bot_actions", "Actions of the server's own bots")
        self.bot_failures = self._add_counter("boxcars_bot_failures", "Times a bot failed to act", "why")
        self.bot_seconds = self._add_histogram("boxcars_bot_seconds", "Time a bot thought")
        self.bot_wait_seconds = self._add_histogram("boxcars_bot_wait_seconds", "Time a bot waited for a worker")
        self.bots_put_off = self._add_counter(
            "boxcars_bots_put_off", "Times a bot had to wait because its table's share was used up"
        )
        self.analyses = self._add_counter("boxcars_analyses", "Analyses finished")
        self.views_sent = self._add_counter("boxcars_views_sent", "Views sent over websockets")
        self.limited = self._add_counter("boxcars_limited", "Requests refused for their rate")
        self.lessons_started = self._add_counter("boxcars_lessons_started", "Lessons begun", "lesson")
        self.lessons_finished = self._add_counter("boxcars_lessons_finished", "Lessons finished", "lesson")
        self.lesson_beats = self._add_counter("boxcars_lesson_beats", "Beats of lessons reached", "lesson", "beat")
        self.lesson_wrong = self._add_counter("boxcars_lesson_wrong", "Tries that were answered and not played", "lesson", "beat")
        self.lesson_seconds = Histogram(
            "boxcars_lesson_seconds", "Time a lesson took", ["lesson"], registry=self.registry, buckets=LESSON_BUCKETS
        )
        self.webhooks = self._add_counter("boxcars_webhooks", "Reminders sent", "result")
        self.tables = Gauge("boxcars_tables", "Tables by status", ["status"], registry=self.registry)
        self.listeners = self._add_gauge("boxcars_listeners", "Open pages and streams")
        self.work_waiting = self._add_gauge("boxcars_work_waiting", "Pieces of work in line before the workers")
        self.workers_replaced = self._add_gauge("boxcars_workers_replaced", "Workers that died or were too slow, since the start")
        self.tables_in_memory = self._add_gauge("boxcars_tables_in_memory", "Tables kept in memory")
        self.tables_unreadable = self._add_gauge("boxcars_tables_unreadable", "Tables that cannot be read: see verify-store")

    def _add_counter(self, name: str, help: str, *labels: str) -> Counter:
        return Counter(name, help, labels, registry=self.registry)

    def _add_histogram(self, name: str, help: str) -> Histogram:
        return Histogram(name, help, registry=self.registry, buckets=BUCKETS)

    def _add_gauge(self, name: str, help: str) -> Gauge:
        return Gauge(name, help, registry=self.registry)

    def render_text(self) -> bytes:
        return generate_latest(self.registry)
