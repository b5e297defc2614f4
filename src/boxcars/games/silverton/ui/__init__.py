"""What shows Silverton: sentences, board, panels."""
