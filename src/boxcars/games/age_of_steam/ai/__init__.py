"""What plays Age of Steam: the bots' evaluator, and features for learners."""
