"""Boxcars: classic railway board games, for players and for researchers, on one rules engine."""

__version__ = "0.1.0"
