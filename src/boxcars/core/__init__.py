"""The contract every game keeps, and nothing that knows a game."""
