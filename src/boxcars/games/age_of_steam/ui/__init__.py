"""What shows Age of Steam: sentences, board, panels."""
