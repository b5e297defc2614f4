"""What the user interfaces of the games on hexes share."""
