"""What plays Spike: the bots' judgement, and features for learners."""
