"""What the bots of the games on hexes share."""
