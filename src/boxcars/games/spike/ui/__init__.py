"""What shows Spike: sentences, board, panels."""
