"""What shows Ticket to Ride: sentences, board, panels."""
