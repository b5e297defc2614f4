"""What plays Steam: the bots' judgement, and features for learners."""
