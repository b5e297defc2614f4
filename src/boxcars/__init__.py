"""Boxcars: classic railway board games, for players and for researchers, on one rules engine."""

__version__ = "1.0.0rc1"
