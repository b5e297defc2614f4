"""What plays Ticket to Ride: the bots' evaluator, features for learners, the game as arrays, and a trained network."""
