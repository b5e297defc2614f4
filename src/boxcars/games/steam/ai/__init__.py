"""What plays Steam: the bots' evaluator, and features for learners."""
