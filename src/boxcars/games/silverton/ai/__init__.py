"""What plays Silverton: the bots' evaluator, and features for learners."""
