"""What the faces of the games on hexes share."""
