"""What plays Ticket to Ride: the bots' judgement, and features for learners."""
