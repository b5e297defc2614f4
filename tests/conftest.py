"""Shared by all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("boxcars", deadline=None, print_blob=True)
settings.load_profile("boxcars")
