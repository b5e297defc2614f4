"""What plays Ticket to Ride: the bots' judgement, features for learners, the game as arrays, and the network that learned."""
