"""Processor time of the current thread, in seconds, from an arbitrary zero."""

from __future__ import annotations

import time

processor_time = getattr(time, "thread_time", time.perf_counter)
"""Where Python has no clock for a thread (in WebAssembly), there is one thread, and the wall clock stands in for it."""
