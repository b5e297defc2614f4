"""What shows Steam: sentences, board, panels."""
