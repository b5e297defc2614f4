"""What plays Age of Steam: the bots' judgement, and features for learners."""
