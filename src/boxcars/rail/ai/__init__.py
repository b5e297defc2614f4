"""What the minds of the games on hexes share."""
